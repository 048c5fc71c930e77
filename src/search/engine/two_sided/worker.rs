//! One worker of a two-sided search.

use super::search::TwoSided;
use super::space::{DeferredSpace, Step};
use super::task_queue::{TAKEN, TaskQueue};
use super::visitor::Visitor;
use super::wavefront::Advance;
use crate::cube::FaceTurn;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Journal;
use crate::search::control::{Control, TaskOrder};
use crate::search::ranks::Pool;
use crate::search::report::TaskReport;
use crate::search::task::FinishedTask;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// A solution, with the position of the task in which it was found.
pub(super) type Placed = (u32, Vec<MoveIndex>);

/// The weight of an expanded node in the score of its task: none from the table's horizon on, and much if it is at
/// least three moves nearer to the goal. Measured, see `docs/performance.md`.
#[inline(always)]
pub fn tally_weight(remaining: u8, horizon: u8) -> u32 {
    match remaining {
        _ if remaining >= horizon => 0,
        _ if remaining + 3 <= horizon => 20,
        _ => 1,
    }
}

/// Nodes after which a worker enters tasks in the journal for the first time.
const FIRST_ENTRY: u64 = 1 << 12;

/// One worker: takes root tasks, and adds up the results of their search.
pub(super) struct TaskWorker<'a, S> {
    space: &'a S,
    search: &'a TwoSided<'a>,
    queue: &'a TaskQueue<'a>,
    /// The pool of tasks in a team.
    pool: Option<&'a Pool<Vec<u8>>>,
    /// Positions taken but not begun.
    taken: Range<usize>,
    /// Positions begun since the last entry in the journal, if there is one.
    begun: Vec<Range<usize>>,
    /// The weight of an expanded node in the score of its task, by moves left.
    weights: [u32; 32],
    /// The reports since the last entry, and before it.
    report: TaskReport,
    settled: TaskReport,
    /// The solutions of this worker, and the number of them that were found before the last entry.
    solutions: Vec<Placed>,
    settled_solutions: usize,
    /// Nodes after which the next entry is due, and the most: the number doubles, so that a run that is ended soon has
    /// entered at least half of its work.
    entry_after: u64,
    most_between: u64,
    /// True if no tasks are left to take.
    is_over: bool,
    /// Tasks from this position on are no longer wanted.
    limit: u64,
    unreported: u64,
    tasks: u64,
}

impl<'a, S: DeferredSpace> TaskWorker<'a, S> {
    pub fn new(
        space: &'a S,
        search: &'a TwoSided<'a>,
        queue: &'a TaskQueue<'a>,
        pool: Option<&'a Pool<Vec<u8>>>,
    ) -> Self {
        Self {
            limit: search.control.frontier(),
            space,
            search,
            queue,
            pool,
            taken: 0..0,
            begun: Vec::new(),
            weights: std::array::from_fn(|remaining| tally_weight(remaining as u8, search.horizon)),
            report: TaskReport::default(),
            settled: TaskReport::default(),
            solutions: Vec::new(),
            settled_solutions: 0,
            entry_after: search.journal.map_or(u64::MAX, |_| FIRST_ENTRY),
            most_between: search.journal.map_or(u64::MAX, Journal::nodes_between_entries),
            is_over: false,
            unreported: 0,
            tasks: 0,
        }
    }

    /// Called when all tasks that were begun are searched: enters them in the journal. Returns whether there may be
    /// more to do.
    pub fn settle(&mut self) -> bool {
        let found = std::mem::take(&mut self.report);
        assert!(self.taken.is_empty() || !found.complete, "tasks that were not begun are not finished");
        let begun = std::mem::take(&mut self.begun);
        let solutions = &self.solutions[self.settled_solutions..];
        // In a search for one solution, a task that has one is not finished: it has the answer, or comes after it.
        if let Some(journal) = self.search.journal
            && found.complete
            && (self.search.all || solutions.is_empty())
        {
            let solutions = solutions.iter().map(|(_, sequence)| sequence.clone()).collect();
            let finished =
                |place| FinishedTask { task: self.queue.number(place), score: Some(self.queue.score(place)) };
            journal.finished(begun.into_iter().flatten().map(finished), &TaskReport { solutions, ..found.clone() });
        }
        self.entry_after = self.entry_after.saturating_mul(2).min(self.most_between);
        self.settled.merge(found);
        self.settled_solutions = self.solutions.len();
        !self.is_over
    }

    /// Enters tasks in the journal less often: a device searches far more nodes in the time of an entry, and is
    /// idle before it.
    pub fn for_device(self) -> Self {
        let [entry_after, most_between] = [self.entry_after, self.most_between].map(|nodes| nodes.saturating_mul(64));
        Self { entry_after, most_between, ..self }
    }

    /// The report without solutions, the solutions, and the number of tasks.
    pub fn finish(mut self) -> (TaskReport, Vec<Placed>, u64) {
        self.report();
        (self.settled, self.solutions, self.tasks)
    }

    /// The tasks of the iteration.
    pub fn queue(&self) -> &'a TaskQueue<'a> {
        self.queue
    }

