//! Definitions of puzzles: pieces in orbits, and moves that permute and turn them.

use super::{Position, Shape, Transformation};
use std::collections::HashSet;

/// A move with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The name, without an amount: `R`, not `R2`.
    pub name: String,
    /// Its effect.
    pub transformation: Transformation,
}

/// Pieces that must not be at a place: moves that bring one there are not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The place, counted through all orbits.
    pub place: usize,
    /// The pieces, as numbered in the solved position.
    pub pieces: Vec<u8>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The orbits.
    pub shape: Shape,
    /// The solved position. Pieces with equal numbers are identical.
    pub solved: Position,
    /// The moves, without their powers.
    pub moves: Vec<NamedMove>,
    /// Rotations of the whole puzzle: they cost nothing, and are no moves of a search.
    pub rotations: Vec<NamedMove>,
    /// Other names that a sequence may use: for moves, for rotations and for whole sequences of them.
    pub names: Vec<NamedMove>,
    /// Pieces that must not be at some places.
    pub illegal: Vec<Illegal>,
}

impl Definition {
    /// The most moves of a definition, with their powers.
    pub const MOST_MOVES: usize = 128;

    /// Rotations of the whole puzzle, products of those that have names, after which no more are looked for: the
    /// rotations of a solid are 60 at most.
    pub const MOST_ROTATIONS: usize = 60;

    /// The move, rotation or other name with exactly this name, without an amount.
    pub fn named(&self, name: &str) -> Option<&NamedMove> {
        [&self.moves, &self.rotations, &self.names].into_iter().flatten().find(|known| known.name == name)
    }

    /// A rotation that maps some move to something that is no power of a move or of what another name means, or each
    /// move to itself: it is one by its name, and perhaps not meant as one.
    pub fn odd_rotation(&self) -> Option<&NamedMove> {
        if self.rotations.is_empty() {
            return None;
        }
        let shape = &self.shape;
        let powers = |by: &NamedMove| {
            let by = &by.transformation;
            let most = by.order(shape).min(Self::MOST_MOVES as u64) as i64;
            (1..most).chain([-1]).map(|exponent| by.power(shape, exponent)).collect::<Vec<_>>()
        };
        let all: HashSet<Transformation> = self.moves.iter().chain(&self.names).flat_map(powers).collect();
        self.rotations.iter().find(|NamedMove { transformation, .. }| {
            let back = transformation.inverse(shape);
            let seen = |by: &NamedMove| back.then(shape, &by.transformation).then(shape, transformation);
            let moves = || self.moves.iter().filter(|by| !by.transformation.is_identity());
            moves().any(|by| !all.contains(&seen(by))) || moves().all(|by| seen(by) == by.transformation)
        })
    }

    /// Returns whether no rule forbids the position.
    pub fn is_legal(&self, position: &Position) -> bool {
        self.illegal.iter().all(|rule| !rule.pieces.contains(&position.piece(rule.place)))
    }
}
