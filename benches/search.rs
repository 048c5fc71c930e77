//! Nodes per second of completed iterations: counts are fixed, so that only the time can differ between runs.

use cubepdb::backend::Threads;
use cubepdb::backend::random_access::{IN_FLIGHT, walk};
use cubepdb::cube::{Cubies, MetricKind, Move};
use cubepdb::notation::{MoveOptions, parse_moves};
use cubepdb::pdb::build::build;
use cubepdb::pdb::memory::TableBuffer;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use cubepdb::search::{Control, Goal, Limits, Monitor, Outcome, TableSet, solve_cube};
use divan::{Bencher, counter::ItemsCount};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

/// A random state of length 15 in the half-turn metric.
const CUBE: &str = "U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2";

fn tables(patterns: &[Pattern]) -> TableSet {
    let built: Vec<_> = patterns
        .iter()
        .map(|&pattern| {
            let spec = TableSpec::new(pattern, MetricKind::HalfTurn);
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| Ok::<(), Infallible>(())).expect("memory");
            (spec, Arc::new(table.freeze()))
        })
        .collect();
    TableSet::new(&built, TableSet::LOOKUPS_PER_TABLE)
}

/// Proves that nothing of at most `depth` moves solves the cube.
fn prove(tables: &TableSet, depth: u8, pool: &Threads) -> Outcome<Move> {
    let cube = Cubies::after(&parse_moves(CUBE, &MoveOptions::default()).expect("a scramble"));
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let goal = Goal { max_depth: depth, ..Goal::default() };
    solve_cube(&cube, MetricKind::HalfTurn, tables, &goal, &control, pool)
}

fn bench(bencher: Bencher<'_, '_>, patterns: &[Pattern], depth: u8, threads: usize) {
    let (tables, pool) = (tables(patterns), Threads::new(threads).expect("threads"));
    let nodes = prove(&tables, depth, &pool).counters().nodes;
    bencher.counter(ItemsCount::new(nodes)).bench(|| prove(&tables, depth, &pool));
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

/// What no search can beat: random lines of 256 MB in huge pages, so many under way at a time, on one core.
#[divan::bench(args = IN_FLIGHT, sample_count = 5)]
fn random_lines(bencher: Bencher<'_, '_>, in_flight: usize) {
    const LINES: u64 = 1 << 19;
    let memory = TableBuffer::filled(1 << 28, 0xA5).expect("memory").freeze();
    bencher.counter(ItemsCount::new(LINES)).bench(|| walk(&memory, in_flight, LINES / in_flight as u64, 1));
}
