//! `solve --puzzle --checkpoint`: what is saved, told and refused. `tests/faults/kills.rs` kills such searches, and
//! `tests/library/saved_questions.rs` stops them at many more places.

use crate::program;
use std::fs;

/// Status and messages.
fn solve(args: &[&[&str]]) -> (i32, String) {
    let (status, _, told) = program::said(&[&["--progress", "none"][..], &args.concat()].concat());
    (status, told)
}

const COSTS: [&str; 7] = ["--moves", "R,U,F", "--cost", "R2=2,U=3", "--heuristic", "zero", "--all"];

#[test]
fn what_was_saved_of_another_question_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let saved = directory.path().join("saved");
    let saving = ["--checkpoint", saved.to_str().unwrap()];
    let start = ["R U F R' U2 F'"];
    let limit = ["--max-nodes", "300000"];
    let (status, told) = solve(&[&COSTS, &saving, &limit, &start]);
    assert_eq!(status, 7, "{told}");
    assert!(told.contains("holds the search: the same command with --resume goes on with it"), "{told}");
    let bytes = fs::read(&saved).unwrap();
    let (moves, zero) = (["--moves", "R,U,F", "--all"], ["--heuristic", "zero"]);
    let costs = ["--cost", "R2=2,U=3"];
    for (question, start, words) in [
        (&[&moves[..], &zero, &["--cost", "R2=2,U=4"]].concat()[..], start[0], "U=4"),
        (&[&moves[..], &zero].concat(), start[0], "`moves R R2=2"),
        (&[&["--moves", "R,U,F,L", "--all"][..], &zero, &costs].concat(), start[0], "`moves R R2=2"),
        (&[&COSTS[..], &["--goal", "CORNERS:all"]].concat(), start[0], "`goal 1 positions"),
        (&[&COSTS[..], &["--up-to", "U"]].concat(), start[0], "this one has `goal 4 positions"),
        (&[&COSTS[..], &["--slack", "1"]].concat(), start[0], "`answer all solutions, up to 1 longer"),
        (&[&moves[..], &costs].concat(), start[0], "`bounds zero`"),
        (&COSTS, "R U F", "`start "),
        (&["--puzzle", "2x2x2", "--all"], "R U F", "`puzzle 3x3x3 "),
    ] {
        let (status, told) = solve(&[question, &saving, &["--resume", start]]);
        assert_eq!(status, 4, "{question:?}: {told}");
        assert!(told.contains("saved by another search: it has "), "{question:?}: {told}");
        assert!(told.contains(words), "{question:?}: {told}");
        assert_eq!(fs::read(&saved).unwrap(), bytes, "left as it is");
    }
    let (status, told) = solve(&[&COSTS, &saving, &start]);
    assert!(status == 5 && told.contains("go on with it by --resume"), "{status} {told}");
    let (status, told) = solve(&[&COSTS, &saving, &["--resume"], &start]);
    assert!(status == 0 && told.contains("resuming from"), "{status} {told}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Each iteration of all runs has its row.
#[test]
fn iterations_are_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let [rows, saved, starts] = ["rows.csv", "saved", "starts"].map(|name| directory.path().join(name));
    fs::write(&starts, "R U F' R2\nR2 F U'\n").unwrap();
    let flags = ["--iterations", rows.to_str().unwrap(), "--moves", "R,U,F"];
    let written = || fs::read_to_string(&rows).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    for jobs in ["1", "2"] {
        let (status, told) = solve(&[&flags, &["--jobs", jobs, "--force", "--file", starts.to_str().unwrap()]]);
        assert_eq!(status, 0, "{told}");
        let lines = written();
        assert!(lines[0].starts_with("id,") && lines.iter().skip(1).any(|line| line.starts_with("2,")), "{lines:?}");
    }
    fs::remove_file(&rows).unwrap();
    let saving = ["--checkpoint", saved.to_str().unwrap(), "--resume", "--heuristic", "zero", "--all"];
    let search = ["--iterations", rows.to_str().unwrap(), "--moves", "R,U,F", "R U F R' U2 F' R"];
    assert_eq!(solve(&[&saving, &search, &["--max-nodes", "300000"]]).0, 7);
    let before = written();
    assert_eq!(solve(&[&saving, &search]).0, 0);
    let after = written();
    assert!(after.len() == 8 && after.len() >= before.len(), "lengths 1 to 7, and the heading: {after:?}");
}
