//! The fingerprint of the search: node counts of completed iterations for a fixed set of cubes, engines, presets and
//! tables, compared with the recorded ones in `tests/data/fingerprint.csv`. A refactoring must not move any of them.
//!
//! Everything goes through the command line, so the test does not depend on how the library is arranged.
//!
//! | variable | effect |
//! |---|---|
//! | `CUBEPDB_SOLVE=PATH` | tests this `solve` and the `pdbgen` beside it, not those of the build |
//! | `FINGERPRINT_RECORD=1` | records the counts anew, then fails: no run passes by recording; not with `CI` |

mod cases;

use crate::cli::records;
use crate::effort::is_due;
use crate::fixtures;
use cases::{CASES, Case, of_preset};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The tables that the cases read, and the arguments that build them.
const TABLES: [(&str, &str); 6] = [
    ("corners-htm.pdb", "corners"),
    ("corners-qtm.pdb", "corners --metric qtm"),
    ("edges-htm.pdb", "edges --pieces UR,UF,UL,UB,DR"),
    ("edges-qtm.pdb", "edges --pieces UR,UF,UL,UB,DR --metric qtm"),
    ("h48-htm.pdb", "h48 --level 0"),
    ("h48-qtm.pdb", "h48 --level 0 --metric qtm"),
];

#[test]
fn node_counts_are_the_recorded_ones() {
    let record = std::env::var_os("FINGERPRINT_RECORD").is_some_and(|value| !value.is_empty());
    assert!(
        !(record && std::env::var_os("CI").is_some()),
        "FINGERPRINT_RECORD is set: node counts are recorded by hand, never in CI"
    );
    let programs = Programs::new();
    let mut faults = Vec::new();
    let usual = programs.usual_cases();
    let cases: Vec<&Case> = CASES.iter().chain(&usual).collect();
    let found = run_all(&programs, &cases, &mut faults);
    let path = cubepdb_testing::root().join("tests/data/fingerprint.csv");
    if record {
        assert!(faults.is_empty(), "nothing is recorded:\n{}", faults.join("\n"));
        fs::write(&path, table(&found)).unwrap();
        panic!(
            "recorded in {}: look at what has changed, and run the test again without FINGERPRINT_RECORD",
            path.display()
        );
    }
    let recorded = fs::read_to_string(&path).unwrap();
    faults.extend(differences(&recorded, &table(&found)));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Runs all cases, in all variants or in the short tier in a third of them. Returns the rows of each case, in the order
/// of the cases; adds errors, and variants that do not agree with the case, to `faults`.
fn run_all(programs: &Programs, cases: &[&Case], faults: &mut Vec<String>) -> Vec<Vec<String>> {
    let runs: Vec<(usize, String)> = cases
        .iter()
        .enumerate()
        .flat_map(|(case, Case { variants, .. })| {
            let due = variants.all().into_iter().enumerate().filter(move |(number, _)| is_due(case + number, 3));
            std::iter::once(String::new()).chain(due.map(|(_, flags)| flags)).map(move |flags| (case, flags))
        })
        .collect();
    let next = Mutex::new(runs.iter());
    let results = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some((case, flags)) = next.lock().unwrap().next() else { return };
                    let rows = programs.rows(cases[*case], flags);
                    results.lock().unwrap().insert((*case, &flags[..]), rows);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    let mut found: Vec<Vec<String>> = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let rows = results.remove(&(number, "")).expect("it ran").unwrap_or_else(|fault| {
            faults.push(fault);
            Vec::new()
        });
        for (_, flags) in runs.iter().filter(|(case, flags)| *case == number && !flags.is_empty()) {
            let result = results.remove(&(number, &flags[..])).expect("it ran");
            match result {
                Ok(others) if others == rows => {}
                Ok(others) => {
                    let differ = differences(&rows.join("\n"), &others.join("\n"));
                    faults.push(format!("{} {} with {flags}:\n{}", case.name, case.flags, differ.join("\n")));
                }
                Err(fault) => faults.push(fault),
            }
        }
        // Presets of one tree have the same rows, which are recorded once.
        match cases[..number].iter().position(|other| other.name == case.name) {
            Some(first) => {
                if rows != found[first] {
                    let differ = differences(&found[first].join("\n"), &rows.join("\n")).join("\n");
                    faults.push(format!("{} beside {}:\n{differ}", case.flags, cases[first].flags));
                }
                found.push(Vec::new());
            }
            None => found.push(rows),
        }
    }
    found
}

/// The recorded table: one row for each case, cube and completed iteration; one without an iteration where there was
/// none.
fn table(found: &[Vec<String>]) -> String {
    let mut text = "case,cube,status,length,bound,nodes,expanded,lookups\n".to_owned();
    for row in found.iter().flatten() {
        writeln!(text, "{row}").unwrap();
    }
    text
}

