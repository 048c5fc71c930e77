//! Headers with false content, and a hash that fits it.

use crate::Test;
use crate::fixtures::{edit_header, rehash};
use crate::tables::{Fixture, edges, forge, patch};
use crate::tally::Faults;
use cubepdb::internals::pdb::file::{HEADER_LENGTH, MAGIC};
use cubepdb::{FileError, Metric, table_files::TableFile};

pub const TESTS: &[Test] = &[
    (5, "magic", magic),
    (5, "versions_and_flags", versions),
    (6, "in_the_whole_header", swapped),
    (7, "in_little_memory", overflows),
    (8, "by_their_own_names", other_metric),
    (8, "under_false_names", forged_metric),
];

/// All uses that a user may make of a table.
fn uses(fixture: &Fixture) -> Vec<crate::program::Program> {
    let commands = ["verify t.pdb", "verify --quick t.pdb", "compress t.pdb -o x"].map(|args| fixture.pdbgen(args));
    commands.into_iter().chain(["mmap", "copy"].map(|load| fixture.solve_with(&["--load", load, "R"]))).collect()
}

fn magic(faults: &Faults) {
    let fixture = Fixture::small();
    // A copy made in text mode, tables of other programs, and other files of this one.
    let texts: [&[u8; 8]; 6] =
        [b"\x89CPD\n\x1a\n\0", b"\x09CPD\r\n\x1a\n", b"GIF89aGI", b"\x89PNG\r\n\x1a\n", b"\x89CPA\r\n\x1a\n", &[0; 8]];
    for found in texts {
        patch(&fixture.path(), 0, found);
        for program in uses(&fixture) {
            faults.try_one(found.escape_ascii(), || program.run().refuses(4, &["t.pdb: not a table"]));
        }
    }
    patch(&fixture.path(), 0, &MAGIC);
    TableFile::open(&fixture.path()).unwrap();
}

fn versions(faults: &Faults) {
    let fixture = Fixture::of_edges("UR,UF", Metric::HalfTurn);
    let sound = fixture.read("t.pdb");
    let newer = Some("t.pdb: made by a newer version: format ");
    let case = |what: &str, at: usize, bytes: &[u8], refusal: Option<&str>| {
        fixture.write("t.pdb", &sound);
        edit_header(&fixture.path(), |header| header[at..at + bytes.len()].copy_from_slice(bytes));
        if let Some(refusal) = refusal {
            for program in uses(&fixture).iter().chain([&fixture.pdbgen("info t.pdb")]) {
                faults.try_one(what, || program.run().refuses(4, &[refusal]));
            }
        } else {
            faults.try_one(what, || fixture.pdbgen("verify t.pdb").ok());
            faults.try_one(what, || assert_eq!(fixture.solve_with(&["R U"]).ok(), "U' R' (2f)\n"));
        }
    };
    for major in [2u16, 3, 256, u16::MAX] {
        case("a later major version", 8, &major.to_le_bytes(), newer);
    }
    for minor in [2u16, 3, 7, u16::MAX] {
        case("a later minor version", 10, &minor.to_le_bytes(), None);
    }
    // That of a table with a question, which this one does not have.
    case("another required flag", 24, &2u32.to_le_bytes(), Some("t.pdb: the header contradicts itself"));
    for bit in 2..32 {
        case("an unknown required flag", 24, &(1u32 << bit).to_le_bytes(), newer);
    }
    for bit in 0..32 {
        case("an unknown optional flag", 28, &(1u32 << bit).to_le_bytes(), None);
    }
}

/// An edit of a header.
type Edit<'a> = &'a dyn Fn(&mut [u8]);

