//! Windows: runs of consecutive moves in a sequence, distinguished up to the changes that do not matter for a central
//! cube.

use crate::cube::{FaceTurn, Metric, Symmetry, normal_form};
use crate::search::engine::two_sided::{RootTask, number, root_tasks};
use std::cmp::Reverse;

/// The windows of one length in the half-turn metric, in classes. The members of a class are images of each other under
/// symmetries, inverses read backwards, or the same window with commuting moves in another order.
pub struct WindowClasses {
    /// The class of each move sequence by its number, counted from 1, or 0 if moves of the sequence merge.
    of_sequence: Vec<u16>,
    /// One move sequence of each class, in order.
    sequences: Vec<RootTask>,
    len: u8,
}

impl WindowClasses {
    /// The classes of windows of `len` moves. Cost: some tenths of a second for the longest windows.
    ///
    /// # Panics
    /// If `len` is 0 or more than [`RootTask::LONGEST`].
    pub fn new(len: u8) -> Self {
        assert!((1..=RootTask::LONGEST).contains(&len), "windows are as long as starts");
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let images: Vec<Vec<FaceTurn>> =
            symmetries.iter().map(|s| FaceTurn::all().map(|m| s.of_move(m)).collect()).collect();
        let mut of_sequence = vec![0; FaceTurn::COUNT.pow(u32::from(len))];
        let (candidates, _) = root_tasks(Metric::HalfTurn, len, &symmetries[1..]);
        let mut sequences = Vec::new();
        for task in candidates.iter() {
            if of_sequence[number(task.moves())] > 0 {
                // Read backwards, it is one of the earlier windows.
                continue;
            }
            sequences.push(*task);
            let class = u16::try_from(sequences.len()).expect("there are six thousand classes of the longest windows");
            let backwards: Vec<FaceTurn> = task.moves().iter().rev().map(|m| m.inverse()).collect();
            for image in &images {
                for sequence in [task.moves(), &backwards] {
                    let sequence: Vec<FaceTurn> = sequence.iter().map(|m| image[m.index()]).collect();
                    let sequence = normal_form(&sequence, true).expect("the image of a canonical sequence is as long");
                    of_sequence[number(&sequence)] = class;
                }
            }
        }
        let mut classes = Self { of_sequence, sequences, len };
        classes.add_other_orders();
        classes
    }

    /// Gives sequences that are not in normal form the classes of their normal forms.
    fn add_other_orders(&mut self) {
        let mut sequence = Vec::new();
        for place in 0..self.of_sequence.len() {
            if self.of_sequence[place] > 0 {
                continue;
            }
            sequence.clear();
            let digits = std::iter::successors(Some(place), |rest| Some(rest / FaceTurn::COUNT));
            sequence.extend(
                digits.take(usize::from(self.len)).filter_map(|rest| FaceTurn::new((rest % FaceTurn::COUNT) as u8)),
            );
            sequence.reverse();
            if let Some(sequence) = normal_form(&sequence, true) {
                self.of_sequence[place] = self.of_sequence[number(&sequence)];
            }
        }
    }

    /// Number of moves in a window.
    pub fn length(&self) -> u8 {
        self.len
    }

    /// One move sequence of each class.
    pub fn sequences(&self) -> &[RootTask] {
        &self.sequences
    }

    /// The ranks of all sequences in the order of a search, which is the same for all windows of a length.
    pub fn in_order(&self) -> ClassOrder {
        self.ranked(&order(&self.sequences))
    }

    /// The ranks of all sequences, with the classes in this order. Sequences with moves that merge come before all
    /// classes.
    pub(super) fn ranked(&self, order: &[usize]) -> ClassOrder {
        let mut ranks = vec![0; self.sequences.len() + 1];
        for (place, &class) in order.iter().enumerate() {
            ranks[class + 1] = place as u16 + 1;
        }
        assert!(ranks[1..].iter().all(|&rank| rank > 0), "all classes have a rank");
        ClassOrder {
            of_sequence: self.of_sequence.iter().map(|&class| ranks[usize::from(class)]).collect(),
            len: self.len,
        }
    }
}

/// The classes of windows in ascending order, given one move sequence of each: first those with the most half turns, of
/// these the ones that turn the most axes, of these the ones with the fewest commuting neighbours, and the rest in
/// random order. Any order is correct; up to fourteen moves, this one makes half as many nodes as the order of the
/// moves. Measured, see `docs/two-sided-search.md`.
fn order(sequences: &[RootTask]) -> Vec<usize> {
    // The same on every machine. Classes of similar sequences overlap in a solution, and exclude less when they follow
    // each other.
    let mut random = fastrand::Rng::with_seed(7);
    let scattered: Vec<u64> = sequences.iter().map(|_| random.u64(..)).collect();
    let key = |class: usize| {
        let sequence = sequences[class].moves();
        let half_turns = sequence.iter().filter(|m| m.quarters() == 2).count();
        let axes = (0..3).filter(|&axis| sequence.iter().any(|m| m.face() % 3 == axis)).count();
        let pairs = sequence.windows(2).filter(|pair| pair[0].face() % 3 == pair[1].face() % 3).count();
        (Reverse(half_turns), Reverse(axes), pairs, scattered[class])
    };
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    order.sort_by_cached_key(|&class| key(class));
    order
}

/// A rank for each window.
pub struct ClassOrder {
    of_sequence: Vec<u16>,
    len: u8,
}

impl ClassOrder {
    /// The length of a window.
    pub fn length(&self) -> u8 {
        self.len
    }

    /// The rank of each move sequence, by its number.
    pub fn ranks(&self) -> &[u16] {
        &self.of_sequence
    }

