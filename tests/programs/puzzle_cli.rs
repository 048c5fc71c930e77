//! Questions about any puzzle: `solve --puzzle`, `--goal`, `--moves`, `--cost`, `--from`, `--to`, `solve puzzles` and
//! `pdbgen distances`.

use crate::program::{self, both, record, text, text_of};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

fn distances(args: &[&str]) -> Vec<u64> {
    let output = program::pdbgen().args(["distances", "--csv"]).args(args).timeout(Duration::from_secs(100)).output();
    let table = text_of(&output.unwrap());
    table.lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse().unwrap()).collect()
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("puzzle-{name}-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn puzzles_are_solved_by_name() {
    assert_eq!(text(&["--puzzle", "megaminx", "R U' F"]), "F' U R' (3)");
    assert_eq!(text(&["--puzzle", "pyraminx", "U R' L b"]), "L' R U' b' (4)");
    assert_eq!(text(&["--puzzle", "square-1", "U / D3"]), "D3' / U' (3)");
    assert_eq!(text(&["--puzzle", "loopover-3x3", "1H 2V"]), "2V' 1H' (2)");
    let record = record(&["--puzzle", "skewb", "UFR UFL' DFR"]);
    assert_eq!((&record["length"], &record["cost"], &record["optimal"]), (&3.into(), &3.into(), &true.into()));
    assert_eq!((&record["puzzle"], &record["goal"]), (&"skewb".into(), &"solved".into()));
}

/// A half turn that costs three is two quarter turns; the plain search of unit tests has more of these.
#[test]
fn moves_goals_and_costs_of_the_3x3x3() {
    assert_eq!(text(&["--moves", "R,U", "R U2 R' U"]), "U' R U2 R' (4)");
    assert_eq!(text(&["--moves", "M=R L' x',U", "U M"]), "M' U' (2)");
    assert_eq!(text(&["--cost", "U2=3", "U2"]), "U U (2, cost 2)");
    assert_eq!(text(&["--moves", "R,U", "--cost", "R=2,U=3", "R U"]), "U' R' (2, cost 5)");
    assert_eq!(text(&["--metric", "qtm", "--moves", "R,U", "R2"]), "R R (2)");
    assert_eq!(text(&["--goal", "EDGES:4-7", "R U R'"]), "(0)", "what the cross does not see is solved");
    assert_eq!(text(&["--goal", "EDGES:4-7", "--up-to", "D", "D R"]), "R' (1)");
    assert_eq!(text(&["--goal", "EDGES:all/orientation", "R2 F"]), "F (1)");
    assert_eq!(text(&["--from", "R U", "--to", "R U F"]), "F (1f)");
    let costs = text(&["--cost", "R=5", "-o", "csv", "R"]);
    assert!(
        costs.starts_with("id,status,length,") && costs.lines().next().unwrap().ends_with(",error,cost"),
        "{costs}"
    );
    assert!(costs.lines().nth(1).unwrap().ends_with(",,5"), "{costs}");
    let pattern = text(&["puzzles", "show", "3x3x3", "--to", "kpuzzle"]);
    let definition: Value = serde_json::from_str(&pattern).unwrap();
    let pattern = definition["defaultPattern"].to_string();
    for args in
        [&["--puzzle", "3x3x3", &pattern][..], &[&pattern], &["--from", &pattern, "R R'"], &["--to", &pattern, "R R'"]]
    {
        assert_eq!(text(args), "(0)", "{args:?}");
    }
    for (moves, flags, metric) in
        [("R,U", &["--metric", "qtm"][..], "qtm"), ("R,U", &[], "htm"), ("R1,U1", &[], "htm"), ("R2,U2", &[], "htm")]
    {
        assert_eq!(record(&[flags, &["--moves", moves, "U2 R2"]].concat())["metric"], metric, "{moves}");
    }
    assert_eq!(text(&["--from", "R U", "F"]), "F' U' R' (3f)");
    let pieces = text(&["convert", "--to", "facelets", "R U F"]);
    assert_eq!(text(&["--from", "R U", "--to", &pieces]), "F (1f)");
    assert_eq!(text(&["--from", "R U", "--to", "R U F", "L"]), "L' F (2f)");
    assert_eq!(text(&["--to", "F", "L F"]), "F' L' F (3f)");
    let all = text(&["--moves", "R,L,U", "--all", "R L"]);
    assert_eq!(all, "R' L' (2)", "once up to the order of commuting moves");
}

