//! The entries of one class while they are found, and their encoding as lines.

use super::layout::Layout;
use crate::pdb::distribution::Distribution;

/// Bits of a set for the entries of a line.
const LINE: usize = Layout::LINE_ENTRIES as usize;

/// A class at some level: three sets of entries, and the least value of each line if it is below the base.
///
/// Marking an entry sets a bit. The sets of the largest depths, which are marked most, fit a near cache for all but the highest
/// levels.
#[derive(Debug)]
pub(super) struct Block {
    layout: Layout,
    /// Entries of at most `base`, of `base + 1`, of `base + 2`: an entry counts for the first set that has it.
    sets: [Vec<u64>; 3],
    /// For each line the least depth that was marked, if it is at most the base.
    minima: Vec<u8>,
}

impl Block {
    /// Bytes of memory that a block takes.
    pub fn bytes(layout: Layout) -> u64 {
        3 * 8 * words(layout) as u64 + u64::from(layout.class_lines())
    }

    /// A class without marks.
    pub fn new(layout: Layout) -> Self {
        let sets = std::array::from_fn(|_| vec![0; words(layout)]);
        Self { layout, sets, minima: vec![u8::MAX; layout.class_lines() as usize] }
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.sets.iter_mut().for_each(|set| set.fill(0));
        self.minima.fill(u8::MAX);
    }

    /// Marks entries of a depth: at most `base + 2`.
    pub fn mark(&mut self, depth: u8, entries: impl Iterator<Item = u32>) {
        let base = self.layout.base();
        let set = &mut self.sets[usize::from(depth.saturating_sub(base))];
        if depth >= base {
            // If this is the least value of a line, the set shows it.
            return entries.for_each(|entry| insert(set, entry));
        }
        for entry in entries {
            insert(set, entry);
            let minimum = &mut self.minima[(entry / Layout::LINE_ENTRIES) as usize];
            *minimum = depth.min(*minimum);
        }
    }

    /// Writes the lines and adds the entries to the counts.
    pub fn write(&self, lines: &mut [u8], counts: &mut Distribution) {
        let base = self.layout.base();
        let mut left = self.layout.class_entries();
        let (lines, _) = lines.as_chunks_mut::<{ Layout::LINE_BYTES }>();
        for ((number, line), &known) in lines.iter_mut().enumerate().zip(&self.minima) {
            let [near, one, two] = self.sets.each_ref().map(|set| bits_of_line(set, number));
            let one = std::array::from_fn(|i| one[i] & !near[i]);
            let two = std::array::from_fn(|i| two[i] & !near[i] & !one[i]);
            let entries = left.min(Layout::LINE_ENTRIES);
            left -= entries;
            let [in_near, in_one, in_two] = [&near, &one, &two].map(count);
            let in_none = entries - in_near - in_one - in_two;
            let least = || (base..).zip([in_near, in_one, in_two, in_none]).find(|&(_, n)| n > 0).map_or(0, |(d, _)| d);
            let minimum = if known == u8::MAX { least() } else { known };
            *line = encode(&near, &one, &two, minimum);
            counts[usize::from(minimum)] += u64::from(in_near);
            for (n, depth) in [in_one, in_two, in_none].into_iter().zip(usize::from(base) + 1..) {
                counts[depth] += u64::from(n);
            }
        }
    }
}

/// Words of a set: some more than its bits need, so that a line can always be read together with the word behind it.
fn words(layout: Layout) -> usize {
    layout.class_lines() as usize * LINE / 64 + 6
}

#[inline(always)]
fn insert(set: &mut [u64], entry: u32) {
    set[entry as usize / 64] |= 1 << (entry % 64);
}

fn count(bits: &[u64; 4]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// The bits of a line's entries, from the lowest on.
fn bits_of_line(set: &[u64], line: usize) -> [u64; 4] {
    let (word, shift) = (line * LINE / 64, line * LINE % 64);
    let words: &[u64; 5] = set[word..].first_chunk().expect("there are words behind the last line");
    let mut bits = std::array::from_fn(|i| {
        let both = u128::from(words[i]) | u128::from(words[i + 1]) << 64;
        (both >> shift) as u64
    });
    bits[3] &= u64::MAX >> (256 - LINE);
    bits
}

/// Encodes a line: the code of an entry is 0, 1 or 2 for the set that it is in, 3 if it is in none.
fn encode(near: &[u64; 4], one: &[u64; 4], two: &[u64; 4], minimum: u8) -> [u8; Layout::LINE_BYTES] {
    let mut line = [0; Layout::LINE_BYTES];
    for (i, bytes) in line.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let (high, low) = (!(near[i] | one[i]), !(near[i] | two[i]));
        let half = |shift: u32| u128::from(spread((low >> shift) as u32) | spread((high >> shift) as u32) << 1);
        *bytes = (half(0) | half(32) << 64).to_le_bytes();
    }
    line[Layout::LINE_BYTES - 1] = line[Layout::LINE_BYTES - 1] & 0x0f | minimum << 4;
    line
}

/// Spreads the bits of a word to every second place.
const fn spread(word: u32) -> u64 {
    let mut x = word as u64;
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}
