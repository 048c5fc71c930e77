//! Questions about a puzzle that are about a whole cube: its tables answer the long ones.

use super::by_face_turns::ByFaceTurns;
use super::{SolveError, Solver};
use crate::cube::Metric;
use crate::notation::Cube;
use crate::nxn::Size;
use crate::pdb::TableKind;
use crate::plan::{Engine, Plan, SearchQuery};
use crate::puzzle::{MoveIndex, Position, Question};
use crate::search::{Answer, Control, Executor, OrbitSolver, Outcome, Workers};

/// The 3x3x3 in a question about it: by face turns alone, with one goal, which is a position of all pieces. The tables
/// of cubes then answer what the search of any puzzle would take too long for.
pub struct WholeCube {
    cube: ByFaceTurns,
    /// The longest solutions that the search of any puzzle looks for.
    short: u8,
}

impl WholeCube {
    /// The longest solutions that the search of any puzzle looks for: its perimeter finds them in a second or less,
    /// before a table of cubes is loaded or built.
    const SHORT: u8 = 12;

    /// The same where an H48 table is in memory.
    const SHORT_WITH_TABLE: u8 = 6;

    /// The cube of a question, if it is about one.
    pub fn of(question: &Question) -> Option<Self> {
        let [target] = question.goal().targets() else { return None };
        let cube = ByFaceTurns::of(&question.definition().shape, question.moves())?;
        let is_whole = cube.cube(target, target).is_some() && question.illegal().is_empty();
        is_whole.then_some(Self { cube, short: Self::SHORT })
    }

    /// The metric of its moves.
    pub fn metric(&self) -> Metric {
        self.cube.metric()
    }

    /// The plan of a solver of cubes that answers the query, in the usual way.
    pub fn plan(&self, query: &SearchQuery) -> Plan {
        let plan = Plan::new(self.metric());
        let max_depth = query.max_depth.min(plan.puzzle.max_depth(query.slack));
        plan.with_query(SearchQuery { max_depth, ..*query })
    }

    /// Returns whether a solver of cubes has the metric and the moves of this one, can begin with any length, and has
    /// no bounds of its user, which may be wrong.
    pub fn fits(&self, whole: &Solver) -> bool {
        whole.size() == Size::THREE
            && whole.metric() == self.metric()
            && !whole.plan().is_by_stickers()
            && !matches!(whole.plan().engine, Engine::BreadthFirst { .. })
            && whole.own.is_empty()
    }

    /// The longest solutions that the search of any puzzle looks for beside a solver of cubes: with a table that is
    /// there, it finds all but the shortest sooner.
    pub fn short_beside(&self, whole: &Solver) -> u8 {
        let has_table = whole.tables().iter().any(|table| matches!(table.spec().kind, TableKind::H48(_)));
        if has_table { self.short.min(Self::SHORT_WITH_TABLE) } else { self.short }
    }

