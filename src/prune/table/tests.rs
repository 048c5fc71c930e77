//! Tests of all tables against a model, with one bucket for everything, with limits, and with many threads against a
//! known truth.

use super::mix::hash;
use super::*;
use crate::prune::{Automaton, AutomatonState, Contexts};
use crate::puzzle::{MoveIndex, MoveIndexSet};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

/// Three letters, the first two of which commute and are made in this order, and none of which is made twice: four
/// contexts, where the start covers all and the one after the first letter covers the one after the second.
pub(super) fn contexts() -> Arc<Contexts> {
    let row = |letters: &[usize]| {
        (
            letters.iter().map(|&letter| MoveIndex::new(letter)).collect::<MoveIndexSet>(),
            (1..4).map(AutomatonState::new).collect(),
        )
    };
    Arc::new(Contexts::new(&Automaton::new(3, [row(&[0, 1, 2]), row(&[1, 2]), row(&[2]), row(&[0, 1])])))
}

/// Runs the work on `count` threads, each with a number, and waits for each by joining it: the wait at the end of a
/// scope is invisible to ThreadSanitizer.
pub(super) fn on_threads(count: u64, work: impl Fn(u64) + Sync) {
    thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = (0..count).map(|number| scope.spawn(move || work(number))).collect();
        handles.into_iter().for_each(|handle| handle.join().expect("no panic"));
    });
}

fn all_contexts() -> impl Iterator<Item = Context> {
    (0..4).map(Context::new)
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Store(Key, Context, u8),
    Probe(Key, Context, u8),
}

fn operations(keys: Key, max_moves: u8) -> impl Strategy<Value = Vec<Operation>> {
    let one = (any::<bool>(), 0..keys, 0..4u32, 0..=max_moves);
    prop::collection::vec(one, 1..400).prop_map(|list| {
        let make = |(store, key, context, moves)| {
            let context = Context::new(context);
            if store { Operation::Store(key, context, moves) } else { Operation::Probe(key, context, moves) }
        };
        list.into_iter().map(make).collect()
    })
}

/// A table of every kind, all of them small enough to become full.
fn small_tables(bytes: u64) -> Vec<Box<dyn TranspositionTable>> {
    let kinds = TranspositionKind::ALL.into_iter();
    kinds.map(|kind| build_table(kind, bytes, 20, contexts()).unwrap()).collect()
}

#[test]
fn a_table_that_was_emptied_is_as_a_new_one() {
    let fill = |table: &dyn TranspositionTable| {
        (0..2000).for_each(|key| table.store(key * 37 % 1024, Context::new(key as u32 % 4), key as u8 % 20));
        (0..1024).for_each(|key| _ = table.failed(key, Context::new(3), 5));
        table.statistics()
    };
    for (mut table, new) in small_tables(1 << 14).into_iter().zip(small_tables(1 << 14)) {
        let (empty, first) = (table.statistics(), fill(&*table));
        table.clear();
        assert_eq!(table.statistics(), empty);
        assert!((0..1024).all(|key| table.failed(key, Context::new(3), 0).is_none()));
        assert_eq!((fill(&*table), fill(&*new)), (first, first));
    }
}

