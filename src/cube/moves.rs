//! The eighteen face turns, and sets of them.

use super::geometry::{FACE_LETTERS, opposite};
use std::fmt;

/// A turn of one outer layer: `3 * face + (quarter turns clockwise - 1)`, faces in the order `U R F D L B`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaceTurn(u8);

impl FaceTurn {
    /// Number of face turns.
    pub const COUNT: usize = 18;

    /// The move with this number, if it is below [`FaceTurn::COUNT`].
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The turn of `face` by `quarters` clockwise quarter turns; `None` for a whole number of full turns.
    ///
    /// # Panics
    /// If `face` is not below 6.
    pub const fn turn(face: u8, quarters: u8) -> Option<Self> {
        assert!(face < 6);
        match quarters % 4 {
            0 => None,
            amount => Some(Self(face * 3 + amount - 1)),
        }
    }

    /// The quarter turn of a face clockwise.
    ///
    /// # Panics
    /// If `face` is not below 6.
    #[inline(always)]
    pub const fn clockwise(face: u8) -> Self {
        assert!(face < 6);
        Self(face * 3)
    }

    /// The half turn of a face.
    ///
    /// # Panics
    /// If `face` is not below 6.
    #[inline(always)]
    pub const fn half(face: u8) -> Self {
        assert!(face < 6);
        Self(face * 3 + 1)
    }

    /// The number of the move, below [`FaceTurn::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that turns, in the order `U R F D L B`.
    pub const fn face(self) -> u8 {
        self.0 / 3
    }

    /// Clockwise quarter turns: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// The move that undoes this one.
    pub const fn inverse(self) -> Self {
        Self(self.face() * 3 + 3 - self.quarters())
    }

    /// Every move, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        MoveMask::ALL.into_iter()
    }
}

impl fmt::Display for FaceTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters() - 1)];
        write!(f, "{}{suffix}", FACE_LETTERS[usize::from(self.face())])
    }
}

impl fmt::Debug for FaceTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of moves as a bit mask: bit `i` stands for the move with number `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveMask(u32);

impl MoveMask {
    /// All eighteen face turns.
    pub const ALL: Self = Self((1 << FaceTurn::COUNT) - 1);
    /// The twelve quarter turns.
    pub const QUARTER_TURNS: Self = Self(0o555_555);
    /// The six half turns.
    pub const HALF_TURNS: Self = Self(0o222_222);
    /// No move.
    pub const EMPTY: Self = Self(0);

    /// The three turns of `face`.
    pub const fn of_face(face: u8) -> Self {
        Self(7 << (3 * face))
    }

    /// The set with `m` added.
    pub const fn with(self, m: FaceTurn) -> Self {
        Self(self.0 | 1 << m.0)
    }

    /// The moves in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The moves in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The moves of this set that are not in `other`.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether `m` is in the set.
    pub const fn contains(self, m: FaceTurn) -> bool {
        self.0 >> m.0 & 1 == 1
    }

    /// The faces with exactly one of their quarter turns in the set.
    pub fn turned_one_way(self) -> FaceSet {
        FaceSet::of(|face| {
            self.contains(FaceTurn::clockwise(face)) != self.contains(FaceTurn::clockwise(face).inverse())
        })
    }

    /// The faces with both quarter turns in the set.
    pub fn turned_both_ways(self) -> FaceSet {
        FaceSet::of(|face| {
            self.contains(FaceTurn::clockwise(face)) && self.contains(FaceTurn::clockwise(face).inverse())
        })
    }

    /// The faces with the half turn in the set.
    pub fn turned_by_half(self) -> FaceSet {
        FaceSet::of(|face| self.contains(FaceTurn::half(face)))
    }

    /// Number of moves in the set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The moves that may follow a turn of `face` in a canonical sequence: not the same face again, and of two opposite
    /// faces, which commute, only the ascending order; in descending order, the moves that may come before it.
    pub(super) const fn canonical_beside(self, face: u8, ascending: bool) -> Self {
        let allowed = self.difference(Self::of_face(face));
        if (opposite(face) < face) == ascending { allowed.difference(Self::of_face(opposite(face))) } else { allowed }
    }
}

impl IntoIterator for MoveMask {
    type Item = FaceTurn;
    type IntoIter = Moves;

    fn into_iter(self) -> Moves {
        Moves(self.0)
    }
}

impl FromIterator<FaceTurn> for MoveMask {
    fn from_iter<I: IntoIterator<Item = FaceTurn>>(moves: I) -> Self {
        moves.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The moves of a [`MoveMask`] in ascending order.
#[derive(Clone, Debug)]
pub struct Moves(u32);

impl Iterator for Moves {
    type Item = FaceTurn;

    #[inline]
    fn next(&mut self) -> Option<FaceTurn> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(FaceTurn(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Moves {}

/// A set of faces: bit `i` stands for face `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaceSet(u32);

