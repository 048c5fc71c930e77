//! Every system call of a run fails in its turn: once, or from then on. The program is run with the first one failing,
//! then with the second one, and so on until there is a run in which none has failed, as SQLite is tested. The short
//! tier tries every seventeenth.

use crate::Test;
use crate::effort::or_full;
use crate::program::{Place, Program, Ran};
use crate::shim::{EACCES, EINTR, EIO, ENOMEM, ENOSPC, Failing, run_failing, with};
use crate::tables::Fixture;
use crate::tally::Faults;
use cubepdb::Metric;
use std::fs;

pub const TESTS: &[Test] = &[
    (14, "of_a_build", of_a_build),
    (14, "of_a_build_over_an_old_table", over_an_old_table),
    (14, "of_a_resumed_build", of_a_resumed_build),
    (14, "of_compressing_and_decompressing", of_converting),
    (14, "of_proving_and_describing", of_reading),
    (14, "of_a_saved_search", of_a_saved_search),
    (14, "of_the_first_run", of_the_first_run),
    (14, "of_a_learned_automaton", of_an_automaton),
    (14, "that_are_short_or_interrupted", short_or_interrupted),
    (27, "at_every_request_for_memory", no_memory),
];

/// Calls that modify the disk.
const WRITING: &str = "open,write,sync,rename,allocate,truncate,mkdir";
/// Calls that read it.
const READING: &str = "open,read";
/// Calls needed to remove files: names may be left behind, but they block nothing.
const TIDYING: &str = "lock,stat,unlink";
/// More calls than any of these runs makes.
const END: usize = 400;

