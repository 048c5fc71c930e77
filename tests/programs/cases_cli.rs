//! Sets of cases, on the command line.

use crate::program::said;
use cubepdb::{Algorithm, Cube, Format};
use serde_json::Value;
use std::fs;

/// Returns whether a cube is solved up to a turn of U.
fn is_solved_up_to_top(cube: &Cube) -> bool {
    ["", "U", "U2", "U'"].iter().any(|turn| cube.apply(&turn.parse().unwrap()).unwrap().is_solved())
}

#[test]
fn cases_of_the_last_layer_have_their_shortest_algorithms() {
    // Of the other lengths that are known for orientations, the sum and the greatest one.
    let (status, out, err) = said(&["cases", "--set", "oll", "-o", "jsonl"]);
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((status, records.len()), (0, 57), "{err}");
    let lengths: Vec<u64> = records.iter().map(|record| record["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths.iter().max(), Some(&12));
    for (case, length) in [("5", 7), ("20", 12), ("26", 7), ("27", 7), ("33", 8), ("43", 6), ("45", 6)] {
        let record = records.iter().find(|record| record["case"] == case).unwrap();
        assert_eq!(record["length"], length, "{case}");
        let cube: Cube = record["start"].as_str().unwrap().parse().unwrap();
        let algorithm: Algorithm = record["solutions"][0].as_str().unwrap().parse().unwrap();
        assert!(cube.apply(&algorithm).unwrap().is_solved(), "{record}");
    }
    let (status, out, err) = said(&["cases", "pll", "--moves", "R,U", "--sort"]);
    assert_eq!(status, 1, "{err}");
    let names: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(["H", "Ua", "Ub", "Z"].iter().all(|name| names.contains(name)) && !names.contains(&"T"), "{out}");
    assert!(err.contains("17 cases cannot be solved with these moves"), "{err}");
    // An algorithm with a turn of U before or behind it is none of its own.
    let longer = said(&["cases", "pll", "--moves", "R,U", "--sort", "--slack", "1"]).1;
    let of_11 = |text: &str| text.lines().filter(|line| line.ends_with("(11)")).count();
    assert_eq!(of_11(&longer), of_11(&out));
    assert!(longer.lines().all(|line| !line[5..].starts_with('U')), "{longer}");
}

#[test]
fn cases_are_folded() {
    let names = |args: &[&str]| -> Vec<String> {
        let (status, out, err) = said(&[&["cases", "--set", "pll", "--timeout", "1ms"], args].concat());
        assert!([0, 7].contains(&status), "{err}");
        out.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["--fold", "mirror,inverse"]).len(), 13);
    assert!(names(&["--fold", "mirror"]).contains(&"Ja=Jb".to_owned()));
    for (args, sentence) in [
        (&["--set", "oll", "--fold", "inverse"][..], "--fold inverse is not for oll"),
        (&["--set", "missing.txt", "--fold", "mirror"], "--fold is for sets with names"),
    ] {
        let (status, _, err) = said(&[&["cases"], args].concat());
        assert!(status == 2 && err.contains(sentence), "{err}");
    }
}

#[test]
fn finished_cases_are_kept_and_pages_are_drawn() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (starts, results, page) = (path("starts.txt"), path("done.jsonl"), path("page.html"));
    fs::write(&starts, "# two\nR U R' U R U2 R'\nR U R' U' R' F R F'\nR U Q\n").unwrap();
    let args = ["cases", "--set", &starts, "--results", &results, "--html", &page];
    let (status, out, err) = said(&args);
    assert_eq!((status, err.lines().count()), (3, 3), "{err}");
    assert!(err.starts_with("line 4: case 3: `Q` is not a move (column 5)\n"), "{err}");
    let solved: Vec<&str> = out.lines().collect();
    assert!(solved.len() == 2 && solved[0].ends_with(" (7)") && solved[1].ends_with(" (8)"), "{out}");
    for (line, start) in solved.iter().zip(["R U R' U R U2 R'", "R U R' U' R' F R F'"]) {
        let algorithm: Algorithm = line[5..line.rfind(" (").unwrap()].parse().unwrap();
        let turned = ["", "U", "U2", "U'"].map(|turn| format!("{start} {turn}").parse::<Cube>().unwrap());
        assert!(turned.iter().any(|cube| is_solved_up_to_top(&cube.apply(&algorithm).unwrap())), "{line}");
    }
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!((text.matches("<svg").count(), text.matches("<code>").count()), (2, 2));
    // A line that was cut off is searched again, the others are not.
    let kept = fs::read_to_string(&results).unwrap();
    let changed = kept.lines().next().unwrap().replace("\"seconds\":0.", "\"seconds\":77.");
    fs::write(&results, format!("{changed}\n{}", &changed[..changed.len() / 2])).unwrap();
    let (_, out, _) = said(&["cases", "--set", &starts, "--results", &results, "-o", "csv"]);
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows.len() == 3 && rows[1].contains(",77.") && !rows[2].contains(",77."), "{out}");
    assert_eq!(fs::read_to_string(&results).unwrap().lines().count(), 2);
    let (status, _, err) = said(&["cases", "--set", &starts, "--results", &results, "--all"]);
    assert!(status == 2 && err.contains("results of another question"), "{err}");
    // What is kept is replayed, and its lengths are looked at.
    let kept = fs::read_to_string(&results).unwrap();
    for (from, to) in
        [("\"solutions\":[\"", "\"solutions\":[\"R "), ("\"length\":7", "\"length\":6"), ("bound\":7", "bound\":6")]
    {
        assert!(kept.contains(from), "{kept}");
        fs::write(&results, kept.replacen(from, to, 1)).unwrap();
        let (status, _, err) = said(&["cases", "--set", &starts, "--results", &results]);
        assert!(status == 4 && err.contains("the result of case 1 is damaged"), "{to}: {err}");
    }
    fs::write(&results, kept).unwrap();
    // A case that is solved has a solution of no moves.
    let solved = path("solved.txt");
    fs::write(&solved, "U\n").unwrap();
    let twice = [(); 2].map(|()| said(&["cases", "--set", &solved, "--results", &path("none.jsonl")]));
    assert!(twice[0].0 == 0 && twice[0] == twice[1], "{twice:?}");
    // Neither another start nor a file that is something else.
    fs::write(&starts, "R U R' U' R' F R F'\n").unwrap();
    let (status, _, err) = said(&["cases", "--set", &starts, "--results", &results]);
    assert!(status == 2 && err.contains("--results: case 1 was `R U R' U R U2 R'` there"), "{err}");
    for text in ["precious", "precious\n", "{\"question\":1}\nprecious"] {
        fs::write(&results, text).unwrap();
        assert_eq!(said(&["cases", "--set", &starts, "--results", &results]).0, 2, "{text}");
        assert_eq!(fs::read_to_string(&results).unwrap(), text);
    }
    // Cubes in other notations, and of several lines.
    let cube: Cube = "R U R' U R U2 R'".parse().unwrap();
    for form in [Format::Facelets, Format::Reid, Format::Nissy, Format::Pieces] {
        fs::write(&starts, cube.format(form).unwrap()).unwrap();
        let (status, out, err) = said(&["cases", "--set", &starts]);
        assert!((status, out.lines().count()) == (0, 1) && out.ends_with(" (7)\n"), "{form}: {out}{err}");
    }
    fs::write(&starts, "R z2 // held over\n").unwrap();
    assert_eq!(said(&["cases", "--set", &starts]).1, "1    L' (1)\n");
    assert_eq!(said(&["cases", "--set", &starts, "--goal", "ll-auf"]).1, "1    L' (1)\n");
    fs::write(&starts, "R U2 R'\n").unwrap();
    let costly = ["cases", "--set", &starts, "--goal", "solved", "--moves", "R,U", "--cost", "U2=5"];
    assert_eq!(said(&costly).1, "1    R U U R' (4, cost 4)\n");
    assert!(said(&["cases", "--set", "pll", "--goal", "cross"]).1.starts_with("Aa    (0)\n"));
    let (status, _, err) = said(&["cases", "--set", "nothing"]);
    assert!(status == 2 && err.contains("`nothing` is none of oll, pll, zbll, ll, and no file"), "{err}");
}
