//! The memory layout of the entries of an H48 table: two bits each, in lines of 64 bytes.

use crate::coord::H48;
use crate::cube::Metric;
use crate::nearest::UnknownName;
use std::fmt;
use std::str::FromStr;

/// The number of the eleven free edge flips that a table keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct H48Level(u8);

impl H48Level {
    /// The level that keeps all flips.
    pub const MAX: u8 = H48::FLIPS;

    /// The level that keeps `flips` flips; `None` above [`H48Level::MAX`].
    pub const fn new(flips: u8) -> Option<Self> {
        if flips <= Self::MAX { Some(Self(flips)) } else { None }
    }

    /// All levels, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::MAX).map(Self)
    }

    /// Number of flips kept.
    #[inline(always)]
    pub const fn flips(self) -> u8 {
        self.0
    }
}

impl fmt::Display for H48Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for H48Level {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| UnknownName::new("level", text, "0 to 11"))
    }
}

/// The shape of an H48 table: a block of lines for each class of corners.
///
/// A line holds 254 entries, entry `j` in the bits `2j` and `2j + 1`, and in its last four bits their least value, at
/// most `base + 3`. An entry of 1 or 2 stands for `base + 1` or `base + 2`, 3 for `base + 3` or more, and 0 for the
/// least value of the line, which is then at most `base`: a lower bound for each entry of the line with a value of at
/// most `base`. The rest of the last
///   line of a block is filled with entries of 3. The idea of the line with its minimum is Sebastiano Tronto's
///   (nissy-core).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    level: H48Level,
    base: u8,
}

impl Layout {
    /// Entries in a line.
    pub const LINE_ENTRIES: u32 = 254;
    /// Bytes of a line: one cache line.
    pub const LINE_BYTES: usize = 64;
    /// Bits of an entry.
    pub const ENTRY_BITS: u8 = 2;
    /// The entry for `base + 3` and more.
    pub const FAR: u8 = 3;

    /// The layout of a level's table. The bases for half turns are those of nissy-core; those for quarter turns give
    /// the highest mean of all bounds.
    pub const fn new(level: H48Level, metric: Metric) -> Self {
        let base = match (metric, level.0) {
            (Metric::HalfTurn, 0..=3) => 8,
            (Metric::HalfTurn, 4..=7) => 9,
            (Metric::HalfTurn, _) => 10,
            (Metric::QuarterTurn, 0..=2) => 9,
            (Metric::QuarterTurn, 3..=6) => 10,
            (Metric::QuarterTurn, _) => 11,
        };
        Self { level, base }
    }

    /// The layout of a table with another base.
    pub const fn with_base(level: H48Level, base: u8) -> Self {
        Self { level, base }
    }

    /// The level.
    pub const fn level(self) -> H48Level {
        self.level
    }

    /// The value up to which entries share the minimum of their line.
    #[inline(always)]
    pub const fn base(self) -> u8 {
        self.base
    }

    /// The value of the entries that are further away than the others: `base + 3`.
    pub const fn far(self) -> u8 {
        self.base + Self::FAR
    }

    /// Entries of a class.
    pub const fn class_entries(self) -> u32 {
        (H48::SLICES as u32) << self.level.0
    }

    /// Entries of the table.
    pub const fn entries(self) -> u64 {
        H48::CLASSES as u64 * self.class_entries() as u64
    }

    /// Lines of a class.
    #[inline(always)]
    pub const fn class_lines(self) -> u32 {
        self.class_entries().div_ceil(Self::LINE_ENTRIES)
    }

    /// Bytes of a class.
    #[inline(always)]
    pub const fn class_bytes(self) -> usize {
        self.class_lines() as usize * Self::LINE_BYTES
    }

    /// Bytes of the table.
    pub const fn bytes(self) -> u64 {
        H48::CLASSES as u64 * self.class_bytes() as u64
    }

    /// The index of an entry in the whole table.
    pub const fn index(self, class: u16, local: u32) -> u64 {
        class as u64 * self.class_entries() as u64 + local as u64
    }

    /// The place of an entry within its class: its line, and its index in the line. `local` is that of
    /// [`CosetIndex::local`](crate::coord::CosetIndex::local).
    #[inline(always)]
    pub const fn place(local: u32) -> (u32, u8) {
        // The quotient, exact for a dividend of 28 bits, without a constant that needs a register of its own.
        const RECIPROCAL: u64 = (1_u64 << 36).div_ceil(Layout::LINE_ENTRIES as u64);
        debug_assert!(local < 1 << 28);
        let line = ((local as u64 * RECIPROCAL) >> 36) as u32;
        // The remainder fits a byte, in which 254 is -2.
        (line, local.wrapping_add(2 * line) as u8)
    }

    /// The place of an entry: the offset of its line in bytes, and its index in the line.
    #[inline(always)]
    pub const fn position(self, class: u16, local: u32) -> (usize, u8) {
        let (line, entry) = Self::place(local);
        ((class as usize * self.class_lines() as usize + line as usize) * Self::LINE_BYTES, entry)
    }

    /// The lower bound of entry `entry` of a line.
    #[inline(always)]
    pub const fn value(self, line: &[u8; Self::LINE_BYTES], entry: u8) -> u8 {
        match Self::code(line, entry) {
            0 => Self::minimum(line),
            code => self.base + code,
        }
    }

    /// The two bits of an entry.
    #[inline(always)]
    pub const fn code(line: &[u8; Self::LINE_BYTES], entry: u8) -> u8 {
        let (words, _) = line.as_chunks();
        (u64::from_le_bytes(words[entry as usize / 32]) >> (entry % 32 * 2)) as u8 & 3
    }

    /// The least value of a line.
    #[inline(always)]
    pub const fn minimum(line: &[u8; Self::LINE_BYTES]) -> u8 {
        line[Self::LINE_BYTES - 1] >> 4
    }

    /// The lower bound that a table gives for a coset.
    ///
    /// # Panics
    /// If the table is too short.
    pub fn look_up(self, table: &[u8], class: u16, local: u32) -> u8 {
        let (offset, entry) = self.position(class, local);
        let line = table[offset..].first_chunk().expect("the table has all its lines");
        self.value(line, entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_the_published_ones() {
        let layout = |flips| Layout::new(H48Level::new(flips).unwrap(), Metric::HalfTurn);
        assert_eq!(layout(0).entries(), 117_567_450);
        assert_eq!(layout(3).entries(), 940_539_600);
        // A line is filled up to the end of each class.
        assert_eq!(layout(0).bytes(), 3393 * 137 * 64);
        assert_eq!(layout(3).bytes(), 3393 * 1092 * 64);
        assert_eq!(H48Level::new(12), None);
        assert!("12".parse::<H48Level>().is_err() && "-1".parse::<H48Level>().is_err());
    }

    #[test]
    fn entries_of_a_line_do_not_touch() {
        let layout = Layout::new(H48Level::new(5).unwrap(), Metric::HalfTurn);
        let mut line = [0xff; Layout::LINE_BYTES];
        line[63] = 0x7f;
        for entry in 0..Layout::LINE_ENTRIES as u8 {
            for code in 0..4 {
                let mut changed = line;
                changed[usize::from(entry) / 4] &= !(3 << (entry % 4 * 2));
                changed[usize::from(entry) / 4] |= code << (entry % 4 * 2);
                let value = if code == 0 { 7 } else { 9 + code };
                assert_eq!(layout.value(&changed, entry), value);
                assert_eq!(Layout::minimum(&changed), 7);
            }
        }
        assert_eq!(layout.position(2, 254 * 3 + 17), ((2 * layout.class_lines() as usize + 3) * 64, 17));
    }
}
