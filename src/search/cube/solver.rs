//! Solving a 3x3x3: picks the space that fits the tables, and checks every answer.

use crate::coord::STATE_BITS;
#[cfg(target_arch = "x86_64")]
use crate::cube::{Avx2, Avx512};
use crate::cube::{Cube, Cubies, Lanes, MetricKind, Move, Portable, Symmetry, is_odd};
use crate::heuristic::CosetBound;
use crate::prune::table::{TableStatistics, TranspositionError, TranspositionTable, build_table};
use crate::prune::{Automaton, Contexts};
use crate::puzzle::MoveIndexSet;
use crate::search::control::{Control, Limits, Monitor};
use crate::search::cube::central::{CentralEngine, is_central};
use crate::search::cube::coset::CosetSpace;
use crate::search::cube::options::{SolverOptions, TranspositionOptions};
use crate::search::cube::{AuditedSpace, CornerSpace, PlainSpace, TableNode, TableSet, TableSpace, Turns};
use crate::search::deepening::Workers;
use crate::search::deepening::deepen;
use crate::search::engine::breadth_first::breadth_first;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::worker::TranspositionPruning;
use crate::search::engine::one_sided::{self, Method};
use crate::search::engine::two_sided::{TwoSided, TwoSidedEngine};
use crate::search::executor::Executor;
use crate::search::query::{Answer, Outcome, SearchQuery};
use crate::search::ranks::Team;
use crate::search::strategy::{Strategy, TwoSidedKernel};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Solves cubes, one after the other, with the same tables.
pub struct Solver {
    options: SolverOptions,
    pub(crate) tables: TableSet,
    pub(crate) turns: Turns,
    duplicates: Option<(Box<dyn TranspositionTable>, Arc<Contexts>, u8)>,
    strategy: Strategy,
}

impl Solver {
    /// Prepares move tables and, if asked for, the transposition table.
    ///
    /// # Errors
    /// If there is no memory for the transposition table, or less than it needs.
    ///
    /// # Panics
    /// If the pattern databases are for another metric: they would be no lower bounds. If symmetric states are to be taken
    /// as one, and the automaton is not that of the canonical sequences: see [`Contexts::by_next_moves`].
    pub fn new(mut options: SolverOptions, tables: TableSet) -> Result<Self, TranspositionError> {
        let metric = options.metric;
        assert!(tables.metric().is_none_or(|of_tables| of_tables == metric), "the tables are for another metric");
        if options.query.all && !options.automaton_keeps_all {
            options.automaton = Automaton::canonical(metric, &options.alphabet);
        }
        let duplicates = match options.table {
            Some(TranspositionOptions { kind, depth, bytes, symmetry }) => {
                let contexts = if symmetry { symmetric_contexts(&options) } else { Contexts::new(&options.automaton) };
                let contexts = Arc::new(contexts);
                Some((build_table(kind, bytes, STATE_BITS, contexts.clone())?, contexts, depth))
            }
            None => None,
        };
        let tables = tables.in_letters(&options.alphabet);
        let mut turns = Turns::new(options.alphabet.clone());
        if options.table.is_some_and(|table| table.symmetry) {
            turns = turns.up_to_symmetry();
        }
        let strategy = options.strategy(tables.cosets.as_ref().map(|cosets| cosets.layout().level()));
        Ok(Self { options, tables, turns, duplicates, strategy })
    }

    /// How it solves.
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// What the transposition table did, if there is one.
    pub fn table_statistics(&self) -> Option<TableStatistics> {
        self.duplicates.as_ref().map(|(table, ..)| table.statistics())
    }

    /// Finds the shortest solutions of `cube`, or proves that there is none within the goal's maximum depth.
    ///
    /// # Panics
    /// If a solution does not solve the cube, or none is found within the number of moves that every cube can be solved
    /// in: faults of this program or of a table, never an answer.
    pub fn solve(&self, cube: &Cubies, control: &Control<'_>, executor: &dyn Executor) -> Outcome<Move> {
        self.solve_with(cube, &Workers { control, executor, journal: None, team: None })
    }

