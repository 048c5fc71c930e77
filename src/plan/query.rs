//! The answer that is asked of a search.

use crate::puzzle::MoveIndex;

/// A search query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    /// All shortest solutions instead of one.
    pub all: bool,
    /// With `all`: also solutions that are up to this much longer than the shortest.
    pub slack: u8,
    /// The longest length to search; beyond it, the search ends with a proof.
    pub max_depth: u8,
    /// The same solution for any timing of the workers: the first in the order of the search, which is move order or,
    /// from both ends, the order of the task scores.
    pub deterministic: bool,
}

impl SearchQuery {
    /// The last length to search once these solutions are known, the shortest first.
    pub(crate) fn last_length(&self, solutions: &[Vec<MoveIndex>]) -> u8 {
        match solutions.first().map(|word| word.len() as u8) {
            Some(shortest) if self.all => self.max_depth.min(shortest.saturating_add(self.slack)),
            Some(shortest) => shortest,
            None => self.max_depth,
        }
    }
}

impl Default for SearchQuery {
    fn default() -> Self {
        Self { all: false, slack: 0, max_depth: 20, deterministic: false }
    }
}