/// Runs the operations on a table and a map, and checks that the table finds nothing that the map does not have; with
/// `complete`, everything that the map has.
fn compare(table: &dyn TranspositionTable, contexts: &Contexts, operations: &[Operation], complete: bool) {
    let mut known: HashMap<Key, HashMap<Context, u8>> = HashMap::new();
    let (mut hits, mut stale) = (0, 0);
    for &operation in operations {
        match operation {
            Operation::Store(key, context, moves) => {
                table.store(key, context, moves);
                let entry = known.entry(key).or_default().entry(context).or_default();
                *entry = (*entry).max(moves);
            }
            Operation::Probe(key, context, moves) => {
                let speaking =
                    known.get(&key).into_iter().flatten().filter(|(stored, _)| contexts.covers(**stored, context));
                let best = speaking.map(|(_, &moves)| moves).max().filter(|&best| best >= moves);
                let found = table.failed(key, context, moves);
                assert!(found.is_none_or(|found| found >= moves) && found <= best, "{found:?} {best:?}");
                assert!(!complete || found == best, "{found:?} {best:?}");
                hits += u64::from(found.is_some());
                stale += u64::from(found.is_none() && known.contains_key(&key));
            }
        }
    }
    let statistics = table.statistics();
    assert_eq!(statistics.hits, hits);
    assert!(statistics.stale <= stale && (!complete || statistics.stale == stale));
    let entries = known.values().map(|contexts| contexts.len() as u64).sum();
    assert!(statistics.entries <= entries && (!complete || statistics.entries == entries));
    assert_eq!(statistics.cas_retries, 0, "one thread is alone");
}

/// Spreads small keys over all of the bits.
fn wide(operation: &Operation, bits: u32) -> Operation {
    let widen = |key: Key| (Key::from(hash(key)) << 64 | Key::from(hash(key + 1000))) >> (Key::BITS - bits);
    match *operation {
        Operation::Store(key, context, moves) => Operation::Store(widen(key), context, moves),
        Operation::Probe(key, context, moves) => Operation::Probe(widen(key), context, moves),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn tables_with_room_equal_a_map(list in operations(40, 30)) {
        let contexts = contexts();
        for bits in [6, 66] {
            let list: Vec<_> = list.iter().map(|one| if bits > 6 { wide(one, bits) } else { *one }).collect();
            for kind in [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap] {
                let table = build_table(kind, 1 << 20, bits, Arc::clone(&contexts)).unwrap();
                compare(&*table, &contexts, &list, true);
            }
        }
    }

    #[test]
    fn one_bucket_for_all_states_is_right(list in operations(40, 30)) {
        let contexts = contexts();
        compare(&PackedTable::new(64, 6, Arc::clone(&contexts)).unwrap(), &contexts, &list, false);
        compare(&EpochTable::new(1, 1 << 20, Arc::clone(&contexts)).unwrap(), &contexts, &list, true);
    }

    #[test]
    fn full_tables_are_right(list in operations(40, 30)) {
        let contexts = contexts();
        for kind in [TranspositionKind::Epoch, TranspositionKind::Dashmap] {
            let table = build_table(kind, 1000, 6, Arc::clone(&contexts)).unwrap();
            compare(&*table, &contexts, &list, false);
        }
    }
}

/// The largest number of moves that may be stored of a state: a proof under a context holds under those it covers.
fn truth(contexts: &Contexts, key: Key, context: Context) -> u8 {
    let proven = |stored: Context| (hash(key << 2 | stored.index() as Key) % 25) as u8;
    all_contexts().filter(|&stored| contexts.covers(stored, context)).map(proven).max().expect("it covers itself")
}

/// Many threads store truths and weaker statements, and never find anything else. Returns how many were raised in
/// place.
fn hammer(table: &dyn TranspositionTable, keys: Key, rounds: usize) -> u64 {
    let contexts = &*contexts();
    on_threads(4, |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..rounds {
            let (key, context) = (random.u128(0..keys), Context::new(random.u32(0..4)));
            let most = truth(contexts, key, context);
            if random.bool() {
                table.store(key, context, random.u8(0..=most));
            } else {
                let wanted = random.u8(0..=20);
                let found = table.failed(key, context, wanted);
                assert!(found.is_none_or(|found| (wanted..=most).contains(&found)), "{found:?} {most}");
            }
        }
    });
    let statistics = table.statistics();
    assert!(statistics.hits > 0 && statistics.inserts > 0, "{statistics:?}");
    assert!(statistics.entries <= 4 * keys as u64);
    for key in 0..keys {
        assert!(all_contexts().all(|context| table.failed(key, context, 0) <= Some(truth(contexts, key, context))));
    }
    statistics.raised
}

