//! One turn's work on one cycle of rows: nothing outside the cycle is read or written.

use super::index::PositionIndex;
use super::rows::{Rows, WORD, done, frontier, mark, seen};
use super::steps::Turn;
use std::sync::atomic::Ordering::Relaxed;

/// The memory of one thread's work on cycles of rows.
#[derive(Default)]
pub struct Cycle {
    /// The rows, and for each of them the values of the index's parts.
    rows: Vec<u64>,
    values: Vec<usize>,
    /// The positions on the frontier, if they are few: the rows by their places in the cycle, and the cells.
    few: Vec<(u32, u32)>,
    /// The marks of the rows, one row after the other; then only their frontiers; then a byte for each cell that is 1
    /// where a step leads to: to set a byte is faster than to set a bit.
    marks: Vec<u64>,
    from: Vec<u32>,
    to: Vec<u8>,
    /// Cells of the first row in whose cycle under a full turn something is on the frontier, and something is unseen.
    first: Vec<u32>,
    bytes: Vec<u8>,
    /// Number of new positions of each row.
    new: Vec<u64>,
}

/// One pass of a turn over the frontier of a depth.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The index.
    pub index: &'a PositionIndex,
    /// The marks.
    pub rows: &'a Rows,
    /// The turn.
    pub turn: &'a Turn,
    /// The depth of the frontier.
    pub depth: usize,
    /// Whether this is the last pass over the frontier.
    pub is_last: bool,
}

/// Positions are stepped from one by one if there are fewer than one in so many words.
const SPARSE: usize = 4;

/// From this order on it is faster to take whole cycles of positions.
const LONG: u64 = 4;

impl Cycle {
    /// Finds the rows of the cycle of a row; `false` if another row of it that is flagged has a smaller number, under
    /// which the cycle is worked on.
    pub fn find(&mut self, pass: &Pass<'_>, first: u64) -> bool {
        self.rows.clear();
        self.values.clear();
        pass.index.split(first, &mut self.values);
        let (parts, mut row) = (self.values.len(), first);
        loop {
            self.rows.push(row);
            let last = self.values.len() - parts;
            self.values.extend_from_within(last..);
            let next = &mut self.values[last + parts..];
            pass.index.step(next, pass.turn.unit);
            row = pass.index.row(next);
            if row == first {
                return true;
            }
            if row < first && pass.rows.is_flagged(pass.depth, row) {
                return false;
            }
        }
    }

    /// Puts all unseen positions that a step leads to from the frontier on the next one; returns their number.
    pub fn work(&mut self, pass: &Pass<'_>) -> u64 {
        if pass.turn.is_full() && self.is_still(pass) {
            return self.push_still(pass);
        }
        if self.are_few(pass) {
            return self.push_few(pass);
        }
        self.new.clear();
        self.new.resize(self.rows.len(), 0);
        let (on_frontier, unseen) = self.load(pass);
        if on_frontier > 0 && unseen > 0 {
            self.to.clear();
            self.to.resize(self.marks.len() * WORD, 0);
            if pass.turn.order >= LONG && pass.turn.is_full() {
                self.push_all(pass, unseen < 2 * on_frontier);
            } else if unseen * 2 < on_frontier && pass.turn.is_closed() {
                self.pull(pass);
            } else {
                self.push(pass);
            }
            self.merge(pass);
        }
        self.store(pass);
        self.new.iter().sum()
    }

