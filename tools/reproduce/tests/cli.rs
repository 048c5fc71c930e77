//! The `reproduce` program: its list, its report, its exit statuses.

use assert_cmd::Command;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::Duration;

const NAMES: [&str; 15] = [
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
    "gpu-manhattan",
    "automata",
    "korf",
    "table-size",
    "distribution",
];

/// The program of this build, independent of the environment.
fn reproduce() -> process::Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_reproduce"));
    cubepdb_testing::clean(&mut command);
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

#[test]
fn misspelt_names_are_pointed_out() {
    for (args, status, hint) in [
        (
            &["manhatan", "--quick"][..],
            2,
            "there is no experiment `manhatan`: see `reproduce list`; did you mean `manhattan`?",
        ),
        (&["manhattan,quarter-time"], 2, "did you mean `quarter-times`?"),
        (&["lsit"], 2, "did you mean `list`?"),
        (&["sok"], 2, "did you mean `soak`?"),
        (&["sok", "--minutes", "1"], 2, "hint: did you mean `reproduce soak`?"),
    ] {
        let (ended, out, err) = run(args);
        assert_eq!((ended, out.as_str()), (status, ""), "{args:?}: {err}");
        assert!(err.contains(hint), "{args:?}: {err}");
    }
    for args in [&["paracube"][..], &["--minutes", "1"], &["soak", "--minutes", "x"]] {
        assert!(!run(args).2.contains("did you mean"), "{args:?}");
    }
}

