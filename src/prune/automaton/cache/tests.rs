//! Tests with valid and invalid files.

use super::format::{decode, encode};
use super::{LearnedFrom, learned_cached};
use crate::cube::{CubeAlphabet, Metric};
use crate::prune::automaton::{Automaton, LearnedSpec};
use crate::storage::{SealError, StorageError};
use std::fs;
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::xxh3_128;

static GOING: AtomicBool = AtomicBool::new(false);
const SPEC: &str = "learned test 3 a b";

/// An automaton over two letters, neither of which may occur twice in a row.
fn small() -> Automaton {
    let words = [0, 1].map(|i| [crate::puzzle::MoveIndex::new(i); 2]);
    Automaton::avoiding(2, words.iter().map(|word| &word[..]))
}

fn read(bytes: &[u8]) -> Result<Automaton, SealError> {
    decode(bytes, SPEC, 2)
}

/// A file with some bytes changed, and a matching checksum.
fn forged(offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = encode(SPEC, &small());
    file[offset..][..bytes.len()].copy_from_slice(bytes);
    file.truncate(file.len() - 16);
    let sum = xxh3_128(&file);
    file.extend(sum.to_le_bytes());
    file
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(read(&encode(SPEC, &small())).unwrap(), small());
    assert_eq!(read(&forged(0, b"\x89")).unwrap(), small());
}

#[test]
fn the_format_does_not_change_unnoticed() {
    let file = encode(SPEC, &small());
    assert_eq!(file.len(), 24 + 18 + 8 + 3 * (8 + 2 * 4) + 16);
    assert_eq!(file[..24], *b"\x89CPA\r\n\x1a\n\x02\0\0\0\x12\0\0\0\x38\0\0\0\0\0\0\0");
    assert_eq!(file[42..][..8], *b"\x03\0\0\0\x02\0\0\0");
    assert_eq!(file[50..][..24], *b"\x03\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0");
    assert_eq!(file[74..][..24], *b"\x01\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\0\0");
}

#[test]
fn a_file_cut_short_or_changed_anywhere_is_refused() {
    let file = encode(SPEC, &small());
    for end in 0..file.len() {
        let error = read(&file[..end]).unwrap_err();
        assert!(matches!(error, SealError::Length { found, .. } if found == end as u64), "{end}: {error}");
    }
    for bit in 0..8 * file.len() {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&changed).is_err(), "bit {bit}");
    }
}

#[test]
fn numbers_out_of_range_are_refused_though_the_checksum_fits() {
    // A state that does not exist, a letter that does not exist, a state other than its own after a letter not allowed.
    for (offset, bytes) in [(74, &[3u8, 0, 0, 0][..]), (50, &[7]), (82, &[2])] {
        assert!(matches!(read(&forged(offset, bytes)), Err(SealError::OutOfRange { .. })), "offset {offset}");
    }
    // Four thousand million states: rejected by the length of the contents, before memory is allocated for them.
    for (offset, number, field) in [
        (42, [0xff; 4], "number of bytes left"),
        (42, [0; 4], "number of states"),
        (42, [2, 0, 0, 0], "number of bytes behind the end"),
        (46, [3, 0, 0, 0], "number of letters"),
    ] {
        let error = read(&forged(offset, &number)).unwrap_err();
        assert!(matches!(error, SealError::OutOfRange { field: f, .. } if f == field), "{field}: {error}");
    }
}

fn spec(depth: u8) -> LearnedSpec {
    LearnedSpec::new(CubeAlphabet::face_by_face(Metric::HalfTurn), depth)
}

#[test]
fn learned_once_and_loaded_from_then_on() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("automata");
    let first = learned_cached(&spec(4), Some(&inner), &GOING, |_| ()).unwrap();
    assert!(matches!(first.origin, LearnedFrom::Built) && first.not_saved.is_none());
    let again = learned_cached(&spec(4), Some(&inner), &GOING, |_| panic!("nothing is learned")).unwrap();
    assert!(matches!(again.origin, LearnedFrom::Loaded) && again.automaton == first.automaton);
    let alone = learned_cached(&spec(4), None, &GOING, |_| ()).unwrap();
    assert!(matches!(alone.origin, LearnedFrom::Built) && alone.automaton == first.automaton);
    assert_eq!(fs::read_dir(&inner).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn files_that_cannot_be_used_are_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(spec(3).file_name());
    let rebuilt = || {
        let cached = learned_cached(&spec(3), Some(directory.path()), &GOING, |_| ()).unwrap();
        assert!(cached.not_saved.is_none());
        assert!(spec(3).load(&path).unwrap() == cached.automaton);
        let LearnedFrom::Rebuilt(reason) = cached.origin else { panic!("an unusable file was used") };
        reason
    };
    spec(2).save(&spec(2).learn(&GOING, |_| ()).unwrap(), &path).unwrap();
    assert_eq!(
        rebuilt().to_string(),
        "another automaton: it has `learned 3x3x3 htm 2 U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'`; \
         this one has `learned 3x3x3 htm 3 U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'`"
    );
    let mut damaged = fs::read(&path).unwrap();
    damaged[8] = 1;
    fs::write(&path, &damaged).unwrap();
    assert_eq!(rebuilt().to_string(), "made by another version: format 1, this version reads 2");
    damaged[8] = 2;
    damaged[200] ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert!(matches!(rebuilt(), SealError::Damaged { .. }));
    fs::write(&path, &damaged[..100]).unwrap();
    assert!(matches!(rebuilt(), SealError::Length { .. }));
    fs::write(&path, "").unwrap();
    assert!(matches!(rebuilt(), SealError::Length { .. }));
}

#[test]
fn a_file_that_cannot_be_written_is_done_without() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let cached = learned_cached(&spec(2), Some(&file), &GOING, |_| ()).unwrap();
    assert!(cached.not_saved.is_some() && cached.automaton.states() == 7);
    let taken = directory.path().join(spec(2).file_name());
    fs::create_dir(&taken).unwrap();
    let cached = learned_cached(&spec(2), Some(directory.path()), &GOING, |_| ()).unwrap();
    assert!(
        matches!(cached.origin, LearnedFrom::Rebuilt(SealError::File(StorageError::NotAFile { .. })))
            && cached.not_saved.is_some()
    );
}

#[test]
fn another_order_of_the_moves_is_another_file() {
    let faces = [2, 5, 4, 1, 0, 3];
    let other = LearnedSpec::new(CubeAlphabet::amount_by_amount(Metric::HalfTurn, faces), 3);
    assert_ne!(spec(3).file_name(), other.file_name());
    assert_eq!(other.to_string(), "learned 3x3x3 htm 3 F B L R U D F2 B2 L2 R2 U2 D2 F' B' L' R' U' D'");
}
