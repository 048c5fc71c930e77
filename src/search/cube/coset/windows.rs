//! Windows: so many moves that follow each other in a word, told apart up to what makes no difference to a central cube.

use crate::cube::{MetricKind, Move, Symmetry, normal_form};
use crate::search::engine::two_sided::{RootTask, number, root_tasks};

/// The windows of one length in the half-turn metric, in classes: images of each other under symmetries, read backwards with
/// the moves undone, or in another order of commuting moves.
pub struct WindowClasses {
    /// By the number of a word, that of its class from 1 on, or 0 if moves of it merge.
    of_word: Vec<u16>,
    /// One word of each class, in order.
    words: Vec<RootTask>,
    len: u8,
}

impl WindowClasses {
    /// The classes of windows of `len` moves. Cost: some tenths of a second for the longest ones.
    ///
    /// # Panics
    /// If `len` is 0 or more than [`RootTask::LONGEST`].
    pub fn new(len: u8) -> Self {
        assert!((1..=RootTask::LONGEST).contains(&len), "windows are as long as starts");
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let images: Vec<Vec<Move>> = symmetries.iter().map(|s| Move::all().map(|m| s.of_move(m)).collect()).collect();
        let mut of_word = vec![0; Move::COUNT.pow(u32::from(len))];
        let (candidates, _) = root_tasks(MetricKind::HalfTurn, len, &symmetries[1..]);
        let mut words = Vec::new();
        for start in candidates.iter() {
            if of_word[number(start.moves())] > 0 {
                // Read backwards, it is one of those before.
                continue;
            }
            words.push(*start);
            let class = u16::try_from(words.len()).expect("there are six thousand classes of the longest windows");
            let backwards: Vec<Move> = start.moves().iter().rev().map(|m| m.inverse()).collect();
            for image in &images {
                for word in [start.moves(), &backwards] {
                    let word: Vec<Move> = word.iter().map(|m| image[m.index()]).collect();
                    let word = normal_form(&word, true).expect("the image of a canonical word is as long");
                    of_word[number(&word)] = class;
                }
            }
        }
        let mut classes = Self { of_word, words, len };
        classes.add_other_orders();
        classes
    }

    /// Gives words that are not in normal form the classes of their normal forms.
    fn add_other_orders(&mut self) {
        let mut word = Vec::new();
        for place in 0..self.of_word.len() {
            if self.of_word[place] > 0 {
                continue;
            }
            word.clear();
            let digits = std::iter::successors(Some(place), |rest| Some(rest / Move::COUNT));
            word.extend(digits.take(usize::from(self.len)).filter_map(|rest| Move::new((rest % Move::COUNT) as u8)));
            word.reverse();
            if let Some(word) = normal_form(&word, true) {
                self.of_word[place] = self.of_word[number(&word)];
            }
        }
    }

    /// Moves of a window.
    pub fn length(&self) -> u8 {
        self.len
    }

    /// One word of each class.
    pub fn words(&self) -> &[RootTask] {
        &self.words
    }

    /// The ranks of all words, of classes in this order. What merges is in front of all of them.
    pub fn ranked(&self, order: &[usize]) -> ClassOrder {
        let mut ranks = vec![0; self.words.len() + 1];
        for (place, &class) in order.iter().enumerate() {
            ranks[class + 1] = place as u16 + 1;
        }
        assert!(ranks[1..].iter().all(|&rank| rank > 0), "all classes have a rank");
        ClassOrder { of_word: self.of_word.iter().map(|&class| ranks[usize::from(class)]).collect(), len: self.len }
    }
}

/// A rank for each window.
pub struct ClassOrder {
    of_word: Vec<u16>,
    len: u8,
}

impl ClassOrder {
    /// The rank of a word.
    pub fn rank(&self, word: &[Move]) -> u16 {
        self.of_word[number(word)]
    }

    /// The number of words of so many moves.
    #[inline(always)]
    fn words(&self, moves: u8) -> u32 {
        (Move::COUNT as u32).pow(u32::from(moves))
    }

    /// The last moves of a word that is as long as a window.
    pub fn tail(&self, word: &[Move]) -> u32 {
        number(word) as u32
    }

    /// The first moves of a word that is as long as a window. There is one move too few, and it is not asked for before another
    /// one has come.
    pub fn head(&self, word: &[Move]) -> u32 {
        number(word) as u32 * Move::COUNT as u32
    }

