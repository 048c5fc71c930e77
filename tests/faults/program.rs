//! The two programs as a user runs them, within limits.

use crate::effort::effort;
use assert_cmd::Command;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time after which a program counts as hanging. The work takes a second or two; the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Serialises tests that use all cores, or measure time.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Number of faults to try at random moments: a tenth of `usual` in the short tier.
pub fn rounds(usual: usize) -> usize {
    match effort() {
        0 => usual.div_ceil(10),
        times => usual * times,
    }
}

/// A directory in which programs run.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn dir(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Names of its entries.
    pub fn names(&self) -> Vec<String> {
        cubepdb_testing::names(self.dir())
    }

    /// `pdbgen` with arguments separated by spaces.
    pub fn pdbgen(&self, args: &str) -> Program {
        Program::new(env!("CARGO_BIN_EXE_pdbgen"), self.dir()).args(args.split_whitespace())
    }

    /// `solve` without any tables except those named.
    pub fn solve(&self, args: &[&str]) -> Program {
        Program::new(env!("CARGO_BIN_EXE_solve"), self.dir()).args(args)
    }
}

/// A program to be run.
#[derive(Clone)]
pub struct Program {
    program: &'static str,
    directory: PathBuf,
    args: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    /// Shell commands that run before it.
    before: Vec<String>,
    input: Vec<u8>,
}

impl Program {
    fn new(program: &'static str, directory: &Path) -> Self {
        let home = ("HOME".into(), directory.into());
        Self {
            program,
            directory: directory.to_owned(),
            args: Vec::new(),
            variables: vec![home],
            before: Vec::new(),
            input: Vec::new(),
        }
    }

    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// Runs after a shell command, such as `ulimit -v 500000`.
    pub fn after(mut self, command: impl Into<String>) -> Self {
        self.before.push(command.into());
        self
    }

    /// Runs within `bytes` bytes of address space.
    pub fn within(self, bytes: u64) -> Self {
        self.after(format!("ulimit -v {}", bytes / 1024))
    }

    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = bytes.into();
        self
    }

    fn command(&self) -> process::Command {
        let mut command = if self.before.is_empty() {
            process::Command::new(self.program)
        } else {
            let mut shell = process::Command::new("sh");
            shell.arg("-c").arg(format!("{} && exec \"$0\" \"$@\"", self.before.join(" && "))).arg(self.program);
            shell
        };
        command.args(&self.args).current_dir(&self.directory);
        cubepdb_testing::clean(&mut command);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs to the end.
    pub fn run(&self) -> Ran {
        let mut command = Command::from_std(self.command());
        Ran::of(command.timeout(PATIENCE).write_stdin(self.input.clone()).output().unwrap())
    }

    /// Starts, with pipes for all three streams.
    pub fn start(&self) -> Child {
        let mut command = self.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs, must succeed, and returns the output.
    #[track_caller]
    pub fn ok(&self) -> String {
        let ran = self.run();
        ran.ends_with(0);
        ran.out
    }
}

/// The exit status and the output of a program.
#[derive(Debug)]
pub struct Ran {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let (code, signal) = (output.status.code(), output.status.signal());
        Self { code, signal, out: text(output.stdout), err: text(output.stderr) }
    }

    /// The line that says how many moves are needed at least: alone, or after one solution.
    pub fn bound(&self) -> Option<&str> {
        match self.out.lines().collect::<Vec<_>>()[..] {
            [line] if line.starts_with("unsolved: at least ") => Some(line),
            [solution, line] if solution.ends_with(')') && line.starts_with("unproven: at least ") => Some(line),
            _ => None,
        }
    }

    /// Checks that it ended by itself, with this status, and not by a panic.
    #[track_caller]
    pub fn ends_with(&self, code: i32) {
        assert_eq!((self.code, self.signal), (Some(code), None), "{}", self.err);
        assert!(code == 70 || !self.err.contains("panicked"), "{}", self.err);
    }

    /// Checks that it ended with this status, without any result, and with one message that contains all these words.
    #[track_caller]
    pub fn refuses(&self, code: i32, words: &[&str]) {
        self.ends_with(code);
        assert_eq!(self.out, "", "nothing is claimed: {}", self.err);
        let sentences = self.err.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(sentences, 1, "{}", self.err);
        self.says(words);
    }

    /// Checks that its messages contain all these words, and no control character.
    #[track_caller]
    pub fn says(&self, words: &[&str]) {
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in: {}", self.err);
        }
        assert!(!self.err.contains(|c: char| c.is_control() && c != '\n'), "{:?}", self.err);
    }
}
