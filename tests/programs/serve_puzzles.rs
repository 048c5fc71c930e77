//! `solve serve`: questions about puzzles.

use crate::fixtures;
use crate::program;
use crate::schemas::Known;
use crate::serve_cli::{Server, last_line};
use cubepdb::{Cube, Format};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

/// Answers are the records of `solve`, but for times, the counts of threads and the line.
#[test]
fn answers_are_those_of_the_program() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let pattern = {
        let question = ["--to", "kpuzzle"];
        let shown = program::solve().args(["puzzles", "show", "2x2x2"]).args(question).output().unwrap();
        let definition: Value = serde_json::from_slice(&shown.stdout).unwrap();
        definition["defaultPattern"].to_string()
    };
    let faces = "R U F".parse::<Cube>().unwrap().format(Format::Facelets).unwrap();
    for (request, args) in [
        (json!({ "puzzle": "megaminx", "start": "R U' F" }), &["--puzzle", "megaminx", "R U' F"][..]),
        (json!({ "puzzle": "square-1", "cube": "U / D3", "all": true }), &["--puzzle", "square-1", "--all", "U / D3"]),
        (json!({ "moves": "R,U", "cube": "R U R2 U' R'" }), &["--moves", "R,U", "R U R2 U' R'"]),
        (json!({ "moves": "M=R L' x',U", "cube": "U M" }), &["--moves", "M=R L' x',U", "U M"]),
        (json!({ "moves": "R,U", "metric": "qtm", "cube": "R2" }), &["--moves", "R,U", "--metric", "qtm", "R2"]),
        (json!({ "cost": "U2=3", "cube": "U2 R" }), &["--cost", "U2=3", "U2 R"]),
        (json!({ "goal": "EDGES:4-7", "cube": "R U F D2" }), &["--goal", "EDGES:4-7", "R U F D2"]),
        (
            json!({ "goal": ["EDGES:4-7", "solved"], "up_to": "D", "cube": "D R", "all": true }),
            &["--goal", "EDGES:4-7", "--goal", "solved", "--up-to", "D", "--all", "D R"],
        ),
        (
            json!({ "from": "R U", "to": "R U F", "moves": "R,U,F", "cube": "" }),
            &["--from", "R U", "--to", "R U F", "--moves", "R,U,F"],
        ),
        (json!({ "to": faces, "goal": "cross", "cube": "R U F" }), &["--to", &faces, "--goal", "cross", "R U F"]),
        (json!({ "goal": pattern, "size": 2, "cube": "R U" }), &["--goal", &pattern, "--size", "2", "R U"]),
        (json!({ "moves": "R,U", "cube": "F" }), &["--moves", "R,U", "F"]),
        (json!({ "moves": "R,U", "cube": "R Q" }), &["--moves", "R,U", "R Q"]),
    ] {
        let output = program::solve().args(["--output", "jsonl", "--threads", "1"]).args(args).output().unwrap();
        let mut expected: Value = serde_json::from_slice(&output.stdout).unwrap();
        let lines = server.solve(&request);
        let (last, before) = lines.split_last().unwrap();
        known.check("solve", last);
        before.iter().for_each(|line| known.check("search-progress", line));
        expected["seconds"] = last["seconds"].clone();
        // That of this machine is told by the program alone.
        let provenance = expected.as_object_mut().unwrap().remove("provenance").unwrap();
        assert_eq!(provenance["command"].as_array().unwrap().len(), 5 + args.len());
        assert_eq!(*last, expected, "{request}");
    }
}

/// Tables of another metric are none for a question, which is answered all the same.
#[test]
fn long_solutions_of_whole_cubes_are_found_with_the_tables_of_cubes() {
    let table = fixtures::table(fixtures::COSETS);
    let server = Server::start(&["--pdb", table.to_str().unwrap()]);
    let long = "R U F D L2 B' R' U2 F D' L B R2";
    let expected = program::solve().args(["--output", "jsonl", "--pdb"]).arg(&table).arg(long).output().unwrap();
    let expected: Value = serde_json::from_slice(&expected.stdout).unwrap();
    assert!(expected["length"].as_u64().unwrap() > 12);
    for (metric, cube, length, tables) in [
        ("htm", "R U F", json!(3), &expected["tables"]),
        ("htm", long, expected["length"].clone(), &expected["tables"]),
        ("qtm", "R2", json!(2), &json!([])),
    ] {
        let lines = server.solve(&json!({ "puzzle": "3x3x3", "metric": metric, "cube": cube }));
        let last = lines.last().unwrap();
        assert_eq!((&last["length"], &last["tables"]), (&length, tables), "{last}");
    }
}