/// `--stats` tells which tables the search has.
#[test]
fn all_of_a_3x3x3_is_searched_with_its_own_tables() {
    let scramble = "R U F2 L' D B2 R' U2";
    for args in [&["--puzzle", "3x3x3", scramble][..], &["--from", "R U F2 L'", "--to", "B", "D B2 R'"]] {
        let (status, told) = both(&[args, &["--heuristic", "corners", "--stats"]].concat());
        assert_eq!(status, 0, "{told}");
        assert!(told.contains("corners"), "{told}");
    }
    let (_, told) = both(&["--puzzle", "3x3x3", "--goal", "EDGES:4-7", "--stats", "R U F"]);
    assert!(told.contains("a perimeter"), "{told}");
}

#[test]
fn goals_that_cannot_be_reached_are_told_at_once() {
    let (status, told) = both(&["--moves", "R,U", "F"]);
    assert_eq!(status, 3, "{told}");
    assert!(told.contains("the goal cannot be reached with these moves: "), "{told}");
    let (status, told) = both(&["--moves", "R,U", "--max-depth", "1", "R U"]);
    assert_eq!((status, told.as_str()), (1, "no solution within 1 move (proven)\n"));
    // R three times would do, for 300: no cost that is searched.
    let (status, told) = both(&["--moves", "R1", "--cost", "R=100", "R"]);
    assert_eq!((status, told.as_str()), (1, "no solution within 254 units of cost (proven)\n"));
    let (status, told) = both(&["--puzzle", "square-1", "U / U /"]);
    assert_eq!(status, 3, "{told}");
    assert!(told.contains("is not possible there: it is move 3 of the sequence"), "{told}");
}

/// With a layer turned back, `R++` is a rotation; so is each of these five times.
#[test]
fn scrambles_of_competitions_are_read() {
    for (puzzle, scramble, solution) in [
        ("megaminx", "R++ L2'", "(0)"),
        ("megaminx", "D-- U2", "(0)"),
        ("megaminx", "R++ R++ R++ R++ R++ D-- D-- D-- D-- D--", "(0)"),
        ("megaminx", "R++", "L2' (1)"),
        ("square-1", "(1,0)/(3,3)/(-1,0)", "U / U3' D3' / U' (6)"),
    ] {
        assert_eq!(text(&["--puzzle", puzzle, scramble]), solution, "{puzzle} {scramble}");
    }
    let clock = |scramble| text(&["--puzzle", "clock", "--metric", "qtm", scramble]);
    assert_eq!(clock("UR3+ DL2-"), clock("UR3 DL2'"));
    assert_eq!(clock("UR1+ y2 DL1- UR DR"), clock("UR y2 DL'"));
    assert_eq!(both(&["--puzzle", "square-1", "(1,0)/(9,3)/"]).0, 3);
}

#[test]
fn definitions_are_written_and_read() {
    let directory = directory("definitions");
    for (name, start) in [("pyraminx", "U R' L b"), ("dino", "UFR DFR' UBL"), ("2x2x2", "R U2 F'")] {
        let by_name = text(&["--puzzle", name, start]);
        for format in ["tws", "kpuzzle"] {
            let file = directory.join(format!("{name}.{format}"));
            fs::write(&file, text(&["puzzles", "show", name, "--to", format])).unwrap();
            assert_eq!(text(&["--puzzle", file.to_str().unwrap(), start]), by_name, "{name} as {format}");
        }
    }
    assert!(text(&["puzzles"]).lines().any(|line| line.trim_start().starts_with("megaminx ")));
    fs::remove_dir_all(directory).unwrap();
}

