//! The recursive kernel: the plain depth-first search that every other kernel is held to.

use super::super::control::Control;
use super::super::space::{Child, Space};
use super::{Counters, Subtree};
use crate::cube::{Context, Move};
use std::ops::ControlFlow;

/// Depth-first search by recursion, one list of children a level.
pub struct Recursive<'a, S: Space, F> {
    space: &'a S,
    control: &'a Control<'a>,
    task: u64,
    /// Called with each solution; breaks to end the search of this subtree.
    found: F,
    path: Vec<Move>,
    levels: Vec<Vec<Child<S::Node>>>,
    counters: Counters,
    /// Nodes not yet reported to the control.
    unreported: u64,
}

impl<'a, S: Space, F: FnMut(&[Move]) -> ControlFlow<()>> Recursive<'a, S, F> {
    /// A kernel for task number `task`.
    pub fn new(space: &'a S, control: &'a Control<'a>, task: u64, found: F) -> Self {
        let counters = Counters::default();
        Self { space, control, task, found, path: Vec::new(), levels: Vec::new(), counters, unreported: 0 }
    }

    /// Searches a subtree for solutions with exactly the remaining number of moves. `Break` if it was left early.
    pub fn search(&mut self, subtree: &Subtree<S::Node>) -> (ControlFlow<()>, Counters) {
        self.path.clone_from(&subtree.path);
        self.levels.resize_with(usize::from(subtree.remaining) + 1, || Vec::with_capacity(Move::COUNT));
        let flow = self.visit(&subtree.node, subtree.context, subtree.remaining);
        self.control.tick(std::mem::take(&mut self.unreported), self.task);
        (flow, std::mem::take(&mut self.counters))
    }

    fn visit(&mut self, node: &S::Node, context: Context, remaining: u8) -> ControlFlow<()> {
        if remaining == 0 {
            return if self.space.is_goal(node, &self.path) {
                (self.found)(&self.path)
            } else {
                ControlFlow::Continue(())
            };
        }
        let mut children = std::mem::take(&mut self.levels[usize::from(remaining)]);
        children.clear();
        let moves = self.space.order().allowed(context);
        self.counters.lookups += self.space.expand(node, moves, remaining - 1, &mut children);
        self.counters.nodes += moves.len() as u64;
        self.counters.expanded += 1;
        self.unreported += moves.len() as u64;
        if self.unreported >= Control::TICK && !self.control.tick(std::mem::take(&mut self.unreported), self.task) {
            return ControlFlow::Break(());
        }
        for child in &children {
            self.path.push(child.by);
            self.visit(&child.node, self.space.order().next(context, child.by), remaining - 1)?;
            self.path.pop();
        }
        self.levels[usize::from(remaining)] = children;
        ControlFlow::Continue(())
    }
}
