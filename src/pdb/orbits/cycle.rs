//! Cycles of rows: the rows that the powers of a turn carry into each other.

use super::index::PositionIndex;
use super::rows::Rows;
use super::steps::StepFamily;

/// One pass of a turn over the frontier of a depth.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The index.
    pub index: &'a PositionIndex,
    /// The marks.
    pub rows: &'a Rows,
    /// The turn.
    pub turn: &'a StepFamily,
    /// The depth of the frontier.
    pub depth: usize,
    /// True for the last pass over the frontier.
    pub is_last: bool,
}

/// The rows of a cycle.
#[derive(Default)]
pub struct Cycle {
    rows: Vec<u64>,
    /// For each row, and the one that comes again, the values of the index's parts.
    values: Vec<usize>,
}

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

    /// The numbers of the rows.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The images of the cells of a row, by its place in the cycle, under a step.
    #[inline(always)]
    pub fn images<'a>(&self, pass: &Pass<'a>, at: usize, step: usize) -> &'a [u16] {
        pass.index.images(self.values(at), step)
    }

    /// Returns whether the turn leaves the cells of all rows as they are.
    pub fn is_still(&self, pass: &Pass<'_>) -> bool {
        (0..self.rows.len()).all(|at| pass.index.is_still(self.values(at), pass.turn.unit))
    }

    #[inline(always)]
    fn values(&self, at: usize) -> &[usize] {
        let parts = self.values.len() / (self.rows.len() + 1);
        &self.values[at * parts..(at + 1) * parts]
    }
}
