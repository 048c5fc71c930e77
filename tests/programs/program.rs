//! The programs of this build, independent of the environment: a user's variables must not change what a test sees, nor
//! may a test write into a user's cache.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Output};
use std::sync::LazyLock;
use std::time::Duration;

pub fn solve() -> Command {
    Command::from_std(plain(env!("CARGO_BIN_EXE_solve")))
}

pub fn pdbgen() -> Command {
    Command::from_std(plain(env!("CARGO_BIN_EXE_pdbgen")))
}

/// `solve` with arguments, which must end in time.
pub fn bare(args: &[&str]) -> Command {
    let mut command = solve();
    command.args(args).timeout(Duration::from_secs(100));
    command
}

pub fn run(args: &[&str]) -> Output {
    bare(args).output().unwrap()
}

/// As [`ended`].
pub fn output(command: &mut Command) -> (i32, String, String) {
    ended(command.output().unwrap())
}

/// As [`ended`].
pub fn said(args: &[&str]) -> (i32, String, String) {
    ended(run(args))
}

/// Exit status, and standard output followed by the messages.
pub fn both(args: &[&str]) -> (i32, String) {
    let (status, out, err) = said(args);
    (status, out + &err)
}

/// Standard output of a run that has to succeed.
#[track_caller]
pub fn text_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

/// As [`text_of`].
#[track_caller]
pub fn text(args: &[&str]) -> String {
    text_of(&run(args))
}

/// The record of one cube.
#[track_caller]
pub fn record(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--output", "jsonl", "--stats"]].concat())).unwrap()
}

/// Exit status (-1 after a signal) and both outputs.
pub fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A command to be started and watched.
pub fn plain(program: &str) -> process::Command {
    let mut command = process::Command::new(program);
    cubepdb_testing::clean(&mut command);
    command.env("HOME", home());
    command
}

/// The home of all runs that have no other: default tables stay in its cache, since each takes seconds to build, and
/// nothing of earlier questions.
fn home() -> &'static Path {
    static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
        fs::create_dir_all(&home).unwrap();
        _ = fs::remove_dir_all(home.join(".cache/cubepdb/questions"));
        home
    });
    &HOME
}

/// A directory in which the programs run.
pub struct Place(pub tempfile::TempDir);

/// The result of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `pdbgen` with arguments separated by spaces.
    pub fn run(&self, args: &str) -> Ran {
        let output = pdbgen().current_dir(&self.0).args(args.split_whitespace()).output().unwrap();
        let (code, out, err) = ended(output);
        Ran { code, out, err }
    }

    /// Runs `pdbgen`, which must succeed, and returns what it printed.
    #[track_caller]
    pub fn ok(&self, args: &str) -> String {
        let Ran { code, out, err } = self.run(args);
        assert_eq!(code, 0, "{args}: {err}");
        out
    }

    /// Runs `pdbgen`, which must fail with a message that contains all of `words`.
    #[track_caller]
    pub fn fails(&self, args: &str, code: i32, words: &[&str]) {
        let ran = self.run(args);
        assert_eq!(ran.code, code, "{args}: {}", ran.err);
        for word in words {
            assert!(ran.err.contains(word), "{args}: no `{word}` in: {}", ran.err);
        }
        assert!(!ran.err.contains("panicked"), "{args}: {}", ran.err);
    }

    /// The names of the files of a directory in it.
    pub fn names(&self, directory: &str) -> Vec<String> {
        cubepdb_testing::names(&self.path(directory))
    }
}
