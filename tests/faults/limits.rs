//! Unusual numbers on the command line.

use crate::Test;
use crate::program::{Place, Program};
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::{Metric, plan::Scheduler};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

pub const TESTS: &[Test] = &[
    (26, "on_the_command_line", thread_numbers),
    (26, "that_the_system_refuses", refused_threads),
    (26, "on_one_core", one_core),
    (26, "with_few_processes", few_processes),
    (28, "of_the_stack", stacks),
    (28, "of_the_table_of_states", table_sizes),
    (28, "of_depth_time_and_nodes", depths),
    (28, "of_memory", memory_sizes),
    (32, "during_a_timeout", clocks),
];

const CUBE: &str = "R U F2 L B D'";
const ANSWER: &str = "D B' L' F2 U' R' (6f)\n";

fn fixture() -> Fixture {
    Fixture::of_edges("UR,UF,UL,UB,FR", Metric::HalfTurn)
}

fn thread_numbers(faults: &Faults) {
    let fixture = fixture();
    for number in ["0", "1025", "10000", "65536", "4294967297", "18446744073709551616", "-1", "2.5", "many", ""] {
        for program in [
            fixture.solve_with(&["--threads", number, "R"]),
            fixture.solve_with(&["--jobs", number, "R"]),
            fixture.pdbgen("verify t.pdb --threads").args([number]),
            fixture.pdbgen("edges --pieces UR,UF -o x --threads").args([number]),
        ] {
            faults.try_one(format!("`{number}`"), || {
                program.run().refuses(2, &[number]);
                assert_eq!(fixture.names(), ["t.pdb"]);
            });
        }
    }
    for number in ["1", "3", "64", "1024"] {
        faults.try_one(number, || {
            assert_eq!(fixture.solve_with(&["--deterministic", "--threads", number, CUBE]).ok(), ANSWER);
        });
    }
}

/// Enough memory for some threads, but not for the stacks of all. Then the same with fewer threads.
fn refused_threads(faults: &Faults) {
    let fixture = fixture();
    for megabytes in [100, 300, 1000] {
        for program in [
            fixture.solve_with(&["--threads", "1024", "R"]),
            fixture.solve_with(&["--threads", "1024", "--jobs", "1024", "R"]),
            fixture.pdbgen("verify t.pdb --threads 1024"),
        ] {
            faults.try_one(format!("{megabytes} MB"), || {
                let ran = program.within(megabytes << 20).run();
                ran.refuses(6, &[]);
                // A thread that was started may lack the last of the memory.
                let told = ["cannot start 1024 threads", "not enough memory"].iter().any(|text| ran.err.contains(text));
                assert!(told, "{}", ran.err);
            });
        }
        assert_eq!(
            fixture.solve_with(&["--threads", "2", "--deterministic", CUBE]).within(megabytes << 20).ok(),
            ANSWER
        );
    }
}

fn one_core(faults: &Faults) {
    if Command::new("taskset").args(["-c", "0", "true"]).output().map_or(true, |output| !output.status.success()) {
        return faults.skip("programs on one core: there is no `taskset`");
    }
    let fixture = fixture();
    for threads in [&[] as &[&str], &["--threads", "1"], &["--threads", "16"]] {
        for scheduler in Scheduler::ALL.map(|scheduler| scheduler.to_string()) {
            faults.try_one(format!("{threads:?} {scheduler}"), || {
                let program = fixture.solve_with(&["--deterministic", "--scheduler", &scheduler, CUBE]).args(threads);
                assert_eq!(program.after("taskset -p -c 0 $$ > /dev/null").ok(), ANSWER);
            });
        }
    }
    faults.try_one("a build", || {
        let program = fixture.pdbgen("edges --pieces UR,UF,UL,UB,FR -o again.pdb");
        program.after("taskset -p -c 0 $$ > /dev/null").ok();
        assert!(fixture.read("again.pdb") == fixture.read("t.pdb"));
    });
}

