//! The graph of corner classes and the moves between them.

use super::actions::{Action, Actions};
use super::list::Found;
use super::near::{Near, Neighbours};
use super::turns::TurnSet;
use crate::coord::{CornerCoset, H48};
use crate::cube::{Cubies, Symmetry};
use rayon::prelude::*;

/// An edge into a class: edge parts of another class, turned by a symmetry and then by a move, are edge parts of the
/// class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The class at the start of the edge.
    pub from: u16,
    /// The symmetry that takes the representative of that class to the corners before the move.
    symmetry: Symmetry,
    /// The number of the move.
    last: u8,
}

/// The graph of corner classes with the moves between them.
///
/// A move takes all cosets of one class to cosets of one other class, and has the same effect on all their edge parts.
/// So the cosets of a class at some distance are found from lists of those of other classes, at most one for each move.
#[derive(Debug)]
pub(super) struct Graph {
    actions: Actions,
    steps: Vec<Vec<Step>>,
    turns: TurnSet,
    /// For each move, which ones are made after it.
    pairs: Vec<Vec<bool>>,
}

impl Graph {
    pub fn new(turns: &TurnSet) -> Self {
        let (actions, steps) = rayon::join(
            || Actions::new(turns),
            || (0..H48::CLASSES as u16).into_par_iter().map(|class| find_steps(class, turns)).collect(),
        );
        Self { actions, steps, turns: turns.clone(), pairs: turns.pairs() }
    }

    /// The edges into a class, one for each move.
    pub fn steps_into(&self, class: u16) -> &[Step] {
        &self.steps[usize::from(class)]
    }

    /// The effect of a step on edge parts.
    pub fn action(&self, step: Step) -> &Action {
        self.actions.get(step.symmetry, step.last)
    }

    /// The edges into the start of a step that are made before it: of all paths of two steps with one effect, at least
    /// one is found so.
    pub fn steps_before(&self, last: Step) -> impl Iterator<Item = Step> {
        let is_made = move |first: &Step| {
            let seen = self.turns.image(last.symmetry, first.last);
            self.pairs[usize::from(seen)][usize::from(last.last)]
        };
        self.steps_into(last.from).iter().copied().filter(is_made)
    }
}

impl Neighbours for Graph {
    fn add(&self, near: &Near, class: u16, found: &mut Found) {
        for &step in self.steps_into(class) {
            found.insert_images(near.last(step.from), self.action(step).images());
        }
    }
}

fn find_steps(class: u16, turns: &TurnSet) -> Vec<Step> {
    let corners = &H48::get().corners;
    let target: Cubies = corners.representative(class).cubies();
    let step = |(last, turn): (u8, &Cubies)| {
        let before = CornerCoset::of(&target.then(&turn.inverse()));
        let (from, symmetry) = corners.class(before);
        Step { from, symmetry: symmetry.inverse(), last }
    };
    (0..).zip(turns.turns()).map(step).collect()
}
