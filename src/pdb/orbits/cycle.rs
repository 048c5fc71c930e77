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
    /// The marks of the rows, one row after the other; then only their frontiers, and what becomes the next ones.
    marks: Vec<u64>,
    from: Vec<u32>,
    to: Vec<u32>,
    /// Positions of the first row in whose cycle under a full turn something is on the frontier.
    first: Vec<u32>,
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
        let mut found = 0;
        if on_frontier > 0 && unseen > 0 {
            self.to.clear();
            self.to.resize(self.marks.len(), 0);
            if unseen < on_frontier && pass.turn.is_closed() {
                self.pull(pass);
            } else if pass.turn.order > 2 && pass.turn.is_full() {
                self.push_all(pass);
            } else {
                self.push(pass);
            }
            found = self.merge(pass);
        }
        if found > 0 || pass.is_last {
            self.store(pass, found > 0);
        }
        found
    }

    /// Reads the rows; the numbers of positions on the frontier and unseen.
    fn load(&mut self, pass: &Pass<'_>) -> (u64, u64) {
        self.marks.clear();
        self.from.clear();
        let (mut on_frontier, mut seen_count) = (0, 0);
        for &row in &self.rows {
            for word in pass.rows.row(row) {
                let marks = word.load(Relaxed);
                let bits = frontier(marks, pass.depth);
                on_frontier += u64::from(bits.count_ones());
                seen_count += u64::from(seen(marks).count_ones());
                self.marks.push(marks);
                self.from.push(bits);
            }
        }
        (on_frontier, (self.rows.len() * pass.index.cells()) as u64 - seen_count)
    }

    /// Steps from each position on the frontier.
    fn push(&mut self, pass: &Pass<'_>) {
        let (length, width) = (self.rows.len(), pass.rows.per_row());
        for (at, from) in self.from.chunks_exact(width).enumerate() {
            for &(exponent, step) in &pass.turn.powers {
                let images = pass.index.images(&self.values[at], step);
                let to = (at as u64 + exponent) as usize % length;
                scatter(from, images, &mut self.to[to * width..(to + 1) * width]);
            }
        }
    }

    /// Finds the cycles of positions that have one on the frontier, and takes all of them.
    fn push_all(&mut self, pass: &Pass<'_>) {
        let (length, width, turn) = (self.rows.len(), pass.rows.per_row(), pass.turn);
        self.first.clear();
        self.first.extend_from_slice(&self.from[..width]);
        for (at, from) in self.from.chunks_exact(width).enumerate().skip(1) {
            let step = turn.step(turn.order - at as u64).expect("the turn is full");
            scatter(from, pass.index.images(&self.values[at], step), &mut self.first);
        }
        self.to[..width].copy_from_slice(&self.first);
        for &(exponent, step) in &turn.powers {
            let to = exponent as usize % length;
            let images = pass.index.images(&self.values[0], step);
            scatter(&self.first, images, &mut self.to[to * width..(to + 1) * width]);
        }
    }

    /// Looks from each unseen position for one on the frontier.
    fn pull(&mut self, pass: &Pass<'_>) {
        let (length, width, cells) = (self.rows.len(), pass.rows.per_row(), pass.index.cells());
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
            for word in 0..width {
                let mut bits = !seen(self.marks[at * width + word]);
                if word + 1 == width && cells % WORD > 0 {
                    bits &= (1 << (cells % WORD)) - 1;
                }
                let mut found = 0;
                while bits != 0 {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    let cell = word * WORD + bit as usize;
                    let is_found = sources.iter().any(|(images, from)| {
                        let image = usize::from(images[cell]);
                        from[image / WORD] >> (image % WORD) & 1 == 1
                    });
                    found |= u32::from(is_found) << bit;
                }
                self.to[at * width + word] = found;
            }
        }
    }

    /// Marks what was unseen and has been reached.
    fn merge(&mut self, pass: &Pass<'_>) -> u64 {
        let mut found = 0;
        for (marks, to) in self.marks.iter_mut().zip(&mut self.to) {
            *to &= !seen(*marks);
            *marks |= mark(*to, pass.depth + 1);
            found += u64::from(to.count_ones());
        }
        found
    }

    /// Writes the rows.
    fn store(&self, pass: &Pass<'_>, has_new: bool) {
        let width = pass.rows.per_row();
        for (at, &row) in self.rows.iter().enumerate() {
            let range = at * width..(at + 1) * width;
            if has_new && self.to[range.clone()].iter().any(|&new| new != 0) {
                pass.rows.flag(pass.depth + 1, row);
            }
            for (word, (&marks, &from)) in
                pass.rows.row(row).iter().zip(self.marks[range.clone()].iter().zip(&self.from[range]))
            {
                word.store(if pass.is_last { marks | done(from) } else { marks }, Relaxed);
            }
        }
    }
}

/// Sets the images of a set of cells.
#[inline(always)]
fn scatter(from: &[u32], images: &[u16], to: &mut [u32]) {
    for (&bits, images) in from.iter().zip(images.chunks(WORD)) {
        let mut bits = bits;
        while bits != 0 {
            let image = usize::from(images[bits.trailing_zeros() as usize]);
            to[image / WORD] |= 1 << (image % WORD);
            bits &= bits - 1;
        }
    }
}
