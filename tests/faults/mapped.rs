//! Mapped tables whose file is written or truncated in place, against all rules: no result found with them is trusted,
//! and the program says why it ends. Copied tables are unaffected.

use crate::Test;
use crate::cli::{HARD, corner_table};
use crate::program::{Place, Program, Ran, alone};
use crate::tables::{Fixture, flip, length, patch, set_len};
use crate::tally::Faults;
use cubepdb::{Check, FileError, LoadMode, Metric, internals::pdb::file::DATA_OFFSET, table_files::TableFile};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::thread;
use std::time::Duration;

pub const TESTS: &[Test] = &[
    (20, "in_the_library", in_library),
    (20, "between_two_cubes", between_cubes),
    (20, "during_a_search", during_a_search),
    (20, "while_they_are_proven", while_proven),
];

fn in_library(faults: &Faults) {
    let fixture = Fixture::small();
    let path = fixture.path();
    let table = TableFile::open(&path).unwrap();
    faults.try_one("cut short before it is loaded", || {
        set_len(&path, DATA_OFFSET + 1);
        assert!(!table.is_unchanged().unwrap());
        assert!(matches!(table.load(LoadMode::Mmap, Check::Header), Err(FileError::Truncated { .. })));
        assert!(matches!(table.load(LoadMode::Copy, Check::Header), Err(FileError::Truncated { .. })));
    });
    let fixture = Fixture::small();
    let table = TableFile::open(&fixture.path()).unwrap();
    faults.try_one("written to", || {
        // Modification times have the resolution of a clock tick.
        thread::sleep(Duration::from_millis(20));
        flip(&fixture.path(), DATA_OFFSET + 5, 0);
        assert!(!table.is_unchanged().unwrap());
    });
}

/// A program that solves one cube after the other as they arrive.
struct Dialogue {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Dialogue {
    fn with(program: Program) -> Self {
        let mut child = program.args(["-"]).start();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn ask(&mut self, cube: &str) -> String {
        // A program that has ended reads nothing, and answers nothing.
        let _ = writeln!(self.child.stdin.as_mut().unwrap(), "{cube}");
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer
    }

    fn end(self) -> Ran {
        Ran::of(self.child.wait_with_output().unwrap())
    }
}

fn between_cubes(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF,DL", Metric::HalfTurn);
    let sound = fixture.read("t.pdb");
    let path = fixture.path();
    let whole = length(&path);
    let changes: [(&str, &dyn Fn()); 5] = [
        ("an entry", &|| patch(&path, DATA_OFFSET, &[0])),
        ("the header", &|| patch(&path, 100, &[0])),
        ("a byte more", &|| set_len(&path, whole + 1)),
        ("the last byte less", &|| set_len(&path, whole - 1)),
        ("written as a whole, as it was", &|| fs::write(&path, &sound).unwrap()),
    ];
    for (what, change) in changes {
        for jobs in ["1", "2"] {
            fixture.write("t.pdb", &sound);
            faults.try_one(format!("{what}, {jobs} jobs"), || {
                let mut dialogue = Dialogue::with(fixture.solve_with(&["--load", "mmap", "--jobs", jobs]));
                assert_eq!(dialogue.ask("R U"), "U' R' (2f)\n");
                thread::sleep(Duration::from_millis(20));
                change();
                assert_eq!(dialogue.ask("R U"), "");
                dialogue.end().refuses(7, &["t.pdb was changed while in use", "cube 2 is not proven"]);
            });
        }
        fixture.write("t.pdb", &sound);
        faults.try_one(format!("{what}, copied"), || {
            let mut dialogue = Dialogue::with(fixture.solve_with(&["--load", "copy"]));
            assert_eq!(dialogue.ask("R U"), "U' R' (2f)\n");
            change();
            assert_eq!(dialogue.ask("R U F2"), "F2 U' R' (3f)\n");
            dialogue.end().ends_with(0);
        });
    }
}

/// The table disappears while all threads read it: each of them gets a signal, and one of them prints the message.
fn during_a_search(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let path = place.path("corners.pdb");
    for (round, more) in
        [&["--threads", "2"] as &[&str], &["--threads", "8"], &["--kernel", "recursive"]].into_iter().enumerate()
    {
        for length in [0, DATA_OFFSET, 20 << 20] {
            faults.try_one(format!("cut to {length} bytes, {more:?}"), || {
                fs::copy(corner_table(), &path).unwrap();
                let args = ["--pdb", "corners.pdb", "--load", "mmap", "--progress", "json"];
                let mut child = place.solve(&args).args(more).args([HARD]).start();
                let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
                errors.find(|line| line.contains("\"bound\":1")).expect("it searches");
                thread::sleep(Duration::from_millis(50 * round as u64));
                set_len(&path, length);
                let rest: Vec<String> = errors.collect();
                let ran = Ran::of(child.wait_with_output().unwrap());
                assert_eq!((ran.code, ran.signal, ran.out.as_str()), (Some(5), None, ""), "{rest:?}");
                let sentences: Vec<_> = rest.iter().filter(|line| line.starts_with("error: ")).collect();
                assert_eq!(sentences.len(), 1, "{rest:?}");
                assert!(sentences[0].contains("corners.pdb: ") && sentences[0].contains("nothing is proven"));
            });
        }
    }
}

fn while_proven(faults: &Faults) {
    let _alone = alone();
    let place = Place::new();
    let path = place.path("corners.pdb");
    let start = || {
        fs::copy(corner_table(), &path).unwrap();
        // Less memory than the table takes: it is mapped.
        let mut child = place.pdbgen("verify corners.pdb --max-memory 10M --threads 2 --progress plain").start();
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        errors.find(|line| line.starts_with("proving")).expect("it proves");
        (child, errors)
    };
    faults.try_one("cut short", || {
        let (child, errors) = start();
        set_len(&path, DATA_OFFSET);
        let rest: Vec<String> = errors.collect();
        assert_eq!(Ran::of(child.wait_with_output().unwrap()).code, Some(5), "{rest:?}");
        assert!(rest.iter().any(|line| line.starts_with("error: corners.pdb: ") && line.contains("nothing is proven")));
    });
    faults.try_one("written to", || {
        let (child, errors) = start();
        patch(&path, DATA_OFFSET, b"\x77");
        let rest: Vec<String> = errors.collect();
        assert_eq!(Ran::of(child.wait_with_output().unwrap()).code, Some(5), "{rest:?}");
        assert!(rest.iter().any(|line| line.starts_with("error: corners.pdb: ") && line.contains("nothing is proven")));
    });
}
