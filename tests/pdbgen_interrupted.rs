//! `pdbgen` interrupted and killed: whatever happens, the same command with `--resume` ends in the same file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long an interrupted program may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// The builds here use all cores; one after the other they keep to the times that they are tested for.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A directory with the table as it should be, `right.pdb`.
struct Place {
    dir: tempfile::TempDir,
    args: &'static str,
    /// How long the build takes when nobody interrupts it.
    time: Duration,
}

impl Place {
    fn new(args: &'static str) -> Self {
        let mut place = Self { dir: tempfile::tempdir().unwrap(), args, time: Duration::ZERO };
        let start = Instant::now();
        let mut child = place.build("right.pdb", &[]);
        // Reads to the end, or a full pipe would hold the program up.
        lines(&mut child).for_each(drop);
        assert!(child.wait().unwrap().success());
        place.time = start.elapsed();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Starts a build that saves a checkpoint after every step.
    fn build(&self, output: &str, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_pdbgen"))
            .args(self.args.split(' '))
            .args(["--checkpoint-every", "0", "--progress", "plain", "-o"])
            .arg(self.path(output))
            .args(more)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn resume(&self) -> ExitStatus {
        let mut child = self.build("t.pdb", &["--resume"]);
        lines(&mut child).for_each(drop);
        child.wait().unwrap()
    }

    /// Resumes, compares, and clears up for the next round.
    #[track_caller]
    fn resume_and_compare(&self, what: &str) {
        assert!(self.resume().success(), "{what}");
        assert!(fs::read(self.path("t.pdb")).unwrap() == fs::read(self.path("right.pdb")).unwrap(), "{what}");
        fs::remove_file(self.path("t.pdb")).unwrap();
        assert_eq!(names(self.dir.path()), ["right.pdb"], "{what}");
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap)
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts a build, sends a signal when it tells that it is past a step, and checks how it ends.
fn interrupt(place: &Place, step: &str, name: &str, code: i32) {
    let mut child = place.build("t.pdb", &[]);
    let mut lines = lines(&mut child);
    lines.find(|line| line.starts_with(step)).expect("the step is reached");
    let start = Instant::now();
    signal(&child, name);
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(code), "{rest:?}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    assert!(rest.last().unwrap().contains("--resume"), "{rest:?}");
    assert_eq!(names(place.dir.path()), ["right.pdb", "t.pdb.checkpoint"]);
}

#[test]
fn signals_leave_a_checkpoint_to_go_on_from() {
    let _alone = alone();
    let place = Place::new("corners --metric qtm");
    for (level, name, code) in [("level  3", "-INT", 130), ("level  9", "-TERM", 143)] {
        interrupt(&place, level, name, code);
        place.resume_and_compare(name);
    }
    interrupt(&place, "level  2", "-INT", 130);
    // Interrupted again before it gets any further.
    let mut child = place.build("t.pdb", &["--resume"]);
    let mut rest = lines(&mut child);
    rest.find(|line| line.contains("resumed")).unwrap();
    signal(&child, "-INT");
    rest.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    place.resume_and_compare("twice");
}

/// Built in blocks instead of levels, after some lists that leave nothing to go on from.
#[test]
fn signals_leave_the_finished_blocks_of_an_h48_table() {
    let _alone = alone();
    let place = Place::new("h48 --level 0 --metric qtm");
    interrupt(&place, "block", "-INT", 130);
    place.resume_and_compare("blocks");
    let mut child = place.build("t.pdb", &[]);
    let mut rest = lines(&mut child);
    rest.find(|line| line.starts_with("list   3")).unwrap();
    signal(&child, "-TERM");
    assert!(rest.last().unwrap().contains("no checkpoint"));
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(names(place.dir.path()), ["right.pdb"]);
}

#[test]
fn kills_at_any_moment_do_no_harm() {
    let _alone = alone();
    kill_and_resume(&Place::new("corners"), 6);
    kill_and_resume(&Place::new("h48 --level 0 --metric qtm"), 2);
}

fn kill_and_resume(place: &Place, rounds: u32) {
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    let rounds: u32 = std::env::var("PDBGEN_KILLS").map_or(rounds, |text| text.parse().unwrap());
    for round in 0..rounds {
        // Spread over the whole run, and a little beyond its end.
        let part = (f64::from(round) + random.f64()) / f64::from(rounds) * 1.05;
        let mut child = place.build("t.pdb", &[]);
        std::thread::sleep(place.time.mul_f64(part));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        let files = names(place.dir.path());
        eprintln!("seed {seed}: killed after {part:.2} of {:?}: {status}, {files:?}", place.time);
        if let Ok(bytes) = fs::read(place.path("t.pdb")) {
            assert!(bytes == fs::read(place.path("right.pdb")).unwrap(), "a file of the final name is whole");
        }
        place.resume_and_compare("killed");
    }
}
