//! The records of answers.

use super::{CubeSolver, SearchEvent, Solution, SolveError, Solver, Statistics};
use crate::cube::MetricKind;
use crate::record::{AnswerRecord, Ending, Estimate, SearchProgress, SearchRecord};
use crate::search::{SearchConfig, Strategy, TableSet};

impl SearchRecord {
    /// What a solver of the door runs.
    pub(super) fn of_solver(solver: &CubeSolver, bounds: &TableSet) -> Self {
        match solver {
            CubeSolver::Pieces(pieces) => {
                let record = Self::of_ladder(pieces.options().metric, Some(pieces.strategy()));
                record.with_lookups(bounds.lookups_per_table())
            }
            CubeSolver::Stickers(solver) => {
                Self::of_stickers(None, solver.options(), solver.table().is_some(), None, 1)
            }
        }
    }

    /// What a ladder runs, whose last rung has this strategy; `None` without tables.
    pub(super) fn of_ladder(metric: MetricKind, strategy: Option<Strategy>) -> Self {
        Self::of_pieces(None, &SearchConfig::new(metric), strategy, 1)
    }
}

impl Solver {
    /// The record of the answer to an input.
    ///
    /// # Errors
    /// If there is no answer, because something is wrong with the query or with this machine.
    pub fn record<'a>(
        &self,
        input: &str,
        answer: Result<&Solution, &'a SolveError>,
    ) -> Result<AnswerRecord, &'a SolveError> {
        let ended = |statistics: &Statistics, ending: &Ending<'_>, lower_bound| {
            let tables = self.tables().iter().map(|table| table.name()).collect();
            let (metric, search) = (self.metric(), (*statistics.search).clone());
            let record = AnswerRecord::new(input.as_bytes(), metric, self.threads(), tables, search);
            let seconds = statistics.time.as_secs_f64();
            let record = AnswerRecord { nodes: statistics.nodes, lookups: statistics.lookups, seconds, ..record };
            record.ended(ending, lower_bound)
        };
        match answer {
            Ok(solution) => {
                let ending = Ending::Solved { solutions: solution.all(), incomplete: solution.incomplete() };
                Ok(ended(solution.statistics(), &ending, solution.lower_bound()))
            }
            Err(SolveError::NoSolution { lower_bound, statistics }) => {
                Ok(ended(statistics, &Ending::NoSolution, *lower_bound))
            }
            Err(SolveError::Stopped { reason, lower_bound, statistics }) => {
                Ok(ended(statistics, &Ending::Stopped(*reason), *lower_bound))
            }
            Err(error) => Err(error),
        }
    }
}

impl Estimate {
    /// The progress that an event of a search tells, if it tells any.
    pub fn of_event(&mut self, event: &SearchEvent<'_>) -> Option<SearchProgress> {
        let (length, tasks, nodes) = match *event {
            SearchEvent::Begun { length, nodes } => (length, (0, 0), nodes),
            SearchEvent::Progress { length, nodes, tasks_done, tasks } => (length, (tasks_done, tasks), nodes),
            _ => return None,
        };
        Some(self.progress(length, tasks, nodes))
    }
}
