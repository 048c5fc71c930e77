//! Definitions, goals, moves, costs and starts that are none: each has its sentence and its exit status, and nothing is
//! created, neither where the program runs nor in the cache.

use crate::program;
use cubepdb_testing::names;
use std::fs;
use std::time::Duration;

/// The beginning of a definition, and its only move.
const SOLVED: &str = "Name Three\nSet A 3 2\nSolved\nA\n1 2 3\nEnd\n";
const MOVE: &str = "Move T\nA\n2 3 1\nEnd\n";

/// Definitions in lines, and what is said about each.
const LINES: [(&str, &str); 27] = [
    ("", "p.tws: there is nothing to read"),
    ("Name X", "the puzzle has no pieces: define them first"),
    ("SOLVED Move T\nA\n2 2 1\nEnd\n", "p.tws: line 9: that is not a permutation of A: 2 appears twice"),
    ("SOLVED Move T\nA\n0 1 2\nEnd\n", "line 9: `0` is not a place of A: it is 1 to 3"),
    ("SOLVED Move T\nA\n2 3\nEnd\n", "line 9: 2 numbers are given for the 3 places of A"),
    ("SOLVED Turn T\nMOVE", "line 7: `Turn` is not a keyword of a definition"),
    ("SOLVED Move T\nA\n2 3 1\n", "line 7: the move T has no End"),
    ("SOLVED Move T\nA\n2 3 1\n0 2 0\nEnd\n", "line 10: `2` is not an orientation of A: it is 0 to 1"),
    ("SOLVED Move T\nB\n2 3 1\nEnd\n", "line 8: the puzzle has no pieces `B`"),
    ("SOLVED Move\nA\n2 3 1\nEnd\n", "line 7: write `Move NAME`"),
    ("SOLVED MOVE MOVE", "line 11: T is given twice"),
    ("SOLVED MOVE Set B 2 1\n", "line 11: all sets come before"),
    ("SOLVED MOVE MoveSequence S T U\n", "line 11: `U` is not a move of Three: its moves are T"),
    ("SOLVED MOVE MoveAlias S\n", "line 11: write `MoveAlias NEW OLD`"),
    ("SOLVED MOVE Illegal A 1 1\n", "line 3: the solved position has a piece where it must not be"),
    ("SOLVED MOVE Illegal A 4 1\n", "line 11: `4` is not a place of A: it is 1 to 3"),
    ("SOLVED MOVE Solved\nEnd\n", "line 11: the solved position is given twice"),
    ("Set A 3 1\nIllegal A 1 1\nSolved\nEnd\nMOVE", "line 3: the solved position has a piece where it must not be"),
    ("Set A 3 1\nSet A 3 1\n", "line 2: A is given twice"),
    ("Set A 256 1\n", "line 1: `256` is not a number of places: it is 1 to 255"),
    ("Set A 3 0\n", "line 1: `0` is not a number of orientations: it is 1 to 127"),
    ("Set A 3\n", "line 1: write `Set NAME PLACES ORIENTATIONS`"),
    ("MOVE Set A 3 2\n", "line 1: the puzzle has no pieces: define them first"),
    ("Set A 3 2\nMOVE", "p.tws: there is no solved position"),
    ("SOLVED", "no moves are named"),
    ("SOLVED Move T\nA\n1 2 3\nEnd\n", "the move T changes nothing"),
    ("SOLVED Move x\nA\n2 3 1\nEnd\n", "there are no moves: by its name, x is a rotation of the whole puzzle"),
];

const KPUZZLE: &str = r#"{"name": "three", "orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 2}],
"defaultPattern": {"A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
"moves": {"T": {"A": {"permutation": [1, 2, 0], "orientationDelta": [0, 0, 0]}}}}"#;

