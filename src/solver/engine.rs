//! The seam between the door and the search: the one place that knows both.

use super::bounded_space::BoundedSpace;
use super::{Heuristic, SearchSpec};
use crate::cube::{Cubies, MetricKind, Move};
use crate::notation::Cube;
use crate::nxn::{MoveSet, Turn};
use crate::prune::Automaton;
use crate::prune::table::TableStatistics;
use crate::search::{
    Answer, CheckpointError, Control, Executor, LayerOptions, LayerSolver, Method, OneSidedKernel, Outcome, Saving,
    Scheduler, SearchQuery, Solver, SolverError, SolverOptions, TableNode, TableSet, Team, solve,
};
use std::sync::Arc;

/// What searches cubes: the 3x3x3 by its pieces, or any size by its stickers. Its moves are turns of layers in either case.
pub struct Engine {
    kind: Kind,
    own: Vec<Arc<dyn Heuristic>>,
}

enum Kind {
    Pieces(Box<Solver>),
    Stickers(Box<LayerSolver>),
}

impl Engine {
    /// An engine for the pieces of the 3x3x3.
    ///
    /// # Errors
    /// If the options contradict each other or the tables, or there is no memory for the transposition table.
    pub fn of_pieces(options: SolverOptions, tables: TableSet) -> Result<Self, SolverError> {
        Ok(Self { kind: Kind::Pieces(Box::new(Solver::new(options, tables)?)), own: Vec::new() })
    }

    /// An engine for stickers.
    pub fn of_stickers(options: LayerOptions, executor: &dyn Executor) -> Self {
        Self { kind: Kind::Stickers(Box::new(LayerSolver::new(options, executor))), own: Vec::new() }
    }

    /// What a door was configured for, and a goal.
    pub(super) fn of_spec(spec: &SearchSpec, query: SearchQuery, executor: &dyn Executor) -> Self {
        let SearchSpec { metric, size, kind, by_pieces, bounds, own } = spec;
        if *by_pieces {
            let options = SolverOptions { query, ..SolverOptions::new(*metric) };
            let engine = Self::of_pieces(options, bounds.clone()).expect("the default options fit any tables");
            return Self { own: own.clone(), ..engine };
        }
        let set = MoveSet { size: *size, kind: *kind, metric: *metric };
        Self::of_stickers(LayerOptions { set, query, ..LayerOptions::new(*size, *kind) }, executor)
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
        match &self.kind {
            Kind::Pieces(solver) => {
                let cube = cube.pieces().expect("a 3x3x3 by its pieces");
                let outcome = match team {
                    Some(team) => solver.solve_together(cube, control, executor, team),
                    None if !self.own.is_empty() => self.search_bounded(solver, cube, control, executor),
                    None => solver.solve(cube, control, executor),
                };
                in_turns(outcome)
            }
            Kind::Stickers(solver) => match team {
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
        match &self.kind {
            Kind::Pieces(solver) if self.own.is_empty() => {
                let cube = cube.pieces().expect("a 3x3x3 by its pieces");
                solver.solve_saved(cube, control, executor, saving).map(in_turns)
            }
            Kind::Pieces(_) => Err(CheckpointError::Unsupported("with own heuristics".to_owned())),
            Kind::Stickers(_) => Err(CheckpointError::Unsupported("by stickers".to_owned())),
        }
    }

    /// The search from one end with the bounds of the tables and those of the user.
    fn search_bounded(
        &self,
        solver: &Solver,
        cube: &Cubies,
        control: &Control<'_>,
        executor: &dyn Executor,
    ) -> Outcome<Move> {
        let options = solver.options();
        let space = BoundedSpace::new(&solver.tables, &solver.turns, &self.own);
        let root = TableNode::of(cube);
        let method = Method {
            automaton: &options.automaton,
            duplicates: None,
            kernel: OneSidedKernel::default(),
            scheduler: Scheduler::default(),
            lengths: solver.lengths(cube, crate::search::Space::bound(&space, &root)),
        };
        let outcome = solve(&space, root, &method, &options.query, control, executor);
        let outcome = outcome.map(|word| options.alphabet.word(&word));
        if let Answer::Solved(words) = &outcome.answer {
            let solves = |word: &Vec<Move>| cube.then(&Cubies::after(word)) == Cubies::SOLVED;
            assert!(words.iter().all(solves), "a solution does not solve the cube");
        }
        outcome
    }

    /// The search of the 3x3x3 by its pieces.
    pub fn pieces(&self) -> Option<&Solver> {
        match &self.kind {
            Kind::Pieces(solver) => Some(solver),
            Kind::Stickers(_) => None,
        }
    }

    /// The search by stickers.
    pub fn stickers(&self) -> Option<&LayerSolver> {
        match &self.kind {
            Kind::Pieces(_) => None,
            Kind::Stickers(solver) => Some(solver),
        }
    }

    /// The metric.
    pub fn metric(&self) -> MetricKind {
        match &self.kind {
            Kind::Pieces(solver) => solver.options().metric,
            Kind::Stickers(solver) => solver.options().set.metric,
        }
    }

    /// What is searched for.
    pub fn query(&self) -> &SearchQuery {
        match &self.kind {
            Kind::Pieces(solver) => &solver.options().query,
            Kind::Stickers(solver) => &solver.options().query,
        }
    }

    /// Which move may follow which.
    pub fn automaton(&self) -> &Automaton {
        match &self.kind {
            Kind::Pieces(solver) => &solver.options().automaton,
            Kind::Stickers(solver) => solver.automaton(),
        }
    }

    /// How subtrees are handed to workers.
    pub fn scheduler(&self) -> Scheduler {
        match &self.kind {
            Kind::Pieces(solver) => solver.options().scheduler,
            Kind::Stickers(solver) => solver.options().scheduler,
        }
    }

    /// What the transposition table did for all cubes so far, if there is one.
    pub fn table_statistics(&self) -> Option<TableStatistics> {
        self.pieces().and_then(Solver::table_statistics)
    }
}

fn in_turns(outcome: Outcome<Move>) -> Outcome<Turn> {
    outcome.map(|word| word.into_iter().map(|m| Turn::outer(m.face(), m.quarters())).collect())
}
