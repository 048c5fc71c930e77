//! Plans: what is asked of a search, and how it is answered.
//!
//! A [`Plan`] is plain data: a puzzle, the lower bounds, the move sequences to leave out, and an engine with exactly
//! the parts that it has. Flags, [presets](Preset), requests and programs write it, and
//! [`SolverBuilder::plan`](crate::SolverBuilder::plan) opens it. What follows from it, such as a search from both ends
//! where there is an H48 table, is decided once, with a reason; what contradicts itself is refused.
//!
//! ```
//! use cubepdb::plan::{Plan, Preset};
//! use cubepdb::{Cube, Query, Size, Solver};
//!
//! // Work stealing between two threads, as in ParaCube, with another lower bound.
//! let preset = Preset::find("ida-iter-uneven").expect("the name of a preset");
//! let plan = Plan { bounds: "manhattan".parse()?, ..preset.plan(Size::THREE) };
//! let solver = Solver::builder().plan(plan.clone()).threads(2).open()?;
//! let cube: Cube = "R U F2 L'".parse()?;
//! let stolen = solver.run(&cube, &Query::new().all())?;
//!
//! // All solutions are found in the same tree, whoever searches it.
//! let alone = plan.with_scheduler("sequential".parse()?);
//! let alone = Solver::builder().plan(alone).open()?.run(&cube, &Query::new().all())?;
//! assert_eq!(stolen.statistics().work.nodes, alone.statistics().work.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod distribution;
mod kernel;
mod preset;
mod pruning;
mod query;
mod queue;
mod scheduler;
mod strategy;

pub use bounds::Bounds;
pub use distribution::{Distribution, DistributionError};
pub use kernel::{Kernel, OneSidedKernel, TwoSidedKernel};
pub use preset::{Preset, Publication};
pub use pruning::{MoveOrder, Pruning};
pub use query::SearchQuery;
#[doc(hidden)]
pub use queue::QueueSize;
pub use scheduler::{Scheduler, SchedulerError, StealingOrder};
pub use strategy::{OneSidedReason, SearchPlace, Strategy, StrategyError};

pub use crate::nxn::MoveSet;
pub use crate::prune::automaton::{OwnRules, RulesError, RulesFault, UnsoundRules};

use crate::cube::Metric;
use crate::nxn::{MoveKind, Size};
use crate::prune::table::TranspositionKind;
use crate::puzzle::Question;
use std::fmt;
use std::sync::Arc;

/// The question, and the parts of the search that answers it, as they are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The puzzle that is searched, and what counts as a move.
    pub puzzle: Puzzle,
    /// Which solutions are wanted.
    pub query: SearchQuery,
    /// The lower bounds.
    pub bounds: Bounds,
    /// Most look-ups in each edge table.
    pub lookups: usize,
    /// The move sequences that are left out.
    pub pruning: Pruning,
    /// The way in which the tree is searched.
    pub engine: Engine,
    /// The way in which ranks share a tree; `None` for a search on one rank.
    pub distribution: Option<Distribution>,
}

/// A puzzle and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// The 3x3x3 by its pieces, with turns of the faces.
    Pieces {
        /// True if half turns are moves.
        metric: Metric,
        /// The order in which moves are tried.
        order: MoveOrder,
    },
    /// A cube of any size by its stickers.
    Stickers(MoveSet),
    /// Any puzzle by its definition, with its goal and the costs of its moves.
    Defined(Arc<Question>),
}

impl Puzzle {
    /// The longest solutions that are searched for without a table of a cube by its stickers.
    pub const MAX_DEPTH: u8 = 30;

    /// The greatest cost of a solution: what follows is no length.
    pub const MOST_COST: u8 = u8::MAX - 1;

    /// A cube by its stickers, in the metric that goes with its moves.
    pub fn stickers(size: Size, kind: MoveKind) -> Self {
        Self::Stickers(MoveSet { size, kind, metric: kind.usual_metric() })
    }

    /// The metric of the moves of a cube. The moves of other puzzles have costs instead.
    pub fn metric(&self) -> Metric {
        match self {
            Self::Pieces { metric, .. } => *metric,
            Self::Stickers(set) => set.metric,
            Self::Defined(_) => Metric::HalfTurn,
        }
    }

    /// The number of layers of a cube.
    pub fn size(&self) -> Option<Size> {
        match self {
            Self::Pieces { .. } => Some(Size::THREE),
            Self::Stickers(set) => Some(set.size),
            Self::Defined(_) => None,
        }
    }

    /// The longest length to search if none is given: no solution that is wanted is longer, or could be found.
    pub fn max_depth(&self, slack: u8) -> u8 {
        match self {
            Self::Pieces { metric, .. } => metric.diameter().saturating_add(slack),
            Self::Stickers(_) => Self::MAX_DEPTH,
            Self::Defined(_) => Self::MOST_COST,
        }
    }
}

