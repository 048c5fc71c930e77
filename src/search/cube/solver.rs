//! Solving a 3x3x3: picks the space that fits the tables, and checks every answer.

use crate::coord::STATE_BITS;
#[cfg(target_arch = "x86_64")]
use crate::cube::{Avx2, Avx512};
use crate::cube::{Baseline, Cubies, FaceTurn, Lanes, Metric, PackedCube, Portable, Symmetry, is_odd};
use crate::device::{Device, DeviceError};
use crate::heuristic::{CosetBound, FlipBound};
use crate::plan::{OneSidedKernel, OneSidedReason, Scheduler, SearchPlace, Strategy, StrategyError, TwoSidedKernel};
use crate::prune::Contexts;
use crate::puzzle::MoveIndexSet;
use crate::search::cube::asynchronous::Asynchronous;
use crate::search::cube::central::{CentralEngine, is_central};
use crate::search::cube::coset::{CosetDevice, CosetSpace, CosetWave};
use crate::search::cube::prepared::Prepared;
use crate::search::cube::{CornerSpace, MoveTable, PlainSpace, TableNode, TableSet, TableSpace};
use crate::search::deepening::{Workers, deepen};
use crate::search::engine::breadth_first::BreadthFirst;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::engine::two_sided::{TwoSided, TwoSidedEngine, Wavefront};
use crate::search::outcome::{Answer, Outcome};
use crate::search::solver_error::SolverError;
use crate::search::transpositions::Transpositions;
use std::sync::Arc;

/// Solves cubes, one after the other, with the same tables.
pub struct PieceSolver {
    prepared: Prepared,
    pub(crate) tables: TableSet,
    pub(crate) turns: MoveTable,
    transpositions: Option<Transpositions>,
    /// The cards and tables of an asynchronous search.
    asynchronous: Option<Asynchronous>,
    strategy: Strategy,
    /// Devices with the H48 table, where a two-sided search uses them.
    pub(super) devices: Vec<CosetDevice>,
}

impl PieceSolver {
    /// Prepares move tables and, if asked for, the transposition table or devices.
    ///
    /// # Errors
    /// If the parts of the plan contradict each other or the tables, there is no memory for the transposition table, or
    /// a device cannot be used.
    ///
    /// # Panics
    /// If the pattern databases are for another metric: they would be no lower bounds.
    pub fn new(prepared: impl Into<Prepared>, tables: TableSet) -> Result<Self, SolverError> {
        let mut prepared = prepared.into();
        let metric = prepared.metric;
        assert!(tables.metric().is_none_or(|of_tables| of_tables == metric), "the tables are for another metric");
        // What was not asked for is the reason why it is not there.
        let level = tables.two_sided().map_err(|reason| match (reason, prepared.plan.wanted_level()) {
            (OneSidedReason::NoTable, Err(not_asked)) => not_asked,
            (reason, _) => reason,
        });
        let strategy = prepared.strategy(level)?;
        prepared.replace_automaton();
        let mut turns = MoveTable::new(prepared.alphabet.clone());
        let transpositions = match strategy {
            Strategy::OneSided { transpositions, .. } => transpositions,
            Strategy::TwoSided { .. } | Strategy::Asynchronous | Strategy::BreadthFirst { .. } => None,
        };
        let mut table = None;
        if let Some(chosen) = transpositions {
            let contexts = if chosen.symmetry {
                turns = turns.up_to_symmetry();
                let images = MoveTable::move_images(&prepared.alphabet).ok_or(StrategyError::Symmetry)?;
                Contexts::by_next_moves(&prepared.automaton, &images)
            } else {
                Contexts::new(&prepared.automaton)
            };
            table = Some(Transpositions::new(chosen, STATE_BITS, contexts)?);
        }
        let mut asynchronous = None;
        if strategy == Strategy::Asynchronous {
            let upper_bound = prepared.devices().and_then(|devices| devices.upper_bound);
            let max_depth = &mut prepared.plan.query.max_depth;
            *max_depth = (*max_depth).min(upper_bound.unwrap_or(u8::MAX));
            asynchronous = Some(Asynchronous::new(&prepared, &tables, &turns)?);
        }
        let tables = tables.in_order_of(&prepared.alphabet);
        let devices = coset_devices(strategy, &prepared, &tables)?;
        if matches!(strategy, Strategy::TwoSided { .. }) {
            // Made here, not in the time of the first search.
            FlipBound::get(prepared.metric);
        }
        Ok(Self { prepared, tables, turns, transpositions: table, asynchronous, strategy, devices })
    }

