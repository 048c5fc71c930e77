//! Tables with wrong entries under checksums that fit them: faults that only a proof can find.

use crate::Test;
use crate::cli::corner_table;
use crate::effort::or_full;
use crate::program::Place;
use crate::tables::{Fixture, coset_table, entries_of, patch};
use crate::tally::Faults;
use cubepdb::internals::{
    coord::{Grid, H48},
    cube::{Cubies, MOVE_CUBIES},
    pdb::{
        file::{BLOCK, write_table},
        spec::{entry, set_entry},
    },
};
use cubepdb::{
    EdgeSet, Metric, Pattern,
    table_files::{TableFile, WriteOptions},
};
use std::fs;

pub const TESTS: &[Test] = &[
    (9, "are_named_by_verify", too_high),
    (9, "of_an_h48_table", h48_too_high),
    (10, "are_named_by_verify_and_do_no_harm", too_low),
    (11, "are_found_by_verify", permuted),
];

const NAMES: &str = "UR,UF,UL,UB";

/// Entries all over a table (in the short tier, a ninth of them), those of the solved state and its neighbours among
/// them.
fn places(fixture: &Fixture) -> Vec<u64> {
    let grid = Grid::new(Pattern::Edges(EdgeSet::parse(NAMES).unwrap()));
    let near = std::iter::once(grid.index(&Cubies::SOLVED)).chain(MOVE_CUBIES.iter().map(|m| grid.index(m)));
    let mut places: Vec<u64> = near.chain((0..fixture.spec.entries()).step_by(9973)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().step_by(or_full(9, 1)).collect()
}

/// Writes `bad.pdb` with one entry changed by `by`; returns its old and its new value.
fn change(fixture: &Fixture, index: u64, by: i8) -> (u8, u8) {
    let mut data = fixture.data.clone();
    let right = entry(&data, index);
    let wrong = right.wrapping_add_signed(by);
    set_entry(&mut data, index, wrong);
    fixture.write_data(&fixture.place.path("bad.pdb"), &data);
    (right, wrong)
}

/// Checks the message of `verify`: the entry, its value, the correct value, and the neighbour that proves it.
#[track_caller]
fn assert_named(fixture: &Fixture, index: u64, right: u8, wrong: u8) {
    fixture.pdbgen("verify --quick bad.pdb").ok();
    let ran = fixture.pdbgen("verify bad.pdb").run();
    let sentence = format!("entry {index}, the solved state, holds {wrong} instead of 0");
    if right == 0 {
        return ran.refuses(4, &["bad.pdb: proven wrong: ", &sentence]);
    }
    let sentence = format!("entry {index} holds {wrong}, its neighbours prove {right}: ");
    ran.refuses(4, &["bad.pdb: proven wrong: ", &sentence]);
    let (_, neighbour) = ran.err.split_once(&sentence).expect("said above");
    let words: Vec<&str> = neighbour.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let (neighbour, value) = (words[1].parse().unwrap(), words[6].parse::<u8>().unwrap());
    assert_eq!((entry(&fixture.data, neighbour), value), (right - 1, right - 1), "{words:?}");
}

fn too_high(faults: &Faults) {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let fixture = Fixture::of_edges(NAMES, metric);
        for index in places(&fixture) {
            for by in [1, 2] {
                let (right, wrong) = change(&fixture, index, by);
                faults.try_one(format!("{metric}: entry {index}, {by} too high"), || {
                    assert_named(&fixture, index, right, wrong);
                });
            }
        }
    }
}

fn h48_too_high(faults: &Faults) {
    let place = Place::new();
    let file = TableFile::open(coset_table()).unwrap();
    let (data, spec) = (entries_of(coset_table()), file.spec());
    // Quarter turns: one move from the solved state.
    for &number in or_full(&[17][..], &[0, 17]) {
        let coset = H48::get().index(&MOVE_CUBIES[number]);
        let (line, entry) = spec.h48().unwrap().position(coset.class, coset.local(0));
        let mut data = data.clone();
        data[line + usize::from(entry) / 4] |= 3 << (entry % 4 * 2);
        write_table(&place.path("bad.pdb"), file.header(), &data, &WriteOptions { overwrite: true }).unwrap();
        place.pdbgen("verify --quick bad.pdb").ok();
        faults.try_one(format!("the coset of move {number}"), || {
            let ran = place.pdbgen("verify bad.pdb").run();
            ran.refuses(4, &["bad.pdb: proven wrong: ", "holds 12 instead of 1: ", "no lower bound"]);
        });
    }
}