#[test]
fn definitions_are_texts_of_the_request() {
    let server = Server::start(&[]);
    for format in ["tws", "kpuzzle"] {
        let shown = program::solve().args(["puzzles", "show", "skewb", "--to", format]).output().unwrap();
        let text = String::from_utf8(shown.stdout).unwrap();
        for _ in 0..2 {
            let lines = server.solve(&json!({ "puzzle": text, "start": "UFR UFL' DFR" }));
            assert_eq!(lines.last().unwrap()["solutions"], json!(["DFR' UFL UFR'"]), "{lines:?}");
        }
    }
}

/// The path of a file is a name like any other, also of a definition that is there.
#[test]
fn files_are_not_read() {
    let (server, directory) = (Server::start(&[]), tempfile::tempdir().unwrap());
    let file = directory.path().join("secret.tws");
    fs::write(&file, program::solve().args(["puzzles", "show", "skewb"]).output().unwrap().stdout).unwrap();
    let path = file.to_str().unwrap();
    for (request, code) in [
        (json!({ "puzzle": path, "cube": "" }), "puzzle"),
        (json!({ "puzzle": "/etc/passwd", "cube": "" }), "puzzle"),
        (json!({ "goal": path, "cube": "" }), "goal"),
        (json!({ "cost": path, "cube": "" }), "cost"),
        (json!({ "to": path, "cube": "" }), "to"),
        (json!({ "puzzle": "skewb", "from": path, "cube": "" }), "from"),
    ] {
        let answer = server.post("/v1/solve", &request);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, &body["error"]["code"]), (400, &json!(code)), "{body}");
    }
    // A cube is one also where a file has its name.
    let turned = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    fs::write(server.home.path().join(turned), "").unwrap();
    let lines = server.solve(&json!({ "cube": "U", "to": turned }));
    assert_eq!(lines.last().unwrap()["solutions"], json!(["U' R"]), "{lines:?}");
}

/// A definition with transpositions of random pieces, which commute in very many ways.
fn commuting() -> String {
    let mut text = "Name Tree\nSet A 100 1\nSolved\nA\n".to_owned();
    let row = |swapped: Option<(usize, usize)>| {
        let image = |place: usize| match swapped {
            Some((one, other)) if place == one => other,
            Some((one, other)) if place == other => one,
            _ => place,
        };
        (1..=100).map(|place| image(place).to_string()).collect::<Vec<_>>().join(" ")
    };
    writeln!(text, "{}\nEnd", row(None)).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let mut pairs: Vec<(usize, usize)> = (2..=100).map(|place| (random.usize(1..place), place)).collect();
    random.shuffle(&mut pairs);
    for (number, pair) in pairs.into_iter().enumerate() {
        writeln!(text, "Move T{number}x\nA\n{}\nEnd", row(Some(pair))).unwrap();
    }
    text
}

/// A move whose order is no number of 64 bits.
fn turning_long() -> String {
    let row = |cycles: &[usize]| {
        let mut places: Vec<usize> = (1..=255).collect();
        let mut first = 0;
        for &length in cycles {
            places[first..first + length].rotate_left(1);
            first += length;
        }
        places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let (solved, one) = (row(&[]), row(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]));
    let other = row(&[43, 47, 53, 59]);
    format!(
        "Name Long\nSet A 255 1\nSet B 255 1\nSolved\nA\n{solved}\nB\n{solved}\nEnd\nMove R\nA\n{one}\nB\n{other}\nEnd\n"
    )
}