#[test]
fn own_cubes_are_measured_and_plotted() {
    let out = directory("reproduce-speedup");
    let file = directory("reproduce-cubes.txt");
    fs::write(&file, "# two easy ones\n\nR U F2 L B'\nU R2 D' F\n").unwrap();
    let [directory, file] = [&out, &file].map(|path| path.to_str().unwrap());
    let args = ["speedup", "--file", file, "--threads", "2,1", "--out", directory];
    let (status, text, err) = run(&args);
    assert_eq!((status, text.as_str()), (0, ""), "{err}");
    assert!(err.contains("cube 2, ida-iter-omp, threads 2: "), "{err}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    for line in [
        "# Speed-up\n",
        "- `ida-iter-omp`: workers take turns",
        "| cube 1 | R U F2 L B' | 5 |",
        "| cube 2 | U R2 D' F | 4 |",
        "| cube 1 | ida-iter-omp | 1.00 | ",
        "](speedup.svg)",
        "All cubes together: the sum of their times",
    ] {
        assert!(report.contains(line), "{line}\n{report}");
    }
    assert!(!report.contains("NaN") && !report.contains("given up"), "{report}");
    let csv = fs::read_to_string(out.join("speedup.csv")).unwrap();
    assert!(csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).eq(["5", "5", "4", "4"]), "{csv}");
    assert_well_formed(&fs::read_to_string(out.join("speedup.svg")).unwrap());
    let values = fs::read_to_string(out.join("plots.csv")).unwrap();
    assert!(
        ["cube 1", "cube 2", "all cubes"].iter().all(|line| values.contains(&format!(",{line},{line},false,"))),
        "{values}"
    );

    let methods = ["--methods", "static,stealing:2", "R U F2 L B' D R2 U F"];
    let (status, _, err) = run(&[&["speedup", "--threads", "1,2", "--out", directory], &methods[..]].concat());
    assert!(status == 0 && err.contains("cube 1, stealing:2, threads 2: "), "{err}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    for line in
        ["| cube 1 | static | 1.00 | ", "`static`, `stealing:2`: as the preset ida-iter-omp", "](speedup-whole.svg)"]
    {
        assert!(report.contains(line), "{line}\n{report}");
    }
    assert!(!report.contains("All cubes together"), "there is one: {report}");

    // Of all shortest solutions, the nodes are the same on every number of threads, in one colour for each method.
    let both = ["--all", "--methods", "static,depth", "--threads", "1,2", "R U F2 L B'", "U R2 D' F L2"];
    let (status, _, err) = run(&[&["speedup", "--out", directory], &both[..]].concat());
    assert!(status == 0, "{err}");
    let csv = fs::read_to_string(out.join("speedup.csv")).unwrap();
    let column = |name: &str| csv.lines().next().unwrap().split(',').position(|heading| heading == name).unwrap();
    let nodes: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').nth(column("nodes")).unwrap()).collect();
    assert!(nodes.len() == 8 && nodes.chunks(2).all(|pair| pair[0] == pair[1]), "{csv}");
    let values = fs::read_to_string(out.join("plots.csv")).unwrap();
    for line in ["\"cube 1, static\",static", "\"cube 2, static\",static", "depth,depth", "\"cube 1, depth\",depth"] {
        assert!(values.contains(&format!(",{line},false,")), "{values}");
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Time to all shortest solutions:") && !report.contains("speedup-whole"), "{report}");

    // Eighteen moves take hours.
    let hard = "R U F2 L B' D R2 U2 F' L2 B D2 R' U L F2 D' B";
    let (status, _, err) = run(&["speedup", "--timeout", "100ms", "--threads", "1,2", "--out", directory, hard]);
    assert!(status == 0 && err.contains("threads 1: given up") && !err.contains("threads 2"), "{err}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("| not found in time |") && !report.contains("NaN"), "{report}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let out = directory("reproduce-speedup-refused");
    let bad = directory("reproduce-bad-cubes.txt");
    fs::write(&bad, "R U\n# a comment\nR U X\n").unwrap();
    let empty = directory("reproduce-no-cubes.txt");
    fs::write(&empty, "# nothing\n").unwrap();
    let [out, bad, empty] = [&out, &bad, &empty].map(|path| path.to_str().unwrap());
    for (args, status, sentence) in [
        (&["R U X"][..], 3, "`R U X`: `X` is not a move"),
        (&["--file", bad], 3, "reproduce-bad-cubes.txt, line 3: `X` is not a move"),
        (&["--file", empty], 2, "there is no cube in the file"),
        (&["--file", "no-such-file"], 5, "cannot read no-such-file"),
        (&["--methods", "ida-iter-om", "R"], 2, "did you mean `ida-iter-omp`?"),
        (&["--methods", "ida-mpi", "R"], 2, "there is no method `ida-mpi`"),
        (&[], 2, "<CUBE>"),
    ] {
        let (ended, _, err) = run(&[&["speedup", "--out", out], args].concat());
        assert!(ended == status && err.contains(sentence), "{args:?}: {ended} {err}");
    }
    assert!(!Path::new(out).exists());
}

/// The plots of a report that was written by the defaults.
fn plots_are_drawn_again(report: &Path) {
    let svg = report.join("manhattan.svg");
    let before = fs::read(&svg).unwrap();
    fs::remove_file(&svg).unwrap();
    let directory = report.to_str().unwrap();
    let (status, out, err) = run(&["plot", directory, "manhattan"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.lines().collect::<Vec<_>>(), [svg.to_str().unwrap()]);
    assert!(fs::read(&svg).unwrap() == before, "another picture");
    let (status, out, err) = run(&["plot", directory, "--axes", "linear"]);
    assert!(status == 0 && out.lines().count() >= 8, "{out}{err}");
    let linear = fs::read_to_string(&svg).unwrap();
    assert!(linear.contains(">\ntime (s)\n<") && linear.contains(">\nlength (moves)\n<"), "{linear}");
    assert!(String::from_utf8(before).unwrap().contains(">\ntime (s), logarithmic scale\n<"));
    let (status, _, err) = run(&["plot", directory, "manhatan"]);
    assert!(status == 2 && err.contains("did you mean `manhattan`?"), "{err}");
    let values = report.join("plots.csv");
    let text = fs::read_to_string(&values).unwrap();
    for (damaged, sentence) in [("plot\n", "line 1: the heading"), (&text.replace("false", "maybe"), "line 2: `maybe`")]
    {
        fs::write(&values, damaged).unwrap();
        let (status, _, err) = run(&["plot", directory]);
        assert!(status == 5 && err.contains("plots.csv: ") && err.contains(sentence), "{err}");
    }
    let (status, _, err) = run(&["plot", "no-such-report"]);
    assert!(status == 5 && err.contains("cannot read no-such-report/plots.csv"), "{err}");
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
        // Without a device, there are no runs on one.
        if !["gpu-manhattan", "automata", "korf", "table-size", "distribution"].contains(&name) {
            let heading = csv.lines().next().unwrap();
            assert!(heading.starts_with("case,method,threads,runs,seconds,"), "{name}: {heading}");
            let cells = |line: &str| line.split(',').count();
            assert!(csv.lines().all(|line| cells(line) == cells(heading)), "{name}: {csv}");
        }
    }
    for line in [
        "- `t5`: a cube that needs 5 face turns; its only shortest solution, R' U' B' R' F', is all counterclockwise\n",
        "- `ida-rec-omp`: parallel at a depth that makes enough subtrees\n",
        "- `D`: moves left",
        "- `depth 5`: a cube 5 quarter turns from solved\n",
    ] {
        assert!(report.contains(line), "{line}\n{report}");
    }
    // A tree of some thousand nodes is too small for any recommendation.
    assert!(report.contains("No recommendation for ") && !report.contains("Recommended for "), "{report}");
    for link in report.split("](").skip(1) {
        let target = link.split(')').next().unwrap();
        let bytes = fs::read(out.join(target)).unwrap_or_else(|error| panic!("{target}: {error}"));
        if target.ends_with(".svg") {
            assert_well_formed(str::from_utf8(&bytes).unwrap());
            plots += 1;
        }
    }
    assert!(plots >= 8, "{plots}");
    assert!(!report.contains("NaN") && !report.contains("inf "), "{report}");

    plots_are_drawn_again(&out);

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
    cubepdb_testing::signal(&child, "-INT");
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
    let (status, out, err) = soak(&["--cubes", "12"]);
    assert_eq!(status, 0, "{out}{err}");
    for line in ["htm, seed 1", "qtm, seed 1", "cubes that agreed     12\n", "disagreements         0"] {
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
    let (status, help, _) = run(&["--help"]);
    for code in [0, 2, 3, 5, 70, 130] {
        assert!(status == 0 && help.lines().any(|line| line.trim_start().starts_with(&format!("{code} "))), "{help}");
    }
}

/// A solver that knows two cubes, for the shell. `{more}` is done before it answers the second one.
#[cfg(unix)]
fn knowing(name: &str, more: &str, answer: &str) -> String {
    format!(
        "{name}:1M=read line; [ \"$line\" = \"$MOVES\" ] && case $MOVES in 'R U') echo \"0 0.1 U' R'\" ;; *) {more} echo \"{answer}\" ;; esac"
    )
}

#[cfg(unix)]
#[test]
fn solvers_are_compared_on_the_same_cubes() {
    let out = directory("reproduce-peers");
    let dir = out.to_str().unwrap();
    let (one, two, slow) = (
        knowing("one", "", "F2 U' R (3)"),
        knowing("two", "sleep 0.2;", "solved: F2 U3 R"),
        knowing("slow", "sleep 60;", "F2 U' R"),
    );
    let begun = std::time::Instant::now();
    let args = ["peers", "R' U F2", "--peer", &one, "--peer", &two, "--peer", &slow, "--timeout", "2s", "--out", dir];
    let (status, _, err) = run(&args);
    assert_eq!(status, 0, "{err}");
    assert!(begun.elapsed() < Duration::from_secs(50), "what the shell started is ended with it");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("| one | 1.0") && report.contains("| two | 1.0"), "{report}");
    assert!(report.contains("A random line of memory") && report.contains("1 run took longer"), "{report}");
    let csv = fs::read_to_string(out.join("peers.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3, "{csv}");
    assert_eq!(rows.iter().map(|row| row[7]).collect::<Vec<_>>(), ["3", "3", ""]);
    assert!(rows[1][6].parse::<f64>().unwrap() > 0.1, "{csv}");
}

#[cfg(unix)]
#[test]
fn solvers_that_disagree_or_do_not_solve_are_named() {
    let out = directory("reproduce-peers-wrong");
    let dir = out.to_str().unwrap();
    let right = knowing("right", "", "F2 U' R");
    let longer = knowing("longer", "", "F2 U2 U R");
    let wrong = knowing("wrong", "", "F2 U R");
    for (peer, expected, text) in [
        (longer.as_str(), 70, "not both are shortest"),
        (wrong.as_str(), 2, "wrong printed no solution of R' U F2; its last line: F2 U R"),
        ("none:1M=true", 2, "none printed no solution"),
        ("none:1M", 2, "NAME:SIZE=COMMAND"),
    ] {
        let (status, _, err) = run(&["peers", "R' U F2", "--peer", &right, "--peer", peer, "--out", dir]);
        assert_eq!(status, expected, "{err}");
        assert!(err.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "{err}");
    }
    let (status, _, err) = run(&["peers", "no moves", "--peer", &right, "--out", dir]);
    assert!(status == 3 && err.contains("not moves"), "{status}: {err}");
}
