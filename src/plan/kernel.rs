//! The kernels by name.

use crate::nearest::UnknownName;
use std::fmt;
use std::str::FromStr;

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
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let named = Self::NAMED.iter().find(|(_, known)| *known == name);
        named.map(|(kernel, _)| *kernel).ok_or_else(|| UnknownName::new("kernel", name, Self::NAMES))
    }
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
