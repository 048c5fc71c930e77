//! Solving any puzzle by its definition, and checking every answer on it.

use super::by_size::{BySize, CUBE_BYTES, by_size};
use super::encoding::Encoding;
use super::engine::{OrbitEngine, UpToSymmetry};
use super::pattern_choice::branching;
use super::patterns::{GrowingPatterns, MadeTables};
use super::perimeter::Perimeters;
use super::table_cache::TableCache;
use super::turning_cube::TurningCube;
use crate::locks::Mutex;
use crate::pdb::orbits::GivenTable;
use crate::plan::{Plan, Pruning, SearchQuery};
use crate::prune::automaton::NormalForms;
use crate::prune::{Automaton, Contexts};
use crate::puzzle::{MoveIndex, Position, Question, Symmetries};
use crate::search::deepening::{Workers, deepen};
use crate::search::engine::one_sided::Method;
use crate::search::outcome::{Answer, Outcome};
use crate::search::solver_error::SolverError;
use crate::search::transpositions::{Taken, Transpositions};
use crate::storage::available_memory;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// Solves positions of one question, one after the other or several at a time.
pub struct OrbitSolver {
    plan: Plan,
    question: Arc<Question>,
    /// The rules about successive moves that keep all solutions, up to the order of commuting moves.
    automaton: Automaton,
    /// Those that keep one, if they are others and the plan asks for one.
    first: Option<Automaton>,
    /// The symmetries of the question, once a long search has asked for them.
    symmetries: OnceLock<Option<Symmetries>>,
    /// Made when all solutions are asked for.
    forms: OnceLock<NormalForms>,
    transpositions: Option<Transpositions>,
    /// The tables that were given, by name and checksum.
    given: String,
    /// The mean number of moves that may follow.
    branching: f64,
    patterns: Option<GrowingPatterns>,
    /// Held by the search that makes bounds.
    making: Mutex<()>,
    by_size: Box<dyn BySize>,
}

impl OrbitSolver {
    /// Bytes that tables may take, if so many are available.
    pub const MEMORY: u64 = 3 << 30;

    /// Makes the automaton. Tables are made while positions are searched.
    ///
    /// # Errors
    /// If positions of the puzzle are too large, its moves commute in too many ways, or positions have no keys for the
    /// transposition table that the plan asks for, or there is no memory for it.
    pub fn new(plan: Plan, question: Arc<Question>) -> Result<Self, SolverError> {
        Self::within(plan, question, Self::MEMORY)
    }

