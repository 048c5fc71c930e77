//! Tests of a few operations on one bucket in every order, under a model of the memory.

use super::*;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64 as ModelWord;
use loom::thread;

impl AtomicWord for ModelWord {
    fn load(&self) -> u64 {
        ModelWord::load(self, Relaxed)
    }

    fn compare_exchange(&self, current: u64, new: u64) -> Result<u64, u64> {
        ModelWord::compare_exchange(self, current, new, Relaxed, Relaxed)
    }
}

type Slots = Arc<Vec<ModelWord>>;

fn layout() -> EntryLayout {
    EntryLayout::new(40, 4).expect("it fits")
}

fn empty(slots: usize) -> Slots {
    Arc::new((0..slots).map(|_| ModelWord::new(0)).collect())
}

fn put(slots: &Slots, tag: u64, remaining: u8) -> Stored {
    store(slots, layout(), layout().pack(tag, Context::new(1), remaining)).0
}

fn look(slots: &Slots, tag: u64) -> Option<u8> {
    probe(slots, layout(), tag, |context| context.index() == 1).failed
}

/// Starts a thread that stores an entry and returns the outcome.
fn storing(slots: &Slots, tag: u64, remaining: u8) -> thread::JoinHandle<Stored> {
    let slots = Arc::clone(slots);
    thread::spawn(move || put(&slots, tag, remaining))
}

#[test]
fn the_deepest_of_two_stores_stays_and_readers_never_see_it_fall() {
    for slots in [1, 2] {
        loom::model(move || {
            let bucket = empty(slots);
            let (low, high) = (storing(&bucket, 3, 5), storing(&bucket, 3, 9));
            let (first, second) = (look(&bucket, 3), look(&bucket, 3));
            assert!([None, Some(5), Some(9)].contains(&first), "only what was stored");
            assert!(first <= second, "a word never goes back");
            assert_eq!(look(&bucket, 4), None, "only for this state");
            low.join().unwrap();
            high.join().unwrap();
            assert_eq!(look(&bucket, 3), Some(9));
        });
    }
}

#[test]
fn states_that_fight_for_one_slot_are_not_mixed_up() {
    loom::model(|| {
        let bucket = empty(1);
        let (one, other) = (storing(&bucket, 3, 5), storing(&bucket, 4, 7));
        assert!([None, Some(5)].contains(&look(&bucket, 3)));
        assert!([None, Some(7)].contains(&look(&bucket, 4)));
        let (one, other) = (one.join().unwrap(), other.join().unwrap());
        assert_eq!((look(&bucket, 3), look(&bucket, 4)), (None, Some(7)), "the better entry stays");
        assert!(matches!(one, Stored::Inserted { .. } | Stored::Refused));
        assert!(matches!(other, Stored::Inserted { .. } | Stored::Replaced { .. }));
        // Two inserts into one slot would count one entry too many.
        assert_eq!(matches!(one, Stored::Inserted { .. }), matches!(other, Stored::Replaced { .. }));
    });
}

#[test]
fn two_slots_hold_two_of_three_states() {
    loom::model(|| {
        let bucket = empty(2);
        put(&bucket, 5, 4);
        let (one, other) = (storing(&bucket, 3, 6), storing(&bucket, 4, 6));
        one.join().unwrap();
        other.join().unwrap();
        let found = [look(&bucket, 3), look(&bucket, 4), look(&bucket, 5)];
        assert_eq!(found, [Some(6), Some(6), None], "the entry of the fewest moves made room");
    });
}

#[test]
fn a_state_raised_while_another_takes_its_slot_is_lost_or_whole() {
    loom::model(|| {
        let bucket = empty(1);
        put(&bucket, 3, 4);
        let (raise, replace) = (storing(&bucket, 3, 8), storing(&bucket, 4, 6));
        let (raise, replace) = (raise.join().unwrap(), replace.join().unwrap());
        assert_eq!((look(&bucket, 3), look(&bucket, 4)), (Some(8), None));
        assert!(matches!(
            (raise, replace),
            (Stored::Raised, Stored::Refused) | (Stored::Replaced { .. }, Stored::Replaced { .. })
        ));
    });
}

#[test]
fn a_store_never_lowers_what_three_threads_store() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let bucket = empty(1);
        let others = [storing(&bucket, 3, 7), storing(&bucket, 3, 2)];
        put(&bucket, 3, 5);
        assert!(look(&bucket, 3) >= Some(5), "one's own store is seen, or better");
        for other in others {
            other.join().unwrap();
        }
        assert_eq!(look(&bucket, 3), Some(7));
    });
}
