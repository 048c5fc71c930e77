//! Tests of the list alone: its order, and that every node is freed once.

use super::chain::{Chain, Pin};
use crate::clock::Instant;
use crossbeam_epoch as epoch;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn push<T: Send + Sync + Clone + 'static>(chain: &Chain<T>, value: &T) {
    let pin = Pin::new();
    while chain.push(&chain.view(&pin), value.clone()).is_err() {}
}

/// Waits until only the test itself holds the payload.
fn wait_until_freed(payload: &Arc<()>) {
    let start = Instant::now();
    while Arc::strong_count(payload) > 1 {
        assert!(start.elapsed() < Duration::from_secs(60), "{} are left", Arc::strong_count(payload) - 1);
        epoch::pin().flush();
        thread::yield_now();
    }
}

#[test]
fn values_come_newest_first_and_go() {
    let chain = Chain::default();
    (0..5).for_each(|value| push(&chain, &value));
    let pin = Pin::new();
    let view = chain.view(&pin);
    assert_eq!(chain.remove(&pin, |value| [4, 2, 1].contains(value)), 3);
    assert_eq!(chain.remove(&pin, |value| *value == 2), 0);
    assert_eq!(chain.view(&pin).iter().copied().collect::<Vec<_>>(), [3, 0]);
    assert_eq!(view.iter().next(), Some(&4), "a view keeps what it has seen");
    assert!(chain.push(&view, 7).is_err(), "the view is out of date");
}

#[test]
fn dropping_a_chain_frees_what_is_linked() {
    let payload = Arc::new(());
    let chain = Chain::default();
    (0..100_000).for_each(|_| push(&chain, &payload));
    assert_eq!(Arc::strong_count(&payload), 100_001);
    drop(chain);
    assert_eq!(Arc::strong_count(&payload), 1);
}

#[test]
fn every_node_is_freed_once_after_pushes_and_removals_at_the_same_time() {
    const THREADS: u64 = 4;
    const ROUNDS: u64 = 2000;
    let (payload, chain) = (Arc::new(()), Chain::default());
    let removed: u64 = thread::scope(|scope| {
        let work = |thread: u64| {
            let (chain, payload) = (&chain, &payload);
            move || {
                let mut removed = 0;
                for round in 0..ROUNDS {
                    push(chain, &(thread * ROUNDS + round, Arc::clone(payload)));
                    removed += chain.remove(&Pin::new(), |(value, _)| value % 7 != 0 && value % ROUNDS < round);
                    let pin = Pin::new();
                    assert!(chain.view(&pin).iter().all(|(value, _)| *value < THREADS * ROUNDS));
                }
                removed
            }
        };
        let handles: Vec<_> = (0..THREADS).map(|thread| scope.spawn(work(thread))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no panic")).sum()
    });
    let pin = Pin::new();
    assert_eq!(chain.view(&pin).iter().count() as u64, THREADS * ROUNDS - removed);
    drop(pin);
    drop(chain);
    wait_until_freed(&payload);
}
