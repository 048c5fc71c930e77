//! The H48 coordinate: cosets of the subgroup that keeps every corner in its tetrad and untwisted, and every edge in
//! its slice and unflipped.
//!
//! The subgroup is mapped to itself by all 48 symmetries, and contains all half turns. A coset `H·c` is given by the
//! tetrad and the twist of the piece in each corner slot, and by the slice and the flip of the piece in each edge slot.
//! Corner parts that are symmetric to each other form a class; the index of a coset consists of the class of its corner
//! part and of its edge part as seen through the symmetry that takes the corner part to the representative of the
//! class. A level `k` keeps the flips of the first `k` slots and drops the others.
//!
//! The coordinate, and the idea of levels, are Sebastiano Tronto's (documentation of nissy-core). The numbering is our
//! own.

mod corners;
mod edges;

pub(crate) use corners::Orbit;
pub use corners::{CornerClasses, CornerCoset};
pub use edges::{EdgeCoset, EdgeRank};

use crate::cube::{Cubies, EdgeMap};
use std::sync::OnceLock;

/// A coset of H48 up to symmetry: the class of its corner part, and its edge part seen from the representative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct CosetIndex {
    /// Class of the corners, below [`H48::CLASSES`].
    pub class: u16,
    /// Slices of the edges, below [`H48::SLICES`].
    pub slices: u16,
    /// Flips of the edges in the first eleven slots, slot `i` in bit `i`.
    pub flips: u16,
}

impl CosetIndex {
    /// The index of the coset within its class at a level: its slices, and as many flips as the level keeps.
    #[inline(always)]
    pub const fn local(self, level: u8) -> u32 {
        (self.slices as u32) << level | self.flips as u32 & ((1 << level) - 1)
    }
}

/// The tables of the coordinate, about 2 MB; made once in some 20 ms.
#[derive(Debug)]
pub struct H48 {
    /// Corner parts and their classes.
    pub corners: CornerClasses,
    /// Ranking of edge parts.
    pub edges: EdgeRank,
    /// The effect of each symmetry on edge parts, by its index.
    pub symmetries: [EdgeMap; 48],
}

impl H48 {
    /// Classes of corner parts under the 48 symmetries.
    pub const CLASSES: usize = CornerClasses::COUNT;
    /// Ways of placing three slices of four edges each: C(12,4) · C(8,4).
    pub const SLICES: usize = EdgeRank::SLICES;
    /// Flips that are free; the twelfth follows from them.
    pub const FLIPS: u8 = 11;

    /// Returns the tables, making them on the first call.
    pub fn get() -> &'static Self {
        static TABLES: OnceLock<H48> = OnceLock::new();
        TABLES.get_or_init(|| Self {
            corners: CornerClasses::new(),
            edges: EdgeRank::new(),
            symmetries: EdgeMap::of_symmetries(),
        })
    }

    /// The coset of a cube. The plain definition against which faster ways are tested.
    pub fn index(&self, cube: &Cubies) -> CosetIndex {
        let (class, symmetry) = self.corners.class(CornerCoset::of(cube));
        let edges = self.symmetries[symmetry.index()].apply(&EdgeCoset::of(cube));
        let rank = self.edges.rank(&edges);
        CosetIndex { class, slices: (rank >> Self::FLIPS) as u16, flips: (rank & 0x7ff) as u16 }
    }
}

#[cfg(test)]
mod tests;
