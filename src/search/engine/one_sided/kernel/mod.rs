//! Kernels: depth-first search of one subtree to one bound. A kernel knows nothing of threads: it takes a subtree, and
//! leaves solutions, the least bound that was cut off, and counts with the worker it runs on.

mod iterative;
mod recursive;

pub(in crate::search) use iterative::Frames;

use crate::prune::State;
use crate::puzzle::Letter;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::worker::Worker;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// A subtree to search.
#[derive(Clone, Debug)]
pub struct Subtree<N> {
    /// Its root.
    pub node: N,
    /// The moves that led there.
    pub path: Vec<Letter>,
    /// What may follow them.
    pub state: State,
    /// Moves left.
    pub remaining: u8,
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

    /// Searches a subtree for solutions with exactly the remaining number of moves. `Break` if it was left early: because
    /// of a solution where one is enough, or because the worker is not wanted any more.
    pub(in crate::search) fn search<S: Space>(
        self,
        worker: &mut Worker<'_, S>,
        subtree: &Subtree<S::Node>,
    ) -> ControlFlow<()> {
        match self.of_one_end() {
            Self::Recursive => recursive::search(worker, subtree),
            _ => iterative::search(worker, subtree),
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

impl FromStr for Kernel {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "auto" => Ok(Self::Auto),
            "recursive" => Ok(Self::Recursive),
            "iterative" => Ok(Self::Iterative),
            "staged" => Ok(Self::Staged),
            "batched" => Ok(Self::Batched),
            _ => Err(format!("unknown kernel `{}`: use {}", name.escape_default(), Self::NAMES)),
        }
    }
}
