//! The JSON output of the programs agrees with `docs/schema`: no field is missing on either side.

use crate::cli::records;
use crate::effort::or_full;
use crate::{fixtures, program};
use assert_cmd::Command;
use boon::{Compiler, SchemaIndex, Schemas};
use cubepdb::internals::{
    device,
    pdb::generate::{BuildError, BuildEvent, BuildOptions},
};
use cubepdb::{EdgeSet, Metric, Pattern, TableSpec, table_files::generate};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// All schemas. Fields that they do not name are not allowed.
pub struct Known {
    schemas: Schemas,
    compiler: Compiler,
}

impl Known {
    pub fn new() -> Self {
        Self { schemas: Schemas::new(), compiler: Compiler::new() }
    }

    fn schema(&mut self, name: &str) -> SchemaIndex {
        let path = cubepdb_testing::root().join(format!("docs/schema/{name}.json"));
        self.compiler.compile(path.to_str().unwrap(), &mut self.schemas).unwrap_or_else(|error| panic!("{error:#}"))
    }

    pub fn errors(&mut self, name: &str, value: &Value) -> Option<String> {
        let index = self.schema(name);
        self.schemas.validate(value, index).err().map(|error| format!("{error:#}"))
    }

    pub fn check(&mut self, name: &str, value: &Value) {
        if let Some(errors) = self.errors(name, value) {
            panic!("{errors}\nof {value}");
        }
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemas")
}

/// A directory with a small table and a file of cubes.
static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let _ = fs::remove_dir_all(directory());
    fs::create_dir_all(directory()).unwrap();
    fs::write(directory().join("cubes.txt"), "R U F2 L\nR X\nD B2 U'\n").unwrap();
    let mut pdbgen = pdbgen_in(&directory());
    pdbgen.args(["edges", "--pieces", "UR,UF,UL,UB,FR", "-o", "edges.pdb", "--progress", "none"]).ok().unwrap();
    directory()
});

fn pdbgen_in(place: &Path) -> Command {
    let mut pdbgen = program::pdbgen();
    pdbgen.current_dir(place).timeout(Duration::from_secs(300));
    pdbgen
}

fn pdbgen(args: &[&str]) -> Command {
    let mut pdbgen = pdbgen_in(&PLACE);
    pdbgen.args(args);
    pdbgen
}

fn solve(args: &[&str]) -> Command {
    let mut solve = program::solve();
    solve.current_dir(&*PLACE).env("CUBEPDB_PDB", "edges.pdb").timeout(Duration::from_secs(300)).args(args);
    solve
}

