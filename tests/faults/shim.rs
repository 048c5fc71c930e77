//! A small C library that is loaded before a program and makes its system calls fail.

use crate::program::{Place, Program, Ran};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The library, compiled once.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-shim.so");
    let source = cubepdb_testing::root().join("tests/faults/shim.c");
    // The same compiler as for zstd, which is needed anyway.
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let mut cc = Command::new(compiler);
    let cc = cc.args(["-shared", "-fPIC", "-O1", "-Wall", "-o"]).arg(&path).arg(source).arg("-ldl");
    let output = cc.output().expect("there is a C compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
});

/// The calls that fail, and the error.
#[derive(Clone, Copy, Debug)]
pub struct Failing {
    /// Kinds of calls, with commas between them.
    pub calls: &'static str,
    /// The number of the call that fails, from 1.
    pub at: usize,
    /// True if all later ones fail as well.
    pub lasting: bool,
    pub errno: i32,
}

pub const EINTR: i32 = 4;
pub const EIO: i32 = 5;
pub const ENOMEM: i32 = 12;
pub const EACCES: i32 = 13;
pub const ENOSPC: i32 = 28;

/// The program with the library loaded, and one of its variables set.
pub fn with(program: Program, variable: &str) -> Program {
    program.env("LD_PRELOAD", &*LIBRARY).env(variable, "1")
}

/// Runs a program in a place with such failures. Also returns the calls that failed.
pub fn run_failing(program: Program, place: &Place, failing: Failing) -> (Ran, Vec<String>) {
    let log = tempfile::NamedTempFile::new().unwrap();
    let Failing { calls, at, lasting, errno } = failing;
    let mut program = program
        .env("LD_PRELOAD", &*LIBRARY)
        .env("FAULT_CALLS", calls)
        .env("FAULT_UNDER", place.dir())
        .env("FAULT_AT", at.to_string())
        .env("FAULT_ERRNO", errno.to_string())
        .env("FAULT_LOG", log.path());
    if lasting {
        program = program.env("FAULT_LASTS", "1");
    }
    let ran = program.run();
    (ran, fs::read_to_string(log.path()).unwrap().lines().map(str::to_owned).collect())
}