    /// Tasks from this position on are no longer wanted.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Gives the search up: tasks that were begun are not finished.
    pub fn give_up(&mut self) {
        self.report.complete = false;
        self.is_over = true;
    }

    /// Returns whether there may be another task before the next entry in the journal.
    pub fn may_take(&self) -> bool {
        !self.taken.is_empty() || !self.is_over && !self.is_entry_due()
    }

    /// A part of the tasks that nobody has taken, at most `most`, that leaves enough for other workers.
    pub fn share(&self, most: usize) -> usize {
        let workers = self.search.searching_workers();
        if workers == 1 { most } else { (self.queue.left() / (2 * workers)).max(TAKEN).min(most) }
    }

    /// Takes up what a device has found.
    pub fn advanced(&mut self, advance: Advance) {
        let Advance { counters, cut, left_out, solutions, .. } = advance;
        self.report.counters += counters;
        self.report.complete &= !left_out;
        if cut {
            self.report.overshoot = 1;
        }
        for (place, rest) in solutions {
            self.solved(place, &rest);
        }
        self.unreported += counters.nodes;
        self.report();
    }

    /// Takes up the tallies that a device has kept, by position.
    pub fn tallied(&mut self, tallies: impl Iterator<Item = (usize, u32)>) {
        tallies.for_each(|(place, tally)| self.queue.tallies[place].store(tally, Ordering::Relaxed));
    }

    fn is_entry_due(&self) -> bool {
        self.report.counters.nodes >= self.entry_after
    }

    /// The position of the next task; `None` if no task is wanted any more, or a journal entry is due first.
    #[inline(always)]
    pub fn next_task(&mut self) -> Option<usize> {
        loop {
            if self.taken.is_empty() {
                if self.is_entry_due() {
                    return None;
                }
                self.take();
            }
            let Some(place) = self.taken.next() else {
                self.is_over = true;
                return None;
            };
            if (place as u64) < self.limit {
                return Some(place);
            }
            // Later tasks are not wanted either, but another worker may have left an earlier one in the pool.
            self.report.complete = false;
            if let Some(pool) = self.pool {
                pool.close();
            } else {
                self.is_over = true;
            }
            self.taken = 0..0;
            if self.is_over {
                return None;
            }
        }
    }

    /// Takes some tasks that no other worker gets.
    fn take(&mut self) {
        self.taken = match self.pool {
            Some(pool) => pool.take().map(|sent| self.queue.enter(&sent)).unwrap_or_default(),
            None => self.queue.take(),
        };
        if self.search.journal.is_some() {
            self.begun.push(self.taken.clone());
        }
        self.tasks += self.taken.len() as u64;
        self.search.control.add_finished_tasks(self.taken.len() as u64);
    }

    /// Notes a solution: the position of its task, and its moves from the root of the task on.
    fn solved(&mut self, place: u32, rest: &[FaceTurn]) {
        let path = self.queue.tasks[self.queue.number(place as usize)].moves();
        self.solutions.push((place, path.iter().chain(rest).map(|&m| self.search.move_index(m)).collect()));
        let control = self.search.control;
        control.record_solution(TaskOrder::at(place.into()), self.search.all);
        self.limit = control.frontier();
    }

    fn report(&mut self) {
        let control = self.search.control;
        control.count_task_nodes(std::mem::take(&mut self.unreported), TaskOrder::FIRST);
        self.limit = control.frontier();
    }
}

impl<S: DeferredSpace> Visitor<S::Node, S::Child> for TaskWorker<'_, S> {
    #[inline(always)]
    fn next_root(&mut self) -> Option<(S::Node, S::Child, Step)> {
        let place = self.next_task()?;
        let task = &self.queue.tasks[self.queue.number(place)];
        Some(self.space.root(task, place as u32, self.queue.remaining))
    }

    #[inline(always)]
    fn wants(&mut self, node: &S::Node) -> bool {
        let wanted = u64::from(self.space.subtree(node)) < self.limit;
        if !wanted {
            self.report.complete = false;
        }
        wanted
    }

    #[inline(always)]
    fn expanded(&mut self, node: &S::Node, children: u32) {
        self.report.counters.nodes += u64::from(children);
        self.report.counters.expanded += 1;
        self.unreported += u64::from(children);
        if self.unreported >= Control::TICK {
            self.report();
        }
        let weight = self.weights[usize::from(self.space.remaining(node)) % self.weights.len()];
        if weight > 0 {
            let tally = &self.queue.tallies[self.space.subtree(node) as usize];
            tally.store(tally.load(Ordering::Relaxed).saturating_add(weight), Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn looked_up(&mut self, count: u32, cut: u32) {
        self.report.counters.lookups += u64::from(count);
        if cut > 0 {
            self.report.overshoot = 1;
        }
    }

    #[inline(always)]
    fn excluded(&mut self) {
        self.report.overshoot = 1;
    }

    fn leaf(&mut self, node: &S::Node) {
        let Some(rest) = self.space.solution(node) else {
            self.report.overshoot = 1;
            return;
        };
        self.solved(self.space.subtree(node), &rest);
    }
}
