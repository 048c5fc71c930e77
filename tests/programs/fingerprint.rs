//! The fingerprint of the search: node counts of completed iterations for a fixed set of cubes, engines, presets and
//! tables, compared with the recorded ones in `tests/data/fingerprint.csv`. A refactoring must not move any of them.
//!
//! Everything goes through the command line, so the test does not depend on how the library is arranged.
//!
//! | variable | effect |
//! |---|---|
//! | `CUBEPDB_SOLVE=PATH` | tests this `solve`, and the `pdbgen` beside it, instead of those of the build: compares two versions |
//! | `FINGERPRINT_RECORD=1` | records the counts anew, then fails, so that no run passes by recording; refused if `CI` is set |

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

/// A search whose node counts are recorded, and other ways to run it that must give the same counts.
struct Case {
    name: &'static str,
    flags: &'static str,
    cubes: &'static [&'static str],
    /// Flags added to, or replacing, those above, for which the counts must be the same.
    variants: &'static [&'static str],
}

/// The tables that the cases read, and the arguments that build them.
const TABLES: [(&str, &str); 6] = [
    ("corners-htm.pdb", "corners"),
    ("corners-qtm.pdb", "corners --metric qtm"),
    ("edges-htm.pdb", "edges --pieces UR,UF,UL,UB,DR"),
    ("edges-qtm.pdb", "edges --pieces UR,UF,UL,UB,DR --metric qtm"),
    ("h48-htm.pdb", "h48 --level 0"),
    ("h48-qtm.pdb", "h48 --level 0 --metric qtm"),
];

/// Every kernel, scheduler and distribution of a one-sided search, on 1, 2, 7 and 64 threads, except for the scheduler
/// `ranges`: it makes the same nodes, but does not count look-ups.
const ONE_SIDED: &[&str] = &[
    "--threads 1 --kernel recursive",
    "--threads 2 --kernel recursive",
    "--threads 64 --kernel recursive",
    "--threads 1 --kernel iterative",
    "--threads 2 --kernel iterative",
    "--threads 64 --kernel iterative",
    "--threads 1 --scheduler sequential",
    "--threads 1 --scheduler sequential --kernel recursive",
    "--threads 7 --scheduler first-level",
    "--threads 2 --scheduler depth",
    "--threads 64 --scheduler depth:2",
    "--threads 2 --scheduler main-worker",
    "--threads 7 --scheduler main-worker:4",
    "--threads 2 --scheduler shared-path",
    "--threads 7 --scheduler shared-path:3",
    "--threads 2 --scheduler stealing",
    "--threads 64 --scheduler stealing:2:xor",
    "--threads 2 --scheduler siblings",
    "--threads 7 --scheduler siblings:2",
    "--threads 2 --scheduler static",
    "--threads 2 --scheduler static --workers 7",
    "--threads 2 --deterministic",
    "--threads 2 --jobs 2",
    "--threads 2 --ranks 2",
    "--threads 2 --ranks 2 --kernel recursive",
    "--threads 2 --ranks 2 --distribution first-level",
    "--threads 2 --ranks 2 --distribution frontier",
    "--threads 2 --ranks 2 --distribution shares",
    "--threads 2 --ranks 2 --distribution stealing",
    "--threads 64 --ranks 2 --distribution best-first:100",
];

/// Enough to distinguish the kernels, schedulers and ranks.
const FEW: &[&str] = &[
    "--threads 1 --kernel recursive --scheduler sequential",
    "--threads 64 --kernel iterative",
    "--threads 2 --scheduler stealing",
    "--threads 2 --ranks 2",
];

/// Every way to run a two-sided search.
const TWO_SIDED: &[&str] = &[
    "--threads 1 --kernel batched",
    "--threads 2 --kernel batched",
    "--threads 64 --kernel batched",
    "--threads 1 --kernel staged",
    "--threads 2 --kernel staged",
    "--threads 64 --kernel staged",
    "--threads 2 --deterministic",
    "--threads 2 --jobs 2",
    "--threads 2 --ranks 2",
    "--threads 64 --ranks 2 --kernel staged",
    "--threads 3 --ranks 3",
];

/// One two-sided run of each kernel, one on many threads, one on two ranks.
const TWO_SIDED_FEW: &[&str] =
    &["--threads 1 --kernel staged", "--threads 64 --kernel batched", "--threads 2 --ranks 2"];

