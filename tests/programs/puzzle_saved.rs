//! `solve --puzzle --checkpoint`: searches of any puzzle that are killed and go on. `tests/library/saved_questions.rs`
//! stops them at many more places.

use crate::cli::completed;
use crate::program::{self, text_of};
use serde_json::Value;
use std::fs;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn solve(args: &[&[&str]]) -> Output {
    program::run(&[&["--progress", "none"][..], &args.concat()].concat())
}

fn record(output: &Output) -> Value {
    serde_json::from_str(&text_of(output)).unwrap()
}

/// Status and messages.
fn ended(output: Output) -> (i32, String) {
    let (status, _, told) = program::ended(output);
    (status, told)
}

const COSTS: [&str; 7] = ["--moves", "R,U,F", "--cost", "R2=2,U=3", "--heuristic", "zero", "--all"];
const MEGAMINX: [&str; 3] = ["--puzzle", "megaminx", "--all"];

#[test]
fn killed_searches_go_on() {
    let directory = tempfile::tempdir().unwrap();
    for (question, start) in [(&COSTS[..], "R U F R' U2 F'"), (&MEGAMINX, "R U F BL' DR2 L D' BR")] {
        let saved = directory.path().join("saved");
        let output = ["--output", "jsonl", "--stats", "--threads", "2", start];
        let expected = record(&solve(&[question, &output]));
        let saving = ["--checkpoint", saved.to_str().unwrap(), "--checkpoint-every", "0s", "--resume"];
        let mut killed = 0;
        let found = loop {
            let mut run = program::plain(env!("CARGO_BIN_EXE_solve"));
            let run = run.args(["--progress", "none"]).args(question).args(output).args(saving);
            let mut run = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            sleep(Duration::from_millis(20 + 100 * killed));
            if run.try_wait().unwrap().is_some() || killed == 6 {
                break run.wait_with_output().unwrap();
            }
            run.kill().unwrap();
            run.wait().unwrap();
            killed += 1;
        };
        assert!(killed > 0, "{question:?} is too easy");
        let found = record(&found);
        for field in ["length", "cost", "optimal", "solutions", "lower_bound", "nodes", "lookups"] {
            assert_eq!(found[field], expected[field], "{question:?}: {field} after {killed} kills");
        }
        assert_eq!(completed(&found), completed(&expected), "{question:?}");
        assert!(!saved.exists(), "removed with the answer");
    }
}

#[test]
fn what_was_saved_of_another_question_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let saved = directory.path().join("saved");
    let saving = ["--checkpoint", saved.to_str().unwrap()];
    let start = ["R U F R' U2 F'"];
    let limit = ["--max-nodes", "300000"];
    let (status, told) = ended(solve(&[&COSTS, &saving, &limit, &start]));
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
        let (status, told) = ended(solve(&[question, &saving, &["--resume", start]]));
        assert_eq!(status, 4, "{question:?}: {told}");
        assert!(told.contains("saved by another search: it has "), "{question:?}: {told}");
        assert!(told.contains(words), "{question:?}: {told}");
        assert_eq!(fs::read(&saved).unwrap(), bytes, "left as it is");
    }
    let (status, told) = ended(solve(&[&COSTS, &saving, &start]));
    assert!(status == 5 && told.contains("go on with it by --resume"), "{status} {told}");
    let (status, told) = ended(solve(&[&COSTS, &saving, &["--resume"], &start]));
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
        let output = solve(&[&flags, &["--jobs", jobs, "--force", "--file", starts.to_str().unwrap()]]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = written();
        assert!(lines[0].starts_with("id,") && lines.iter().skip(1).any(|line| line.starts_with("2,")), "{lines:?}");
    }
    fs::remove_file(&rows).unwrap();
    let saving = ["--checkpoint", saved.to_str().unwrap(), "--resume", "--heuristic", "zero", "--all"];
    let search = ["--iterations", rows.to_str().unwrap(), "--moves", "R,U,F", "R U F R' U2 F' R"];
    assert_eq!(ended(solve(&[&saving, &search, &["--max-nodes", "300000"]])).0, 7);
    let before = written();
    assert_eq!(ended(solve(&[&saving, &search])).0, 0);
    let after = written();
    assert!(after.len() == 8 && after.len() >= before.len(), "lengths 1 to 7, and the heading: {after:?}");
}
