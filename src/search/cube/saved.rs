//! Solving a cube with checkpoints.

use crate::cube::{Cubies, FaceTurn};
use crate::notation::format_facelets;
use crate::plan::Strategy;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::{CheckpointError, Journal, Saving, identity};
use crate::search::cube::prepared::Prepared;
use crate::search::cube::solver::PieceSolver;
use crate::search::deepening::Workers;
use crate::search::outcome::Outcome;
use crate::storage::SealError;

impl PieceSolver {
    /// As [`PieceSolver::solve`], and saves the search from time to time, after every long iteration and when it is
    /// stopped. Going on with what was saved leads to the same answer and, without a transposition table, to the same
    /// counts of all iterations that end complete. Only what has an influence on the nodes has to be the same: not the
    /// kernel, the number of workers, the limits or the transposition table.
    ///
    /// # Errors
    /// If the search is breadth-first, one-sided with another scheduler than depth, or with a user's own bounds; if it
    /// cannot be saved at its beginning; or if what was saved is of another search or damaged.
    ///
    /// # Panics
    /// As [`PieceSolver::solve`].
    pub fn solve_saved(
        &self,
        cube: &Cubies,
        workers: &Workers<'_>,
        saving: &Saving<'_>,
    ) -> Result<Outcome<FaceTurn>, CheckpointError> {
        self.strategy().can_be_saved()?;
        if self.tables.has_own() {
            return Err(CheckpointError::Unsupported("with own heuristics".to_owned()));
        }
        let letters = self.prepared().alphabet.moves().len();
        let journal = Journal::new(*saving, self.identity(cube), letters)?;
        self.check(cube, &journal)?;
        journal.open()?;
        let outcome = self.solve(cube, &Workers { journal: Some(&journal), ..*workers });
        journal.refusal().map_or(Ok(outcome), Err)
    }

    /// All that has an influence on which nodes are searched, and on what counts as an answer: a line for each.
    fn identity(&self, cube: &Cubies) -> String {
        let Prepared { plan, metric, alphabet, automaton, .. } = self.prepared();
        let moves: Vec<String> = alphabet.moves().iter().map(FaceTurn::to_string).collect();
        format!(
            "cube {}\nmetric {metric}\nmoves {}\nsearch {}\n{}\nbounds {}\n{}\n",
            format_facelets(cube),
            moves.join(" "),
            if matches!(self.strategy(), Strategy::TwoSided { .. }) { "two-sided" } else { "one-sided" },
            identity::of_rules(automaton),
            self.tables.description(),
            identity::of_answers(&plan.query),
        )
    }

    /// Checks what no checksum can: that saved solutions are solutions, and that the search can have come so far.
    fn check(&self, cube: &Cubies, journal: &Journal<'_>) -> Result<(), CheckpointError> {
        let Prepared { plan, alphabet, metric, .. } = self.prepared();
        let solves =
            |sequence: &Vec<MoveIndex>| cube.then(&Cubies::after(&alphabet.sequence(sequence))) == Cubies::SOLVED;
        journal.inspect(|progress| {
            progress.check(&plan.query, solves)?;
            let running = progress.running.iter().flat_map(|running| &running.report.solutions);
            let has_none = progress.solutions.iter().chain(running).next().is_none();
            if has_none && progress.next > metric.diameter() {
                return Err(SealError::out_of_range("length to search next", progress.next).into());
            }
            Ok(())
        })
    }
}

impl Strategy {
    /// Returns whether such a search can be saved while it runs.
    ///
    /// # Errors
    /// [`CheckpointError::Unsupported`] if not.
    pub fn can_be_saved(&self) -> Result<(), CheckpointError> {
        match self {
            Strategy::Asynchronous => Err(CheckpointError::Unsupported("asynchronous".to_owned())),
            Strategy::BreadthFirst { .. } => Err(CheckpointError::Unsupported("breadth-first".to_owned())),
            Strategy::OneSided { scheduler, .. } if !scheduler.can_be_saved() => {
                Err(CheckpointError::Unsupported(format!("by the scheduler {scheduler}")))
            }
            Strategy::OneSided { .. } | Strategy::TwoSided { .. } => Ok(()),
        }
    }
}
