//! Speed of building and proving tables, of indexing, and of one look-up.

use cubepdb::internals::{
    coord::{Arrangements, Grid, PackedRank},
    cube::{CubeAlphabet, Cubies, MOVE_CUBES, PackedCube, Portable},
    heuristic::{CornerBound, CornerCoord, CubePair, EdgeLookup},
    pdb::{build::build, verify::verify},
    storage::TableMemory,
};
use cubepdb::{EdgeSet, Metric, Pattern, TableSpec};
use divan::{Bencher, black_box};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

fn main() {
    divan::main();
}

const PATTERNS: [&str; 4] = ["corners", "corners-qtm", "UR,UF,UL,UB,FR", "UR,UF,UL,UB,FR,FL"];

fn spec(name: &str) -> TableSpec {
    let (name, metric) = match name.strip_suffix("-qtm") {
        Some(name) => (name, Metric::QuarterTurn),
        None => (name, Metric::HalfTurn),
    };
    let pattern =
        if name == "corners" { Pattern::Corners } else { Pattern::Edges(EdgeSet::parse(name).expect("edges")) };
    TableSpec::new(pattern, metric)
}

fn table(spec: &TableSpec) -> Arc<TableMemory> {
    let (table, _) = build(spec, None, &AtomicBool::new(false), |_| ()).expect("memory");
    Arc::new(table.freeze())
}

#[divan::bench(args = PATTERNS, sample_count = 5)]
fn build_table(bencher: Bencher<'_, '_>, name: &str) {
    let spec = spec(name);
    bencher.bench(|| table(&spec));
}

#[divan::bench(args = PATTERNS, sample_count = 5)]
fn prove_table(bencher: Bencher<'_, '_>, name: &str) {
    let spec = spec(name);
    let table = table(&spec);
    bencher.bench(|| verify(&spec, &table, None, &AtomicBool::new(false), &|_| ()));
}

/// A thousand cubes of a random walk.
fn walk() -> Vec<Cubies> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut cube = PackedCube::SOLVED;
    (0..1000)
        .map(|_| {
            cube = cube.then(&MOVE_CUBES[random.usize(..18)]);
            cube.unpack()
        })
        .collect()
}

#[divan::bench]
fn rank_six_edges_plainly(bencher: Bencher<'_, '_>) {
    let rows = Arrangements::new(12, 6);
    let cubes = walk();
    bencher.counter(1000u64).bench(|| cubes.iter().map(|cube| rows.rank(&black_box(cube).edges[..6])).sum::<u32>());
}

#[divan::bench]
fn rank_six_edges_in_a_word(bencher: Bencher<'_, '_>) {
    let rank = PackedRank::new(6);
    let words: Vec<u64> =
        walk().iter().map(|cube| u64::from_le_bytes(cube.edges[..8].try_into().expect("eight"))).collect();
    bencher.counter(1000u64).bench(|| words.iter().map(|&word| rank.row(black_box(word))).sum::<u32>());
}

static SIX_EDGES: LazyLock<Vec<EdgeLookup>> = LazyLock::new(|| {
    let spec = spec("UR,UF,UL,UB,FR,FL");
    EdgeLookup::of_table(&spec, &table(&spec))
});

#[divan::bench]
fn edge_lookup(bencher: Bencher<'_, '_>) {
    let pairs: Vec<CubePair> = walk().iter().map(|cube| CubePair::new(PackedCube::pack(cube))).collect();
    let lookup = &SIX_EDGES[0];
    bencher.counter(1000u64).bench(|| {
        pairs.iter().map(|pair| u32::from(lookup.bound(lookup.index(Portable, black_box(pair))))).sum::<u32>()
    });
}

#[divan::bench]
fn corner_lookup(bencher: Bencher<'_, '_>) {
    let coords: Vec<CornerCoord> = walk().iter().map(CornerCoord::of).collect();
    let bound = CornerBound::new(table(&spec("corners")), &CubeAlphabet::face_by_face(Metric::HalfTurn));
    bencher
        .counter(1000u64)
        .bench(|| coords.iter().map(|&coord| u32::from(bound.bound(black_box(coord)))).sum::<u32>());
}

#[divan::bench]
fn plain_index(bencher: Bencher<'_, '_>) {
    let grid = Grid::new(spec("UR,UF,UL,UB,FR,FL").pattern().expect("a grid"));
    let cubes = walk();
    bencher.counter(1000u64).bench(|| cubes.iter().map(|cube| grid.index(black_box(cube))).sum::<u64>());
}