/// The text in place of a part of the definition in JSON, and the words about it.
const JSON: [(&str, &str, &str); 18] = [
    ("{\"name\"", "{name", "p.tws: line 1, column 2: key must be a string"),
    ("}}}}", "", "p.tws: line 3, column"),
    ("\"orbits\"", "\"sets\"", "p.tws: `orbits` is missing"),
    ("\"defaultPattern\"", "\"solved\"", "p.tws: `defaultPattern` is missing"),
    ("\"moves\"", "\"turns\"", "p.tws: `moves` is missing"),
    ("\"numPieces\"", "\"pieces\"", "orbits[0]: `numPieces` is missing"),
    ("\"permutation\"", "\"places\"", "moves.T.A: `permutation` is missing"),
    ("\"numPieces\": 3", "\"numPieces\": -3", "orbits[0]: `-3` is not a number of places: it is 1 to 255"),
    ("\"numPieces\": 3", "\"numPieces\": 4", "defaultPattern.A.pieces: 3 numbers are given for the 4 places of A"),
    ("[0, 1, 2]", "[0, 1, 3]", "defaultPattern.A.pieces[2]: `3` is not a piece of A: it is 0 to 2"),
    ("[1, 2, 0]", "[1, 0]", "moves.T.A.permutation: 2 numbers are given for the 3 places of A"),
    ("[1, 2, 0]", "[1, 3, 0]", "moves.T.A.permutation[1]: `3` is not a place of A: it is 0 to 2"),
    ("[1, 2, 0]", "[1, 1, 0]", "moves.T.A.permutation: that is not a permutation of A: 1 appears twice"),
    ("[0, 0, 0]}}}}", "[0, 2, 0]}}}}", "moves.T.A.orientationDelta[1]: `2` is not an orientation of A: it is 0 to 1"),
    ("{\"T\": {\"A\"", "{\"T\": {\"B\"", "moves.T.B: the puzzle has no pieces `B`"),
    ("\"moves\"", "\"derivedMoves\": {\"S\": \"T U\"}, \"moves\"", "derivedMoves.S: `U` is not a move of three"),
    ("\"moves\"", "\"derivedMoves\": {\"S\": \"S T\"}, \"moves\"", "derivedMoves.S: S is made of itself"),
    ("\"moves\": {", "\"moves\": {\"T\": {}, ", "`T`"),
];

/// Files that the questions name.
const FILES: [(&str, &[u8]); 7] = [
    ("binary", b"\x7fELF\x00\xff\xfe"),
    ("short.json", b"{\"A\": {\"pieces\": [0, 1], \"orientation\": [0, 0]}}"),
    ("other.json", b"{\"A\": {\"pieces\": [0, 0, 2], \"orientation\": [0, 0, 0]}}"),
    ("flipped.json", b"{\"A\": {\"pieces\": [0, 1, 2], \"orientation\": [1, 0, 0]}}"),
    ("swapped.json", b"{\"A\": {\"pieces\": [1, 0, 2], \"orientation\": [0, 0, 0]}}"),
    ("costs", b"T=2\nT 3\n"),
    ("rules", b""),
];

