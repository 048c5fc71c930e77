//! One iteration of a two-sided search: root tasks in the order of their scores, taken by workers a few at a time.

use super::distributed;
use super::scores::TaskScores;
use super::search::TwoSided;
use super::space::DeferredSpace;
use super::task_queue::TaskQueue;
use super::tasks::{RootTask, root_tasks};
use crate::cube::{Metric, Symmetry, normal_form};
use crate::puzzle::MoveIndex;
use crate::search::deepening::DepthLimitedSearch;
use crate::search::ranks::Team;
use crate::search::report::Searched;
use crate::search::report::TaskReport;
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::Split;
use std::borrow::Cow;

/// A two-sided search, one length after the other.
pub(in crate::search) struct TwoSidedEngine<'a, S> {
    pub space: &'a S,
    pub search: TwoSided<'a>,
    /// The other processes that search with this one.
    pub team: Option<&'a Team<'a>>,
    pub scores: TaskScores,
}

/// The shortest path to a task, even where the table could already cut off the root of the tree.
const SHORTEST_PATH: u8 = 2;

impl<S: DeferredSpace> DepthLimitedSearch for TwoSidedEngine<'_, S> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        let (tasks, nodes) = self.root_tasks(bound);
        let mut searched = self.search_tasks(self.space, &tasks, bound);
        searched.0.counters.nodes += nodes;
        searched
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        let search = &self.search;
        let moves = normal_form(&search.alphabet.sequence(&solution), search.metric == Metric::HalfTurn)?;
        Some(moves.into_iter().map(|m| search.move_index(m)).collect())
    }

    fn scores(&self) -> Vec<u16> {
        self.scores.of_tasks().to_vec()
    }

    fn resume(&mut self, bound: u8, scores: &[u16]) {
        let (tasks, _) = self.root_tasks(bound);
        self.resume_tasks(&tasks, scores);
    }
}

impl<'a, S: DeferredSpace> TwoSidedEngine<'a, S> {
    /// An engine that has not searched yet.
    pub fn new(space: &'a S, search: TwoSided<'a>, team: Option<&'a Team<'a>>) -> Self {
        Self { space, search, team, scores: TaskScores::default() }
    }

    /// The tasks of one length, and the number of nodes above and at their roots. The paths are as long as necessary
    /// for the roots to lie within the table's horizon, and at least two moves, so that all workers share small trees
    /// too.
    fn root_tasks(&self, bound: u8) -> (Cow<'static, [RootTask]>, u64) {
        let len = bound.saturating_sub(self.search.horizon).clamp(SHORTEST_PATH.min(bound / 2), RootTask::LONGEST);
        root_tasks(self.search.metric, len, &self.search.symmetries)
    }

    /// Restores the scores of the tasks of an earlier iteration. Scores of other tasks only cost time.
    pub fn resume_tasks(&mut self, tasks: &[RootTask], scores: &[u16]) {
        if tasks.len() == scores.len() {
            self.scores = TaskScores::new(tasks, scores.to_vec());
        }
    }

    /// Searches these tasks, whose paths have one length, in descending order of their scores, in a space of the same
    /// cube.
    pub fn search_tasks<T: DeferredSpace>(&mut self, space: &T, tasks: &[RootTask], bound: u8) -> Searched {
        let (TwoSided { control, journal, .. }, team) = (&self.search, self.team);
        let finished = match journal.map(|journal| journal.tasks(split(tasks))) {
            None => None,
            Some(Some(finished)) => Some(finished),
            Some(None) => {
                control.abandon();
                return (TaskReport { complete: false, ..TaskReport::default() }, SchedulerStatistics::default());
            }
        };
        // In a team, the first rank decides what comes next.
        let is_first = team.is_none_or(|team| team.rank() == 0);
        let mut order = if is_first { self.scores.order(tasks) } else { vec![0; tasks.len()] };
        if let Some(finished) = &finished {
            order.retain(|&task| !finished.is_done(task as usize));
        }
        let path_length = tasks.first().map_or(0, |task| task.moves().len() as u8);
        let queue = TaskQueue::new(tasks, order, bound - path_length, self.search.executor.workers());
        let done = (tasks.len() - queue.order.len()) as u64;
        control.set_task_count(tasks.len() as u64);
        control.add_finished_tasks(done);
        let (mut report, mut statistics) = match team {
            None => self.search.work(space, &queue, None),
            Some(team) => distributed::run(space, &self.search, &queue, team),
        };
        statistics.subtrees += done;
        let mut scores = Vec::new();
        if let Some(finished) = finished {
            report.merge(finished.report);
            scores = finished.scores;
        }
        if report.complete && is_first {
            scores.resize(tasks.len(), 0);
            queue.scores().for_each(|(task, score)| scores[task] = score);
            self.scores = TaskScores::new(tasks, scores);
        }
        if self.search.all {
            report.solutions = report.solutions.into_iter().flat_map(|sequence| self.search.images(sequence)).collect();
        }
        (report, statistics)
    }
}

/// The identity of a list of tasks.
fn split(tasks: &[RootTask]) -> Split {
    Split::of(tasks.iter().map(|task| task.moves().iter().map(|m| m.index() as u8).collect::<Vec<u8>>()))
}

impl TwoSided<'_> {
    /// A solution and its images under the symmetries of the cube.
    fn images(&self, sequence: Vec<MoveIndex>) -> Vec<Vec<MoveIndex>> {
        let moves = self.alphabet.sequence(&sequence);
        let image = |s: &Symmetry| moves.iter().map(|&m| self.move_index(s.of_move(m))).collect();
        std::iter::once(sequence).chain(self.symmetries.iter().map(image)).collect()
    }
}
