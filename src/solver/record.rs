//! The records of answers.

use super::{CubeSolver, Query, Quick, SearchEvent, Solution, SolveError, Solver, Statistics};
use crate::notation::Cube;
use crate::plan::Plan;
use crate::record::{AnswerRecord, Estimate, SearchProgress, SearchRecord, SearchRequest};
use crate::search::PieceSolver;

impl SearchRecord {
    /// The search that a solver runs for a plan.
    pub(super) fn of_solver(plan: &Plan, solver: &CubeSolver) -> Self {
        let pieces = solver.pieces();
        let record = Self::of_plan(None, plan, pieces.map(PieceSolver::strategy), 1);
        record
            .with_lookups(pieces.and_then(PieceSolver::lookups_per_table))
            .with_devices(pieces.and_then(|pieces| pieces.prepared().devices()))
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
        let blank = |statistics: &Statistics| {
            let tables = self.tables().iter().map(|table| table.name()).collect();
            let search = statistics.search.clone();
            AnswerRecord::new(input.as_bytes(), self.metric(), self.threads(), tables, search)
        };
        match answer {
            Ok(solution) => {
                let record = solution.statistics().written_to(blank(solution.statistics()));
                Ok(record.solved_cube(solution.all(), solution.incomplete(), solution.lower_bound()))
            }
            Err(error) => error.record(blank),
        }
    }
}

impl SolveError {
    /// The record of a search that has found nothing.
    ///
    /// # Errors
    /// This error, if it is not the end of a search.
    pub(super) fn record(&self, blank: impl FnOnce(&Statistics) -> AnswerRecord) -> Result<AnswerRecord, &Self> {
        match self {
            Self::NoSolution { lower_bound, statistics } => {
                Ok(statistics.written_to(blank(statistics)).without_solution(*lower_bound))
            }
            Self::Stopped { reason, lower_bound, statistics } => {
                Ok(statistics.written_to(blank(statistics)).stopped(*reason, *lower_bound))
            }
            error => Err(error),
        }
    }
}

impl SearchRequest {
    /// Bytes that the solutions of one search may take, so that others go on.
    const SOLUTIONS: u64 = 256 << 20;

    /// The query of a search, with good solutions meanwhile.
    pub fn query<'a>(&self) -> Query<'a> {
        let query = Query::new().anytime().time_limit(self.timeout).memory_limit(Self::SOLUTIONS);
        match self.all {
            Some(slack) => query.slack(slack),
            None => query,
        }
    }

    /// The record of a good solution, where one is wanted at once.
    pub fn quick_answer(&self, cube: &Cube) -> Option<AnswerRecord> {
        let solution = self.quick.then(|| Quick::new().solve(cube))?;
        Some(Quick::record(&self.text, &solution?))
    }
}

impl Estimate {
    /// The progress that an event of a search tells, if it tells any.
    pub fn of_event(&mut self, event: &SearchEvent<'_>) -> Option<SearchProgress> {
        let (lengths, tasks, nodes) = match *event {
            SearchEvent::Begun { length, lower_bound, nodes } => ((length, lower_bound), (0, 0), nodes),
            SearchEvent::Progress { length, lower_bound, nodes, tasks_done, tasks } => {
                ((length, lower_bound), (tasks_done, tasks), nodes)
            }
            SearchEvent::Better { solution, length } => {
                self.better(solution, length);
                return None;
            }
            _ => return None,
        };
        Some(self.progress(lengths, tasks, nodes))
    }
}