/// As a user who may have so many processes and threads: root has no such limit.
fn few_processes(faults: &Faults) {
    let fixture = fixture();
    fs::set_permissions(fixture.dir(), PermissionsExt::from_mode(0o755)).unwrap();
    let within = |program: Program, number: u32| {
        let user = "setpriv --reuid=65534 --regid=65534 --clear-groups";
        program.after(format!("exec prlimit --nproc={number} {user} \"$0\" \"$@\""))
    };
    let solve = |threads: &str| fixture.solve_with(&["--deterministic", "--threads", threads, CUBE]);
    let verify = |threads: &str| fixture.pdbgen("verify t.pdb --threads").args([threads]);
    if within(solve("1"), 200).run().code != Some(0) {
        return faults.skip("limits of processes: only root can become another user, with `setpriv`");
    }
    for number in [8, 15] {
        for program in [solve("16"), verify("16")] {
            faults.try_one(format!("16 threads of {number}"), || {
                within(program, number).run().refuses(6, &["cannot start 16 threads"]);
            });
        }
        faults.try_one(format!("2 threads of {number}"), || {
            assert_eq!(within(solve("2"), number).ok(), ANSWER);
            within(verify("2"), number).ok();
        });
    }
}

/// The stack of the first thread; others have their own.
fn stacks(faults: &Faults) {
    let fixture = fixture();
    for program in [
        fixture.solve_with(&["--deterministic", CUBE]),
        fixture.pdbgen("verify t.pdb"),
        fixture.pdbgen("distances --goal EDGES:4-7"),
        fixture.solve(&["--puzzle", "skewb", "UFL"]),
    ] {
        faults.try_one("1 MB", || {
            program.after("ulimit -s 1024").ok();
        });
    }
}

fn table_sizes(faults: &Faults) {
    let fixture = fixture();
    for table in ["packed", "epoch", "dashmap"] {
        for size in ["0", "1", "16", "63", "1K"] {
            faults.try_one(format!("{table} of {size}"), || {
                let program = fixture.solve_with(&["--deterministic", "--tt", table, "--tt-memory", size, CUBE]);
                let ran = program.run();
                // Too little for one bucket, or a table that forgets nearly everything.
                if ran.code == Some(0) {
                    assert_eq!(ran.out, ANSWER)
                } else {
                    ran.refuses(2, &["--tt-memory: ", "table"])
                }
            });
        }
        // Up to 2^40 megabytes.
        for size in ["1T", "1024T", "1099511627776M"] {
            faults.try_one(format!("{table} of {size}"), || {
                fixture.solve_with(&["--tt", table, "--tt-memory", size, "R"]).run().refuses(6, &["memory"]);
            });
        }
        for size in ["-1", "x", "1X", "", "NaN", "inf", "1e9999", "18446744073709551615", "99999999999999999999T"] {
            faults.try_one(format!("{table} of `{size}`"), || {
                fixture.solve_with(&["--tt", table, "--tt-memory", size, "R"]).run().refuses(2, &[size]);
            });
        }
    }
    // The smallest table, one that keeps everything, and none: the same lengths.
    for cube in ["R U F2 L B D' R2", "R2 L2 U D' F B2 R U2", "U"] {
        let length = |args: &[&str]| {
            let answer = fixture.solve_with(&["--deterministic", cube]).args(args).ok();
            answer.rsplit(' ').next().unwrap().to_owned()
        };
        let expected = length(&[]);
        for table in ["packed", "epoch", "dashmap"] {
            for size in ["8K", "64M"] {
                faults.try_one(format!("{cube}: {table} of {size}"), || {
                    assert_eq!(length(&["--tt", table, "--tt-memory", size]), expected);
                });
            }
        }
    }
}

