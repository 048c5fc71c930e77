//! The strategy of a search: which engine runs, with which kernel, and why.

mod queue;
mod scheduler;

pub use queue::QueueSize;
pub use scheduler::{Scheduler, SchedulerError, StealingOrder};

use crate::pdb::h48::H48Level;
use crate::prune::table::TranspositionKind;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a cube is searched. Chosen in one place, [`PieceOptions::strategy`](super::PieceOptions::strategy), from what is
/// asked for and from the tables at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Depth-first from the position towards the goal, with any tables or none.
    OneSided {
        /// The kernel that searches one subtree.
        kernel: OneSidedKernel,
        /// The scheduler that distributes subtrees to workers.
        scheduler: Scheduler,
        /// The transposition table.
        transpositions: Option<TranspositionOptions>,
        /// Whether every table entry that is read is compared with its neighbours.
        audit: bool,
        /// Why the search is not two-sided.
        reason: OneSidedReason,
    },
    /// On the cube and its inverse, with an H48 table; no other table is read.
    TwoSided {
        /// The kernel that searches one subtree.
        kernel: TwoSidedKernel,
        /// The level of the table.
        level: H48Level,
        /// Where it runs.
        place: SearchPlace,
    },
    /// Depth-first with the Manhattan distance on devices, where every work item deepens a subtree of its own.
    Asynchronous,
    /// All states in the order of their distance from the position, as far as they fit into so many bytes: the plain
    /// reference.
    BreadthFirst {
        /// Bytes of memory.
        memory: u64,
    },
}

/// Where a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchPlace {
    /// On threads.
    #[default]
    Threads,
    /// On devices; a thread drives each of them.
    Devices,
    /// On devices and on threads.
    DevicesAndThreads,
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
    /// Whether symmetric states are taken as one, which needs the rules of canonical sequences. Pays for symmetric
    /// cubes; for others it only takes time.
    pub symmetry: bool,
}

/// The kernel of a one-sided search. All visit the same nodes in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OneSidedKernel {
    /// Recursion: the reference for the iterative one.
    Recursive,
    /// An explicit stack.
    #[default]
    Iterative,
}

impl OneSidedKernel {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Recursive, Self::Iterative];
}

/// The kernel of a two-sided search. All visit the same nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoSidedKernel {
    /// One node after the other: the reference for the batched one.
    Staged,
    /// Many look-ups in flight.
    Batched,
}

/// Why a search is one-sided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OneSidedReason {
    /// There is no H48 table.
    #[error("there is no H48 table")]
    NoTable,
    /// Whether there is an H48 table or not, the heuristic names others.
    #[error("the heuristic asks for no H48 table")]
    NotAsked,
    /// Users' own heuristics know the cube, and a two-sided search has only cosets.
    #[error("a search from both ends cannot use own heuristics")]
    OwnHeuristics,
    /// The kernel is one-sided.
    #[error("the {0} kernel searches from one end")]
    Kernel(OneSidedKernel),
    /// Root tasks of a two-sided search have an order of their own.
    #[error("a search from both ends has a scheduler of its own, and cannot use {0}")]
    Scheduler(Scheduler),
    /// Nothing is known of a state but lengths.
    #[error("a search from both ends cannot use a transposition table")]
    TranspositionTable,
    /// Other sequences cannot be read from both ends.
    #[error("only canonical move sequences can be read from both ends, and other ones are asked for")]
    Pruning,
    /// Entries of an H48 table say nothing about their neighbours.
    #[error("an audit is for searches from one end, with tables of corners and edges")]
    Audit,
}

/// Why there is no strategy that does all that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// Breadth-first search stops at the first solution.
    #[error("breadth-first search finds one solution, not all of them")]
    BreadthFirstAll,
    /// What else is asked for cannot be done on devices.
    #[error("a search on devices needs an H48 table or the Manhattan distance of the edges alone, but {0}")]
    Devices(OneSidedReason),
    /// Work items leave when they are beaten.
    #[error("a search with the Manhattan distance on devices finds one solution, not all of them")]
    AsynchronousAll,
    /// A two-sided kernel is asked for, but the search has to be one-sided.
    #[error("the {} kernel searches from both ends, but {reason}", Kernel::TwoSided(*.kernel))]
    OneSided {
        /// The kernel that was asked for.
        kernel: TwoSidedKernel,
        /// Why the search is one-sided.
        reason: OneSidedReason,
    },
    /// Symmetric states are to be taken as one, but symmetric states may have different next moves.
    #[error("symmetric states are one for canonical move sequences only")]
    Symmetry,
}

/// The kernel that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The fastest one that can do what else is asked for: two-sided where there is an H48 table.
    #[default]
    Auto,
    /// A one-sided one.
    OneSided(OneSidedKernel),
    /// A two-sided one.
    TwoSided(TwoSidedKernel),
}

impl Kernel {
    /// All of them with their names.
    const NAMED: [(Self, &'static str); 5] = [
        (Self::Auto, "auto"),
        (Self::RECURSIVE, "recursive"),
        (Self::ITERATIVE, "iterative"),
        (Self::STAGED, "staged"),
        (Self::BATCHED, "batched"),
    ];
    /// The names, for messages.
    pub const NAMES: &'static str = "auto, recursive, iterative, staged or batched";
    /// The kernel `recursive`.
    pub const RECURSIVE: Self = Self::OneSided(OneSidedKernel::Recursive);
    /// The kernel `iterative`.
    pub const ITERATIVE: Self = Self::OneSided(OneSidedKernel::Iterative);
    /// The kernel `staged`.
    pub const STAGED: Self = Self::TwoSided(TwoSidedKernel::Staged);
    /// The kernel `batched`.
    pub const BATCHED: Self = Self::TwoSided(TwoSidedKernel::Batched);
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = Self::NAMED.iter().find(|(kernel, _)| kernel == self).expect("all kernels have names");
        f.write_str(name)
    }
}

impl fmt::Display for OneSidedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Kernel::OneSided(*self).fmt(f)
    }
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, UnknownKernel> {
        let named = Self::NAMED.iter().find(|(_, known)| *known == name);
        named.map(|(kernel, _)| *kernel).ok_or_else(|| UnknownKernel(name.to_owned()))
    }
}

/// A name that is no [`Kernel`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown kernel `{}`: use {}", .0.escape_default(), Kernel::NAMES)]
pub struct UnknownKernel(pub String);

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneSided { kernel, reason: OneSidedReason::Kernel(_), .. } => {
                write!(f, "one-sided, {kernel} kernel, as asked for")
            }
            Self::OneSided { kernel, reason, .. } => write!(f, "one-sided, {kernel} kernel, because {reason}"),
            Self::TwoSided { level, place: SearchPlace::Devices, .. } => {
                write!(f, "two-sided, wavefronts of look-ups of h48-{level} on devices")
            }
            Self::TwoSided { kernel, level, place } => {
                match kernel {
                    TwoSidedKernel::Batched => {
                        let QueueSize { in_flight, read } = QueueSize::here();
                        write!(f, "two-sided, {in_flight} look-ups of h48-{level} in flight, {read} read at a time")?;
                    }
                    TwoSidedKernel::Staged => write!(f, "two-sided, one look-up of h48-{level} after the other")?,
                }
                f.write_str(if *place == SearchPlace::Threads { "" } else { ", and wavefronts of them on devices" })
            }
            Self::Asynchronous => f.write_str("one-sided on devices, every work item deepens a subtree of its own"),
            Self::BreadthFirst { memory } => write!(f, "breadth-first, within {memory} bytes"),
        }
    }
}
