//! Rules of a puzzle that forbid pieces at places: which moves are possible.

use super::byte_move::{ByteMove, Node};
use super::encoding::Encoding;
use crate::puzzle::{MoveIndex, MoveIndexSet, Question};

/// Rules about the bytes of a position.
pub(super) struct Rules {
    /// Bytes, and the values that they must not have.
    forbidden: Vec<(usize, [bool; 256])>,
    /// Bytes of a position, and for each value the moves after which a rule forbids it: it comes to a place where it
    /// must not be. A look-up takes less time than to make the position after a move.
    moves: Vec<(usize, Box<[MoveIndexSet; 256]>)>,
}

impl Rules {
    /// Those of a question, for some moves or their inverses.
    pub fn new<const N: usize>(question: &Question, encoding: &Encoding, moves: &[ByteMove]) -> Self {
        let forbidden = encoding.forbidden(question);
        let mut rules = Self { forbidden, moves: Vec::new() };
        if rules.forbidden.is_empty() {
            return rules;
        }
        let same: Vec<Node<N>> = (0..=u8::MAX).map(|value| [value; N]).collect();
        for (number, by) in moves.iter().enumerate() {
            let (sources, letter) = (by.sources(N), MoveIndex::new(number));
            let after: Vec<Node<N>> = same.iter().map(|node| by.apply(node)).collect();
            for (byte, values) in &rules.forbidden {
                let source = usize::from(sources[*byte]);
                let place = rules.moves.iter().position(|(known, _)| *known == source).unwrap_or_else(|| {
                    rules.moves.push((source, Box::new([MoveIndexSet::EMPTY; 256])));
                    rules.moves.len() - 1
                });
                for (own, after) in rules.moves[place].1.iter_mut().zip(&after) {
                    if values[usize::from(after[*byte])] {
                        *own = own.with(letter);
                    }
                }
            }
        }
        rules
    }

    /// Returns whether there are none.
    pub fn are_none(&self) -> bool {
        self.forbidden.is_empty()
    }

    /// Returns whether none forbids a position.
    #[inline(always)]
    pub fn is_legal<const N: usize>(&self, node: &Node<N>) -> bool {
        self.forbidden.iter().all(|(byte, values)| !values[usize::from(node[*byte])])
    }

    /// Those of some moves that lead from a position to a legal one.
    #[inline(always)]
    pub fn possible<const N: usize>(&self, node: &Node<N>, moves: MoveIndexSet) -> MoveIndexSet {
        let impossible = self.moves.iter().fold(0, |all, (byte, moves)| all | moves[usize::from(node[*byte])].bits());
        MoveIndexSet::from_bits(moves.bits() & !impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Question, builtin};

    /// Against the positions after all moves, along a random walk.
    #[test]
    fn possible_moves_are_those_to_legal_positions() {
        let question = Question::usual(builtin("square-1").unwrap()).unwrap();
        let encoding = Encoding::new(&question).unwrap();
        let moves: Vec<ByteMove> =
            question.moves().moves().iter().map(|by| encoding.compiled(&by.transformation)).collect();
        let rules = Rules::new::<32>(&question, &encoding, &moves);
        assert!(!rules.are_none());
        let all = MoveIndexSet::first(moves.len());
        let mut random = fastrand::Rng::with_seed(1);
        let mut node: Node<32> = encoding.node(&question.goal().targets()[0]);
        for _ in 0..500 {
            let legal: MoveIndexSet =
                all.into_iter().filter(|by| rules.is_legal(&moves[by.index()].apply(&node))).collect();
            assert_eq!(rules.possible(&node, all), legal);
            assert_eq!(rules.possible(&node, MoveIndexSet::first(3)), legal.intersection(MoveIndexSet::first(3)));
            let by = legal.into_iter().nth(random.usize(..legal.len())).unwrap();
            node = moves[by.index()].apply(&node);
        }
    }
}
