//! The root tasks into which the tree of one length is divided.

use crate::cube::{CanonicalContext, CanonicalOrder, FaceTurn, Metric, Symmetry, normal_form};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A root task: a subtree, given by the moves that lead to its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootTask {
    moves: [FaceTurn; RootTask::LONGEST as usize],
    len: u8,
    context: CanonicalContext,
}

impl RootTask {
    /// The greatest path length: with it, there are half a million tasks.
    pub const LONGEST: u8 = 5;

    fn whole_tree() -> Self {
        let filler = FaceTurn::all().next().expect("there are moves");
        Self { moves: [filler; Self::LONGEST as usize], len: 0, context: CanonicalContext::START }
    }

    fn with(mut self, m: FaceTurn, order: &CanonicalOrder) -> Self {
        self.moves[usize::from(self.len)] = m;
        self.len += 1;
        self.context = order.next(self.context, m);
        self
    }

    /// The moves from the root of the tree.
    pub fn moves(&self) -> &[FaceTurn] {
        &self.moves[..usize::from(self.len)]
    }

    /// The context of the canonical order after these moves.
    pub fn context(&self) -> CanonicalContext {
        self.context
    }

    /// The first moves as one comparable number.
    #[inline(always)]
    pub(super) fn beginning(&self, len: u8) -> u64 {
        const _: () = assert!(RootTask::LONGEST == 5);
        let [a, b, c, d, e] = self.moves;
        let index = |m: FaceTurn| m.index() as u8;
        u64::from_le_bytes([index(a), index(b), index(c), index(d), index(e), 0, 0, 0]) & ((1 << (8 * len)) - 1)
    }
}

/// The number of a move sequence among all sequences of its length: its moves are digits, the first one the most
/// significant.
#[inline]
pub fn number(moves: &[FaceTurn]) -> usize {
    moves.iter().fold(0, |number, m| number * FaceTurn::COUNT + m.index())
}

/// Returns a root task for each canonical move sequence of length `len`, or for one of each class of symmetric ones,
/// and the number of nodes above and at their roots, without the root of the tree.
///
/// If `symmetries` leave the position unchanged, the image of a solution is a solution. Of the sequences that are
/// images of each other up to the order of commuting moves, only the least is kept. The least of all images of a
/// solution, in normal form, begins with such a sequence, and is canonical throughout (docs/two-sided-search.md).
///
/// Without symmetries the list is made once per process: half a million tasks take a noticeable part of the time of an
/// easy cube.
///
/// # Panics
/// If `len` is more than [`RootTask::LONGEST`].
pub fn root_tasks(metric: Metric, len: u8, symmetries: &[Symmetry]) -> (Cow<'static, [RootTask]>, u64) {
    if !symmetries.is_empty() {
        let (tasks, nodes) = list(metric, len, symmetries);
        return (tasks.into(), nodes);
    }
    type Lists = [OnceLock<(Vec<RootTask>, u64)>; RootTask::LONGEST as usize + 1];
    static HALF_TURN: Lists = [const { OnceLock::new() }; RootTask::LONGEST as usize + 1];
    static QUARTER_TURN: Lists = [const { OnceLock::new() }; RootTask::LONGEST as usize + 1];
    let lists = match metric {
        Metric::HalfTurn => &HALF_TURN,
        Metric::QuarterTurn => &QUARTER_TURN,
    };
    let (tasks, nodes) = lists[usize::from(len)].get_or_init(|| list(metric, len, &[]));
    (tasks.as_slice().into(), *nodes)
}

fn list(metric: Metric, len: u8, symmetries: &[Symmetry]) -> (Vec<RootTask>, u64) {
    let order = CanonicalOrder::of(metric);
    let images: Vec<Vec<FaceTurn>> =
        symmetries.iter().map(|s| FaceTurn::all().map(|m| s.of_move(m)).collect()).collect();
    let is_least = |task: &RootTask| {
        images.iter().all(|image| {
            let moves: Vec<FaceTurn> = task.moves().iter().map(|m| image[m.index()]).collect();
            let image = normal_form(&moves, true).expect("the image of a canonical sequence is as long");
            task.moves() <= image.as_slice()
        })
    };
    let mut level = vec![RootTask::whole_tree()];
    let mut nodes = 0;
    for _ in 0..len {
        let longer = |task: &RootTask| {
            let task = *task;
            order.allowed(task.context).into_iter().map(move |m| task.with(m, &order)).collect::<Vec<_>>()
        };
        level = level.iter().flat_map(longer).collect();
        if !images.is_empty() {
            level.retain(is_least);
        }
        nodes += level.len() as u64;
    }
    (level, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a cube with all symmetries, the eighteen first moves form two classes: quarter turns and half turns.
    #[test]
    fn one_of_each_class_of_symmetric_tasks() {
        let all: Vec<Symmetry> = Symmetry::all().skip(1).collect();
        let counts = [1, 2, 3].map(|len| root_tasks(Metric::HalfTurn, len, &all).0.len());
        assert_eq!(counts[0], 2);
        // Never fewer than the classes of positions: 9 and 75 (OEIS A080638).
        assert!((9..18).contains(&counts[1]) && (75..150).contains(&counts[2]), "{counts:?}");
    }
}
