//! Definitions of others, held to what has been published of them.

use super::{BUILTINS, Definition, Moves, Position, Powers};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The directory with definitions that the environment names.
fn directory() -> Option<PathBuf> {
    let directory = std::env::var_os("CUBEPDB_PUZZLES").map(PathBuf::from);
    if directory.is_none() {
        eprintln!("skipped: CUBEPDB_PUZZLES names no directory with definitions");
    }
    directory
}

fn read(path: &Path) -> Definition {
    let text = std::fs::read_to_string(path).expect("a readable file");
    Definition::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The most positions of a depth that is counted.
const MOST: u64 = 4000;

/// Numbers of positions at each depth, as far as `published` has few.
fn counts(definition: &Definition, powers: Powers, published: &[u64]) -> Vec<u64> {
    let moves = Moves::of(definition, powers).expect("moves");
    let mut seen = HashSet::from([definition.solved.clone()]);
    let mut last = vec![definition.solved.clone()];
    let mut counts = vec![1];
    for _ in published.iter().skip(1).take_while(|&&count| count <= MOST) {
        let after = |from: &Position| moves.moves().iter().map(|by| from.after(&by.transformation)).collect::<Vec<_>>();
        let reached = last.iter().flat_map(after).filter(|position| definition.is_legal(position));
        last = reached.filter(|position| seen.insert(position.clone())).collect();
        counts.push(last.len() as u64);
    }
    counts
}

#[test]
fn published_counts() {
    let Some(directory) = directory() else { return };
    let text = std::fs::read_to_string(directory.join("counts.json")).expect("a readable file");
    let published: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for entry in published["distances"].as_array().expect("a list") {
        let name = entry["puzzle"].as_str().expect("a name");
        let powers = if entry["quarter_turns"] == true { Powers::Steps } else { Powers::All };
        let expected: Vec<u64> =
            entry["counts"].as_array().expect("a list").iter().map(|count| count.as_u64().expect("a number")).collect();
        let file = format!("{name}.tws");
        let paths = [directory.join(&file), directory.join("symm").join(&file)];
        let same = (name == "3x3x3").then(|| directory.join("kpuzzle/benchmark-3x3x3.def.json"));
        for path in paths.iter().chain(&same).filter(|path| path.exists()) {
            let counts = counts(&read(path), powers, &expected);
            assert_eq!(counts, expected[..counts.len()], "{} {powers:?}", path.display());
        }
    }
}

/// Files with this extension in a directory.
fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a readable directory");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

#[test]
fn every_file_is_read() {
    let Some(directory) = directory() else { return };
    for path in files(&directory, "tws").into_iter().chain(files(&directory.join("symm"), "tws")) {
        let definition = read(&path);
        println!("{} {} {} {}", path.display(), definition.name, definition.moves.len(), definition.rotations.len());
        check_orders(&definition);
    }
    let cube = read(&directory.join("kpuzzle/3x3x3-Reid.def.json"));
    for path in files(&directory.join("kpuzzle"), "json") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        if text.contains("defaultPattern") {
            let definition = read(&path);
            println!(
                "{} {} {:?}",
                path.display(),
                definition.name,
                definition.moves.iter().map(|m| &m.name).collect::<Vec<_>>()
            );
            check_orders(&definition);
        } else {
            cube.read_pattern(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// Checks that moves do something, and not for long.
fn check_orders(definition: &Definition) {
    for named in definition.moves.iter().chain(&definition.rotations) {
        let order = named.transformation.order(&definition.shape);
        assert!((2..=24).contains(&order), "{} {} has order {order}", definition.name, named.name);
    }
}

/// Rotations of the whole puzzle turn every move into a power of a move: only if orientations are read right.
#[test]
fn rotations_permute_the_moves() {
    let Some(directory) = directory() else { return };
    let mut paths = files(&directory.join("symm"), "tws");
    paths.push(directory.join("kpuzzle/3x3x3-Reid.def.json"));
    for path in paths {
        let definition = read(&path);
        let (shape, moves) = (&definition.shape, &definition.moves);
        assert!(!definition.rotations.is_empty(), "{}", path.display());
        let orders = || moves.iter().map(|named| named.transformation.order(shape));
        let powers: HashSet<_> = moves
            .iter()
            .zip(orders())
            .flat_map(|(named, order)| (1..order as i64).map(|power| named.transformation.power(shape, power)))
            .collect();
        for rotation in &definition.rotations {
            let back = rotation.transformation.inverse(shape);
            for named in moves {
                let turned = back.then(shape, &named.transformation).then(shape, &rotation.transformation);
                assert!(powers.contains(&turned), "{}: {} and {}", path.display(), rotation.name, named.name);
            }
        }
    }
}

#[test]
fn built_in_puzzles_go_through_both_formats() {
    for builtin in BUILTINS {
        let definition = builtin.definition();
        go_through_both(&definition);
    }
}

#[test]
fn other_puzzles_go_through_both_formats() {
    let Some(directory) = directory() else { return };
    for path in files(&directory, "tws").into_iter().chain(files(&directory.join("symm"), "tws")) {
        go_through_both(&read(&path));
    }
}

/// Checks that a definition is equal after it was written and read, and so are positions.
fn go_through_both(definition: &Definition) {
    let texts = [definition.to_tws(), definition.to_kpuzzle()];
    for text in texts {
        match text {
            Ok(text) => assert_eq!(Definition::read(&text).as_ref(), Ok(definition)),
            Err(error) => assert!(!definition.illegal.is_empty(), "{}: {error}", definition.name),
        }
    }
    let mut position = definition.solved.clone();
    for named in &definition.moves {
        position = position.after(&named.transformation);
        assert_eq!(definition.read_pattern(&definition.write_pattern(&position)), Ok(position.clone()));
    }
}

/// Nothing panics, however a text is damaged, and what is still read can be written.
#[test]
fn damaged_texts_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(1);
    for name in ["2x2x2", "square-1", "skewb"] {
        let definition = BUILTINS.iter().find(|known| known.name == name).expect("a built-in puzzle").definition();
        let texts = [definition.to_tws(), definition.to_kpuzzle(), Ok(definition.write_pattern(&definition.solved))];
        for text in texts.into_iter().flatten() {
            for _ in 0..300 {
                let damaged = damaged(&text, &mut random);
                let _ = definition.read_pattern(&damaged);
                if let Ok(read) = Definition::read(&damaged) {
                    let _ = (read.to_tws(), read.to_kpuzzle());
                }
            }
        }
    }
}

/// A text with a few changes: words that are taken out, repeated or replaced.
fn damaged(text: &str, random: &mut fastrand::Rng) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '"', ',', '[']).collect();
    for _ in 0..random.usize(1..4) {
        let (at, other) = (random.usize(..words.len()), random.usize(..words.len()));
        match random.u8(..5) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[other]),
            2 => words.swap(at, other),
            3 => {
                words[at] = ["-1 ", "999999999999999999999 ", "? ", "é", "\n", "End\n", "{", "null"][random.usize(..8)]
            }
            _ => words.truncate(at + 1),
        }
    }
    words.concat()
}
