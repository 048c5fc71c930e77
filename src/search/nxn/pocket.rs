//! Exact distances of all states of the 2x2x2.
//!
//! With the corner DBL fixed, the other seven corners can be permuted in 7! ways and twisted in 3^6: 3,674,160 states,
//! a byte each. The moves that leave DBL fixed are those of U, R and F, which act on permutation and twists separately.

use crate::cube::geometry::corner_with;
use crate::cube::{Cubies, MetricKind, Move};
use crate::nxn::{MoveKind, MoveSet, Size, Stickers, Turn};
use crate::search::executor::Executor;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Corners that move.
const CORNERS: usize = 7;
/// Permutations of seven corners.
const PERMUTATIONS: usize = 5040;
/// Twists of seven corners that add up to full turns.
const TWISTS: usize = 729;
/// Number of the corner slot DBL, which no move touches.
const DBL: usize = 6;
/// A state whose distance is not known yet.
const UNKNOWN: u8 = u8::MAX;
/// Number of half and quarter turns of three faces.
const MOST_MOVES: usize = 9;
/// Number of permutations that a worker takes at a time.
const BLOCK: usize = 40;

/// Permutation and twists of the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pocket {
    permutation: u16,
    twist: u16,
}

impl Pocket {
    /// The state of a cube in any orientation and with any colour names.
    ///
    /// # Panics
    /// If it is not a 2x2x2, or has stickers that no cube has.
    pub(super) fn of(cube: &Stickers) -> Self {
        assert_eq!(cube.size(), Size::TWO);
        let normal = cube.in_normal_frame(false).expect("the corner DBL is one of a cube");
        let corners = std::array::from_fn(|slot| {
            let colours = normal.corner(slot);
            corner_with(colours).expect("the corners are those of a cube")
        });
        Self::of_corners(corners)
    }

    /// The state with this piece and twist in each of the eight slots, DBL solved.
    fn of_corners(corners: [(u8, u8); CORNERS + 1]) -> Self {
        let moving = (0..=CORNERS).filter(|&slot| slot != DBL).map(|slot| corners[slot]);
        let (pieces, twists): (Vec<u8>, Vec<u8>) =
            moving.map(|(piece, twist)| (piece - u8::from(usize::from(piece) > DBL), twist)).unzip();
        // The twist of the last corner follows from the others.
        let twist = twists[..CORNERS - 1].iter().fold(0, |rank, &twist| 3 * rank + u16::from(twist));
        Self { permutation: rank(&pieces), twist }
    }

    /// Piece and twist of each of the eight slots.
    fn corners(self) -> [(u8, u8); CORNERS + 1] {
        let pieces = unrank(self.permutation);
        let mut twists = [0; CORNERS];
        let mut rest = self.twist;
        for twist in twists[..CORNERS - 1].iter_mut().rev() {
            *twist = (rest % 3) as u8;
            rest /= 3;
        }
        twists[CORNERS - 1] = (3 - twists.iter().sum::<u8>() % 3) % 3;
        std::array::from_fn(|slot| match slot {
            DBL => (DBL as u8, 0),
            _ => {
                let moving = slot - usize::from(slot > DBL);
                (pieces[moving] + u8::from(usize::from(pieces[moving]) >= DBL), twists[moving])
            }
        })
    }
}

/// The index of a permutation: its digits in factorial base.
fn rank(pieces: &[u8]) -> u16 {
    (0..CORNERS).fold(0, |rank, place| {
        let smaller = pieces[place + 1..].iter().filter(|&&piece| piece < pieces[place]).count();
        rank * (CORNERS - place) as u16 + smaller as u16
    })
}

/// The permutation with an index.
fn unrank(mut rank: u16) -> [u8; CORNERS] {
    let mut digits = [0; CORNERS];
    for place in (0..CORNERS).rev() {
        let base = (CORNERS - place) as u16;
        digits[place] = usize::from(rank % base);
        rank /= base;
    }
    let mut left: Vec<u8> = (0..CORNERS as u8).collect();
    digits.map(|digit| left.remove(digit))
}

/// The effect of the moves on permutations and on twists.
pub(super) struct PocketMoves {
    permutations: Vec<[u16; PERMUTATIONS]>,
    twists: Vec<[u16; TWISTS]>,
}

