//! Questions about a puzzle that are about whole cubes: their tables answer them.

use super::{SolveError, Solver};
use crate::cube::{CubeInDefinition, Cubies};
use crate::nxn::Turn;
use crate::plan::{Plan, SearchQuery};
use crate::puzzle::{MoveIndex, Position, Question};
use crate::search::{Control, Executor, Outcome};

/// The goals of a question about a 3x3x3, by face turns alone, each of which is one position of all its pieces: the last
/// layer up to a turn, for example.
pub struct WholeCubes {
    cube: CubeInDefinition,
    targets: Vec<Position>,
    turns: Vec<Turn>,
}

impl WholeCubes {
    /// The cubes of a question, if it is about such.
    pub fn of(question: &Question) -> Option<Self> {
        let cube = CubeInDefinition::of(&question.definition().shape, question.moves())?;
        let targets = question.goal().targets().to_vec();
        let is_whole = targets.iter().all(|target| cube.cube(target, &targets[0]).is_some());
        let has_rules = !question.illegal().is_empty();
        let turns = cube.moves().iter().map(|m| Turn::outer(m.face(), m.quarters())).collect();
        (is_whole && !has_rules).then_some(Self { cube, targets, turns })
    }

    /// The plan of a solver of cubes that answers the query: one in the usual way.
    pub fn plan(&self, query: SearchQuery) -> Plan {
        let plan = Plan::new(self.cube.metric());
        let max_depth = query.max_depth.min(plan.puzzle.max_depth(query.slack));
        plan.with_query(SearchQuery { max_depth, ..query })
    }

    /// Searches a position with a solver that was opened with [`plan`](Self::plan), until one of the goals is reached.
    ///
    /// # Errors
    /// If a default table is damaged or cannot be built.
    pub fn search(
        &self,
        solver: &Solver,
        start: &Position,
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<MoveIndex>, SolveError> {
        let cubes: Vec<Cubies> = self.targets.iter().filter_map(|target| self.cube.cube(start, target)).collect();
        let outcome = solver.search_several(&cubes, control, executor)?;
        let index = |turn: &Turn| {
            MoveIndex::new(self.turns.iter().position(|known| known == turn).expect("all face turns are moves"))
        };
        Ok(outcome.map(|solution| solution.iter().map(index).collect()))
    }
}
