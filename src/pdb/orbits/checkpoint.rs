//! The state of a search over an index that may be interrupted, in a file.

use super::index::PositionIndex;
use super::search::IndexSearch;
use crate::storage::{AtomicFile, DISK, SavedFile, Seal, SealError, StorageError, open_regular};
use rayon::prelude::*;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_128;

const SEAL: Seal = Seal {
    magic: *b"\x89CPC\r\n\x1a\n",
    version: 1,
    name: "a checkpoint of counting distances",
    other: "saved by another count",
};
/// Number of words of marks with a checksum of their own.
const BLOCK: usize = 1 << 17;
/// The most positions whose numbers are saved.
const MOST_LAST: u64 = 1 << 16;
/// The most distances.
const MOST_COUNTS: u64 = 1 << 20;

/// A checkpoint file of one search, locked against others while it is open.
#[derive(Debug)]
pub struct DistancesCheckpoint(SavedFile);

impl DistancesCheckpoint {
    /// Takes the file for a search.
    ///
    /// # Errors
    /// If another search holds the file, or if it exists and nothing is to be resumed.
    pub fn open(path: &Path, resume: bool) -> Result<Self, StorageError> {
        SavedFile::open(path, resume).map(Self)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns whether there is a state to go on from.
    pub fn is_found(&self) -> bool {
        self.0.is_found()
    }

    /// Saves a search in place of the last state, which stays if that fails.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, search: &IndexSearch<'_>) -> Result<(), StorageError> {
        let blocks = || search.rows.words().par_chunks(BLOCK);
        let checksums: Vec<u128> = blocks().map(|words| xxh3_128(&bytes_of(words))).collect();
        let mut head = Vec::new();
        let mut put = |number: u64| head.extend(number.to_le_bytes());
        put(search.counts.len() as u64);
        search.counts.iter().for_each(|&count| put(count));
        put(search.found);
        put(search.last.len() as u64);
        search.last.iter().for_each(|&number| put(number));
        head.extend(checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
        let head = SEAL.close(&search.index.identity(), &head);
        let file = AtomicFile::create(&DISK, self.path(), true)?;
        file.reserve(head.len() as u64 + 8 * search.rows.words().len() as u64)?;
        file.write_at(&head, 0)?;
        let write = |(number, words): (usize, &[AtomicU64])| {
            file.write_at(&bytes_of(words), (head.len() + number * 8 * BLOCK) as u64)
        };
        blocks().enumerate().try_for_each(write)?;
        file.commit()
    }

    /// The search that was saved.
    ///
    /// # Errors
    /// If the file is damaged, or is that of another search, or there is not enough memory.
    pub fn load<'a>(&self, index: &'a PositionIndex) -> Result<IndexSearch<'a>, SealError> {
        let (mut file, metadata) = open_regular(self.path())?;
        let head = SEAL.read_beginning(&file, metadata.len(), self.path())?;
        let mut search = IndexSearch::new(index).map_err(StorageError::memory(self.path()))?;
        let (expected, found) = (head.len() as u64 + 8 * search.rows.words().len() as u64, metadata.len());
        let mut contents = SEAL.open(&head, &index.identity())?;
        if found != expected {
            return Err(SealError::Length { expected, found });
        }
        let counts = contents.u64()?;
        if counts == 0 || counts > MOST_COUNTS {
            return Err(SealError::out_of_range("number of distances", counts));
        }
        search.counts = (0..counts).map(|_| contents.u64()).collect::<Result<_, _>>()?;
        search.found = contents.u64()?;
        let last = contents.u64()?;
        if last > MOST_LAST {
            return Err(SealError::out_of_range("number of farthest positions", last));
        }
        search.last = (0..last).map(|_| contents.u64()).collect::<Result<_, _>>()?;
        if let Some(&number) = search.last.iter().find(|&&number| number >= index.len()) {
            return Err(SealError::out_of_range("number of a position", number));
        }
        let mut bytes = vec![0; 8 * BLOCK];
        for words in search.rows.words().chunks(BLOCK) {
            let bytes = &mut bytes[..8 * words.len()];
            file.read_exact(bytes).map_err(StorageError::io(self.path(), "read"))?;
            let (expected, found) = (u128::from_le_bytes(contents.take()?), xxh3_128(bytes));
            if expected != found {
                return Err(SealError::Damaged { expected, found });
            }
            let saved = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
            words.iter().zip(saved).for_each(|(word, saved)| word.store(saved, Relaxed));
        }
        contents.end()?;
        search.rows.flag_all(search.counts.len() - 1);
        Ok(search)
    }

    /// Removes the file, if there is one: all is counted.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), StorageError> {
        self.0.remove()
    }
}

fn bytes_of(words: &[AtomicU64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
}