    /// Searches a position: short solutions as any puzzle's, and longer ones with a solver of cubes that
    /// [`fits`](Self::fits).
    ///
    /// # Errors
    /// If a default table is damaged, cannot be built, or was changed during the search.
    ///
    /// # Panics
    /// If a solution does not lead to the goal: a fault of this program or of a table, never an answer.
    pub fn search(
        &self,
        any: &OrbitSolver,
        whole: &Solver,
        (start, query): (&Position, &SearchQuery),
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<MoveIndex>, SolveError> {
        let most = self.short_beside(whole);
        let short = SearchQuery { max_depth: query.max_depth.min(most), ..*query };
        let mut first = any.solve(start, &short, &Workers::new(&control, executor));
        let longest = match &first.answer {
            Answer::Solved(solutions) if query.all => (solutions[0].len() as u8).saturating_add(query.slack),
            Answer::NoSolution => u8::MAX,
            Answer::Solved(_) | Answer::Stopped(_) => 0,
        };
        let is_over = first.incomplete.is_some() || longest.min(query.max_depth) <= most;
        let target = &any.question().goal().targets()[0];
        let Some(cube) = self.cube.cube(start, target).filter(|_| !is_over) else { return Ok(first) };
        let from = match first.answer {
            Answer::NoSolution => first.lower_bound,
            // Those beyond the short ones are searched with them.
            _ => 0,
        };
        let query = self.plan(query).query;
        let found = whole.search(&Cube::from(cube), query, from, control, executor)?;
        let mut found = any.checked(start, found.map(|solution| self.cube.moves(&solution)));
        first.iterations.retain(|iteration| iteration.bound < from);
        found.iterations.splice(0..0, first.iterations);
        Ok(found)
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

    fn question(list: &str, powers: Powers) -> Arc<Question> {
        let definition = builtin("3x3x3").unwrap();
        let moves = Moves::read(&definition, list, powers).unwrap();
        Arc::new(Question::new(definition.clone(), moves, Goal::solved(&definition)).unwrap())
    }

    /// Whatever part of the search finds them.
    #[test]
    fn whole_cubes_have_the_solutions_that_the_definition_has() {
        let threads = Threads::new(2).unwrap();
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
        let control = || Control::new(Limits::default(), &monitor, &interrupt);
        let usual = SearchQuery { max_depth: 20, ..SearchQuery::default() };
        let all = SearchQuery { all: true, ..usual };
        let mut went_on = 0;
        for powers in [Powers::All, Powers::Steps] {
            let question = question("U,R,F,D,L,B", powers);
            for query in [usual, all, SearchQuery { slack: 1, ..all }, SearchQuery { max_depth: 3, ..usual }] {
                let plan = Plan::of(Puzzle::Defined(question.clone())).with_query(query);
                let any = OrbitSolver::new(plan, question.clone()).unwrap();
                let usual = WholeCube::of(&question).unwrap();
                let solver = Solver::builder().plan(usual.plan(&query)).no_tables().open().unwrap();
                for short in [0, 2, 4, WholeCube::SHORT] {
                    let cube = WholeCube { short, ..WholeCube::of(&question).unwrap() };
                    for moves in ["", "U", "R U F", "R U D' L F", "D U' R U"] {
                        let start = question.start(None, moves).unwrap();
                        let expected = any.solve(&start, &query, &Workers::new(&control(), &threads));
                        let found = cube.search(&any, &solver, (&start, &query), control(), &threads).unwrap();
                        assert_eq!(found.lower_bound, expected.lower_bound, "{moves}, {short}, {query:?}");
                        assert_eq!(lengths(&found), lengths(&expected), "{moves}, {short}, {query:?}");
                        went_on += u32::from(found.iterations.iter().any(|iteration| iteration.bound > short));
                    }
                }
            }
        }
        assert!(went_on > 20, "{went_on}");
    }

    fn lengths<M>(outcome: &Outcome<M>) -> Option<Vec<usize>> {
        assert!(outcome.incomplete.is_none());
        match &outcome.answer {
            Answer::Solved(solutions) => Some(solutions.iter().map(Vec::len).collect()),
            _ => None,
        }
    }

    /// With a longest length below those of the cube, the second part is searched where it is short as well.
    #[test]
    fn a_search_that_goes_on_begins_where_the_first_part_ended() {
        let threads = Threads::new(2).unwrap();
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
        let control = || Control::new(Limits::default(), &monitor, &interrupt);
        let question = question("U,R,F,D,L,B", Powers::All);
        let cube = WholeCube::of(&question).unwrap();
        let solver = Solver::builder().plan(cube.plan(&SearchQuery::default())).no_tables().open().unwrap();
        let start = question.start(None, "R U F").unwrap();
        let pieces = Cube::from(cube.cube.cube(&start, &question.goal().targets()[0]).unwrap());
        let found = solver.search(&pieces, solver.plan().query, 3, control(), &threads).unwrap();
        assert_eq!((lengths(&found), found.iterations[0].bound), (Some(vec![3]), 3));
    }

    #[test]
    fn questions_about_other_things_are_not_about_whole_cubes() {
        assert!(WholeCube::of(&question("U,R,F", Powers::All)).is_none());
        let definition = builtin("3x3x3").unwrap();
        let goal = Goal::of_pieces(&definition, "EDGES:4-7").unwrap();
        let moves = Moves::of(&definition, Powers::All).unwrap();
        assert!(WholeCube::of(&Question::new(definition, moves, goal).unwrap()).is_none());
    }
}
