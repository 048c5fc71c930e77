//! Solving with checkpoints.

use super::solver::OrbitSolver;
use crate::plan::SearchQuery;
use crate::puzzle::{MoveIndex, Position};
use crate::search::checkpoint::{CheckpointError, Journal, Saving, identity};
use crate::search::deepening::Workers;
use crate::search::outcome::Outcome;

impl OrbitSolver {
    /// As [`solve`](Self::solve), and saves the search from time to time, after every long iteration and when it is
    /// stopped. Going on with what was saved leads to the same answer and, without a transposition table, to the same
    /// counts of all iterations that end complete. The kernel, the number of workers, the limits and the transposition
    /// table may be others.
    ///
    /// # Errors
    /// If the scheduler is another one than depth; if the search cannot be saved at its beginning; or if what was saved
    /// is of another search, damaged, or needs more memory than there is.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn solve_saved(
        &self,
        start: &Position,
        query: &SearchQuery,
        workers: &Workers<'_>,
        saving: &Saving<'_>,
    ) -> Result<Outcome<MoveIndex>, CheckpointError> {
        let automaton = self.automaton(query);
        let scheduler = self.plan().depth_first().scheduler;
        if !scheduler.can_be_saved() {
            return Err(CheckpointError::Unsupported(format!("by the scheduler {scheduler}")));
        }
        let journal = Journal::new(*saving, self.identity(start, query), automaton.letters())?;
        let solves = |solution: &Vec<MoveIndex>| {
            self.question().refute(start, &automaton.moves_alone(solution.clone())).is_none()
        };
        journal.inspect(|progress| progress.check(query, solves))?;
        journal.open()?;
        let outcome = self.solve(start, query, &Workers { journal: Some(&journal), ..*workers });
        journal.refusal().map_or(Ok(outcome), Err)
    }

    /// All that has an influence on which nodes are searched, and on what counts as an answer: a line for each.
    fn identity(&self, start: &Position, query: &SearchQuery) -> String {
        format!(
            "{}start {}\n{}\nbounds {}{}\n{}\n",
            self.question().identity(),
            start.identity(),
            identity::of_rules(self.automaton(query)),
            self.plan().bounds,
            self.given(),
            identity::of_answers(query),
        )
    }
}
