//! Engines: each searches the tree of one length, cut into root tasks that workers take and report on.

pub(super) mod breadth_first;
pub mod one_sided;
pub(super) mod two_sided;

use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Journal;
use crate::search::control::Control;
use crate::search::executor::Executor;
use crate::search::ranks::Team;
use crate::search::report::TaskReport;
use crate::search::statistics::SchedulerStatistics;

/// What was found in the tree of one length, and how its tasks were distributed.
pub(super) type Searched = (TaskReport, SchedulerStatistics);

/// Searches the trees of one position, one length at a time.
pub(super) trait Engine {
    /// Searches the tree of one length. `unsolved`: whether no shorter solution is known.
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched;

    /// The normal form of a solution, see [`Space::normal_form`](one_sided::space::Space::normal_form).
    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>>;

    /// The scores of all root tasks of the last length that was searched to its end, by their numbers: what a resumed search
    /// needs to go on in the same order. Empty for an engine that keeps none.
    fn scores(&self) -> Vec<u16> {
        Vec::new()
    }

    /// Takes up the [scores](Self::scores) that an earlier run had after the length `bound`.
    fn resume(&mut self, _bound: u8, _scores: &[u16]) {}
}

/// The workers of a search, and who watches it.
#[derive(Clone, Copy)]
pub(super) struct Workers<'a> {
    /// Limits and progress.
    pub control: &'a Control<'a>,
    /// The threads of this process.
    pub executor: &'a dyn Executor,
    /// Knows which tasks are finished, and keeps what is found in them.
    pub journal: Option<&'a Journal<'a>>,
    /// Other processes that search with this one: they share the tasks.
    pub team: Option<&'a Team<'a>>,
}
