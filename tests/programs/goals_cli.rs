//! Goals by name, on the command line.

use crate::program::said;
use serde_json::Value;

#[test]
fn goals_are_listed_with_places_and_pictures() {
    let (status, out, _) = said(&["goals"]);
    assert_eq!(status, 0);
    for name in ["cross", "xcross", "f2l", "2x2x2", "2x2x3", "eo", "eoline", "dr", "htr", "oll", "pll", "ll-auf"] {
        assert!(out.lines().any(|line| line.starts_with(&format!("  {name} "))), "{name}: {out}");
    }
    assert!(out.contains("at D if no place is named; at any, or F L U B R"), "{out}");
    let (_, out, _) = said(&["goals", "cross:U", "--picture"]);
    assert!(out.contains("       ? U ?\n       U U U\n       ? U ?\n? L ?  ? F ?  ? R ?  ? B ?\n"), "{out}");
    let place = tempfile::tempdir().unwrap();
    let svg = place.path().join("eo.svg");
    assert_eq!(said(&["goals", "eo:RL", "--svg", svg.to_str().unwrap()]).0, 0);
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    for (goal, sentence) in [
        ("kross", "error: there is no goal named `kross`; `solve goals` lists them; did you mean `cross`?"),
        (
            "cross:X",
            "error: there is no cross:X: its places are faces of the cube as it is held, not colours: D, F, L, U, B, R, or any; after a usual scramble, white is U, yellow D, green F, blue B, red R and orange L",
        ),
        ("corners:U", "error: corners is about the whole cube, and has no place"),
    ] {
        let (status, _, err) = said(&["goals", goal]);
        assert_eq!((status, err.lines().next()), (2, Some(sentence)));
    }
}

/// A start that is none of the few positions of a pattern is told at once, though the moves permute more pieces.
#[test]
fn goals_that_cannot_be_reached_are_no_endless_search() {
    let (status, out, err) = said(&["--moves", "R2,U,F", "--goal", "xcross:DFR", "F R'"]);
    assert_eq!(
        (status, out.as_str()),
        (1, "no solution: the goal cannot be reached with these moves (proven)\n"),
        "{err}"
    );
}

/// Letters of stickers may be moves, too, and one cube may take several lines: with questions as without.
#[test]
fn stickers_are_stickers_with_every_question() {
    let (place, scramble) = (tempfile::tempdir().unwrap(), "R U R' U'");
    let file = place.path().join("cubes.txt");
    let [answer, inverse] = [said(&[scramble]).1, said(&["--inverse", scramble]).1];
    let (_, facelets, _) = said(&["convert", "--to", "facelets", scramble]);
    let letters: Vec<String> = facelets.trim().chars().map(String::from).collect();
    let rows: Vec<String> = letters.chunks(9).map(|row| row.concat()).collect();
    let (_, reid, _) = said(&["convert", "--to", "reid", scramble]);
    for text in [facelets.trim(), &letters.join(" "), &rows.join(" "), &rows.join("\n"), reid.trim()] {
        let cube = |flags: &[&str]| said(&[flags, &[text]].concat()).1;
        assert_eq!(cube(&[]), answer, "{text}");
        assert_eq!(cube(&["--inverse"]), inverse, "{text}");
        assert_eq!(cube(&["--goal", "ll"]), answer.replace('f', ""), "{text}");
        assert_eq!(cube(&["--goal", "ll", "--inverse"]), inverse.replace('f', ""), "{text}");
        std::fs::write(&file, format!("{text}\n")).unwrap();
        let from_file = said(&["--goal", "ll", "--file", file.to_str().unwrap()]);
        assert_eq!(from_file, (0, answer.replace('f', ""), String::new()), "{text}");
    }
}

#[test]
fn a_goal_is_named_and_the_start_is_in_any_notation() {
    let (_, facelets, _) = said(&["convert", "--to", "facelets", "R U F D2"]);
    for start in ["R U F D2", "RUFD2", facelets.trim(), "(R U) F D2 // white on top"] {
        let (status, out, err) = said(&["--goal", "cross", start]);
        assert_eq!((status, out.as_str()), (0, "D2 F' R' (3)\n"), "{start}: {err}");
    }
    let (_, out, _) = said(&["--goal", "cross:any", "-o", "jsonl", "R U F D2"]);
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&record["goal"], &record["length"], &record["reached"][0]),
        (&"cross:any".into(), &2.into(), &"cross:U".into())
    );
    for (goal, sentence) in [
        ("cross:7", "error: --goal: there is no cross:7: its places are faces of the cube"),
        ("crosss", "error: --goal: there is no goal named `crosss`; did you mean `cross`?"),
    ] {
        let (status, _, err) = said(&["--goal", goal, "R"]);
        assert!(status == 2 && err.starts_with(sentence), "{err}");
    }
    let (_, out, _) = said(&["--goal", "Cross:ANY", "--all", "R U F D2"]);
    assert_eq!(out, "U' R' (2)  // cross:U\n");
    for moves in ["<R, U>", "RU", "R U"] {
        assert_eq!(said(&["--goal", "ll-auf", "--moves", moves, "R U R'"]).1, "R U' R' (3)\n");
    }
    let (status, _, err) = said(&["--moves", "2RU", "R"]);
    assert!(status == 2 && err.starts_with("error: --moves: `2RU` is not a move of 3x3x3"), "{err}");
    let (status, _, err) = said(&["cross", "R U"]);
    assert!(status == 2 && err.contains("did you mean `solve --goal cross \"R U\"`?"), "{err}");
    let (status, _, err) = said(&["--goal", "cross:any", "--checkpoint", "x.ckpt", "R"]);
    assert!(status == 2 && err.contains("--checkpoint is for one goal"), "{err}");
}

