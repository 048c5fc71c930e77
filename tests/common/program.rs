//! The programs of this build, independent of the environment: a user's variables must not change what a test sees, nor
//! may a test write into a user's cache.
#![allow(dead_code, reason = "each test uses its part")]

use assert_cmd::Command;
use std::process::{self, Output};

const VARIABLES: [&str; 6] =
    ["CUBEPDB_PDB", "CUBEPDB_CACHE", "CUBEPDB_THREADS", "CUBEPDB_MAX_MEMORY", "CUBEPDB_FAULT", "NO_COLOR"];

pub fn solve() -> Command {
    Command::from_std(plain(env!("CARGO_BIN_EXE_solve")))
}

pub fn pdbgen() -> Command {
    Command::from_std(plain(env!("CARGO_BIN_EXE_pdbgen")))
}

/// Exit status (-1 after a signal) and both outputs.
pub fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A command to be started and watched.
pub fn plain(program: &str) -> process::Command {
    let mut command = process::Command::new(program);
    VARIABLES.iter().for_each(|variable| _ = command.env_remove(variable));
    command
}
