//! Packed children of nodes.

use crate::cube::FaceTurn;
use crate::heuristic::Probe;

/// The side on which a move is made and a table is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Side {
    /// The cube: its next move.
    Cube = 0,
    /// The inverse: the last move of the solution.
    Inverse = 1,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Cube, Self::Inverse];

    /// The side with a number, whose higher bits are ignored.
    #[inline(always)]
    pub fn of(number: u8) -> Self {
        if number & 1 == 0 { Self::Cube } else { Self::Inverse }
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    #[inline(always)]
    pub fn other(self) -> Self {
        Self::of(self as u8 ^ 1)
    }
}

/// A turn and its side, in six bits: the side in bit 5. A turn of the inverse undoes the move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SidedMove(u8);

impl SidedMove {
    #[inline(always)]
    pub fn new(side: Side, turn: FaceTurn) -> Self {
        Self((side as u8) << 5 | turn.index() as u8)
    }

    /// The clockwise quarter turn of a face.
    #[inline(always)]
    pub fn clockwise(side: Side, face: u8) -> Self {
        debug_assert!(face < 6);
        Self((side as u8) << 5 | (3 * face))
    }

    /// The half turn of a face.
    #[inline(always)]
    pub fn half(side: Side, face: u8) -> Self {
        debug_assert!(face < 6);
        Self((side as u8) << 5 | (3 * face + 1))
    }

    /// Restores the turn from the low six bits of [`SidedMove::bits`].
    #[inline(always)]
    pub fn from_bits(bits: u8) -> Self {
        Self(bits & 63)
    }

    #[inline(always)]
    pub fn bits(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub fn side(self) -> Side {
        Side::of(self.0 >> 5)
    }

    /// The number of the turn, below 32.
    #[inline(always)]
    pub fn turn(self) -> usize {
        usize::from(self.0 & 31)
    }

    /// Turns the clockwise quarter turn of a face into the other one.
    #[inline(always)]
    pub fn counterclockwise(self) -> Self {
        Self(self.0 + 2)
    }

    /// The move of a solution.
    pub fn solving(self) -> FaceTurn {
        let turn = FaceTurn::new(self.turn() as u8).expect("only moves are written");
        if self.side() == Side::Cube { turn } else { turn.inverse() }
    }
}

/// Lower bounds of the cube and of the inverse, 0 where unknown: four bits each, the cube's lowest. One byte, because
/// it is read as soon as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideBounds(u8);

impl SideBounds {
    /// The largest bound that can be noted.
    pub const LARGEST: u8 = 15;

    #[inline(always)]
    fn of(side: Side, bound: u8) -> Self {
        Self(bound << (4 * side as u8))
    }

    /// The bound of one side.
    #[inline(always)]
    pub fn get(self, side: Side) -> u8 {
        self.0 >> (4 * side as u8) & 15
    }

    /// Which bounds are as high as the number of moves left, at most 15: that of the inverse in bit 0, that of the cube
    /// in bit 1. No bound is higher.
    #[inline(always)]
    pub fn tight(self, remaining: u8) -> u8 {
        let missing = self.0 ^ remaining.wrapping_mul(0x11);
        u8::from(missing < 0x10) | u8::from(missing & 15 == 0) << 1
    }
}

/// The look-up that a child, or several, waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Asked {
    /// The first look-up of a root: of the inverse, because without half turns, the first moves that the root task
    /// leaves are fewer than all last ones. A root that has not been looked up also has this value.
    RootInverse = 0,
    /// The second look-up of a root: of the cube.
    RootCube,
    /// The first look-up of a child: of the side on which no turn was made.
    Other,
    /// The same for the two children by quarter turns of a face. The stored turn is the clockwise one.
    Pair,
    /// The second look-up of a child: of the side on which the turn was made. A child that has not been looked up also
    /// has this value.
    Own,
    /// The only look-up of the child by a half turn: of the side on which it was made. The other side keeps its bound.
    Half,
}