/// Rows that only one of two tables has.
fn differences(expected: &str, found: &str) -> Vec<String> {
    let missing = expected.lines().filter(|row| !found.lines().any(|other| other == *row));
    let new = found.lines().filter(|row| !expected.lines().any(|other| other == *row));
    missing.map(|row| format!("- {row}")).chain(new.map(|row| format!("+ {row}"))).collect()
}

/// The programs under test, in a separate directory with the tables.
struct Programs {
    solve: PathBuf,
    directory: tempfile::TempDir,
    /// Presets of ranks are MPI jobs of one process. Each gets a directory here, with a short path: two that begin at
    /// the same time on a new machine would both make the usual one, and one of them would fail.
    jobs: tempfile::TempDir,
    started: AtomicUsize,
}

impl Programs {
    /// Builds the tables.
    fn new() -> Self {
        let solve = std::env::var_os("CUBEPDB_SOLVE").map_or(env!("CARGO_BIN_EXE_solve").into(), PathBuf::from);
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let programs = Self { solve, directory, jobs: tempfile::tempdir().unwrap(), started: AtomicUsize::new(0) };
        let is_of_this_build = programs.solve == Path::new(env!("CARGO_BIN_EXE_solve"));
        for (file, flags) in TABLES {
            if is_of_this_build {
                fixtures::link(programs.directory.path(), &[(flags, file)]);
                continue;
            }
            let mut pdbgen = programs.command(&programs.solve.with_file_name("pdbgen"));
            pdbgen.args(flags.split_whitespace()).args(["--progress", "none", "-o", file]);
            succeeded(&pdbgen.output().unwrap());
        }
        programs
    }

    /// One of the programs, independent of the environment.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        cubepdb_testing::clean(&mut command);
        command.current_dir(&self.directory).env("XDG_CACHE_HOME", self.directory.path().join("cache"));
        let job = self.jobs.path().join(self.started.fetch_add(1, Ordering::Relaxed).to_string());
        command.env("OMPI_MCA_orte_tmpdir_base", job);
        command
    }

    /// The cases of the presets that this build can run and that have none of their own.
    fn usual_cases(&self) -> Vec<Case> {
        let output = self.command(&self.solve).args(["presets", "--json"]).output().unwrap();
        let presets = succeeded(&output);
        let runs_here = presets.iter().filter(|preset| preset["needs"].is_null());
        let usual = runs_here.filter(|preset| !CASES.iter().any(|case| preset["name"] == case.name));
        usual.map(|preset| of_preset(preset["name"].as_str().unwrap(), preset["parts"].as_str().unwrap())).collect()
    }

    /// Solves the cubes of a case; a flag of the variant replaces the same flag of the case.
    fn rows(&self, case: &Case, variant: &str) -> Result<Vec<String>, String> {
        let mut solve = self.command(&self.solve);
        solve.args(["--output", "jsonl", "--stats", "--progress", "none"]);
        if case.flags.contains("--pdb") {
            solve.args(["--load", "mmap", "--check", "header"]);
        }
        let kept = |flag: &str| !(flag == "--kernel" && variant.contains(flag));
        let mut flags = case.flags.split_whitespace();
        while let Some(flag) = flags.next() {
            if kept(flag) {
                solve.arg(flag);
            } else {
                flags.next();
            }
        }
        let output = solve.args(variant.split_whitespace()).args(case.cubes).output().unwrap();
        let run = format!("{}: solve {} {variant}", case.name, case.flags);
        // 1: a cube has no solution within --max-depth.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{run}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        let records = records(&output.stdout);
        if records.len() != case.cubes.len() {
            return Err(format!("{run}: {} records of {} cubes", records.len(), case.cubes.len()));
        }
        let all = case.flags.contains("--all") || case.name.starts_with("ibis");
        Ok(records.iter().flat_map(|record| rows_of(case.name, all, record)).collect())
    }
}

/// The rows of a cube. The iteration that finds the solution is left early, unless `all` solutions are requested, or
/// the solution is by chance the last node: it has no row then.
fn rows_of(case: &str, all: bool, record: &Value) -> Vec<String> {
    let start = format!("\"{case}\",{},{},{}", record["id"], record["status"].as_str().unwrap(), record["length"]);
    let counts = record["iterations"].as_array().expect("--stats gives them").iter();
    let whole = counts.filter(|iteration| {
        let is_last = iteration["bound"] == record["length"];
        iteration["completed"] == true && (all || !is_last)
    });
    let rows: Vec<String> = whole
        .map(|iteration| {
            let [bound, nodes, expanded, lookups] =
                ["bound", "nodes", "expanded", "lookups"].map(|field| iteration[field].as_u64().unwrap());
            format!("{start},{bound},{nodes},{expanded},{lookups}")
        })
        .collect();
    if rows.is_empty() { vec![format!("{start},,,,")] } else { rows }
}

/// The records of a run that has to succeed; tables are reported as text.
fn succeeded(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
