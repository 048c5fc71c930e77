//! `solve` with cubes of other sizes.

use crate::effort::or_full;
use crate::program::{both, record, said, text};
use cubepdb::plan::Scheduler;
use serde_json::Value;

/// Stickers of a 2x2x2 are starts of questions about it, and solved as the moves that made them are. Each moves corners
/// alone, with both parities.
#[test]
fn stickers_of_the_2x2x2_are_starts_of_questions() {
    for moves in ["R U F'", "R2 U", "F R2 U' F2 R'", "R"] {
        let stickers = text(&["convert", "--size", "2", "--to", "facelets", moves]);
        for question in [&["--puzzle", "2x2x2"] as &[&str], &["--size", "2", "--moves", "R,U,F"]] {
            let wanted = text(&[question, &["--all", moves]].concat());
            assert_eq!(text(&[question, &["--all", &stickers]].concat()), wanted, "{moves}");
        }
    }
    let (status, said) = both(&["--size", "2", "--moves", "R,U,F", "UULDFBFRFRDRRUDBFDLBLLUU"]);
    assert!(status == 3 && said.contains("`U` occurs 5 times"), "{said}");
}

#[test]
fn the_2x2x2_is_solved_at_once() {
    assert_eq!(text(&["--size", "2", "R U F'"]), "F U' R' (3f)");
    assert_eq!(text(&["--size", "2x2x2", "--metric", "qtm", "R2 U"]), "U' R2 (3q)");
    // Random states: of all states, the mean is 8.76 moves.
    let drawn = text(&["scramble", "--size", "2", "--seed", "1", "--count", "300"]);
    let lengths = drawn.lines().map(|word| word.split(' ').count());
    assert!(lengths.clone().max() <= Some(11) && (2580..2680).contains(&lengths.sum::<usize>()), "{drawn}");
    let cube = drawn.lines().next().unwrap();
    assert_eq!(record(&["--size", "2", cube])["length"], cube.split(' ').count());
    // A position of each of the greatest lengths, from the table of distances.
    let facelets =
        text(&["scramble", "--size", "2", "--twists", "60", "--seed", "1", "--count", "20", "--to", "facelets"]);
    for cube in facelets.lines().step_by(or_full(5, 1)) {
        let [half, quarter] =
            ["htm", "qtm"].map(|metric| record(&["--size", "2", "--metric", metric, cube])["length"].as_u64().unwrap());
        assert!(half <= 11 && quarter <= 14 && half <= quarter && quarter <= 2 * half, "{cube}: {half} {quarter}");
    }
    // Without the table, by the stickers: the same length, and more nodes.
    let cube = "R U2 F' R2 U'";
    let [by_table, by_stickers] =
        [record(&["--size", "2", cube]), record(&["--size", "2", "--heuristic", "zero", cube])];
    assert_eq!(by_table["length"], by_stickers["length"]);
    assert!(by_table["nodes"].as_u64() < by_stickers["nodes"].as_u64());
}

#[test]
fn the_4x4x4_in_both_sets_of_moves() {
    assert_eq!(text(&["--size", "4", "Rw U2 Fw'"]), "Fw U2 Rw' (3f)");
    assert_eq!(text(&["--size", "4", "--moves", "slices", "2R U 3F'"]), "3F U' 2R' (3q)");
    assert_eq!(text(&["--size", "4", "--moves", "slices", "--metric", "htm", "2R2 U"]), "U' 2R2 (2f)");
    // An inner slice takes two moves of outer and wide turns; two slices that commute have one canonical order and two
    // orders.
    assert_eq!(record(&["--size", "4", "2R"])["length"], 2);
    let count =
        |prune| text(&["--size", "4", "--moves", "slices", "--all", "--count-only", "--prune", prune, "2R 3R'"]);
    assert_eq!((count("none"), count("rules")), ("2".to_owned(), "1".to_owned()));
    // A rotation of the whole cube is solved.
    assert_eq!(text(&["--size", "4", "x y'"]), "(0f)");
    let slices = record(&["--size", "5", "--moves", "slices", "M"]);
    assert_eq!((&slices["length"], &slices["metric"]), (&1.into(), &"qtm".into()));
    let word = text(&["scramble", "--size", "3", "--moves", "slices", "--twists", "5", "--seed", "1"]);
    assert_eq!(word.split(' ').count(), 5);
}

/// Table 4 of the report on Ibis for 11 workers, as searched.
#[test]
fn shares_of_length_seven() {
    let preset = ["--preset", "ibis", "--workers", "11", "--output", "jsonl", "--stats", "--max-depth"];
    let of_preset = |more: &[&str]| -> Value { serde_json::from_str(&text(&[&preset[..], more].concat())).unwrap() };
    let last = |record: &Value| record["iterations"].as_array().unwrap().last().unwrap().clone();
    let all = of_preset(&["7", "--threads", "2", "U R F 2U 2R 2F U"]);
    assert!(!all["solutions"].as_array().unwrap().is_empty());
    let seven = last(&all);
    assert_eq!((seven["bound"].as_u64(), seven["nodes"].as_u64()), (Some(7), Some(39_089_244)));
    let shares = &seven["shares"];
    let mut evaluated: Vec<u64> =
        shares["workers"].as_array().unwrap().iter().map(|worker| worker["evaluated"].as_u64().unwrap()).collect();
    evaluated.sort_unstable();
    assert_eq!(evaluated, [[3_551_510; 10].as_slice(), &[3_574_131]].concat());
    assert_eq!(shares["expanded"], 14);
    let (_, _, note) = said(&["--preset", "ibis", "R U"]);
    assert!(
        note.contains("all solutions and has no lower bound: with each length its tree grows by a factor of 12"),
        "{note}"
    );
    let search =
        ["--size", "3", "--moves", "slices", "--prune", "none", "--all", "--max-depth", "4", "--heuristic", "zero"];
    let shares = ["--scheduler", "static", "--workers", "11"];
    let by_flags = record(&[&search[..], &shares, &["U R F 2U"]].concat());
    assert_eq!(last(&by_flags)["shares"], last(&of_preset(&["4", "U R F 2U"]))["shares"]);
    let (status, told) = both(&[&search[..], &shares, &["--explain", "--count-only", "U R"]].concat());
    assert!(status == 0 && told.contains("static partition among 11 workers, 12 moves, at most 4 deep"), "{told}");
    assert_eq!(both(&["--size", "4", "--explain", "R"]).0, 2);
}

