//! The first rank has all tasks and sends them to those that ask.

use crate::search::ranks::message::Work;
use crate::search::ranks::policy::Environment;
use std::collections::VecDeque;

/// Number of parts for each rank into which the remaining tasks are divided; a rank gets at most one part.
const PARTS: usize = 4;

pub struct OnDemand<P> {
    /// The remaining tasks; empty on all ranks but the first.
    tasks: VecDeque<P>,
    is_first: bool,
    ranks: usize,
    /// True if the first rank has been asked and has not answered.
    asked: bool,
    over: bool,
}

impl<P> OnDemand<P> {
    pub(super) fn new(rank: usize, ranks: usize, tasks: Vec<P>) -> Self {
        Self { over: rank == 0 && tasks.is_empty(), tasks: tasks.into(), is_first: rank == 0, ranks, asked: false }
    }

    pub(super) fn received(&mut self, from: usize, message: Work<P>, environment: &mut impl Environment<P>) {
        match message {
            Work::Ask(count) => {
                let tasks = self.next(count);
                environment.send(from, Work::Give(tasks));
            }
            Work::Give(tasks) => {
                self.asked = false;
                self.over |= tasks.is_empty();
                environment.keep(tasks);
            }
            _ => {}
        }
    }

    /// Asks in advance: when half of the tasks in reserve are taken.
    pub(super) fn tick(&mut self, environment: &mut impl Environment<P>) {
        let wanted = environment.supply().wanted();
        if self.over || wanted == 0 {
            return;
        }
        if self.is_first {
            let tasks = self.next(wanted);
            environment.keep(tasks);
        } else if !self.asked {
            self.asked = true;
            environment.send(0, Work::Ask(wanted));
        }
    }

    /// The next tasks: a small part of the rest, so that at the end no rank has many while others have none.
    fn next(&mut self, count: usize) -> Vec<P> {
        let fair = self.tasks.len().div_ceil(PARTS * self.ranks);
        let tasks = self.tasks.drain(..count.min(fair)).collect();
        self.over |= self.is_first && self.tasks.is_empty();
        tasks
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn abandon(&mut self) {
        self.tasks.clear();
        self.over = true;
    }
}
