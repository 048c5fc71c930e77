//! The workers of a simulated rank and their pool, as its policy sees them.

use super::machine::Picos;
use cubepdb::internals::search::work_distribution::{self, Supply, Work};
use std::collections::VecDeque;

/// The activity of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// Begins, or has finished a task.
    Free,
    /// Searches a task.
    Searches,
    /// Expands a node, and will put its children into the pool.
    Expands(u32),
    /// Waits since the given time.
    Waits { since: Picos, woken: bool },
    /// Has left.
    Gone,
}

/// A worker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worker {
    pub hand: Hand,
    /// The time for which its core has done something else since it took its task.
    pub held_up: Picos,
}

/// The pool of a rank and its workers.
pub(super) struct Environment {
    pub ready: VecDeque<u32>,
    pub workers: Vec<Worker>,
    pub waiting: usize,
    pub closed: bool,
    /// Messages of the policy that have not been sent yet.
    pub outgoing: Vec<(usize, Work<u32>)>,
    /// Number of tasks from other ranks.
    pub received: u64,
    /// True if there are new tasks that waiting workers do not know of.
    pub is_filled: bool,
}

impl Environment {
    pub(super) fn new(workers: usize, tasks: Vec<u32>) -> Self {
        let worker = Worker { hand: Hand::Free, held_up: 0 };
        let mut environment = Self {
            ready: VecDeque::new(),
            workers: vec![worker; workers],
            waiting: 0,
            closed: false,
            outgoing: Vec::new(),
            received: 0,
            is_filled: false,
        };
        environment.put(tasks);
        environment
    }

    /// Adds tasks as the pool of a real rank does: the first of them is taken first.
    pub(super) fn put(&mut self, tasks: impl IntoIterator<Item = u32, IntoIter: DoubleEndedIterator>) {
        self.ready.extend(tasks.into_iter().rev());
        self.is_filled = true;
    }

    pub(super) fn supply(&self) -> Supply {
        Supply { ready: self.ready.len(), waiting: self.waiting, workers: self.workers.len() }
    }
}

impl work_distribution::Environment<u32> for Environment {
    fn send(&mut self, to: usize, message: Work<u32>) {
        self.outgoing.push((to, message));
    }

    fn keep(&mut self, tasks: Vec<u32>) {
        self.received += tasks.len() as u64;
        tasks.into_iter().for_each(|task| self.ready.push_front(task));
        self.is_filled = true;
    }

    fn half(&mut self) -> Vec<u32> {
        let half = self.ready.len().div_ceil(2);
        self.ready.drain(..half).collect()
    }

    fn supply(&self) -> Supply {
        Environment::supply(self)
    }
}
