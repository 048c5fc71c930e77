//! A perfect index of the positions of a question, as a product of coordinates.

use super::cells::Cells;
use super::effort::Effort;
use super::index_error::IndexError;
use super::layout::layout;
use super::lens::kinds;
use super::part::Part;
use super::steps::Steps;
use crate::puzzle::{Position, Question};
use std::ops::ControlFlow;
use xxhash_rust::xxh3::Xxh3;

/// Numbers for all positions that can be reached from the targets of a question's goal, as the goal sees them.
///
/// An index is a row, which is a product of parts, times the number of cells, plus a cell. Numbers may be left over
/// where parts depend on each other in a way that was not found, or is too large to list.
#[derive(Clone, Debug)]
pub struct PositionIndex {
    /// A position that shows what no part does: that is the same in all of them.
    shown: Position,
    steps: Steps,
    parts: Vec<Part>,
    /// The number that one more of each part's value adds to the row.
    strides: Vec<u64>,
    rows: u64,
    /// True if the cells depend on the last part, the slowest: rows one after the other have the same actions.
    has_host: bool,
    cells: Cells,
    /// The numbers of the targets, each once.
    targets: Vec<u64>,
}

impl PositionIndex {
    /// The index for a question. It takes seconds at most, and a few hundred megabytes at most.
    ///
    /// # Errors
    /// If the positions are no product of parts that can be listed, which takes too much work in some cases, or moves
    /// do not all cost 1.
    pub fn new(question: &Question) -> Result<Self, IndexError> {
        Self::new_while(question, &|| ControlFlow::Continue(()))
    }

    /// As [`new`](Self::new), as long as `go_on` does not break it off.
    ///
    /// # Errors
    /// As [`new`](Self::new); and [`IndexError::Stopped`].
    pub fn new_while(question: &Question, go_on: &dyn Fn() -> ControlFlow<()>) -> Result<Self, IndexError> {
        Self::check(question)?;
        let goal = question.goal();
        let steps = Steps::new(question);
        let layout = layout(question, &steps, &mut Effort::new(go_on))?;
        let mut rows = 1u64;
        let mut strides = Vec::new();
        for part in &layout.parts {
            strides.push(rows);
            let too_large = || IndexError::TooLarge { orbit: "orbits together".to_owned() };
            rows = rows.checked_mul(part.len() as u64).ok_or_else(too_large)?;
        }
        let too_large = || IndexError::TooLarge { orbit: "orbits together".to_owned() };
        rows.checked_mul(layout.cells.len() as u64).ok_or_else(too_large)?;
        let mut index = Self {
            shown: goal.targets()[0].clone(),
            steps,
            parts: layout.parts,
            strides,
            rows,
            has_host: layout.has_host,
            cells: layout.cells,
            targets: Vec::new(),
        };
        index.targets = goal.targets().iter().filter_map(|target| index.index(target)).collect();
        index.targets.sort_unstable();
        index.targets.dedup();
        Ok(index)
    }

    /// Finds the reasons against an index that are known at once.
    ///
    /// # Errors
    /// If moves do not all cost 1, rules forbid some of them, or the targets have different pieces.
    pub fn check(question: &Question) -> Result<(), IndexError> {
        if !question.illegal().is_empty() {
            return Err(IndexError::Rules);
        }
        if !question.moves().is_unit() {
            return Err(IndexError::Costs);
        }
        let (shape, goal) = (&question.definition().shape, question.goal());
        let is_same = |target: &Position, orbit| kinds(shape, target, orbit) == kinds(shape, goal.base(), orbit);
        if !goal.targets().iter().all(|target| (0..shape.orbits().len()).all(|orbit| is_same(target, orbit))) {
            return Err(IndexError::Targets);
        }
        Ok(())
    }

    /// Number of indices.
    pub fn len(&self) -> u64 {
        self.rows * self.cells.len() as u64
    }

    /// Returns whether there are no indices, which is never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Number of cells of a row.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Number of bytes of its tables.
    pub fn memory(&self) -> u64 {
        self.cells.memory() + self.parts.iter().map(Part::memory).sum::<u64>()
    }

