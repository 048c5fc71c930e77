//! Readers that leave before the output ends.

use crate::Test;
use crate::program::{Place, Program, Ran};
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::Metric;
use std::io::{BufRead, BufReader, Write};

pub const TESTS: &[Test] =
    &[(29, "at_once", at_once), (29, "after_the_first_line", after_a_line), (29, "of_a_batch", of_a_batch)];

/// Runs with standard output closed by its reader.
fn closed(program: &Program) -> Ran {
    let mut child = program.start();
    drop(child.stdout.take());
    Ran::of(child.wait_with_output().unwrap())
}

fn at_once(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    for command in ["list", "list --json", "info t.pdb", "dist t.pdb --csv", "verify t.pdb", "compress t.pdb --force"] {
        faults.try_one(command, || {
            let ran = closed(&fixture.pdbgen(command));
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        });
    }
    for args in [
        &["scramble", "--count", "100000", "--seed", "1", "--to", "facelets"] as &[&str],
        &["scramble", "--count", "100000", "--seed", "1", "--to", "pieces"],
        &["presets"],
        &["check", "R U"],
        &["convert", "--to", "reid", "R U"],
        &["--pdb", "t.pdb", "R U F", "F2 U", "L2 D"],
        &["--pdb", "t.pdb", "--output", "jsonl", "R U F", "F2 U"],
        &["--pdb", "t.pdb", "--output", "csv", "--jobs", "2", "R U F", "F2 U"],
        &["--size", "4", "R U"],
    ] {
        faults.try_one(format!("{args:?}"), || {
            let ran = closed(&fixture.solve(args));
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        });
    }
}

fn after_a_line(faults: &Faults) {
    let place = Place::new();
    for args in [&["scramble", "--count", "1000000", "--seed", "1", "--to", "facelets"] as &[&str], &["presets"]] {
        faults.try_one(format!("{args:?}"), || {
            let mut child = place.solve(args).start();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            output.read_line(&mut String::new()).unwrap();
            drop(output);
            let ran = Ran::of(child.wait_with_output().unwrap());
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        });
    }
}

/// A reader that leaves also ends the running searches.
fn of_a_batch(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    for jobs in ["2", "3"] {
        faults.try_one(format!("{jobs} jobs"), || {
            let mut child = fixture.solve_with(&["--jobs", jobs, "-"]).start();
            drop(child.stdout.take());
            let hard = crate::cli::HARD;
            let mut input = child.stdin.take().unwrap();
            // At once: the program may end after the first line.
            input.write_all(format!("R U F\n{hard}\n{hard}\n").as_bytes()).unwrap();
            let ran = Ran::of(child.wait_with_output().unwrap());
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        });
    }
}
