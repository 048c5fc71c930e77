//! One turn's work on one cycle of rows: nothing outside the cycle is read or written.

use super::cycle::{Cycle, Pass};
use super::dense::Dense;
use super::rows::{WORD, done, frontier, mark, seen};
use std::sync::atomic::Ordering::Relaxed;

/// The memory of one thread's work.
#[derive(Default)]
pub struct Scratch {
    cycle: Cycle,
    /// The positions on the frontier, if they are few: the rows by their places in the cycle, and the cells.
    few: Vec<(u32, u32)>,
    /// The cells that are on the frontier in some row.
    cells: Vec<u32>,
    dense: Dense,
}

/// Positions are stepped from one by one if there are fewer than one in so many words.
const SPARSE: usize = 4;

impl Scratch {
    /// Puts all unseen positions that a turn leads to from the frontier in the cycle of a row on the next one, and
    /// returns their number. A cycle is worked on under the smallest of its rows that are flagged.
    pub fn work(&mut self, pass: &Pass<'_>, row: u64) -> u64 {
        let mut cycle = std::mem::take(&mut self.cycle);
        let found = match cycle.find(pass, row) {
            false => 0,
            true if pass.turn.is_full() && cycle.is_still(pass) => self.push_still(&cycle, pass),
            true if self.are_few(&cycle, pass) => self.push_few(&cycle, pass),
            true => self.dense.work(&cycle, pass),
        };
        self.cycle = cycle;
        found
    }

    /// Takes all rows at once, where a full turn leaves their cells as they are.
    fn push_still(&mut self, cycle: &Cycle, pass: &Pass<'_>) -> u64 {
        self.cells.clear();
        self.cells.resize(pass.rows.per_row(), 0);
        for &row in cycle.rows().iter().filter(|&&row| pass.rows.is_flagged(pass.depth, row)) {
            for (first, word) in self.cells.iter_mut().zip(pass.rows.row(row)) {
                *first |= frontier(word.load(Relaxed), pass.depth);
            }
        }
        let mut found = 0;
        for &row in cycle.rows() {
            let before = found;
            for (&first, word) in self.cells.iter().zip(pass.rows.row(row)).filter(|(first, _)| **first != 0) {
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
    fn are_few(&mut self, cycle: &Cycle, pass: &Pass<'_>) -> bool {
        self.few.clear();
        let most = cycle.rows().len() * pass.rows.per_row() / SPARSE;
        for (at, &row) in cycle.rows().iter().enumerate().filter(|&(_, &row)| pass.rows.is_flagged(pass.depth, row)) {
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
    fn push_few(&mut self, cycle: &Cycle, pass: &Pass<'_>) -> u64 {
        let mut new = 0;
        for &(at, cell) in &self.few {
            for &(exponent, step) in &pass.turn.powers {
                let image = usize::from(cycle.images(pass, at as usize, step)[cell as usize]);
                let to = cycle.rows()[(u64::from(at) + exponent) as usize % cycle.rows().len()];
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
                let word = &pass.rows.row(cycle.rows()[at as usize])[cell as usize / WORD];
                word.store(word.load(Relaxed) | done(1 << (cell as usize % WORD)), Relaxed);
            }
        }
        new
    }
}