/// Other sizes: kernels, schedulers, threads and ranks.
const LAYERS: &[&str] = &[
    "--threads 1 --kernel recursive --scheduler sequential",
    "--threads 64 --kernel iterative",
    "--threads 2 --scheduler first-level",
    "--threads 2 --scheduler depth:2",
    "--threads 7 --scheduler main-worker:2",
    "--threads 2 --scheduler shared-path:2",
    "--threads 2 --scheduler stealing:1",
    "--threads 2 --scheduler siblings",
    "--threads 2 --scheduler static:7",
    "--threads 2 --ranks 2",
    "--threads 2 --ranks 2 --distribution first-level",
    "--threads 2 --ranks 2 --distribution frontier",
    "--threads 2 --ranks 2 --distribution stealing",
    "--threads 64 --ranks 2 --distribution best-first:50",
];

/// Presets on 1, 2 and 64 threads.
const THREADS: &[&str] = &["--threads 1", "--threads 2", "--threads 64"];

/// Presets of ranks, on two of them.
const RANKS: &[&str] = &["--threads 1", "--threads 2 --ranks 2", "--threads 64 --ranks 2"];

/// A transposition table depends on the order of visits: its counts are fixed on one thread only.
const ONE_THREAD: &[&str] = &[];

const FAR: &[&str] = &["R U F2 L B D' R2 U'", "F R U' L2 D B2 L' F'", "B U' L F' R2 D L' U2"];
const NEAR: &[&str] = &["R U F2 L' B D", "B' D F L' U R'"];
const NEARER: &[&str] = &["R U F2 L", "L2 D2 F2 U"];
const FARTHER: &[&str] = &["U L' D F B2 R U' L2 D' F2 R B'", "R' F D' L2 U B R' D2 F U L B2", "L B2 D R' U F2 D' L'"];
/// Part of `random_state_depth15.txt`, to be searched up to some depth.
const RANDOM: &[&str] = &[
    "U1 D2 F2 D2 F3 L2 U3 L3 U2 F1 D2 B1 D2 B3 R2 F3 L2 U2 B1 D2",
    "D3 R1 U2 L2 U1 R2 F2 L2 D3 R2 D2 B2 U1 B1 F3 D3 B3 R1 D3 L2",
];
/// With symmetries, or equal to their inverses.
const SYMMETRIC: &[&str] = &["R2 L2 U2 D2 F2 B2", "R L U D", "F2 U2 F2 U2 F2", "R L' F B' U D' R L'", "U D"];
const SUPERFLIP: &[&str] = &["U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"];

