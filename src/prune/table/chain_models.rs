//! Tests of a few operations on one chain, and on a table of one chain, in every order, under a model of the memory.
//! The code is that of [`chain`] and [`epoch`], compiled once more over a model of the collector.
#![allow(dead_code)]

#[allow(clippy::duplicate_mod)]
#[path = "chain.rs"]
mod chain;
#[allow(clippy::duplicate_mod)]
#[path = "epoch.rs"]
mod epoch;
mod reclamation;

use super::tests::contexts;
use super::{Key, TableStatistics, TranspositionError, TranspositionTable, counters, kind, mix};
use crate::effort::or_full;
use crate::prune::Context;
use chain::{Chain, Pin};
use epoch::EpochTable;
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use reclamation::checked;

/// Tries every order with at most so many switches where a thread could have gone on; one less in the short tier.
fn model(switches: usize, run: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(or_full(switches - 1, switches));
    builder.check(move || checked(&run));
}

type Numbers = Arc<Chain<u8>>;

/// A chain of these numbers, the last one at the head.
fn chain_of(numbers: impl IntoIterator<Item = u8>) -> Numbers {
    let chain = Numbers::new(Chain::default());
    numbers.into_iter().for_each(|number| push(&chain, number));
    chain
}

fn push(chain: &Numbers, number: u8) {
    let pin = Pin::new();
    while chain.push(&chain.view(&pin), number).is_err() {}
}

fn pushing(chain: &Numbers, number: u8) -> thread::JoinHandle<()> {
    let chain = Numbers::clone(chain);
    thread::spawn(move || push(&chain, number))
}

/// A thread that removes a number, and returns how many it has removed.
fn removing(chain: &Numbers, number: u8) -> thread::JoinHandle<u64> {
    let chain = Numbers::clone(chain);
    thread::spawn(move || chain.remove(&Pin::new(), |&other| other == number))
}

fn listed(chain: &Numbers) -> Vec<u8> {
    chain.view(&Pin::new()).iter().copied().collect()
}

/// Frees the chain within the model.
fn free(chain: Numbers) {
    drop(Arc::try_unwrap(chain).expect("the last owner"));
}

#[test]
fn what_is_pushed_is_there_whole_and_in_order() {
    model(3, || {
        let chain = chain_of([1]);
        let (two, three) = (pushing(&chain, 2), pushing(&chain, 3));
        let (first, second) = (listed(&chain), listed(&chain));
        assert!(second.ends_with(&first) && first.ends_with(&[1]), "{first:?}, then {second:?}");
        two.join().unwrap();
        three.join().unwrap();
        assert!([[3, 2, 1], [2, 3, 1]].contains(&listed(&chain)[..].try_into().unwrap()));
        free(chain);
    });
}

#[test]
fn neighbours_removed_at_the_same_time_are_both_gone() {
    for (a, b) in [(2, 3), (3, 2), (1, 2), (3, 4)] {
        model(3, move || {
            let chain = chain_of([1, 2, 3, 4]);
            let threads = [removing(&chain, a), removing(&chain, b)];
            let seen = listed(&chain);
            let stay = (1..=4).rev().filter(|n| ![a, b].contains(n)).collect::<Vec<_>>();
            assert!(stay.iter().all(|n| seen.contains(n)), "{seen:?}");
            let removed = threads.map(|thread| thread.join().unwrap());
            assert_eq!((removed, listed(&chain)), ([1, 1], stay));
            free(chain);
        });
    }
}

#[test]
fn a_number_that_two_threads_remove_is_counted_and_freed_once() {
    model(3, || {
        let chain = chain_of([1, 2, 3]);
        let threads = [removing(&chain, 2), removing(&chain, 2)];
        let removed: u64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
        assert_eq!((removed, listed(&chain)), (1, vec![3, 1]));
        free(chain);
    });
}

#[test]
fn a_push_onto_a_head_that_goes_is_not_lost() {
    model(3, || {
        let chain = chain_of([1, 2]);
        let (pushed, removed) = (pushing(&chain, 3), removing(&chain, 2));
        assert!(listed(&chain).ends_with(&[1]));
        pushed.join().unwrap();
        assert_eq!((removed.join().unwrap(), listed(&chain)), (1, vec![3, 1]));
        free(chain);
    });
}