#[test]
fn cubes_are_solved_as_far_as_they_are_painted() {
    // The edges of D after F, centres, and nothing else.
    let (_, facelets, _) = said(&["convert", "--to", "facelets", "F"]);
    let shown = [4, 13, 22, 31, 40, 49, 21, 41, 32, 16, 34, 52, 30, 43];
    let letters = facelets.trim().chars().enumerate();
    let text: String = letters.map(|(at, letter)| if shown.contains(&at) { letter } else { '.' }).collect();
    let (status, out, err) = said(&[&text]);
    assert_eq!((status, out.as_str()), (0, "F' (1)\n"), "{text}: {err}");
    assert!(err.contains("some stickers are unknown"), "{err}");
    let (status, out, _) = said(&[&".".repeat(54)]);
    assert!(status == 3 && out.starts_with("invalid: no corner and no edge is known"), "{out}");
    let (status, out, _) = said(&["check", &text]);
    assert!(status == 3 && out.is_empty());
}

#[test]
fn goals_are_joined() {
    let (status, out, err) = said(&["--goal", "cross+pair", "R U F"]);
    assert!(status == 0 && out.contains("(2)  // cross:D+pair:D"), "{out}{err}");
    for (goal, sentence) in [
        ("cross;pair:DFR", "--goal: `cross;pair:DFR`: goals with names are of the 3x3x3, and are joined with `+`"),
        ("eo, cross", "--goal: `eo, cross`: goals with names are of the 3x3x3, and are joined with `+`"),
        (
            "cross+fish",
            "--goal: there is no goal named `fish`; pieces are written as ORBIT:0,2,4-7; `solve goals` lists the names",
        ),
        ("xxcross", "--goal: there is no goal named `xxcross`"),
        ("eo+htr", "--goal: htr is reached after certain turns, too"),
        ("cross+cross", "--goal: of the goals in cross+cross, one is a part of the others"),
        ("cross:any+pair:any", "--goal: the goals of cross:any+pair:any can be together at more than 100 places"),
    ] {
        let (status, _, err) = said(&["--goal", goal, "R"]);
        assert!(status == 2 && err.starts_with(&format!("error: {sentence}")), "{err}");
    }
    assert!(said(&["--goal", "xxcross", "R"]).2.contains("did you mean `cross+pair+pair`?"));
    // A start that turns the cube over is solved in the hold in which it ends, with any goal and moves.
    for (args, answer) in [
        (&["--moves", "R,U,F", "z2 R U F"] as &[&str], "F' U' R' (3)"),
        (&["--moves", "U,R,F,D,L,B", "x R U F"], "F' U' R' (3)"),
        (&["--cost", "B=3", "z2 R U B"], "B' U' R' (3, cost 5)"),
        (&["--moves", "RUF", "--inverse", "z2 R U F"], "R U F (3)"),
        (&["--moves", "r,U", "z2 r U r' U2"], "U2 r U' r' (4)"),
        (&["--moves", "U,M,R,F", "xUM"], "M' U' (2)"),
        (&["--moves", "R,U", "Lw U"], "U' R' (2)"),
        (&["--moves", "R,U", "--inverse", "Lw U"], "R U (2)"),
        (&["--puzzle", "4x4x4", "x R"], "R' (1)"),
        (&["--puzzle", "5x5x5", "y R"], "R' (1)"),
        (&["--size", "2", "--moves", "R,U", "y R U R'"], "R U' R' (3)"),
        (&["--puzzle", "megaminx", "Uv R BL"], "R' BL' (2)"),
        (&["--goal", "EDGES:4-7", "z2 R"], "R' (1)"),
        // A position to end in has a hold of its own.
        (&["--from", "R U x", "--to", "U2 R", "--moves", "R,U"], "U' R' U2 R (4)"),
        (&["--goal", "CORNERS:all;EDGES:all", "--to", "x R", "R"], "(0)"),
    ] {
        let (status, out, err) = said(args);
        assert_eq!((status, out.trim_end()), (0, answer), "{args:?}: {err}");
        let is_told = !args.contains(&"--inverse") && !args.contains(&"--to");
        assert_eq!(err.contains("the start turns the whole puzzle"), is_told, "{args:?}: {err}");
    }
    for (args, error) in [
        (&["--premoves", "x R", "--goal", "cross", "U F"] as &[&str], "--premoves has turns of the six faces"),
        (&["--premoves", "F", "--moves", "U,R,F", "x U2 R"], "a scramble with --premoves is written without rotations"),
    ] {
        let (status, _, err) = said(args);
        assert!(status != 0 && err.contains(error), "{args:?}: {err}");
    }
    let (status, _, err) = said(&["--size", "4", "--goal", "cross+pair", "R"]);
    assert!(status == 2 && err.contains(": goals with names are of the 3x3x3"), "{err}");
}