const CASES: &[Case] = &[
    // One-sided search, in half turns.
    Case { name: "htm corners", flags: "--pdb corners-htm.pdb", cubes: FAR, variants: ONE_SIDED },
    Case {
        name: "htm corners, ranges",
        flags: "--pdb corners-htm.pdb --scheduler ranges",
        cubes: FAR,
        variants: THREADS,
    },
    Case {
        name: "htm corners, bounded",
        flags: "--pdb corners-htm.pdb --max-depth 10",
        cubes: RANDOM,
        variants: ONE_SIDED,
    },
    Case { name: "htm edges", flags: "--pdb edges-htm.pdb --max-depth 8", cubes: RANDOM, variants: FEW },
    Case {
        name: "htm corners and edges",
        flags: "--pdb corners-htm.pdb --pdb edges-htm.pdb --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm corners and edges, one look-up",
        flags: "--pdb corners-htm.pdb --pdb edges-htm.pdb --lookups 1 --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm corners and manhattan",
        flags: "--pdb corners-htm.pdb --heuristic corners+manhattan --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case { name: "htm manhattan", flags: "--heuristic manhattan --max-depth 9", cubes: RANDOM, variants: FEW },
    Case {
        name: "htm manhattan of edges",
        flags: "--heuristic manhattan-edges --max-depth 9",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm manhattan of corners",
        flags: "--heuristic manhattan-corners --max-depth 7",
        cubes: RANDOM,
        variants: FEW,
    },
    Case { name: "htm no tables", flags: "--heuristic zero --max-depth 5", cubes: NEAR, variants: ONE_SIDED },
    Case { name: "htm no pruning", flags: "--heuristic zero --prune none", cubes: NEARER, variants: FEW },
    Case {
        name: "htm learned automaton",
        flags: "--heuristic manhattan-corners --prune automaton --automaton-depth 4 --max-depth 7",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm audited",
        flags: "--pdb corners-htm.pdb --pdb edges-htm.pdb --audit --max-depth 7",
        cubes: &["R U F2 L B D' R2 U'"],
        variants: FEW,
    },
    Case {
        name: "htm checkpoint",
        flags: "--pdb corners-htm.pdb --threads 2 --checkpoint never.ckpt",
        cubes: &["R U F2 L B D' R2 U'"],
        variants: &[],
    },
    Case {
        name: "htm transposition table, packed",
        flags: "--heuristic zero --prune none --tt packed --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm transposition table, epoch",
        flags: "--heuristic zero --prune none --tt epoch --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm transposition table, dashmap",
        flags: "--heuristic zero --prune none --tt dashmap --tt-memory 1M --tt-depth 3 --threads 1 --max-depth 5",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm table of symmetric states",
        flags: "--heuristic zero --tt packed --tt-memory 1M --tt-symmetry --tt-depth 4 --threads 1 --max-depth 5",
        cubes: SYMMETRIC,
        variants: ONE_THREAD,
    },
    Case {
        name: "htm all solutions",
        flags: "--pdb corners-htm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 U2 F2 U2 F2", "R L U D", ""],
        variants: FEW,
    },
    Case {
        name: "htm all solutions, one move longer",
        flags: "--pdb corners-htm.pdb --all --slack 1",
        cubes: &["R U F2 L' B", "R2 L2 U2 D2 F2 B2", ""],
        variants: FEW,
    },
    Case { name: "htm symmetric", flags: "--pdb corners-htm.pdb", cubes: SYMMETRIC, variants: FEW },
    // The same in quarter turns.
    Case { name: "qtm corners", flags: "--metric qtm --pdb corners-qtm.pdb", cubes: FAR, variants: ONE_SIDED },
    Case {
        name: "qtm corners, bounded",
        flags: "--metric qtm --pdb corners-qtm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm corners and edges",
        flags: "--metric qtm --pdb corners-qtm.pdb --pdb edges-qtm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm manhattan",
        flags: "--metric qtm --heuristic manhattan --max-depth 11",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "qtm no tables",
        flags: "--metric qtm --heuristic zero --max-depth 5",
        cubes: NEAR,
        variants: ONE_SIDED,
    },
    Case {
        name: "qtm no pruning",
        flags: "--metric qtm --heuristic zero --prune none --max-depth 4",
        cubes: NEARER,
        variants: FEW,
    },
    Case {
        name: "qtm learned automaton",
        flags: "--metric qtm --heuristic zero --prune automaton --automaton-depth 5 --max-depth 6",
        cubes: NEAR,
        variants: FEW,
    },
    Case {
        name: "qtm transposition table",
        flags: "--metric qtm --heuristic zero --prune none --tt packed --tt-memory 1M --threads 1 --max-depth 6",
        cubes: NEAR,
        variants: ONE_THREAD,
    },
    Case {
        name: "qtm all solutions",
        flags: "--metric qtm --pdb corners-qtm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 B2", "R L U D", ""],
        variants: FEW,
    },
    Case {
        name: "qtm symmetric",
        flags: "--metric qtm --pdb corners-qtm.pdb --max-depth 9",
        cubes: SYMMETRIC,
        variants: FEW,
    },
    // Two-sided search.
    Case { name: "htm h48", flags: "--pdb h48-htm.pdb", cubes: FARTHER, variants: TWO_SIDED },
    Case {
        name: "htm h48, bounded",
        flags: "--pdb h48-htm.pdb --max-depth 12",
        cubes: RANDOM,
        variants: TWO_SIDED_FEW,
    },
    Case { name: "htm h48, symmetric", flags: "--pdb h48-htm.pdb", cubes: SYMMETRIC, variants: TWO_SIDED },
    Case {
        name: "htm h48, all solutions",
        flags: "--pdb h48-htm.pdb --all",
        cubes: &["R U F2 L' B D", "R L' F B' U D' R L'", "R2 L2 U2 D2 F2 B2", "F2 U2 F2 U2 F2", ""],
        variants: TWO_SIDED,
    },
    Case {
        name: "htm h48, all solutions, one move longer",
        flags: "--pdb h48-htm.pdb --all --slack 1",
        cubes: &["R U F2 L'", "F2 U2 F2", ""],
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "htm h48, superflip",
        flags: "--pdb h48-htm.pdb --max-depth 9",
        cubes: SUPERFLIP,
        variants: TWO_SIDED,
    },
    Case {
        name: "htm h48, superflip, longer",
        flags: "--pdb h48-htm.pdb --max-depth 10 --threads 2",
        cubes: SUPERFLIP,
        variants: &[],
    },
    Case {
        name: "htm h48, superflip, all solutions",
        flags: "--pdb h48-htm.pdb --max-depth 8 --all",
        cubes: SUPERFLIP,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "htm h48 from one end",
        flags: "--pdb h48-htm.pdb --kernel iterative --max-depth 12",
        cubes: RANDOM,
        variants: FEW,
    },
    Case {
        name: "htm h48 and corners",
        flags: "--pdb h48-htm.pdb --pdb corners-htm.pdb",
        cubes: FARTHER,
        variants: TWO_SIDED_FEW,
    },
    Case { name: "qtm h48", flags: "--metric qtm --pdb h48-qtm.pdb", cubes: FARTHER, variants: TWO_SIDED },
    Case {
        name: "qtm h48, bounded",
        flags: "--metric qtm --pdb h48-qtm.pdb --max-depth 13",
        cubes: RANDOM,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, symmetric",
        flags: "--metric qtm --pdb h48-qtm.pdb",
        cubes: SYMMETRIC,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, all solutions",
        flags: "--metric qtm --pdb h48-qtm.pdb --all",
        cubes: &["R U F2 L' B D", "F2 B2", "R L U D", ""],
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48, superflip",
        flags: "--metric qtm --pdb h48-qtm.pdb --max-depth 9",
        cubes: SUPERFLIP,
        variants: TWO_SIDED_FEW,
    },
    Case {
        name: "qtm h48 from one end",
        flags: "--metric qtm --pdb h48-qtm.pdb --kernel iterative --max-depth 13",
        cubes: RANDOM,
        variants: FEW,
    },
    // Presets. Each preset that this build can run has a case of the same name.
    Case { name: "bfs", flags: "--preset bfs", cubes: NEARER, variants: THREADS },
    Case { name: "ida-no-db", flags: "--preset ida-no-db", cubes: &["R U F2 L", "R U F2 L B"], variants: THREADS },
    Case {
        name: "ida-rec-seq",
        flags: "--preset ida-rec-seq --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-rec-first-level",
        flags: "--preset ida-rec-first-level --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-rec-omp",
        flags: "--preset ida-rec-omp --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-iter-seq",
        flags: "--preset ida-iter-seq --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-iter-main-worker",
        flags: "--preset ida-iter-main-worker --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-iter-omp",
        flags: "--preset ida-iter-omp --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-iter-uneven",
        flags: "--preset ida-iter-uneven --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: THREADS,
    },
    Case {
        name: "ida-mpi",
        flags: "--preset ida-mpi --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: RANKS,
    },
    Case {
        name: "ida-mpi2",
        flags: "--preset ida-mpi2 --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: RANKS,
    },
    Case {
        name: "ida-mpi3",
        flags: "--preset ida-mpi3 --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: RANKS,
    },
    Case {
        name: "ida-mpi4",
        flags: "--preset ida-mpi4 --pdb corners-htm.pdb --max-depth 9",
        cubes: RANDOM,
        variants: RANKS,
    },
    Case { name: "iddfs-serial", flags: "--preset iddfs-serial", cubes: NEARER, variants: THREADS },
    Case { name: "recompute", flags: "--preset recompute", cubes: NEARER, variants: THREADS },
    Case { name: "iddfs-memory-bound", flags: "--preset iddfs-memory-bound", cubes: NEARER, variants: THREADS },
    Case { name: "iddfs-pruned", flags: "--preset iddfs-pruned", cubes: NEAR, variants: THREADS },
    Case { name: "iddfs-hash", flags: "--preset iddfs-hash --threads 1", cubes: NEAR, variants: ONE_THREAD },
    Case { name: "ibis", flags: "--preset ibis", cubes: &["U R 2F R2", "U R 2F"], variants: THREADS },
    Case { name: "ibis-mpi", flags: "--preset ibis-mpi", cubes: &["U R 2F R2", "U R 2F"], variants: RANKS },
    Case {
        name: "gpu-manhattan-serial",
        flags: "--preset gpu-manhattan-serial --max-depth 8",
        cubes: RANDOM,
        variants: THREADS,
    },
    // Other sizes, and the 3x3x3 by its stickers.
    Case {
        name: "2x2x2 htm",
        flags: "--size 2",
        cubes: &["R U F2 R' U2 F", "R U2 F' R2 U'", "R2 U2 R2", ""],
        variants: LAYERS,
    },
    Case {
        name: "2x2x2 htm no table",
        flags: "--size 2 --heuristic zero",
        cubes: &["R U2 F' R2 U'", "R2 U2 R2"],
        variants: LAYERS,
    },
    Case {
        name: "2x2x2 qtm",
        flags: "--size 2 --metric qtm",
        cubes: &["R U F2 R' U2 F", "R U2 F' R2 U'"],
        variants: FEW,
    },
    Case { name: "2x2x2 all solutions", flags: "--size 2 --all", cubes: &["R U F2 R'", "R2 U2 R2"], variants: FEW },
    Case { name: "3x3x3 slices", flags: "--moves slices", cubes: &["2R U 2F", "R U 2F L"], variants: LAYERS },
    Case { name: "4x4x4 htm", flags: "--size 4", cubes: &["Rw U 2F'", "Rw U2 Fw'"], variants: LAYERS },
    Case { name: "4x4x4 qtm", flags: "--size 4 --metric qtm", cubes: &["Rw U 2F'", "Rw U2"], variants: LAYERS },
    Case {
        name: "4x4x4 slices, all solutions",
        flags: "--size 4 --moves slices --all",
        cubes: &["2R U 3F' R", "2R 3R'"],
        variants: LAYERS,
    },
    Case {
        name: "4x4x4 slices, no pruning",
        flags: "--size 4 --moves slices --prune none --all",
        cubes: &["2R U 3F'"],
        variants: LAYERS,
    },
    Case {
        name: "4x4x4 htm, ranges",
        flags: "--size 4 --scheduler ranges",
        cubes: &["Rw U 2F'", "Rw U2 Fw'"],
        variants: THREADS,
    },
    Case { name: "5x5x5 htm", flags: "--size 5 --max-depth 2", cubes: &["Rw U 2F"], variants: LAYERS },
];