impl PocketMoves {
    /// Makes the tables of all moves by repeating those of quarter turns.
    fn new(moves: &[Turn]) -> Self {
        let mut of_moves = Self { permutations: Vec::new(), twists: Vec::new() };
        let faces: Vec<_> = (0..3).map(quarter_turn).collect();
        for turn in moves {
            let (permutations, twists) = &faces[usize::from(turn.face)];
            let repeat = |table: &[u16], rank: u16| (0..turn.quarters).fold(rank, |rank, _| table[usize::from(rank)]);
            of_moves.permutations.push(std::array::from_fn(|rank| repeat(permutations, rank as u16)));
            of_moves.twists.push(std::array::from_fn(|rank| repeat(twists, rank as u16)));
        }
        of_moves
    }

    #[inline(always)]
    pub(super) fn after(&self, state: Pocket, by: usize) -> Pocket {
        Pocket {
            permutation: self.permutations[by][usize::from(state.permutation)],
            twist: self.twists[by][usize::from(state.twist)],
        }
    }
}

/// The effect of a clockwise quarter turn of a face on each permutation and on each choice of twists.
fn quarter_turn(face: u8) -> (Vec<u16>, Vec<u16>) {
    let turn = Cubies::of_move(Move::turn(face, 1).expect("a quarter turn is a move"));
    let after = |permutation: u16, twist: u16| {
        let corners = Pocket { permutation, twist }.corners();
        Pocket::of_corners(std::array::from_fn(|slot| {
            let (piece, twist) = corners[usize::from(turn.corners[slot])];
            (piece, (twist + turn.twists[slot]) % 3)
        }))
    };
    let permutations = (0..PERMUTATIONS as u16).map(|rank| after(rank, 0).permutation).collect();
    (permutations, (0..TWISTS as u16).map(|rank| after(0, rank).twist).collect())
}

/// The least number of moves that solves each state of the 2x2x2.
pub struct PocketTable {
    metric: MetricKind,
    pub(super) moves: PocketMoves,
    distances: Vec<u8>,
}

impl PocketTable {
    /// Number of states.
    pub const STATES: usize = PERMUTATIONS * TWISTS;

    /// Finds all distances by breadth-first search, each level on all workers of the executor at once.
    pub fn build(metric: MetricKind, executor: &dyn Executor) -> Self {
        let moves = PocketMoves::new(&Self::set(metric).moves());
        let distances: Vec<AtomicU8> = (0..Self::STATES).map(|_| AtomicU8::new(UNKNOWN)).collect();
        let solved = Pocket::of(&Stickers::solved(Size::TWO));
        distances[usize::from(solved.permutation) * TWISTS + usize::from(solved.twist)].store(0, Ordering::Relaxed);
        let (mut level, mut known) = (Level { depth: 0, from_unknown: false }, 1);
        loop {
            let found = level.add_next(&moves, &distances, executor);
            if found == 0 {
                break;
            }
            known += found;
            // Scan the smaller set: the states of the level, or the states without a distance.
            level = Level { depth: level.depth + 1, from_unknown: Self::STATES.saturating_sub(known) < found };
        }
        Self { metric, moves, distances: distances.into_iter().map(AtomicU8::into_inner).collect() }
    }

    /// The moves of the 2x2x2.
    pub(super) fn set(metric: MetricKind) -> MoveSet {
        MoveSet { size: Size::TWO, kind: MoveKind::Wca, metric }
    }

    /// The metric of its distances.
    pub fn metric(&self) -> MetricKind {
        self.metric
    }

    /// The number of a state.
    #[inline(always)]
    pub(super) fn number(&self, state: Pocket) -> usize {
        usize::from(state.permutation) * TWISTS + usize::from(state.twist)
    }

    /// Returns the number of moves that a state needs.
    #[inline(always)]
    pub(super) fn distance(&self, state: Pocket) -> u8 {
        self.distances[self.number(state)]
    }

    /// Returns the number of moves that a cube needs.
    ///
    /// # Panics
    /// If it is not a 2x2x2, or has stickers that no cube has.
    pub fn distance_of(&self, cube: &Stickers) -> u8 {
        self.distance(Pocket::of(cube))
    }