#[test]
fn a_view_outlives_what_it_has_seen() {
    model(3, || {
        let chain = chain_of([1, 2]);
        let pin = Pin::new();
        let view = chain.view(&pin);
        let (one, two) = (removing(&chain, 1), removing(&chain, 2));
        let seen: Vec<u8> = view.iter().copied().collect();
        assert!(seen == [2, 1] || seen == [2], "{seen:?}");
        drop(pin);
        assert_eq!((one.join().unwrap(), two.join().unwrap(), listed(&chain)), (1, 1, vec![]));
        free(chain);
    });
}

type Table = Arc<EpochTable>;

/// A table of one chain, with room for `entries` entries.
fn table(entries: u64) -> Table {
    let bytes = size_of::<Chain<u8>>() as u64 + entries * EpochTable::ENTRY_BYTES;
    Table::new(EpochTable::new(1, bytes, contexts()).unwrap())
}

fn storing(table: &Table, key: Key, remaining: u8) -> thread::JoinHandle<()> {
    let table = Table::clone(table);
    thread::spawn(move || table.store(key, Context::new(1), remaining))
}

fn join(threads: [thread::JoinHandle<()>; 2]) {
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn look(table: &Table, key: Key) -> Option<u8> {
    table.failed(key, Context::new(1), 0)
}

#[test]
fn readers_never_see_an_entry_fall_while_it_is_raised() {
    model(2, || {
        let table = table(2);
        table.store(7, Context::new(1), 3);
        let threads = [storing(&table, 7, 5), storing(&table, 7, 9)];
        let (first, second) = (look(&table, 7), look(&table, 7));
        assert!([Some(3), Some(5), Some(9)].contains(&first), "only what was stored: {first:?}");
        assert!(first <= second, "a theorem is never taken back: {first:?}, then {second:?}");
        join(threads);
        assert_eq!(look(&table, 7), Some(9));
        let statistics = table.statistics();
        assert_eq!((statistics.entries, statistics.inserts), (1, 1), "{statistics:?}");
        assert!((1..=2).contains(&statistics.raised), "{statistics:?}");
        drop(Arc::try_unwrap(table).expect("the last owner"));
    });
}

#[test]
fn states_of_one_chain_are_not_mixed_up() {
    model(3, || {
        let table = table(2);
        let threads = [storing(&table, 7, 5), storing(&table, 8, 9)];
        assert!([None, Some(5)].contains(&look(&table, 7)) && [None, Some(9)].contains(&look(&table, 8)));
        join(threads);
        assert_eq!((look(&table, 7), look(&table, 8)), (Some(5), Some(9)));
        let statistics = table.statistics();
        assert_eq!((statistics.inserts, statistics.chained, statistics.refused), (2, 1, 0));
        drop(Arc::try_unwrap(table).expect("the last owner"));
    });
}

#[test]
fn the_last_place_is_given_once() {
    model(3, || {
        let table = table(1);
        let threads = [storing(&table, 7, 5), storing(&table, 8, 9)];
        join(threads);
        let found = (look(&table, 7), look(&table, 8));
        assert!([(Some(5), None), (None, Some(9))].contains(&found), "{found:?}");
        let statistics = table.statistics();
        assert_eq!((statistics.inserts, statistics.refused), (1, 1));
        drop(Arc::try_unwrap(table).expect("the last owner"));
    });
}

#[test]
fn two_first_stores_of_a_state_take_one_place() {
    model(3, || {
        let table = table(2);
        let threads = [storing(&table, 7, 5), storing(&table, 7, 9)];
        join(threads);
        table.store(8, Context::new(1), 4);
        assert_eq!((look(&table, 7), look(&table, 8)), (Some(9), Some(4)));
        let statistics = table.statistics();
        assert_eq!((statistics.entries, statistics.refused), (2, 0), "{statistics:?}");
        drop(Arc::try_unwrap(table).expect("the last owner"));
    });
}
