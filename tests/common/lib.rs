//! The parts that the tests of several packages share: how much of a matrix to try, cubes and tables, the commands of
//! documents, and where the programs of this build are.

pub mod cli;
pub mod effort;
pub mod fixtures;
pub mod transcript;

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

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

/// Returns a directory for files that tests of this build keep.
fn temporary() -> PathBuf {
    programs().with_file_name("tmp")
}
