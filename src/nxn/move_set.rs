//! The turns that count as moves.

use super::{Move, Size};
use crate::cube::Metric;
use crate::cube::geometry::opposite;
use crate::nearest::UnknownName;
use crate::puzzle::below;
use fastrand::Rng;
use std::fmt;
use std::str::FromStr;

/// The two usual ways to choose the moves of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Turns of single layers, outer or inner: the layers 1 to n-1, counted from U, R and F. A turn of the layer left
    /// out on each axis equals a turn of all others the other way round, up to a rotation of the cube. So the corner
    /// DBL stays in place.
    Slices,
    /// Outer faces and wide turns of at most half of the layers: the moves of the scrambles of the World Cube
    /// Association. If the number of layers is even, turns of one half and of the other half differ by a rotation of
    /// the cube, and only those from U, R and F are moves.
    Wca,
}

impl MoveKind {
    /// The accepted names.
    pub const NAMES: &'static str = "slices or wca";

    /// The metric that goes with these moves if none is given: single layers are usually counted in quarter turns.
    pub const fn usual_metric(self) -> Metric {
        match self {
            Self::Slices => Metric::QuarterTurn,
            Self::Wca => Metric::HalfTurn,
        }
    }
}

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Slices => "slices",
            Self::Wca => "wca",
        })
    }
}

impl FromStr for MoveKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "slices" => Ok(Self::Slices),
            "wca" => Ok(Self::Wca),
            _ => Err(UnknownName::new("set of moves", name, Self::NAMES)),
        }
    }
}

/// The moves of a cube: each costs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// Number of layers.
    pub size: Size,
    /// Which layers turn.
    pub kind: MoveKind,
    /// The metric: half turns are moves in the half-turn metric only.
    pub metric: Metric,
}

impl MoveSet {
    /// The layers that turn together, axis by axis, each with the face from which it is seen. Turns of one axis
    /// commute, and no product of turns of some of them is a turn of another.
    pub fn generators(&self) -> Vec<Move> {
        let n = self.size.layers();
        (0..3).flat_map(|axis| self.of_axis(axis, n)).collect()
    }

    fn of_axis(&self, axis: u8, n: u8) -> Vec<Move> {
        match self.kind {
            MoveKind::Slices => (1..n).map(|layer| Move::new(axis, layer, layer, 1)).collect(),
            MoveKind::Wca => {
                let near = (1..=n / 2).map(|width| Move::new(axis, 1, width, 1));
                let far = (1..=(n - 1) / 2).map(|width| Move::new(opposite(axis), 1, width, 1));
                near.chain(far).collect()
            }
        }
    }

