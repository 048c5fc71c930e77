//! Every input that fuzzing has kept, run once more: those that reach different parts of the code, and those that once
//! found a fault. `fuzz/README.md` says how they come about.

#[path = "../../fuzz/bodies/cubes.rs"]
mod cubes;
#[path = "../../fuzz/bodies/edits.rs"]
mod edits;
#[path = "../../fuzz/bodies/rules.rs"]
mod rules;
#[path = "../../fuzz/bodies/saved.rs"]
mod saved;
#[path = "../../fuzz/bodies/tables.rs"]
mod tables;

use std::fs;
use std::panic::{catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// Runs the inputs of a target; names the one that fails.
fn replay(target: &str, run: fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut inputs: Vec<PathBuf> = ["corpus", "regressions"]
        .into_iter()
        .filter_map(|kind| fs::read_dir(root.join(kind).join(target)).ok())
        .flatten()
        .map(|entry| entry.expect("a readable directory").path())
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 20, "{} inputs for {target}", inputs.len());
    for input in inputs {
        let data = fs::read(&input).expect("a readable input");
        if let Err(panic) = catch_unwind(|| run(&data)) {
            eprintln!("the input is {}", input.display());
            resume_unwind(panic);
        }
    }
}

#[test]
fn cubes_in_all_notations() {
    replay("cubes", cubes::run);
}

#[test]
fn rules_and_options() {
    replay("rules", rules::run);
}

#[test]
fn table_files() {
    replay("tables", tables::run);
}

#[test]
fn saved_searches_and_automata() {
    replay("saved", saved::run);
}
