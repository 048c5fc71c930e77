//! The face turns of a metric by move index, in the order in which a search tries them.

use super::metric::Metric;
use super::moves::FaceTurn;
use crate::puzzle::MoveIndex;

/// Maps move indices to face turns and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeAlphabet {
    moves: Vec<FaceTurn>,
}

impl CubeAlphabet {
    /// Orders the moves of a metric face by face: `U R F D L B`.
    pub fn face_by_face(metric: Metric) -> Self {
        Self { moves: metric.moves().into_iter().collect() }
    }

    /// Orders the moves of a metric amount by amount: all clockwise quarter turns first, then all half turns, then all
    /// counterclockwise quarter turns, each in the order of the given faces.
    pub fn amount_by_amount(metric: Metric, faces: [u8; 6]) -> Self {
        let turns = (1..=3).flat_map(|quarters| faces.map(|face| FaceTurn::turn(face, quarters)));
        Self { moves: turns.flatten().filter(|&m| metric.moves().contains(m)).collect() }
    }

    /// Some moves in this order, each once: not necessarily all of a metric, nor closed under inverses.
    ///
    /// # Panics
    /// If a move occurs twice.
    pub fn of(moves: Vec<FaceTurn>) -> Self {
        assert!((1..moves.len()).all(|end| !moves[..end].contains(&moves[end])), "a move has one index");
        Self { moves }
    }

    /// Returns whether these are all moves of a metric, in any order.
    pub fn is_full(&self, metric: Metric) -> bool {
        let all = metric.moves();
        self.moves.len() == all.len() && self.moves.iter().all(|&m| all.contains(m))
    }

    /// The moves, by move index.
    pub fn moves(&self) -> &[FaceTurn] {
        &self.moves
    }

    /// The move with an index.
    ///
    /// # Panics
    /// If no move has this index.
    pub fn turn(&self, by: MoveIndex) -> FaceTurn {
        self.moves[by.index()]
    }

    /// The index of a move, if it has one: a half turn has none in the quarter-turn metric.
    pub fn index_of(&self, m: FaceTurn) -> Option<MoveIndex> {
        self.moves.iter().position(|&known| known == m).map(MoveIndex::new)
    }

    /// The moves of a sequence of indices.
    pub fn sequence(&self, moves: &[MoveIndex]) -> Vec<FaceTurn> {
        moves.iter().map(|&by| self.turn(by)).collect()
    }

    /// The index of the move that undoes this one.
    ///
    /// # Panics
    /// If it is none of these moves.
    pub fn inverse(&self, by: MoveIndex) -> MoveIndex {
        self.index_of(self.turn(by).inverse()).expect("a metric has the inverses of its moves")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::MoveSequence;

    #[test]
    fn orders_of_the_moves() {
        let listed = |alphabet: CubeAlphabet| MoveSequence(&alphabet.moves).to_string();
        let faces = [2, 5, 4, 1, 0, 3];
        assert_eq!(
            listed(CubeAlphabet::amount_by_amount(Metric::HalfTurn, faces)),
            "F B L R U D F2 B2 L2 R2 U2 D2 F' B' L' R' U' D'"
        );
        assert_eq!(listed(CubeAlphabet::face_by_face(Metric::QuarterTurn)), "U U' R R' F F' D D' L L' B B'");
    }

    #[test]
    fn inverses_are_letters_of_the_same_alphabet() {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let alphabet = CubeAlphabet::face_by_face(metric);
            for by in (0..alphabet.moves().len()).map(MoveIndex::new) {
                assert_eq!(alphabet.turn(alphabet.inverse(by)), alphabet.turn(by).inverse());
            }
        }
    }
}
