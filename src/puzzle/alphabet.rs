//! The interface to a puzzle's moves that rules about move sequences use.

use super::move_index::MoveIndex;

/// The moves of a puzzle that turn faces, some of which lie opposite each other and commute.
pub trait Alphabet {
    /// Number of moves.
    fn len(&self) -> usize;

    /// Returns whether there are no moves.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the move, `R2` for example.
    fn name(&self, by: MoveIndex) -> String;

    /// The move that undoes this one.
    fn inverse(&self, by: MoveIndex) -> MoveIndex;

    /// The face that the move turns.
    fn face(&self, by: MoveIndex) -> u8;

    /// The letter of a face by its number.
    fn face_name(&self, face: u8) -> char;

    /// The face on the other side, whose turns commute with those of this face.
    fn opposite(&self, face: u8) -> u8;
}