#[test]
fn many_threads_find_only_the_truth() {
    let contexts = contexts();
    for (keys, key_bits, bytes) in [(4, 2, 1 << 10), (64, 6, 1 << 10), (10_000, 14, 1 << 20)] {
        for kind in [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap] {
            let table = build_table(kind, bytes, key_bits, Arc::clone(&contexts)).unwrap();
            assert!(hammer(&*table, keys, 50_000) > 0, "{kind}, {keys} states");
        }
    }
    // With eight entries for 64 states, none may stay until it is raised.
    hammer(&PackedTable::new(64, 6, Arc::clone(&contexts)).unwrap(), 64, 50_000);
    assert!(hammer(&EpochTable::new(1, 1 << 20, contexts).unwrap(), 16, 20_000) > 0);
}

#[test]
fn entries_are_exact_after_many_threads_raised_them() {
    let table = EpochTable::new(4, 1 << 20, contexts()).unwrap();
    on_threads(4, |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        for moves in 0..2000 {
            table.store(random.u128(0..10), Context::new(random.u32(0..4)), (moves / 80) as u8);
        }
    });
    assert_eq!(table.statistics().entries, 40);
    assert!((0..10).all(|key| table.failed(key, Context::new(0), 0).is_some()));
    drop(table);
}

#[test]
fn limits_are_kept_and_refusals_counted() {
    for kind in [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap] {
        for bytes in [1 << 13, 100_000, 1 << 20] {
            let table = build_table(kind, bytes, 66, contexts()).unwrap();
            on_threads(2, |thread| {
                (0..50_000).for_each(|key| table.store(2 * key + Key::from(thread), Context::new(0), 9));
            });
            let statistics = table.statistics();
            assert!(statistics.bytes <= bytes + (20 << 10), "{kind} {bytes} {statistics:?}");
            let done = statistics.inserts + statistics.refused;
            assert_eq!(done, 100_000, "{kind} {statistics:?}");
            let found = (0..100_000).filter(|&key| table.failed(key, Context::new(0), 9).is_some()).count() as u64;
            assert_eq!(found, statistics.entries);
            assert!(statistics.entries * 200 > bytes, "the memory is used: {kind} {statistics:?}");
            assert!(kind == TranspositionKind::Packed || statistics.refused > 0);
            // Existing entries can still be raised.
            let key = (0..100_000).find(|&key| table.failed(key, Context::new(0), 9).is_some()).unwrap();
            table.store(key, Context::new(0), 10);
            assert_eq!(table.failed(key, Context::new(0), 10), Some(10));
        }
    }
}

#[test]
fn kinds_have_names() {
    for kind in TranspositionKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let error = "lru\n".parse::<TranspositionKind>().unwrap_err();
    assert_eq!(error.to_string(), "unknown table `lru\\n`: use none, packed, epoch or dashmap");
    let none = build_table(TranspositionKind::None, 0, 1, contexts()).unwrap();
    none.store(0, Context::new(0), 1);
    assert_eq!((none.failed(0, Context::new(0), 0), none.statistics()), (None, TableStatistics::default()));
}

#[test]
fn errors_name_the_sizes() {
    for kind in [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap] {
        let error = build_table(kind, 1 << 60, 66, contexts()).err().unwrap();
        assert!(
            matches!(error, TranspositionError::OutOfMemory(_))
                && error.to_string().contains("1152921.5 TB are needed")
        );
        let error = build_table(kind, 1, 66, contexts()).err().unwrap();
        assert!(matches!(error, TranspositionError::TooSmall { bytes: 1, .. }), "{error}");
    }
    let error = build_table(TranspositionKind::Packed, 1 << 24, 113, contexts()).err().unwrap();
    assert_eq!(error, TranspositionError::LongKeys { bits: 113 });
}
