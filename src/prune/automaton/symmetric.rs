//! Of the sequences that symmetries lead to each other, the first one.

use super::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};

/// States from which on symmetries are forgotten. Puzzles with the symmetries of a solid have some hundreds.
const MOST_STATES: usize = 1 << 14;

impl Automaton {
    /// The automaton of the accepted sequences that are not after one of their images, in lexicographic order. Each
    /// symmetry is given by the image of each move. Where there are very many states, some others are accepted, too.
    ///
    /// If the symmetries leave a position and the goal unchanged, images of solutions are solutions. So the first of
    /// all shortest solutions is before its images, and this automaton keeps it if the other one does.
    ///
    /// # Panics
    /// If there are waits for costs.
    pub(crate) fn up_to_symmetry(&self, images: &[Vec<MoveIndex>]) -> Self {
        assert!(self.waits == MoveIndexSet::EMPTY, "sequences are compared by their length");
        // With each state the symmetries that have changed none of the moves so far.
        let all: Vec<usize> = (0..images.len()).collect();
        Self::explored(self.letters, self.waits, (AutomatonState::START, all), |own, (state, tied), letter| {
            let after = self.step(*state, letter)?;
            let image = |symmetry: usize| images[symmetry][letter.index()];
            let is_first = tied.iter().all(|&symmetry| image(symmetry) >= letter);
            let is_tied = |&symmetry: &usize| own.index() < MOST_STATES && image(symmetry) == letter;
            is_first.then(|| (after, tied.iter().copied().filter(is_tied).collect()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_after_their_images() {
        let letters = 4;
        let images = [[1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]].map(|image| image.map(MoveIndex::new).to_vec());
        let [a, c] = [0, 2].map(MoveIndex::new);
        for plain in [Automaton::free(letters), Automaton::avoiding(letters, [&[a, a][..], &[c, a]])] {
            let symmetric = plain.up_to_symmetry(&images);
            let mut words = vec![Vec::new()];
            for length in 0..6 {
                let is_first = |word: &Vec<MoveIndex>| {
                    let image = |images: &Vec<MoveIndex>| word.iter().map(|by| images[by.index()]).collect::<Vec<_>>();
                    images.iter().all(|images| image(images) >= *word)
                };
                let first: Vec<_> = words.iter().filter(|word| plain.accepts(word) && is_first(word)).collect();
                assert!(words.iter().all(|word| symmetric.accepts(word) == first.contains(&word)), "{length} letters");
                assert!(!first.is_empty());
                let longer = |word: &Vec<MoveIndex>| {
                    let word = word.clone();
                    (0..letters).map(move |letter| [&word[..], &[MoveIndex::new(letter)]].concat())
                };
                words = words.iter().flat_map(longer).collect();
            }
            assert!(plain.up_to_symmetry(&[]).same_language(&plain));
        }
    }
}
