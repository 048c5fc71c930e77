//! `solve --puzzle … --pdb`: tables of `pdbgen pattern` that searches begin with.

use crate::program::{self, Place};
use serde_json::Value;
use std::fs;

impl Place {
    /// The exit status of `solve`, what it wrote, and what it told.
    fn solve(&self, args: &[&[&str]]) -> (i32, String, String) {
        program::ended(program::solve().current_dir(&self.0).args(args.concat()).output().unwrap())
    }

    #[track_caller]
    fn record(&self, args: &[&[&str]]) -> Value {
        let (status, out, told) = self.solve(&[args, &[&["--output", "jsonl", "--stats"]]].concat());
        assert_eq!(status, 0, "{args:?}: {told}");
        serde_json::from_str(&out).unwrap()
    }

    #[track_caller]
    fn refuses(&self, args: &[&[&str]], status: i32, words: &str) {
        let (found, _, told) = self.solve(args);
        assert!(found == status && told.contains(words), "{args:?}: {found} {told}");
    }
}

const QUESTION: [&str; 3] = ["--moves", "R,U,F", "--all"];
const START: &[&str] = &["R U F R' U2 F' R U R2"];

#[test]
fn searches_begin_with_tables_of_files() {
    let place = Place::new();
    fs::create_dir(place.path("own")).unwrap();
    for (file, pieces, moves) in
        [("c", "CORNERS:0-3,7;EDGES:0", "U,R,F"), ("e", "EDGES:0-5", "R,U,F"), ("x", "EDGES:0", "R")]
    {
        place.ok(&format!("pattern --pieces {pieces} --moves {moves} -o own/{file}.pdb"));
    }
    place.ok("compress own/e.pdb");
    fs::remove_file(place.path("own/e.pdb")).unwrap();
    let plain = place.record(&[&QUESTION, START]);
    let with = ["--pdb", "own"];
    for more in [&[][..], &["--deterministic"], &["--ranks", "2", "--threads", "2"], &["--jobs", "2", "R", "R U"]] {
        let (status, out, told) = place.solve(&[&QUESTION, &with, more, &["--output", "jsonl", "--stats"], START]);
        assert_eq!(status, 0, "{more:?}: {told}");
        assert!(told.contains("skipping own/x.pdb: a table of another question: it has other moves, R"), "{told}");
        assert!(told.contains("table of a file: EDGES:0-5 in own/e.pdb.zst"), "{told}");
        let found: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        for field in ["length", "solutions", "lower_bound", "optimal"] {
            assert_eq!(found[field], plain[field], "{more:?}: {field}");
        }
        assert_eq!(found["tables"], serde_json::json!(["CORNERS:0-3,7 EDGES:0", "EDGES:0-5"]));
    }
    // The variable is for all searches: what does not fit is no fault, and not told.
    let mut run = program::solve();
    let output = run.current_dir(&place.0).env("CUBEPDB_PDB", "own").args(["--puzzle", "skewb", "R"]).output();
    let (status, out, told) = program::ended(output.unwrap());
    assert_eq!((status, out.trim(), told.as_str()), (0, "DBR' (1)", ""));
}

/// A table of a piece that no move reaches has one position, and tells nothing.
#[test]
fn tables_of_one_position_do_no_harm() {
    let place = Place::new();
    place.ok("pattern --pieces CORNERS:6 --moves R,U -o one.pdb");
    let (status, out, told) = place.solve(&[&["--moves", "R,U", "--pdb", "one.pdb", "R U"]]);
    assert_eq!((status, out.as_str()), (0, "U' R' (2)\n"), "{told}");
}

#[test]
fn what_is_no_table_of_the_question_is_refused() {
    let place = Place::new();
    for (file, args) in [("c", &["pattern", "--pieces", "CORNERS:0-3"][..]), ("cube", &["edges", "--pieces", "UR,UF"])]
    {
        place.ok(&format!("{} -o {file}.pdb", args.join(" ")));
    }
    for (args, words) in [
        (&["--moves", "R,U"][..], "c.pdb is not a table of this question: it has other moves, U,R,F,D,L,B"),
        (
            &["--metric", "qtm", "--goal", "CORNERS:0-3"],
            "c.pdb is not a table of this question: its moves, U,R,F,D,L,B, have the names of the question's",
        ),
        (
            &["--goal", "EDGES:0-3"],
            "c.pdb is not a table of this question: its goal, CORNERS:0-3, is not part of the question's",
        ),
        (&["--puzzle", "megaminx"], "c.pdb is not a table of this question: it is about another puzzle, 3x3x3"),
        (&["--puzzle", "square-1"], "a question without tables: the puzzle has rules that forbid moves"),
    ] {
        place.refuses(&[args, &["--pdb", "c.pdb", "U"]], 4, words);
    }
    let whole = ["--goal", "CORNERS:0-4"];
    place.refuses(&[&whole, &["--pdb", "cube.pdb", "R"]], 4, "instead of a table with a question");
    place.refuses(&[&whole, &["--pdb", "none", "R"]], 4, "there is no such table");
    fs::create_dir(place.path("others")).unwrap();
    fs::rename(place.path("cube.pdb"), place.path("others/cube.pdb")).unwrap();
    place.refuses(&[&whole, &["--pdb", "others", "R"]], 4, "no table of this question in others");
    place.refuses(&[&whole, &["--pdb", "others", "R"]], 4, "skipping others/cube.pdb: a table of cubes");
    let (status, out, told) = place.solve(&[&whole, &["--pdb", "c.pdb", "R"]]);
    assert_eq!((status, out.trim(), told.as_str()), (0, "R' (1)", ""));
    let mut bytes = fs::read(place.path("c.pdb")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(place.path("others/c.pdb"), bytes).unwrap();
    place.refuses(&[&whole, &["--pdb", "others", "R"]], 4, "others/c.pdb");
}

/// A saved search goes on with the same tables alone.
#[test]
fn saved_searches_need_their_tables() {
    let place = Place::new();
    place.ok("pattern --pieces CORNERS:0-3,7 --moves R,U,F -o c.pdb");
    let saving = [&QUESTION[..], &["--checkpoint", "saved", "--resume"]].concat();
    let start = &["R U F R' U2 F' R U R2 F U' R F2"][..];
    let with = &["--pdb", "c.pdb"][..];
    let (status, _, told) = place.solve(&[&saving, with, &["--max-nodes", "20000"], start]);
    assert_eq!(status, 7, "{told}");
    place.refuses(&[&saving, start], 4, "it has `bounds all tables, table CORNERS:0-3,7 ");
    let plain = place.record(&[&QUESTION, with, start]);
    let found = place.record(&[&saving, with, start]);
    for field in ["length", "solutions", "nodes"] {
        assert_eq!(found[field], plain[field], "{field}");
    }
}
