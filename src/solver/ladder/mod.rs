//! Default tables as a ladder: a search begins without any, and goes on with better ones if it lasts.
//!
//! Each length that was proven impossible stays so whatever the bounds were, so a search can change its tables between
//! two lengths, or in the midst of one that it then begins again. Tables are brought into memory beside the search.
//! They are built when the search has taken as long as the build will take (the ski-rental rule: at most twice the time
//! of the best choice made in hindsight), and while a table is built the searches wait, so that it gets all threads.
//! That wait counts against time limits, and no build is begun that takes longer than they leave.

mod shared;

use self::shared::{Searching, Shared};
use super::cube_solver::in_turns;
use crate::cube::{FaceTurn, Metric};
use crate::notation::Cube;
use crate::nxn::Move;
use crate::plan::{SearchQuery, Strategy};
use crate::search::{Answer, Control, Executor, IterationReport, Outcome, PieceSolver, Prepared, TableSet, Workers};
use crate::tables::{LoadedTables, TableError, TableEvent, TableSelection};
use std::path::PathBuf;
use std::sync::Arc;

/// Solutions up to this length are searched for before any table is looked for: of half turns, of quarter turns. Some
/// ten milliseconds on two cores.
const QUICK: [u8; 2] = [6, 7];

/// Why a solver of a ladder can always be made.
const ANYTHING_GOES: &str = "nothing is asked for that some tables could not do";

/// Options of a ladder.
pub struct LadderOptions {
    /// The search to run.
    pub search: Prepared,
    /// Where default tables are found and built.
    pub tables: TableSelection,
    /// Threads that build a table.
    pub threads: usize,
    /// Cubes that are known to be waiting: the more there are, the sooner a large table pays.
    pub cubes: usize,
}

/// Is told what happens to tables, from another thread.
pub type Observer = Box<dyn FnMut(TableEvent<'_>) + Send>;

/// Solves cubes with the best default tables that are in memory, and brings better ones there while searches last.
pub struct Ladder {
    /// Searches for short solutions, without tables.
    quick: PieceSolver,
    /// The longest of them.
    up_to: u8,
    shared: Arc<Shared>,
}

impl Ladder {
    /// A ladder that begins with tables in memory, if there are any: without, it takes no time.
    pub fn new(options: LadderOptions, observer: Observer, tables: LoadedTables) -> Self {
        let up_to = QUICK[usize::from(options.search.metric == Metric::QuarterTurn)];
        let mut quick = options.search.clone();
        let max_depth = &mut quick.plan.query.max_depth;
        *max_depth = (*max_depth).min(up_to);
        let quick = PieceSolver::new(quick, TableSet::default()).expect(ANYTHING_GOES);
        Self { quick, up_to, shared: Shared::new(options, observer, tables) }
    }

    /// Searches a cube, of which all lengths below `from` are known to be impossible; see [`PieceSolver::solve`].
    ///
    /// # Errors
    /// If a table is damaged, or the first one cannot be built.
    ///
    /// # Panics
    /// As [`PieceSolver::solve`], and if the cube is of another size.
    pub fn search(
        &self,
        cube: &Cube,
        mut from: u8,
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<Move>, TableError> {
        let control = &control.with_generation(&self.shared.generation);
        let cube = cube.pieces().expect("a 3x3x3 by its pieces");
        let (mut earlier, mut known) = (Vec::new(), None);
        if self.shared.state().used.is_empty() && from <= self.up_to {
            let quick = self.quick.solve(cube, &Workers::new(control, executor).from_length(from));
            if self.is_final(&quick) || !is_answered(&quick) && !control.resume_with_better_bounds() {
                return Ok(in_turns(quick));
            }
            (earlier, from) = (left(quick.iterations, quick.lower_bound), quick.lower_bound);
            known = solutions(quick.answer);
        }
        let search = Searching::new(&self.shared, control.deadline());
        let mut at_once = search.solver_at_once(control);
        loop {
            let solver = at_once.take().map_or_else(|| search.solver(control), Ok)?;
            let mut outcome = solver.solve(cube, &Workers::new(control, executor).from_length(from));
            if is_answered(&outcome) || !control.resume_with_better_bounds() {
                outcome.iterations.splice(0..0, earlier);
                // What was found before the search was begun again is not lost.
                if let (Answer::Stopped(reason), Some(words)) = (&outcome.answer, known) {
                    outcome.incomplete = Some(*reason);
                    outcome.answer = Answer::Solved(words);
                }
                return Ok(in_turns(outcome));
            }
            from = outcome.lower_bound;
            earlier.append(&mut left(outcome.iterations, from));
            known = solutions(outcome.answer).or(known);
        }
    }

    /// Returns whether the search for short solutions has answered the whole query.
    fn is_final(&self, quick: &Outcome<FaceTurn>) -> bool {
        let SearchQuery { all, slack, max_depth, .. } = self.shared.options.search.plan.query;
        let longest = match &quick.answer {
            Answer::Solved(words) if all => (words[0].len() as u8).saturating_add(slack),
            Answer::Solved(_) => 0,
            Answer::NoSolution | Answer::Stopped(_) => max_depth,
        };
        is_answered(quick) && longest.min(max_depth) <= self.up_to
    }

    /// Lets searches wait for a table that nobody builds.
    #[cfg(test)]
    pub(super) fn begin_no_build(&self) {
        self.shared.state().is_building = true;
    }

    /// The number of searches that wait for a table.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.shared.state().waiting
    }

    /// Returns whether searches wait for a table that is being built.
    pub fn is_building(&self) -> bool {
        self.shared.state().is_building
    }

    /// The best tables so far.
    pub fn tables(&self) -> LoadedTables {
        self.shared.state().used.last().cloned().unwrap_or_default()
    }

    /// The strategy with the best tables so far; `None` without any.
    pub(super) fn strategy(&self) -> Option<Strategy> {
        let state = self.shared.state();
        (!state.used.is_empty()).then(|| state.solver.strategy())
    }

    /// The path of a mapped table whose file was modified while in use: results found with it are not proven.
    pub fn changed(&self) -> Option<PathBuf> {
        self.shared.state().used.iter().find_map(LoadedTables::changed).map(PathBuf::from)
    }
}

/// The lengths of a search that is begun again at length `from`: its work counts, but not as that of a whole length.
fn left(mut iterations: Vec<IterationReport>, from: u8) -> Vec<IterationReport> {
    iterations.iter_mut().filter(|iteration| iteration.bound >= from).for_each(|iteration| iteration.completed = false);
    iterations
}

/// The solutions of an answer, if there are any.
fn solutions(answer: Answer<FaceTurn>) -> Option<Vec<Vec<FaceTurn>>> {
    match answer {
        Answer::Solved(words) => Some(words),
        Answer::NoSolution | Answer::Stopped(_) => None,
    }
}

/// Returns whether a search was not left early.
fn is_answered(outcome: &Outcome<FaceTurn>) -> bool {
    outcome.incomplete.is_none() && !matches!(outcome.answer, Answer::Stopped(_))
}

impl Drop for Ladder {
    fn drop(&mut self) {
        self.shared.end();
    }
}

impl LadderOptions {
    fn solver(&self, bounds: TableSet) -> PieceSolver {
        PieceSolver::new(self.search.clone(), bounds).expect(ANYTHING_GOES)
    }
}