/// The way in which a tree is searched, with exactly the parts that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Iterative deepening, from one end or from both.
    DepthFirst(DepthFirst),
    /// All states in the order of their distance from the position: the plain reference.
    BreadthFirst {
        /// Bytes of memory; `None` for most of what is free.
        memory: Option<u64>,
    },
}

/// The parts of iterative deepening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthFirst {
    /// The kernel that searches one subtree.
    pub kernel: Kernel,
    /// The scheduler that distributes subtrees to workers.
    pub scheduler: Scheduler,
    /// A transposition table.
    pub transpositions: Option<TranspositionOptions>,
    /// Where it runs. Devices have kernels and a scheduler of their own.
    pub place: SearchPlace,
}

impl Default for Engine {
    fn default() -> Self {
        Self::DepthFirst(DepthFirst::default())
    }
}

/// Options for a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranspositionOptions {
    /// The implementation.
    pub kind: TranspositionKind,
    /// States reached by more moves than this are not stored.
    pub depth: u8,
    /// Bytes of memory that it may take.
    pub bytes: u64,
    /// True if symmetric states are taken as one, which needs the rules of canonical sequences. Pays for symmetric
    /// cubes; for others it only takes time.
    pub symmetry: bool,
}

impl TranspositionOptions {
    /// Depth that turned out best in the report of Garza Rodriguez and Pol 2017.
    pub const DEPTH: u8 = 5;
    /// Memory of a table if nothing is said.
    pub const BYTES: u64 = 256 << 20;

    /// The usual options for an implementation; `None` for none.
    pub const fn new(kind: TranspositionKind) -> Option<Self> {
        match kind {
            TranspositionKind::None => None,
            kind => Some(Self { kind, depth: Self::DEPTH, bytes: Self::BYTES, symmetry: false }),
        }
    }
}

impl Plan {
    /// Most look-ups taken from one edge table. More look-ups cut off more nodes, but each costs a cache miss;
    /// measured, see `docs/performance.md`.
    pub const LOOKUPS: usize = 4;

    /// A shortest solution of the 3x3x3, in the usual way.
    pub fn new(metric: Metric) -> Self {
        Self::of(Puzzle::Pieces { metric, order: MoveOrder::default() })
    }

    /// A shortest solution of a puzzle, in the usual way.
    pub fn of(puzzle: Puzzle) -> Self {
        Self {
            query: SearchQuery { max_depth: puzzle.max_depth(0), ..SearchQuery::default() },
            puzzle,
            bounds: Bounds::default(),
            lookups: Self::LOOKUPS,
            pruning: Pruning::default(),
            engine: Engine::default(),
            distribution: None,
        }
    }

    /// The metric of the moves.
    pub fn metric(&self) -> Metric {
        self.puzzle.metric()
    }

    /// The parts of iterative deepening; the default ones for breadth-first search.
    pub fn depth_first(&self) -> DepthFirst {
        match self.engine {
            Engine::DepthFirst(parts) => parts,
            Engine::BreadthFirst { .. } => DepthFirst::default(),
        }
    }

    /// The same plan with other parts of iterative deepening.
    pub fn with_parts(self, change: impl FnOnce(&mut DepthFirst)) -> Self {
        let mut parts = self.depth_first();
        change(&mut parts);
        Self { engine: Engine::DepthFirst(parts), ..self }
    }

    /// The same plan with another query.
    pub fn with_query(self, query: SearchQuery) -> Self {
        Self { query, ..self }
    }