fn too_low(faults: &Faults) {
    let fixture = Fixture::of_edges(NAMES, Metric::HalfTurn);
    let cubes = ["R U F2 L B", "U R2 F' L D B2 R'", "R L U D F B"];
    let solve = |file: &str| fixture.solve(&["--pdb", file, "--deterministic"]).args(cubes).run();
    let right_answers = solve("t.pdb").out;
    for index in places(&fixture) {
        if entry(&fixture.data, index) == 0 {
            continue;
        }
        let (right, wrong) = change(&fixture, index, -1);
        faults.try_one(format!("entry {index}"), || {
            assert_named(&fixture, index, right, wrong);
            let ran = solve("bad.pdb");
            if ran.code == Some(4) {
                // Near the solved state the smoke test detects it.
                return ran.refuses(4, &["bad.pdb is not what its header says"]);
            }
            ran.ends_with(0);
            assert_eq!(ran.out, right_answers, "a weaker bound, but a bound");
        });
    }
    // The same for the corners, with one entry fewer to test.
    let place = Place::new();
    let corners = "corners.pdb";
    let mut entries = entries_of(corner_table());
    *entries.last_mut().unwrap() -= 1;
    let header = TableFile::open(corner_table()).unwrap();
    write_table(&place.path(corners), header.header(), &entries, &WriteOptions { overwrite: true }).unwrap();
    faults.try_one("a corner", || {
        let ran = place.pdbgen("verify").args([corners]).run();
        ran.refuses(4, &["proven wrong: entry 88179838 holds "]);
        let solve = |table: &str| place.solve(&["--pdb", table, "--deterministic"]).args(cubes).ok();
        assert_eq!(solve(corners), solve(corner_table().to_str().unwrap()));
    });
}

fn permuted(faults: &Faults) {
    let place = Place::new();
    let file = TableFile::open(corner_table()).unwrap();
    let data = entries_of(corner_table());
    let path = place.path("bad.pdb");
    let blocks = data.len() / BLOCK as usize;
    for (a, b) in [(0, 1), (2, 9), (4, 5)] {
        assert!(b < blocks);
        let mut swapped = data.clone();
        for byte in 0..BLOCK as usize {
            swapped.swap(a * BLOCK as usize + byte, b * BLOCK as usize + byte);
        }
        // The counts and all checksums are right.
        write_table(&path, file.header(), &swapped, &WriteOptions { overwrite: true }).unwrap();
        place.pdbgen("verify --quick bad.pdb").ok();
        faults.try_one(format!("blocks {a} and {b}"), || {
            place.pdbgen("verify bad.pdb").run().refuses(4, &["bad.pdb: proven wrong: entry "]);
        });
    }
    // Lines of 64 bytes within a block as well.
    let fixture = Fixture::of_edges(NAMES, Metric::HalfTurn);
    for line in [1, 100, 1000] {
        let mut swapped = fixture.data.clone();
        swapped[64 * line..64 * (line + 2)].rotate_left(64);
        if swapped == fixture.data {
            continue;
        }
        fixture.write_data(&fixture.place.path("bad.pdb"), &swapped);
        faults.try_one(format!("lines {line} and {}", line + 1), || {
            fixture.pdbgen("verify bad.pdb").run().refuses(4, &["bad.pdb: proven wrong: entry "]);
        });
    }
    // Without the permuted blocks the table is sound.
    fs::copy(corner_table(), &path).unwrap();
    patch(&path, 0, b"\x89");
    place.pdbgen("verify bad.pdb").ok();
}
