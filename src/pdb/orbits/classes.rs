//! Positions of an index up to symmetry.

use super::search::IndexSearch;
use crate::puzzle::SymmetryClasses;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

impl IndexSearch<'_> {
    /// The number of classes of the positions at the last distance, on the threads of the current pool; `None` if
    /// `stop` was raised.
    pub fn classes(&self, classes: &SymmetryClasses, stop: &AtomicBool) -> Option<u64> {
        let (rows, depth, cells) = (&self.rows, self.counts.len() - 1, self.index.cells() as u64);
        let of_row = |row: u64| {
            let numbers = rows.cells_on(depth, row).map(|cell| row * cells + cell as u64);
            numbers.map(|number| classes.weight(&self.index.position(number))).sum::<u64>()
        };
        let of_word = |word: usize| {
            let go_on = !stop.load(Relaxed);
            go_on.then(|| rows.flagged(depth, word).map(of_row).sum::<u64>())
        };
        let weights = (0..rows.flag_words()).into_par_iter().map(of_word).sum::<Option<u64>>()?;
        Some(classes.number(weights))
    }
}
