//! The part of a header about the question that a table answers, and the question's place behind the header.

use super::layout::{DATA_OFFSET, HEADER_LENGTH};
use crate::pdb::distribution::mean_of;
use crate::pdb::spec::UNSEEN;
use xxhash_rust::xxh3::xxh3_128;

/// Offsets of the fields, as in `FORMAT.md`.
mod at {
    pub const LENGTH: usize = 120;
    pub const HASH: usize = 2368;
    pub const FAR: usize = 2384;
    pub const END: usize = 4080;
}

/// A fault: a field, what it is, and what it should be.
type Fault = (&'static str, String, String);

/// Length and hash of a question, and the number of positions at each distance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct QuestionPart {
    length: u64,
    hash: u128,
    counts: Vec<u64>,
}

impl QuestionPart {
    /// The most bytes of a question: it fills the gap.
    pub const LONGEST: u64 = DATA_OFFSET - HEADER_LENGTH as u64;
    /// The most distances.
    pub const MOST_COUNTS: usize = UNSEEN as usize + (at::END - at::FAR) / 8;

    /// The part for a question, and the number of positions at each distance; a sentence if one of them is too long.
    pub fn new(question: &str, counts: &[u64]) -> Result<Self, String> {
        let length = question.len() as u64;
        if length > Self::LONGEST {
            return Err(format!("its question takes {length} bytes, and {} are the most", Self::LONGEST));
        }
        if counts.is_empty() || counts.len() > Self::MOST_COUNTS {
            return Err(format!("it has {} distances, and {} are the most", counts.len(), Self::MOST_COUNTS));
        }
        Ok(Self { length, hash: xxh3_128(question.as_bytes()), counts: counts.to_vec() })
    }

    /// Reads the part of a header that is otherwise sound; the counts of the first distances are known.
    pub fn parse(bytes: &[u8; HEADER_LENGTH], depth: u8, near: &[u64; 16]) -> Result<Self, Fault> {
        let most = Self::MOST_COUNTS - 1;
        if usize::from(depth) > most {
            return Err(("depth", depth.to_string(), format!("at most {most}")));
        }
        let length = u64::from_le_bytes(array(bytes, at::LENGTH));
        if length > Self::LONGEST {
            return Err(("question length", length.to_string(), format!("at most {}", Self::LONGEST)));
        }
        let far = (at::FAR..at::END).step_by(8).map(|at| u64::from_le_bytes(array(bytes, at)));
        let mut counts: Vec<u64> = near[..usize::from(UNSEEN)].iter().copied().chain(far).collect();
        let beyond = counts.split_off(usize::from(depth) + 1);
        if let Some(&count) = beyond.iter().find(|&&count| count != 0) {
            return Err(("distribution beyond the depth", count.to_string(), "0".to_owned()));
        }
        let far = counts.iter().skip(usize::from(UNSEEN)).try_fold(0u64, |sum, &count| sum.checked_add(count));
        let most = near[usize::from(UNSEEN)];
        if far.is_none_or(|far| far > most) {
            let sum = far.map_or_else(|| "beyond 64 bits".to_owned(), |far| far.to_string());
            return Err(("sum of the distribution from 15", sum, format!("at most {most}")));
        }
        Ok(Self { length, hash: u128::from_le_bytes(array(bytes, at::HASH)), counts })
    }

    /// Writes the part into a header, all but the counts that have a place in any table.
    pub fn put(&self, bytes: &mut [u8; HEADER_LENGTH]) {
        bytes[at::LENGTH..][..8].copy_from_slice(&self.length.to_le_bytes());
        bytes[at::HASH..][..16].copy_from_slice(&self.hash.to_le_bytes());
        let places = bytes[at::FAR..at::END].chunks_exact_mut(8);
        let far = self.counts.iter().skip(usize::from(UNSEEN));
        places.zip(far).for_each(|(place, count)| place.copy_from_slice(&count.to_le_bytes()));
    }

    /// Bytes of the question, which follows the header.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The number of positions at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The greatest distance.
    pub fn depth(&self) -> u8 {
        (self.counts.len() - 1) as u8
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        mean_of(&self.counts)
    }

    /// Checks a question against its hash.
    ///
    /// # Errors
    /// The hash in the header, and that of the question.
    pub fn check(&self, question: &[u8]) -> Result<(), (u128, u128)> {
        let found = xxh3_128(question);
        if found == self.hash { Ok(()) } else { Err((self.hash, found)) }
    }
}

fn array<const N: usize>(bytes: &[u8; HEADER_LENGTH], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}
