//! The seam between the door and the search: the one place that knows both.

use crate::cube::{Cubies, FaceTurn};
use crate::notation::Cube;
use crate::nxn::Move;
use crate::plan::{Plan, SearchQuery};
use crate::prune::Automaton;
use crate::search::{
    CheckpointError, Outcome, PieceSolver, Prepared, Saving, SolverError, StickerSolver, TableSet, Workers,
};

/// A plan that is ready to be opened: with an automaton, if pieces are searched.
#[derive(Clone, Debug)]
pub(super) enum ReadyPlan {
    /// The 3x3x3 by its pieces.
    Pieces(Box<Prepared>),
    /// Any size by its stickers.
    Stickers(Plan),
}

impl ReadyPlan {
    /// The plan.
    pub fn plan(&self) -> &Plan {
        match self {
            Self::Pieces(prepared) => &prepared.plan,
            Self::Stickers(plan) => plan,
        }
    }

    /// The same search for the answers to another query.
    pub(super) fn with_query(&self, query: SearchQuery) -> Self {
        let mut search = self.clone();
        match &mut search {
            Self::Pieces(prepared) => prepared.plan.query = query,
            Self::Stickers(plan) => plan.query = query,
        }
        search
    }
}

impl From<Plan> for ReadyPlan {
    /// # Panics
    /// If the automaton has to be learned or read first, see [`Prepared::with_automaton`].
    fn from(plan: Plan) -> Self {
        if plan.is_by_stickers() { Self::Stickers(plan) } else { Prepared::new(plan).into() }
    }
}

impl From<Prepared> for ReadyPlan {
    fn from(prepared: Prepared) -> Self {
        Self::Pieces(Box::new(prepared))
    }
}

/// A solver of cubes: of the 3x3x3 by its pieces, or any size by its stickers. Its moves are turns of layers in either
/// case.
pub enum CubeSolver {
    /// The 3x3x3 by its pieces.
    Pieces(Box<PieceSolver>),
    /// Any size by its stickers.
    Stickers(Box<StickerSolver>),
}

impl CubeSolver {
    /// A solver for a plan, with these lower bounds.
    ///
    /// # Errors
    /// If the parts of the plan contradict each other or the bounds, or there is no memory for the transposition table.
    pub(super) fn new(search: ReadyPlan, bounds: TableSet) -> Result<Self, SolverError> {
        Ok(match search {
            ReadyPlan::Pieces(prepared) => Self::Pieces(Box::new(PieceSolver::new(*prepared, bounds)?)),
            ReadyPlan::Stickers(plan) => Self::Stickers(Box::new(StickerSolver::new(plan)?)),
        })
    }

    /// Finds the shortest solutions of a cube.
    ///
    /// # Panics
    /// If the cube is of another size, or a solution does not solve it: never an answer.
    pub fn solve(&self, cube: &Cube, workers: &Workers<'_>) -> Outcome<Move> {
        match self {
            Self::Pieces(solver) => in_turns(solver.solve(pieces(cube), workers)),
            Self::Stickers(solver) => solver.solve(&cube.stickers(), workers),
        }
    }

    /// As [`solve`](Self::solve), and saves the search on the way.
    ///
    /// # Errors
    /// If the search is of a kind that is not saved, or what was saved is of another search or damaged.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn solve_saved(
        &self,
        cube: &Cube,
        workers: &Workers<'_>,
        saving: &Saving<'_>,
    ) -> Result<Outcome<Move>, CheckpointError> {
        match self {
            Self::Pieces(solver) => solver.solve_saved(pieces(cube), workers, saving).map(in_turns),
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

    /// The rules about successive moves.
    pub fn automaton(&self) -> &Automaton {
        match self {
            Self::Pieces(solver) => &solver.prepared().automaton,
            Self::Stickers(solver) => solver.automaton(),
        }
    }
}

fn pieces(cube: &Cube) -> &Cubies {
    cube.pieces().expect("a 3x3x3 by its pieces")
}

/// The same outcome in turns of layers.
pub(super) fn in_turns(outcome: Outcome<FaceTurn>) -> Outcome<Move> {
    outcome.map(|word| word.into_iter().map(|m| Move::outer(m.face(), m.quarters())).collect())
}
