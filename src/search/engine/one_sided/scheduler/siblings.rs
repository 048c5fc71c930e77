//! Each node queues its next sibling and continues with its own first child; the worker that takes the sibling does the
//! same.
//!
//! A worker's queue holds at most one node of each depth, the deepest last, so that at most depth times workers nodes
//! are alive. (The idea is that of the report of Garza Rodriguez and Pol 2017, there with OpenMP tasks.)
//!
//! The children of a node may be searched by different workers; the failure of the node is known, and stored in the
//! table, when the last of them has reported back.

use crate::clock::Instant;
use crate::locks::{Mutex, MutexGuard};
use crate::prune::Automaton;
use crate::search::engine::one_sided::scheduler::{Job, Tally};
use crate::search::engine::one_sided::space::Child;
use crate::search::engine::one_sided::subtree::{AnyNode, Expanded, Identity, Subtree, SubtreeOutcome, SubtreeWorker};
use crate::search::report::Searched;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// An expanded node.
struct Parent {
    above: Option<Arc<Parent>>,
    subtree: Subtree,
    children: Vec<Child<AnyNode>>,
    identity: Option<Identity>,
    /// Children that have not reported back.
    pending: AtomicUsize,
    /// True if one of them had a solution or was left.
    open: AtomicBool,
}

/// A child that waits in a queue: its parent, and which child it is.
struct Sibling {
    parent: Arc<Parent>,
    number: usize,
}

/// The queue of one worker, in cache lines of its own.
#[repr(align(128))]
struct Queue(Mutex<VecDeque<Sibling>>);

/// The state that the workers share.
struct Shared {
    queues: Vec<Queue>,
    /// Nodes in queues or being searched.
    live: AtomicU64,
    /// Nodes in queues: idle workers examine the queues only if there are any.
    queued: AtomicU64,
}

impl Parent {
    fn child(&self, number: usize, automaton: &Automaton) -> Subtree {
        self.subtree.child(self.children[number].clone(), automaton)
    }
}

/// Reports a child: if it was the last one, its parent reports too, and so on.
fn report(worker: &dyn SubtreeWorker, parent: Arc<Parent>, mut outcome: SubtreeOutcome) {
    let mut next = Some(parent);
    while let Some(parent) = next {
        if outcome == SubtreeOutcome::Open {
            parent.open.store(true, Ordering::Relaxed);
        }
        // Release the result of this child, acquire the results of the others.
        if parent.pending.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        outcome = if parent.open.load(Ordering::Relaxed) { SubtreeOutcome::Open } else { SubtreeOutcome::Failed };
        if let (SubtreeOutcome::Failed, Some(identity)) = (outcome, parent.identity) {
            worker.store(identity, parent.subtree.remaining);
        }
        next = parent.above.clone();
    }
}

pub(super) fn run(job: &Job<'_>, grain: u8) -> Searched {
    let queues = (0..job.workers()).map(|_| Queue(Mutex::default())).collect();
    let shared = Shared { queues, live: AtomicU64::new(1), queued: AtomicU64::new(0) };
    let first = Mutex::new(Some(job.root.clone()));
    job.gather(&|number, worker, tally| {
        let mut own = Own { job, worker, shared: &shared, number, grain, tally };
        if let Some(root) = first.lock().expect("taking it does not panic").take() {
            own.follow(None, root);
        }
        while let Some(Sibling { parent, number }) = own.take() {
            own.go_on(parent, number);
        }
        if shared.live.load(Ordering::Acquire) > 0 {
            own.worker.leave();
        }
    })
}

/// One worker with its place in the shared state.
struct Own<'w> {
    job: &'w Job<'w>,
    worker: &'w mut dyn SubtreeWorker,
    shared: &'w Shared,
    number: usize,
    grain: u8,
    tally: &'w Tally,
}

impl Own<'_> {
    /// Queues the next sibling of a child, and continues with the child.
    fn go_on(&mut self, parent: Arc<Parent>, number: usize) {
        if number + 1 < parent.children.len() {
            self.put(Sibling { parent: parent.clone(), number: number + 1 });
        }
        let subtree = parent.child(number, self.job.tree.automaton());
        self.follow(Some(parent), subtree);
    }

    /// Descends from a node by first children until one is small enough to be searched at once.
    fn follow(&mut self, mut above: Option<Arc<Parent>>, mut subtree: Subtree) {
        loop {
            if subtree.remaining <= self.grain {
                let outcome = self.worker.search(&subtree);
                return self.done(above, outcome);
            }
            let parent = match self.expand(above.clone(), subtree) {
                ControlFlow::Continue(parent) => parent,
                ControlFlow::Break(outcome) => return self.done(above, outcome),
            };
            if parent.children.len() > 1 {
                self.put(Sibling { parent: parent.clone(), number: 1 });
            }
            subtree = parent.child(0, self.job.tree.automaton());
            above = Some(parent);
        }
    }

    /// Expands a node; `Break` if that already determines its outcome.
    fn expand(&mut self, above: Option<Arc<Parent>>, subtree: Subtree) -> ControlFlow<SubtreeOutcome, Arc<Parent>> {
        let Expanded { children, identity } = self.worker.open(&subtree)?;
        if children.is_empty() {
            if let Some(identity) = identity {
                self.worker.store(identity, subtree.remaining);
            }
            return ControlFlow::Break(SubtreeOutcome::Failed);
        }
        let pending = AtomicUsize::new(children.len());
        let open = AtomicBool::new(false);
        ControlFlow::Continue(Arc::new(Parent { above, subtree, children, identity, pending, open }))
    }

    /// Reports the outcome of the current node.
    fn done(&self, above: Option<Arc<Parent>>, outcome: SubtreeOutcome) {
        if let Some(parent) = above {
            report(self.worker, parent, outcome);
        }
        self.shared.live.fetch_sub(1, Ordering::AcqRel);
    }

    /// Queues a node.
    fn put(&self, sibling: Sibling) {
        let live = self.shared.live.fetch_add(1, Ordering::AcqRel) + 1;
        self.tally.live_peak.fetch_max(live, Ordering::Relaxed);
        self.queue(self.number).push_back(sibling);
        self.shared.queued.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes a node from the queue of another worker.
    fn steal(&self) -> Option<Sibling> {
        let workers = self.shared.queues.len();
        if self.shared.queued.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let sibling = (1..workers).find_map(|i| self.queue((self.number + i) % workers).pop_front())?;
        self.shared.queued.fetch_sub(1, Ordering::Relaxed);
        self.tally.steals.fetch_add(1, Ordering::Relaxed);
        Some(sibling)
    }

    /// The next node to search: the deepest of its own, or the shallowest of another's. `None` if there is none left,
    /// or the search is no longer wanted.
    fn take(&mut self) -> Option<Sibling> {
        if !self.job.tree.control().should_continue() {
            return None;
        }
        // A separate binding, so that the lock is released here.
        let own = self.queue(self.number).pop_back();
        if own.is_some() {
            self.shared.queued.fetch_sub(1, Ordering::Relaxed);
            return own;
        }
        let started = Instant::now();
        let mut pause = Duration::from_micros(20);
        let found = loop {
            let stolen = self.steal();
            if stolen.is_some() {
                break stolen;
            }
            if self.shared.live.load(Ordering::Acquire) == 0 || !self.job.tree.control().should_continue() {
                break None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(1));
        };
        self.tally.waited_ns.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        found
    }

    fn queue(&self, worker: usize) -> MutexGuard<'_, VecDeque<Sibling>> {
        self.shared.queues[worker].0.lock().expect("no worker panics while it holds a queue")
    }
}
