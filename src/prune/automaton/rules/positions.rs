//! Patterns as nondeterministic automata without empty steps: one state for each position of a move in a pattern (V. M.
//! Glushkov, "The abstract theory of automata", 1961).

use super::syntax::{Expression, Moves};
use crate::puzzle::MoveIndexSet;

/// The positions of all patterns, with every choice of variables.
#[derive(Default)]
pub(super) struct Positions {
    /// The letters that each position stands for.
    pub letters: Vec<MoveIndexSet>,
    /// The positions that can come after each.
    pub follow: Vec<Vec<u32>>,
    /// For each position, true if a pattern can end with it.
    pub last: Vec<bool>,
    /// The positions that a pattern can begin with.
    pub first: Vec<u32>,
    /// Number of positions in `follow`.
    followers: usize,
}

/// The possible ends of a part of a pattern.
struct Ends {
    /// True if it can be the empty word.
    empty: bool,
    first: Vec<u32>,
    last: Vec<u32>,
}

impl Positions {
    /// Adds a pattern whose moves stand for these letters. Returns whether it matches the empty word.
    pub fn add(&mut self, expression: &Expression, letters: &mut dyn FnMut(&Moves) -> MoveIndexSet) -> bool {
        let ends = self.part(expression, letters);
        self.first.extend(ends.first);
        for place in ends.last {
            self.last[place as usize] = true;
        }
        ends.empty
    }

    /// Number of positions, and of pairs of positions that can follow each other.
    pub fn links(&self) -> usize {
        self.letters.len() + self.followers
    }

    fn part(&mut self, expression: &Expression, letters: &mut dyn FnMut(&Moves) -> MoveIndexSet) -> Ends {
        match expression {
            Expression::Moves(moves) => {
                let place = self.letters.len() as u32;
                self.letters.push(letters(moves));
                self.follow.push(Vec::new());
                self.last.push(false);
                Ends { empty: false, first: vec![place], last: vec![place] }
            }
            Expression::Sequence(parts) => {
                let mut whole = Ends { empty: true, first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let part = self.part(part, letters);
                    self.connect(&whole.last, &part.first);
                    if whole.empty {
                        whole.first.extend(&part.first);
                    }
                    if !part.empty {
                        whole.last.clear();
                    }
                    whole.last.extend(part.last);
                    whole.empty &= part.empty;
                }
                whole
            }
            Expression::Choice(parts) => {
                let mut whole = Ends { empty: false, first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let part = self.part(part, letters);
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                    whole.empty |= part.empty;
                }
                whole
            }
            Expression::Repeated(inner) => {
                let ends = self.part(inner, letters);
                self.connect(&ends.last, &ends.first);
                ends
            }
            Expression::Optional(inner) => Ends { empty: true, ..self.part(inner, letters) },
        }
    }

    fn connect(&mut self, from: &[u32], to: &[u32]) {
        for &place in from {
            self.follow[place as usize].extend(to);
            self.followers += to.len();
        }
    }
}