    /// The plan, with the things that were made for it.
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// The strategy.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The look-ups in the edge table with the most of them, if the search reads one.
    pub fn lookups_per_table(&self) -> Option<usize> {
        let is_one_sided = matches!(self.strategy, Strategy::OneSided { .. });
        self.tables.lookups_per_table().filter(|_| is_one_sided)
    }

    /// Finds the shortest solutions of `cube`, or proves that there is none within the goal's maximum depth.
    ///
    /// # Panics
    /// If a solution does not solve the cube, or none is found within the number of moves that every cube can be solved
    /// in: faults of this program or of a table, never an answer.
    pub fn solve(&self, cube: &Cubies, workers: &Workers<'_>) -> Outcome<FaceTurn> {
        let outcome = self.with_strategy(cube, workers).map(|moves| self.prepared.alphabet.sequence(&moves));
        match &outcome.answer {
            Answer::Solved(solutions) => solutions.iter().for_each(|word| {
                assert_eq!(cube.then(&Cubies::after(word)), Cubies::SOLVED, "a solution does not solve the cube");
            }),
            Answer::NoSolution => {
                let depth = self.prepared.plan.query.max_depth;
                let (metric, alphabet) = (self.prepared.metric, &self.prepared.alphabet);
                // A bound of the user's may be wrong; the caller tells them. Some of the moves may not solve every
                // cube.
                assert!(
                    depth < metric.diameter() || self.tables.has_own() || !alphabet.is_full(metric),
                    "no solution within {depth} moves, which is impossible"
                );
            }
            Answer::Stopped(_) => {}
        }
        outcome
    }

    fn with_strategy(&self, cube: &Cubies, workers: &Workers<'_>) -> Found {
        match self.strategy {
            Strategy::OneSided { kernel, scheduler, .. } => {
                let one_sided = OneSided { solver: self, kernel, scheduler, workers };
                if let Some(corners) = self.tables.only_corners() {
                    let space = CornerSpace::new(corners, &self.turns, cube);
                    return one_sided.search(cube, &space, space.root());
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    return one_sided.search_with_tables(cube, avx2);
                }
                one_sided.search_with_tables(cube, Baseline)
            }
            Strategy::TwoSided { kernel, place, .. } => {
                let kernel = (kernel, place != SearchPlace::Devices);
                let cosets = self.tables.cosets.as_ref().expect("the strategy was chosen for these tables");
                #[cfg(target_arch = "x86_64")]
                if let Some(avx512) = Avx512::detect() {
                    return self.two_sided(cube, kernel, cosets, avx512, workers);
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    return self.two_sided(cube, kernel, cosets, avx2, workers);
                }
                self.two_sided(cube, kernel, cosets, Baseline, workers)
            }
            Strategy::Asynchronous => {
                let has_devices = self.prepared.devices().is_some();
                let asynchronous = self.asynchronous.as_ref().filter(|_| has_devices);
                let asynchronous = asynchronous.expect("it was prepared with the strategy");
                let space = PlainSpace::new(self.tables.manhattan.as_ref(), &self.turns, Portable);
                let lengths = self.lengths(cube, space.bound(&PackedCube::pack(cube)));
                asynchronous.solve(cube, &space, &self.prepared, lengths, workers)
            }
            Strategy::BreadthFirst { memory } => {
                let space = PlainSpace::new(None, &self.turns, Portable);
                let moves = MoveIndexSet::first(self.prepared.automaton.letters());
                let mut engine = BreadthFirst::new(&space, PackedCube::pack(cube), moves, workers.control, memory);
                let lengths = (engine.first_length(), 1);
                deepen(&mut engine, lengths, &self.prepared.plan.query, workers)
            }
        }
    }