/// The puzzle of the other questions: `three.tws`, if they name none.
const QUESTIONS: [(&[&str], i32, &str); 89] = [
    // Puzzles.
    (&["--puzzle", "megaminks", "R"], 2, "did you mean `megaminx`"),
    (&["--puzzle", "none.tws", "R"], 2, "there is no puzzle and no file `none.tws`; `solve puzzles` lists the puzzles"),
    (&["--puzzle", "directory", "R"], 2, "there is no puzzle and no file `directory`"),
    (&["--puzzle", "", "R"], 2, "there is no puzzle and no file ``"),
    (&["--puzzle", "binary", "R"], 2, "binary: it is not text"),
    (&["--puzzle", "huge", "R"], 2, "and at most 67108864 are read"),
    (&["--puzzle", "megaminx"], 2, "no cube given"),
    // Goals.
    (&["--goal", "", "T"], 2, "--goal: `` is not a list of pieces"),
    (&["--goal", "A", "T"], 2, "--goal: `A` is not a list of pieces"),
    (&["--goal", "A:", "T"], 2, "is not a list of pieces"),
    (&["--goal", "A:2-1", "T"], 2, "is not a list of pieces"),
    (&["--goal", "A:1/twist", "T"], 2, "is not a list of pieces"),
    (&["--goal", "A:99999999999999999999", "T"], 2, "is not a list of pieces"),
    (&["--goal", "B:0", "T"], 2, "--goal: the puzzle has no orbit B: it has A"),
    (&["--goal", "A:3", "T"], 2, "--goal: A has no piece 3: they are 0 to 2"),
    (&["--goal", "A:0;A:1", "T"], 2, "--goal: the orbit A is named twice"),
    (&["--goal", "directory", "T"], 2, "--goal: `directory` is not a list of pieces"),
    (&["--goal", "none.json", "T"], 2, "--goal: there is no file `none.json`"),
    (&["--goal", "binary", "T"], 2, "binary: it is not text"),
    (&["--goal", "short.json", "T"], 2, "short.json: A.pieces: 2 numbers are given for the 3 places of A"),
    (&["--goal", "A:0", "--goal", "A:1", "T"], 2, "--goal: several goals have to be about the same pieces"),
    (&["--puzzle", "square-1", "--goal", "SLOTS:0", "U"], 2, "the goal hides pieces of SLOTS"),
    (&["--puzzle", "dino", "--up-to", "Q", "UFR"], 2, "--up-to: `Q` is not a move of dino"),
    (&["--to", "Q", "T"], 2, "--to: `Q` is not a move of Three: its moves are T"),
    (&["--to", "other.json", "T"], 2, "other.json: its A are neither"),
    // Moves.
    (&["--moves", "", "T"], 2, "--moves: no moves are named"),
    (&["--moves", ",", "T"], 2, "--moves: no moves are named"),
    (&["--moves", "T,X", "T"], 2, "--moves: `X` is not a move of Three: its moves are T"),
    (&["--moves", "T,T", "T"], 2, "--moves: the move T is named twice"),
    (&["--moves", "T,T1", "T"], 2, "is named twice"),
    (&["--moves", "T3", "T"], 2, "--moves: the move T3 changes nothing"),
    (&["--moves", "T1000", "T"], 2, "--moves: `T1000` turns too often"),
    (&["--moves", "S=T T T", "T"], 2, "--moves: the move S changes nothing"),
    (&["--moves", "S=", "T"], 2, "--moves: the move S changes nothing"),
    (&["--moves", "S=T Z", "T"], 2, "--moves: `Z` is not a move of Three"),
    (&["--moves", "=T", "T"], 2, "--moves: `` cannot name a new move"),
    (&["--moves", "2=T", "T"], 2, "--moves: `2` cannot name a new move"),
    (&["--size", "3", "--puzzle", "3x3x3", "--moves", "x", "R"], 2, "x is a rotation of the whole puzzle"),
    (&["--puzzle", "7x7x7", "--moves", "all", "R"], 2, "--moves: `all` is not a move of 7x7x7"),
    // Costs.
    (&["--cost", "T", "T"], 2, "--cost: `T` is not a cost"),
    (&["--cost", "T=", "T"], 2, "`T=` is not a cost"),
    (&["--cost", "T=0", "T"], 2, "`T=0` is not a cost"),
    (&["--cost", "T=101", "T"], 2, "with a whole number from 1 to 100"),
    (&["--cost", "T=256", "T"], 2, "`T=256` is not a cost"),
    (&["--cost", "T=-1", "T"], 2, "`T=-1` is not a cost"),
    (&["--cost", "T=1.5", "T"], 2, "`T=1.5` is not a cost"),
    (&["--cost", "T=two", "T"], 2, "`T=two` is not a cost"),
    (&["--cost", "T2=2,T2=3", "T"], 2, "the move T2 has two costs"),
    (&["--cost", "Q=2", "T"], 2, "a cost is given for Q, which is none of the moves"),
    (&["--moves", "T1", "--cost", "T2=2", "T"], 2, "a cost is given for T2, which is none of the moves"),
    (&["--cost", "costs", "T"], 2, "costs: `T 3` is not a cost"),
    (&["--cost", "binary", "T"], 2, "binary: it is not text"),
    // Starts.
    (&["T Q"], 3, "`Q` is not a move of Three: its moves are T (column 3)"),
    (&["[T: T"], 3, "`[` has no partner (column 1)"),
    (&["T1000"], 3, "`T1000` turns too often"),
    (&["--from", "Q"], 3, "from: `Q` is not a move of Three: its moves are T (column 1)"),
    (&["--from", "other.json"], 3, "its A are neither those of the puzzle nor those of the goal"),
    (&["--from", "short.json"], 2, "short.json: A.pieces: 2 numbers are given for the 3 places of A"),
    (&["--from", "flipped.json"], 3, "the orientations of the A add up to 1 more than in the goal"),
    (&["--goal", "swapped.json", "T"], 3, "the goal needs an odd permutation of the A"),
    (&["--from", "swapped.json"], 3, "the goal needs an odd permutation of the A"),
    (&["--puzzle", "3x3x3", "--moves", "R,U", "F"], 3, "the goal cannot be reached with these moves: "),
    (&["--puzzle", "square-1", "U / U /"], 3, "is not possible there: it is move 3 of the sequence"),
    (&["--file", "none"], 5, "cannot read none"),
    (&["--file", "directory"], 5, "cannot read directory"),
    // Parts that do not go together.
    (&["--size", "4", "T"], 2, "--size is for whole cubes, not for questions with --puzzle"),
    (&["--format", "facelets", "T"], 2, "--format is for whole cubes"),
    (&["--niss", "T"], 2, "--niss is for whole cubes"),
    (&["--svg", "out.svg", "T"], 2, "--svg is for whole cubes"),
    (&["--picture", "T"], 2, "--picture is for whole cubes"),
    (&["--link", "T"], 2, "--link is for whole cubes"),
    (&["--lookups", "3", "T"], 2, "--lookups is for whole cubes"),
    (&["--preset", "ibis", "T"], 2, "the preset ibis is for cubes"),
    (&["--backend", "gpu", "T"], 2, "--backend gpu is for the usual search of cubes"),
    (&["--kernel", "batched", "T"], 2, "a kernel that searches from both ends is for the usual search of cubes"),
    (&["--prune", "automaton", "T"], 2, "--prune automaton is for the usual search of cubes"),
    (&["--rules", "rules", "T"], 2, "--rules is for the usual search of cubes"),
    (&["--pdb", "x", "T"], 4, "x: there is no such table"),
    (&["--pdb", "directory", "T"], 4, "no table of this question in directory"),
    (&["--pdb", "directory", "--cost", "T=2", "T"], 4, "a question without tables: moves have different costs"),
    (&["--heuristic", "corners", "T"], 2, "--heuristic other than zero is for the usual search of cubes"),
    (&["--tt", "packed", "--puzzle", "megaminx", "R"], 2, "a transposition table needs exact keys"),
    (&["--slack", "1", "T"], 2, "--all"),
    (&["--max-depth", "255", "T"], 2, "255 is not in 0..=254"),
    (&["--distribution", "static", "T"], 2, "there are some with --ranks or --backend mpi"),
    (&["--ranks", "2", "--checkpoint", "saved", "T"], 2, "--checkpoint is for a search on one rank"),
    (&["--checkpoint", "saved", "T", "T"], 2, "a checkpoint is for one start; there are several"),
    (&["--checkpoint", "saved", "--jobs", "2", "T"], 2, "a checkpoint is for one start; --jobs"),
    (&["--checkpoint", "saved", "--scheduler", "stealing", "T"], 2, "checkpoints need the depth scheduler"),
];