#[test]
fn node_counts_are_the_recorded_ones() {
    let record = std::env::var_os("FINGERPRINT_RECORD").is_some_and(|value| !value.is_empty());
    assert!(
        !(record && std::env::var_os("CI").is_some()),
        "FINGERPRINT_RECORD is set: node counts are recorded by hand, never in CI"
    );
    let programs = Programs::new();
    let mut faults = programs.presets_without_a_case();
    let found = run_all(&programs, &mut faults);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fingerprint.csv");
    if record {
        assert!(faults.is_empty(), "nothing is recorded:\n{}", faults.join("\n"));
        fs::write(&path, table(&found)).unwrap();
        panic!(
            "recorded in {}: look at what has changed, and run the test again without FINGERPRINT_RECORD",
            path.display()
        );
    }
    let recorded = fs::read_to_string(&path).unwrap();
    faults.extend(differences(&recorded, &table(&found)));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Runs all cases in all variants. Returns the rows of each case, in the order of [`CASES`]; adds errors, and variants
/// that do not agree with the case, to `faults`.
fn run_all(programs: &Programs, faults: &mut Vec<String>) -> Vec<Vec<String>> {
    let runs: Vec<(usize, &str)> = CASES
        .iter()
        .enumerate()
        .flat_map(|(case, Case { variants, .. })| {
            std::iter::once(&"").chain(*variants).map(move |&flags| (case, flags))
        })
        .collect();
    let next = Mutex::new(runs.iter());
    let results = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(&(case, flags)) = next.lock().unwrap().next() else { return };
                    let rows = programs.rows(&CASES[case], flags);
                    results.lock().unwrap().insert((case, flags), rows);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    let mut found = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let rows = results.remove(&(number, "")).expect("it ran").unwrap_or_else(|fault| {
            faults.push(fault);
            Vec::new()
        });
        for flags in case.variants {
            match results.remove(&(number, *flags)).expect("it ran") {
                Ok(others) if others == rows => {}
                Ok(others) => {
                    let differ = differences(&rows.join("\n"), &others.join("\n"));
                    faults.push(format!("{} with {flags}:\n{}", case.name, differ.join("\n")));
                }
                Err(fault) => faults.push(fault),
            }
        }
        found.push(rows);
    }
    found
}

