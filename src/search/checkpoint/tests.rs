//! Intact and damaged files.

use crate::puzzle::MoveIndex;
use crate::search::checkpoint::format::{decode, encode};
use crate::search::checkpoint::progress::{Progress, Running};
use crate::search::checkpoint::{CheckpointError, CheckpointFile, Journal, Saving, Sink};
use crate::search::report::{Counters, IterationReport, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::{FinishedTask, Split};
use crate::storage::{SealError, StorageError};
use std::fs;
use std::sync::Mutex;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_128;

const IDENTITY: &str = "cube ABC\nmetric htm\n";
const LETTERS: usize = 18;

fn letters(sequence: &[usize]) -> Vec<MoveIndex> {
    sequence.iter().map(|&letter| MoveIndex::new(letter)).collect()
}

fn counters(first: u64) -> Counters {
    Counters { nodes: first, expanded: first + 1, lookups: first + 2, duplicates: first + 3 }
}

fn iteration(bound: u8) -> IterationReport {
    IterationReport {
        bound,
        counters: counters(100 * u64::from(bound)),
        scheduler: SchedulerStatistics { subtrees: 7, ..SchedulerStatistics::default() },
        completed: true,
        time: Duration::from_nanos(12_345),
    }
}

/// A search half way through the third length, with a solution of the second length and one of the third.
fn sample() -> Progress {
    let report =
        TaskReport { solutions: vec![letters(&[5, 17, 0])], counters: counters(9), overshoot: 2, complete: true };
    let split = Split { depth: 2, tasks: 13, paths: 0x0123_4567_89ab_cdef };
    let done = vec![0b1010_0101, 0b0001_0001];
    let scores = (0..13).map(|task| 300 * task).collect();
    let running = Running { split, done, scores, report, time: Duration::from_secs(5) };
    Progress {
        iterations: vec![iteration(1), iteration(2)],
        solutions: vec![letters(&[3, 4]), letters(&[])],
        next: 3,
        scores: vec![7, 0xffff],
        running: Some(running),
    }
}

fn file() -> Vec<u8> {
    encode(IDENTITY, &sample())
}

fn read(bytes: &[u8]) -> Result<Progress, SealError> {
    decode(bytes, IDENTITY, LETTERS)
}

/// A file with some bytes changed, and the checksum that fits them.
fn forged(offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = file();
    file.truncate(file.len() - 16);
    file[offset..][..bytes.len()].copy_from_slice(bytes);
    file.extend(xxh3_128(&file).to_le_bytes());
    file
}

/// Offsets in the sample.
const PAYLOAD: usize = 24 + IDENTITY.len();
const SOLUTIONS: usize = PAYLOAD + 4 + 2 * (1 + 6 * 8);
const SCORES: usize = SOLUTIONS + 8 + 3 + 1;
const RUNNING: usize = SCORES + 8 + 4;

#[test]
fn what_is_written_is_read() {
    assert_eq!(read(&file()).unwrap(), sample());
    assert_eq!(read(&forged(0, b"\x89")).unwrap(), sample());
    for progress in [Progress::default(), Progress { running: None, ..sample() }] {
        assert_eq!(read(&encode(IDENTITY, &progress)).unwrap(), progress);
    }
}

#[test]
fn the_format_does_not_change_unnoticed() {
    let file = file();
    assert_eq!(file[..12], *b"\x89CPS\r\n\x1a\n\x02\0\0\0");
    assert_eq!(file[12..16], (IDENTITY.len() as u32).to_le_bytes());
    assert_eq!(file[16..24], ((file.len() - PAYLOAD - 16) as u64).to_le_bytes());
    assert_eq!(file[24..PAYLOAD], *IDENTITY.as_bytes());
    assert_eq!(file[PAYLOAD..][..6], [3, 1, 2, 0, 1, 100]);
    assert_eq!(file[SOLUTIONS..SCORES], [2, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 0]);
    assert_eq!(file[SCORES..RUNNING], [2, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0xff, 0xff]);
    assert_eq!(file[RUNNING..][..10], [2, 2, 13, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(file[RUNNING + 26..][..4], [9, 0, 0, 0]);
    assert_eq!(file[RUNNING + 58..][..14], [1, 0, 0, 0, 0, 0, 0, 0, 3, 5, 17, 0, 0b1010_0101, 0b0001_0001]);
    assert_eq!(file[RUNNING + 72..][..12], [13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 44, 1]);
    assert_eq!(file.len(), RUNNING + 72 + 8 + 26 + 16);
}

#[test]
fn numbers_out_of_range_are_refused_though_the_checksum_fits() {
    let huge = [0xff; 8];
    let cases: [(usize, &[u8]); 19] = [
        (16, &huge),
        // The next length, the mark, the number of iterations, the length of the second one.
        (PAYLOAD, &[2]),
        (PAYLOAD + 1, &[2]),
        (PAYLOAD + 2, &[0xff, 0xff]),
        (PAYLOAD + 4 + 49, &[1]),
        // The number of solutions, the length of one, a move.
        (SOLUTIONS, &huge),
        (SOLUTIONS + 8, &[255]),
        (SOLUTIONS + 9, &[18]),
        // Nodes of a completed length, and of the current one.
        (PAYLOAD + 5, &huge),
        (RUNNING + 26, &huge),
        // The depth, and the number of subtrees: more, fewer, overflowing.
        (RUNNING, &[4]),
        (RUNNING + 2, &[17]),
        (RUNNING + 2, &[8]),
        (RUNNING + 2, &huge),
        (RUNNING + 58, &huge),
        // A task after the last one.
        (RUNNING + 71, &[0b0011_0001]),
        // The number of scores: of the last length, and of the one in hand.
        (SCORES, &huge),
        (RUNNING + 72, &huge),
        (RUNNING + 72, &[12]),
    ];
    for (offset, bytes) in cases {
        let error = read(&forged(offset, bytes)).unwrap_err();
        assert!(matches!(error, SealError::OutOfRange { .. }), "{offset} {bytes:?}: {error}");
    }
}

#[test]
fn noise_in_the_place_of_numbers_does_no_harm() {
    let mut random = fastrand::Rng::with_seed(3);
    let length = file().len() - 16;
    for _ in 0..20_000 {
        let at = random.usize(PAYLOAD..length);
        let bytes: Vec<u8> = (0..random.usize(1..=(length - at).min(9))).map(|_| random.u8(..)).collect();
        let _ = read(&forged(at, &bytes));
    }
}

#[test]
fn another_search_is_named() {
    let error = decode(&file(), "cube ABC\nmetric qtm\n", LETTERS).unwrap_err();
    assert_eq!(error.to_string(), "saved by another search: it has `metric htm`; this one has `metric qtm`");
}

#[test]
fn files_are_locked_and_never_overwritten_unasked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("c");
    let fresh = CheckpointFile::open(&path, true).unwrap();
    assert!(fresh.found().is_none() && !path.exists());
    let second = CheckpointFile::open(&path, true).unwrap_err();
    assert!(matches!(second, CheckpointError::File(SealError::File(StorageError::Locked { .. }))), "{second}");
    fresh.save(&file()).unwrap();
    assert!(fresh.is_current());
    drop(fresh);
    let exists = CheckpointFile::open(&path, false).unwrap_err();
    assert!(matches!(exists, CheckpointError::File(SealError::File(StorageError::Exists { .. }))), "{exists}");
    let again = CheckpointFile::open(&path, true).unwrap();
    assert_eq!(again.found().unwrap(), file());
    again.remove().unwrap();
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0, "nothing is left");
    let error = CheckpointFile::open(directory.path(), true).unwrap_err();
    assert!(error.to_string().ends_with("expected a regular file, found a directory"), "{error}");
}

/// Stores what it is given, and fails when told to.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) states: Mutex<Vec<Vec<u8>>>,
    failures: Mutex<u32>,
}