    /// The images of the cells of a row, by its place in the cycle, under a step.
    #[inline(always)]
    fn images<'a>(&self, pass: &Pass<'a>, at: usize, step: usize) -> &'a [u16] {
        let parts = self.values.len() / (self.rows.len() + 1);
        pass.index.images(&self.values[at * parts..(at + 1) * parts], step)
    }

    /// Returns whether the turn leaves the cells of all rows as they are.
    fn is_still(&self, pass: &Pass<'_>) -> bool {
        let parts = self.values.len() / (self.rows.len() + 1);
        let rows = self.values.chunks_exact(parts).take(self.rows.len());
        rows.into_iter().all(|values| pass.index.is_still(values, pass.turn.unit))
    }

    /// Takes all rows at once, where a full turn leaves their cells as they are.
    fn push_still(&mut self, pass: &Pass<'_>) -> u64 {
        self.first.clear();
        self.first.resize(pass.rows.per_row(), 0);
        for &row in self.rows.iter().filter(|&&row| pass.rows.is_flagged(pass.depth, row)) {
            for (first, word) in self.first.iter_mut().zip(pass.rows.row(row)) {
                *first |= frontier(word.load(Relaxed), pass.depth);
            }
        }
        let mut found = 0;
        for &row in &self.rows {
            let before = found;
            for (&first, word) in self.first.iter().zip(pass.rows.row(row)).filter(|(first, _)| **first != 0) {
                let marks = word.load(Relaxed);
                let new = first & !seen(marks);
                let from = if pass.is_last { frontier(marks, pass.depth) } else { 0 };
                if new | from != 0 {
                    word.store(marks | mark(new, pass.depth + 1) | done(from), Relaxed);
                    found += u64::from(new.count_ones());
                }
            }
            if found > before {
                pass.rows.flag(pass.depth + 1, row);
            }
        }
        found
    }

    /// Lists the positions on the frontier; `false` if they are many.
    fn are_few(&mut self, pass: &Pass<'_>) -> bool {
        self.few.clear();
        let most = self.rows.len() * pass.rows.per_row() / SPARSE;
        for (at, &row) in self.rows.iter().enumerate().filter(|&(_, &row)| pass.rows.is_flagged(pass.depth, row)) {
            for (number, word) in pass.rows.row(row).iter().enumerate() {
                let mut bits = frontier(word.load(Relaxed), pass.depth);
                while bits != 0 {
                    self.few.push((at as u32, number as u32 * WORD as u32 + bits.trailing_zeros()));
                    bits &= bits - 1;
                }
                if self.few.len() > most {
                    return false;
                }
            }
        }
        true
    }

    /// Steps from each of a few positions on the frontier, and marks what is reached at once.
    fn push_few(&mut self, pass: &Pass<'_>) -> u64 {
        let mut new = 0;
        for &(at, cell) in &self.few {
            for &(exponent, step) in &pass.turn.powers {
                let image = usize::from(self.images(pass, at as usize, step)[cell as usize]);
                let to = self.rows[(u64::from(at) + exponent) as usize % self.rows.len()];
                let (word, bit) = (&pass.rows.row(to)[image / WORD], 1 << (image % WORD));
                let marks = word.load(Relaxed);
                if seen(marks) & bit == 0 {
                    word.store(marks | mark(bit, pass.depth + 1), Relaxed);
                    pass.rows.flag(pass.depth + 1, to);
                    new += 1;
                }
            }
        }
        if pass.is_last {
            for &(at, cell) in &self.few {
                let word = &pass.rows.row(self.rows[at as usize])[cell as usize / WORD];
                word.store(word.load(Relaxed) | done(1 << (cell as usize % WORD)), Relaxed);
            }
        }
        new
    }

    /// Reads the rows; numbers in proportion to the positions on the frontier and to those unseen, which are 0 only if
    /// there are none.
    fn load(&mut self, pass: &Pass<'_>) -> (u32, u32) {
        let width = pass.rows.per_row();
        self.marks.resize(self.rows.len() * width, 0);
        self.from.resize(self.rows.len() * width, 0);
        let (mut on_frontier, mut unseen) = (0, 0);
        let rows = self.marks.chunks_exact_mut(width).zip(self.from.chunks_exact_mut(width));
        for (&row, (marks, from)) in self.rows.iter().zip(rows) {
            let (mut any_from, mut all_seen) = (0, u32::MAX);
            for (word, (marks, from)) in pass.rows.row(row).iter().zip(marks.iter_mut().zip(from.iter_mut())) {
                *marks = word.load(Relaxed);
                *from = frontier(*marks, pass.depth);
                any_from |= *from;
                all_seen &= seen(*marks);
            }
            on_frontier += u32::from(any_from != 0);
            unseen += u32::from(all_seen != u32::MAX);
            // Bits are counted in one word of eight: a count takes as long as all else here.
            for word in (0..width - 1).step_by(8) {
                on_frontier += from[word].count_ones();
                unseen += (!seen(marks[word])).count_ones();
            }
        }
        (on_frontier, unseen)
    }

    /// Steps from each position on the frontier.
    fn push(&mut self, pass: &Pass<'_>) {
        let (length, width) = (self.rows.len(), pass.rows.per_row());
        for at in 0..length {
            for &(exponent, step) in &pass.turn.powers {
                let images = self.images(pass, at, step);
                let to = (at as u64 + exponent) as usize % length;
                scatter(self.from[at * width..][..width].iter().copied(), images, row(&mut self.to, to, width * WORD));
            }
        }
    }

    /// Finds the cycles of positions that have one on the frontier, and takes all of them.
    fn push_all(&mut self, pass: &Pass<'_>, has_few_unseen: bool) {
        let (length, width, turn) = (self.rows.len(), pass.rows.per_row(), pass.turn);
        self.first.clear();
        self.first.resize(width, 0);
        self.bring(pass, |cycle, word| cycle.from[word]);
        self.first.iter_mut().zip(self.bytes.chunks_exact(WORD)).for_each(|(first, bytes)| *first = packed(bytes));
        // Unless the cycle of a position goes more than once through that of the rows.
        if has_few_unseen && length as u64 == turn.order {
            self.bring(pass, |cycle, word| !seen(cycle.marks[word]));
            self.first.iter_mut().zip(self.bytes.chunks_exact(WORD)).for_each(|(first, bytes)| *first &= packed(bytes));
        }
        for &(exponent, step) in &turn.powers {
            let images = self.images(pass, 0, step);
            let to = row(&mut self.to, exponent as usize % length, width * WORD);
            scatter(self.first.iter().copied(), images, to);
        }
        unpack(&self.first, &mut self.to);
    }

    /// Sets the bytes of cells of the first row in whose cycles some positions are.
    fn bring(&mut self, pass: &Pass<'_>, positions: impl Fn(&Self, usize) -> u32) {
        let width = pass.rows.per_row();
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        bytes.resize(width * WORD, 0);
        let first: Vec<u32> = (0..width).map(|word| positions(self, word)).collect();
        unpack(&first, &mut bytes);
        for at in 1..self.rows.len() {
            let step = pass.turn.step(pass.turn.order - at as u64).expect("the turn is full");
            let images = self.images(pass, at, step);
            scatter((at * width..(at + 1) * width).map(|word| positions(self, word)), images, &mut bytes);
        }
        self.bytes = bytes;
    }

    /// Looks from each unseen position for one on the frontier.
    fn pull(&mut self, pass: &Pass<'_>) {
        let (length, width) = (self.rows.len(), pass.rows.per_row());
        for at in 0..length {
            for &(exponent, step) in &pass.turn.powers {
                let from = (at as u64 + exponent) as usize % length;
                let (images, from) = (self.images(pass, at, step), &self.from[from * width..][..width]);
                let to = row(&mut self.to, at, width * WORD);
                for (word, &marks) in self.marks[at * width..][..width].iter().enumerate() {
                    let mut bits = !seen(marks);
                    while bits != 0 {
                        let cell = word * WORD + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let image = usize::from(images[cell]);
                        to[cell] |= (from[image / WORD] >> (image % WORD) & 1) as u8;
                    }
                }
            }
        }
    }

    /// Marks what was unseen and has been reached.
    fn merge(&mut self, pass: &Pass<'_>) {
        let width = pass.rows.per_row();
        let rows = self.marks.chunks_exact_mut(width).zip(self.to.chunks_exact(width * WORD));
        for ((marks, to), found) in rows.zip(&mut self.new) {
            for (marks, to) in marks.iter_mut().zip(to.chunks_exact(WORD)) {
                let new = packed(to) & !seen(*marks);
                if new != 0 {
                    *marks |= mark(new, pass.depth + 1);
                    *found += u64::from(new.count_ones());
                }
            }
        }
    }

    /// Writes the rows that have changed.
    fn store(&self, pass: &Pass<'_>) {
        let width = pass.rows.per_row();
        let rows = self.marks.chunks_exact(width).zip(self.from.chunks_exact(width));
        for ((marks, from), (&row, &new)) in rows.zip(self.rows.iter().zip(&self.new)) {
            if new > 0 {
                pass.rows.flag(pass.depth + 1, row);
            }
            if pass.is_last && pass.rows.is_flagged(pass.depth, row) {
                for (word, (&marks, &from)) in pass.rows.row(row).iter().zip(marks.iter().zip(from)) {
                    word.store(marks | done(from), Relaxed);
                }
            } else if new > 0 {
                pass.rows.row(row).iter().zip(marks).for_each(|(word, &marks)| word.store(marks, Relaxed));
            }
        }
    }
}