/// The recorded table: one row for each case, cube and completed iteration; one without an iteration where there was
/// none.
fn table(found: &[Vec<String>]) -> String {
    let mut text = "case,cube,status,length,bound,nodes,expanded,lookups\n".to_owned();
    for row in found.iter().flatten() {
        writeln!(text, "{row}").unwrap();
    }
    text
}

/// Rows that only one of two tables has.
fn differences(expected: &str, found: &str) -> Vec<String> {
    let missing = expected.lines().filter(|row| !found.lines().any(|other| other == *row));
    let new = found.lines().filter(|row| !expected.lines().any(|other| other == *row));
    missing.map(|row| format!("- {row}")).chain(new.map(|row| format!("+ {row}"))).collect()
}

/// The programs under test, in a separate directory with the tables.
struct Programs {
    solve: PathBuf,
    directory: tempfile::TempDir,
}

impl Programs {
    /// Builds the tables.
    fn new() -> Self {
        let solve = std::env::var_os("CUBEPDB_SOLVE").map_or(env!("CARGO_BIN_EXE_solve").into(), PathBuf::from);
        let programs = Self { solve, directory: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap() };
        for (file, flags) in TABLES {
            let mut pdbgen = programs.command(&programs.solve.with_file_name("pdbgen"));
            pdbgen.args(flags.split_whitespace()).args(["--progress", "none", "-o", file]);
            succeeded(&pdbgen.output().unwrap());
        }
        programs
    }

