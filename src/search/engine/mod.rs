//! Engines: each searches the tree of one length, divided into root tasks that workers take and report on.

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

/// The report on the tree of one length, and the statistics of its scheduler.
pub(super) type Searched = (TaskReport, SchedulerStatistics);

/// Searches the trees of one position, one length at a time.
pub(super) trait Engine {
    /// Searches the tree of one length. `unsolved` is true while no shorter solution is known.
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched;

    /// The normal form of a solution, see [`Space::normal_form`](one_sided::space::Space::normal_form).
    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>>;

    /// The scores of all root tasks of the last completed length, by task number, from which a resumed search restores
    /// their order. Empty for an engine that keeps no scores.
    fn scores(&self) -> Vec<u16> {
        Vec::new()
    }

    /// Restores the [scores](Self::scores) that an earlier run had after the length `bound`.
    fn resume(&mut self, _bound: u8, _scores: &[u16]) {}
}

/// The workers of a search, with its limits, journal and team.
#[derive(Clone, Copy)]
pub(super) struct Workers<'a> {
    /// Limits and progress.
    pub control: &'a Control<'a>,
    /// The threads of this process.
    pub executor: &'a dyn Executor,
    /// The journal of the finished tasks and of their solutions.
    pub journal: Option<&'a Journal<'a>>,
    /// The other processes that search with this one and share its tasks.
    pub team: Option<&'a Team<'a>>,
}
