//! Address spaces from much too small to large enough: an answer, or status 6.

use crate::Test;
use crate::cli::corner_table;
use crate::effort::or_full;
use crate::program::{Place, Program};
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::Metric;

pub const TESTS: &[Test] = &[(27, "in_ever_larger_address_spaces", address_spaces)];

/// Megabytes for the largest build of `solve`, with the libraries of MPI: in fewer, the loader of the system ends it
/// before it begins.
const FROM: u64 = 30;

/// Runs in a given number of megabytes, then in more and more; once it works, it must work in larger ones.
fn sweep(faults: &Faults, what: &str, program: &Program, megabytes: impl Iterator<Item = u64>, answer: &str) {
    let mut worked = 0;
    for size in megabytes.step_by(or_full(3, 1)) {
        faults.try_one(format!("{what} in {size} MB"), || {
            let ran = program.clone().within(size << 20).run();
            if ran.code == Some(0) {
                worked += 1;
                return assert!(ran.out.starts_with(answer), "{}", ran.out);
            }
            ran.refuses(6, &["memory"]);
        });
    }
    assert!(worked > 0, "{what} never worked");
}

fn address_spaces(faults: &Faults) {
    let place = Place::new();
    let corners = corner_table().to_str().unwrap();
    let program = |args: &[&str]| place.solve(&["--threads", "2", "--deterministic"]).args(args).args(["R U F"]);
    let answer = "F' U' R' (3f)\n";
    let copied = program(&["--pdb", corners, "--load", "copy"]);
    sweep(faults, "a copied table", &copied, (FROM..260).step_by(10), answer);
    let mapped = program(&["--pdb", corners, "--load", "mmap"]);
    sweep(faults, "a mapped table", &mapped, (FROM..260).step_by(10), answer);
    let states = program(&["--heuristic", "zero", "--tt", "packed", "--tt-memory", "100M"]);
    sweep(faults, "a transposition table", &states, (FROM..300).step_by(20), answer);
    let learned = program(&["--heuristic", "zero", "--prune", "automaton", "--automaton-depth", "5"]);
    sweep(faults, "learning an automaton", &learned, (FROM..300).step_by(20), answer);
    let built = place.pdbgen("corners --force --threads 2 -o c.pdb");
    sweep(faults, "a build", &built, (20..400).step_by(20), "c.pdb: ");
    let fixture = Fixture::of_edges("UR,UF,UL,UB", Metric::HalfTurn);
    fixture.compressed();
    let proven = fixture.pdbgen("verify t.pdb.zst --threads 2");
    sweep(faults, "proving a compressed table", &proven, (20..200).step_by(10), "t.pdb.zst: ");
    let packed = fixture.pdbgen("compress t.pdb --force -o x --threads 2");
    sweep(faults, "compressing", &packed, (20..400).step_by(20), "x: ");
}