#[test]
fn questions_that_are_none_are_refused_with_a_sentence() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let orbits: String = (0..17).map(|orbit| format!("Set S{orbit} 255 1\n")).collect();
    let long = turning_long();
    for (request, code, sentence) in [
        (
            json!({ "puzzle": "megaminks", "cube": "" }),
            "puzzle",
            "there is no puzzle `megaminks`; did you mean `megaminx`?",
        ),
        (json!({ "puzzle": "Name X\nSet", "cube": "" }), "puzzle", "line 2: write `Set NAME"),
        (json!({ "puzzle": "{\"name\": 1}", "cube": "" }), "puzzle", "puzzle: "),
        (json!({ "puzzle": format!("Name X\n{orbits}Solved\nEnd\n"), "cube": "" }), "puzzle", "more than 4096 places"),
        (json!({ "puzzle": &long, "metric": "qtm", "cube": "" }), "puzzle", "has to be repeated more than"),
        (json!({ "puzzle": &long, "moves": "R1", "cube": "" }), "moves", "has to be repeated more than"),
        (json!({ "moves": "R,X", "cube": "" }), "moves", "`X` is not a move of 3x3x3"),
        (json!({ "moves": "slices", "cube": "" }), "moves", "`slices` is not a move of 3x3x3"),
        (json!({ "cost": "R=0", "cube": "" }), "cost", "is not a cost"),
        (json!({ "goal": "EDGES:12", "cube": "" }), "goal", "EDGES has no piece 12"),
        (json!({ "goal": [], "puzzle": "square-1", "moves": "", "cube": "" }), "moves", "no moves are named"),
        (json!({ "puzzle": "square-1", "goal": "SLOTS:0", "cube": "" }), "goal", "the goal hides pieces of SLOTS"),
        (json!({ "goal": "xcros:DFR", "cube": "" }), "goal", "named `xcros:DFR`; did you mean `xcross`?"),
        (json!({ "up_to": "R,U", "cube": "" }), "up-to", "the goal has more than 10000 positions"),
        (json!({ "from": "{", "cube": "" }), "from", "from: "),
        (json!({ "puzzle": "megaminx", "from": "R Q", "cube": "" }), "from", "from: `Q` is not a move of megaminx"),
        (json!({ "puzzle": "megaminx", "size": 3, "cube": "" }), "size", "no other size"),
        (json!({ "size": 9, "goal": "CORNERS:0", "cube": "" }), "size", "use 2 to 7"),
        (json!({ "size": 300, "cube": "" }), "size", "a cube of 300 layers: use 2 to 7"),
        (json!({ "slack": -1, "cube": "" }), "slack", "use 0 to 3"),
        (json!({ "timeout": -0.5, "cube": "" }), "timeout", "use more than 0, 3600 at most"),
        (json!({ "puzzle": "megaminx" }), "json", "missing field"),
        (json!({ "goal": 1, "cube": "" }), "json", "not understood: a goal is a text, or a list of texts"),
    ] {
        let answer = server.post("/v1/solve", &request);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        known.check("serve", &body);
        assert_eq!((answer.status, &body["error"]["code"]), (400, &json!(code)), "{request}: {body}");
        assert!(body["error"]["message"].as_str().unwrap().contains(sentence), "{request}: {body}");
    }
    let large = server.post("/v1/solve", &json!({ "puzzle": "#".repeat(70_000), "cube": "" }));
    assert_eq!(large.status, 413);
    let lines = server.solve(&json!({ "puzzle": commuting(), "cube": "T1x" }));
    known.check("serve", lines.last().unwrap());
    assert!(
        lines.last().unwrap()["failure"].as_str().unwrap().contains("the order of moves that commute"),
        "{lines:?}"
    );
    assert_eq!(server.solve(&json!({ "puzzle": "skewb", "cube": "" })).last().unwrap()["status"], "solved");
}

/// Forty moves of a Megaminx: nobody waits for the answer.
const HARD: &str = "R U F L BL BR DR DL DBL B DBR D R2 U2 F2 L2 BL2 BR2 DR2 DL2";

#[test]
fn limits_and_readers_that_leave_end_a_search() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let begun = Instant::now();
    let lines = server.solve(&json!({ "puzzle": "megaminx", "start": HARD, "timeout": 1 }));
    let last = lines.last().unwrap();
    known.check("solve", last);
    assert_eq!((&last["status"], &last["error"]["code"]), (&json!("timeout"), &json!("time-limit")));
    assert!(last["lower_bound"].as_u64().unwrap() > 3, "{last}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    let (hard, first) = server.begin(&json!({ "puzzle": "megaminx", "start": HARD }));
    known.check("search-progress", &first);
    let (mut easy, first) = server.begin(&json!({ "puzzle": "megaminx", "start": "R U" }));
    assert_eq!(first, json!({ "waiting": 1 }));
    drop(hard);
    assert_eq!(last_line(&mut easy)["solutions"], json!(["U' R'"]));
}
