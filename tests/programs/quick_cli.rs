//! Good solutions at once: `solve --quick`.

use crate::program::{bare, output, said};
use cubepdb::{Algorithm, Cube};
use serde_json::Value;
use std::fs;

const HARD: &str = "F' R2 D U' L B2 U R' D2 F U2 L' B D' R F2 L2 U' B' D R2 F L";

/// The moves of a line of text output, which has to solve the cube.
fn checked(cube: &str, line: &str) -> usize {
    let cube: Cube = cube.parse().unwrap();
    let solution: Algorithm = line.parse().expect("an answer is read back, with its length");
    assert!(cube.apply(&solution).unwrap().is_solved(), "{line}");
    assert!(line.trim_end().ends_with(&format!("({}f)", solution.len())), "{line}");
    solution.len()
}

#[test]
fn a_good_solution_needs_no_table() {
    let cache = tempfile::tempdir().unwrap();
    for (flags, most) in [(&["--quick"][..], 22), (&["--quick", "21"], 21), (&["--quick=21"], 21)] {
        let (status, out, err) = output(bare(&[flags, &[HARD]].concat()).env("CUBEPDB_CACHE", cache.path()));
        assert!(status == 0 && err.is_empty(), "{err}");
        assert!(checked(HARD, &out) <= most, "{out}");
    }
    assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
    // Short ones are shortest, and known to be.
    let (_, out, _) = said(&["--quick", "--output", "jsonl", "R U F2"]);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&record["status"], &record["length"], &record["optimal"]), (&"solved".into(), &3.into(), &true.into()));
    let (status, out, _) = said(&["--quick", "R R'"]);
    assert_eq!((status, out.as_str()), (0, "(0f)\n"));
}

#[test]
fn records_say_that_a_solution_is_not_proven() {
    let input = format!("{HARD}\nR U X\n# a comment\n{HARD} L2\n");
    let mut program = bare(&["--quick", "--output", "jsonl", "--file", "-"]);
    let (status, out, _) = output(program.write_stdin(input));
    assert_eq!(status, 3);
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<&str> = records.iter().map(|record| record["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["unproven", "invalid", "unproven"]);
    let first = &records[0];
    assert_eq!((&first["optimal"], &first["search"]["strategy"]), (&false.into(), &"two-phase".into()));
    assert!(first["lower_bound"].as_u64() < first["length"].as_u64() && first["error"].is_null(), "{first}");
    assert_eq!(first["tables"], Value::Array(Vec::new()));
}

/// Nobody knows a solution of a random cube in eleven moves: the best one is printed when the time is over.
#[test]
fn a_limit_ends_the_search_for_shorter_ones() {
    // Fourteen cannot be refuted on the way.
    let (status, out, _) = said(&["--quick", "14", "--timeout", "1s", HARD]);
    let (solution, reason) = out.split_once('\n').unwrap();
    assert!(checked(HARD, solution) <= 22);
    assert_eq!(status, 7);
    assert!(reason.starts_with("unproven: at least 1") && reason.ends_with(" needed (time limit)\n"), "{out}");
}

/// Twelve moves and fewer are refuted on the way.
#[test]
fn fewer_moves_than_there_are_end_with_a_proof() {
    let (status, out, err) = said(&["--quick", "11", HARD]);
    let (solution, proof) = out.trim_end().split_once('\n').unwrap();
    assert_eq!((status, proof), (1, "no solution within 11 moves (proven)"), "{err}");
    assert!((18..=22).contains(&checked(HARD, solution)), "{out}");
}

#[test]
fn a_search_that_is_stopped_has_a_good_solution() {
    let limits = ["--heuristic", "zero", "--max-nodes", "100000", HARD];
    let (status, out, _) = said(&limits);
    let (solution, reason) = out.split_once('\n').unwrap();
    assert!(checked(HARD, solution) <= 22);
    assert!(status == 7 && reason.starts_with("unproven: at least ") && reason.ends_with("(node limit)\n"), "{out}");
    let (status, out, _) = said(&[&limits[..], &["--output", "jsonl"]].concat());
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &record["status"], &record["error"]["code"]), (7, &"unproven".into(), &"node-limit".into()));
    // One that is as short as the proven bound is a shortest one: the search for six moves is stopped at its beginning.
    let (status, out, _) = said(&["--heuristic", "zero", "--max-nodes", "700000", "-o", "jsonl", "R U F D L2 B"]);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &record["status"], &record["optimal"]), (0, &"solved".into(), &true.into()), "{out}");
    // Also where all are wanted, but none that is longer than was asked for.
    let (status, out, _) = said(&[&limits[..], &["--all"]].concat());
    let (one, reason) = out.split_once('\n').unwrap();
    assert!(status == 7 && one == solution && reason.starts_with("unproven: at least "), "{out}");
    let (status, out, _) = said(&[&limits[..], &["--max-depth", "12"]].concat());
    assert!(status == 7 && out.starts_with("unsolved: at least "), "{out}");
}

