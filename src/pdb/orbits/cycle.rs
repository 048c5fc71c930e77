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
    values: Vec<Vec<usize>>,
    /// The marks of the rows, one row after the other; then only their frontiers; then a byte for each cell that is 1
    /// where a step leads to: to set a byte is faster than to set a bit.
    marks: Vec<u64>,
    from: Vec<u32>,
    to: Vec<u8>,
    /// Cells of the first row in whose cycle under a full turn something is on the frontier.
    first: Vec<u32>,
    first_bytes: Vec<u8>,
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

impl Cycle {
    /// Finds the rows of the cycle of a row; `false` if another row of it that is flagged has a smaller number, under
    /// which the cycle is worked on.
    pub fn find(&mut self, pass: &Pass<'_>, first: u64) -> bool {
        self.rows.clear();
        let (mut row, mut length) = (first, 0);
        loop {
            if self.values.len() <= length {
                self.values.push(Vec::new());
            }
            if length == 0 {
                pass.index.split(row, &mut self.values[0]);
            }
            self.rows.push(row);
            length += 1;
            if self.values.len() <= length {
                self.values.push(Vec::new());
            }
            let (known, next) = self.values.split_at_mut(length);
            next[0].clone_from(&known[length - 1]);
            pass.index.step(&mut next[0], pass.turn.unit);
            row = pass.index.row(&next[0]);
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
        let (on_frontier, unseen) = self.load(pass);
        self.new.clear();
        self.new.resize(self.rows.len(), 0);
        if on_frontier > 0 && unseen > 0 {
            if (on_frontier as usize) < self.marks.len() / SPARSE {
                self.push_few(pass);
            } else {
                self.to.clear();
                self.to.resize(self.marks.len() * WORD, 0);
                if unseen * 2 < on_frontier && pass.turn.is_closed() {
                    self.pull(pass);
                } else if pass.turn.order >= LONG && pass.turn.is_full() {
                    self.push_all(pass);
                } else {
                    self.push(pass);
                }
                self.merge(pass);
            }
        }
        self.store(pass);
        self.new.iter().sum()
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
        for (at, from) in self.from.chunks_exact(width).enumerate() {
            for &(exponent, step) in &pass.turn.powers {
                let images = pass.index.images(&self.values[at], step);
                let to = (at as u64 + exponent) as usize % length;
                scatter(from, images, row(&mut self.to, to, width * WORD));
            }
        }
    }

    /// Finds the cycles of positions that have one on the frontier, and takes all of them.
    fn push_all(&mut self, pass: &Pass<'_>) {
        let (length, width, turn) = (self.rows.len(), pass.rows.per_row(), pass.turn);
        self.first_bytes.clear();
        self.first_bytes.resize(width * WORD, 0);
        for (at, from) in self.from.chunks_exact(width).enumerate().skip(1) {
            let step = turn.step(turn.order - at as u64).expect("the turn is full");
            scatter(from, pass.index.images(&self.values[at], step), &mut self.first_bytes);
        }
        self.first.clear();
        self.first
            .extend(self.first_bytes.chunks_exact(WORD).zip(&self.from).map(|(bytes, from)| packed(bytes) | from));
        for &(exponent, step) in &turn.powers {
            let images = pass.index.images(&self.values[0], step);
            scatter(&self.first, images, row(&mut self.to, exponent as usize % length, width * WORD));
        }
        for (word, &bits) in self.first.iter().enumerate() {
            (0..WORD).for_each(|bit| self.to[word * WORD + bit] |= (bits >> bit & 1) as u8);
        }
    }

    /// Looks from each unseen position for one on the frontier.
    fn pull(&mut self, pass: &Pass<'_>) {
        let (length, width) = (self.rows.len(), pass.rows.per_row());
        for at in 0..length {
            let sources: Vec<(&[u16], &[u32])> = pass
                .turn
                .powers
                .iter()
                .map(|&(exponent, step)| {
                    let from = (at as u64 + exponent) as usize % length;
                    (pass.index.images(&self.values[at], step), &self.from[from * width..(from + 1) * width])
                })
                .collect();
            let to = row(&mut self.to, at, width * WORD);
            for (word, &marks) in self.marks[at * width..(at + 1) * width].iter().enumerate() {
                let mut bits = !seen(marks);
                while bits != 0 {
                    let cell = word * WORD + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let is_on = |&(images, from): &(&[u16], &[u32])| {
                        let image = usize::from(images[cell]);
                        from[image / WORD] >> (image % WORD) & 1 == 1
                    };
                    to[cell] = u8::from(sources.iter().any(is_on));
                }
            }
        }
    }

    /// Steps from each position on the frontier, and marks what is reached at once.
    fn push_few(&mut self, pass: &Pass<'_>) {
        let (length, width) = (self.rows.len(), pass.rows.per_row());
        for (at, from) in self.from.chunks_exact(width).enumerate() {
            for &(exponent, step) in &pass.turn.powers {
                let images = pass.index.images(&self.values[at], step);
                let to = (at as u64 + exponent) as usize % length;
                let marks = &mut self.marks[to * width..(to + 1) * width];
                for (&bits, images) in from.iter().zip(images.chunks_exact(WORD)) {
                    let mut bits = bits;
                    while bits != 0 {
                        let image = usize::from(images[bits.trailing_zeros() as usize]);
                        bits &= bits - 1;
                        let new = 1 << (image % WORD) & !seen(marks[image / WORD]);
                        marks[image / WORD] |= mark(new, pass.depth + 1);
                        self.new[to] += u64::from(new != 0);
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

/// Positions are stepped from one by one if the sample has fewer than one in so many words.
const SPARSE: usize = 8;

/// From this order on it is faster to take whole cycles of positions.
const LONG: u64 = 4;

fn row(bytes: &mut [u8], row: usize, width: usize) -> &mut [u8] {
    &mut bytes[row * width..(row + 1) * width]
}

/// Sets the bytes of the images of a set of cells.
#[inline(always)]
fn scatter(from: &[u32], images: &[u16], to: &mut [u8]) {
    for (&bits, images) in from.iter().zip(images.chunks_exact(WORD)) {
        let images: &[u16; WORD] = images.try_into().expect("chunks of this length");
        let mut bits = bits;
        while bits != 0 {
            to[usize::from(images[bits.trailing_zeros() as usize % WORD])] = 1;
            bits &= bits - 1;
        }
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
