//! Random numbers that depend on the seed alone, and random moves.

use super::{MoveIndex, Question};
use fastrand::Rng;
use std::cell::OnceCell;

/// Returns a number below `bound`, by rejection of the incomplete last block of `bound` numbers. Only the raw output of
/// `random` is used, so that the numbers for a seed never change.
///
/// # Panics
/// If the bound is 0.
pub fn below(bound: u64, random: &mut Rng) -> u64 {
    let complete = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.u64(..);
        if number < complete {
            return number % bound;
        }
    }
}

/// Random sequences of the moves of a question, from its solved position.
pub struct RandomMoves<'a> {
    question: &'a Question,
    /// For each pair of generators: true if it does not matter which comes first.
    commute: Vec<Vec<bool>>,
    /// The logarithm of the number of pairs of positions, once it is asked for; infinity if it is not known.
    wanted: OnceCell<f64>,
}

impl<'a> RandomMoves<'a> {
    /// Times that a sequence is begun again after it came to a position where no move is possible.
    const ATTEMPTS: u32 = 100;

    /// Sequences of the moves of this question.
    pub fn new(question: &'a Question) -> Self {
        let (shape, generators) = (&question.definition().shape, question.moves().generators());
        let commutes_with = |one: usize, other: usize| {
            generators[one].transformation.commutes_with(shape, &generators[other].transformation)
        };
        let numbers = || 0..generators.len();
        let commute = numbers().map(|one| numbers().map(|other| commutes_with(one, other)).collect()).collect();
        Self { question, commute, wanted: OnceCell::new() }
    }

    /// Draws `length` moves, each uniformly from those that are possible, and that cannot be joined to an earlier one
    /// of the same generator: so never `R R'` of a cube, and never `R L R`. Only the raw output of `random` is used, so
    /// that the sequence for a seed never changes. `None` if there is no such sequence, or none is found.
    pub fn next(&self, length: usize, random: &mut Rng) -> Option<Vec<MoveIndex>> {
        let mut drawn = (0..Self::ATTEMPTS).map(|_| self.walk(random, |sequence, _| sequence.len() == length));
        drawn.find(|sequence| sequence.len() == length)
    }

    /// Draws moves in the same way until the position is mixed well: the choices were as many as there are pairs of
    /// positions, and perhaps there is one move more, so that neither parity is left out. There are at most `most`, as
    /// many if the number of positions is not known, and fewer where no more are possible.
    pub fn mixed(&self, most: usize, random: &mut Rng) -> Vec<MoveIndex> {
        let wanted = self.wanted.get_or_init(|| {
            let positions = self.question.positions_upper_bound();
            positions.map_or(f64::INFINITY, |positions| 2.0 * positions.to_f64().ln())
        });
        let mut has_one_more = below(2, random) == 1;
        self.walk(random, |sequence, choices| {
            let is_mixed = choices >= *wanted;
            sequence.len() >= most || is_mixed && !std::mem::take(&mut has_one_more)
        })
    }

    /// Draws moves until the sequence is long enough, which is asked with the logarithm of the number of choices so
    /// far, or no move is possible.
    fn walk(&self, random: &mut Rng, mut is_enough: impl FnMut(&[MoveIndex], f64) -> bool) -> Vec<MoveIndex> {
        let moves = self.question.moves().moves();
        let (mut position, mut choices) = (self.question.goal().base().clone(), 0.0);
        // The generators so far.
        let mut before: Vec<usize> = Vec::new();
        let mut sequence = Vec::new();
        while !is_enough(&sequence, choices) {
            let possible = moves.iter().enumerate().filter(|(_, by)| !self.is_joined(&before, by.generator));
            let possible = possible.map(|(number, by)| (number, position.after(&by.transformation)));
            let mut possible: Vec<_> = possible.filter(|(_, after)| self.question.is_legal(after)).collect();
            if possible.is_empty() {
                break;
            }
            choices += (possible.len() as f64).ln();
            let (number, after) = possible.swap_remove(below(possible.len() as u64, random) as usize);
            position = after;
            before.push(moves[number].generator);
            sequence.push(MoveIndex::new(number));
        }
        sequence
    }

    /// Returns whether a move of a generator can be joined to one before it: only moves that commute with it are
    /// between them.
    fn is_joined(&self, before: &[usize], generator: usize) -> bool {
        let commuting = before.iter().rev().take_while(|&&other| self.commute[other][generator]);
        commuting.into_iter().any(|&other| other == generator)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Definition, Goal, Moves, Powers, builtin};
    use super::*;
    use std::collections::HashSet;

    fn question(puzzle: &str, moves: &str) -> Question {
        let definition: Definition = builtin(puzzle).unwrap();
        let moves = Moves::read(&definition, moves, Powers::All).unwrap();
        let goal = Goal::solved(&definition);
        Question::new(definition, moves, goal).unwrap()
    }

    /// Against the sets of cubes: the moves about an axis in a row are of different layers.
    #[test]
    fn no_two_moves_of_a_generator_can_be_joined() {
        let question = question("3x3x3", "U,D,R,L,F,B");
        let random = RandomMoves::new(&question);
        let sequence = random.next(3000, &mut Rng::with_seed(1)).unwrap();
        let faces = sequence.iter().map(|by| question.moves().moves()[by.index()].generator).collect::<Vec<_>>();
        for run in faces.chunk_by(|a, b| a / 2 == b / 2) {
            assert_eq!(run.iter().collect::<HashSet<_>>().len(), run.len(), "{run:?}");
        }
        assert_eq!(sequence.iter().collect::<HashSet<_>>().len(), 18);
        // Some 13.3 choices for each move.
        let lengths: HashSet<usize> = (0..50).map(|seed| random.mixed(100, &mut Rng::with_seed(seed)).len()).collect();
        assert!(lengths.iter().all(|length| (32..=40).contains(length)), "{lengths:?}");
        assert!([0, 1].iter().all(|parity| lengths.iter().any(|length| length % 2 == *parity)), "{lengths:?}");
        assert_eq!(random.mixed(9, &mut Rng::with_seed(1)).len(), 9);
    }

    /// Rules of a puzzle hold, and a sequence that cannot be is none.
    #[test]
    fn sequences_are_possible() {
        let square = Question::usual(builtin("square-1").unwrap()).unwrap();
        let random = RandomMoves::new(&square);
        let sequence = random.next(200, &mut Rng::with_seed(1)).unwrap();
        assert!(square.start(None, &square.moves().sequence(sequence)).is_ok());
        let one = question("3x3x3", "U");
        let random = RandomMoves::new(&one);
        assert_eq!([1, 2].map(|length| random.next(length, &mut Rng::with_seed(1)).is_some()), [true, false]);
        assert_eq!(random.mixed(100, &mut Rng::with_seed(1)).len(), 1);
    }
}
