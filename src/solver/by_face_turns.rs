//! The 3x3x3 in the definition of a puzzle, by its face turns.

use crate::cube::{CubeInDefinition, Cubies, Metric};
use crate::nxn::Move;
use crate::puzzle::{MoveIndex, Moves, Position, Shape};

/// The 3x3x3 in a shape whose moves are the face turns of a metric, and no others.
pub struct ByFaceTurns {
    cube: CubeInDefinition,
    metric: Metric,
    /// The face turn of each move.
    turns: Vec<Move>,
}

impl ByFaceTurns {
    /// The cube in a shape with these moves, if it is one.
    pub fn of(shape: &Shape, moves: &Moves) -> Option<Self> {
        let cube = CubeInDefinition::of(shape, moves)?;
        let (metric, moves) = cube.metric()?;
        let turns = moves.iter().map(|m| Move::outer(m.face(), m.quarters())).collect();
        Some(Self { cube, metric, turns })
    }

    /// The metric of the moves.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// As [`CubeInDefinition::cube`].
    pub fn cube(&self, from: &Position, to: &Position) -> Option<Cubies> {
        self.cube.cube(from, to)
    }

    /// Face turns with half turns as two quarter turns, if these are the moves.
    pub fn in_metric(&self, turns: &[Move]) -> Vec<Move> {
        let in_metric = |turn: &Move| match (self.metric, turn.quarters) {
            (Metric::QuarterTurn, 2) => vec![Move { quarters: 1, ..*turn }; 2],
            _ => vec![*turn],
        };
        turns.iter().flat_map(in_metric).collect()
    }

    /// Face turns as moves.
    pub fn moves(&self, turns: &[Move]) -> Vec<MoveIndex> {
        let number = |turn: &Move| self.turns.iter().position(|known| known == turn).expect("all face turns are moves");
        self.in_metric(turns).iter().map(|turn| MoveIndex::new(number(turn))).collect()
    }
}