    /// As [`new`](Self::new), with tables of at most so many bytes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn within(plan: Plan, question: Arc<Question>, memory: u64) -> Result<Self, SolverError> {
        Self::with_tables(plan, question, memory, Vec::new())
    }

    /// As [`within`](Self::within), and with some tables to begin with, which count as made, and not among the bytes. A
    /// plan without bounds does not use them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_tables(
        plan: Plan,
        question: Arc<Question>,
        memory: u64,
        mut tables: Vec<GivenTable>,
    ) -> Result<Self, SolverError> {
        let most = memory.min(available_memory() / 2);
        let encoding = Encoding::new(&question)?;
        let moves = question.moves();
        let shape = &question.definition().shape;
        let automaton = match plan.pruning {
            Pruning::None => Automaton::free(moves.len()),
            _ => Automaton::in_normal_order(&question)?,
        };
        // A table of searched states knows the states of one automaton.
        let keeps_one = plan.pruning != Pruning::None && !plan.query.all && plan.depth_first().transpositions.is_none();
        let is_group = moves.is_unit() && question.illegal().is_empty();
        let first = (keeps_one && is_group).then(|| automaton.clone().of_first_sequences(moves, shape));
        let costs: Vec<u8> = moves.moves().iter().map(|by| by.cost).collect();
        let automaton = automaton.with_costs(&costs);
        let memory = plan.bounds.is_auto().then_some(Memory::of(most));
        tables.retain(|_| plan.bounds.is_auto());
        tables.sort_by(|one, other| (one.name(), one.checksum()).cmp(&(other.name(), other.checksum())));
        tables.dedup_by_key(|table| table.checksum());
        let given = tables.iter().map(|table| format!(", table {} {:032x}", table.name(), table.checksum())).collect();
        let branching = branching(first.as_ref().unwrap_or(&automaton));
        let is_cube = (CUBE_BYTES / 2 + 1..=CUBE_BYTES).contains(&encoding.len());
        let cube = memory.filter(|_| is_cube).and_then(|_| TurningCube::of(&question)).map(Arc::new);
        let patterns =
            memory.and_then(|memory| GrowingPatterns::new(&question, branching, memory.patterns, tables, cube.clone()));
        let transpositions = match plan.depth_first().transpositions {
            Some(chosen) => {
                let bits = encoding.keys().map(|keys| keys.bits()).ok_or(SolverError::Keys)?;
                Some(Transpositions::new(chosen, bits, Contexts::new(&automaton))?)
            }
            None => None,
        };
        let by_size = by_size(&question, encoding, memory.map(|memory| memory.perimeter), cube);
        let (symmetries, forms) = (OnceLock::new(), OnceLock::new());
        Ok(Self {
            plan,
            question,
            automaton,
            first,
            symmetries,
            forms,
            transpositions,
            given,
            branching,
            patterns,
            making: Mutex::new(()),
            by_size,
        })
    }

    /// Keeps the pattern tables that searches make in a cache, if there is one, and takes them from there. Where counts
    /// are compared, they are those without a cache.
    #[must_use]
    pub fn with_cache(mut self, cache: Option<Arc<dyn TableCache>>) -> Self {
        if let (Some(patterns), Some(cache)) = (&mut self.patterns, cache) {
            patterns.keep_in(cache);
        }
        self
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The rules about successive moves for a query: where one solution is asked for, of all short sequences that do
    /// the same the first one is enough.
    pub fn automaton(&self, query: &SearchQuery) -> &Automaton {
        self.of_first_sequences(query).unwrap_or(&self.automaton)
    }

    fn of_first_sequences(&self, query: &SearchQuery) -> Option<&Automaton> {
        self.first.as_ref().filter(|_| !query.all)
    }

    /// Returns whether these rules keep the first of all short sequences that do the same, and not one of each order of
    /// commuting moves.
    pub fn keeps_first(&self, query: &SearchQuery) -> bool {
        self.of_first_sequences(query).is_some()
    }

    /// The same rules up to the symmetries of a position. `None` if it has none, or if all solutions are asked for, or
    /// not the first of the shortest ones is kept.
    fn up_to_symmetry(&self, start: &Position, query: &SearchQuery) -> Option<UpToSymmetry> {
        let first = self.of_first_sequences(query)?;
        let symmetries = self.symmetries.get_or_init(|| Symmetries::of(&self.question)).as_ref()?;
        let letters = self.question.moves().len();
        let images = |symmetry| (0..letters).map(|by| MoveIndex::new(symmetries.move_image(symmetry, by))).collect();
        let mut images: Vec<Vec<MoveIndex>> = symmetries.stabilizer(start).into_iter().map(images).collect();
        images.sort_unstable();
        images.dedup();
        images.retain(|images| (0..letters).any(|by| images[by].index() != by));
        (!images.is_empty())
            .then(|| UpToSymmetry { rules: first.up_to_symmetry(&images), order: images.len() as u64 + 1 })
    }

    /// The tables that were given, each with its checksum.
    pub(super) fn given(&self) -> &str {
        &self.given
    }

    /// The number of positions at each distance from the goal that the perimeter holds whole so far.
    pub fn perimeter(&self) -> Vec<u64> {
        self.by_size.perimeters().map(Perimeters::counts).unwrap_or_default()
    }

    /// The tables so far.
    pub fn tables(&self) -> MadeTables {
        self.patterns.as_ref().map_or(MadeTables::Patterns(Vec::new()), GrowingPatterns::tables)
    }

    /// The number of sizes of tables.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> usize {
        self.patterns.as_ref().map_or(0, |patterns| *patterns.sizes().end())
    }

    /// Makes the tables of a size before they are worth it.
    #[cfg(test)]
    pub(super) fn make_patterns(&self, size: usize) {
        let patterns = self.patterns.as_ref().expect("the question has an index");
        let made = patterns.of_size(size, &|| std::ops::ControlFlow::Continue(()));
        assert!(made.is_ok(), "there is memory for them");
    }

    /// Memory that all tables take so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.patterns.as_ref().map_or(0, GrowingPatterns::bytes)
            + self.by_size.perimeters().map_or(0, Perimeters::bytes)
    }

    /// Finds the cheapest solutions of a position, as the goal sees it, or proves that there is none within the query's
    /// greatest cost. Makes tables on the threads of the current pool.
    ///
    /// # Panics
    /// If a solution does not lead to the goal: a fault of this program, never an answer.
    pub fn solve(&self, start: &Position, query: &SearchQuery, workers: &Workers<'_>) -> Outcome<MoveIndex> {
        let table = self.table();
        let (mut engine, first) = self.engine(start, query, workers, table.as_ref());
        let outcome = deepen(&mut engine, (first, 1), query, workers);
        let outcome = Outcome { transpositions: table.as_ref().map(Taken::statistics), ..outcome };
        let is_reached = |solution: &[MoveIndex]| self.question.refute(start, solution).is_none();
        self.in_order(outcome, query, &is_reached, workers)
    }

    /// A transposition table for a search, if there are any.
    pub(super) fn table(&self) -> Option<Taken<'_>> {
        self.transpositions.as_ref()?.take()
    }

    /// Makes the engine for a position; returns it with the first length that is possible.
    pub(super) fn engine<'a>(
        &'a self,
        start: &'a Position,
        query: &'a SearchQuery,
        workers: &'a Workers<'a>,
        table: Option<&'a Taken<'a>>,
    ) -> (OrbitEngine<'a>, u8) {
        let method = Method {
            automaton: self.automaton(query),
            duplicates: table.map(Taken::pruning),
            kernel: self.plan.one_sided_kernel(),
            scheduler: self.plan.depth_first().scheduler,
            lengths: (0, 1),
        };
        let patterns = self.patterns.as_ref();
        let mut engine = OrbitEngine {
            by_size: &*self.by_size,
            shape: &self.question.definition().shape,
            start,
            method,
            all: query.all,
            symmetric: LazyCell::new(Box::new(|| self.up_to_symmetry(start, query))),
            is_up_to_symmetry: false,
            workers,
            making: &self.making,
            growing: self.by_size.perimeters(),
            perimeter: None,
            growing_patterns: patterns,
            patterns: patterns.map(GrowingPatterns::given).unwrap_or_default(),
            nodes: [0; 2],
            branching: self.branching,
            is_full: false,
            are_all: false,
            are_counts_compared: query.deterministic || workers.team.is_some() || workers.journal.is_some(),
        };
        let first = engine.first_length();
        (engine, first)
    }

    /// The outcome of a search without the waits that costs take, each solution replayed; where all are asked for, each
    /// once up to the order of commuting moves, and none that goes on after a goal `is_reached` in one of these orders.
    /// Once a limit is reached, solutions that are not examined yet are left out.
    ///
    /// # Panics
    /// If a solution does not lead to a goal: a fault of this program, never an answer.
    pub(super) fn in_order(
        &self,
        mut outcome: Outcome<MoveIndex>,
        query: &SearchQuery,
        is_reached: &dyn Fn(&[MoveIndex]) -> bool,
        workers: &Workers<'_>,
    ) -> Outcome<MoveIndex> {
        let Answer::Solved(solutions) = &mut outcome.answer else { return outcome };
        let (automaton, is_ordered) = (self.automaton(query), self.is_ordered(query));
        let mut known = HashSet::new();
        let mut examination = workers.examination();
        let all = std::mem::take(solutions).into_iter().take_while(|_| examination.goes_on());
        let normal = all.filter_map(|solution| Some(automaton.moves_alone(self.normal_form(solution, query)?)));
        *solutions = normal.filter(|solution| known.insert(solution.clone())).collect();
        let mut ended = examination.ended;
        let least = solutions.iter().map(|solution| self.question.moves().cost(solution)).min();
        let least = least.expect("the cheapest solutions have normal forms");
        let mut examination = workers.examination();
        solutions.retain(|solution| {
            let is_examined = examination.goes_on();
            assert!(!is_examined || is_reached(solution), "a solution does not lead to the goal");
            is_examined && !(is_ordered && query.slack > 0 && self.forms().goes_on(solution, least, is_reached))
        });
        ended = ended.or(examination.ended);
        outcome.incomplete = outcome.incomplete.or(ended);
        outcome
    }

    /// Returns whether all solutions are asked for, each once up to the order of commuting moves.
    fn is_ordered(&self, query: &SearchQuery) -> bool {
        query.all && self.plan.pruning != Pruning::None
    }

    fn forms(&self) -> &NormalForms {
        self.forms.get_or_init(|| NormalForms::new(&self.question))
    }

    /// A solution, with the waits that costs take, in its normal form if all solutions are asked for; `None` if it has
    /// moves that others do for less.
    pub(super) fn normal_form(&self, solution: Vec<MoveIndex>, query: &SearchQuery) -> Option<Vec<MoveIndex>> {
        if !self.is_ordered(query) {
            return Some(solution);
        }
        let (automaton, moves) = (self.automaton(query), self.question.moves().moves());
        let normal = self.forms().of(automaton.moves_alone(solution))?;
        Some(automaton.with_waits(normal, |by| moves[by.index()].cost))
    }

    /// The same outcome, after its solutions were replayed on the definition.
    ///
    /// # Panics
    /// If a solution does not lead to the goal: a fault of this program, never an answer.
    pub fn checked(&self, start: &Position, outcome: Outcome<MoveIndex>) -> Outcome<MoveIndex> {
        if let Answer::Solved(solutions) = &outcome.answer {
            let wrong = solutions.iter().find_map(|solution| self.question.refute(start, solution));
            assert!(wrong.is_none(), "a solution {}", wrong.unwrap_or_default());
        }
        outcome
    }
}

/// Bytes that tables may take.
#[derive(Clone, Copy)]
struct Memory {
    perimeter: u64,
    patterns: u64,
}

impl Memory {
    /// A third for patterns.
    fn of(all: u64) -> Self {
        Self { perimeter: all - all / 3, patterns: all / 3 }
    }
}
