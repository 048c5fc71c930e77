//! The entries of one class while they are found, and their encoding as lines.

use super::layout::Layout;
use crate::pdb::distribution::Distribution;
use crate::prefetch::prefetch;

/// Bits of a set for the entries of a line.
const LINE: usize = Layout::LINE_ENTRIES as usize;

/// A class at some level: three sets of entries, and the least value of each line if it is below the base.
///
/// Marking an entry sets a bit. The sets of the largest depths, which are marked most, fit a near cache for all but the
/// highest levels.
#[derive(Debug)]
pub(super) struct Block {
    layout: Layout,
    /// Entries of at most `base`, of `base + 1`, of `base + 2`: an entry counts for the first set that has it.
    sets: [Vec<u8>; 3],
    /// For each line the least depth that was marked, if it is at most the base.
    minima: Vec<u8>,
}

impl Block {
    /// Bytes of memory that a block takes.
    pub fn bytes(layout: Layout) -> u64 {
        3 * set_bytes(layout) as u64 + u64::from(layout.class_lines())
    }

    /// A class without marks.
    pub fn new(layout: Layout) -> Self {
        let sets = std::array::from_fn(|_| vec![0; set_bytes(layout)]);
        Self { layout, sets, minima: vec![u8::MAX; layout.class_lines() as usize] }
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.sets.iter_mut().for_each(|set| set.fill(0));
        self.minima.fill(u8::MAX);
    }

    /// Marks an entry of a depth of at most `base + 2`.
    pub fn mark(&mut self, depth: u8, entry: u32) {
        self.set(depth.max(self.layout.base())).insert(entry);
        // The sets show the least value of a line with nothing nearer.
        if depth < self.layout.base() {
            let minimum = &mut self.minima[(entry / Layout::LINE_ENTRIES) as usize];
            *minimum = depth.min(*minimum);
        }
    }

    /// The entries of a depth from `base` to `base + 2`, for marking many.
    pub fn set(&mut self, depth: u8) -> Set<'_> {
        Set(&mut self.sets[usize::from(depth - self.layout.base())])
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

/// Bytes of a set: some more than its bits need, so that a line can always be read together with the word behind it.
fn set_bytes(layout: Layout) -> usize {
    (layout.class_lines() as usize * LINE / 64 + 6) * 8
}

/// Marked entries, a bit each, in whole words. A single entry is marked in its byte, so that entries marked one after
/// the other wait less often for each other's stores.
#[derive(Debug)]
pub(super) struct Set<'a>(&'a mut [u8]);

impl<'a> Set<'a> {
    /// A set in bytes of memory.
    pub fn of(bytes: &'a mut [u8]) -> Self {
        Self(bytes)
    }

    /// Marks an entry.
    #[inline(always)]
    pub fn insert(&mut self, entry: u32) {
        self.0[entry as usize / 8] |= 1 << (entry % 8);
    }

    /// Marks the entries of another set.
    pub fn insert_set(&mut self, other: &[u8]) {
        self.0.iter_mut().zip(other).for_each(|(own, other)| *own |= other);
    }

    /// Number of machine words that the entries with the same slices take at a level, at least one.
    pub const fn words(level: u8) -> usize {
        (1 << level) / 64 + (level < 6) as usize
    }

    /// The place of an entry, of which those bits count that tell the entries of such words apart, in [`Marks`]: the
    /// lowest three bits choose a pattern, the others, inverted by [`insert_all`](Self::insert_all), where it is read.
    /// Offsets of an exclusive or are the exclusive or of the offsets.
    #[inline(always)]
    pub const fn offset(level: u8, entry: u16) -> u16 {
        (entry / 8) | ((entry % 8) * 16 * Self::words(level) as u16)
    }

    /// Starts loading an entry that is going to be marked.
    #[inline(always)]
    pub fn prefetch(&self, entry: u32) {
        prefetch(self.0, entry as usize / 8);
    }

    /// Marks several entries in the same words: those that differ from `entry` by the entries with these offsets.
    ///
    /// To mark each on its own, a processor would wait for the store before, as both may concern the same word.
    #[inline(always)]
    pub fn insert_all<const WORDS: usize>(&mut self, entry: u32, offsets: impl Iterator<Item = u16>) {
        let (within, level) = (entry as usize % (64 * WORDS), 6 + WORDS.ilog2() as u8);
        let start = Self::offset(level, within as u16) ^ (8 * WORDS - 1) as u16;
        let mut all = [0; WORDS];
        for offset in offsets {
            all = Marks::add(all, start ^ offset);
        }
        let first = entry as usize / (64 * WORDS) * (8 * WORDS);
        let (words, _) = self.0[first..][..8 * WORDS].as_chunks_mut();
        words.iter_mut().zip(all).for_each(|(word, marks)| *word = (u64::from_le_bytes(*word) | marks).to_le_bytes());
    }
}

/// Single bits in groups of `WORDS` words: eight patterns with one of the bits of a byte, which is read from the right
/// distance.
#[repr(align(64))]
struct Marks<const WORDS: usize>([[[u8; 8]; WORDS]; 17]);

impl<const WORDS: usize> Marks<WORDS> {
    /// The patterns, and a group of zeros behind them, with which no offset of 7 + `WORDS` bits is out of bounds.
    const PATTERNS: Self = {
        let mut patterns = [[[0; 8]; WORDS]; 17];
        let mut bit = 0;
        while bit < 8 {
            patterns[2 * bit][WORDS - 1][7] = 1 << bit;
            bit += 1;
        }
        Self(patterns)
    };

    /// Adds the bit at an offset.
    #[inline(always)]
    fn add(words: [u64; WORDS], offset: u16) -> [u64; WORDS] {
        let patterns = const { &Self::PATTERNS }.0.as_flattened().as_flattened();
        let (pattern, _) = patterns[usize::from(offset) % (128 * WORDS)..][..8 * WORDS].as_chunks();
        std::array::from_fn(|i| words[i] | u64::from_le_bytes(pattern[i]))
    }
}

fn count(bits: &[u64; 4]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// The bits of a line's entries, from the lowest on.
fn bits_of_line(set: &[u8], line: usize) -> [u64; 4] {
    let (word, shift) = (line * LINE / 64, line * LINE % 64);
    let (words, _) = set[word * 8..].as_chunks();
    let words: &[[u8; 8]; 5] = words.first_chunk().expect("there are words behind the last line");
    let mut bits = std::array::from_fn(|i| {
        let [low, high] = [words[i], words[i + 1]].map(|word| u128::from(u64::from_le_bytes(word)));
        ((low | high << 64) >> shift) as u64
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
