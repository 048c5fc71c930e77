//! Two programs that write the same file, and files that are replaced while they are read.

use crate::Test;
use crate::program::{Place, Ran, alone};
use crate::signals::{cube, search};
use crate::tables::{Fixture, forge};
use crate::tally::Faults;
use cubepdb::{Check, LoadMode, Metric, internals::storage::OutputLock, table_files::TableFile};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::Duration;

pub const TESTS: &[Test] = &[
    (18, "builds_of_one_table", two_builds),
    (18, "a_crowd_of_builds", crowd),
    (18, "searches_with_one_checkpoint", two_searches),
    (18, "first_runs", first_runs),
    (19, "in_the_library", replaced_in_library),
    (19, "while_solve_reads_them", replaced_under_solve),
];

fn two_builds(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    faults.try_one("a lock that is held", || {
        let lock = OutputLock::acquire(&place.path("t.pdb")).unwrap();
        let own = std::process::id().to_string();
        place.pdbgen("edges --pieces UR -o t.pdb").run().refuses(5, &["t.pdb: locked by process ", &own]);
        drop(lock);
        place.pdbgen("edges --pieces UR -o t.pdb").ok();
    });
    let build = place.pdbgen("corners --metric qtm --progress plain -o c.pdb");
    let start = |more: &[&str]| {
        let mut child = build.clone().args(more).start();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        lines.find(|line| line.starts_with("level  2")).unwrap();
        (child, lines)
    };
    for more in [&[] as &[&str], &["--resume"], &["--force"]] {
        faults.try_one(format!("beside a running build, {more:?}"), || {
            let (child, rest) = start(&[]);
            let id = child.id().to_string();
            build.clone().args(more).run().refuses(5, &["c.pdb: locked by process ", &id]);
            let reader = thread::spawn(move || rest.count());
            Ran::of(child.wait_with_output().unwrap()).ends_with(0);
            reader.join().unwrap();
            place.pdbgen("verify --quick c.pdb").ok();
            place.remove("c.pdb");
        });
    }
    faults.try_one("behind a killed one", || {
        let (mut child, _) = start(&[]);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(place.path("c.pdb.lock").exists(), "what it left holds nobody up");
        build.ok();
        assert_eq!(place.names(), ["c.pdb", "t.pdb"]);
    });
}

/// Of many programs that begin at the same time one or more finish, one after the other, and all that do print the
/// same.
fn crowd(faults: &Faults) {
    let place = Place::new();
    for round in 0..5 {
        faults.try_one(round, || {
            let children: Vec<_> =
                (0..8).map(|_| place.pdbgen("edges --pieces UR,UF,UL,UB --threads 1 -o t.pdb").start()).collect();
            let all: Vec<Ran> = children.into_iter().map(|child| Ran::of(child.wait_with_output().unwrap())).collect();
            assert_eq!(all.iter().filter(|ran| ran.code == Some(0)).count(), 1, "{all:?}");
            for ran in all.iter().filter(|ran| ran.code != Some(0)) {
                ran.refuses(5, &["t.pdb: "]);
                assert!(ran.err.contains("locked by") || ran.err.contains("exists already"), "{}", ran.err);
            }
            place.pdbgen("verify t.pdb").ok();
            assert_eq!(place.names(), ["t.pdb"]);
            place.remove("t.pdb");
        });
    }
}

fn two_searches(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let save = ["--all", "--checkpoint-every", "0.02", "--checkpoint", "run"];
    faults.try_one("beside a running search", || {
        let mut first = search(&place, &save, crate::cli::HARD).start();
        let started = std::time::Instant::now();
        while !place.path("run").exists() {
            assert!(started.elapsed() < crate::program::PATIENCE, "no checkpoint");
            thread::sleep(Duration::from_millis(10));
        }
        for more in [&["--resume"] as &[&str], &[]] {
            let ran = search(&place, &[&save, more].concat(), cube()).run();
            ran.refuses(5, &[&format!("locked by process {}", first.id())]);
        }
        first.kill().unwrap();
        first.wait().unwrap();
    });
}

/// All others wait for what the first one builds, even if many find at the same moment that nothing exists yet.
fn first_runs(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    for round in 0..3 {
        faults.try_one(format!("six at once, {round}"), || {
            let start = |_| place.solve(&["--heuristic", "corners", "R U F"]).start();
            let children: Vec<_> = (0..6).map(start).collect();
            let all: Vec<Ran> = children.into_iter().map(|child| Ran::of(child.wait_with_output().unwrap())).collect();
            for ran in all {
                ran.ends_with(0);
                assert_eq!(ran.out, "F' U' R' (3f)\n");
            }
            assert_eq!(cubepdb_testing::names(&place.path(".cache/cubepdb")), ["corners.pdb"]);
        });
        place.remove(".cache/cubepdb/corners.pdb");
    }
}

fn replaced_in_library(faults: &Faults) {
    let fixture = Fixture::small();
    let path = fixture.path();
    let mut other = fixture.data.clone();
    other.reverse();
    for round in 0..20 {
        let (own, next) = if round % 2 == 0 { (&fixture.data, &other) } else { (&other, &fixture.data) };
        faults.try_one(round, || {
            let table = TableFile::open(&path).unwrap();
            let memory = table.load(LoadMode::Mmap, Check::Full).unwrap();
            forge(&path, &fixture.spec, next);
            assert!(memory[..] == own[..], "what was mapped stays");
            assert!(table.is_unchanged().unwrap());
        });
    }
}

/// Between two cubes, `pdbgen` builds the table anew, or it is removed altogether.
fn replaced_under_solve(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    for load in ["mmap", "copy"] {
        let mut child = fixture.solve_with(&["--load", load, "--deterministic", "-"]).start();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut output = BufReader::new(output).lines();
        let mut ask = |cube: &str| {
            writeln!(input, "{cube}").unwrap();
            output.next().unwrap().unwrap()
        };
        assert_eq!(ask("R U"), "U' R' (2f)");
        for round in 0..10 {
            faults.try_one(format!("{load}, {round}"), || {
                if round == 5 {
                    fixture.remove("t.pdb");
                } else {
                    fixture.pdbgen("edges --pieces UR,UF,UL --force -o t.pdb --threads 1").ok();
                }
                assert_eq!(ask("R U F2"), "F2 U' R' (3f)");
            });
        }
        drop(input);
        Ran::of(child.wait_with_output().unwrap()).ends_with(0);
    }
    fs::metadata(fixture.path()).unwrap();
}
