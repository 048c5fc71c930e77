//! The choice of pattern tables for files: that of a search that has time for all sizes.

use super::patterns::{GrowingPatterns, NotMade, TableBounds};
use super::table_cache::Build;
use crate::pdb::orbits::{DistanceTable, IndexError, PositionIndex};
use crate::prune::Automaton;
use crate::prune::automaton::TooManyStates;
use crate::puzzle::Question;
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// Pattern tables of a question, chosen among those of one size after the other.
pub struct PatternChoice {
    question: Arc<Question>,
    growing: GrowingPatterns,
    next: usize,
}

/// The reason why there is no choice.
#[derive(Debug, Error)]
pub enum NoChoice {
    /// The positions have no index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The moves commute in too many ways.
    #[error(transparent)]
    Moves(#[from] TooManyStates),
    /// There is nothing to choose from.
    #[error("the moves lead to so few positions that a search needs no table")]
    Nothing,
}

/// A table that was chosen.
pub struct Chosen {
    /// The question that it answers.
    pub question: Question,
    /// The table.
    pub table: DistanceTable,
}

impl PatternChoice {
    /// The choice of tables that take at most so many bytes.
    ///
    /// # Errors
    /// If the question has no tables.
    pub fn new(question: &Arc<Question>, memory: u64) -> Result<Self, NoChoice> {
        PositionIndex::check(question)?;
        let automaton = Automaton::in_normal_order(question)?;
        let growing = GrowingPatterns::new(question, branching(&automaton), memory, Vec::new(), None);
        let growing = growing.filter(|growing| !growing.sizes().is_empty()).ok_or(NoChoice::Nothing)?;
        Ok(Self { question: question.clone(), growing, next: 1 })
    }

    /// The questions of the tables of all sizes, some of which may take too much memory.
    pub fn candidates(&self) -> Vec<Question> {
        self.growing.sizes().flat_map(|size| self.growing.questions(size)).collect()
    }

    /// Makes the tables of the next size, as long as `go_on` does not break it off, and keeps the best of all; returns
    /// whether there may be better ones. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If the build was stopped: those of the sizes before are still there.
    pub fn enlarge(
        &mut self,
        build: &Build<'_>,
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<bool, Stopped> {
        match self.growing.of_size_by(self.next, build, go_on) {
            // All that are so small may take too much memory.
            Ok(_) | Err(NotMade::Full) => self.next += 1,
            Err(NotMade::Stopped) => return Err(Stopped),
        }
        Ok(!self.growing.is_whole(self.next - 1) && self.growing.sizes().contains(&self.next))
    }

    /// The tables that are the best so far, the one that is worth most first, and what they are worth together.
    pub fn chosen(self) -> (Vec<Chosen>, Worth) {
        let Self { question, growing, .. } = self;
        let bounds = growing.so_far().bounds;
        drop(growing);
        let Some(bounds) = bounds.and_then(TableBounds::into_patterns) else { return (Vec::new(), Worth::default()) };
        let worth = Worth { moves: bounds.value(0), mean: bounds.mean() };
        let chosen = bounds.into_tables().into_iter().map(|(glasses, table)| {
            let question = question.through(&glasses).expect("it was seen through them before");
            Chosen { question, table }
        });
        (chosen.collect(), worth)
    }
}

/// A build was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The worth of some tables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The number of moves that a bound would have to be everywhere for a search of as many nodes as with the tables.
    pub moves: f64,
    /// The mean bound of random positions with all of them.
    pub mean: f64,
}

/// The factor by which a tree of accepted sequences grows with each move.
pub(super) fn branching(automaton: &Automaton) -> f64 {
    const LENGTH: usize = 8;
    let counts = automaton.words(LENGTH);
    counts[LENGTH] as f64 / counts[LENGTH - 1].max(1) as f64
}