impl Sink for Memory {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        let mut failures = self.failures.lock().unwrap();
        if *failures > 0 {
            *failures -= 1;
            return Err(StorageError::Exists { path: "c".into() });
        }
        self.states.lock().unwrap().push(state.to_vec());
        Ok(())
    }
}

fn split(count: u8) -> Split {
    Split::of((0..count).map(|task| [task]))
}

#[test]
fn failures_are_told_once_and_saving_goes_on() {
    let sink = Memory::default();
    let told = Mutex::new(0);
    let failed = |_: &StorageError| *told.lock().unwrap() += 1;
    let saving = Saving { sink: &sink, every: Duration::ZERO, resume: None, failed: &failed };
    let journal = Journal::new(saving, IDENTITY.to_owned(), LETTERS).unwrap();
    journal.open().unwrap();
    journal.begin(5);
    assert_eq!(journal.tasks(split(9)).unwrap().count(), 0);
    *sink.failures.lock().unwrap() = 3;
    let report = TaskReport { counters: counters(1), ..TaskReport::default() };
    let finished = |task| std::iter::once(FinishedTask { task, score: Some(40 + task as u16) });
    (0..5).for_each(|task| journal.finished(finished(task), &report));
    assert_eq!(*told.lock().unwrap(), 1);
    let states = sink.states.lock().unwrap();
    assert_eq!(states.len(), 3);
    let running = read(&states[2]).unwrap().running.unwrap();
    assert_eq!((running.count(), running.report.counters.nodes), (5, 5));
    assert_eq!(running.scores, [40, 41, 42, 43, 44, 0, 0, 0, 0]);
}

#[test]
fn other_subtrees_are_refused_and_the_file_stays() {
    let sink = Memory::default();
    let state = file();
    let saving = Saving { sink: &sink, every: Duration::ZERO, resume: Some(&state), failed: &|_| () };
    let journal = Journal::new(saving, IDENTITY.to_owned(), LETTERS).unwrap();
    assert_eq!((journal.begin(3), journal.depth()), (Duration::from_secs(5), Some(2)));
    assert!(journal.tasks(split(13)).is_none() && journal.refusal().is_some());
    journal.save();
    assert!(sink.states.lock().unwrap().is_empty());
}
