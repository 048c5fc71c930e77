//! The three laws that every reachable cube obeys.

use super::cubies::Cubies;
use super::geometry::{CORNER_NAMES, EDGE_NAMES};
use thiserror::Error;

/// The law that an arrangement of cubies breaks, so that no moves reach it from the solved cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreachable {
    /// There is no such piece, or it has no such orientation.
    #[error("there is no {kind} {piece} with orientation {orientation}: both are counted from 0")]
    NoPiece {
        /// `corner` or `edge`.
        kind: &'static str,
        /// Number of the piece.
        piece: u8,
        /// Its twist or flip.
        orientation: u8,
    },
    /// A piece stands in two slots.
    #[error("{kind} {piece} appears twice, in slots {first} and {second}")]
    DuplicatePiece {
        /// `corner` or `edge`.
        kind: &'static str,
        /// The piece.
        piece: &'static str,
        /// The first slot that holds it.
        first: &'static str,
        /// The second slot that holds it.
        second: &'static str,
    },
    /// The twists do not add up to a multiple of three.
    #[error("the corner twists add up to {0}/3 of a turn: one corner is twisted in its place")]
    Twist(u8),
    /// An odd number of edges is flipped.
    #[error("an odd number of edges is flipped: one edge is flipped in its place")]
    Flip,
    /// Corner and edge permutation differ in parity.
    #[error("two pieces are swapped: the permutations of corners and edges differ in parity")]
    Parity,
}

impl Cubies {
    /// Checks that the cube can be reached from the solved cube.
    ///
    /// # Errors
    /// The first law that is broken, in the order pieces, twist, flip, parity.
    pub fn check_reachable(&self) -> Result<(), Unreachable> {
        check_pieces("corner", &self.corners, &CORNER_NAMES)?;
        check_pieces("edge", &self.edges, &EDGE_NAMES)?;
        let twist = self.twists.iter().sum::<u8>() % 3;
        if twist != 0 {
            return Err(Unreachable::Twist(twist));
        }
        if self.flips.iter().sum::<u8>() % 2 != 0 {
            return Err(Unreachable::Flip);
        }
        if is_odd(&self.corners) != is_odd(&self.edges) {
            return Err(Unreachable::Parity);
        }
        Ok(())
    }
}

fn check_pieces(kind: &'static str, pieces: &[u8], names: &[&'static str]) -> Result<(), Unreachable> {
    let mut home = vec![None; names.len()];
    for (slot, &piece) in pieces.iter().enumerate() {
        if let Some(first) = home[usize::from(piece)].replace(slot) {
            return Err(Unreachable::DuplicatePiece {
                kind,
                piece: names[usize::from(piece)],
                first: names[first],
                second: names[slot],
            });
        }
    }
    Ok(())
}

/// Returns whether a sequence of different numbers has an odd number of inversions, as odd permutations have.
pub fn is_odd(permutation: &[u8]) -> bool {
    let inversions: usize =
        (0..permutation.len()).map(|i| permutation[..i].iter().filter(|&&p| p > permutation[i]).count()).sum();
    inversions % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_law_is_reported() {
        assert_eq!(Cubies::SOLVED.check_reachable(), Ok(()));
        let mut cube = Cubies::SOLVED;
        cube.twists[0] = 2;
        assert_eq!(cube.check_reachable(), Err(Unreachable::Twist(2)));
        let mut cube = Cubies::SOLVED;
        cube.flips[3] = 1;
        assert_eq!(cube.check_reachable(), Err(Unreachable::Flip));
        let mut cube = Cubies::SOLVED;
        cube.edges.swap(0, 5);
        assert_eq!(cube.check_reachable(), Err(Unreachable::Parity));
        let mut cube = Cubies::SOLVED;
        cube.corners[2] = 1;
        let error = cube.check_reachable().unwrap_err();
        assert_eq!(error.to_string(), "corner UFL appears twice, in slots UFL and ULB");
    }
}
