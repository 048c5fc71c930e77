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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Threads;
    use crate::plan::Puzzle;
    use crate::puzzle::{Goal, Moves, Powers, builtin};
    use crate::search::{Answer, Limits, Monitor, OrbitSolver};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// The last layer up to a turn, by these moves.
    fn question(list: &str, powers: Powers) -> Arc<Question> {
        let definition = builtin("3x3x3").unwrap();
        let moves = Moves::read(&definition, list, powers).unwrap();
        let turn = definition.named("U").unwrap().transformation.clone();
        let goal = Goal::solved(&definition).up_to(&[turn]).unwrap();
        Arc::new(Question::new(definition, moves, goal).unwrap())
    }

    #[test]
    fn whole_cubes_have_the_solutions_that_the_definition_has() {
        let threads = Threads::new(2).unwrap();
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
        let control = || Control::new(Limits::default(), &monitor, &interrupt);
        let usual = SearchQuery { max_depth: 6, ..SearchQuery::default() };
        let all = SearchQuery { all: true, ..usual };
        for powers in [Powers::All, Powers::Steps] {
            let question = question("U,R,F,D,L,B", powers);
            let cubes = WholeCubes::of(&question).unwrap();
            let plan = Plan::of(Puzzle::Defined(question.clone()));
            for query in [usual, all, SearchQuery { slack: 1, ..all }, SearchQuery { max_depth: 3, ..usual }] {
                let solver = Solver::builder().search(cubes.plan(query)).no_tables().open().unwrap();
                let plain = OrbitSolver::new(plan.clone().with_query(query), question.clone()).unwrap();
                for moves in ["", "U", "R U R'", "F R U R' U' F'", "R U D' L F", "D U2 R2 D", "R L U D F B"] {
                    let start = question.start(None, moves).unwrap();
                    let found = cubes.search(&solver, &start, control(), &threads).unwrap();
                    let found = plain.checked(&start, found);
                    let expected = plain.solve(&start, &control(), &threads);
                    assert_eq!(found.lower_bound, expected.lower_bound, "{moves}, {query:?}");
                    let lengths = |outcome: &Outcome<MoveIndex>| match &outcome.answer {
                        Answer::Solved(solutions) => Some(solutions.iter().map(Vec::len).collect::<Vec<_>>()),
                        _ => None,
                    };
                    assert_eq!(lengths(&found), lengths(&expected), "{moves}, {query:?}");
                    assert!(found.incomplete.is_none());
                }
            }
        }
    }

    #[test]
    fn questions_about_other_things_are_not_about_whole_cubes() {
        assert!(WholeCubes::of(&question("U,R,F", Powers::All)).is_none());
        let definition = builtin("3x3x3").unwrap();
        let goal = Goal::of_pieces(&definition, "EDGES:4-7").unwrap();
        let moves = Moves::of(&definition, Powers::All).unwrap();
        assert!(WholeCubes::of(&Question::new(definition, moves, goal).unwrap()).is_none());
    }
}