    /// The same plan with another kernel.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        self.with_parts(|parts| parts.kernel = kernel)
    }

    /// The same plan with another scheduler.
    pub fn with_scheduler(self, scheduler: Scheduler) -> Self {
        self.with_parts(|parts| parts.scheduler = scheduler)
    }

    /// The same plan with another transposition table, or none.
    pub fn with_transpositions(self, transpositions: Option<TranspositionOptions>) -> Self {
        self.with_parts(|parts| parts.transpositions = transpositions)
    }

    /// The scheduler; `None` for breadth-first search.
    pub fn scheduler(&self) -> Option<Scheduler> {
        match self.engine {
            Engine::DepthFirst(parts) => Some(parts.scheduler),
            Engine::BreadthFirst { .. } => None,
        }
    }

    /// Returns whether cubes are searched by their stickers.
    pub fn is_by_stickers(&self) -> bool {
        matches!(self.puzzle, Puzzle::Stickers(_))
    }

    /// The question about a puzzle by its definition, if it is one.
    pub fn question(&self) -> Option<&Arc<Question>> {
        match &self.puzzle {
            Puzzle::Defined(question) => Some(question),
            Puzzle::Pieces { .. } | Puzzle::Stickers(_) => None,
        }
    }

    /// The one-sided kernel: the one that is asked for, or the usual one.
    pub fn one_sided_kernel(&self) -> OneSidedKernel {
        match self.depth_first().kernel {
            Kernel::OneSided(kernel) => kernel,
            Kernel::Auto | Kernel::TwoSided(_) => OneSidedKernel::default(),
        }
    }

    /// A part that only a search of the pieces of a 3x3x3 in face turns has, if the plan asks for one.
    pub fn part_for_pieces(&self) -> Option<&'static str> {
        let DepthFirst { kernel, transpositions, place, .. } = self.depth_first();
        let parts = [
            (matches!(self.engine, Engine::BreadthFirst { .. }), "breadth-first search"),
            (place != SearchPlace::Threads, "devices"),
            (matches!(kernel, Kernel::TwoSided(_)), "kernels for both ends"),
            (transpositions.is_some_and(|table| table.symmetry), "symmetric states"),
            (!matches!(self.pruning, Pruning::None | Pruning::Canonical), "other rules than the canonical ones"),
        ];
        parts.into_iter().find(|(is_asked, _)| *is_asked).map(|(_, part)| part)
    }

    /// Returns whether the general core searches, with a perimeter as its lower bound.
    pub fn has_perimeter(&self) -> bool {
        (self.is_by_stickers() || self.question().is_some()) && self.bounds.is_auto()
    }

    /// Returns whether this is the usual way to a shortest solution of the 3x3x3: nothing depends on the tables at the
    /// start, and nobody compares counts.
    pub fn is_usual(&self) -> bool {
        let usual = Self { query: self.query, lookups: self.lookups, ..Self::new(self.metric()) };
        *self == usual
    }

    /// The same plan with so many bytes for its transposition table or for breadth-first search.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        match &mut self.engine {
            Engine::DepthFirst(DepthFirst { transpositions: Some(table), .. }) => table.bytes = bytes,
            Engine::BreadthFirst { memory } => *memory = Some(bytes),
            Engine::DepthFirst(_) => {}
        }
        self
    }

    /// Divides the memory of the search among so many that run at a time.
    pub fn divide_memory(&mut self, searches: u64) {
        match &mut self.engine {
            Engine::DepthFirst(DepthFirst { transpositions: Some(table), .. }) => table.bytes /= searches,
            Engine::BreadthFirst { memory: Some(bytes) } => *bytes /= searches,
            Engine::DepthFirst(_) | Engine::BreadthFirst { memory: None } => {}
        }
    }

    /// Returns the parts of the search, as they are decided: the kernel that runs, and the look-ups in each edge table,
    /// if it reads any.
    pub fn decided(&self, strategy: &Strategy, lookups: Option<usize>) -> String {
        match *strategy {
            Strategy::OneSided { kernel, .. } => {
                let parts = self.clone().with_kernel(Kernel::OneSided(kernel));
                let lookups = lookups.map(|lookups| format!(", {lookups} look-ups per edge table"));
                format!("{parts}{}", lookups.unwrap_or_default())
            }
            Strategy::TwoSided { kernel, level, place } => {
                let kernel = Kernel::TwoSided(kernel);
                let how = match place {
                    SearchPlace::Threads => format!("{kernel} kernel"),
                    SearchPlace::Devices => "on devices".to_owned(),
                    SearchPlace::DevicesAndThreads => format!("on devices and by the {kernel} kernel"),
                };
                format!("{}, {how}, from both ends with h48-{level}, pruning {}", self.metric(), self.pruning)
            }
            Strategy::Asynchronous | Strategy::BreadthFirst { .. } => self.to_string(),
        }
    }
}

/// Displays the parts that are asked for, separated by commas.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, bounds, pruning, engine, distribution, .. } = self;
        let DepthFirst { kernel, scheduler, transpositions, place } = match engine {
            Engine::DepthFirst(parts) => parts,
            Engine::BreadthFirst { .. } => return write!(f, "{}, breadth-first, every state kept", puzzle.metric()),
        };
        match puzzle {
            Puzzle::Pieces { metric, .. } if *place == SearchPlace::Threads => {
                write!(f, "{metric}, {kernel} kernel, scheduler {scheduler}, heuristic {bounds}")?;
            }
            Puzzle::Pieces { metric, .. } => write!(f, "{metric}, on devices, heuristic {bounds}")?,
            Puzzle::Stickers(set) => {
                let kernel = self.one_sided_kernel();
                let bound = if self.bounds.is_auto() { "a perimeter" } else { "no bound" };
                write!(f, "{set}, {kernel} kernel, scheduler {scheduler}, {bound}")?;
            }
            Puzzle::Defined(question) => {
                let (name, kernel) = (&question.definition().name, self.one_sided_kernel());
                let bound = if self.bounds.is_auto() { "a perimeter" } else { "no bound" };
                write!(f, "{name}, {kernel} kernel, scheduler {scheduler}, {bound}")?;
            }
        }
        write!(f, ", pruning {pruning}")?;
        if let Some(table) = transpositions {
            write!(f, ", table {} to depth {}", table.kind, table.depth)?;
        }
        if let Puzzle::Pieces { order: MoveOrder::AmountByAmount, .. } = puzzle {
            f.write_str(", moves amount by amount")?;
        }
        match distribution {
            Some(distribution) => write!(f, ", ranks share the tree by {distribution}"),
            None => Ok(()),
        }
    }
}
