//! Nodes per second of completed iterations: counts are fixed, so that only the time can differ between runs.

use cubepdb::internals::{
    backend::random_access::{IN_FLIGHT, walk},
    cube::{Cubies, FaceTurn},
    notation::{MoveOptions, parse_moves},
    pdb::{build::build, spec::TableKind},
    search::{Control, Limits, PieceSolver, TableSet, Workers},
    storage::TableBuffer,
};
use cubepdb::{
    EdgeSet, H48Level, Metric, Pattern, TableSpec, Threads,
    plan::{Kernel, Plan, SearchQuery},
    search::Outcome,
};
use divan::{Bencher, counter::ItemsCount};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

/// A random state of length 15 in the half-turn metric.
const CUBE: &str = "U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2";

fn tables<K: Copy + Into<TableKind>>(kinds: &[K]) -> TableSet {
    let built: Vec<_> = kinds
        .iter()
        .map(|&kind| {
            let spec = TableSpec::new(kind, Metric::HalfTurn);
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| ()).expect("memory");
            (spec, Arc::new(table.freeze()))
        })
        .collect();
    TableSet::new(&built, Plan::LOOKUPS)
}

/// Proves that nothing of at most `depth` moves solves the cube.
fn prove(tables: &TableSet, depth: u8, kernel: Kernel, pool: &Threads) -> Outcome<FaceTurn> {
    let cube = Cubies::after(&parse_moves(CUBE, &MoveOptions::default()).expect("a scramble"));
    let query = SearchQuery { max_depth: depth, ..SearchQuery::default() };
    let options = Plan { query, ..Plan::new(Metric::HalfTurn) }.with_kernel(kernel);
    let solver = PieceSolver::new(options, tables.clone()).expect("there is no transposition table to make");
    Control::unwatched(Limits::default(), |control| solver.solve(&cube, &Workers::new(control, pool)))
}

fn bench(bencher: Bencher<'_, '_>, patterns: &[Pattern], depth: u8, threads: usize) {
    let (tables, pool) = (tables(patterns), Threads::new(threads).expect("threads"));
    let nodes = prove(&tables, depth, Kernel::Auto, &pool).counters().nodes;
    bencher.counter(ItemsCount::new(nodes)).bench(|| prove(&tables, depth, Kernel::Auto, &pool));
}

/// The gain of batching: the same nodes, with one look-up after the other and with dozens of them in flight. Items are
/// look-ups.
#[divan::bench(args = [Kernel::STAGED, Kernel::BATCHED], sample_count = 5)]
fn from_both_ends_to_depth_14(bencher: Bencher<'_, '_>, kernel: Kernel) {
    let (tables, pool) = (tables(&[H48Level::new(3).expect("a level")]), Threads::new(1).expect("one thread"));
    let lookups = prove(&tables, 14, kernel, &pool).counters().lookups;
    bencher.counter(ItemsCount::new(lookups)).bench(|| prove(&tables, 14, kernel, &pool));
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn corners_alone_to_depth_12(bencher: Bencher<'_, '_>, threads: usize) {
    bench(bencher, &[Pattern::Corners], 12, threads);
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn corners_and_six_edges_to_depth_13(bencher: Bencher<'_, '_>, threads: usize) {
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR,FL").expect("six edges");
    bench(bencher, &[Pattern::Corners, Pattern::Edges(edges)], 13, threads);
}

/// The upper limit of any search: random lines of 256 MB in huge pages, `in_flight` accesses at a time, on one core.
#[divan::bench(args = IN_FLIGHT, sample_count = 5)]
fn random_lines(bencher: Bencher<'_, '_>, in_flight: usize) {
    const LINES: u64 = 1 << 19;
    let memory = TableBuffer::filled(1 << 28, 0xA5).expect("memory").freeze();
    bencher.counter(ItemsCount::new(LINES)).bench(|| walk(&memory, in_flight, LINES / in_flight as u64, 1));
}
