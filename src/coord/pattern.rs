//! The pieces that a table covers.

use crate::cube::geometry::{CORNERS, EDGE_NAMES, EDGES};
use std::fmt;
use thiserror::Error;

/// A set of edge pieces, always in ascending order, so that each set has exactly one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EdgeSet(u16);

impl EdgeSet {
    /// Largest set whose table can be built.
    pub const MAX: usize = 8;

    /// The set of `pieces` (numbers below 12, see [`EDGE_NAMES`]).
    ///
    /// # Errors
    /// If a piece is named twice, there is none, or there are more than [`EdgeSet::MAX`].
    pub fn new(pieces: &[u8]) -> Result<Self, EdgeSetError> {
        let mut mask = 0u16;
        for &piece in pieces {
            let name = EDGE_NAMES.get(usize::from(piece)).ok_or(EdgeSetError::Unknown(piece.to_string()))?;
            if mask >> piece & 1 == 1 {
                return Err(EdgeSetError::Twice(name));
            }
            mask |= 1 << piece;
        }
        match pieces.len() {
            1..=Self::MAX => Ok(Self(mask)),
            n => Err(EdgeSetError::Size(n)),
        }
    }

    /// Reads names such as `UR,UF,UL`; the letters of a name may come in either order.
    ///
    /// # Errors
    /// As [`EdgeSet::new`], and for a name that is no edge.
    pub fn parse(names: &str) -> Result<Self, EdgeSetError> {
        let pieces: Result<Vec<u8>, _> = names
            .split([',', ' '])
            .filter(|name| !name.is_empty())
            .map(|name| edge_by_name(name).ok_or_else(|| EdgeSetError::Unknown(name.to_owned())))
            .collect();
        Self::new(&pieces?)
    }

    /// The pieces in ascending order.
    pub fn pieces(self) -> impl Iterator<Item = u8> + Clone {
        (0..EDGES as u8).filter(move |&piece| self.0 >> piece & 1 == 1)
    }

    /// Number of pieces.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Always false: a set has at least one piece.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.pieces().enumerate() {
            let separator = if i > 0 { "," } else { "" };
            write!(f, "{separator}{}", EDGE_NAMES[usize::from(piece)])?;
        }
        Ok(())
    }
}

fn edge_by_name(name: &str) -> Option<u8> {
    let mirrored: String = name.chars().rev().collect();
    let is_name = |n: &str| n.eq_ignore_ascii_case(name) || n.eq_ignore_ascii_case(&mirrored);
    EDGE_NAMES.iter().position(|n| is_name(n)).map(|piece| piece as u8)
}

/// The reason why a list of edges is not a set that a table can be built for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeSetError {
    /// No edge has this name.
    #[error("`{}` is not an edge: use names such as UR, UF, FR", .0.escape_default())]
    Unknown(String),
    /// The same edge is named twice.
    #[error("edge {0} is named twice")]
    Twice(&'static str),
    /// Too few edges or too many.
    #[error("{0} edges: a table takes 1 to 8 of them, or `all` for the permutation of the twelve")]
    Size(usize),
}

/// The pieces that a table covers; all others may be anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// All eight corners, placed and twisted: 8! * 3^7 entries.
    Corners,
    /// Some edges, placed and flipped: 12! / (12 - k)! * 2^k entries.
    Edges(EdgeSet),
    /// All twelve edges, placed, flips ignored: 12! entries.
    EdgePermutation,
}

impl Pattern {
    /// Number of arrangements of the pieces: the rows of the table.
    pub fn rows(self) -> u64 {
        match self {
            Self::Corners => falling_factorial(CORNERS, CORNERS),
            Self::Edges(set) => falling_factorial(EDGES, set.len()),
            Self::EdgePermutation => falling_factorial(EDGES, 8),
        }
    }

    /// Entries in a row: the orientations of the pieces or, without orientations, the orders of the last four edges.
    pub fn cells(self) -> u64 {
        match self {
            Self::Corners => 2187,
            Self::Edges(set) => 1 << set.len(),
            Self::EdgePermutation => 24,
        }
    }
}

/// `n * (n - 1) * ...` with `k` factors.
fn falling_factorial(n: usize, k: usize) -> u64 {
    (n - k + 1..=n).map(|factor| factor as u64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_sets_are_named() {
        assert_eq!(EdgeSet::parse("UR,RU"), Err(EdgeSetError::Twice("UR")));
        assert_eq!(EdgeSet::parse("UR,UD"), Err(EdgeSetError::Unknown("UD".into())));
        assert_eq!(EdgeSet::parse(""), Err(EdgeSetError::Size(0)));
    }
}