    /// As [`Solver::solve`], together with other ranks: each of them calls this for the same cubes in the same order, with the
    /// same options and tables, and all get the same outcome; what each rank did by
    /// itself is known to the first. The limit of nodes is kept by the first rank, for all of them.
    ///
    /// # Panics
    /// As [`Solver::solve`], and if another rank fails.
    pub fn solve_together(
        &self,
        cube: &Cubies,
        control: &Control<'_>,
        executor: &dyn Executor,
        team: &Team<'_>,
    ) -> Outcome<Move> {
        self.solve_with(cube, &Workers { control, executor, journal: None, team: Some(team) })
    }

    /// Finds solutions, and checks them.
    pub(super) fn solve_with(&self, cube: &Cubies, workers: &Workers<'_>) -> Outcome<Move> {
        let outcome = self.with_lanes(cube, workers).map(|word| self.options.alphabet.word(&word));
        match &outcome.answer {
            Answer::Solved(solutions) => solutions.iter().for_each(|word| {
                assert_eq!(cube.then(&Cubies::after(word)), Cubies::SOLVED, "a solution does not solve the cube");
            }),
            Answer::NoSolution => {
                let depth = self.options.query.max_depth;
                let diameter = self.options.metric.diameter();
                assert!(depth < diameter, "no solution within {depth} moves, which is impossible");
            }
            Answer::Stopped(_) => {}
        }
        outcome
    }

    fn with_lanes(&self, cube: &Cubies, workers: &Workers<'_>) -> Found {
        // Breadth-first search asks for no bound, and tells states apart without the way to them.
        let is_breadth_first = self.options.breadth_first.is_some();
        if self.options.audit && !is_breadth_first {
            let space =
                AuditedSpace::new(&self.tables, &self.turns, MoveIndexSet::first(self.options.automaton.letters()));
            return self.deepen(cube, &space, TableNode::of(cube), workers);
        }
        if let Some(corners) = self.tables.only_corners().filter(|_| !is_breadth_first) {
            let space = CornerSpace::new(corners, &self.turns, cube);
            return self.deepen(cube, &space, space.root(), workers);
        }
        if let (Strategy::TwoSided { kernel, .. }, Some(cosets)) = (self.strategy, &self.tables.cosets) {
            #[cfg(target_arch = "x86_64")]
            if let Some(avx512) = Avx512::detect() {
                return self.deepen_cosets(cube, kernel, cosets, avx512, workers);
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                return self.deepen_cosets(cube, kernel, cosets, avx2, workers);
            }
            return self.deepen_cosets(cube, kernel, cosets, Portable, workers);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return self.with_tables(cube, avx2, workers);
        }
        self.with_tables(cube, Portable, workers)
    }

    fn with_tables<L: Lanes>(&self, cube: &Cubies, lanes: L, workers: &Workers<'_>) -> Found {
        if self.tables.is_empty() {
            let space = PlainSpace::new(self.tables.manhattan.as_ref(), &self.turns, lanes);
            return self.deepen(cube, &space, Cube::pack(cube), workers);
        }
        let space = TableSpace::new(&self.tables, &self.turns, lanes);
        self.deepen(cube, &space, TableNode::of(cube), workers)
    }

