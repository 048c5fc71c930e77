//! The search for the answers to a question, by whichever way finds them first.

use super::by_face_turns::ByFaceTurns;
use super::{BestSoFar, SolveError, Solver, WholeCube};
use crate::plan::{Plan, SearchQuery};
use crate::puzzle::{MoveIndex, Questions, Start};
use crate::search::{AlternativeSolver, Control, Executor, Outcome, Workers};
use std::sync::{Arc, OnceLock};

/// Answers a question by the definition of its puzzle, and goes on with a solver of cubes where it is about a whole
/// one.
pub struct QuestionSolver {
    by_definition: AlternativeSolver,
    whole: Option<(WholeCube, Arc<Solver>)>,
    /// The 3x3x3 by all its face turns, if the questions are about it: found out when it is first asked for.
    face_turns: OnceLock<Option<Arc<ByFaceTurns>>>,
}

impl QuestionSolver {
    /// A solver by the definition and, for the same question, with the tables of cubes.
    ///
    /// # Panics
    /// If there are several questions and tables of cubes, or the solver of these does not [fit](WholeCube::fits).
    pub fn new(by_definition: AlternativeSolver, whole: Option<(WholeCube, Arc<Solver>)>) -> Self {
        if let Some((cube, solver)) = &whole {
            let is_single = by_definition.single().is_some();
            assert!(is_single && cube.fits(solver), "a solver of other cubes than those of the question");
        }
        Self { by_definition, whole, face_turns: OnceLock::new() }
    }

    /// The search by the definition.
    pub fn by_definition(&self) -> &AlternativeSolver {
        &self.by_definition
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        self.by_definition.solvers()[0].plan()
    }

    /// The question, or one for each goal.
    pub fn questions(&self) -> &Questions {
        self.by_definition.questions()
    }

    /// The cube and its solver, if there is one.
    pub fn whole(&self) -> Option<&(WholeCube, Arc<Solver>)> {
        self.whole.as_ref()
    }

    /// The names of the tables of cubes so far.
    pub fn tables_of_cubes(&self) -> Vec<String> {
        self.whole().map(|(_, cubes)| cubes.loaded().names()).unwrap_or_default()
    }

    /// No good solution so far, see [`BestSoFar::new`]; `None` if the questions are not about a 3x3x3 by all its face
    /// turns, or not all pieces of the start are known.
    pub fn best_so_far(
        &self,
        start: &Start,
        query: &SearchQuery,
        longest: Option<u8>,
        exact: bool,
    ) -> Option<BestSoFar> {
        let questions = self.questions();
        let find = || ByFaceTurns::of(&questions.definition().shape, questions.moves()).map(Arc::new);
        let cube = self.face_turns.get_or_init(find).as_ref()?;
        BestSoFar::of_questions(cube, (questions, start), query, longest, exact)
    }

    /// Finds the cheapest solutions of a start, as [`AlternativeSolver::solve`] does. The tables of cubes come when
    /// they come, so they take no part where the work must be the same each time, or be as much as is asked for.
    ///
    /// # Errors
    /// If a table of cubes is damaged, cannot be built, or was changed during the search.
    ///
    /// # Panics
    /// If a solution does not lead to the goal: a fault of this program or of a table, never an answer.
    pub fn solve(
        &self,
        start: &Start,
        query: &SearchQuery,
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<MoveIndex>, SolveError> {
        let whole = self.whole().filter(|_| !query.deterministic && !control.counts_nodes());
        let Some(((cube, cubes), any)) = whole.zip(self.by_definition.single()) else {
            return Ok(self.by_definition.solve(start, query, &Workers::new(&control, executor)));
        };
        let outcome = cube.search(any, cubes, (start.single(), query), control, executor)?;
        match cubes.changed() {
            Some(path) => Err(SolveError::TableChanged { path }),
            None => Ok(outcome),
        }
    }
}
