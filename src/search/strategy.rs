//! How cubes are searched.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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
