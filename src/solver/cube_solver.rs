//! The seam between the door and the search: the one place that knows both.

use super::SearchSpec;
use crate::cube::{MetricKind, Move};
use crate::notation::Cube;
use crate::nxn::{MoveSet, Turn};
use crate::prune::Automaton;
use crate::search::{
    CheckpointError, Control, Executor, Outcome, PieceOptions, PieceSolver, Saving, Scheduler, SearchQuery,
    SolverError, StickerOptions, StickerSolver, TableSet, Team,
};

/// What searches cubes: the 3x3x3 by its pieces, or any size by its stickers. Its moves are turns of layers in either case.
pub enum CubeSolver {
    /// The 3x3x3 by its pieces.
    Pieces(Box<PieceSolver>),
    /// Any size by its stickers.
    Stickers(Box<StickerSolver>),
}

impl CubeSolver {
    /// A solver for the pieces of the 3x3x3.
    ///
    /// # Errors
    /// If the options contradict each other or the tables, or there is no memory for the transposition table.
    pub fn of_pieces(options: PieceOptions, tables: TableSet) -> Result<Self, SolverError> {
        Ok(Self::Pieces(Box::new(PieceSolver::new(options, tables)?)))
    }

    /// A solver for stickers.
    pub fn of_stickers(options: StickerOptions, executor: &dyn Executor) -> Self {
        Self::Stickers(Box::new(StickerSolver::new(options, executor)))
    }

    /// What a door was configured for, with these bounds and a goal.
    pub(super) fn of_spec(spec: &SearchSpec, bounds: TableSet, query: SearchQuery, executor: &dyn Executor) -> Self {
        let SearchSpec { metric, size, kind, by_pieces, .. } = spec;
        if *by_pieces {
            let options = PieceOptions { query, ..PieceOptions::new(*metric) };
            return Self::of_pieces(options, bounds).expect("the default options fit any tables");
        }
        let set = MoveSet { size: *size, kind: *kind, metric: *metric };
        Self::of_stickers(StickerOptions { set, query, ..StickerOptions::new(*size, *kind) }, executor)
    }

    /// Searches a cube on the workers of the executor, and together with a team if there is one.
    ///
    /// # Panics
    /// If the cube is of another size, or a solution does not solve it: never an answer.
    pub fn search(
        &self,
        cube: &Cube,
        control: &Control<'_>,
        executor: &dyn Executor,
        team: Option<&Team<'_>>,
    ) -> Outcome<Turn> {
        match self {
            Self::Pieces(solver) => {
                let cube = cube.pieces().expect("a 3x3x3 by its pieces");
                in_turns(match team {
                    Some(team) => solver.solve_together(cube, control, executor, team),
                    None => solver.solve(cube, control, executor),
                })
            }
            Self::Stickers(solver) => match team {
                Some(team) => solver.solve_together(&cube.stickers(), control, executor, team),
                None => solver.solve(&cube.stickers(), control, executor),
            },
        }
    }

    /// As [`search`](Self::search), and saves the search on the way.
    ///
    /// # Errors
    /// If the search is of a kind that is not saved, or what was saved is of another search or damaged.
    pub fn search_saved(
        &self,
        cube: &Cube,
        control: &Control<'_>,
        executor: &dyn Executor,
        saving: &Saving<'_>,
    ) -> Result<Outcome<Turn>, CheckpointError> {
        match self {
            Self::Pieces(solver) => {
                let cube = cube.pieces().expect("a 3x3x3 by its pieces");
                solver.solve_saved(cube, control, executor, saving).map(in_turns)
            }
            Self::Stickers(_) => Err(CheckpointError::Unsupported("by stickers".to_owned())),
        }
    }

    /// The search of the 3x3x3 by its pieces.
    pub fn pieces(&self) -> Option<&PieceSolver> {
        match self {
            Self::Pieces(solver) => Some(solver),
            Self::Stickers(_) => None,
        }
    }

    /// The search by stickers.
    pub fn stickers(&self) -> Option<&StickerSolver> {
        match self {
            Self::Pieces(_) => None,
            Self::Stickers(solver) => Some(solver),
        }
    }

    /// The metric.
    pub fn metric(&self) -> MetricKind {
        match self {
            Self::Pieces(solver) => solver.options().metric,
            Self::Stickers(solver) => solver.options().set.metric,
        }
    }

    /// What is searched for.
    pub fn query(&self) -> &SearchQuery {
        match self {
            Self::Pieces(solver) => &solver.options().query,
            Self::Stickers(solver) => &solver.options().query,
        }
    }

    /// Which move may follow which.
    pub fn automaton(&self) -> &Automaton {
        match self {
            Self::Pieces(solver) => &solver.options().automaton,
            Self::Stickers(solver) => solver.automaton(),
        }
    }

    /// How subtrees are handed to workers.
    pub fn scheduler(&self) -> Scheduler {
        match self {
            Self::Pieces(solver) => solver.options().scheduler,
            Self::Stickers(solver) => solver.options().scheduler,
        }
    }
}

/// The same outcome in turns of layers.
pub(super) fn in_turns(outcome: Outcome<Move>) -> Outcome<Turn> {
    outcome.map(|word| word.into_iter().map(|m| Turn::outer(m.face(), m.quarters())).collect())
}