    /// Where the ranks of windows of one length begin, if those of all lengths lie one after the other.
    pub fn place_of_length(len: u8) -> usize {
        (0..len).map(|shorter| FaceTurn::COUNT.pow(shorter.into())).sum()
    }

    /// The rank of a move sequence.
    pub fn rank(&self, sequence: &[FaceTurn]) -> u16 {
        self.of_sequence[number(sequence)]
    }

    /// The number of sequences of `moves` moves.
    #[inline(always)]
    fn sequences(&self, moves: u8) -> u32 {
        (FaceTurn::COUNT as u32).pow(u32::from(moves))
    }

    /// The last moves of a sequence that is as long as a window.
    pub fn tail(&self, sequence: &[FaceTurn]) -> u32 {
        number(sequence) as u32
    }

    /// The first moves of a sequence that is as long as a window. The result has one move too few, and is not read
    /// before another move has been added.
    pub fn head(&self, sequence: &[FaceTurn]) -> u32 {
        number(sequence) as u32 * FaceTurn::COUNT as u32
    }

    /// The last moves of a sequence, one more than a window has, after appending a move.
    #[inline(always)]
    pub fn append(&self, tail: u32, m: FaceTurn) -> u32 {
        tail % self.sequences(self.len) * FaceTurn::COUNT as u32 + m.index() as u32
    }

    /// The first moves of a sequence, one more than a window has, after prepending a move.
    #[inline(always)]
    pub fn prepend(&self, head: u32, m: FaceTurn) -> u32 {
        head / FaceTurn::COUNT as u32 + m.index() as u32 * self.sequences(self.len)
    }

    /// The least rank of the windows that the last move has completed.
    #[inline(always)]
    pub fn least_of_tail(&self, tail: u32) -> u16 {
        self.least_of_both_ends(tail).min(self.of_sequence[(tail % self.sequences(self.len)) as usize])
    }

    /// The least rank of the windows that the first move has completed.
    #[inline(always)]
    pub fn least_of_head(&self, head: u32) -> u16 {
        self.least_of_both_ends(head).min(self.of_sequence[(head / FaceTurn::COUNT as u32) as usize])
    }

    /// The least rank of the windows that contain the first move without the second one, or the last move without the
    /// one before it, where the two commute.
    #[inline(always)]
    fn least_of_both_ends(&self, sequence: u32) -> u16 {
        let base = FaceTurn::COUNT as u32;
        let (first, second) = (sequence / self.sequences(self.len), sequence / self.sequences(self.len - 1) % base);
        let (before, last) = (sequence / base % base, sequence % base);
        let mut least = u16::MAX;
        if commute(first, second) {
            let without = first * self.sequences(self.len - 1) + sequence % self.sequences(self.len - 1);
            least = self.of_sequence[without as usize];
        }
        if commute(before, last) {
            let without = sequence / base / base * base + last;
            least = least.min(self.of_sequence[without as usize]);
        }
        least
    }
}

/// Returns whether two moves, by their numbers, turn opposite faces.
#[inline(always)]
fn commute(one: u32, other: u32) -> bool {
    (one / 3).abs_diff(other / 3) == 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn random_sequence(random: &mut fastrand::Rng, len: u8) -> Vec<FaceTurn> {
        (0..len).filter_map(|_| FaceTurn::new(random.u8(..18))).collect()
    }

    fn images(sequence: &[FaceTurn]) -> impl Iterator<Item = Vec<FaceTurn>> {
        let backwards: Vec<FaceTurn> = sequence.iter().rev().map(|m| m.inverse()).collect();
        let both = [sequence.to_vec(), backwards];
        Symmetry::all().flat_map(move |s| both.clone().map(|sequence| sequence.iter().map(|&m| s.of_move(m)).collect()))
    }

    #[test]
    fn images_and_other_orders_have_the_rank_of_the_sequence() {
        let mut random = fastrand::Rng::with_seed(6);
        for len in 1..=RootTask::LONGEST {
            let classes = WindowClasses::new(len);
            let order: Vec<usize> = (0..classes.sequences().len()).collect();
            let ranks = classes.ranked(&order);
            for _ in 0..2000 {
                let mut sequence = random_sequence(&mut random, len);
                let rank = ranks.rank(&sequence);
                assert_eq!(rank == 0, normal_form(&sequence, true).is_none(), "{sequence:?}");
                assert!(images(&sequence).all(|image| ranks.rank(&image) == rank), "{sequence:?}");
                for i in 1..sequence.len() {
                    if sequence[i - 1].face() % 3 == sequence[i].face() % 3 {
                        sequence.swap(i - 1, i);
                        assert_eq!(ranks.rank(&sequence), rank, "{sequence:?}");
                    }
                }
            }
        }
    }

    /// The least normal form of the images identifies a class. Their number is the number of classes, and each has one
    /// sequence.
    #[test]
    fn each_class_has_one_sequence() {
        for len in 1..=4 {
            let least = |sequence: &[FaceTurn]| images(sequence).filter_map(|image| normal_form(&image, true)).min();
            let (sequences, _) = root_tasks(Metric::HalfTurn, len, &[]);
            let expected: HashSet<_> = sequences.iter().filter_map(|task| least(task.moves())).collect();
            let classes = WindowClasses::new(len);
            let found: HashSet<_> = classes.sequences().iter().filter_map(|task| least(task.moves())).collect();
            assert_eq!((found.len(), &found), (classes.sequences().len(), &expected));
            let reversed: Vec<usize> = (0..classes.sequences().len()).rev().collect();
            let ranks = classes.ranked(&reversed);
            assert!(
                classes.sequences().iter().rev().map(|task| ranks.rank(task.moves())).eq(1..=reversed.len() as u16)
            );
        }
    }
}