/// A child of a node, several that share a look-up, or a root as a child of itself: eight bytes, which stay in
/// registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CosetChild {
    /// The cache line that it waits for.
    line: u32,
    /// From the lowest bit on: the entry in the line, or the bound that was found there (8 bits), the turn that leads
    /// to it (6), the look-up it waits for (3), the lower bounds of the cube and of the inverse, 0 where unknown (4
    /// each), two unused bits, the moves left (5).
    bits: u32,
}

impl CosetChild {
    const ENTRY: u32 = 0xff;
    const BY: u32 = 8;
    const ASKED: u32 = 14;
    const BOUNDS: u32 = 17;
    const REMAINING: u32 = 27;
    /// The largest possible number of moves left.
    pub(super) const LONGEST: u8 = 31;

    /// A root, without a look-up.
    #[inline(always)]
    pub(super) fn root(remaining: u8) -> Self {
        Self { line: 0, bits: u32::from(remaining) << Self::REMAINING }
    }

    /// A child of a node that is not a root, without a look-up.
    #[inline(always)]
    pub(super) fn new(by: SidedMove, remaining: u8) -> Self {
        Self::root(remaining).with_turn(by).waiting(Asked::Own, Probe::default())
    }

    /// The same, waiting for a look-up.
    #[inline(always)]
    pub(super) fn waiting(self, asked: Asked, probe: Probe) -> Self {
        let kept = self.bits & !(7 << Self::ASKED | Self::ENTRY);
        Self { line: probe.line, bits: kept | (asked as u32) << Self::ASKED | u32::from(probe.entry) }
    }

    /// The child by the same turn of another face, waiting at a place, where this one is by a turn of the first face,
    /// and its place is not yet known. (Sums, where others write fields: this is done for each first look-up.)
    #[inline(always)]
    pub(super) fn of_face(self, face: u8, probe: Probe) -> Self {
        debug_assert!(self.last_move().turn() < 3 && self.probe() == Probe::default());
        let moved = (u32::from(face) * 3) << Self::BY;
        Self { line: probe.line, bits: self.bits + moved + u32::from(probe.entry) }
    }

    /// The same after its look-up.
    #[inline(always)]
    pub(super) fn looked_up(self, bound: u8) -> Self {
        Self { bits: self.bits & !Self::ENTRY | u32::from(bound), ..self }
    }

    /// The bound found by its look-up.
    #[inline(always)]
    pub(super) fn found(self) -> u8 {
        (self.bits & Self::ENTRY) as u8
    }

    /// The same by another turn.
    #[inline(always)]
    pub(super) fn with_turn(self, by: SidedMove) -> Self {
        Self { bits: self.bits & !(63 << Self::BY) | u32::from(by.bits()) << Self::BY, ..self }
    }

    /// The same with the lower bound of one side that was unknown.
    #[inline(always)]
    pub(super) fn with_bound(self, side: Side, bound: u8) -> Self {
        debug_assert!(bound <= SideBounds::LARGEST && self.bounds().get(side) == 0);
        Self { bits: self.bits | u32::from(SideBounds::of(side, bound).0) << Self::BOUNDS, ..self }
    }

    #[inline(always)]
    pub(super) fn probe(self) -> Probe {
        Probe { line: self.line, entry: (self.bits & Self::ENTRY) as u8 }
    }

    #[inline(always)]
    pub(super) fn last_move(self) -> SidedMove {
        SidedMove::from_bits((self.bits >> Self::BY) as u8)
    }

    #[inline(always)]
    pub(super) fn is_waiting_for(self, asked: Asked) -> bool {
        self.bits >> Self::ASKED & 7 == asked as u32
    }

    #[inline(always)]
    pub(super) fn remaining(self) -> u8 {
        (self.bits >> Self::REMAINING) as u8
    }

    #[inline(always)]
    pub(super) fn bounds(self) -> SideBounds {
        SideBounds((self.bits >> Self::BOUNDS) as u8)
    }

    /// Returns whether it is the root of a subtree, a child of itself.
    #[inline(always)]
    pub(super) fn is_root(self) -> bool {
        self.bits >> Self::ASKED & 7 <= Asked::RootCube as u32
    }
}
