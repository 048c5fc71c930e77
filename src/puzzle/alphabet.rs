//! What rules about move sequences may ask of the moves.

use super::move_index::MoveIndex;

/// The letters of a puzzle whose moves turn faces, some of which lie opposite each other and commute.
pub trait Alphabet {
    /// Number of letters.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the move is written, `R2` for example.
    fn name(&self, letter: MoveIndex) -> String;

    /// The move that undoes this one.
    fn inverse(&self, letter: MoveIndex) -> MoveIndex;

    /// The face that the move turns.
    fn face(&self, letter: MoveIndex) -> u8;

    /// The letter of a face by its number.
    fn face_name(&self, face: u8) -> char;

    /// The face on the other side, whose turns commute with those of this face.
    fn opposite(&self, face: u8) -> u8;
}