    /// One of the programs, independent of the environment.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for variable in ["CUBEPDB_PDB", "CUBEPDB_CACHE", "CUBEPDB_THREADS", "CUBEPDB_MAX_MEMORY", "CUBEPDB_FAULT"] {
            command.env_remove(variable);
        }
        command.current_dir(&self.directory).env("XDG_CACHE_HOME", self.directory.path().join("cache"));
        command
    }

    fn presets_without_a_case(&self) -> Vec<String> {
        let output = self.command(&self.solve).args(["presets", "--json"]).output().unwrap();
        let presets = succeeded(&output);
        let runs_here = presets.iter().filter(|preset| preset["needs"].is_null()).map(|preset| &preset["name"]);
        let missing = runs_here.filter(|name| !CASES.iter().any(|case| **name == case.name));
        missing.map(|name| format!("the preset {name} has no case")).collect()
    }

    /// Solves the cubes of a case; a flag of the variant replaces the same flag of the case.
    fn rows(&self, case: &Case, variant: &str) -> Result<Vec<String>, String> {
        let mut solve = self.command(&self.solve);
        solve.args(["--output", "jsonl", "--stats", "--progress", "none"]);
        if case.flags.contains("--pdb") {
            solve.args(["--load", "mmap", "--check", "header"]);
        }
        let kept = |flag: &str| !(flag == "--kernel" && variant.contains(flag));
        let mut flags = case.flags.split_whitespace();
        while let Some(flag) = flags.next() {
            if kept(flag) {
                solve.arg(flag);
            } else {
                flags.next();
            }
        }
        let output = solve.args(variant.split_whitespace()).args(case.cubes).output().unwrap();
        let run = format!("{}: solve {} {variant}", case.name, case.flags);
        // 1: a cube has no solution within --max-depth.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{run}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        let records = records(&output);
        if records.len() != case.cubes.len() {
            return Err(format!("{run}: {} records of {} cubes", records.len(), case.cubes.len()));
        }
        let all = case.flags.contains("--all") || case.name.starts_with("ibis");
        Ok(records.iter().flat_map(|record| rows_of(case.name, all, record)).collect())
    }
}

/// The rows of a cube. The iteration that finds the solution is left early, unless `all` solutions are requested, or
/// the solution is by chance the last node: it has no row then.
fn rows_of(case: &str, all: bool, record: &Value) -> Vec<String> {
    let start = format!("\"{case}\",{},{},{}", record["id"], record["status"].as_str().unwrap(), record["length"]);
    let counts = record["iterations"].as_array().expect("--stats gives them").iter();
    let whole = counts.filter(|iteration| {
        let is_last = iteration["bound"] == record["length"];
        iteration["completed"] == true && (all || !is_last)
    });
    let rows: Vec<String> = whole
        .map(|iteration| {
            let [bound, nodes, expanded, lookups] =
                ["bound", "nodes", "expanded", "lookups"].map(|field| iteration[field].as_u64().unwrap());
            format!("{start},{bound},{nodes},{expanded},{lookups}")
        })
        .collect();
    if rows.is_empty() { vec![format!("{start},,,,")] } else { rows }
}

fn records(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The records of a run that has to succeed; tables are reported as text.
fn succeeded(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
