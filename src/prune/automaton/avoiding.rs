//! Construction of an automaton from forbidden words.

use super::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};

impl Automaton {
    /// The minimal automaton that accepts exactly the words that contain none of the given words as a factor.
    ///
    /// Built as by A. V. Aho and M. J. Corasick ("Efficient string matching", CACM 1975): a state is the longest suffix
    /// of the input that begins a forbidden word.
    ///
    /// # Panics
    /// If a word is empty (then no word at all would be accepted) or has a letter outside the alphabet.
    pub fn avoiding(letters: usize, words: impl IntoIterator<Item = impl AsRef<[MoveIndex]>>) -> Self {
        if letters == 0 {
            return Self::free(0);
        }
        let mut trie = Trie { letters, rows: vec![NONE; letters] };
        words.into_iter().for_each(|word| trie.insert(word.as_ref()));
        let order = trie.complete();
        trie.automaton(&order).minimized()
    }
}

/// A row entry: no child.
const NONE: u32 = u32::MAX;
/// A row entry: this letter completes a forbidden word.
const FORBIDDEN: u32 = u32::MAX - 1;

/// The proper prefixes of the forbidden words; node 0 is the empty word.
struct Trie {
    letters: usize,
    /// By node times the number of letters plus letter.
    rows: Vec<u32>,
}

impl Trie {
    fn insert(&mut self, word: &[MoveIndex]) {
        let (&last, prefix) = word.split_last().expect("a forbidden word has letters");
        let mut node = 0;
        for &letter in prefix {
            let place = self.place(node, letter);
            match self.rows[place] {
                FORBIDDEN => return,
                NONE => {
                    let new = (self.rows.len() / self.letters) as u32;
                    self.rows[place] = new;
                    self.rows.resize(self.rows.len() + self.letters, NONE);
                    node = new;
                }
                child => node = child,
            }
        }
        let place = self.place(node, last);
        self.rows[place] = FORBIDDEN;
    }

    fn place(&self, node: u32, letter: MoveIndex) -> usize {
        assert!(letter.index() < self.letters, "a letter of the alphabet");
        node as usize * self.letters + letter.index()
    }

    /// Fills in the transition of each letter that does not extend the node's own word: that of the longest proper
    /// suffix of the word. Returns the nodes in breadth-first order, suffixes before the words they end.
    fn complete(&mut self) -> Vec<u32> {
        let mut suffix = vec![0; self.rows.len() / self.letters];
        let mut order = vec![0];
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            done += 1;
            for letter in (0..self.letters).map(MoveIndex::new) {
                let place = self.place(node, letter);
                let otherwise = if node == 0 { 0 } else { self.rows[self.place(suffix[node as usize], letter)] };
                match self.rows[place] {
                    FORBIDDEN => (),
                    NONE => self.rows[place] = otherwise,
                    // The child's word ends with a forbidden word: the child is redundant.
                    _ if otherwise == FORBIDDEN => self.rows[place] = FORBIDDEN,
                    child => {
                        suffix[child as usize] = otherwise;
                        order.push(child);
                    }
                }
            }
        }
        order
    }

    /// The completed trie as an automaton with states in the given order.
    fn automaton(self, order: &[u32]) -> Automaton {
        let mut number = vec![0; self.rows.len() / self.letters];
        for (i, &node) in order.iter().enumerate() {
            number[node as usize] = i as u32;
        }
        let mut automaton = Automaton::without_states(self.letters, MoveIndexSet::EMPTY);
        for (own, &node) in order.iter().enumerate() {
            let row = &self.rows[node as usize * self.letters..][..self.letters];
            let allowed: MoveIndexSet = (0..row.len()).filter(|&i| row[i] != FORBIDDEN).map(MoveIndex::new).collect();
            automaton.push_row(allowed, |letter| match row[letter.index()] {
                FORBIDDEN => AutomatonState::new(own as u32),
                next => AutomatonState::new(number[next as usize]),
            });
        }
        automaton
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<MoveIndex> {
        text.bytes().map(|byte| MoveIndex::new(usize::from(byte - b'a'))).collect()
    }

    #[test]
    fn words_that_contain_a_forbidden_factor_are_refused() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let forbidden: Vec<Vec<MoveIndex>> = (0..random.usize(1..6))
                .map(|_| (0..random.usize(1..5)).map(|_| MoveIndex::new(random.usize(..3))).collect())
                .collect();
            let automaton = Automaton::avoiding(3, forbidden.iter().map(|word| &word[..]));
            for _ in 0..300 {
                let word: Vec<MoveIndex> = (0..random.usize(..9)).map(|_| MoveIndex::new(random.usize(..3))).collect();
                let bad = forbidden.iter().any(|f| word.windows(f.len()).any(|factor| factor == f));
                assert_eq!(automaton.accepts(&word), !bad, "{word:?} {forbidden:?}");
            }
        }
    }

    #[test]
    fn superfluous_words_change_nothing() {
        let plain = Automaton::avoiding(3, [&word("ab")[..], &word("ca")[..]]);
        let more = ["abc", "ab", "ccab", "ca", "bca"].map(word);
        assert_eq!(Automaton::avoiding(3, more.iter().map(|word| &word[..])), plain);
        assert_eq!(Automaton::avoiding(3, [[]; 0]), Automaton::free(3));
        assert_eq!(plain.words(3), [1, 3, 7, 16]);
    }
}