/// Lines that are objects; lines for people come between.
fn objects(text: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(text).unwrap().lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn results_of_solve() {
    let mut known = Known::new();
    let mut seen = Vec::new();
    for args in [
        &["R U F2 L B D'"][..],
        &["--link", "R U F2 L B D'", "R X"],
        &["--stats", "--all", "--slack", "1", "--metric", "htm", "R2 U2 R2"],
        &["--max-depth", "3", "R U F2 L B D'"],
        &["--max-nodes", "1", "R U F2 L B D' R2 U"],
        &["--max-nodes", "100000", "--all", "--slack", "8", "R U F2 L"],
        &["--timeout", "1ms", "--heuristic", "zero", "R U F2 L B D' R2 U' F L2 D B R' U"],
        &["--file", "cubes.txt"],
        &["--format", "facelets", "UUUU"],
        &["--format", "facelets", "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBUB"],
        &["--tt", "packed", "--tt-depth", "3", "--stats", "R U F2 L B D'"],
        &["--scheduler", "static", "--workers", "3", "--stats", "R U F2 L B"],
        &["--ranks", "2", "--threads", "2", "--stats", "R U F2 L B"],
        &["--preset", "iddfs-hash", "--stats", "R U F"],
        &["--size", "4", "--stats", "Rw U 2F'"],
        &["--size", "2", "--metric", "qtm", "R U F"],
        &["--size", "5", "R U X"],
    ] {
        let output = solve(&["--output", "jsonl"]).args(args).output().unwrap();
        let records = records(&output.stdout);
        assert!(!records.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        for record in records {
            known.check("solve", &record);
            seen.push(record);
        }
    }
    for status in ["solved", "no_solution", "invalid", "unproven", "timeout"] {
        assert!(seen.iter().any(|record| record["status"] == status), "{status} was not seen");
    }
    let iterations = || seen.iter().filter_map(|record| record["iterations"].as_array()).flatten();
    assert!(iterations().any(|iteration| iteration.get("shares").is_some()));
    assert!(iterations().any(|iteration| iteration.get("ranks").is_some()));
    assert!(seen.iter().any(|record| record["tt"].is_object()));

    // A field that no schema has, a missing one, and one with another value.
    let good = &seen[0];
    let spoilt = |spoil: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut record = good.clone();
        spoil(record.as_object_mut().unwrap());
        record
    };
    for bad in [
        spoilt(&|record| drop(record.insert("more".to_owned(), 1.into()))),
        spoilt(&|record| drop(record.remove("nodes"))),
        spoilt(&|record| drop(record.insert("length".to_owned(), Value::Null))),
        spoilt(&|record| drop(record.insert("status".to_owned(), "invalid".into()))),
    ] {
        assert!(known.errors("solve", &bad).is_some(), "{bad}");
    }
}

#[test]
fn iterations_of_solve() {
    let mut known = Known::new();
    let output = solve(&["--stats=json", "--heuristic", "zero", "--file", "cubes.txt"]).output().unwrap();
    let lines = objects(&output.stderr);
    assert!(lines.len() > 4, "{output:?}");
    lines.iter().for_each(|line| known.check("iteration", line));
}

#[test]
fn results_of_bench_presets_and_instances() {
    let mut known = Known::new();
    let all: [&[&str]; 3] =
        [&["--file", "cubes.txt", "--limit"], &["--heuristic", "zero", "--max-nodes", "9", "R U F L"], &["--limit"]];
    // Each measurement takes seconds.
    for args in or_full(&all[..2], &all) {
        let output = solve(&["bench", "--output", "jsonl"]).args(*args).output().unwrap();
        let lines = records(&output.stdout);
        assert_eq!(lines.last().unwrap()["type"], "summary");
        lines.iter().for_each(|line| known.check("bench", line));
    }
    let presets = records(&solve(&["presets", "--json"]).output().unwrap().stdout);
    assert!(presets.len() > 10);
    presets.iter().for_each(|preset| known.check("presets", preset));
    let instances = records(&solve(&["instances", "--json"]).output().unwrap().stdout);
    assert!(instances.len() > 10);
    instances.iter().for_each(|set| known.check("instances", set));
}

/// Where there is a device, its description and the record of a search on it.
#[test]
fn results_of_devices() {
    let mut known = Known::new();
    if let Err(error) = device::devices() {
        eprintln!("skipped: {error}");
        return;
    }
    let listed = records(&solve(&["devices", "--json"]).output().unwrap().stdout);
    known.check("devices", &listed[0]);
    let first = listed[0][0]["name"].clone();
    let table = fixtures::table(fixtures::COSETS_QTM);
    let args = ["--backend", "gpu", "--device", "0", "--metric", "qtm", "--output", "jsonl", "--stats", "R U F' L D"];
    let output = solve(&args)
        .arg("--pdb")
        .arg(table)
        .env("POCL_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/pocl"))
        .output()
        .unwrap();
    let records = records(&output.stdout);
    known.check("solve", &records[0]);
    assert_eq!((&records[0]["length"], &records[0]["threads"]), (&5.into(), &1.into()));
    assert_eq!(records[0]["search"]["devices"], Value::from(vec![first]));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("\ndevice 0, ") && told.contains(" compute unit"), "{told}");
}

#[test]
fn what_pdbgen_says_of_tables() {
    let mut known = Known::new();
    pdbgen(&["compress", "edges.pdb", "-o", "small.pdb.zst", "--level", "1", "--force"]).ok().unwrap();
    pdbgen(&["pattern", "--pieces", "EDGES:0,1", "-o", "pattern.pdb", "--force"]).ok().unwrap();
    let infos = ["info", "--json", "edges.pdb", "small.pdb.zst", "pattern.pdb"];
    let infos = records(&pdbgen(&infos).output().unwrap().stdout);
    assert_eq!(
        infos.iter().map(|info| info["compressed"].as_bool().unwrap()).collect::<Vec<_>>(),
        [false, true, false]
    );
    infos.iter().for_each(|info| known.check("info", info));
    let dist = records(&pdbgen(&["dist", "--json", "edges.pdb"]).output().unwrap().stdout);
    known.check("dist", &dist[0]);
    known.check("dist", &records(&pdbgen(&["dist", "--json", "pattern.pdb"]).output().unwrap().stdout)[0]);
    let distances = ["distances", "--goal", "EDGES:4-7", "--max-depth", "2", "--json"];
    known.check("distances", &records(&pdbgen(&distances).output().unwrap().stdout)[0]);
    let list = records(&pdbgen(&["list", "--json"]).output().unwrap().stdout);
    known.check("list", &list[0]);
}

