//! The graph of corner classes and the moves between them.

use super::actions::{Action, Actions};
use super::list::Found;
use super::near::{Near, Neighbours};
use crate::coord::{CornerCoset, H48};
use crate::cube::{CanonicalOrder, Cubies, MOVE_CUBIES, MetricKind, Move, Symmetry};
use rayon::prelude::*;

/// An edge into a class: edge parts of another class, turned by a symmetry and then by a move, are edge parts of the
/// class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The class at the start of the edge.
    pub from: u16,
    /// The symmetry that takes the representative of that class to the corners before the move.
    symmetry: Symmetry,
    /// The move.
    last: Move,
}

/// The graph of corner classes with the moves between them.
///
/// A move takes all cosets of one class to cosets of one other class, and has the same effect on all their edge parts.
/// So the cosets of a class at some distance are found from lists of those of at most eighteen other classes.
#[derive(Debug)]
pub(super) struct Graph {
    actions: Actions,
    steps: Vec<Vec<Step>>,
    order: CanonicalOrder,
}

impl Graph {
    pub fn new(metric: MetricKind) -> Self {
        let (actions, steps) = rayon::join(Actions::new, || {
            (0..H48::CLASSES as u16).into_par_iter().map(|class| find_steps(class, metric)).collect()
        });
        let order = CanonicalOrder::of(metric);
        Self { actions, steps, order }
    }

    /// The edges into a class, one for each move.
    pub fn steps_into(&self, class: u16) -> &[Step] {
        &self.steps[usize::from(class)]
    }

    /// The effect of a step on edge parts.
    pub fn action(&self, step: Step) -> &Action {
        self.actions.get(step.symmetry, step.last)
    }

    /// The edges into the start of a step by which a canonical path of two steps begins that ends with it.
    pub fn steps_before(&self, last: Step) -> impl Iterator<Item = Step> {
        let canonical = move |first: &Step| self.order.accepts(&[last.symmetry.of_move(first.last), last.last]);
        self.steps_into(last.from).iter().copied().filter(canonical)
    }
}

impl Neighbours for Graph {
    fn add(&self, near: &Near, class: u16, found: &mut Found) {
        for &step in self.steps_into(class) {
            found.insert_images(near.last(step.from), self.action(step).images());
        }
    }
}

fn find_steps(class: u16, metric: MetricKind) -> Vec<Step> {
    let corners = &H48::get().corners;
    let target: Cubies = corners.representative(class).cubies();
    let step = |last: Move| {
        let before = CornerCoset::of(&target.then(&MOVE_CUBIES[last.inverse().index()]));
        let (from, symmetry) = corners.class(before);
        Step { from, symmetry: symmetry.inverse(), last }
    };
    metric.moves().into_iter().map(step).collect()
}
