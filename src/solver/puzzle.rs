//! Any puzzle by its definition: the door to the general core.

use super::checkpoint;
use super::error::SolveError;
use super::found::FoundSolutions;
use super::query::Query;
use super::solution::Statistics;
use super::{BestSoFar, QuestionSolver};
use crate::backend::Threads;
use crate::plan::Puzzle;
use crate::puzzle::{MoveIndex, Moves, Questions, Start};
use crate::record::{AnswerRecord, ErrorRecord, SearchRecord};
use crate::search::{StopReason, Workers};
use std::fmt;

/// Answers [`Questions`] for one start after the other: the cheapest way from a position of a puzzle to a goal.
///
/// ```
/// use cubepdb::puzzles::{Goal, Moves, Powers, PuzzleSolver, Question, builtin};
///
/// let cube = builtin("3x3x3").expect("it is built in");
/// let moves = Moves::read(&cube, "R,U", Powers::All)?;
/// let goal = Goal::solved(&cube);
/// let solver = PuzzleSolver::builder(Question::new(cube, moves, goal)?).open()?;
/// let solution = solver.solve(&solver.questions().start(None, "R U R' U R U2 R'")?)?;
/// assert_eq!(solution.to_string(), "R U2 R' U' R U' R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleSolver {
    pub(super) solver: QuestionSolver,
    /// The names of the tables of files.
    pub(super) names: Vec<String>,
    pub(super) threads: Threads,
    pub(super) workers: usize,
}

/// The cheapest solutions of a position.
#[derive(Clone, Debug)]
pub struct PuzzleSolution {
    moves: Moves,
    reached: Vec<String>,
    solutions: Vec<Vec<MoveIndex>>,
    lower_bound: u8,
    incomplete: Option<StopReason>,
    statistics: Statistics,
}

impl PuzzleSolver {
    /// The question, or one for each goal where several are of different pieces.
    pub fn questions(&self) -> &Questions {
        self.solver.questions()
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.workers
    }

    /// Memory that tables take so far, in bytes, without those of cubes. They grow while positions are searched.
    pub fn bytes(&self) -> u64 {
        self.solver.by_definition().bytes()
    }

    /// Finds the cheapest solutions of a start, as [`Questions::start`] or
    /// [`Question::start`](crate::puzzles::Question::start) returns it.
    ///
    /// # Errors
    /// If the goal cannot be reached, there is no solution within the greatest cost, which is proven, a table of cubes
    /// cannot be used, or the start is of another puzzle.
    pub fn solve(&self, start: impl Into<Start>) -> Result<PuzzleSolution, SolveError> {
        self.run(start, &Query::new())
    }

    /// Answers a query about a start: lengths are costs. Tables that queries make stay, so the same one may take fewer
    /// nodes the next time; counts of completed lengths are the same on any number of threads.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), if the query's limit is reached first, and if a checkpoint that is asked for cannot
    /// be written, is of another search, or there are several questions.
    pub fn run(&self, start: impl Into<Start>, query: &Query<'_>) -> Result<PuzzleSolution, SolveError> {
        let mut asked = query.search_query(self.solver.plan());
        asked.max_depth = asked.max_depth.min(Puzzle::MOST_COST);
        let start = start.into();
        if !self.questions().have(&start) {
            return Err(SolveError::OtherStart);
        }
        let start = self.questions().reaching(start).map_err(|reason| SolveError::Unreachable { reason })?;
        let good = |longest, is_exact| self.solver.best_so_far(&start, &query.query, longest, is_exact);
        let found = query.answered(good, BestSoFar::in_place_of_none_by_moves, |control| {
            let outcome = match &query.checkpoint {
                Some(path) => checkpoint::saved(path, query, None, |saving| {
                    let control = control();
                    let workers = Workers::new(&control, &self.threads);
                    self.solver.by_definition().solve_saved(&start, &asked, &workers, saving)
                })?,
                None => self.solver.solve(&start, &asked, control(), &self.threads)?,
            };
            Ok((outcome, SearchRecord::of_plan(None, self.solver.plan(), None, 1)))
        })?;
        let moves = self.questions().moves().clone();
        let reached = self.questions().reached(&start, &found.solutions[0]);
        let FoundSolutions { solutions, lower_bound, incomplete, statistics } = found;
        Ok(PuzzleSolution { moves, reached, solutions, lower_bound, incomplete, statistics })
    }

    /// The record of the answer to a start, with the text of its moves and that of the goal.
    ///
    /// # Errors
    /// If there is no answer, because something is wrong with the query or with this machine.
    pub fn record<'a>(
        &self,
        start: &str,
        goal: &str,
        answer: Result<&PuzzleSolution, &'a SolveError>,
    ) -> Result<AnswerRecord, &'a SolveError> {
        let plan = self.solver.plan();
        let mut blank = AnswerRecord::about_puzzle(start.as_bytes(), plan, goal, self.workers);
        blank.tables = [self.names.clone(), self.solver.tables_of_cubes()].concat();
        match answer {
            Ok(found) => {
                let PuzzleSolution { moves, reached, solutions, lower_bound, incomplete, statistics } = found;
                let record = statistics.written_to(blank);
                Ok(record.solved_puzzle(moves, solutions, *incomplete, *lower_bound).reaching(reached.clone()))
            }
            Err(error @ SolveError::Unreachable { .. }) => {
                Ok(AnswerRecord { error: Some(ErrorRecord::unreachable(error.to_string())), ..blank })
            }
            Err(error) => error.record(|_| blank),
        }
    }
}

impl PuzzleSolution {
    /// The moves of the first solution.
    pub fn moves(&self) -> &[MoveIndex] {
        &self.solutions[0]
    }

    /// The names of the goals that the first solution reaches, such as `cross:U`, where there are several.
    pub fn reached(&self) -> &[String] {
        &self.reached
    }

    /// All solutions that were asked for, the cheapest first.
    pub fn all(&self) -> &[Vec<MoveIndex>] {
        &self.solutions
    }

    /// No solution is cheaper than this; proven.
    pub fn lower_bound(&self) -> u8 {
        self.lower_bound
    }

    /// Returns whether no solution is cheaper than the first one: always, but of a search for
    /// [good solutions](crate::Query::anytime) that was stopped.
    pub fn is_optimal(&self) -> bool {
        self.cost() <= u32::from(self.lower_bound)
    }

    /// The limit that ended the search for more solutions, or for the first of several, if any.
    pub fn incomplete(&self) -> Option<StopReason> {
        self.incomplete
    }

    /// The cost of the search.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The cost of the first solution.
    pub fn cost(&self) -> u32 {
        self.moves.cost(self.moves())
    }
}

impl fmt::Debug for PuzzleSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.solver.plan();
        f.debug_struct("PuzzleSolver").field("plan", plan).field("threads", &self.workers).finish_non_exhaustive()
    }
}

/// Displays the first solution.
impl fmt::Display for PuzzleSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moves.sequence(self.moves().iter().copied()))
    }
}
