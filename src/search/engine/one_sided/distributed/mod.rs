//! The trees of a space, distributed among ranks.

pub(in crate::search) mod top;

use crate::search::engine::one_sided::scheduler::{Job, LEAST_HEIGHT};
use crate::search::engine::one_sided::subtree::{Subtree, SubtreeWorker};
use crate::search::ranks::{self, Pool, TaskSource, Team, WorkPolicy};
use crate::search::report::Searched;
use crate::search::report::TaskReport;
use crate::search::task;
use top::{TreeTop, distribute};

/// Tasks per worker of all ranks, if nothing is cut off: enough to keep all workers busy to the end, although some
/// tasks are a hundred times as large as others. In simulated time, with stealing, 16 ranks reach an efficiency of 97 %
/// with 4096 tasks each and of 89 % with 256, and 4096 ranks 57 % instead of 24 %; 65,536 tasks help only where trees
/// are large and there are hundreds of ranks.
const TASKS_EACH: u64 = 1 << 14;

/// Searches the tree of one iteration together with the other ranks; the report is the same on all of them.
pub(in crate::search) fn run(job: &Job<'_>, team: &Team<'_>) -> Searched {
    if let Some(searched) = job.cut_off() {
        return searched;
    }
    team.begin();
    let mut worker = job.worker();
    let mut top = JobTop { job, worker: &mut *worker };
    let (tasks, policy) = distribute(&mut top, team.distribution(), team.rank(), team.count()).unwrap_or_else(|| {
        worker.leave();
        (Vec::new(), WorkPolicy::Fixed)
    });
    let mut top = worker.finish();
    if team.rank() != 0 {
        // All ranks may have expanded the same nodes: they count once.
        top = TaskReport { complete: top.complete, ..TaskReport::default() };
    }
    let workers = team.count() * job.workers();
    let source = SubtreeSource { job, split_depth: split_depth(job.tree.automaton().letters(), workers), top };
    ranks::iteration(&source, job.tree.control(), team, job.workers(), tasks, policy)
}

/// Nodes above this depth are expanded, and their children are put into the pool.
pub fn split_depth(branching: usize, workers: usize) -> usize {
    let (branching, enough) = (branching.max(2) as u64, TASKS_EACH * workers as u64);
    (0..).find(|&depth| branching.pow(depth) >= enough).expect("powers grow") as usize
}

/// The top of a tree, expanded by a worker that counts the nodes.
struct JobTop<'a> {
    job: &'a Job<'a>,
    worker: &'a mut dyn SubtreeWorker,
}

impl TreeTop for JobTop<'_> {
    type Task = Subtree;
    type Wire = Vec<u8>;

    fn height(&self) -> u8 {
        self.job.root.remaining
    }

    fn letters(&self) -> usize {
        self.job.tree.automaton().letters()
    }

    fn wire(&self, task: &Self::Task) -> Vec<u8> {
        task::encode(&task.path)
    }

    fn root(&self) -> Self::Task {
        self.job.root.clone()
    }

    fn children(&mut self, task: &Self::Task) -> Option<Vec<Self::Task>> {
        self.worker.children_of(task)
    }

    fn is_inner(&self, task: &Self::Task) -> bool {
        task.remaining > 0
    }

    fn bound(&self, task: &Self::Task) -> u8 {
        task.path.len() as u8 + self.job.tree.bound(task)
    }

    fn depth(&self, task: &Self::Task) -> usize {
        task.path.len()
    }
}

/// The part of a tree that one rank searches.
struct SubtreeSource<'a> {
    job: &'a Job<'a>,
    split_depth: usize,
    /// The report on the top of the tree.
    top: TaskReport,
}

impl TaskSource for SubtreeSource<'_> {
    fn search(&self, pool: &Pool<Vec<u8>>) -> Searched {
        self.job.gather(&|_, worker, _| {
            while let Some(task) = pool.take() {
                self.search_task(worker, &self.subtree(&task), pool);
            }
        })
    }

    fn top(&self) -> TaskReport {
        self.top.clone()
    }
}

impl SubtreeSource<'_> {
    /// The subtree at the end of an encoded path.
    fn subtree(&self, path: &[u8]) -> Subtree {
        task::decode(path).into_iter().fold(self.job.root.clone(), |task, by| self.job.tree.below(task, by))
    }

    /// Searches a low subtree; splits a high one and puts the parts into the pool.
    fn search_task(&self, worker: &mut dyn SubtreeWorker, task: &Subtree, pool: &Pool<Vec<u8>>) {
        let is_high = task.path.len() < self.split_depth && task.remaining > LEAST_HEIGHT;
        if !is_high {
            worker.search(task);
            return;
        }
        match worker.enter(&task.path).then(|| worker.children_of(task)).flatten() {
            Some(children) => pool.put(children.iter().map(|child| task::encode(&child.path))),
            None => worker.leave(),
        }
    }
}