struct Place {
    directory: tempfile::TempDir,
    files: Vec<String>,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        FILES.iter().for_each(|(name, bytes)| fs::write(path(name), bytes).unwrap());
        fs::write(path("three.tws"), format!("{SOLVED}{MOVE}")).unwrap();
        fs::write(path("p.tws"), "").unwrap();
        fs::File::create(path("huge")).unwrap().set_len(65 << 20).unwrap();
        fs::create_dir(path("directory")).unwrap();
        let files = names(directory.path());
        Self { directory, files }
    }

    fn write(&self, definition: &str) {
        fs::write(self.directory.path().join("p.tws"), definition).unwrap();
    }

    fn refused(&self, args: &[&str], status: i32, words: &str) {
        let mut solve = program::solve();
        solve.current_dir(self.directory.path()).env("CUBEPDB_CACHE", self.directory.path().join("cache"));
        let output = solve.args(args).timeout(Duration::from_secs(60)).output().unwrap();
        let (is, out, told) = program::ended(output);
        assert_eq!(is, status, "{args:?}: {out}{told}");
        assert!(told.contains(words), "{args:?}: {told}");
        assert!(told.lines().count() < 8 && told.len() < 700, "{args:?}: {told}");
        let has_no_answer = out.lines().all(|line| line.starts_with("invalid: "));
        assert!(has_no_answer && (status == 3 || out.is_empty()), "{args:?}: {out}");
        assert_eq!(names(self.directory.path()), self.files, "{args:?}");
        assert_eq!(names(&self.directory.path().join("directory")), [""; 0], "{args:?}");
    }
}