/// Published in many places: the Pyraminx without tips, the 2x2x2 in quarter turns to some depth, and the cross of the
/// 3x3x3.
#[test]
fn distances_are_the_published_ones() {
    let pyraminx = distances(&["--puzzle", "pyraminx-tipless"]);
    assert_eq!(pyraminx, [1, 8, 48, 288, 1728, 9896, 51_808, 220_111, 480_467, 166_276, 2457, 32]);
    let cross = distances(&["--goal", "EDGES:4-7"]);
    assert_eq!(cross, [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
    let quarter = distances(&["--puzzle", "2x2x2", "--moves", "U,R,F", "--metric", "qtm", "--max-depth", "6"]);
    assert_eq!(quarter, [1, 6, 27, 120, 534, 2256, 8969]);
    let output = program::pdbgen().args(["distances", "--goal", "EDGES:4-7", "--json"]).output().unwrap();
    let record: Value = serde_json::from_str(&text_of(&output)).unwrap();
    assert_eq!((&record["complete"], &record["states"]), (&true.into(), &"190080".into()));
    assert_eq!(record["antipodes"].as_array().unwrap().len(), 20);
    // Beside a picture, and where it cannot be written after all, the counts are there.
    let picture = directory("picture").join("cross.svg");
    let place = picture.to_str().unwrap();
    let shown =
        text_of(&program::pdbgen().args(["distances", "--goal", "EDGES:4-7", "--svg", place]).output().unwrap());
    assert!(shown.contains("97,254") && picture.exists(), "{shown}");
    let piped = text_of(&program::pdbgen().args(["distances", "--goal", "EDGES:4-7", "--svg", "-"]).output().unwrap());
    assert!(piped.starts_with("<svg") && !piped.contains("\n    5 "), "{piped}");
}

/// Classes are the same by an index and by whole positions.
#[test]
fn positions_are_counted_up_to_symmetry() {
    let count = |args: &[&str]| {
        let mut command = program::pdbgen();
        text_of(
            &command.args(["distances", "--classes"]).args(args).timeout(Duration::from_secs(100)).output().unwrap(),
        )
    };
    let table = count(&["--max-depth", "3", "--csv"]);
    assert_eq!(table, "distance,positions,classes\n0,1,1\n1,18,2\n2,243,9\n3,3240,75");
    let question = ["--puzzle", "2x2x2", "--moves", "U,R,F", "--json"];
    let [all, few] = [&[][..], &["--max-depth", "5"]]
        .map(|limit| -> Value { serde_json::from_str(&count(&[&question[..], limit].concat())).unwrap() });
    assert_eq!((&all["symmetries"], &all["complete"]), (&6.into(), &true.into()));
    let classes = |record: &Value| record["classes"].as_array().unwrap().clone();
    assert_eq!(classes(&all)[..6], classes(&few)[..]);
    assert_eq!(classes(&all)[..2], [Value::from(1), 2.into()]);
    assert_eq!(classes(&all).len(), all["counts"].as_array().unwrap().len());
}

/// A count that ended at a limit goes on from its checkpoint, to the same table and antipodes. `tests/faults` kills it.
#[test]
fn counting_goes_on_from_a_checkpoint() {
    let saved = directory("distances").join("saved");
    let question = ["distances", "--puzzle", "2x2x2", "--moves", "U,R,F", "--json"];
    let expected = text_of(&program::pdbgen().args(question).output().unwrap());
    let saving = [&question[..], &["--checkpoint", saved.to_str().unwrap(), "--checkpoint-every", "0s"]].concat();
    let limited = [&saving[..], &["--max-depth", "5"]].concat();
    let output = program::pdbgen().args(&limited).output().unwrap();
    let record: Value = serde_json::from_str(&text_of(&output)).unwrap();
    assert_eq!((&record["complete"], record["counts"].as_array().unwrap().len()), (&false.into(), 6));
    let told = String::from_utf8(program::pdbgen().args(&saving).output().unwrap().stderr).unwrap();
    assert!(told.contains("--resume"), "{told}");
    let goes_on = [&saving[..], &["--resume"]].concat();
    assert_eq!(text_of(&program::pdbgen().args(&goes_on).output().unwrap()), expected);
    assert!(!saved.exists());
}

/// The number of all positions is that of those from which moves lead to the goal, not of those around the solved
/// position; and what no move changes is as in the goal.
#[test]
fn positions_around_other_goals_are_counted() {
    let told = |args: &[&str]| text_of(&program::pdbgen().arg("distances").args(args).output().unwrap());
    let pocket = ["--puzzle", "2x2x2", "--moves", "R2"];
    assert!(told(&[&pocket[..], &["--up-to", "x,y", "--max-depth", "0"]].concat()).contains("24 of 48 positions"));
    let classes = told(&["--moves", "R2,U2", "--to", "M", "--classes", "--csv"]);
    assert!(classes.starts_with("distance,positions,classes\n0,1,1\n1,2,1\n"), "{classes}");
    let record: Value = serde_json::from_str(&told(&["--moves", "R2", "--to", "M", "--json"])).unwrap();
    assert_eq!((&record["states"], &record["counts"]), (&"2".into(), &vec![1, 1].into()));
    let place = directory("farthest");
    let pattern = place.join("position.json");
    fs::write(
        &pattern,
        record["antipodes"][0].as_str().map_or_else(|| record["antipodes"][0].to_string(), str::to_owned),
    )
    .unwrap();
    assert_eq!(text(&["--moves", "R2", "--to", "M", "--from", pattern.to_str().unwrap(), "R2 R2"]), "R2 (1)");
}

/// Whole positions are counted where an index has no room, and nothing is saved of them.
#[test]
fn memory_of_counting_is_stated() {
    let small = ["distances", "--puzzle", "2x2x2", "--moves", "U,R,F", "--max-memory", "700k"];
    let output = program::pdbgen().args(small).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(6));
    assert!(told.contains("3,674,160 positions in 2 bits each take 918.5 kB of memory, and 716.8 kB"), "{told}");
    for (flags, status) in [(&small[1..], 6), (&["--puzzle", "square-1"], 2)] {
        let output = program::pdbgen().arg("distances").args(flags).args(["--checkpoint", "none"]).output().unwrap();
        assert_eq!(output.status.code(), Some(status));
        assert!(output.stdout.is_empty());
    }
}

/// Kernels, schedulers, threads and jobs search the same trees; a transposition table changes no answer.
#[test]
fn every_way_gives_the_same_answer() {
    let starts = "R U F' R2 U'\nU2 R2 U R' F\nR F U F'\n";
    let file = directory("ways").join("starts.txt");
    fs::write(&file, starts).unwrap();
    let question = ["--moves", "R,U,F", "--file", file.to_str().unwrap()];
    let lengths = |flags: &[&str]| -> Vec<Value> {
        let lines = text(&[&question[..], flags, &["--output", "jsonl"]].concat());
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["length"].clone()).collect()
    };
    let usual = lengths(&[]);
    assert_eq!(usual, [5, 5, 4].map(Value::from));
    for flags in [
        &["--jobs", "2"][..],
        &["--kernel", "recursive", "--threads", "1"],
        &["--scheduler", "stealing", "--threads", "3"],
        &["--heuristic", "zero"],
        &["--prune", "none"],
        &["--tt", "epoch", "--heuristic", "zero"],
        &["--tt", "epoch", "--deterministic"],
    ] {
        assert_eq!(lengths(flags), usual, "{flags:?}");
    }
}
