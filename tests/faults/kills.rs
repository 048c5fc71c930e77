//! Programs that are killed: whatever they were doing, the same command with `--resume` ends in the same file or
//! answer.

use crate::Test;
use crate::cli::corner_table;
use crate::effort::is_full;
use crate::program::{Place, Program, alone, rounds};
use crate::signals::{Build, cube, moments};
use crate::tally::Faults;
use serde_json::Value;
use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

pub const TESTS: &[Test] = &[
    (16, "a_build_of_edges", |faults| of_a_build(faults, "edges --pieces UR,UF,UL,UB,FR", 40)),
    (16, "a_build_of_corners", |faults| of_a_build(faults, "corners", 6)),
    (16, "a_build_of_cosets", |faults| of_a_build(faults, "h48 --level 0 --metric qtm", 2)),
    (16, "a_build_of_some_pieces", |faults| of_a_build(faults, "pattern --puzzle skewb --pieces all", 10)),
    (16, "a_build_of_several_tables", of_several_tables),
    (16, "counts_of_positions", of_counts),
    (16, "compression", of_compression),
    (16, "a_first_run", of_a_first_run),
    (16, "a_search", of_a_search),
];

fn kill_after(moment: Duration, mut child: Child) {
    thread::sleep(moment);
    child.kill().unwrap();
    child.wait().unwrap();
}

fn of_a_build(faults: &Faults, args: &'static str, usual: usize) {
    if args.starts_with("h48") && !is_full() {
        return faults.skip("builds of cosets are left to the long tier");
    }
    let _alone = alone();
    let build = Build::new(args);
    for moment in moments(build.time, rounds(usual)) {
        faults.try_one(format!("after {moment:?} of {:?}", build.time), || {
            kill_after(moment, build.start(&[]));
            if let Ok(bytes) = fs::read(build.place.path("t.pdb")) {
                assert!(bytes == build.place.read("right.pdb"), "a file under its final name is whole");
            }
            build.resume_and_compare();
        });
        build.clear();
    }
}

/// Kills a program at moments of the time that it takes, and does `again` after each, and after a run that was not
/// killed.
fn kill(faults: &Faults, program: &Program, usual: usize, again: impl Fn()) {
    let _alone = alone();
    let start = Instant::now();
    program.ok();
    let time = start.elapsed();
    again();
    for moment in moments(time, rounds(usual)) {
        faults.try_one(format!("after {moment:?} of {time:?}"), || {
            kill_after(moment, program.start());
            again();
        });
    }
}

/// Tables in the directory are not built again, and all of them are whole.
fn of_several_tables(faults: &Faults) {
    let place = Place::new();
    let build = |directory: &str| {
        place.pdbgen("build --moves R,U --max-memory 20M --checkpoint-every 0 --resume -o").args([directory])
    };
    build("right").ok();
    let files = |directory: &str| {
        let path = place.path(directory);
        cubepdb_testing::names(&path).into_iter().map(|name| (fs::read(path.join(&name)).unwrap(), name)).collect()
    };
    let right: Vec<_> = files("right");
    kill(faults, &build("again"), 10, || {
        build("again").ok();
        assert!(files("again") == right, "the same files as without interruption, and no others");
        fs::remove_dir_all(place.path("again")).unwrap();
    });
}

fn of_counts(faults: &Faults) {
    let place = Place::new();
    let count = |more: &str| place.pdbgen("distances --goal EDGES:4-7 --csv").args(more.split_whitespace());
    let right = count("").ok();
    let saving = count("--checkpoint state --checkpoint-every 0 --resume");
    kill(faults, &saving, 10, || {
        assert_eq!(saving.ok(), right);
        assert_eq!(place.names(), [""; 0], "the checkpoint is removed");
    });
}

/// Whole files alone have the final name; what a killed program leaves does not stand in the way of the next.
fn of_compression(faults: &Faults) {
    let place = Place::new();
    place.pdbgen("pattern --puzzle skewb --pieces all -o t.pdb").ok();
    let plain = place.read("t.pdb");
    place.pdbgen("compress t.pdb -o t.zst").ok();
    let compressed = place.read("t.zst");
    for (command, output, right) in
        [("compress t.pdb", "new.zst", &compressed), ("decompress t.zst", "new.pdb", &plain)]
    {
        let program = place.pdbgen(command).args(["-o", output]);
        kill(faults, &program, 5, || {
            if place.names().iter().all(|name| name != output) {
                program.ok();
            }
            assert!(place.read(output) == *right, "{output} is whole");
            assert_eq!(place.names().len(), 3, "{:?}", place.names());
            place.remove(output);
        });
    }
}

/// The next run uses what the killed one has left, and needs no clean-up.
fn of_a_first_run(faults: &Faults) {
    let place = Place::new();
    let cache = place.path(".cache/cubepdb");
    let program = place.solve(&["--heuristic", "corners", "R U F"]);
    kill(faults, &program, 5, || {
        assert_eq!(program.ok(), "F' U' R' (3f)\n");
        let left = cubepdb_testing::names(&cache);
        assert!(left.contains(&"corners.pdb".to_owned()) && left.len() == 1, "{left:?}");
        fs::remove_dir_all(&cache).unwrap();
    });
}

/// The results that must not depend on how often a search was stopped: all counts, without the times.
fn result(stdout: &str) -> Value {
    let mut record: Value = serde_json::from_str(stdout).unwrap();
    let record = record.as_object_mut().unwrap();
    for iteration in record["iterations"].as_array_mut().unwrap() {
        iteration
            .as_object_mut()
            .unwrap()
            .retain(|key, _| !["seconds", "subtrees", "steals", "waited_seconds"].contains(&key.as_str()));
    }
    let fields = ["status", "length", "cost", "optimal", "solutions", "lower_bound", "nodes", "lookups", "iterations"];
    fields.iter().map(|&field| (field.to_owned(), record.get(field).cloned().unwrap_or_default())).collect()
}

/// When all solutions are requested, every iteration is searched completely, so that all counts are fixed.
fn of_a_search(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    for question in [
        &["--pdb", corner_table().to_str().unwrap(), cube()][..],
        &["--moves", "R,U,F", "--cost", "R2=2,U=3", "--heuristic", "zero", "R U F R' U2 F'"],
        &["--puzzle", "megaminx", "R U F BL' DR2 L D' BR"],
    ] {
        let solve = |more: &[&str]| place.solve(&[question, &["--all", "--output", "jsonl", "--stats"], more].concat());
        let start = Instant::now();
        let right = result(&solve(&[]).ok());
        let time = start.elapsed();
        // Killed again and again, each time with another number of threads, and then left to finish.
        for (round, moment) in moments(time, rounds(12)).enumerate() {
            faults.try_one(format!("{question:?} after {moment:?} of {time:?}"), || {
                let threads = ["1", "2", "8"][round % 3];
                let save = ["--resume", "--checkpoint-every", "0.02", "--checkpoint", "run", "--threads", threads];
                let program = solve(&save);
                kill_after(moment / 2, program.start());
                if round % 2 == 1 {
                    assert_eq!(result(&program.ok()), right);
                    assert_eq!(place.names(), [""; 0], "nothing is left, of the killed runs either");
                }
            });
        }
    }
}
