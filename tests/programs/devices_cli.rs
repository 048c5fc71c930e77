//! `solve --backend gpu`, compared with searches on threads. Skipped where OpenCL finds no device;
//! tools/gpu/install-debian.sh installs one that runs on the processor.

use crate::cli::{completed, records};
use crate::effort::or_full;
use crate::fixtures::{COSETS, COSETS_QTM, table};
use crate::program;
use crate::solve_cli::solve;
use assert_cmd::Command;
use cubepdb::internals::device;
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// Two devices of the driver for processors; it keeps what it compiles.
const ENVIRONMENT: [(&str, &str); 2] =
    [("POCL_DEVICES", "pthread pthread"), ("POCL_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/pocl"))];

/// Returns whether there is a device.
fn has_device() -> bool {
    fs::create_dir_all(ENVIRONMENT[1].1).unwrap();
    let found = device::devices();
    if let Err(error) = &found {
        eprintln!("skipped: {error}");
    }
    found.is_ok()
}

fn on_devices(args: &[&str]) -> Command {
    let mut command = solve(&["--backend", "gpu", "--device", "0,1"]);
    command.args(args).envs(ENVIRONMENT);
    command
}

fn on_thread(args: &[&str]) -> Command {
    let mut command = solve(&["--kernel", "staged", "--threads", "1"]);
    command.args(args);
    command
}

fn records_of(mut command: Command) -> Vec<Value> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    records(&output.stdout)
}

/// Random cubes some moves away, a line each.
fn scrambles(metric: &str, count: usize) -> String {
    let mut random = fastrand::Rng::with_seed(12);
    let amounts = if metric == "htm" { &["", "2", "'"][..] } else { &["", "'"] };
    let scramble = |length: usize| {
        let mut faces: Vec<usize> = Vec::new();
        while faces.len() < length {
            let face = random.usize(..6);
            if faces.last().is_none_or(|last| last % 3 != face % 3) {
                faces.push(face);
            }
        }
        let moves =
            faces.iter().map(|&face| format!("{}{}", &"URFDLB"[face..=face], amounts[random.usize(..amounts.len())]));
        moves.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(|i| 12 + i % 3).map(scramble).collect::<Vec<_>>().join("\n")
}

/// Lengths that are refuted are searched to their ends by everybody, with the same nodes.
#[test]
fn two_devices_count_what_one_thread_counts() {
    if !has_device() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("cubes.txt");
    for (metric, tables) in [("htm", COSETS), ("qtm", COSETS_QTM)] {
        for (count, more) in
            [(or_full(5, 30), &[][..]), (or_full(2, 30), &["--all"]), (or_full(4, 30), &["--jobs", "3"])]
        {
            fs::write(&file, scrambles(metric, count)).unwrap();
            let table = table(tables);
            let common = ["--metric", metric, "--pdb", table.to_str().unwrap(), "--output", "jsonl", "--stats"];
            let common = [&common[..], more, &["--file", file.to_str().unwrap()]].concat();
            let (found, expected) = (records_of(on_devices(&common)), records_of(on_thread(&common)));
            assert_eq!(found.len(), count);
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!((&found["length"], found["optimal"].as_bool()), (&expected["length"], Some(true)));
                let refuted = |record: &Value| {
                    let length = record["length"].as_u64();
                    let counts = completed(record).into_iter();
                    counts
                        .filter(|(bound, _)| !more.is_empty() && more[0] == "--all" || bound.as_u64() < length)
                        .collect::<Vec<_>>()
                };
                assert_eq!(refuted(found), refuted(expected), "{metric} {more:?} {}", found["input"]);
            }
        }
    }
}

/// A search that is killed again and again ends with the counts of one that is not.
#[test]
fn a_killed_search_is_resumed_on_devices() {
    if !has_device() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (saved, table) = (directory.path().join("saved"), table(COSETS));
    let cube = "R U F2 D' L B U2 R' D F L2 U B' R2";
    let common = ["--pdb", table.to_str().unwrap(), "--all", "--output", "jsonl", "--stats"];
    let args = [&common[..], &["--checkpoint", saved.to_str().unwrap(), "--resume", cube]].concat();
    let mut kills = 0;
    for milliseconds in [300, 600, 900] {
        let mut child = program::plain(env!("CARGO_BIN_EXE_solve"));
        child.args(["--backend", "gpu", "--device", "0,1"]).args(&args).envs(ENVIRONMENT);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "a search that takes so long is killed");
    let found = records_of(on_devices(&args));
    let expected = records_of(on_thread(&[&common[..], &[cube]].concat()));
    assert_eq!(found[0]["solutions"], expected[0]["solutions"]);
    assert_eq!(completed(&found[0]), completed(&expected[0]));
}

/// The system of the report on two devices, on cubes of three to eight moves: the lengths and counts of its serial
/// twin.
#[test]
fn the_manhattan_distance_on_two_devices_is_that_of_one_thread() {
    if !has_device() {
        return;
    }
    let inputs = [
        "F' L' B'",
        "B' D' R' D'",
        "R' U' B' R' F'",
        "L' B' R' B' L' D'",
        "D' F' D' F' D' R' B'",
        "R' U' L' U' R' F' R' B'",
    ];
    let cubes = &inputs[..or_full(5, 6)];
    let run = |preset: &str, more: &[&str]| {
        let mut command = solve(&["--preset", preset, "--output", "jsonl", "--stats"]);
        command.args(more).args(cubes).envs(ENVIRONMENT);
        records_of(command)
    };
    let expected = run("gpu-manhattan-serial", &["--threads", "1"]);
    for more in [
        &["--device", "0,1"][..],
        &["--device", "0,1", "--check-interval", "100"],
        &["--device", "1", "--upper-bound", "9"],
    ] {
        for (found, expected) in run("gpu-manhattan", more).iter().zip(&expected) {
            assert_eq!(found["length"], expected["length"], "{more:?}");
            let refuted = |record: &Value| {
                let length = record["length"].as_u64();
                completed(record).into_iter().filter(|(bound, _)| bound.as_u64() < length).collect::<Vec<_>>()
            };
            assert_eq!(refuted(found), refuted(expected), "{more:?} {}", found["input"]);
        }
    }
}
