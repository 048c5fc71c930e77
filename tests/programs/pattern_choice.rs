//! `pdbgen build`: the tables of a puzzle that are worth most.

use crate::program::{self, Place};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

impl Place {
    /// Runs `solve`, which must succeed, and returns what it printed.
    #[track_caller]
    fn answer(&self, args: &[&str]) -> String {
        let (status, out, told) = program::ended(program::solve().current_dir(&self.0).args(args).output().unwrap());
        assert_eq!(status, 0, "{args:?}: {told}");
        out.trim().to_owned()
    }
}

#[test]
fn the_tables_of_a_question_are_chosen_built_and_used() {
    let place = Place::new();
    let asked = "build --moves R,U,F --goal CORNERS:all;EDGES:0-3 --max-memory 6M -o own";
    let out = place.ok(asked);
    assert!(out.contains("3x3x3: ") && out.contains("the mean bound of random positions is "), "{out}");
    let names = place.names("own");
    assert!(!names.is_empty() && names.iter().all(|name| name.starts_with("3x3x3-") && name.ends_with(".pdb")));
    assert!(names.iter().all(|name| out.contains(&format!("own/{name}: "))), "{out}");
    for name in &names {
        assert!(place.ok(&format!("verify own/{name}")).contains("every entry proven exact"));
    }
    let question = ["--moves", "F,R,U", "--goal", "CORNERS:all;EDGES:0-3", "--all", "--count-only"];
    let start = "R U F R' U2 F' R U R2";
    assert_eq!(
        place.answer(&[&question[..], &["--pdb", "own", start]].concat()),
        place.answer(&[&question[..], &[start]].concat())
    );
    // A table that is there is not replaced unasked, and not built again if the build is to go on.
    place.fails(asked, 5, &["exists"]);
    assert_eq!(place.ok(&format!("{asked} --resume")).lines().count(), names.len() + 2);
    place.ok(&format!("{asked} --force"));
    assert_eq!(place.names("own"), names);
}

/// All of a small puzzle is one table, whose bounds are exact.
#[test]
fn small_puzzles_are_one_table() {
    let place = Place::new();
    place.ok("build --puzzle pyraminx-tipless --max-memory 100M -o own");
    let names = place.names("own");
    let [name] = &names[..] else { panic!("{names:?}") };
    assert!(place.ok(&format!("info own/{name}")).contains("933,120 of 4 bits"));
    assert_eq!(place.answer(&["--puzzle", "pyraminx-tipless", "--pdb", "own", "R U' L"]), "L' U R' (3)");
}

#[test]
fn there_is_a_sentence_where_no_tables_can_be() {
    let place = Place::new();
    for (args, status, words) in [
        ("--puzzle square-1 -o own", 2, "square-1: there are no tables to choose from: the puzzle has rules"),
        ("--cost U=2 -o own", 2, "there are no tables to choose from: moves have different costs"),
        ("--moves R -o own", 2, "there are no tables to choose from"),
        ("--max-memory 1K -o own", 6, "no table fits in 1.0 kB of memory"),
        ("--max-memory 1M -o missing/own", 5, "missing"),
        ("--max-memory 1M", 2, "--output"),
        ("--puzzle nothing -o own", 2, "nothing"),
    ] {
        place.fails(&format!("build {args}"), status, &[words]);
        let names = if place.path("own").exists() { place.names("own") } else { Vec::new() };
        assert!(names.is_empty(), "{args}: {names:?}");
    }
}

/// An interrupted build leaves its state, and goes on.
#[cfg(unix)]
#[test]
fn an_interrupted_build_goes_on() {
    let place = Place::new();
    let asked = "build --goal CORNERS:all;EDGES:0-3 --max-memory 20M -o own --progress none";
    let mut run = program::plain(env!("CARGO_BIN_EXE_pdbgen"));
    run.current_dir(&place.0).args(asked.split(' ')).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut run = run.spawn().unwrap();
    let mut told = BufReader::new(run.stderr.take().unwrap());
    // It names each table before it begins; the first ones are small.
    let large = |line: &str| line.split(' ').nth(1).is_some_and(|number| number.len() > "1,000,000".len());
    let mut line = String::new();
    while !large(&line) {
        line.clear();
        assert!(told.read_line(&mut line).unwrap() > 0, "no table is large");
    }
    cubepdb_testing::signal(&run, "-INT");
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{rest}");
    assert!(rest.contains("the same command with --resume goes on"), "{rest}");
    assert!(place.names("own").iter().any(|name| name.ends_with(".checkpoint")), "{:?}", place.names("own"));
    place.fails(asked, 5, &["--resume"]);
    let resumed = place.ok(&format!("{asked} --resume"));
    // `tests/faults` compares the tables with those of a build without interruption.
    let names = place.names("own");
    assert!(!names.is_empty() && names.iter().all(|name| resumed.contains(name.as_str())), "{names:?}: {resumed}");
}