#[test]
fn schedulers_threads_and_jobs() {
    let cube = "2R U 3F' R";
    let base = ["--size", "4", "--moves", "slices", "--prune", "none", "--all"];
    let nodes = |more: &[&str]| {
        let record = record(&[&base[..], more, &[cube]].concat());
        (record["nodes"].clone(), record["solutions"].clone())
    };
    let expected = nodes(&["--threads", "1", "--kernel", "recursive", "--scheduler", "sequential"]);
    for scheduler in Scheduler::ALL.map(|scheduler| scheduler.with_moves(1).to_string()) {
        assert_eq!(nodes(&["--threads", "3", "--scheduler", &scheduler]), expected, "{scheduler}");
    }
    let several = text(&["--size", "4", "--jobs", "2", "R", "Uw2", "2F", "R R'", "U5"]);
    assert_eq!(several, "R' (1f)\nUw2 (1f)\nF Fw' (2f)\n(0f)\nU' (1f)");
}

#[test]
fn cubes_are_checked_and_converted() {
    let facelets = text(&["convert", "--size", "4", "--to", "facelets", "2R U"]);
    assert_eq!(facelets.len(), 96);
    assert_eq!(text(&["check", "--size", "4", &facelets]), format!("valid {facelets}"));
    assert_eq!(text(&["--size", "4", "--moves", "slices", &facelets]), "U' 2R' (2q)");
    let colours: String = facelets.chars().map(|c| "WRGYOB".chars().nth("URFDLB".find(c).unwrap()).unwrap()).collect();
    assert_eq!(text(&["--size", "4", "--moves", "slices", &colours]), "U' 2R' (2q)");
    let drawn = text(&["scramble", "--size", "5", "--twists", "9", "--seed", "7", "--count", "2"]);
    assert_eq!(drawn, text(&["scramble", "--size", "5", "--twists", "9", "--seed", "7", "--count", "2"]));
    assert_eq!(drawn.lines().map(|line| line.split(' ').count()).collect::<Vec<_>>(), [9, 9]);
}

#[test]
fn what_is_wrong_has_a_code_and_a_place() {
    let wrong = |size, cube| {
        let (status, printed) = both(&["check", "--size", size, cube]);
        assert_eq!(status, 3, "{printed}");
        printed
    };
    assert!(wrong("4", "R 5Uw").contains("a 4x4x4 cube has no layer 5 (column 3) [layer-too-deep]\nR 5Uw\n  ^"));
    assert!(wrong("4", "r").contains("[ambiguous-move]"));
    assert!(wrong("4", "M").contains("[no-middle-layer]"));
    assert!(wrong("2", "UFUFRRRRFDFDDBDBLLLLUBU").contains("[facelet-count]"));
    assert!(wrong("2", "UUURFRRRFUFFDDDDLLLLBBBB").contains("[twist-parity]"));
    let (status, printed) = both(&["--size", "4", "--lowercase", "slice", "--moves", "slices", "r"]);
    assert_eq!((status, printed.trim_end()), (0, "2R' (1q)"));
    let (status, printed) = both(&["--size", "4", "--output", "jsonl", "Rw Q"]);
    assert!(status == 3 && printed.contains("\"code\":\"bad-move\""), "{printed}");
}

#[test]
fn what_other_sizes_do_not_have_is_refused() {
    for args in [
        &["--size", "8", "R"][..],
        &["--size", "1", "R"],
        &["--size", "4", "--moves", "faces", "R"],
        &["--size", "4", "--pdb", ".", "R"],
        &["--size", "4", "--kernel", "batched", "R"],
        &["--size", "4", "--tt", "packed", "R"],
        &["--size", "4", "--heuristic", "corners", "R"],
        &["--size", "4", "--prune", "automaton", "R"],
        &["--size", "4", "--preset", "bfs", "R"],
        &["--size", "4", "--checkpoint", "no-such-file", "R"],
        &["--size", "4", "--format", "reid", "R"],
        &["--moves", "slices", "--pdb", ".", "R"],
        &["bench", "--size", "4", "R"],
        &["convert", "--size", "4", "--to", "reid", "R"],
        &["scramble", "--size", "4", "--twists", "5", "--to", "nissy"],
        &["scramble", "--moves", "slices"],
    ] {
        let (status, printed) = both(args);
        assert_eq!(status, 2, "{args:?}: {printed}");
        assert!(printed.contains("error: "), "{args:?}: {printed}");
    }
}

#[test]
fn limits_leave_a_proven_bound() {
    let cube = text(&["scramble", "--size", "5", "--twists", "30", "--seed", "3"]);
    let (status, printed) = both(&["--size", "5", "--max-depth", "2", &cube]);
    assert_eq!((status, printed.trim_end()), (1, "no solution within 2 moves (proven)"));
    let (status, printed) = both(&["--size", "5", "--timeout", "0.3s", &cube]);
    assert!(status == 7 && printed.starts_with("unsolved: at least "), "{printed}");
}