#[test]
fn progress_lines() {
    let mut known = Known::new();
    let place = PLACE.join("progress");
    fs::create_dir_all(&place).unwrap();
    let mut names = Vec::new();
    for args in [
        &["edges", "--pieces", "UR,UF,UL,UB", "-o", "c.pdb", "--force", "--checkpoint-every", "0"][..],
        &["edges", "--pieces", "UR,UF,UL,UB", "-o", "c.pdb", "--resume"],
        &["edges", "--pieces", "UR,UF,UL,UB", "-o", "d.pdb", "--force", "--resume"],
        &["verify", "c.pdb"],
        &["compress", "c.pdb", "--level", "1", "--force"],
    ] {
        let output = pdbgen_in(&place).args(args).args(["--progress", "json"]).output().unwrap();
        let lines = objects(&output.stderr);
        assert!(output.status.success() && !lines.is_empty(), "{args:?}: {output:?}");
        for line in lines {
            known.check("build-progress", &line);
            names.push(line["event"].as_str().unwrap().to_owned());
        }
    }
    for name in ["start", "level", "saving", "checkpoint", "writing", "already_complete", "no_checkpoint"] {
        assert!(names.iter().any(|seen| seen == name), "{name} was not seen: {names:?}");
    }
}

/// Interrupts the build of a small table, so that its checkpoint exists.
fn break_off(path: &Path) {
    let spec = TableSpec::new(Pattern::Edges(EdgeSet::parse("UR,UF,UL,UB").unwrap()), Metric::HalfTurn);
    let stop = AtomicBool::new(false);
    let mut far_enough = |event: BuildEvent<'_>| {
        if matches!(event, BuildEvent::Level { depth: 3, .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let result = generate(&spec, path, &BuildOptions::default(), &stop, &mut far_enough);
    assert!(matches!(result, Err(BuildError::Interrupted { checkpoint: true, .. })), "{result:?}");
}

#[test]
fn progress_lines_of_builds_with_checkpoints() {
    let mut known = Known::new();
    let place = PLACE.join("checkpoints");
    fs::create_dir_all(&place).unwrap();
    let mut events = |args: &str| {
        let output = pdbgen_in(&place).args(args.split(' ')).args(["--progress", "json", "--force"]).output().unwrap();
        assert!(output.status.success(), "{args}: {output:?}");
        let lines = objects(&output.stderr);
        lines.iter().for_each(|line| known.check("build-progress", line));
        lines.iter().map(|line| line["event"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let build = "edges --pieces UR,UF,UL,UB -o c.pdb";
    break_off(&place.join("c.pdb"));
    assert_eq!(events(build)[..2], ["checkpoint_ignored", "start"]);
    fs::remove_file(place.join("c.pdb")).unwrap();
    break_off(&place.join("c.pdb"));
    assert_eq!(events(&format!("{build} --resume"))[..2], ["start", "resumed"]);
}

#[test]
fn progress_lines_of_solve() {
    let mut known = Known::new();
    let place = PLACE.join("made");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    let mut making = solve(&["--cache", ".", "--heuristic", "corners", "--progress", "json", "R U"]);
    let output = making.current_dir(&place).env("CUBEPDB_PDB", "").output().unwrap();
    let lines = objects(&output.stderr);
    assert_eq!(lines[0]["event"], "start", "{output:?}");
    assert!(lines.iter().any(|line| line["event"] == "level"), "{output:?}");
    for line in lines {
        let form = if line.get("event").is_some() { "build-progress" } else { "search-progress" };
        known.check(form, &line);
    }
    for jobs in ["1", "2"] {
        let hard = "R U F2 L B D' R2 U' F L2 D B R' U";
        let output = solve(&["--jobs", jobs, "--progress", "json", "--timeout", "900ms", hard, hard]).output().unwrap();
        let lines = objects(&output.stderr);
        assert!(!lines.is_empty(), "{output:?}");
        lines.iter().for_each(|line| known.check("search-progress", line));
    }
}

#[test]
fn every_schema_is_sound_and_says_what_each_field_is() {
    let mut known = Known::new();
    let mut count = 0;
    for entry in fs::read_dir(cubepdb_testing::root().join("docs/schema")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_some_and(|extension| extension == "json") {
            known.schema(&name);
            let schema: Value = serde_json::from_reader(File::open(&path).unwrap()).unwrap();
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
            assert_eq!(schema["$id"], format!("urn:cubepdb:schema:{name}"));
            assert!(schema["title"].is_string() && schema["description"].is_string(), "{name}");
            count += 1;
        }
    }
    assert_eq!(count, 17);
}