    /// A text that differs from those of all indices that number positions otherwise, or have other steps.
    pub(super) fn identity(&self) -> String {
        let mut hash = Xxh3::new();
        let mut put = |number: u64| hash.update(&number.to_le_bytes());
        self.targets.iter().for_each(|&number| put(number));
        for part in &self.parts {
            put(part.len() as u64);
            part.images().iter().for_each(|&image| put(image.into()));
        }
        self.cells.tables().for_each(&mut put);
        for turn in &self.steps.turns {
            put(turn.order);
            turn.powers.iter().for_each(|&(exponent, step)| [exponent, step as u64].into_iter().for_each(&mut put));
        }
        format!("{} positions, {} in a row\nsteps {:032x}", self.len(), self.cells.len(), hash.digest128())
    }

    /// The number of a position as the goal sees it; `None` if it cannot be reached.
    pub fn index(&self, position: &Position) -> Option<u64> {
        let mut row = 0;
        for (part, stride) in self.parts.iter().zip(&self.strides) {
            row += stride * part.value(position)? as u64;
        }
        let cell = self.cells.cell(self.host(), position)?;
        Some(row * self.cells.len() as u64 + cell as u64)
    }

    /// The position with a number.
    ///
    /// # Panics
    /// If the number is not below [`len`](Self::len).
    pub fn position(&self, index: u64) -> Position {
        assert!(index < self.len(), "no position has this number");
        let (row, cell) = (index / self.cells.len() as u64, (index % self.cells.len() as u64) as usize);
        let (mut position, mut values) = (self.shown.clone(), Vec::new());
        self.split(row, &mut values);
        for (part, &value) in self.parts.iter().zip(&values) {
            part.show(value, &mut position);
        }
        let host = self.host().zip(values.last().copied());
        self.cells.show(cell, host, &mut position);
        position
    }

    /// The number of the position that a step leads to: that of the moves other way round.
    pub fn image(&self, index: u64, step: usize) -> u64 {
        let (row, cell) = (index / self.cells.len() as u64, (index % self.cells.len() as u64) as usize);
        let mut values = Vec::new();
        self.split(row, &mut values);
        let cell = self.images(&values, step)[cell];
        self.step(&mut values, step);
        self.row(&values) * self.cells.len() as u64 + u64::from(cell)
    }

    /// Number of values of a position in the coordinates of a search: one for each part of the row, and the cell.
    pub fn values(&self) -> usize {
        self.parts.len() + 1
    }

    /// The parts whose product are the rows, and the cells.
    pub(super) fn coordinates(&self) -> (&[Part], &Cells) {
        (&self.parts, &self.cells)
    }

    /// The number that one more of each part's value adds to the row.
    pub(super) fn strides(&self) -> &[u64] {
        &self.strides
    }

    /// The part that the cells depend on.
    pub(super) fn host(&self) -> Option<&Part> {
        self.parts.last().filter(|_| self.has_host)
    }

    /// The numbers of the targets of the question's goal, each once.
    pub(super) fn targets(&self) -> &[u64] {
        &self.targets
    }

    /// The steps.
    pub(super) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Splits a row into the values of its parts, and appends them.
    pub(super) fn split(&self, mut row: u64, values: &mut Vec<usize>) {
        for part in &self.parts {
            values.push((row % part.len() as u64) as usize);
            row /= part.len() as u64;
        }
    }

    /// The row with these values.
    pub(super) fn row(&self, values: &[usize]) -> u64 {
        values.iter().zip(&self.strides).map(|(&value, stride)| value as u64 * stride).sum()
    }

    /// Replaces the values of a row by those after a step.
    pub(super) fn step(&self, values: &mut [usize], step: usize) {
        for (value, part) in values.iter_mut().zip(&self.parts) {
            *value = part.image(*value, step);
        }
    }

    /// The images of the cells of a row with these values under a step.
    #[inline(always)]
    pub(super) fn images(&self, values: &[usize], step: usize) -> &[u16] {
        self.cells.images(self.host_value(values), step)
    }

    /// Returns whether a step leaves the cells of a row with these values as they are.
    #[inline(always)]
    pub(super) fn is_still(&self, values: &[usize], step: usize) -> bool {
        self.cells.is_still(self.host_value(values), step)
    }

    #[inline(always)]
    fn host_value(&self, values: &[usize]) -> usize {
        if self.has_host { values[values.len() - 1] } else { 0 }
    }
}
