//! A table of distances by fingerprints: which positions are within some distance of the goal.
//!
//! A position has a line of 64 bytes by its hash, and in it an entry of two bytes: eleven bits of the hash and five of
//! the distance. Another position may have the same line and the same bits, in two of a hundred look-ups at worst: then
//! the table gives the distance of that one, which is still a lower bound, since positions that are not found are
//! farther away than any that were entered. The last entry of a line is the least distance of those for which it had no
//! room.

use super::byte_moves::with_vectors;
use super::parts::Parts;
use crate::prefetch::prefetch;
use crate::storage::{OutOfMemory, TableBuffer, TableMemory};
use rayon::prelude::*;

/// Bytes of a line.
const LINE: usize = 64;
/// Entries of a line, with the last, which is not of one position.
const ENTRIES: usize = LINE / 2;
/// Bits of the distance in an entry.
const DISTANCE_BITS: u32 = 5;
/// Positions whose lines are requested before they are entered.
const AHEAD: usize = 24;
/// Positions for each line of a table that is as full as it should be.
const USUAL_ENTRIES: u64 = 16;

/// A table under construction.
pub(super) struct FingerprintsBuilder {
    lines: TableBuffer,
    blocks: usize,
}

/// A table.
pub(super) struct Fingerprints {
    lines: TableMemory,
    count: u64,
}

/// An entry: the fingerprint, and one more than the distance; 0 stands for none.
#[inline(always)]
fn entry(hash: u64, distance: u8) -> u16 {
    (hash as u16) << DISTANCE_BITS | u16::from(distance + 1)
}

/// The entries of a line.
#[inline(always)]
fn entries_of(line: &[u8; LINE]) -> [u16; ENTRIES] {
    std::array::from_fn(|i| u16::from_le_bytes([line[2 * i], line[2 * i + 1]]))
}

const DISTANCE_MASK: u16 = (1 << DISTANCE_BITS) - 1;

/// The line of a hash.
#[inline(always)]
fn line_of(hash: u64, lines: u64) -> usize {
    ((u128::from(hash) * u128::from(lines)) >> 64) as usize
}

/// The number of the block of a hash, of so many blocks.
#[inline(always)]
pub(super) fn block_of(hash: u64, blocks: usize) -> usize {
    line_of(hash, blocks as u64)
}

impl FingerprintsBuilder {
    /// The greatest distance.
    pub const MOST_DISTANCE: u8 = DISTANCE_MASK as u8 - 1;
    /// Lines that one worker writes at a time: they fit its cache.
    const BLOCK_LINES: usize = 1 << 12;

    /// Bytes of a table for so many positions.
    pub fn bytes(positions: u64) -> u64 {
        let lines = (positions / USUAL_ENTRIES).max(1).next_multiple_of(Self::BLOCK_LINES as u64);
        lines.saturating_mul(LINE as u64)
    }

    /// An empty table for so many positions.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(positions: u64) -> Result<Self, OutOfMemory> {
        let lines = TableBuffer::zeroed(Self::bytes(positions))?;
        let blocks = lines.len() / (LINE * Self::BLOCK_LINES);
        Ok(Self { lines, blocks })
    }

    /// Number of blocks: of hashes in different blocks, the entries are in different parts of the table.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Enters positions at a distance, given by their hashes, which several workers have sorted by blocks.
    pub fn enter(&mut self, sorted: &[Parts<u64>], distance: u8) {
        let lines = (self.blocks * Self::BLOCK_LINES) as u64;
        let blocks = self.lines.par_chunks_mut(LINE * Self::BLOCK_LINES).enumerate();
        blocks.for_each(|(number, block)| {
            let line = |hash: u64| (line_of(hash, lines) % Self::BLOCK_LINES) * LINE;
            let hashes = || sorted.iter().flat_map(|parts| parts.part(number)).copied();
            with_vectors(|| {
                let mut ahead = hashes();
                ahead.by_ref().take(AHEAD).for_each(|hash| prefetch(block, line(hash)));
                for hash in hashes() {
                    if let Some(later) = ahead.next() {
                        prefetch(block, line(later));
                    }
                    enter(&mut block[line(hash)..][..LINE], hash, distance);
                }
            });
        });
    }

    /// The finished table.
    pub fn finish(self) -> Fingerprints {
        Fingerprints { count: (self.lines.len() / LINE) as u64, lines: self.lines.freeze() }
    }
}

/// Enters a position into its line, unless one with its fingerprint is there that is as near.
#[inline(always)]
fn enter(line: &mut [u8], hash: u64, distance: u8) {
    let new = entry(hash, distance);
    let line: &mut [u8; LINE] = line.first_chunk_mut().expect("a whole line");
    let entries = entries_of(line);
    // Without branches: free entries are the last ones.
    let (mut used, mut is_there) = (0, false);
    for &known in &entries[..ENTRIES - 1] {
        used += usize::from(known != 0);
        // A free entry is 0, which is no distance of the fingerprint 0.
        is_there |= known != 0 && known ^ new <= DISTANCE_MASK && known <= new;
    }
    if is_there {
        return;
    }
    let (place, value) = if used < ENTRIES - 1 {
        (used, new)
    } else {
        let least = entries[ENTRIES - 1];
        let distance = u16::from(distance) + 1;
        (ENTRIES - 1, if least == 0 { distance } else { least.min(distance) })
    };
    line[2 * place..2 * place + 2].copy_from_slice(&value.to_le_bytes());
}

impl Fingerprints {
    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Requests the line of a hash.
    #[inline(always)]
    pub fn ask(&self, hash: u64) {
        prefetch(&self.lines, line_of(hash, self.count) * LINE);
    }

    /// A lower bound of the distance of the positions with this hash; `None` if no entered position has it.
    #[inline(always)]
    pub fn distance(&self, hash: u64) -> Option<u8> {
        let start = line_of(hash, self.count) * LINE;
        let line: &[u8; LINE] = self.lines[start..start + LINE].first_chunk().expect("a whole line");
        let entries = entries_of(line);
        let wanted = entry(hash, 0) & !DISTANCE_MASK;
        // Without branches: of entries with other fingerprints nothing is left below the largest number.
        let mut least = u16::MAX;
        for &known in &entries[..ENTRIES - 1] {
            let distance = known.wrapping_sub(wanted).wrapping_sub(1);
            least = least.min(if distance < DISTANCE_MASK { distance } else { u16::MAX });
        }
        let overflow = entries[ENTRIES - 1].wrapping_sub(1);
        let least = least.min(overflow);
        (least < DISTANCE_MASK).then_some(least as u8)
    }
}
