//! The parts that the tests of several packages share: how much of a matrix to try, cubes and tables, the commands of
//! documents, and where the programs of this build are.

pub mod cli;
pub mod effort;
pub mod fixtures;
pub mod transcript;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Returns the root of the checkout.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this package is two directories below it")
}

/// Returns the directory of the programs of this build, which has the test binary that runs in a directory of its own.
pub fn programs() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    test.ancestors().nth(2).expect("tests are in a directory beside the programs").to_owned()
}

/// Returns the path of a program of this build.
pub fn program(name: &str) -> PathBuf {
    programs().join(format!("{name}{EXE_SUFFIX}"))
}

/// Makes a program independent of the variables of a user: they must not change what a test sees, or where files are
/// written.
pub fn clean(command: &mut Command) {
    for variable in [
        "CUBEPDB_PDB",
        "CUBEPDB_CACHE",
        "CUBEPDB_THREADS",
        "CUBEPDB_MAX_MEMORY",
        "CUBEPDB_FAULT",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "NO_COLOR",
        "XDG_CACHE_HOME",
    ] {
        command.env_remove(variable);
    }
}

/// Sends a signal by its name, such as `-INT`.
pub fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

/// The names of the entries of a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns a directory for files that tests of this build keep.
fn temporary() -> PathBuf {
    programs().with_file_name("tmp")
}