impl FaceSet {
    fn of(belongs: impl Fn(u8) -> bool) -> Self {
        Self((0..6).filter(|&face| belongs(face)).fold(0, |set, face| set | 1 << face))
    }

    /// Returns whether `face` is in the set.
    #[inline(always)]
    pub const fn contains(self, face: u8) -> bool {
        self.0 >> (face & 7) & 1 == 1
    }

    /// Number of faces in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl IntoIterator for FaceSet {
    type Item = u8;
    type IntoIter = Faces;

    #[inline(always)]
    fn into_iter(self) -> Faces {
        Faces(self.0)
    }
}

/// The faces of a [`FaceSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct Faces(u32);

impl Iterator for Faces {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let face = self.0.trailing_zeros() as u8 & 7;
        self.0 &= self.0 - 1;
        Some(face)
    }
}

/// A move sequence, printed with blanks between the moves.
pub struct MoveSequence<'a>(pub &'a [FaceTurn]);

impl fmt::Display for MoveSequence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, m) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{m}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_is_an_involution_that_keeps_the_face() {
        for m in FaceTurn::all() {
            assert_eq!(m.inverse().inverse(), m);
            assert_eq!(m.inverse().face(), m.face());
            assert_eq!((m.quarters() + m.inverse().quarters()) % 4, 0);
        }
    }

    #[test]
    fn quarter_turns_are_the_twelve_odd_ones() {
        let quarters: MoveMask = FaceTurn::all().filter(|m| m.quarters() != 2).collect();
        assert_eq!(quarters, MoveMask::QUARTER_TURNS);
        assert_eq!(quarters.len(), 12);
    }

    #[test]
    fn faces_are_told_apart_by_their_turns() {
        let moves: MoveMask = "U U2 U' R' F F2 D2 L L' B"
            .split(' ')
            .map(|m| FaceTurn::all().find(|n| n.to_string() == m).unwrap())
            .collect();
        let letters = |faces: FaceSet| {
            assert!((0..6).all(|face| faces.contains(face) == faces.into_iter().any(|f| f == face)));
            assert_eq!((faces.into_iter().count(), faces.into_iter().count() == 0), (faces.len(), faces.is_empty()));
            faces.into_iter().map(|face| FACE_LETTERS[usize::from(face)]).collect::<String>()
        };
        assert_eq!(letters(moves.turned_one_way()), "RFB");
        assert_eq!(letters(moves.turned_both_ways()), "UL");
        assert_eq!(letters(moves.turned_by_half()), "UFD");
        assert_eq!(letters(MoveMask::EMPTY.turned_by_half()), "");
    }

    #[test]
    fn sequences_print_in_standard_notation() {
        let sequence: Vec<FaceTurn> =
            [(0, 1), (1, 2), (5, 3)].iter().map(|&(f, q)| FaceTurn::turn(f, q).unwrap()).collect();
        assert_eq!(MoveSequence(&sequence).to_string(), "U R2 B'");
    }
}
