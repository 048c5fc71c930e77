//! Checksums of the blocks.

use super::error::{FileError, Result};
use super::layout::{BLOCK, DATA_OFFSET, HASH_LENGTH};
use rayon::prelude::*;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// The block checksums of a file, in stored form.
pub(super) struct BlockHashes(Vec<u8>);

impl BlockHashes {
    /// Computes the checksums on all threads of the current rayon pool.
    pub fn of(data: &[u8]) -> Self {
        let hashes: Vec<_> = data.par_chunks(BLOCK as usize).map(|block| xxh3_128(block).to_le_bytes()).collect();
        Self(hashes.concat())
    }

    /// Takes the checksums read from offset `offset` of a file, once they match the header.
    ///
    /// # Errors
    /// If their own checksum is not `expected`.
    pub fn read(bytes: Vec<u8>, expected: u128, offset: u64, path: &Path) -> Result<Self> {
        let found = xxh3_128(&bytes);
        if found == expected {
            return Ok(Self(bytes));
        }
        Err(FileError::HashTableDamaged { path: path.to_owned(), offset, expected, found })
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The checksum of the checksums.
    pub fn content_hash(&self) -> u128 {
        xxh3_128(&self.0)
    }

    /// Checks `bytes` against the checksum of block number `block`.
    ///
    /// # Errors
    /// If the checksum differs.
    pub fn check(&self, block: u64, bytes: &[u8], path: &Path) -> Result<()> {
        const LENGTH: usize = HASH_LENGTH as usize;
        let mut expected = [0; LENGTH];
        expected.copy_from_slice(&self.0[block as usize * LENGTH..][..LENGTH]);
        let (expected, found) = (u128::from_le_bytes(expected), xxh3_128(bytes));
        if expected == found {
            return Ok(());
        }
        let offset = DATA_OFFSET + block * BLOCK;
        Err(FileError::BlockDamaged { path: path.to_owned(), block, offset, expected, found })
    }
}
