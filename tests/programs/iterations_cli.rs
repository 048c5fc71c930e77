//! `solve --iterations` and `--stats=json`: a row for each length that was searched.

use crate::program::{self, bare, output};
use crate::solve_cli::solve;
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// The same iterations in a record, in lines of JSON and in a file, on one thread and on several.
#[test]
fn iterations_are_written_for_programs() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("nodes.csv");
    let run = |threads: &str, more: &[&str]| {
        let common =
            ["--threads", threads, "--output", "jsonl", "--stats=json", "--iterations", file.to_str().unwrap()];
        let cubes = ["--heuristic", "zero", "R U F2 L", "R$", "D"];
        output(solve(&common).args(more).args(cubes))
    };
    let of = |value: &Value| ["bound", "nodes", "expanded", "lookups", "completed"].map(|name| value[name].clone());
    let mut counts: Vec<Vec<_>> = Vec::new();
    for (threads, more) in [("1", &[][..]), ("3", &["--force"]), ("2", &["--jobs", "2", "--force"])] {
        let (status, out, err) = run(threads, more);
        assert_eq!(status, 3, "{err}");
        let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let lines = err.lines().filter(|line| line.starts_with('{'));
        let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
        let iterations = records.iter().flat_map(|record| record["iterations"].as_array().into_iter().flatten());
        assert_eq!(iterations.map(of).collect::<Vec<_>>(), lines.iter().map(of).collect::<Vec<_>>());
        let csv = fs::read_to_string(&file).unwrap();
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(
            rows[0],
            "id,bound,nodes,expanded,lookups,duplicates,completed,seconds,subtrees,steals,waited_seconds"
        );
        assert_eq!(rows.len(), lines.len() + 1);
        for (row, line) in rows[1..].iter().zip(&lines) {
            let cells = ["id", "bound", "nodes", "expanded", "lookups", "duplicates", "completed"];
            let cells = cells.map(|name| line[name].to_string()).join(",");
            let rest = row.strip_prefix(&cells).unwrap_or_else(|| panic!("{row} and {line}"));
            let rest: Vec<&str> = rest.split(',').skip(1).collect();
            assert_eq!(rest[1..3], ["subtrees", "steals"].map(|name| line[name].to_string()), "{row}");
            assert!([rest[0], rest[3]].iter().all(|time| time.parse::<f64>().unwrap() >= 0.0), "{row}");
        }
        assert!(lines.iter().any(|line| line["id"] == 3) && !lines.iter().any(|line| line["id"] == 2));
        counts.push(lines.iter().filter(|line| line["completed"] == true).map(of).collect());
    }
    assert!(counts[0].len() > 2 && counts.iter().all(|other| *other == counts[0]), "{counts:?}");
    let (status, out, err) = run("1", &[]);
    assert!(status == 5 && out.is_empty() && err.contains("nodes.csv: exists already"), "{err}");
}

/// The rows of a search that is stopped and resumed are those of one that is not, in the same file.
#[test]
fn a_resumed_search_writes_its_iterations_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let cube = "R U F2 L B' D2";
    let run = |rows: &str, more: &[&str]| {
        let common = ["--heuristic", "zero", "--all", "--threads", "1", "--iterations", rows];
        output(solve(&common).args(more).arg(cube))
    };
    // Without times and what depends on them.
    let rows = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(name).unwrap();
        text.lines().map(|line| line.split(',').take(7).collect::<Vec<_>>().join(",")).collect()
    };
    let (whole, stopped, saved) = (file("whole.csv"), file("stopped.csv"), file("saved"));
    assert_eq!(run(&whole, &[]).0, 0);
    let nodes: u64 = rows(&whole)[1..].iter().map(|row| row.split(',').nth(2).unwrap().parse::<u64>().unwrap()).sum();
    let limit = (nodes / 2).to_string();
    let checkpoint = ["--checkpoint", &saved, "--resume"];
    assert_eq!(run(&stopped, &[&checkpoint[..], &["--max-nodes", &limit]].concat()).0, 7);
    assert!(rows(&stopped).len() > 1);
    // The rows outlive a checkpoint that is refused, of another search, and a cube that is invalid.
    let before = rows(&stopped);
    for (metric, cube, refused) in [("htm", "R U F2 L B' D", 4), ("htm", "R $", 3), ("qtm", cube, 4)] {
        let common = ["--heuristic", "zero", "--all", "--threads", "1", "--iterations", &stopped, "--metric", metric];
        let (status, _, err) = output(bare(&common).args(checkpoint).arg(cube));
        assert_eq!((status, rows(&stopped)), (refused, before.clone()), "{err}");
    }
    let (status, _, err) = run(&stopped, &checkpoint);
    assert_eq!(status, 0, "{err}");
    assert_eq!(rows(&stopped), rows(&whole));
    // The search is over, and another begins: its rows are not those of the file.
    let (status, _, err) = run(&stopped, &checkpoint);
    assert!(status == 5 && err.contains("stopped.csv: exists already"), "{err}");
    // A file of another kind is left alone.
    assert_eq!(run(&file("other.csv"), &[&checkpoint[..], &["--max-nodes", &limit]].concat()).0, 7);
    fs::write(file("notes.txt"), "id,bound\n").unwrap();
    let (status, _, err) = run(&file("notes.txt"), &checkpoint);
    assert!(status == 5 && err.contains("notes.txt: exists already"), "{err}");
}

/// Rows are in the file before the search for their cube ends.
#[test]
fn iterations_are_written_when_they_end() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("nodes.csv");
    let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
    command.args(["--heuristic", "zero", "--iterations"]).arg(&file).arg("R U F2 L B' D2 R F D L2 B U' R2 F L");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let rows = || fs::read_to_string(&file).unwrap_or_default().lines().count();
    let started = std::time::Instant::now();
    while rows() < 4 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let is_running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(is_running && text.lines().nth(3).is_some_and(|row| row.starts_with("1,3,")), "{text}");
}
