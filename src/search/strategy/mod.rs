//! The strategy of a search: which engine runs, with which kernel, and why.

mod scheduler;

pub use scheduler::{Scheduler, SchedulerError, StealingOrder};

use crate::pdb::h48::H48Level;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a cube is searched. Chosen in one place, [`SolverOptions::strategy`](super::SolverOptions::strategy), from what is asked
/// for and from the tables at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Depth-first from the position towards the goal, with any tables or none.
    OneSided {
        /// [`Kernel::Recursive`] or [`Kernel::Iterative`].
        kernel: Kernel,
        /// Why the search is not two-sided.
        reason: OneSidedReason,
    },
    /// On the cube and its inverse, with an H48 table; no other table is read.
    TwoSided {
        /// How a worker walks through a subtree.
        kernel: TwoSidedKernel,
        /// The level of the table.
        level: H48Level,
    },
    /// All states in the order of their distance from the position, as far as they fit into so many bytes: the plain reference.
    BreadthFirst {
        /// Bytes of memory.
        memory: u64,
    },
}

/// How a worker of a two-sided search walks through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoSidedKernel {
    /// Many look-ups in flight.
    Pipelined,
    /// One node after the other.
    Plain,
}

/// Why a cube is searched from one end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OneSidedReason {
    /// There is no H48 table.
    #[error("there is no H48 table")]
    NoTable,
    /// The kernel knows no other way.
    #[error("the {0} kernel searches from one end")]
    Kernel(Kernel),
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

/// How to search one subtree.
///
/// The first two search any space, visiting the same nodes in the same order. The last two search the cube from both ends with
/// a table of H48 cosets, visiting the same nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kernel {
    /// Batched where there is a table of H48 cosets and nothing else is asked for, else iterative.
    #[default]
    Auto,
    /// Recursion: the plain one that the iterative one is held to.
    Recursive,
    /// An explicit stack.
    Iterative,
    /// From both ends, one node after the other: the plain one that the batched one is held to.
    Staged,
    /// From both ends, with many look-ups in flight.
    Batched,
}

impl Kernel {
    /// The kernels that search any space.
    pub const ALL: [Self; 2] = [Self::Recursive, Self::Iterative];
    /// All that can be asked for by name.
    pub const NAMES: &'static str = "auto, recursive, iterative, staged or batched";

    /// The kernel that searches from one end where this one is asked for.
    pub const fn of_one_end(self) -> Self {
        match self {
            Self::Recursive => Self::Recursive,
            Self::Auto | Self::Iterative | Self::Staged | Self::Batched => Self::Iterative,
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Recursive => "recursive",
            Self::Iterative => "iterative",
            Self::Staged => "staged",
            Self::Batched => "batched",
        })
    }
}

/// A name that is no [`Kernel`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown kernel `{}`: use {}", .0.escape_default(), Kernel::NAMES)]
pub struct UnknownKernel(pub String);

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneSided { kernel, reason } => write!(f, "one-sided, {kernel} kernel, because {reason}"),
            Self::TwoSided { kernel: TwoSidedKernel::Pipelined, level } => {
                write!(f, "two-sided, many look-ups of h48-{level} in flight")
            }
            Self::TwoSided { kernel: TwoSidedKernel::Plain, level } => {
                write!(f, "two-sided, one look-up of h48-{level} after the other")
            }
            Self::BreadthFirst { memory } => write!(f, "breadth-first, within {memory} bytes"),
        }
    }
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, UnknownKernel> {
        match name {
            "auto" => Ok(Self::Auto),
            "recursive" => Ok(Self::Recursive),
            "iterative" => Ok(Self::Iterative),
            "staged" => Ok(Self::Staged),
            "batched" => Ok(Self::Batched),
            _ => Err(UnknownKernel(name.to_owned())),
        }
    }
}
