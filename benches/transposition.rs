//! Probes and stores per second of the transposition tables. Every thread does the same number of operations, so that a
//! table that scales takes the same time with two threads as with one.

use cubepdb::internals::prune::{
    Context, Contexts,
    table::{TranspositionTable, build_table},
};
use cubepdb::search::{Automaton, TranspositionKind};
use divan::{Bencher, counter::ItemsCount};
use std::hint::black_box;
use std::sync::Arc;
use std::thread;

fn main() {
    divan::main();
}

const OPERATIONS: u64 = 1 << 18;

/// A table that fits a second-level cache, and one that is far larger than any cache.
const SIZES: [u64; 2] = [256 << 10, 256 << 20];

const CASES: [(TranspositionKind, u64, usize); 12] = {
    let mut cases = [(TranspositionKind::None, 0, 0); 12];
    let mut i = 0;
    while i < cases.len() {
        cases[i] = (
            [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap][i / 4],
            SIZES[i / 2 % 2],
            1 + i % 2,
        );
        i += 1;
    }
    cases
};

fn table(kind: TranspositionKind, bytes: u64) -> Box<dyn TranspositionTable> {
    let contexts = Arc::new(Contexts::new(&Automaton::free(18)));
    build_table(kind, bytes, 66, contexts).expect("memory")
}

/// The `n`-th of the states with which a table is filled, spread over all 66 bits.
fn key(n: u64) -> u128 {
    u128::from(n) * 0x2_4F1B_BCDC_BFA5_3E0B % (1 << 66)
}

/// As many states as fill a quarter of a packed table: more states than slots would measure the cost of replacement.
fn states(bytes: u64) -> u64 {
    bytes / 256
}

/// Runs the same work on `threads` threads, each with its own seed.
fn on_threads(threads: usize, work: impl Fn(fastrand::Rng) + Sync) {
    thread::scope(|scope| {
        for seed in 0..threads as u64 {
            let work = &work;
            scope.spawn(move || work(fastrand::Rng::with_seed(seed)));
        }
    });
}

fn filled(kind: TranspositionKind, bytes: u64) -> Box<dyn TranspositionTable> {
    let table = table(kind, bytes);
    (0..states(bytes)).for_each(|n| table.store(key(n), Context::new(0), (n % 20) as u8));
    table
}

/// None of the states is stored: the usual case of a search.
#[divan::bench(args = CASES, sample_count = 5)]
fn misses(bencher: Bencher<'_, '_>, (kind, bytes, threads): (TranspositionKind, u64, usize)) {
    let table = filled(kind, bytes);
    bencher.counter(ItemsCount::new(OPERATIONS * threads as u64)).bench(|| {
        on_threads(threads, |mut random| {
            for _ in 0..OPERATIONS {
                let n = random.u64(1 << 32..1 << 33);
                black_box(table.failed(key(n), Context::new(0), 10));
            }
        });
    });
}

/// The cost of freeing a table: chains are freed entry by entry.
#[divan::bench(args = [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap], sample_count = 5)]
fn freeing(bencher: Bencher<'_, '_>, kind: TranspositionKind) {
    bencher.counter(ItemsCount::new(states(SIZES[1]))).with_inputs(|| filled(kind, SIZES[1])).bench_values(drop);
}

/// Half of the states are stored, with more moves or fewer.
#[divan::bench(args = CASES, sample_count = 5)]
fn probes(bencher: Bencher<'_, '_>, (kind, bytes, threads): (TranspositionKind, u64, usize)) {
    let table = filled(kind, bytes);
    bencher.counter(ItemsCount::new(OPERATIONS * threads as u64)).bench(|| {
        on_threads(threads, |mut random| {
            for _ in 0..OPERATIONS {
                let n = random.u64(0..2 * states(bytes));
                black_box(table.failed(key(n), Context::new(0), 10));
            }
        });
    });
}

/// Half of the states are stored, with more moves or fewer.
#[divan::bench(args = CASES, sample_count = 5)]
fn stores(bencher: Bencher<'_, '_>, (kind, bytes, threads): (TranspositionKind, u64, usize)) {
    bencher.counter(ItemsCount::new(OPERATIONS * threads as u64)).with_inputs(|| filled(kind, bytes)).bench_refs(
        |table| {
            on_threads(threads, |mut random| {
                for _ in 0..OPERATIONS {
                    let n = random.u64(0..2 * states(bytes));
                    table.store(key(n), Context::new(0), random.u8(0..20));
                }
            });
        },
    );
}
