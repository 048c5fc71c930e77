//! Programs that are killed: whatever they were doing, the same command with `--resume` ends in the same file or
//! answer.

use crate::Test;
use crate::effort::is_full;
use crate::program::{Place, alone, rounds};
use crate::signals::{Build, cube, moments, search};
use crate::tally::Faults;
use serde_json::Value;
use std::fs;
use std::thread;
use std::time::Instant;

pub const TESTS: &[Test] = &[
    (16, "a_build_of_edges", |faults| of_a_build(faults, "edges --pieces UR,UF,UL,UB,FR", 40)),
    (16, "a_build_of_corners", |faults| of_a_build(faults, "corners", 6)),
    (16, "a_build_of_cosets", |faults| of_a_build(faults, "h48 --level 0 --metric qtm", 2)),
    (16, "a_first_run", of_a_first_run),
    (16, "a_search", of_a_search),
];

fn of_a_build(faults: &Faults, args: &'static str, usual: usize) {
    if args.starts_with("h48") && !is_full() {
        return faults.skip("builds of cosets are left to the long tier");
    }
    let _alone = alone();
    let build = Build::new(args);
    for moment in moments(build.time, rounds(usual)) {
        faults.try_one(format!("after {moment:?} of {:?}", build.time), || {
            let mut child = build.start(&[]);
            thread::sleep(moment);
            child.kill().unwrap();
            child.wait().unwrap();
            if let Ok(bytes) = fs::read(build.place.path("t.pdb")) {
                assert!(bytes == build.place.read("right.pdb"), "a file under its final name is whole");
            }
            build.resume_and_compare();
        });
        build.clear();
    }
}

/// The next run uses what the killed one has left, and needs no clean-up.
fn of_a_first_run(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let cache = place.path(".cache/cubepdb");
    let program = place.solve(&["--heuristic", "corners", "R U F"]);
    let start = Instant::now();
    program.ok();
    for moment in moments(start.elapsed(), rounds(5)) {
        fs::remove_dir_all(&cache).unwrap();
        faults.try_one(format!("after {moment:?}"), || {
            let mut child = program.start();
            thread::sleep(moment);
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(program.ok(), "F' U' R' (3f)\n");
            let left = crate::program::names(&cache);
            assert!(left.contains(&"corners.pdb".to_owned()) && left.len() == 1, "{left:?}");
        });
        fs::create_dir_all(&cache).unwrap();
    }
}

/// The results that must not depend on how often a search was stopped: all counts, without the times.
fn result(stdout: &str) -> Value {
    let mut record: Value = serde_json::from_str(stdout).unwrap();
    let record = record.as_object_mut().unwrap();
    for iteration in record["iterations"].as_array_mut().unwrap() {
        iteration.as_object_mut().unwrap().retain(|key, _| !["seconds", "subtrees"].contains(&key.as_str()));
    }
    let fields = ["status", "length", "solutions", "lower_bound", "nodes", "lookups", "iterations"];
    fields.iter().map(|&field| (field.to_owned(), record[field].clone())).collect()
}

/// When all solutions are requested, every iteration is searched completely, so that all counts are fixed.
fn of_a_search(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let counts = ["--all", "--output", "jsonl", "--stats"];
    let start = Instant::now();
    let right = result(&search(&place, &counts, cube()).ok());
    let time = start.elapsed();
    let save = [&counts[..], &["--resume", "--checkpoint-every", "0.02", "--checkpoint", "run"]].concat();
    // Killed again and again, each time with another number of threads, and then left to finish.
    for (round, moment) in moments(time, rounds(12)).enumerate() {
        faults.try_one(format!("after {moment:?} of {time:?}"), || {
            let threads = ["1", "2", "8"][round % 3];
            let program = search(&place, &[&save[..], &["--threads", threads]].concat(), cube());
            let mut child = program.start();
            thread::sleep(moment / 2);
            child.kill().unwrap();
            child.wait().unwrap();
            if round % 2 == 1 {
                assert_eq!(result(&program.ok()), right);
                assert_eq!(place.names(), [""; 0], "nothing is left, of the killed runs either");
            }
        });
    }
}