fn swapped(faults: &Faults) {
    let fixture = Fixture::small();
    let sound = fixture.read("t.pdb");
    let numbers: Vec<(usize, usize)> = [(8, 2), (10, 2), (12, 4), (16, 4), (20, 4), (24, 4), (28, 4), (116, 4)]
        .into_iter()
        .chain((48..96).step_by(8).map(|at| (at, 8)))
        .chain((128..256).step_by(8).map(|at| (at, 8)))
        .collect();
    let swap = |header: &mut [u8]| numbers.iter().for_each(|&(at, width)| header[at..at + width].reverse());
    // As another machine would write it, with a hash that fits or is byte-swapped itself, and the byte-order tag alone.
    let cases: [Edit<'_>; 3] = [
        &|header| {
            swap(header);
            rehash(header);
        },
        &|header| {
            swap(header);
            rehash(header);
            header[HEADER_LENGTH - 16..].reverse();
        },
        &|header| header[12..16].reverse(),
    ];
    for edit in cases {
        let mut bytes = sound.clone();
        edit(&mut bytes[..HEADER_LENGTH]);
        fixture.write("t.pdb", bytes);
        for program in uses(&fixture) {
            faults.try_one("swapped", || program.run().refuses(4, &["t.pdb: wrong endianness"]));
        }
    }
}

fn overflows(faults: &Faults) {
    let fixture = Fixture::small();
    let sound = fixture.read("t.pdb");
    for at in (48..96).step_by(8) {
        for value in [0, 1, 1 << 32, 1 << 40, 1 << 62, 1 << 63, u64::MAX - 15, u64::MAX] {
            let mut header = sound[..HEADER_LENGTH].to_vec();
            header[at..at + 8].copy_from_slice(&u64::to_le_bytes(value));
            rehash(&mut header);
            patch(&fixture.path(), 0, &header);
            faults.try_one(format!("{value} at {at}"), || {
                let error = TableFile::open(&fixture.path()).unwrap_err();
                assert!(matches!(error, FileError::HeaderField { .. }), "{error}");
            });
            // Half a gigabyte: the claimed size is neither allocated nor mapped.
            for program in [fixture.pdbgen("verify t.pdb"), fixture.solve_with(&["--threads", "2", "R"])] {
                faults.try_one(format!("{value} at {at}, a program"), || {
                    program.within(1 << 29).run().refuses(4, &["t.pdb: the header contradicts itself: "]);
                });
            }
        }
    }
}

fn other_metric(faults: &Faults) {
    for (metric, other) in [(Metric::HalfTurn, "qtm"), (Metric::QuarterTurn, "htm")] {
        let fixture = Fixture::of_edges("UR,UF,UL", metric);
        let sentence = format!("t.pdb is a table for {metric}, the search is in {other}");
        for heuristic in ["auto", "edges", "edges3-UR-UF-UL"] {
            let program = fixture.solve_with(&["--metric", other, "--heuristic", heuristic, "R2"]);
            faults.try_one(format!("{metric}, {heuristic}"), || program.run().refuses(4, &[&sentence]));
        }
        faults.try_one("alone in a directory", || {
            let ran = fixture.solve(&["--pdb", ".", "--metric", other, "R2"]).run();
            ran.refuses(4, &["skipping", "t.pdb"]);
        });
    }
}

fn forged_metric(faults: &Faults) {
    for (metric, other) in [(Metric::QuarterTurn, Metric::HalfTurn), (Metric::HalfTurn, Metric::QuarterTurn)] {
        for names in ["UR,UF", "UR,UF,UL", "UR,UF,DL", "FR,DL,BR,UB"] {
            let fixture = Fixture::of_edges(names, metric);
            forge(&fixture.path(), &edges(names, other), &fixture.data);
            faults.try_one(format!("{names} {metric}, quick"), || fixture.pdbgen("verify --quick t.pdb").ok());
            faults.try_one(format!("{names} {metric}"), || {
                fixture.pdbgen("verify t.pdb").run().refuses(4, &["t.pdb: proven wrong: ", "entr"]);
            });
            let program = fixture.solve_with(&["--metric", &other.to_string(), "R2 U"]);
            faults.try_one(format!("{names} {metric}, a search"), || {
                let ran = program.run();
                if other == Metric::HalfTurn {
                    // Distances in quarter turns are larger: no lower bound. The smoke test detects it.
                    ran.refuses(4, &["t.pdb is not what its header says"]);
                } else if ran.code == Some(0) {
                    // Distances in half turns are smaller: a weak bound, but a bound.
                    assert_eq!(ran.out, "U' R2 (3q)\n");
                } else {
                    ran.refuses(4, &["t.pdb is not what its header says"]);
                }
            });
        }
    }
}
