//! `solve --jobs`: several cubes at a time give the same results as one after the other, in the same order; and `solve
//! bench`.

use crate::program::ended;
use crate::{fixtures, program};
use cubepdb::record::WorkRecord;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

/// A directory with a corner table and a table of five edges.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch-tables");
    let _ = std::fs::remove_dir_all(&directory);
    fixtures::link(&directory, &[(fixtures::CORNERS, "corners.pdb"), (fixtures::EDGES, "edges.pdb")]);
    directory
});

/// A cube that takes hours with these tables.
const HARD: &str = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' U F2";

fn solve(args: &[&str]) -> Command {
    let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
    let (first, rest) = if args[0] == "bench" { args.split_at(1) } else { args.split_at(0) };
    command.args(first).arg("--pdb").arg(&*TABLES).args(rest);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(args: &[&str]) -> Child {
    solve(args).stdin(Stdio::piped()).spawn().unwrap()
}

fn fed(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = start(args);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    ended(child.wait_with_output().unwrap())
}

/// Scrambles of two to nine moves, hard and easy ones mixed, with an invalid cube in the middle and a comment.
fn mixed() -> String {
    let moves = ["R", "U'", "F2", "L", "D'", "B2", "R2", "F", "U2"];
    let mut lines: Vec<String> =
        (0..60).map(|i| moves.iter().cycle().skip(i * 5 % 9).take(2 + i * 7 % 8).copied().collect()).collect();
    lines[31] = "R$ U".to_owned();
    // A comment, and a line of a numbered list.
    lines[47] = "# R U".to_owned();
    lines[48] = format!("49. {}", lines[48]);
    lines.join("\n")
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    let input = mixed();
    let run = |jobs, form| fed(&["--deterministic", "--threads", "3", "--jobs", jobs, "--output", form, "-"], &input);
    let (one, records_of_one) = (run("1", "text"), run("1", "jsonl"));
    assert_eq!((one.0, one.1.lines().count()), (3, 59), "{}", one.2);
    assert!(one.2.contains("cube 32: `$` is not a move"), "{}", one.2);
    for jobs in ["2", "5"] {
        assert_eq!(run(jobs, "text"), one);
        let records = run(jobs, "jsonl");
        assert_eq!(records.0, 3);
        for (found, right) in records.1.lines().zip(records_of_one.1.lines()) {
            let [found, right] = [found, right].map(|line| {
                let mut record: Value = serde_json::from_str(line).unwrap();
                // The part of the last iteration that is searched depends on the timing.
                let work = serde_json::to_value(WorkRecord::default()).unwrap();
                record
                    .as_object_mut()
                    .unwrap()
                    .retain(|key, _| !["seconds", "provenance"].contains(&key.as_str()) && work.get(key).is_none());
                record
            });
            assert_eq!(found, right);
        }
        assert_eq!(records.1.lines().count(), 59);
    }
}

/// Comments and blank lines are not counted, in records, messages and the names of pictures; messages and records name
/// the line.
#[test]
fn cubes_are_numbered_without_comments() {
    let input = "# a set\n\nR\n// more\n2. R$\nF2\n";
    let (status, out, err) = fed(&["--output", "jsonl", "-"], input);
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<_> = records.iter().map(|record| [&record["id"], &record["line"]].map(|n| n.as_u64())).collect();
    assert_eq!((status, numbers), (3, vec![[1, 3].map(Some), [2, 5].map(Some), [3, 6].map(Some)]), "{out}");
    assert!(err.starts_with("line 5: cube 2: `$` is not a move (column"), "{err}");
    let (_, out, err) = fed(&["bench", "--output", "jsonl", "--file", "-"], input);
    assert!(
        out.contains("\"id\":3,") && !out.contains("\"id\":4,") && err.starts_with("line 5: cube 2: "),
        "{out}{err}"
    );
    let record: Value = serde_json::from_str(&fed(&["--output", "jsonl", "R"], "").1).unwrap();
    assert_eq!(record.get("line"), None, "an argument has no line");
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("cube.svg");
    fed(&["--svg", picture.to_str().unwrap(), "-"], input);
    let is_drawn = [1, 2, 3, 4].map(|id| place.path().join(format!("cube-{id}.svg")).exists());
    assert_eq!(is_drawn, [true, false, true, false]);
}

#[test]
fn answers_come_before_the_next_question() {
    let mut child = start(&["--jobs", "4", "-"]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (cube, answer) in [("R U", "U' R' (2f)\n"), ("\n# F", ""), ("R R'", "(0f)\n"), ("2. F2", "F2 (1f)\n")] {
        writeln!(input, "{cube}").unwrap();
        if answer.is_empty() {
            continue;
        }
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn limits_hold_for_each_cube() {
    let (status, out, _) = fed(&["--jobs", "2", "--max-nodes", "500000", "-"], &format!("R U\n{HARD}\nF\n{HARD}\n"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len(), lines[0], lines[3]), (7, 6, "U' R' (2f)", "F' (1f)"));
    assert!([2, 5].iter().all(|&i| lines[i].contains("node limit")), "{out}");
    let stopped = fed(&["--jobs", "2", "--max-nodes", "500000", "--output", "jsonl", "-"], HARD).1;
    let record: Value = serde_json::from_str(&stopped).unwrap();
    assert_eq!((&record["status"], &record["error"]["code"]), (&"unproven".into(), &"node-limit".into()));
}

#[test]
fn usage_errors() {
    let run = |args: &[&str]| ended(solve(args).output().unwrap());
    let (status, _, err) = run(&["--jobs", "2", "--checkpoint", "no-such-directory/x", "R U"]);
    assert_eq!(status, 2);
    assert!(err.contains("a checkpoint is for one cube"), "{err}");
    assert_eq!(run(&["--jobs", "0", "R U"]).0, 2);
    assert_eq!(run(&["bench"]).0, 2);
    assert_eq!(run(&["bench", "--file", "no-such-file"]).0, 5);
}

fn bench_records(args: &[&str]) -> (i32, Vec<Value>, String) {
    let (status, out, err) = ended(solve(&[&["bench", "--output", "jsonl"], args].concat()).output().unwrap());
    (status, out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), err)
}

#[test]
fn a_benchmark_sums_up_its_cubes() {
    let (status, records, err) = bench_records(&["--repeat", "2", "--threads", "1", "R U", "R U F2 L", "R R'", "F' D"]);
    assert_eq!((status, records.len()), (0, 9), "{err}");
    let (summary, cubes) = records.split_last().unwrap();
    let lengths: Vec<_> = cubes.iter().map(|cube| cube["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [2, 4, 0, 2, 2, 4, 0, 2]);
    assert_eq!(
        (&summary["type"], &cubes[5]["type"], &cubes[5]["pass"]),
        (&"summary".into(), &"cube".into(), &2.into())
    );
    let searches = &summary["searches"];
    assert_eq!((&searches["cubes"], &searches["unsolved"]), (&4.into(), &0.into()));
    assert_eq!(searches["lengths"], serde_json::json!({"0": 2, "2": 4, "4": 2}));
    for counter in ["nodes", "lookups"] {
        let total: u64 = cubes.iter().map(|cube| cube[counter].as_u64().unwrap()).sum();
        assert_eq!(searches[counter]["total"], total);
        assert_eq!(searches[counter]["per_cube"].as_f64().unwrap(), total as f64 / 8.0);
    }
    // Corners, and 12!/7! * 2^5 arrangements of five edges: two entries per byte.
    assert_eq!(summary["tables"]["bytes"], 44_089_920 + 1_520_640);
    assert_eq!(summary["limit"]["bytes"], 44_089_920);
    for figure in ["share_of_limit", "threads", "cores", "jobs"] {
        assert!(summary[figure].as_f64().unwrap() > 0.0, "{figure}");
    }
}

/// Rows of cells by the names of their columns; no cell is quoted.
fn rows(csv: &str) -> Vec<Vec<(&str, &str)>> {
    let (heading, rows) = csv.split_once('\n').expect("a heading");
    rows.lines().map(|row| heading.split(',').zip(row.split(',')).collect()).collect()
}

#[test]
fn a_benchmark_has_a_row_for_each_search_or_for_all() {
    let run = |args: &[&str]| {
        let (status, out, err) =
            ended(solve(&[&["bench", "-o", "csv", "--threads", "1"], args].concat()).output().unwrap());
        assert_eq!((status, err.as_str()), (0, ""));
        out
    };
    let (_, records, _) = bench_records(&["--threads", "1", "--repeat", "2", "R U", "R U F2 L"]);
    let (summary, samples) = records.split_last().unwrap();
    let csv = run(&["--repeat", "2", "R U", "R U F2 L"]);
    let found = rows(&csv);
    assert_eq!(found.len(), 4, "{csv}");
    for (row, record) in found.iter().zip(samples) {
        for (name, cell) in row.iter().filter(|(name, _)| !["seconds", "tables"].contains(name)) {
            let places = [record, summary, &summary["search"]];
            let value = places.iter().find_map(|place| place.get(name)).expect(name);
            let text = if value.is_null() { String::new() } else { value.to_string() };
            assert_eq!(*cell, text.trim_matches('"'), "{name}");
        }
        assert!(row.contains(&("tables", "corners+edges5-UR-UF-DL-FR-BL")));
        assert!(row.contains(&("kernel", "iterative")) && row.contains(&("threads", "1")), "{row:?}");
        assert!(row.iter().any(|(name, cell)| *name == "seconds" && cell.parse::<f64>().unwrap() >= 0.0));
    }
    let csv = run(&["--summary", "--repeat", "2", "R U", "R U F2 L"]);
    let whole = &rows(&csv)[..];
    let [whole] = whole else { panic!("{csv}") };
    let cell = |name: &str| whole.iter().find(|(column, _)| *column == name).expect(name).1.to_owned();
    assert_eq!([cell("cubes"), cell("passes"), cell("tables")], ["2", "2", "corners+edges5-UR-UF-DL-FR-BL"]);
    assert_eq!([cell("strategy"), cell("scheduler"), cell("tt")], ["one-sided", "depth", "none"]);
    assert_eq!(cell("table_bytes"), summary["tables"]["bytes"].to_string());
    assert_eq!(cell("nodes"), summary["searches"]["nodes"]["total"].to_string());
    assert!(cell("share_of_limit").parse::<f64>().unwrap() > 0.0);
    // The memory alone.
    let csv = run(&["--limit"]);
    let alone = rows(&csv);
    assert!(alone.len() == 1 && alone[0].contains(&("cubes", "")), "{csv}");
}

#[test]
fn a_benchmark_takes_one_number_of_threads() {
    for (threads, sentence) in [
        ("1,2,4", "use one whole number from 1 to 1024; several numbers take a run each\n"),
        ("many", "use one whole number from 1 to 1024\n"),
        ("0", "0 is not in 1..=1024\n"),
    ] {
        let (status, _, err) = ended(solve(&["bench", "--threads", threads, "R U"]).output().unwrap());
        assert!(status == 2 && err.contains(sentence), "{err}");
    }
}

#[test]
fn a_benchmark_notices_wrong_lengths_bad_cubes_and_limits() {
    let (status, records, err) = bench_records(&["--expect", "2", "R U", "R U F", "L2 D"]);
    assert_eq!((status, records.len()), (1, 4));
    assert_eq!(err, "cube 2: the shortest solution has 3 moves, not 2\n");
    let (status, records, err) = bench_records(&["--jobs", "2", "--expect", "2", "R U", "R$", "L2 D"]);
    assert_eq!((status, records.len()), (3, 3));
    assert!(err.starts_with("cube 2: `$` is not a move"), "{err}");
    let (status, records, _) = bench_records(&["--max-nodes", "100000", HARD]);
    assert_eq!((status, &records[0]["status"], &records[1]["searches"]["unsolved"]), (7, &"timeout".into(), &1.into()));
}

#[test]
fn the_limit_of_the_memory_is_measured_alone_and_shown_to_people() {
    let (status, records, _) = bench_records(&["--limit", "--threads", "2"]);
    assert_eq!((status, records.len(), &records[0]["searches"]), (0, 1, &Value::Null));
    let measured = records[0]["limit"]["measured"].as_array().unwrap();
    let kinds: Vec<_> =
        measured.iter().map(|m| [&m["in_flight"], &m["threads"]].map(|n| n.as_u64().unwrap())).collect();
    assert_eq!(kinds, [[1, 1], [1, 2], [4, 1], [4, 2], [16, 1], [16, 2], [32, 1], [32, 2]]);
    assert!(measured.iter().all(|m| m["ns_per_line"].as_f64().unwrap() > 0.0));
    let (status, out, err) = ended(solve(&["bench", "--limit", "R U F", "L2"]).output().unwrap());
    assert_eq!((status, err.as_str()), (0, ""));
    for text in ["1 of length 1f, 1 of length 3f", "look-ups are at", "table size x time", "under way", "in huge pages"]
    {
        assert!(out.contains(text), "{text} in\n{out}");
    }
}
