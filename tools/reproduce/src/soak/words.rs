//! Cubes to solve, as the move sequences that scramble them, and other cubes at the same distance.

use cubepdb::internals::cube::{MetricKind, Move};
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
pub fn draw(metric: MetricKind, length: u8, random: &mut Rng) -> Vec<Move> {
    let length = usize::from(length);
    let kinds = [Kind::Random, Kind::Random, Kind::Random, Kind::Squares, Kind::Opposites, Kind::Commutator];
    match kinds[random.usize(..kinds.len())] {
        Kind::Random => walk(&moves(metric), length, random),
        Kind::Squares => {
            let halves: Vec<Move> = Move::all().filter(|m| m.quarters() == 2).collect();
            walk(&halves, length / metric.length(&halves[..1]), random)
        }
        Kind::Opposites => {
            let one_side: Vec<Move> = moves(metric).into_iter().filter(|m| m.face() < 3).collect();
            walk(&one_side, length / 2, random).into_iter().flat_map(|m| [m, REFLECTED.image(m)]).collect()
        }
        Kind::Commutator => {
            let parts = walk(&moves(metric), length / 2, random);
            let (a, b) = parts.split_at(random.usize(..=parts.len()));
            [a, b, &inverse(a), &inverse(b)].concat()
        }
    }
}

fn moves(metric: MetricKind) -> Vec<Move> {
    metric.moves().into_iter().collect()
}

/// Random moves, none of which undoes or merges with the one before.
fn walk(moves: &[Move], length: usize, random: &mut Rng) -> Vec<Move> {
    let mut word: Vec<Move> = Vec::with_capacity(length);
    while word.len() < length {
        let next = moves[random.usize(..moves.len())];
        if word.last().is_none_or(|last| last.face() != next.face()) {
            word.push(next);
        }
    }
    word
}

/// The inverse of a move sequence.
pub fn inverse(word: &[Move]) -> Vec<Move> {
    word.iter().rev().map(|m| m.inverse()).collect()
}

/// A symmetry of the cube as its effect on the faces: the image of each axis, and the axes whose ends change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    axes: [u8; 3],
    swapped: [bool; 3],
}

/// The reflection in the centre.
const REFLECTED: Symmetry = Symmetry { axes: [0, 1, 2], swapped: [true; 3] };

impl Symmetry {
    /// One of the 48.
    pub fn draw(random: &mut Rng) -> Self {
        let mut axes = [0, 1, 2];
        random.shuffle(&mut axes);
        Self { axes, swapped: [random.bool(), random.bool(), random.bool()] }
    }

    /// The image of a turn: reflections make clockwise turns counterclockwise ones.
    pub fn image(&self, m: Move) -> Move {
        let axis = usize::from(m.face() % 3);
        let side = (m.face() / 3) ^ u8::from(self.swapped[axis]);
        let turned =
            Move::all().find(|image| image.face() == self.axes[axis] + 3 * side && image.quarters() == m.quarters());
        let turned = turned.expect("every face has every turn");
        if self.is_reflection() { turned.inverse() } else { turned }
    }

    fn is_reflection(&self) -> bool {
        let [a, b, c] = self.axes;
        let crossings = u8::from(a > b) + u8::from(a > c) + u8::from(b > c);
        let swaps: u8 = self.swapped.iter().map(|&swapped| u8::from(swapped)).sum();
        (crossings + swaps) % 2 == 1
    }
}

/// Another cube at the same distance: in another orientation, reflected, or scrambled by the inverse.
#[derive(Clone, Copy, Debug)]
pub struct Guise {
    symmetry: Symmetry,
    inverse: bool,
}

impl Guise {
    pub fn draw(random: &mut Rng) -> Self {
        Self { symmetry: Symmetry::draw(random), inverse: random.bool() }
    }

    /// The move sequence in this guise.
    pub fn of(&self, word: &[Move]) -> Vec<Move> {
        let word = if self.inverse { inverse(word) } else { word.to_vec() };
        word.into_iter().map(|m| self.symmetry.image(m)).collect()
    }
}

/// A sequence with commuting neighbours sorted and turns of the same face added up: equal for sequences that differ
/// only in that.
pub fn sorted(word: &[Move]) -> Vec<(u8, u8, u8)> {
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

/// A move sequence in the usual notation; the empty one as `(nothing)`.
pub fn written(word: &[Move]) -> String {
    if word.is_empty() {
        return "(nothing)".to_owned();
    }
    word.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Ball, Stickers};
    use super::*;

    #[test]
    fn words_are_no_longer_than_asked_for() {
        let mut random = Rng::with_seed(5);
        for metric in [MetricKind::HalfTurn, MetricKind::QuarterTurn] {
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
        let ball = Ball::new(MetricKind::HalfTurn, 3);
        for _ in 0..300 {
            let word = draw(MetricKind::HalfTurn, 5, &mut random);
            let guise = Guise::draw(&mut random);
            let [plain, other] = [word.clone(), guise.of(&word)].map(|word| ball.distance(Stickers::after(&word), 2));
            assert_eq!(plain, other, "{word:?} {guise:?}");
        }
    }

    #[test]
    fn forty_eight_symmetries_keep_what_commutes() {
        let mut random = Rng::with_seed(7);
        let mut images = std::collections::HashSet::new();
        for _ in 0..2000 {
            let symmetry = Symmetry::draw(&mut random);
            images.insert(Move::all().map(|m| symmetry.image(m)).collect::<Vec<_>>());
        }
        assert_eq!(images.len(), 48);
    }

    #[test]
    fn the_order_of_commuting_moves_does_not_matter() {
        let [up, down] = [0, 3].map(Move::clockwise);
        assert_eq!(sorted(&[up, down]), sorted(&[down, up]));
        assert_eq!(sorted(&[up, down, up]), sorted(&[up, up, down]));
        let right = Move::clockwise(1);
        assert_ne!(sorted(&[up, right]), sorted(&[right, up]));
        assert_eq!(inverse(&[up, right]), [right.inverse(), up.inverse()]);
    }
}
