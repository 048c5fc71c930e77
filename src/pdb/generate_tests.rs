//! Small tables, interrupted after every level.

use super::*;
use crate::cube::Metric;
use crate::pdb::{EdgeSet, Pattern};
use crate::storage::FaultKind;
use cubepdb_testing::names;
use std::fs;
use std::path::PathBuf;

const RESUME: BuildOptions =
    BuildOptions { overwrite: false, resume: true, checkpoint_every: None, max_memory: None, wait: false };

fn spec(pieces: &str) -> TableSpec {
    TableSpec::new(Pattern::Edges(EdgeSet::parse(pieces).unwrap()), Metric::HalfTurn)
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.pdb");
    (dir, path)
}

/// Generates with the options; also returns the events as text.
fn events(spec: &TableSpec, path: &Path, options: &BuildOptions) -> (Result<Header, BuildError>, Vec<String>) {
    let mut events = Vec::new();
    let result = generate(spec, path, options, &never(), &mut |event| events.push(format!("{event:?}")));
    (result, events)
}

#[test]
fn interrupted_after_any_level_and_resumed_gives_the_same_file() {
    let (dir, path) = place();
    let spec = spec("UR,UF,UL,DR");
    generate(&spec, &path, &BuildOptions::default(), &never(), &mut |_| ()).unwrap();
    let right = fs::read(&path).unwrap();
    for last in 1..=7 {
        fs::remove_file(&path).unwrap();
        let stop = AtomicBool::new(false);
        let mut raise = |event: BuildEvent<'_>| match event {
            BuildEvent::Level { depth, .. } if depth == last => stop.store(true, Ordering::Relaxed),
            _ => {}
        };
        let error = generate(&spec, &path, &BuildOptions::default(), &stop, &mut raise).unwrap_err();
        assert!(
            matches!(error, BuildError::Interrupted { done: Done::Level(depth), checkpoint: true } if depth == last),
            "{error}"
        );
        assert_eq!(names(dir.path()), ["t.pdb.checkpoint"]);
        let (result, events) = events(&spec, &path, &RESUME);
        result.unwrap();
        assert!(events[0].contains(&format!("resumed: Some(Level({last}))")), "{events:?}");
        assert!(events[1].starts_with(&format!("Level {{ depth: {}", last + 1)), "{events:?}");
        assert!(fs::read(&path).unwrap() == right);
        assert_eq!(names(dir.path()), ["t.pdb"]);
    }
}

#[test]
fn checkpoints_are_saved_when_they_are_due_and_taken_away_at_the_end() {
    let (dir, path) = place();
    let options = BuildOptions { checkpoint_every: Some(Duration::ZERO), ..RESUME };
    let (result, events) = events(&spec("UR,UF"), &path, &options);
    let depth = result.unwrap().depth();
    assert_eq!(events[0], "NoCheckpoint");
    let saved: Vec<_> = events.iter().filter(|event| event.starts_with("CheckpointSaved")).collect();
    assert_eq!(saved.len(), usize::from(depth) - 1, "one for each level but the last");
    assert_eq!(events.last().unwrap(), "Writing");
    assert_eq!(names(dir.path()), ["t.pdb"]);
}

#[test]
fn a_finished_table_is_resumed_by_leaving_it_alone() {
    let (dir, path) = place();
    let table = spec("UR,UF");
    let (made, _) = events(&table, &path, &BuildOptions::default());
    fs::write(dir.path().join("t.pdb.checkpoint"), "left by a killed run").unwrap();
    let (found, seen) = events(&table, &path, &RESUME);
    assert_eq!((found.unwrap(), seen), (made.unwrap(), vec!["AlreadyComplete".to_owned()]));
    assert_eq!(names(dir.path()), ["t.pdb"]);
    let (other, _) = events(&spec("UR,DF"), &path, &RESUME);
    assert!(matches!(other, Err(BuildError::File(FileError::Storage(StorageError::Exists { .. })))));
    let (again, seen) = events(&table, &path, &BuildOptions { overwrite: true, ..RESUME });
    again.unwrap();
    assert_eq!(seen[0], "NoCheckpoint");
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused_and_one_not_asked_for_is_told() {
    let (dir, path) = place();
    let (table, other) = (spec("UR,UF"), spec("UR,DF"));
    Checkpoint::save(&path, &other, 1, [0; 16], &vec![0; other.bytes() as usize]).unwrap();
    let (result, _) = events(&table, &path, &RESUME);
    assert!(matches!(result, Err(BuildError::File(error)) if error.kind() == FaultKind::Table));
    let (result, seen) = events(&table, &path, &BuildOptions::default());
    result.unwrap();
    assert_eq!(seen[0], "CheckpointIgnored");
    assert_eq!(names(dir.path()), ["t.pdb"]);
}

#[test]
fn what_another_process_makes_can_be_waited_for() {
    let (dir, path) = place();
    let table = spec("UR,UF");
    let options = BuildOptions { wait: true, ..RESUME };
    let (made, _) = events(&table, &dir.path().join("made.pdb"), &options);
    let lock = OutputLock::acquire(&path).unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| events(&table, &path, &options));
        thread::sleep(2 * PAUSE);
        fs::rename(dir.path().join("made.pdb"), &path).unwrap();
        drop(lock);
        let (found, seen) = waiting.join().unwrap();
        assert_eq!(
            (found.unwrap(), &seen[..]),
            (made.unwrap(), &["Waiting", "AlreadyComplete"].map(str::to_owned)[..])
        );
    });
    let _lock = OutputLock::acquire(&path).unwrap();
    let stopped = generate(&table, &path, &options, &AtomicBool::new(true), &mut |_| ());
    assert!(matches!(stopped, Err(BuildError::Interrupted { checkpoint: false, .. })), "{stopped:?}");
}

#[test]
fn what_can_be_known_is_refused_before_the_build() {
    let (dir, path) = place();
    let table = spec("UR,UF");
    let options = BuildOptions { max_memory: Some(1000), ..BuildOptions::default() };
    let (result, seen) = events(&table, &path, &options);
    assert!(matches!(result, Err(BuildError::MemoryLimit { limit: 1000, .. })));
    let lock = OutputLock::acquire(&path).unwrap();
    let (result, more) = events(&table, &path, &BuildOptions::default());
    assert!(matches!(result, Err(BuildError::File(FileError::Storage(StorageError::Locked { .. })))));
    drop(lock);
    let (result, _) = events(&table, &dir.path().join("missing/t.pdb"), &BuildOptions::default());
    assert!(matches!(result, Err(BuildError::File(FileError::Storage(StorageError::Io { .. })))));
    assert!(seen.is_empty() && more.is_empty());
    assert!(names(dir.path()).is_empty());
}

#[test]
fn what_a_killed_run_left_half_written_is_cleared_away() {
    let (dir, path) = place();
    for (name, text) in [(".t.pdb.partial", "half"), (".t.pdb.checkpoint.partial", "half"), ("t.pdb.lock", "123\n")] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    generate(&spec("UR,UF"), &path, &RESUME, &never(), &mut |_| ()).unwrap();
    assert_eq!(names(dir.path()), ["t.pdb"]);
}
