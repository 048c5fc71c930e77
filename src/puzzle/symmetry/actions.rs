//! The effects of moves on looks: moves that do the same are one action.

use super::super::{Moves, Question, gcd};
use super::looks::Looks;
use std::collections::HashMap;

/// The different actions of some moves on looks.
#[derive(Clone, Debug)]
pub(super) struct Actions {
    all: Vec<Action>,
    /// The number of each action, by its permutation.
    numbers: HashMap<Box<[u32]>, usize>,
    /// The action of each move; `None` if it changes nothing that is seen.
    of_moves: Vec<Option<usize>>,
    /// Actions of which all others are powers.
    pub base: Vec<usize>,
}

/// A permutation of looks.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub images: Box<[u32]>,
    /// The moves that do it, in ascending order.
    pub moves: Vec<usize>,
    /// The least cost of these.
    pub cost: u8,
    /// A number for the cost and the lengths of all cycles: a symmetry leads an action to one of its kind.
    pub kind: u32,
}

impl Actions {
    /// The actions of a question's moves.
    pub fn new(question: &Question, looks: &Looks) -> Self {
        let moves = question.moves();
        let mut actions = Self { all: Vec::new(), numbers: HashMap::new(), of_moves: Vec::new(), base: Vec::new() };
        for (number, by) in moves.moves().iter().enumerate() {
            let images = looks.permutation(&by.transformation);
            if images.iter().zip(0..).all(|(&image, look)| image == look) {
                actions.of_moves.push(None);
                continue;
            }
            let next = actions.all.len();
            let action = *actions.numbers.entry(images.clone()).or_insert(next);
            if action == next {
                actions.all.push(Action { images, moves: Vec::new(), cost: by.cost, kind: 0 });
            }
            let action_of_move = &mut actions.all[action];
            action_of_move.cost = by.cost.min(action_of_move.cost);
            action_of_move.moves.push(number);
            actions.of_moves.push(Some(action));
        }
        let mut kinds = Vec::new();
        for action in &mut actions.all {
            let kind = (action.cost, cycles(&action.images));
            action.kind = numbered(&mut kinds, kind);
        }
        actions.base = base(moves).into_iter().filter_map(|by| actions.of_moves[by]).collect();
        actions.base.sort_unstable();
        actions.base.dedup();
        actions
    }

    /// All of them.
    pub fn all(&self) -> &[Action] {
        &self.all
    }

    /// The action of a move; `None` if it changes nothing that is seen.
    pub fn of_move(&self, by: usize) -> Option<usize> {
        self.of_moves[by]
    }

    /// The action of the same kind that an action becomes by a permutation of looks, if it does.
    pub fn image(&self, permutation: &[u32], action: usize) -> Option<usize> {
        let action = &self.all[action];
        let number = *self.numbers.get(&conjugate(&action.images, permutation))?;
        (self.all[number].kind == action.kind).then_some(number)
    }
}

/// The permutation that another one makes of a permutation.
pub(super) fn conjugate(of: &[u32], by: &[u32]) -> Box<[u32]> {
    let mut conjugate = vec![0; of.len()];
    by.iter().zip(of).for_each(|(&look, &image)| conjugate[look as usize] = by[image as usize]);
    conjugate.into()
}

/// Moves of which all others are powers: one of each generator, or all of one that has no such move.
fn base(moves: &Moves) -> Vec<usize> {
    let of_generator = |(range, order): (std::ops::Range<usize>, u64)| {
        let makes_all = |&by: &usize| gcd(moves.moves()[by].exponent, order) == 1;
        match range.clone().find(makes_all) {
            Some(by) => by..by + 1,
            None => range,
        }
    };
    let generators = moves.generators().iter().map(|generator| (generator.moves.clone(), generator.order));
    generators.flat_map(of_generator).collect()
}

/// The number of something among what is known, to which it is added if it is new.
pub(super) fn numbered<T: PartialEq>(known: &mut Vec<T>, one: T) -> u32 {
    let number = known.iter().position(|other| *other == one);
    number.unwrap_or_else(|| {
        known.push(one);
        known.len() - 1
    }) as u32
}

/// The lengths of the cycles of a permutation, in ascending order.
fn cycles(images: &[u32]) -> Vec<u32> {
    let (mut seen, mut lengths) = (vec![false; images.len()], Vec::new());
    for start in 0..images.len() {
        let (mut look, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[look], true) {
            look = images[look] as usize;
            length += 1;
        }
        if length > 1 {
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    lengths
}
