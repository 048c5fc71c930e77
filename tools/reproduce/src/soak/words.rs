//! Cubes to solve, as the move sequences that scramble them, and other cubes at the same distance.

use cubepdb::Metric;
use cubepdb::internals::cube::{FaceTurn, Symmetry};
use fastrand::Rng;

/// The kind of a cube. Most are random; those of the other kinds have symmetries or many solutions, which random ones
/// hardly ever have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    /// Half turns only.
    Squares,
    /// Opposite faces turn together, in opposite directions: unchanged by reflection in the centre.
    Opposites,
    /// `a b a' b'`.
    Commutator,
}

/// A sequence of at most `length` moves in the metric.
pub fn draw(metric: Metric, length: u8, random: &mut Rng) -> Vec<FaceTurn> {
    let length = usize::from(length);
    let kinds = [Kind::Random, Kind::Random, Kind::Random, Kind::Squares, Kind::Opposites, Kind::Commutator];
    match kinds[random.usize(..kinds.len())] {
        Kind::Random => walk(&moves(metric), length, random),
        Kind::Squares => {
            let halves: Vec<FaceTurn> = FaceTurn::all().filter(|m| m.quarters() == 2).collect();
            walk(&halves, length / metric.length(&halves[..1]), random)
        }
        Kind::Opposites => {
            let one_side: Vec<FaceTurn> = moves(metric).into_iter().filter(|m| m.face() < 3).collect();
            walk(&one_side, length / 2, random).into_iter().flat_map(|m| [m, reflected(m)]).collect()
        }
        Kind::Commutator => {
            let parts = walk(&moves(metric), length / 2, random);
            let (a, b) = parts.split_at(random.usize(..=parts.len()));
            [a, b, &inverse(a), &inverse(b)].concat()
        }
    }
}

/// The reflection of a turn in the centre: the opposite face, in the other direction.
fn reflected(turn: FaceTurn) -> FaceTurn {
    let opposite = FaceTurn::all().find(|m| m.face() == (turn.face() + 3) % 6 && m.quarters() == turn.quarters());
    opposite.expect("every face has every turn").inverse()
}

fn moves(metric: Metric) -> Vec<FaceTurn> {
    metric.moves().into_iter().collect()
}

/// Random moves, none of which undoes or merges with the one before.
fn walk(moves: &[FaceTurn], length: usize, random: &mut Rng) -> Vec<FaceTurn> {
    let mut word: Vec<FaceTurn> = Vec::with_capacity(length);
    while word.len() < length {
        let next = moves[random.usize(..moves.len())];
        if word.last().is_none_or(|last| last.face() != next.face()) {
            word.push(next);
        }
    }
    word
}

/// The inverse of a move sequence.
pub fn inverse(word: &[FaceTurn]) -> Vec<FaceTurn> {
    word.iter().rev().map(|m| m.inverse()).collect()
}

/// Another cube at the same distance: in another orientation, reflected, or scrambled by the inverse.
#[derive(Clone, Copy, Debug)]
pub struct Guise {
    symmetry: Symmetry,
    inverse: bool,
}

impl Guise {
    pub fn draw(random: &mut Rng) -> Self {
        let number = random.usize(..Symmetry::COUNT);
        Self { symmetry: Symmetry::all().nth(number).expect("there are as many"), inverse: random.bool() }
    }

    /// The move sequence in this guise.
    pub fn of(&self, word: &[FaceTurn]) -> Vec<FaceTurn> {
        let word = if self.inverse { inverse(word) } else { word.to_vec() };
        word.into_iter().map(|m| self.symmetry.of_move(m)).collect()
    }
}

/// A sequence with commuting neighbours sorted and turns of the same face added up: equal for sequences that differ
/// only in that.
pub fn sorted(word: &[FaceTurn]) -> Vec<(u8, u8, u8)> {
    let mut runs: Vec<(u8, [u8; 2])> = Vec::new();
    for m in word {
        let (axis, side) = (m.face() % 3, usize::from(m.face() / 3));
        if runs.last().is_none_or(|run| run.0 != axis) {
            runs.push((axis, [0; 2]));
        }
        let turned = &mut runs.last_mut().expect("a run was begun").1[side];
        *turned = (*turned + m.quarters()) % 4;
    }
    runs.into_iter().map(|(axis, [one, other])| (axis, one, other)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Ball, Stickers};
    use super::*;

    #[test]
    fn words_are_no_longer_than_asked_for() {
        let mut random = Rng::with_seed(5);
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            for round in 0..2000 {
                let length = round % 21;
                let word = draw(metric, length as u8, &mut random);
                assert!(metric.length(&word) <= length, "{word:?}");
            }
        }
    }

    /// If turns were mapped wrongly, symmetric cubes would not be at the same distance.
    #[test]
    fn guises_are_at_the_same_distance() {
        let mut random = Rng::with_seed(6);
        let ball = Ball::new(Metric::HalfTurn, 3);
        for _ in 0..300 {
            let word = draw(Metric::HalfTurn, 5, &mut random);
            let guise = Guise::draw(&mut random);
            let [plain, other] = [word.clone(), guise.of(&word)].map(|word| ball.distance(Stickers::after(&word), 2));
            assert_eq!(plain, other, "{word:?} {guise:?}");
        }
    }

    #[test]
    fn the_order_of_commuting_moves_does_not_matter() {
        let [up, down] = [0, 3].map(FaceTurn::clockwise);
        assert_eq!(sorted(&[up, down]), sorted(&[down, up]));
        assert_eq!(sorted(&[up, down, up]), sorted(&[up, up, down]));
        let right = FaceTurn::clockwise(1);
        assert_ne!(sorted(&[up, right]), sorted(&[right, up]));
        assert_eq!(inverse(&[up, right]), [right.inverse(), up.inverse()]);
    }
}