/// Moves on the inverse of a scramble are moves of the scramble before it.
#[test]
fn scrambles_in_niss_are_solved_to_a_goal() {
    for (niss, plain) in [("R B (U F) D (L' B)", "B' L F' U' R B D"), ("R (F R)", "R' F' R"), ("R U F", "R U F")] {
        let goal = ["--goal", "eoline", "--all"];
        let (status, out, err) = said(&[&["--niss", niss], &goal[..]].concat());
        assert_eq!((status, out, err), said(&[&[plain], &goal[..]].concat()), "{niss}");
    }
    let (status, out, _) = said(&["--niss", "--goal", "eo", "R ((U))"]);
    assert_eq!((status, &*out), (3, "invalid: NISS parentheses stand in no other bracket (column 4)\n"));
}

/// The easiest solutions come first; which there are does not change, and neither does the shortest length.
#[test]
fn solutions_are_sorted_by_how_easy_they_are_to_turn() {
    for args in
        [&["--slack", "1", "R2 U2 R2 U2 R2 U2"] as &[&str], &["--goal", "ll-auf", "--slack", "1", "R2 U2 R2 U2 R2 U"]]
    {
        let lines = |more: &[&str]| -> Vec<String> {
            let (status, out, err) = said(&[args, more].concat());
            assert_eq!(status, 0, "{err}");
            out.lines().map(str::to_owned).collect()
        };
        let (sorted, mut all) = (lines(&["--sort"]), lines(&["--all"]));
        assert!(sorted.len() > 3 && sorted != all, "{sorted:?}");
        let mut same = sorted.clone();
        same.sort();
        all.sort();
        assert_eq!(same, all);
        let record: Value = serde_json::from_str(&said(&[args, &["--sort", "-o", "jsonl"]].concat()).1).unwrap();
        assert_eq!(record["length"], record["lower_bound"]);
        assert_eq!(record["solutions"].as_array().unwrap().len(), sorted.len());
    }
}

/// Moves go on in the hold of those before them, and stickers are compared in one hold.
#[test]
fn ways_between_cubes_are_in_one_hold() {
    assert_eq!(said(&["--from", "R y", "F"]).1, said(&["R y F"]).1);
    assert_eq!(said(&["--from", "R y", "--goal", "ll", "F"]).1, "F2 (1)\n");
    assert_eq!(said(&["--from", "R", "--to", "R z2"]).1, "(0f)\n");
    // The hold of the position to end in, whichever search answers.
    for [to, start] in [["x", "R U"], ["x y R", "R U2"], ["M", "R U"], ["R z'", "F R y"]] {
        let [whole, pieces] = [&[][..], &["--goal", "CORNERS:all;EDGES:all"]]
            .map(|more| said(&[&["--all", "--to", to, start], more].concat()).1.replace("f)", ")"));
        assert_eq!(whole, pieces, "{to}: {start}");
    }
    // A place is any text of a cube, for every question.
    let (_, stickers, _) = said(&["convert", "--to", "facelets", "R U F"]);
    let (_, pieces, _) = said(&["convert", "--to", "reid", "R U F"]);
    for place in [stickers.trim(), pieces.trim()] {
        for (question, start) in [(&["--goal", "cross"][..], "F"), (&["--moves", "R,U,F"], "U R")] {
            for flag in ["--to", "--from"] {
                let asked = |place: &str| said(&[question, &["--all", flag, place, start]].concat());
                assert_eq!(asked(place), asked("R U F"), "{question:?} {flag} {place}");
                assert_eq!(asked(place).0, 0);
            }
        }
    }
    let (status, _, err) = said(&["--goal", "cross", "--to", &stickers.replace('U', "R"), "R"]);
    assert!(status == 2 && err.contains("--to: "), "{err}");
    let (_, _, err) = said(&["--to", "x", "R U"]);
    assert_eq!(err.matches("hold the cube with its centres as they are after these").count(), 1, "{err}");
    // The cube after R, and the same one upside down.
    let one = "WWGWWGWWGRRRRRRRRRGGYGGYGGYYYBYYBYYBOOOOOOOOOWBBWBBWBB";
    let other = "BYYBYYBYYOOOOOOOOOYGGYGGYGGGWWGWWGWWRRRRRRRRRBBWBBWBBW";
    assert_eq!(said(&["--from", one, "--to", one]).1, "(0f)\n");
    for args in [&["--from", one, "--to", other][..], &["--to", other, one], &["--to", one, other]] {
        let (status, out, _) = said(args);
        assert!(status == 3 && out.starts_with("invalid: this cube is held in another way"), "{out}");
    }
}