    /// The numbers of quarter turns that a move may consist of.
    pub fn amounts(&self) -> &'static [u8] {
        match self.metric {
            Metric::HalfTurn => &[1, 2, 3],
            Metric::QuarterTurn => &[1, 3],
        }
    }

    /// All moves, in the order of the generators: 9(n-1) in half turns, 6(n-1) in quarter turns.
    pub fn moves(&self) -> Vec<Move> {
        let amounts = |turn: Move| self.amounts().iter().map(move |&quarters| Move { quarters, ..turn });
        self.generators().into_iter().flat_map(amounts).collect()
    }

    /// Draws `twists` moves, each uniformly from those that turn no layers again since the last move about another
    /// axis: so never `R R'`, and never `R L R`. Only the raw output of `random` is used, so that the move sequence for
    /// a seed never changes.
    pub fn random_sequence(&self, twists: usize, random: &mut Rng) -> Vec<Move> {
        let moves = self.moves();
        let mut sequence: Vec<Move> = Vec::with_capacity(twists);
        let mut since = 0;
        while sequence.len() < twists {
            let turn = moves[below(moves.len() as u64, random) as usize];
            if sequence[since..].first().is_some_and(|first| first.face % 3 != turn.face % 3) {
                since = sequence.len();
            }
            if sequence[since..].iter().all(|before| Move { quarters: turn.quarters, ..*before } != turn) {
                sequence.push(turn);
            }
        }
        sequence
    }
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}, {}", self.size, self.moves().len(), self.kind, self.metric)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LayerSequence, Permutation, Stickers};
    use super::*;
    use crate::puzzle::MoveIndex;
    use std::collections::HashSet;

    fn all_sets() -> impl Iterator<Item = MoveSet> {
        let kinds = [MoveKind::Slices, MoveKind::Wca];
        let metrics = [Metric::HalfTurn, Metric::QuarterTurn];
        let pairs = kinds.into_iter().flat_map(move |kind| metrics.map(|metric| (kind, metric)));
        pairs.flat_map(|(kind, metric)| Size::all().map(move |size| MoveSet { size, kind, metric }))
    }

    #[test]
    fn numbers_of_moves() {
        for set in all_sets() {
            let per_generator = if set.metric == Metric::HalfTurn { 9 } else { 6 };
            let moves = set.moves();
            assert_eq!(moves.len(), per_generator * (usize::from(set.size.layers()) - 1), "{set}");
            assert!(moves.len() <= MoveIndex::LIMIT);
            let different: HashSet<Vec<u16>> =
                moves.iter().map(|&turn| Permutation::of(set.size, turn).sources().to_vec()).collect();
            assert_eq!(different.len(), moves.len());
            assert!(moves.iter().all(|&turn| moves.contains(&turn.inverse()) && !turn.is_rotation(set.size)));
        }
    }

    #[test]
    fn moves_of_the_4x4x4() {
        let moves = |kind, metric| LayerSequence(&MoveSet { size: Size::FOUR, kind, metric }.moves()).to_string();
        assert_eq!(moves(MoveKind::Wca, Metric::QuarterTurn), "U U' Uw Uw' D D' R R' Rw Rw' L L' F F' Fw Fw' B B'");
        assert_eq!(
            moves(MoveKind::Slices, Metric::QuarterTurn),
            "U U' 2U 2U' 3U 3U' R R' 2R 2R' 3R 3R' F F' 2F 2F' 3F 3F'"
        );
        let of_two = |kind| MoveSet { size: Size::TWO, kind, metric: Metric::HalfTurn }.moves();
        assert_eq!(LayerSequence(&of_two(MoveKind::Wca)).to_string(), "U U2 U' R R2 R' F F2 F'");
        assert_eq!(of_two(MoveKind::Wca), of_two(MoveKind::Slices));
    }

    /// Slices keep the corner DBL in place, and the WCA moves of an odd cube keep the centres in place.
    #[test]
    fn what_stays_in_its_place() {
        for set in all_sets() {
            for turn in set.moves() {
                let cube = Stickers::after(set.size, &[turn]);
                match set.kind {
                    MoveKind::Slices => assert_eq!(cube.corner(6), Stickers::solved(set.size).corner(6)),
                    MoveKind::Wca => assert_eq!(cube.centres(), Stickers::solved(set.size).centres()),
                }
            }
        }
    }

    #[test]
    fn seeds_keep_their_sequences() {
        let set = MoveSet { size: Size::FOUR, kind: MoveKind::Wca, metric: Metric::HalfTurn };
        let sequence = |seed| set.random_sequence(20, &mut Rng::with_seed(seed));
        assert_eq!(sequence(1), sequence(1));
        assert_ne!(sequence(1), sequence(2));
        assert!(sequence(3).iter().all(|turn| set.moves().contains(turn)));
    }

    /// Between two turns of the same layers there is one about another axis, and all moves occur.
    #[test]
    fn random_sequences_have_no_moves_to_spare() {
        for set in all_sets() {
            let sequence = set.random_sequence(3000, &mut Rng::with_seed(1));
            assert_eq!(sequence.len(), 3000);
            for run in sequence.chunk_by(|a, b| a.face % 3 == b.face % 3) {
                let layers: HashSet<(u8, u8, u8)> = run.iter().map(|turn| (turn.face, turn.first, turn.last)).collect();
                assert_eq!(layers.len(), run.len(), "{set}: {}", LayerSequence(run));
            }
            assert!(set.moves().iter().all(|turn| sequence.contains(turn)), "{set}");
        }
    }
}