fn depths(faults: &Faults) {
    let fixture = fixture();
    let solve = |args: &[&str], cube: &str| fixture.solve_with(&["--deterministic"]).args(args).args([cube]).run();
    for (depth, cube, code, out) in [
        ("0", CUBE, 1, "no solution within 0 moves (proven)\n"),
        ("5", CUBE, 1, "no solution within 5 moves (proven)\n"),
        ("6", CUBE, 0, ANSWER),
        ("30", CUBE, 0, ANSWER),
        ("0", "R R'", 0, "(0f)\n"),
        ("30", "R R'", 0, "(0f)\n"),
    ] {
        faults.try_one(format!("depth {depth} of `{cube}`"), || {
            let ran = solve(&["--max-depth", depth], cube);
            ran.ends_with(code);
            assert_eq!(ran.out, out);
        });
    }
    for flags in [
        ["--max-depth", "31"],
        ["--max-depth", "255"],
        ["--max-depth", "256"],
        ["--max-depth", "-1"],
        ["--slack", "11"],
        ["--tt-depth", "31"],
        ["--max-nodes", "-1"],
        ["--timeout", "-1"],
        ["--timeout", "soon"],
        ["--timeout", "1e300"],
        ["--timeout", "inf"],
        ["--timeout", "NaN"],
        ["--ranks", "0"],
        ["--ranks", "257"],
        ["--size", "1"],
        ["--size", "8"],
        ["--workers", "0"],
        ["--automaton-depth", "0"],
        ["--lookups", "-1"],
        ["--lookups", "0"],
        ["--lookups", "1000000"],
    ] {
        faults.try_one(format!("{flags:?}"), || {
            let ran = solve(&flags, CUBE);
            ran.ends_with(2);
            assert_eq!(ran.out, "");
        });
    }
    for (flags, code) in [
        (["--timeout", "0"], 7),
        (["--max-nodes", "0"], 7),
        (["--max-nodes", "1"], 7),
        (["--timeout", "1000000h"], 0),
        (["--max-nodes", "18446744073709551615"], 0),
    ] {
        faults.try_one(format!("{flags:?}"), || {
            let ran = solve(&flags, CUBE);
            if ran.code == Some(0) {
                assert_eq!(ran.out, ANSWER)
            } else {
                ran.ends_with(code);
                // There may be a solution within a subtree that is searched before the clock is read.
                let solved = ran.out.starts_with(ANSWER) && ran.out.contains("incomplete: ");
                assert!(solved || ran.bound().is_some(), "{}", ran.out);
            }
        });
    }
}

fn memory_sizes(faults: &Faults) {
    let place = Place::new();
    for size in ["0", "1", "1M", "100M"] {
        faults.try_one(format!("pdbgen in {size}"), || {
            let ran = place.pdbgen("corners -o c.pdb --max-memory").args([size]).run();
            ran.refuses(6, &["--max-memory", "of memory, it may take"]);
            assert_eq!(place.names(), [""; 0]);
        });
        faults.try_one(format!("bfs in {size}"), || {
            let ran = place.solve(&["--preset", "bfs", "R U F2 L' B D", "--max-memory", size]).run();
            ran.ends_with(6);
            assert!(ran.bound().is_some() || ran.out.is_empty(), "{}", ran.out);
        });
    }
    for level in [9, 11] {
        faults.try_one(format!("h48 of level {level}"), || {
            let ran = place.pdbgen(&format!("h48 --level {level} -o h.pdb --max-memory 5G")).run();
            ran.refuses(6, &["--max-memory", "of memory, it may take"]);
        });
    }
}

/// The system time jumps back and forth by hours; a time limit is unaffected.
fn clocks(faults: &Faults) {
    let place = Place::new();
    for _ in 0..3 {
        faults.try_one("with a limit", || {
            let args = ["--heuristic", "zero", "--timeout", "500ms", "--progress", "plain", crate::cli::HARD];
            let started = std::time::Instant::now();
            let ran = crate::shim::with(place.solve(&args), "FAULT_CLOCK").run();
            assert!(started.elapsed() >= std::time::Duration::from_millis(500));
            ran.ends_with(7);
            assert!(ran.bound().is_some_and(|line| line.contains("time limit")), "{}", ran.out);
        });
        faults.try_one("with a limit that is not reached", || {
            let program = place.solve(&["--heuristic", "zero", "--deterministic", "--timeout", "100", "R U F"]);
            assert_eq!(crate::shim::with(program, "FAULT_CLOCK").ok(), "F' U' R' (3f)\n");
        });
        faults.try_one("during a build with checkpoints", || {
            let build = "edges --pieces UR,UF,UL,UB --checkpoint-every 0.001 --force -o t.pdb";
            crate::shim::with(place.pdbgen(build), "FAULT_CLOCK").ok();
            place.pdbgen("verify t.pdb").ok();
        });
    }
}