#[test]
fn the_inverse_is_solved() {
    for (scramble, inverse) in [("R U F2", "F2 U' R'"), ("R", "R'"), ("L2 D'", "D L2")] {
        let answers = [&["--inverse", scramble][..], &[inverse]].map(said);
        assert_eq!((answers[0].0, &answers[0].1), (0, &answers[1].1));
    }
    // What solves the inverse is, backwards, a way that the cube solves as well.
    let (_, out, _) = said(&["--inverse", "--quick", HARD]);
    let solution: Algorithm = out.parse().unwrap();
    let inverse: Algorithm = HARD.parse::<Algorithm>().unwrap().inverse();
    checked(&inverse.to_string(), &out);
    assert!(!HARD.parse::<Cube>().unwrap().apply(&solution).unwrap().is_solved());
    // With a goal, too, in any notation.
    let eo = |args: &[&str]| said(&[args, &["--goal", "eo"]].concat());
    let facelets = said(&["convert", "--to", "facelets", "R U F' D2 B"]).1;
    let expected = eo(&["B' D2 F U' R'"]);
    assert!(
        expected.0 == 0
            && expected == eo(&["--inverse", "R U F' D2 B"])
            && expected == eo(&["--inverse", facelets.trim()])
    );
    for flags in [&["--size", "4"][..], &["--puzzle", "megaminx"], &["--preset", "ibis"], &["--from", "R"]] {
        let (status, _, err) = said(&[&["--inverse"], flags, &["R U"]].concat());
        assert!(status == 2 && err.contains("--inverse"), "{flags:?}: {err}");
    }
    let (status, _, err) = said(&["--preset", "ibis", "--from", "R U", "--to", "R U F"]);
    assert!(status == 2 && err.contains("--from, or --to, goes with the usual search"), "{err}");
}