    /// The last moves of a word, one more than a window has, after another one.
    #[inline(always)]
    pub fn append(&self, tail: u32, m: Move) -> u32 {
        tail % self.words(self.len) * Move::COUNT as u32 + m.index() as u32
    }

    /// The first moves of a word, one more than a window has, with another one before them.
    #[inline(always)]
    pub fn prepend(&self, head: u32, m: Move) -> u32 {
        head / Move::COUNT as u32 + m.index() as u32 * self.words(self.len)
    }

    /// The least rank of the windows that have come with the move at the end.
    #[inline(always)]
    pub fn least_of_tail(&self, tail: u32) -> u16 {
        self.least_of_both_ends(tail).min(self.of_word[(tail % self.words(self.len)) as usize])
    }

    /// The least rank of the windows that have come with the move at the front.
    #[inline(always)]
    pub fn least_of_head(&self, head: u32) -> u16 {
        self.least_of_both_ends(head).min(self.of_word[(head / Move::COUNT as u32) as usize])
    }

    /// The least rank of the windows with the first move and the last one, where the second one or the last but one lets its
    /// neighbour pass.
    #[inline(always)]
    fn least_of_both_ends(&self, word: u32) -> u16 {
        let base = Move::COUNT as u32;
        let (first, second) = (word / self.words(self.len), word / self.words(self.len - 1) % base);
        let (before, last) = (word / base % base, word % base);
        let mut least = u16::MAX;
        if commute(first, second) {
            let without = first * self.words(self.len - 1) + word % self.words(self.len - 1);
            least = self.of_word[without as usize];
        }
        if commute(before, last) {
            let without = word / base / base * base + last;
            least = least.min(self.of_word[without as usize]);
        }
        least
    }
}

/// Whether two moves, by their numbers, are of opposite faces.
#[inline(always)]
fn commute(one: u32, other: u32) -> bool {
    (one / 3).abs_diff(other / 3) == 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn random_word(random: &mut fastrand::Rng, len: u8) -> Vec<Move> {
        (0..len).filter_map(|_| Move::new(random.u8(..18))).collect()
    }

    fn images(word: &[Move]) -> impl Iterator<Item = Vec<Move>> {
        let backwards: Vec<Move> = word.iter().rev().map(|m| m.inverse()).collect();
        let both = [word.to_vec(), backwards];
        Symmetry::all().flat_map(move |s| both.clone().map(|word| word.iter().map(|&m| s.of_move(m)).collect()))
    }

    #[test]
    fn images_and_other_orders_have_the_rank_of_the_word() {
        let mut random = fastrand::Rng::with_seed(6);
        for len in 1..=RootTask::LONGEST {
            let classes = WindowClasses::new(len);
            let order: Vec<usize> = (0..classes.words().len()).collect();
            let ranks = classes.ranked(&order);
            for _ in 0..2000 {
                let mut word = random_word(&mut random, len);
                let rank = ranks.rank(&word);
                assert_eq!(rank == 0, normal_form(&word, true).is_none(), "{word:?}");
                assert!(images(&word).all(|image| ranks.rank(&image) == rank), "{word:?}");
                for i in 1..word.len() {
                    if word[i - 1].face() % 3 == word[i].face() % 3 {
                        word.swap(i - 1, i);
                        assert_eq!(ranks.rank(&word), rank, "{word:?}");
                    }
                }
            }
        }
    }

    /// The least normal form of the images tells a class. So many there are, and each has one word.
    #[test]
    fn each_class_has_one_word() {
        for len in 1..=4 {
            let least = |word: &[Move]| images(word).filter_map(|image| normal_form(&image, true)).min();
            let (words, _) = root_tasks(MetricKind::HalfTurn, len, &[]);
            let expected: HashSet<_> = words.iter().filter_map(|start| least(start.moves())).collect();
            let classes = WindowClasses::new(len);
            let found: HashSet<_> = classes.words().iter().filter_map(|start| least(start.moves())).collect();
            assert_eq!((found.len(), &found), (classes.words().len(), &expected));
            let reversed: Vec<usize> = (0..classes.words().len()).rev().collect();
            let ranks = classes.ranked(&reversed);
            assert!(classes.words().iter().rev().map(|start| ranks.rank(start.moves())).eq(1..=reversed.len() as u16));
        }
    }
}
