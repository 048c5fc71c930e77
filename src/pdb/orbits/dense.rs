//! Work on a cycle of rows with many positions on the frontier: copies of the rows, and a byte for each cell.

use super::cycle::{Cycle, Pass};
use super::rows::{WORD, done, frontier, mark, seen};
use std::sync::atomic::Ordering::Relaxed;

/// The copies.
#[derive(Default)]
pub struct Dense {
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

/// From this order on it is faster to take whole cycles of positions.
const LONG: u64 = 4;

impl Dense {
    /// Puts all unseen positions that a step leads to from the frontier on the next one; returns their number.
    pub fn work(&mut self, cycle: &Cycle, pass: &Pass<'_>) -> u64 {
        self.new.clear();
        self.new.resize(cycle.rows().len(), 0);
        let (on_frontier, unseen) = self.load(cycle, pass);
        if on_frontier > 0 && unseen > 0 {
            self.to.clear();
            self.to.resize(self.marks.len() * WORD, 0);
            if pass.turn.order >= LONG && pass.turn.is_full() {
                self.push_all(cycle, pass, unseen < 2 * on_frontier);
            } else if unseen * 2 < on_frontier && pass.turn.is_closed() {
                self.pull(cycle, pass);
            } else {
                self.push(cycle, pass);
            }
            self.merge(pass);
        }
        self.store(cycle, pass);
        self.new.iter().sum()
    }

    /// Reads the rows; numbers in proportion to the positions on the frontier and to those unseen, which are 0 only if
    /// there are none.
    fn load(&mut self, cycle: &Cycle, pass: &Pass<'_>) -> (u32, u32) {
        let width = pass.rows.per_row();
        self.marks.resize(cycle.rows().len() * width, 0);
        self.from.resize(cycle.rows().len() * width, 0);
        let (mut on_frontier, mut unseen) = (0, 0);
        let rows = self.marks.chunks_exact_mut(width).zip(self.from.chunks_exact_mut(width));
        for (&row, (marks, from)) in cycle.rows().iter().zip(rows) {
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
    fn push(&mut self, cycle: &Cycle, pass: &Pass<'_>) {
        let (length, width) = (cycle.rows().len(), pass.rows.per_row());
        for at in 0..length {
            for &(exponent, step) in &pass.turn.powers {
                let images = cycle.images(pass, at, step);
                let to = (at as u64 + exponent) as usize % length;
                scatter(self.from[at * width..][..width].iter().copied(), images, row(&mut self.to, to, width * WORD));
            }
        }
    }

    /// Finds the cycles of positions that have one on the frontier, and takes all of them.
    fn push_all(&mut self, cycle: &Cycle, pass: &Pass<'_>, has_few_unseen: bool) {
        let (length, width, turn) = (cycle.rows().len(), pass.rows.per_row(), pass.turn);
        self.first.clear();
        self.first.resize(width, 0);
        self.bring(cycle, pass, |dense, word| dense.from[word]);
        self.first.iter_mut().zip(self.bytes.chunks_exact(WORD)).for_each(|(first, bytes)| *first = packed(bytes));
        // Unless the cycle of a position goes more than once through that of the rows.
        if has_few_unseen && length as u64 == turn.order {
            self.bring(cycle, pass, |dense, word| !seen(dense.marks[word]));
            self.first.iter_mut().zip(self.bytes.chunks_exact(WORD)).for_each(|(first, bytes)| *first &= packed(bytes));
        }
        for &(exponent, step) in &turn.powers {
            let images = cycle.images(pass, 0, step);
            let to = row(&mut self.to, exponent as usize % length, width * WORD);
            scatter(self.first.iter().copied(), images, to);
        }
        unpack(self.first.iter().copied(), &mut self.to);
    }

    /// Sets the bytes of cells of the first row in whose cycles some positions are.
    fn bring(&mut self, cycle: &Cycle, pass: &Pass<'_>, positions: impl Fn(&Self, usize) -> u32) {
        let width = pass.rows.per_row();
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        bytes.resize(width * WORD, 0);
        unpack((0..width).map(|word| positions(self, word)), &mut bytes);
        for at in 1..cycle.rows().len() {
            let step = pass.turn.step(pass.turn.order - at as u64).expect("the turn is full");
            let images = cycle.images(pass, at, step);
            scatter((at * width..(at + 1) * width).map(|word| positions(self, word)), images, &mut bytes);
        }
        self.bytes = bytes;
    }

    /// Looks from each unseen position for one on the frontier.
    fn pull(&mut self, cycle: &Cycle, pass: &Pass<'_>) {
        let (length, width) = (cycle.rows().len(), pass.rows.per_row());
        for at in 0..length {
            for &(exponent, step) in &pass.turn.powers {
                let from = (at as u64 + exponent) as usize % length;
                let (images, from) = (cycle.images(pass, at, step), &self.from[from * width..][..width]);
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
    fn store(&self, cycle: &Cycle, pass: &Pass<'_>) {
        let width = pass.rows.per_row();
        let rows = self.marks.chunks_exact(width).zip(self.from.chunks_exact(width));
        for ((marks, from), (&row, &new)) in rows.zip(cycle.rows().iter().zip(&self.new)) {
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
fn unpack(from: impl Iterator<Item = u32>, to: &mut [u8]) {
    for (bits, to) in from.zip(to.chunks_exact_mut(WORD)) {
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