    /// The way in which it searches cubes.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    fn deepen_cosets<L: Lanes>(
        &self,
        cube: &Cubies,
        kernel: TwoSidedKernel,
        cosets: &CosetBound,
        lanes: L,
        workers: &Workers<'_>,
    ) -> Found {
        let SolverOptions { metric, query, alphabet, .. } = &self.options;
        let space = CosetSpace::new(cosets.view(), *metric, lanes, &Cube::pack(cube));
        let lengths = self.lengths(cube, space.root_bound());
        let &Workers { control, executor, journal, team } = workers;
        let search = TwoSided {
            space: &space,
            metric: *metric,
            alphabet,
            kernel,
            horizon: space.horizon(),
            symmetries: symmetries(cube, *metric),
            all: query.all,
            control,
            executor,
            journal,
        };
        let engine = TwoSidedEngine::new(search, team);
        if !query.all && *metric == MetricKind::HalfTurn && is_central(cube) {
            return deepen(&mut CentralEngine::new(engine), lengths, query, workers);
        }
        deepen(&mut { engine }, lengths, query, workers)
    }

    /// The first length to search, and the step to the next. In a metric of odd moves alone, the parity of the cube is that of
    /// all its solutions.
    pub(crate) fn lengths(&self, cube: &Cubies, bound: u8) -> (u8, u8) {
        let step = self.options.metric.step();
        let is_wrong = step == 2 && (bound % 2 == 1) != is_odd(&cube.corners);
        (bound + u8::from(is_wrong), step)
    }

    fn deepen<S: Space>(&self, cube: &Cubies, space: &S, root: S::Node, workers: &Workers<'_>) -> Found {
        let options = &self.options;
        if let Some(memory) = options.breadth_first {
            let (letters, depth) = (options.automaton.letters(), options.query.max_depth);
            return breadth_first(space, letters, root, depth, workers.control, memory);
        }
        let lengths = self.lengths(cube, space.bound(&root));
        let duplicates = self.duplicates.as_ref().map(|(table, contexts, depth)| TranspositionPruning {
            table: table.as_ref(),
            contexts,
            depth: *depth,
        });
        let method = Method {
            automaton: &options.automaton,
            duplicates,
            kernel: options.kernel,
            scheduler: options.scheduler,
            lengths,
        };
        one_sided::search(space, root, &method, &options.query, workers)
    }
}

/// The symmetries of a cube other than the identity. None in the quarter-turn metric, where the search does not use them.
fn symmetries(cube: &Cubies, metric: MetricKind) -> Vec<Symmetry> {
    if metric == MetricKind::QuarterTurn {
        return Vec::new();
    }
    Symmetry::all().skip(1).filter(|s| s.of_cubies(cube) == *cube).collect()
}

fn symmetric_contexts(options: &SolverOptions) -> Contexts {
    let canonical = Automaton::canonical(options.metric, &options.alphabet);
    assert!(options.automaton.same_language(&canonical), "symmetric states are one for canonical sequences only");
    Contexts::by_next_moves(&options.automaton, &Turns::letter_images(&options.alphabet))
}

type Found = Outcome<crate::puzzle::MoveIndex>;

/// Solves one cube in the usual way, see [`Solver::solve`].
///
/// # Panics
/// As [`Solver::new`] and [`Solver::solve`].
pub fn solve_cube(
    cube: &Cubies,
    metric: MetricKind,
    tables: &TableSet,
    query: &SearchQuery,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome<Move> {
    let options = SolverOptions { query: *query, ..SolverOptions::new(metric) };
    let solver = Solver::new(options, tables.clone()).expect("there is no transposition table to make");
    solver.solve(cube, control, executor)
}

/// A shortest solution of a cube, however long it takes: the short way to [`solve_cube`], for one cube and no limits. The solved
/// cube has the empty solution.
///
/// Cost: that of the search, which depends on the tables; with none at all, ten moves take minutes.
///
/// # Panics
/// As [`solve_cube`], and if the cube is none that turning can reach.
pub fn shortest_solution(cube: &Cubies, metric: MetricKind, tables: &TableSet, executor: &dyn Executor) -> Vec<Move> {
    if let Err(law) = cube.check_reachable() {
        panic!("turning cannot reach this cube: {law}");
    }
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let query = SearchQuery { max_depth: metric.diameter(), ..SearchQuery::default() };
    match solve_cube(cube, metric, tables, &query, &control, executor).answer {
        Answer::Solved(mut words) => words.swap_remove(0),
        other => panic!("every cube has a solution, and there are no limits: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Threads;

    #[test]
    #[should_panic(expected = "turning cannot reach this cube")]
    fn a_cube_that_cannot_be_reached_is_not_searched() {
        let mut cube = Cubies::SOLVED;
        cube.flips[3] = 1;
        shortest_solution(&cube, MetricKind::HalfTurn, &TableSet::default(), &Threads::new(1).unwrap());
    }
}
