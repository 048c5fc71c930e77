//! The `reproduce` program: its list, its report, its exit statuses.

use assert_cmd::Command;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::Duration;

const NAMES: [&str; 13] = [
    "paracube-times",
    "paracube-speedup",
    "paracube-scaling",
    "paracube-clockwise",
    "paracube-height",
    "paracube-stealing-limit",
    "quarter-times",
    "quarter-nodes",
    "quarter-table-depth",
    "manhattan",
    "automata",
    "table-size",
    "distribution",
];

/// The program of this build, independent of the environment.
fn reproduce() -> process::Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_reproduce"));
    ["CUBEPDB_FAULT", "NO_COLOR"].iter().for_each(|variable| _ = command.env_remove(variable));
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::from_std(reproduce());
    let output = command.args(args).timeout(Duration::from_secs(300)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A directory that does not exist yet.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn the_list_has_a_line_for_each_experiment() {
    let (status, out, err) = run(&["list"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let names: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, NAMES);
}

#[test]
fn unknown_names_and_senseless_numbers_are_refused() {
    let out = directory("reproduce-refused");
    let out = out.to_str().unwrap();
    for args in
        [&["paracube"][..], &["--threads", "0"], &["--threads", "1,x"], &["--repeat", "0"], &["--max-depth", "99"]]
    {
        let (status, text, err) = run(&[&["--out", out], args].concat());
        assert_eq!((status, text.as_str()), (2, ""), "{args:?}: {err}");
        assert!(!Path::new(out).exists(), "{args:?}");
    }
    let file = directory("reproduce-file");
    fs::write(&file, "").unwrap();
    let (status, _, err) = run(&["automata", "--quick", "--out", file.to_str().unwrap()]);
    assert!(status == 5 && err.contains("cannot write"), "{err}");
    fs::remove_file(&file).unwrap();
}

/// Checks that tags open and close in pairs, and that no text contains markup.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for (i, piece) in svg.split('<').enumerate().skip(1) {
        let (tag, _) = piece.split_once('>').unwrap_or_else(|| panic!("tag {i} has no end: {piece}"));
        let name = tag.split([' ', '/']).next().unwrap();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty() && svg.starts_with("<svg "), "{open:?}");
}

#[test]
fn a_small_run_writes_report_data_and_plots() {
    let directory = directory("reproduce-small");
    let out = directory.join("deeper");
    let (status, text, err) = run(&["--quick", "--max-depth", "5", "--out", out.to_str().unwrap()]);
    assert_eq!((status, text.as_str()), (0, ""), "{err}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let mut plots = 0;
    for name in NAMES {
        assert!(report.contains(&format!("\n## {name}\n")), "{name}");
        assert!(err.contains(&format!("{name} (")), "{err}");
        let csv = fs::read_to_string(out.join(format!("{name}.csv"))).unwrap();
        if !["automata", "table-size", "distribution"].contains(&name) {
            let heading = csv.lines().next().unwrap();
            assert!(heading.starts_with("case,method,threads,runs,seconds,"), "{name}: {heading}");
            let cells = |line: &str| line.split(',').count();
            assert!(csv.lines().all(|line| cells(line) == cells(heading)), "{name}: {csv}");
        }
    }
    for link in report.split("](").skip(1) {
        let target = link.split(')').next().unwrap();
        let text = fs::read_to_string(out.join(target)).unwrap_or_else(|error| panic!("{target}: {error}"));
        if target.ends_with(".svg") {
            assert_well_formed(&text);
            plots += 1;
        }
    }
    assert!(plots >= 8, "{plots}");
    assert!(!report.contains("NaN") && !report.contains("inf "), "{report}");

    // A single experiment, with explicit thread counts, replaces the report before.
    let args = ["paracube-scaling,automata", "--quick", "--threads", "3", "--max-depth", "5", "--out"];
    let (status, _, err) = run(&[&args[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(status, 0, "{err}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert_eq!(report.matches("\n## ").count(), 2);
    assert!(err.contains("threads 3:") && err.contains("threads 236:"), "{err}");
}

#[test]
fn an_interrupt_leaves_what_was_measured() {
    let out = directory("reproduce-interrupted");
    let mut command = reproduce();
    command.args(["paracube-speedup", "manhattan", "--threads", "2", "--max-depth", "13", "--out"]).arg(&out);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // Two harder cubes follow.
    assert!(lines.any(|line| line.unwrap().contains("t11, ida-iter-omp")));
    assert!(process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Broken off") && report.contains("| t11 | ida-iter-omp |"), "{report}");
    assert!(!report.contains("## manhattan"));
    assert!(rest.last().unwrap().starts_with("interrupted; what was measured is in "), "{rest:?}");
}

/// Some cubes in each metric: a soak of full length is a separate command.
#[test]
fn answers_of_unlike_configurations_agree() {
    let soak = |args: &[&str]| run(&[&["soak", "--seed", "1", "--longest", "9", "--small"], args].concat());
    let (status, out, err) = soak(&["--cubes", "16"]);
    assert_eq!(status, 0, "{out}{err}");
    for line in ["htm, seed 1", "qtm, seed 1", "cubes that agreed     16\n", "disagreements         0"] {
        assert!(out.contains(line), "{out}");
    }
    assert!(!out.contains("all solutions       0"), "none of the cubes had all its solutions compared: {out}");
    let (status, _, _) = soak(&["--minutes", "0"]);
    assert_eq!(status, 2);
}

/// Its examples measure for minutes, and are not run here.
#[test]
fn completions_and_a_manual_are_there() {
    let (status, out, err) = run(&["completions", "bash"]);
    assert!(status == 0 && out.contains("--simulate"), "{out}{err}");
    let (status, page, err) = run(&["man"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(page.contains("\n.SH EXAMPLES\n") && page.contains("\n.SH \"EXIT STATUS\"\n"), "{page}");
}
