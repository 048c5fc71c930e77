//! The answer to a query of either solver, cubes or any puzzle: the search that is watched, and its result.

use super::progress::Progress;
use super::solution::Statistics;
use super::{BestSoFar, Query, SolveError};
use crate::clock::Instant;
use crate::record::SearchRecord;
use crate::search::{Answer, Control, Monitor, Outcome, StopReason};

/// The solutions of a search, of which there is one at least.
pub(super) struct FoundSolutions<M> {
    pub solutions: Vec<Vec<M>>,
    pub lower_bound: u8,
    pub incomplete: Option<StopReason>,
    pub statistics: Statistics,
}

impl Query<'_> {
    /// Answers it by a search, whose limits count from when it asks for them: once the tables that it needs are loaded.
    /// Beside it, good solutions are looked for if they are asked for: of at most so many moves, and with `true` the
    /// same ones each time.
    ///
    /// # Errors
    /// See [`SolveError`].
    pub(super) fn answered<M>(
        &self,
        good: impl FnOnce(Option<u8>, bool) -> Option<BestSoFar>,
        in_place_of_none: fn(&BestSoFar, Outcome<M>) -> Outcome<M>,
        search: impl for<'c> FnOnce(&(dyn Fn() -> Control<'c> + 'c)) -> Result<(Outcome<M>, SearchRecord), SolveError>,
    ) -> Result<FoundSolutions<M>, SolveError> {
        let monitor = Monitor::default();
        let best = self.anytime.then(|| good(self.max_length, self.limits.nodes.is_some())).flatten();
        let best = best.map(|best| if self.checkpoint.is_none() { best.ending_search() } else { best });
        let progress = Progress::new(self.observer, &monitor, best.as_ref());
        let beat = || progress.beat();
        let control = || Control::new(self.limits, &monitor, self.interrupt_flag()).with_heartbeat(&beat);
        let started = Instant::now();
        let (outcome, record) = progress.observed(|| search(&control))?;
        let outcome = match &best {
            Some(best) => in_place_of_none(best, outcome),
            None => outcome,
        };
        let statistics = Statistics::of(&outcome, started.elapsed(), record);
        let Outcome { answer, lower_bound, incomplete, .. } = outcome;
        match answer {
            Answer::Solved(solutions) => Ok(FoundSolutions { solutions, lower_bound, incomplete, statistics }),
            Answer::NoSolution => Err(SolveError::NoSolution { lower_bound, statistics: Box::new(statistics) }),
            Answer::Stopped(reason) => {
                Err(SolveError::Stopped { reason, lower_bound, statistics: Box::new(statistics) })
            }
        }
    }
}
