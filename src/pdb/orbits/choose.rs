//! The choice of a search for all distances.

use super::distances::{Distances, DistancesError, Level, Limits};
use super::frontier::frontier;
use super::index::PositionIndex;
use super::search::{memory_needed, search};
use super::steps::Steps;
use super::weighted::{weighted, weighted_memory_needed};
use crate::puzzle::Question;
use std::ops::ControlFlow;

impl Distances {
    /// Counts the positions of a question by their distance to its goal, over an index if there is one that fits in
    /// memory, and otherwise as far as memory suffices for whole positions. `report` is called after each depth, and may
    /// end the search.
    ///
    /// # Errors
    /// If the targets have different pieces, or positions are too large for a search.
    pub fn of(
        question: &Question,
        limits: &Limits,
        report: &(dyn Fn(Level) -> ControlFlow<()> + Sync),
    ) -> Result<Self, DistancesError> {
        if let Ok(index) = PositionIndex::new(question) {
            let has_costs = Steps::new(question).most_cost() > 1;
            let needed = if has_costs { weighted_memory_needed(&index) } else { memory_needed(&index) };
            if needed.saturating_add(index.memory()) <= limits.memory {
                let run = if has_costs { weighted } else { search };
                return run(&index, question, limits, report);
            }
        }
        frontier(question, limits, report)
    }
}