    fn two_sided<L: Lanes>(
        &self,
        cube: &Cubies,
        (kernel, threads_search): (TwoSidedKernel, bool),
        cosets: &CosetBound,
        lanes: L,
        workers: &Workers<'_>,
    ) -> Found {
        let Prepared { metric, plan, alphabet, .. } = &self.prepared;
        let query = &plan.query;
        let start = PackedCube::pack(cube);
        let space = CosetSpace::new(cosets.view(), *metric, lanes, &start);
        let waves: Vec<CosetWave<'_>> = self.devices.iter().map(|device| device.search(&start)).collect();
        let devices: Vec<&dyn Wavefront> = waves.iter().map(|wave| wave as &dyn Wavefront).collect();
        let lengths = self.lengths(cube, space.root_bound());
        let &Workers { control, executor, journal, team, .. } = workers;
        let search = TwoSided {
            metric: *metric,
            alphabet,
            kernel,
            horizon: space.horizon(),
            symmetries: symmetries(cube, *metric),
            all: query.all,
            control,
            executor,
            journal,
            devices: &devices,
            threads_search,
        };
        let engine = TwoSidedEngine::new(&space, search, team);
        if !query.all && *metric == Metric::HalfTurn && is_central(cube) {
            return deepen(&mut CentralEngine::new(engine, &waves), lengths, query, workers);
        }
        deepen(&mut { engine }, lengths, query, workers)
    }

    /// The first length to search, and the step to the next. In a metric of odd moves alone, the parity of the cube is
    /// that of all its solutions.
    pub(crate) fn lengths(&self, cube: &Cubies, bound: u8) -> (u8, u8) {
        let step = self.prepared.metric.step();
        let is_wrong = step == 2 && (bound % 2 == 1) != is_odd(&cube.corners);
        (bound + u8::from(is_wrong), step)
    }
}

/// The devices of a two-sided search, with its table.
fn coset_devices(strategy: Strategy, prepared: &Prepared, tables: &TableSet) -> Result<Vec<CosetDevice>, DeviceError> {
    match (strategy, prepared.devices(), &tables.cosets) {
        (Strategy::TwoSided { .. }, Some(chosen), Some(cosets)) => {
            let prepared =
                |device: &Arc<dyn Device>| CosetDevice::new(device.clone(), cosets, prepared.metric, chosen.memory);
            chosen.devices.iter().map(prepared).collect()
        }
        _ => Ok(Vec::new()),
    }
}

/// A one-sided search.
struct OneSided<'a> {
    solver: &'a PieceSolver,
    kernel: OneSidedKernel,
    scheduler: Scheduler,
    workers: &'a Workers<'a>,
}

impl OneSided<'_> {
    fn search_with_tables<L: Lanes>(&self, cube: &Cubies, lanes: L) -> Found {
        let PieceSolver { tables, turns, .. } = self.solver;
        if tables.is_plain() {
            let space = PlainSpace::new(tables.manhattan.as_ref(), turns, lanes);
            return self.search(cube, &space, PackedCube::pack(cube));
        }
        let space = TableSpace::new(tables, turns, lanes);
        self.search(cube, &space, TableNode::of(cube))
    }

    fn search<S: Space>(&self, cube: &Cubies, space: &S, root: S::Node) -> Found {
        let Self { solver: PieceSolver { prepared, transpositions, .. }, kernel, scheduler, workers } = *self;
        let query = &prepared.plan.query;
        let lengths = self.solver.lengths(cube, space.bound(&root));
        let method = Method { automaton: &prepared.automaton, duplicates: None, kernel, scheduler, lengths };
        Transpositions::run(transpositions.as_ref(), &method, |method| {
            one_sided::solve(space, root, method, query, workers)
        })
    }
}

/// The symmetries of a cube other than the identity. None in the quarter-turn metric, where the search does not use
/// them.
fn symmetries(cube: &Cubies, metric: Metric) -> Vec<Symmetry> {
    if metric == Metric::QuarterTurn {
        return Vec::new();
    }
    Symmetry::all().skip(1).filter(|s| s.of_cubies(cube) == *cube).collect()
}

type Found = Outcome<crate::puzzle::MoveIndex>;
