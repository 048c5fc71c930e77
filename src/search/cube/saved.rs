//! Solving a cube with checkpoints.

use crate::cube::{Cubies, Move};
use crate::notation::format_facelets;
use crate::plan::SearchQuery;
use crate::plan::Strategy;
use crate::prune::{Automaton, State};
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::{CheckpointError, Journal, SEAL, Saving};
use crate::search::control::Control;
use crate::search::cube::prepared::Prepared;
use crate::search::cube::solver::PieceSolver;
use crate::search::deepening::Workers;
use crate::search::executor::Executor;
use crate::search::outcome::Outcome;
use crate::storage::SealError;
use xxhash_rust::xxh3::Xxh3Default;

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
        control: &Control<'_>,
        executor: &dyn Executor,
        saving: &Saving<'_>,
    ) -> Result<Outcome<Move>, CheckpointError> {
        self.strategy().can_be_saved()?;
        if self.tables.has_own() {
            return Err(CheckpointError::Unsupported("with own heuristics".to_owned()));
        }
        let letters = self.prepared().alphabet.moves().len();
        let journal = Journal::new(*saving, self.identity(cube), letters)?;
        self.check(cube, &journal)?;
        journal.open()?;
        let outcome = self.solve_with(cube, &Workers { journal: Some(&journal), ..Workers::new(control, executor) });
        if journal.refused() {
            return Err(SEAL.other_identity("its tree has other subtrees".to_owned()).into());
        }
        Ok(outcome)
    }

    /// All that has an influence on which nodes are searched, and on what counts as an answer: a line for each.
    fn identity(&self, cube: &Cubies) -> String {
        let Prepared { plan, metric, alphabet, automaton, .. } = self.prepared();
        let query = &plan.query;
        let moves: Vec<String> = alphabet.moves().iter().map(Move::to_string).collect();
        format!(
            "cube {}\nmetric {metric}\nmoves {}\nsearch {}\npruning {} states {:016x}\nbounds {}\nanswer {}\nat most {} moves\n",
            format_facelets(cube),
            moves.join(" "),
            if matches!(self.strategy(), Strategy::TwoSided { .. }) { "two-sided" } else { "one-sided" },
            automaton.states(),
            fingerprint(automaton),
            self.tables.description(),
            wanted(query),
            query.max_depth,
        )
    }

    /// Checks what no checksum can: that saved solutions are solutions, and that the search can have come so far.
    fn check(&self, cube: &Cubies, journal: &Journal<'_>) -> Result<(), CheckpointError> {
        let Prepared { plan, alphabet, metric, .. } = self.prepared();
        let query = &plan.query;
        let solves =
            |sequence: &Vec<MoveIndex>| cube.then(&Cubies::after(&alphabet.sequence(sequence))) == Cubies::SOLVED;
        journal.inspect(|progress| {
            let refuse = |field, found: usize| Err(SealError::out_of_range(field, found as u64).into());
            let running = progress.running.iter().flat_map(|running| &running.report.solutions);
            let sequences: Vec<_> = progress.solutions.iter().chain(running).collect();
            if let Some(wrong) = sequences.iter().position(|sequence| !solves(sequence)) {
                return refuse("number of a solution that is none", wrong);
            }
            if !query.all && !sequences.is_empty() {
                return refuse("number of solutions of an unfinished search for one", sequences.len());
            }
            if sequences.is_empty() && progress.next > metric.diameter() {
                return refuse("length to search next", usize::from(progress.next));
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

fn wanted(query: &SearchQuery) -> String {
    match (query.all, query.deterministic) {
        (true, _) => format!("all solutions, up to {} longer than the shortest", query.slack),
        (false, true) => "the first solution".to_owned(),
        (false, false) => "one solution".to_owned(),
    }
}

/// A hash of all that an automaton allows.
fn fingerprint(automaton: &Automaton) -> u64 {
    let mut hash = Xxh3Default::new();
    for state in (0..automaton.states()).map(|state| State::new(state as u32)) {
        let allowed = automaton.allowed(state);
        // The moves of the cube are few, and their sets fit eight bytes.
        hash.update(&(allowed.bits() as u64).to_le_bytes());
        for letter in allowed {
            hash.update(&(automaton.next(state, letter).index() as u32).to_le_bytes());
        }
    }
    hash.digest()
}