    /// Number of states at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for &distance in &self.distances {
            let depth = usize::from(distance);
            counts.resize(counts.len().max(depth + 1), 0);
            counts[depth] += 1;
        }
        counts
    }
}

/// A level of the breadth-first search, and the method of finding the next one.
#[derive(Clone, Copy)]
struct Level {
    depth: u8,
    /// True to scan the states without a distance for a neighbour in this level, instead of the states of this level:
    /// every move has an inverse.
    from_unknown: bool,
}

impl Level {
    /// Gives the states of the next level their distance, and counts them: a state that two workers find at the same
    /// time may be counted twice, but gets the same distance from both.
    fn add_next(self, moves: &PocketMoves, distances: &[AtomicU8], executor: &dyn Executor) -> usize {
        let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        executor.run(&|_| {
            loop {
                let first = next.fetch_add(BLOCK, Ordering::Relaxed);
                if first >= PERMUTATIONS {
                    return;
                }
                let permutations = first..(first + BLOCK).min(PERMUTATIONS);
                let of_block = permutations.map(|permutation| self.add_row(moves, distances, permutation)).sum();
                found.fetch_add(of_block, Ordering::Relaxed);
            }
        });
        found.into_inner()
    }

    /// Does the same for the states of one permutation.
    fn add_row(self, moves: &PocketMoves, distances: &[AtomicU8], permutation: usize) -> usize {
        let row = |permutation: usize| &distances[permutation * TWISTS..][..TWISTS];
        let rows: [&[AtomicU8]; MOST_MOVES] = std::array::from_fn(|by| {
            moves.permutations.get(by).map_or(&[][..], |images| row(usize::from(images[permutation])))
        });
        let neighbours =
            |twist: usize| rows.iter().zip(&moves.twists).map(move |(row, twists)| &row[usize::from(twists[twist])]);
        let distance = |state: &AtomicU8| state.load(Ordering::Relaxed);
        let add = |state: &AtomicU8| state.store(self.depth + 1, Ordering::Relaxed);
        let own = row(permutation).iter().enumerate();
        if self.from_unknown {
            let is_next = |&(twist, state): &(usize, &AtomicU8)| {
                distance(state) == UNKNOWN && neighbours(twist).any(|other| distance(other) == self.depth)
            };
            return own.filter(is_next).map(|(_, state)| add(state)).count();
        }
        let of_level = own.filter(|(_, state)| distance(state) == self.depth);
        of_level.flat_map(|(twist, _)| neighbours(twist)).filter(|state| distance(state) == UNKNOWN).map(add).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Threads;
    use crate::search::executor::Sequential;

    const HALF_TURNS: [u64; 12] = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644];
    const QUARTER_TURNS: [u64; 15] =
        [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276];

    #[test]
    fn ranks_are_read_back() {
        for permutation in 0..PERMUTATIONS as u16 {
            let state = Pocket { permutation, twist: permutation % TWISTS as u16 };
            assert_eq!(Pocket::of_corners(state.corners()), state);
        }
    }

    /// The counts of OEIS A079761 and A079762.
    #[test]
    fn all_distances() {
        let threads = Threads::new(3).unwrap();
        let table = PocketTable::build(MetricKind::HalfTurn, &threads);
        assert_eq!(table.distribution(), HALF_TURNS);
        assert_eq!(table.distribution(), PocketTable::build(MetricKind::HalfTurn, &Sequential).distribution());
        assert_eq!(PocketTable::build(MetricKind::QuarterTurn, &threads).distribution(), QUARTER_TURNS);
    }

    #[test]
    fn coordinates_follow_the_stickers() {
        let mut random = fastrand::Rng::with_seed(8);
        for metric in [MetricKind::HalfTurn, MetricKind::QuarterTurn] {
            let table = PocketTable::build(metric, &Sequential);
            let moves = PocketTable::set(metric).moves();
            let mut cube = Stickers::solved(Size::TWO);
            let mut state = Pocket::of(&cube);
            for _ in 0..500 {
                let by = random.usize(..moves.len());
                let before = table.distance(state);
                cube = cube.then(&[moves[by]]);
                state = table.moves.after(state, by);
                assert_eq!(Pocket::of(&cube), state);
                assert!(table.distance(state).abs_diff(before) <= 1);
                assert_eq!(table.distance(state) == 0, cube.is_solved());
            }
        }
    }
}