/// Runs a program again and again, each time with another call failing, and passes the result to `check`. `prepare` is
/// called before each run.
fn until_none_fails(
    faults: &Faults,
    place: &Place,
    (calls, errno): (&'static str, i32),
    prepare: &dyn Fn(),
    program: &Program,
    check: &dyn Fn(&Ran),
) {
    for lasting in [false, true] {
        let mut none_failed = false;
        for at in (1..END).step_by(or_full(17, 1)) {
            prepare();
            let failing = Failing { calls, at, lasting, errno };
            let (ran, failed) = run_failing(program.clone(), place, failing);
            if failed.is_empty() {
                ran.ends_with(0);
                none_failed = true;
                assert!(at > 1, "no call was seen: {}", ran.err);
                break;
            }
            faults.try_one(format!("{failing:?}: {failed:?}"), || check(&ran));
        }
        assert!(none_failed, "calls without end");
    }
}

/// Success and the correct table, or an error about a file and the old table or none; nothing else is left.
fn written_or_not(place: &Place, name: &str, ran: &Ran, right: &[u8], old: Option<&[u8]>, others: &[&str]) {
    let found = fs::read(place.path(name)).ok();
    match ran.code {
        Some(0) => assert!(found.as_deref() == Some(right), "{}", ran.err),
        _ => {
            ran.refuses(5, &["cannot "]);
            // Once renamed, the file is complete; a directory that could not be synced is still reported.
            assert!(found.as_deref() == old || found.as_deref() == Some(right), "{}", ran.err);
        }
    }
    let mut names = place.names();
    names.retain(|left| left != name && !others.contains(&left.as_str()));
    assert_eq!(names, [""; 0], "{}", ran.err);
}

const BUILD: &str = "edges --pieces UR,UF,UL --threads 1 --checkpoint-every 0 -o t.pdb";

/// The table that [`BUILD`] makes.
fn right() -> Vec<u8> {
    let place = Place::new();
    place.pdbgen(BUILD).ok();
    place.read("t.pdb")
}

fn of_a_build(faults: &Faults) {
    let (place, right) = (Place::new(), right());
    let clear = || place.names().iter().for_each(|name| place.remove(name));
    for how in [(WRITING, ENOSPC), (WRITING, EIO), (READING, EIO), (TIDYING, EACCES)] {
        until_none_fails(faults, &place, how, &clear, &place.pdbgen(BUILD), &|ran| {
            let rest = ["t.pdb.checkpoint", "t.pdb.lock", ".t.pdb.partial", ".t.pdb.checkpoint.partial"];
            written_or_not(&place, "t.pdb", ran, &right, None, if how.0 == TIDYING { &rest } else { &rest[..1] });
            // Whatever is left, the build can be resumed.
            place.pdbgen(BUILD).args(["--resume"]).ok();
            assert!(place.read("t.pdb") == right);
        });
    }
}

fn over_an_old_table(faults: &Faults) {
    let (place, right) = (Place::new(), right());
    let prepare = || {
        place.names().iter().for_each(|name| place.remove(name));
        place.write("t.pdb", "old");
    };
    let program = place.pdbgen(BUILD).args(["--force"]);
    until_none_fails(faults, &place, (WRITING, ENOSPC), &prepare, &program, &|ran| {
        written_or_not(&place, "t.pdb", ran, &right, Some(b"old"), &["t.pdb.checkpoint"]);
    });
}

fn of_a_resumed_build(faults: &Faults) {
    let (place, right) = (Place::new(), right());
    // A build that could not write its table leaves its last checkpoint.
    let stopped = Failing { calls: "rename", at: 7, lasting: true, errno: EIO };
    let (_, failed) = run_failing(place.pdbgen(BUILD), &place, stopped);
    assert!(!failed.is_empty());
    let checkpoint = place.read("t.pdb.checkpoint");
    let prepare = || {
        place.names().iter().for_each(|name| place.remove(name));
        place.write("t.pdb.checkpoint", &checkpoint);
    };
    for how in [(WRITING, ENOSPC), (READING, EIO)] {
        let program = place.pdbgen(BUILD).args(["--resume"]);
        until_none_fails(faults, &place, how, &prepare, &program, &|ran| {
            written_or_not(&place, "t.pdb", ran, &right, None, &["t.pdb.checkpoint"]);
            program.ok();
            assert!(place.read("t.pdb") == right);
        });
    }
}

fn of_converting(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL,UB", Metric::HalfTurn);
    let plain = fixture.read("t.pdb");
    fixture.pdbgen("compress t.pdb -o right.zst").ok();
    let packed = fixture.read("right.zst");
    for (command, right) in
        [("compress t.pdb -o out --force", &packed), ("decompress right.zst -o out --force", &plain)]
    {
        for how in [(WRITING, ENOSPC), (READING, EIO)] {
            let prepare = || fixture.write("out", "old");
            let program = fixture.pdbgen(command).args(["--threads", "1"]);
            until_none_fails(faults, &fixture, how, &prepare, &program, &|ran| {
                written_or_not(&fixture, "out", ran, right, Some(b"old"), &["t.pdb", "right.zst"]);
            });
        }
    }
}

fn of_reading(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL", Metric::HalfTurn);
    fixture.compressed();
    for file in ["t.pdb", "t.pdb.zst"] {
        for command in ["verify", "verify --quick", "info", "dist --json"] {
            let program = fixture.pdbgen(&format!("{command} {file}"));
            until_none_fails(faults, &fixture, (READING, EIO), &|| (), &program, &|ran| {
                ran.refuses(5, &[file, "cannot "])
            });
        }
        let program = fixture.solve(&["--pdb", file, "--heuristic", "edges", "R U"]);
        until_none_fails(faults, &fixture, (READING, EIO), &|| (), &program, &|ran| match ran.code {
            // The program checks whether a named file is a directory before opening it.
            Some(0) => assert_eq!(ran.out, "U' R' (2f)\n"),
            Some(7) => ran.refuses(7, &["not proven"]),
            _ => ran.refuses(5, &[file, "cannot "]),
        });
    }
    let program = fixture.pdbgen("dist t.pdb --svg t.svg --force");
    let right = {
        program.ok();
        fixture.read("t.svg")
    };
    let prepare = || fixture.write("t.svg", "old");
    until_none_fails(faults, &fixture, (WRITING, ENOSPC), &prepare, &program, &|ran| {
        written_or_not(&fixture, "t.svg", ran, &right, Some(b"old"), &["t.pdb", "t.pdb.zst"]);
    });
}

fn of_a_saved_search(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL,UB,FR", Metric::HalfTurn);
    let cube = "R U2 F' L D2 B R' U";
    let solve = |more: &[&str]| {
        let args = ["--threads", "1", "--deterministic", "--checkpoint", "run", "--checkpoint-every", "1000", cube];
        fixture.solve_with(&args).args(more)
    };
    let right = fixture.solve_with(&["--deterministic", cube]).ok();
    let rest = ["run", "run.lock", ".run.partial", "t.pdb"];
    let clear = || rest[..3].iter().for_each(|name| _ = fs::remove_file(fixture.place.path(name)));
    for (how, more) in [
        ((WRITING, ENOSPC), &["--max-nodes", "100000"] as &[&str]),
        ((READING, EIO), &["--max-nodes", "100000"]),
        ((WRITING, EIO), &[]),
        ((TIDYING, EACCES), &[]),
    ] {
        until_none_fails(faults, &fixture, how, &clear, &solve(more), &|ran| {
            match ran.code {
                Some(0) => assert_eq!(ran.out, right),
                Some(7) => assert!(ran.bound().is_some() || ran.err.contains("not proven")),
                _ => ran.refuses(5, &["cannot "]),
            }
            let left = fixture.names();
            assert!(left.iter().all(|name| rest.contains(&name.as_str())), "{left:?}");
            assert!(how.0 == TIDYING || !left.contains(&".run.partial".to_owned()), "{left:?}");
            // The search completes with what is left, or without anything.
            assert_eq!(solve(&["--resume"]).ok(), right);
        });
    }
}

fn of_the_first_run(faults: &Faults) {
    let _alone = crate::program::alone();
    let place = Place::new();
    let table = place.path(".cache/cubepdb/corners.pdb");
    let clear = || _ = fs::remove_dir_all(place.path(".cache"));
    let program = place.solve(&["--heuristic", "corners", "--deterministic", "R U F"]);
    program.ok();
    let right = fs::read(&table).unwrap();
    until_none_fails(faults, &place, (WRITING, ENOSPC), &clear, &program, &|ran| {
        let found = fs::read(&table).ok();
        match ran.code {
            Some(0) => assert_eq!(ran.out, "F' U' R' (3f)\n"),
            _ => ran.refuses(5, &[".cache", "cannot "]),
        }
        assert!(found.is_none_or(|found| found == right), "{}", ran.err);
    });
}

fn of_an_automaton(faults: &Faults) {
    let place = Place::new();
    let args = ["--heuristic", "zero", "--prune", "automaton", "--automaton-depth", "3", "--deterministic", "R U F"];
    let program = place.solve(&args);
    let clear = || _ = fs::remove_dir_all(place.path(".cache"));
    let kept = || cubepdb_testing::names(&place.path(".cache/cubepdb"));
    program.ok();
    let (name, right) = (&kept()[0], fs::read(place.path(".cache/cubepdb").join(&kept()[0])).unwrap());
    // It is learned again if it cannot be read, and used without its file if that cannot be written.
    for (how, prepare) in [((WRITING, ENOSPC), &clear as &dyn Fn()), ((READING, EIO), &|| ())] {
        until_none_fails(faults, &place, how, prepare, &program, &|ran| {
            ran.ends_with(0);
            assert_eq!(ran.out, "F' U' R' (3f)\n");
            if place.path(".cache/cubepdb").exists() && !kept().is_empty() {
                assert_eq!(kept(), [name.as_str()]);
                assert!(fs::read(place.path(".cache/cubepdb").join(name)).unwrap() == right);
            }
        });
    }
}

fn short_or_interrupted(faults: &Faults) {
    let (place, right) = (Place::new(), right());
    faults.try_one("half of each read and write", || {
        with(place.pdbgen(BUILD), "FAULT_SHORT").ok();
        assert!(place.read("t.pdb") == right);
        with(place.pdbgen("compress t.pdb"), "FAULT_SHORT").ok();
        with(place.pdbgen("decompress t.pdb.zst -o again.pdb"), "FAULT_SHORT").ok();
        assert!(place.read("again.pdb") == right);
        with(place.pdbgen("verify t.pdb"), "FAULT_SHORT").ok();
    });
    let clear = || place.names().iter().for_each(|name| place.remove(name));
    let calls = ("open,read,write,sync,allocate,truncate", EINTR);
    for at in (1..END).step_by(or_full(17, 1)) {
        clear();
        let (ran, failed) =
            run_failing(place.pdbgen(BUILD), &place, Failing { calls: calls.0, at, lasting: false, errno: EINTR });
        if failed.is_empty() {
            return;
        }
        faults.try_one(format!("{failed:?}"), || {
            ran.ends_with(0);
            assert!(place.read("t.pdb") == right);
        });
    }
}

fn no_memory(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,UL,UB", Metric::HalfTurn);
    fixture.compressed();
    for (program, success) in [
        (fixture.pdbgen("edges --pieces UR,UF,UL,UB -o u.pdb --threads 2"), "u.pdb: "),
        (fixture.pdbgen("verify t.pdb --threads 2"), "t.pdb: "),
        (fixture.pdbgen("verify t.pdb.zst --threads 2"), "t.pdb.zst: "),
        (fixture.solve_with(&["--load", "copy", "--threads", "2", "R"]), "R' (1f)\n"),
        (fixture.solve_with(&["--load", "mmap", "--threads", "2", "R"]), "R' (1f)\n"),
        (fixture.solve_with(&["--tt", "packed", "--threads", "2", "R"]), "R' (1f)\n"),
    ] {
        let clear = || _ = fs::remove_file(fixture.place.path("u.pdb"));
        until_none_fails(faults, &fixture, ("map", ENOMEM), &clear, &program, &|ran| match ran.code {
            Some(0) => assert!(ran.out.starts_with(success)),
            _ => ran.refuses(6, &["memory"]),
        });
    }
}