/// Both ways to read the answer solve the scramble: the moves in all, and those of NISS, of which the bracket is for
/// the inverse.
#[test]
fn premoves_end_a_solution() {
    for (args, premoves, scramble) in [
        (&["--premoves", "R U"][..], "R U", "F2 L D' R2 B"),
        (&["--premoves", "D2", "--all"], "D2", "R U F"),
        (&["--premoves", "R U", "--moves", "R,U,F,L"], "R U", "F2 L F R"),
    ] {
        let (status, out, err) = said(&[args, &[scramble]].concat());
        assert_eq!(status, 0, "{err}");
        for line in out.lines() {
            let (line, comment) = line.split_once("  // NISS: (").unwrap();
            let (bracket, rest) = comment.split_once(") ").unwrap();
            let (niss, all) = rest.split_once("; in all: ").unwrap();
            assert_eq!(line.rsplit_once(" (").unwrap().0, niss);
            let all = all.rsplit_once(" (").unwrap().0;
            let of_inverse = bracket.parse::<Algorithm>().unwrap();
            assert_eq!(of_inverse.inverse().to_string(), premoves);
            let cube = scramble.parse::<Cube>().unwrap();
            for moves in [all.to_owned(), format!("{niss} {}", of_inverse.inverse())] {
                assert!(cube.apply(&moves.parse().unwrap()).unwrap().is_solved(), "{moves} after {scramble}");
            }
        }
    }
    for (args, scramble, all) in [
        (&["--premoves", "R' L"][..], "R2 U L", "L' U' R2 (3)"),
        (&["--premoves", "U D"], "R U", "R' D (2)"),
        (&["--metric", "qtm", "--premoves", "R2"], "F2 R", "R F2 (3)"),
    ] {
        let (_, out, _) = said(&[args, &[scramble]].concat());
        let found = out.trim_end().rsplit_once("in all: ").unwrap().1;
        let (moves, number) = found.rsplit_once(' ').unwrap();
        assert!(scramble.parse::<Cube>().unwrap().apply(&moves.parse().unwrap()).unwrap().is_solved(), "{out}");
        assert_eq!(number, all.rsplit_once(' ').unwrap().1, "{out}");
    }
    // A goal with moves before the scramble is that of the scramble after them. What is missing comes before them: all
    // moves are not known yet.
    let (_, eo, _) = said(&["--premoves", "F R", "--goal", "eo", "F2 L D' R2 B U F"]);
    let (_, after, _) = said(&["--goal", "eo", "F R F2 L D' R2 B U F"]);
    let solution = after.trim_end().rsplit_once(" (").unwrap().0;
    assert_eq!(eo, format!("{}  // NISS: (R' F') {solution}\n", after.trim_end()));
    let (_, stm, _) = said(&["--premoves", "U F", "--moves", "stm", "M U M' R"]);
    assert!(stm.contains("NISS: (F' U')") && !stm.contains("in all"), "{stm}");
    for (args, sentence) in [
        (&["--premoves", "R Q", "U"][..], "`Q` is not a move (column 3)"),
        (&["--premoves", "R", "--size", "4", "U"], "--premoves is for cubes of size 3"),
        (&["--premoves", "R", "--puzzle", "megaminx", "U"], "--premoves is for cubes of size 3"),
        (&["--premoves", "R", "--output", "jsonl", "U"], "--premoves is for --output text"),
        (&["--premoves", "R", "--inverse", "U"], "cannot be used with"),
        (&["--premoves", "R"], "no cube given"),
    ] {
        let (status, _, err) = said(args);
        assert!(status == 2 && err.contains(sentence), "{args:?}: {err}");
    }
}

/// Slice turns are moves, and the hold in which the cube ends is free.
#[test]
fn slice_turns_may_be_moves() {
    for (cube, length) in [("M2 E2 S2", 3), ("R L'", 1), ("M E M' E'", 4), ("U D' R L'", 2), ("R U", 2)] {
        let (status, out, err) = said(&["--moves", "stm", cube]);
        assert!(status == 0 && out.ends_with(&format!("({length})\n")), "{cube}: {out} {err}");
    }
    let (status, _, err) = said(&["--metric", "stm", "R"]);
    assert!(status == 2 && err.contains("slice turns are moves: --moves stm"), "{err}");
}

#[test]
fn flags_for_shortest_solutions_are_refused() {
    for flags in [
        &["--all"][..],
        &["--metric", "qtm"],
        &["--size", "4"],
        &["--moves", "R,U"],
        &["--preset", "ibis"],
        &["--ranks", "2"],
    ] {
        let (status, _, err) = said(&[&["--quick"], flags, &["R U"]].concat());
        assert!(status == 2 && err.contains("does not go with --quick"), "{flags:?}: {err}");
    }
    let (status, _, err) = said(&["--quick", "--goal", "oll", "R U"]);
    assert!(status == 2 && err.contains("for a goal, --timeout prints the best one so far"), "{err}");
}
