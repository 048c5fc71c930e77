//! The progress of a build.

use super::distribution::Distribution;
use super::h48::Layout;
use super::spec::{TableSpec, UNSEEN};
use crate::coord::H48;
use std::fmt;

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Every entry up to a depth is complete: a breadth-first search on the table itself.
    Level(u8),
    /// An H48 table: the cosets up to a depth are listed. No entry of the table exists yet.
    Listed {
        /// The depth.
        depth: u8,
        /// Cosets of this depth.
        cosets: u64,
    },
    /// An H48 table: this many blocks are complete, those of the first classes.
    Blocks(u16),
}

impl Done {
    /// The progress of the build that a checkpoint holds.
    pub fn of(spec: &TableSpec, depth: u8, distribution: &Distribution) -> Self {
        match spec.h48() {
            None => Self::Level(depth),
            Some(layout) => Self::Blocks(blocks(layout, distribution)),
        }
    }

    /// A number that grows during a build; 0 as long as nothing is worth saving.
    pub(crate) fn order(self) -> u16 {
        match self {
            Self::Level(depth) => depth.into(),
            Self::Listed { .. } => 0,
            Self::Blocks(count) => count,
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(depth) => write!(f, "level {depth}"),
            Self::Listed { depth, .. } => write!(f, "the list of depth {depth}"),
            Self::Blocks(count) => write!(f, "block {count} of {}", H48::CLASSES),
        }
    }
}

/// Number of finished blocks of an H48 table: all entries that are counted are in them.
pub(crate) fn blocks(layout: Layout, distribution: &Distribution) -> u16 {
    let seen = layout.entries().saturating_sub(distribution[usize::from(UNSEEN)]);
    (seen / u64::from(layout.class_entries())) as u16
}
