//! Input that does not end, or is larger than any cube: memory stays bounded, and valid cubes are solved.

use crate::Test;
use crate::effort::or_full;
use crate::program::{Place, Ran};
use crate::tally::Faults;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::thread;

pub const TESTS: &[Test] = &[
    (25, "a_line_of_a_gigabyte", long_line),
    (25, "a_line_without_end", endless_line),
    (25, "cubes_without_end", endless_batch),
    (25, "a_bad_cube_among_many", one_bad_cube),
];

/// Enough memory for the program, but not for its input.
const ROOM: u64 = 256 << 20;

fn long_line(faults: &Faults) {
    let place = Place::new();
    for format in ["auto", "moves", "facelets", "pieces"] {
        faults.try_one(format, || {
            // A gigabyte of moves, followed by another cube.
            let program = place.solve(&["--heuristic", "zero", "--threads", "2", "--format", format, "-"]).within(ROOM);
            let mut child = program.start();
            let mut input = child.stdin.take().unwrap();
            let feeder = thread::spawn(move || {
                let part = b"R U F2 ".repeat(150_000);
                for _ in 0..1000 {
                    if input.write_all(&part).is_err() {
                        return;
                    }
                }
                let _ = input.write_all(b"\nR U\n");
            });
            let ran = Ran::of(child.wait_with_output().unwrap());
            feeder.join().unwrap();
            ran.ends_with(3);
            ran.says(&["cube 1: "]);
            assert!(ran.err.len() < 10_000, "the line is not printed");
            assert_eq!(ran.out.ends_with("(2f)\n"), ["auto", "moves"].contains(&format), "{}", ran.out);
        });
    }
}

/// Bytes that a process has read so far, from files and pipes.
fn bytes_read(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/io")).unwrap();
    text.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

fn endless_line(faults: &Faults) {
    let place = Place::new();
    for args in [
        &["--heuristic", "zero", "--file", "/dev/zero", "--max-nodes", "1"] as &[&str],
        &["check", "--file", "/dev/zero"],
    ] {
        faults.try_one(format!("{args:?}"), || {
            // It reads on, in little memory, until it is ended: here after more input than that memory could hold.
            let mut child = place.solve(args).within(ROOM).start();
            while bytes_read(child.id()) < 2 * ROOM {
                assert!(child.try_wait().unwrap().is_none(), "it still reads");
                thread::sleep(std::time::Duration::from_millis(20));
            }
            child.kill().unwrap();
            let ran = Ran::of(child.wait_with_output().unwrap());
            assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
        });
    }
}

/// The input is not read far ahead of the solved cubes: results keep coming, in order.
fn endless_batch(faults: &Faults) {
    let place = Place::new();
    for jobs in ["1", "3"] {
        faults.try_one(format!("{jobs} jobs"), || {
            let args = ["--heuristic", "zero", "--threads", "2", "--output", "jsonl", "--jobs", jobs, "-"];
            // The C library reserves 64 MB of addresses for each thread that allocates while others do, whether it uses
            // them or not: on a busy machine these fill the room.
            let program = place.solve(&args).within(ROOM).after("export MALLOC_ARENA_MAX=2");
            let mut child = program.start();
            let mut input = child.stdin.take().unwrap();
            let feeder = thread::spawn(move || {
                let lines = ["R U F\n", "L2\n", "R U R' U'\n"];
                lines.iter().cycle().try_for_each(|line| input.write_all(line.as_bytes())).unwrap_err()
            });
            let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
            for id in 1..=2000 {
                let record: Value = serde_json::from_str(&output.next().unwrap().unwrap()).unwrap();
                let length = [3, 1, 4][(id - 1) % 3];
                assert_eq!((&record["id"], &record["length"]), (&Value::from(id), &Value::from(length)));
            }
            // A reader that leaves ends the program, without a message.
            drop(output);
            let ran = Ran::of(child.wait_with_output().unwrap());
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
            feeder.join().unwrap();
        });
    }
}

fn one_bad_cube(faults: &Faults) {
    let place = Place::new();
    let lines = or_full(2_000, 20_000);
    for bad in [1, lines * 2 / 3, lines] {
        let text: String = (1..=lines).map(|line| if line == bad { "R$\n" } else { "R\n" }).collect();
        place.write("cubes", &text);
        for jobs in ["1", "2"] {
            faults.try_one(format!("line {bad}, {jobs} jobs"), || {
                let args = ["--heuristic", "zero", "--threads", "2", "--jobs", jobs, "--file", "cubes"];
                let ran = place.solve(&args).within(ROOM).run();
                ran.ends_with(3);
                ran.says(&[&format!("cube {bad}: `$` is not a move (column 2)")]);
                let solved = ran.out.lines().filter(|line| *line == "R' (1f)").count();
                assert_eq!((solved, ran.out.lines().count()), (lines - 1, lines));
            });
        }
    }
}
