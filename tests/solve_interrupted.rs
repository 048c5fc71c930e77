//! `solve` interrupted and killed: with `--checkpoint` and `--resume`, the answer and the counts are those of a run that
//! was left alone.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// With the corner table alone and all solutions asked for, a second or more of search, nearly all of it at length 13.
const CUBE: &str = "R U2 F' L D2 B R' U F2 L' D B2 R";

/// The searches here use all cores; one after the other they take the time that they are given.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

static CORNERS: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted-corners.pdb");
    let mut build = Command::new(env!("CARGO_BIN_EXE_pdbgen"));
    let build = build.args(["corners", "--force", "--progress", "none", "-o"]).arg(&path);
    assert!(build.stdout(Stdio::null()).status().unwrap().success());
    path
});

/// A directory with a checkpoint, or room for one.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("run.checkpoint")
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn solve(&self, more: &[&str], cubes: &[&str]) -> Command {
        let mut command = bare(more, cubes);
        command.args(["--checkpoint-every", "0.05", "--checkpoint"]).arg(self.file());
        command
    }

    fn run(&self, more: &[&str], cubes: &[&str]) -> (i32, String, String) {
        ended(self.solve(more, cubes).output().unwrap())
    }
}

fn bare(more: &[&str], cubes: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.arg("--pdb").arg(&*CORNERS).args(["--output", "jsonl", "--stats", "--progress", "none"]);
    command.args(more).args(cubes).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// What must not depend on how often a search was stopped: all counts, without the times.
fn result(stdout: &str) -> Value {
    let mut record: Value = serde_json::from_str(stdout).unwrap();
    let record = record.as_object_mut().unwrap();
    for iteration in record["iterations"].as_array_mut().unwrap() {
        iteration.as_object_mut().unwrap().retain(|key, _| !["seconds", "subtrees"].contains(&key.as_str()));
    }
    let fields = ["status", "length", "solutions", "lower_bound", "nodes", "lookups", "iterations"];
    fields.iter().map(|&field| (field.to_owned(), record[field].clone())).collect()
}

/// Until there is a checkpoint.
fn wait_for(place: &Place) {
    let start = Instant::now();
    while !place.file().exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "no checkpoint");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// With all solutions asked for, every iteration is searched to its end, so that all counts are fixed.
#[test]
fn kills_at_any_moment_lose_nothing_that_was_saved() {
    let _alone = alone();
    let more = ["--all"];
    let start = Instant::now();
    let (code, right, errors) = ended(bare(&more, &[CUBE]).output().unwrap());
    let time = start.elapsed();
    assert_eq!(code, 0, "{errors}");
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    eprintln!("seed {seed}, {time:?} uninterrupted");
    let kills: u32 = std::env::var("SOLVE_KILLS").map_or(8, |text| text.parse().unwrap());
    let place = Place::new();
    let (mut killed, mut spent) = (0, Duration::ZERO);
    while killed < kills {
        let threads = ["1", "2", "8"][random.usize(..3)];
        let mut child = place.solve(&["--all", "--resume", "--threads", threads], &[CUBE]).spawn().unwrap();
        let part = time.mul_f64(random.f64() * 0.6);
        std::thread::sleep(part);
        spent += part;
        if child.try_wait().unwrap().is_some() {
            // It came to its end before: the next one begins again.
            let (code, found, errors) = ended(child.wait_with_output().unwrap());
            assert_eq!((code, place.files()), (0, vec![]), "{errors}");
            assert_eq!(result(&found), result(&right), "seed {seed}");
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    let (code, found, errors) = place.run(&["--all", "--resume"], &[CUBE]);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(result(&found), result(&right), "seed {seed}");
    assert_eq!(place.files(), [""; 0], "nothing is left, also of the killed runs");
    eprintln!("{killed} kills, {spent:?} until killed");
}

#[test]
fn signals_and_limits_leave_a_checkpoint() {
    let _alone = alone();
    let (_, right, _) = ended(bare(&["--all"], &[CUBE]).output().unwrap());
    let place = Place::new();
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = place.solve(&["--all", "--resume"], &[CUBE]).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        // The first one strikes in the search, the second one perhaps before it.
        errors.find(|line| line.contains("starting from the beginning") || line.contains("resuming from ")).unwrap();
        if code == 130 {
            wait_for(&place);
            std::thread::sleep(Duration::from_millis(300));
        }
        signal(&child, name);
        let start = Instant::now();
        let rest: Vec<String> = errors.collect();
        assert_eq!((child.wait().unwrap().code(), place.files()), (Some(code), vec!["run.checkpoint".to_owned()]));
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert!(rest.last().unwrap().contains("the same command with --resume goes on with it"), "{rest:?}");
    }
    let (code, _, errors) = place.run(&["--all", "--resume", "--max-nodes", "1000000"], &[CUBE]);
    assert_eq!(code, 7, "{errors}");
    // Another run may not begin anew under the same name, nor another search go on with it.
    let (code, _, errors) = place.run(&["--all"], &[CUBE]);
    assert!(code == 5 && errors.contains("exists already") && errors.contains("--resume"), "{code} {errors}");
    let (code, _, errors) = place.run(&["--resume"], &[CUBE]);
    assert!(code == 4 && errors.contains("instead of `answer one solution`"), "{code} {errors}");
    let (code, _, errors) = place.run(&["--all", "--resume"], &["R U F"]);
    assert!(code == 4 && errors.contains("of another search: `cube "), "{code} {errors}");
    let (code, found, errors) = place.run(&["--all", "--resume"], &[CUBE]);
    assert_eq!((code, place.files()), (0, vec![]), "{errors}");
    assert_eq!(result(&found), result(&right));
}

#[test]
fn files_that_are_no_checkpoints_and_places_that_cannot_be_written() {
    let _alone = alone();
    let place = Place::new();
    let (code, _, errors) = place.run(&["--resume", "--max-nodes", "100000"], &[CUBE]);
    assert!(code == 7 && errors.contains("starting from the beginning"), "{code} {errors}");
    let bytes = fs::read(place.file()).unwrap();
    let mut newer = bytes.clone();
    newer[8] = 2;
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    let cases = [
        (&newer[..], "made by another version"),
        (&damaged, "damaged"),
        (&bytes[..99], "expected "),
        (b"hello, you", "not a"),
    ];
    for (content, message) in cases {
        fs::write(place.file(), content).unwrap();
        let (code, stdout, errors) = place.run(&["--resume"], &[CUBE]);
        assert!(code == 4 && errors.contains(message) && errors.contains("run.checkpoint"), "{code} {errors}");
        assert_eq!(stdout, "");
        assert_eq!(fs::read(place.file()).unwrap(), content, "what is refused is left alone");
    }
    fs::remove_file(place.file()).unwrap();
    fs::create_dir(place.file()).unwrap();
    assert_eq!(place.run(&["--resume"], &[CUBE]).0, 5);
    let nowhere = ended(bare(&["--checkpoint", "/no/such/place/c"], &[CUBE]).output().unwrap());
    assert!(nowhere.0 == 5 && nowhere.2.contains("/no/such/place"), "{nowhere:?}");
}

#[test]
fn two_searches_do_not_share_a_file() {
    let _alone = alone();
    let place = Place::new();
    let mut first = place.solve(&["--all"], &[CUBE]).spawn().unwrap();
    wait_for(&place);
    let (code, _, errors) = place.run(&["--all", "--resume"], &[CUBE]);
    assert!(code == 5 && errors.contains(&format!("locked by process {}", first.id())), "{code} {errors}");
    first.kill().unwrap();
    first.wait().unwrap();
}

/// When the disk is full or the file too large, the search goes on: what it finds is worth more than its checkpoint.
#[test]
fn a_search_that_cannot_be_saved_any_more_goes_on() {
    let _alone = alone();
    let place = Place::new();
    let command = place.solve(&["--all"], &["R U2 F' L D2 B R' U F2 L' D B2"]);
    // A file of at most a kilobyte: enough for the beginning, not for the map of a tree.
    let quoted: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|argument| format!("'{}'", argument.to_str().unwrap().replace('\'', r"'\''")))
        .collect();
    let output = Command::new("sh").arg("-c").arg(format!("ulimit -f 2; exec {}", quoted.join(" "))).output().unwrap();
    let (code, found, errors) = ended(output);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(errors.matches("the search is not saved").count(), 1, "{errors}");
    assert_eq!(serde_json::from_str::<Value>(&found).unwrap()["status"], "solved");
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn usage_errors() {
    let place = Place::new();
    for (more, cubes, message) in [
        (&["--scheduler", "ranges"][..], &["R"][..], "need the depth scheduler"),
        (&["--scheduler", "sequential"], &["R"], "need the depth scheduler"),
        (&["--preset", "bfs"], &["R"], "need the depth scheduler"),
        (&[], &["R", "R U F"], "for one cube"),
        (&["--checkpoint-every", "often"], &["R"], "not a time"),
    ] {
        let (code, _, errors) = place.run(more, cubes);
        assert!(code == 2 && errors.contains(message), "{more:?}: {code} {errors}");
    }
    assert_eq!(ended(bare(&["--resume"], &["R"]).output().unwrap()).0, 2);
    assert_eq!(place.files(), [""; 0]);
    let (code, _, errors) = place.run(&[], &["R U R$"]);
    assert!(code == 3 && place.files().is_empty(), "{code} {errors}");
}
