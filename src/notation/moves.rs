//! Options for reading moves, and the conversion of turns of a 3x3x3 to outer turns relative to the centres.

use crate::cube::FaceTurn;
use crate::cube::geometry::{IDENTITY_FACES, opposite, quarter_turn};
use crate::nearest::UnknownName;
use crate::nxn::Move;
use std::fmt;
use std::str::FromStr;

/// Options for reading ambiguous notation in a move sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    /// The meaning of a bare lower-case face letter. By default it is wide up to the 3x3x3; on bigger cubes, where
    /// usage differs, it is an error.
    pub lowercase: Option<Lowercase>,
    /// The meaning of parentheses.
    pub parentheses: Parentheses,
}

/// The meaning of a lower-case face letter without a layer number; `2r` and `2-3r` always name their layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lowercase {
    /// `r` is `Rw`, as speedcubers write.
    #[default]
    Wide,
    /// `r` is `2R`, the inner slice, as on bigger cubes.
    Slice,
    /// `r` is `R`, as some solvers print.
    Face,
}

impl FromStr for Lowercase {
    type Err = UnknownName;

    fn from_str(s: &str) -> Result<Self, UnknownName> {
        match s.to_ascii_lowercase().as_str() {
            "wide" => Ok(Self::Wide),
            "slice" => Ok(Self::Slice),
            "face" => Ok(Self::Face),
            _ => Err(UnknownName::new("reading of lower-case letters", s, "wide, slice or face")),
        }
    }
}

impl fmt::Display for Lowercase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wide => "wide",
            Self::Slice => "slice",
            Self::Face => "face",
        })
    }
}

/// The meaning of parentheses in a move sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parentheses {
    /// A group, which may be repeated: `(R U)3`.
    #[default]
    Group,
    /// Moves on the inverse (NISS): `S (I)` is the cube after `S`, on whose inverse `I` was made: the inverse of `I`,
    /// followed by `S`. It is solved if `S` is a scramble followed by a solution in this form.
    Niss,
}

/// The quarter turns of the outer layer and of the opposite one, each seen from its own side, that are equivalent to a
/// turn of a 3x3x3 relative to the centres. If the middle layer turns, the centres turn with it, and the other layers
/// turn backwards relative to them.
const fn outer_quarters(turn: Move) -> [u8; 2] {
    let stays = if turn.moves_layer(2) { turn.quarters } else { 0 };
    let near = if turn.moves_layer(1) { turn.quarters } else { 0 };
    let far = if turn.moves_layer(3) { turn.quarters } else { 0 };
    [(near + 4 - stays) % 4, (stays + 4 - far) % 4]
}

/// The inverse of `turns`.
pub(super) fn inverted(turns: &[Move]) -> Vec<Move> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// The same turns of a 3x3x3 as outer turns relative to the centres.
pub(super) fn flatten(turns: &[Move]) -> Vec<FaceTurn> {
    // centres[f] is the centre that now faces where the solved cube has face f.
    let mut centres = IDENTITY_FACES;
    let mut sequence = Vec::with_capacity(turns.len());
    for turn in turns {
        let [near, far] = outer_quarters(*turn);
        sequence.extend(FaceTurn::turn(centres[usize::from(turn.face)], near));
        sequence.extend(FaceTurn::turn(centres[usize::from(opposite(turn.face))], far));
        if turn.moves_layer(2) {
            let map = quarter_turn(turn.face);
            for _ in 0..turn.quarters {
                let before = centres;
                for face in 0..6 {
                    centres[usize::from(map[face])] = before[face];
                }
            }
        }
    }
    sequence
}

#[cfg(test)]
mod tests {
    use super::super::parse_moves;
    use super::*;
    use crate::cube::Cubies;

    fn state(sequence: &str) -> Cubies {
        Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap())
    }

    #[test]
    fn slices_wide_turns_and_rotations_are_what_they_are_made_of() {
        for (a, b) in [
            ("M", "r' R"),
            ("M", "x' L' R"),
            ("M", "L' R"),
            ("E", "d D'"),
            ("S", "f F'"),
            ("Rw", "L x"),
            ("r", "Rw"),
            ("2R", "M'"),
            ("2L", "M"),
            ("3R", "L'"),
            ("1R", "R"),
            ("3Rw", "x"),
            ("3r", "x"),
            ("2-3Rw", "R' x"),
            ("2-3r", "x R'"),
            ("2-3r", "Lw'"),
            ("1-2R", "Rw"),
            ("2Uw2", "u2"),
            ("y R", "B"),
            ("x U", "F"),
            ("z U", "L"),
            ("y3Rw", "y' Rw"),
            ("x y z", ""),
        ] {
            assert_eq!(state(a), state(b), "{a} = {b}");
        }
    }

    #[test]
    fn turns_after_a_rotation_go_by_the_centres() {
        for (a, b) in [
            ("x U R F D L B", "F R D B L U"),
            ("y U R F D L B", "U B R D F L"),
            ("z U R F D L B", "L U F R D B"),
            ("M U M'", "L' R B L R'"),
            ("x y R", "U"),
            ("(x y)3 R", "R"),
        ] {
            assert_eq!(state(a), state(b), "{a} = {b}");
        }
    }

    #[test]
    fn the_h_permutation_swaps_opposite_edges_of_the_upper_layer() {
        let cube = state("M2 U M2 U2 M2 U M2");
        assert_eq!(cube, Cubies { edges: [2, 3, 0, 1, 4, 5, 6, 7, 8, 9, 10, 11], ..Cubies::SOLVED });
    }

    #[test]
    fn every_turn_has_order_four_and_an_inverse() {
        for base in ["R", "Lw", "d", "2F", "2-3B", "M", "E", "S", "x", "3Uw"] {
            assert_eq!(state(&format!("U {base} {base}'")), state("U"), "{base}");
            assert_eq!(state(&format!("{base}2 {base}2 U")), state("U"), "{base}");
            assert_eq!(state(&format!("{base}3")), state(&format!("{base}'")), "{base}");
        }
    }

    #[test]
    fn lowercase_readings_have_names() {
        for reading in [Lowercase::Wide, Lowercase::Slice, Lowercase::Face] {
            assert_eq!(reading.to_string().parse(), Ok(reading));
        }
        assert!("narrow".parse::<Lowercase>().is_err());
    }
}
