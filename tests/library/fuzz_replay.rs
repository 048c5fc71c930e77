//! Replays the inputs that fuzzing has kept (in the short tier, a fifth): those that reach different parts of the code,
//! and those that once found a fault, all of them. `fuzz/README.md` says where they come from.

use crate::effort::or_full;
use cubepdb_fuzz::{cubes, puzzles, questions, rules, saved, tables};
use std::fs::{self, File};
use std::panic::{catch_unwind, resume_unwind};
use std::path::Path;

/// Runs the inputs of a target; names the one that fails.
fn replay(target: &str, run: fn(&[u8])) {
    let root = cubepdb_testing::root().join("fuzz");
    let mut inputs = unpack(&root.join("corpus").join(target).with_extension("tar.zst"));
    assert!(inputs.len() >= 20, "{} inputs for {target}", inputs.len());
    inputs = inputs.into_iter().step_by(or_full(5, 1)).collect();
    for entry in fs::read_dir(root.join("regressions").join(target)).into_iter().flatten() {
        let path = entry.expect("a readable directory").path();
        inputs.push((path.display().to_string(), fs::read(&path).expect("a readable input")));
    }
    for (name, data) in inputs {
        if let Err(panic) = catch_unwind(|| run(&data)) {
            eprintln!("the input is {name}");
            resume_unwind(panic);
        }
    }
}

/// Names and contents of the files in a tar archive (POSIX.1-1988, ustar) that is compressed with zstd.
fn unpack(archive: &Path) -> Vec<(String, Vec<u8>)> {
    let archive = zstd::stream::decode_all(File::open(archive).expect("an archive")).expect("a sound archive");
    let text = |field: &[u8]| String::from_utf8(field.iter().copied().take_while(|&byte| byte != 0).collect()).unwrap();
    let mut files = Vec::new();
    let mut rest = &archive[..];
    // An empty header ends the archive.
    while let Some((header, after)) = rest.split_first_chunk::<512>()
        && header[0] != 0
    {
        assert_eq!(&header[257..262], b"ustar");
        let length = usize::from_str_radix(text(&header[124..136]).trim(), 8).expect("a length in octal");
        if header[156] == b'0' {
            files.push((text(&header[..100]), after[..length].to_vec()));
        }
        rest = &after[length.next_multiple_of(512)..];
    }
    files
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

#[test]
fn definitions_of_puzzles() {
    replay("puzzles", puzzles::run);
}

#[test]
fn questions_about_puzzles() {
    replay("questions", questions::run);
}