#[test]
fn definitions_in_lines_that_are_none() {
    let place = Place::new();
    for (text, words) in LINES {
        place.write(
            &text.replace("SOLVED ", SOLVED).replace("SOLVED", SOLVED).replace("MOVE ", MOVE).replace("MOVE", MOVE),
        );
        place.refused(&["--puzzle", "p.tws", "T"], 2, words);
    }
    let moves: String =
        ('a'..='m').flat_map(|a| ('a'..='j').map(move |b| MOVE.replace('T', &format!("M{a}{b}")))).collect();
    let sets: String = ('a'..='q').map(|letter| format!("Set A{letter} 255 1\n")).collect();
    for (text, words) in [
        (format!("{SOLVED}{moves}"), "there are more than 128 moves"),
        (sets, "line 17: the puzzle has more than 4096 places"),
    ] {
        place.write(&text);
        place.refused(&["--puzzle", "p.tws", "T"], 2, words);
    }
}

#[test]
fn definitions_in_json_that_are_none() {
    let place = Place::new();
    for (part, instead, words) in JSON {
        assert_eq!(KPUZZLE.matches(part).count(), 1, "{part}");
        place.write(&KPUZZLE.replace(part, instead));
        place.refused(&["--puzzle", "p.tws", "T"], 2, words);
    }
}

#[test]
fn questions_that_are_none() {
    let place = Place::new();
    for (args, status, words) in QUESTIONS {
        let usual: &[&str] = if args.contains(&"--puzzle") { &[] } else { &["--puzzle", "three.tws"] };
        place.refused(&[usual, args].concat(), status, words);
    }
    // About a cube, without a name.
    for (args, words) in [
        (&["--moves", "R,X", "R"][..], "--moves: `X` is not a move of 3x3x3"),
        (&["--moves", "R4", "R"], "changes nothing"),
        (&["--goal", "EDGE:1", "R"], "the puzzle has no orbit EDGE: it has CORNERS, EDGES, CENTERS"),
        (&["--goal", "EDGES:12", "R"], "EDGES has no piece 12: they are 0 to 11"),
        (&["--to", "Q", "R"], "--to: `Q` is not a move"),
        (&["--to", "Q", "--moves", "R,U", "R"], "--to: `Q` is not a move"),
        (&["--size", "4", "--up-to", "Q", "R"], "--up-to: `Q` is not a move of 4x4x4"),
    ] {
        place.refused(args, 2, words);
    }
}
