//! The group of a question's symmetries.

use super::super::{Position, Question};
use super::actions::Actions;
use super::find::{self, moved};
use super::looks::Looks;
use crate::closure::closure;

/// The symmetries of a question: a group, with the identity first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    looks: Looks,
    actions: Actions,
    /// Symmetries of which all others are products, as the looks that they make of looks.
    generators: Vec<Box<[u32]>>,
    elements: Vec<Box<[u32]>>,
}

/// The most symmetries.
const MOST: usize = 1 << 14;
/// The most numbers in a list of symmetries.
const MOST_NUMBERS: usize = 1 << 24;

impl Symmetries {
    /// The symmetries of a question: all of them, or a group of some where they are very many or finding them is too
    /// much work; `None` if its places have too many looks.
    pub fn of(question: &Question) -> Option<Self> {
        let looks = Looks::new(question)?;
        let actions = Actions::new(question, &looks);
        let identity: Box<[u32]> = (0..looks.len() as u32).collect();
        let found = find::generators(question, &looks, &actions);
        let mut symmetries = Self { looks, actions, generators: Vec::new(), elements: vec![identity] };
        found.into_iter().for_each(|one| symmetries.add(one));
        Some(symmetries)
    }

    /// Adds a symmetry and all products with it, unless they are too many.
    fn add(&mut self, one: Box<[u32]>) {
        if self.elements.contains(&one) {
            return;
        }
        let most = MOST.min(MOST_NUMBERS / self.looks.len().max(1));
        self.generators.push(one);
        let found = closure(self.elements.clone(), most, |element| -> Vec<_> {
            self.generators.iter().map(|by| product(element, by)).collect()
        });
        match found {
            Some(elements) => self.elements = elements,
            None => _ = self.generators.pop(),
        }
    }

    /// Number of symmetries, with the identity.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The image of a position under a symmetry, given by its number; `None` if moves do not lead from the position to
    /// the goal. Moves lead from images to images, each to that of its own image.
    pub fn image(&self, symmetry: usize, position: &Position) -> Option<Position> {
        moved(&self.looks, &self.elements[symmetry], position)
    }

    /// The move that a move becomes by a symmetry: one of the same cost that does to images what the move does.
    pub fn move_image(&self, symmetry: usize, by: usize) -> usize {
        let Some(action) = self.actions.of_move(by) else { return by };
        let image = self.actions.image(&self.elements[symmetry], action).expect("symmetries lead moves to moves");
        let own = self.actions.all()[action].moves.iter().position(|&other| other == by).expect("the move does it");
        let moves = &self.actions.all()[image].moves;
        moves[own.min(moves.len() - 1)]
    }

    /// The symmetries under which a position is its own image, by number.
    pub fn stabilizer(&self, position: &Position) -> Vec<usize> {
        let Some(shown) = self.looks.of_position(position) else { return vec![0] };
        let by_place = self.by_place(&shown);
        (0..self.order()).filter(|&symmetry| self.fixes(symmetry, &shown, &by_place)).collect()
    }

    /// The looks of a position, and the same by place.
    pub(super) fn shown(&self, position: &Position) -> Option<(Vec<u32>, Vec<u32>)> {
        let shown = self.looks.of_position(position)?;
        let by_place = self.by_place(&shown);
        Some((shown, by_place))
    }

    fn by_place(&self, shown: &[u32]) -> Vec<u32> {
        let places = self.looks.places().last().map_or(0, |last| last + 1);
        let mut by_place = vec![u32::MAX; places];
        shown.iter().for_each(|&look| by_place[self.looks.place(look)] = look);
        by_place
    }

    /// Returns whether a position is its own image.
    pub(super) fn fixes(&self, symmetry: usize, shown: &[u32], by_place: &[u32]) -> bool {
        let images = &self.elements[symmetry];
        let is_fixed = |&look: &u32| {
            let image = images[look as usize];
            by_place[self.looks.place(image)] == image
        };
        shown.iter().all(is_fixed)
    }

    /// The symmetries as the looks that they make of looks, and some of which all others are products.
    pub(super) fn permutations(&self) -> [&[Box<[u32]>]; 2] {
        [&self.elements, &self.generators]
    }
}

/// One permutation, then another.
fn product(one: &[u32], other: &[u32]) -> Box<[u32]> {
    one.iter().map(|&look| other[look as usize]).collect()
}