fn row(bytes: &mut [u8], row: usize, width: usize) -> &mut [u8] {
    &mut bytes[row * width..(row + 1) * width]
}

/// Sets the bytes of the images of a set of cells.
#[inline(always)]
fn scatter(from: impl Iterator<Item = u32>, images: &[u16], to: &mut [u8]) {
    for (bits, images) in from.zip(images.chunks_exact(WORD)) {
        let images: &[u16; WORD] = images.try_into().expect("chunks of this length");
        let mut bits = bits;
        while bits != 0 {
            to[usize::from(images[bits.trailing_zeros() as usize % WORD])] = 1;
            bits &= bits - 1;
        }
    }
}

/// Sets the bytes of a set of cells.
fn unpack(from: &[u32], to: &mut [u8]) {
    for (&bits, to) in from.iter().zip(to.chunks_exact_mut(WORD)) {
        to.iter_mut().enumerate().for_each(|(bit, to)| *to |= (bits >> bit & 1) as u8);
    }
}

/// The lowest bits of 32 bytes.
#[inline(always)]
fn packed(bytes: &[u8]) -> u32 {
    let mut bits = 0;
    for (number, bytes) in bytes.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(bytes.try_into().expect("chunks of this length"));
        bits |= ((eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32) << (8 * number);
    }
    bits
}
