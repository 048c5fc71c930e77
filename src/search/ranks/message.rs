//! What ranks tell each other.

use crate::search::control::StopReason;
use crate::search::report::{Counters, TaskReport};
use crate::search::statistics::RankStatistics;
use crate::search::task;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Everything that a rank says during one iteration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Message<P, R> {
    /// About tasks of the tree.
    Work(Work<P>),
    /// A solution was found: subtrees whose place is this or higher are superfluous.
    Cut(u64),
    /// A rank has to stop.
    Stop(StopReason),
    /// So many nodes were searched since the last time. For the first rank, which shows progress and keeps the limit.
    Progress(u64),
    /// All that a rank has found, when it has nothing more to do. For the first rank.
    Report(Box<RankReport<R>>),
    /// All that was found, from the first rank: the end of the iteration.
    Summary(Box<Summary>),
}

/// What ranks say about tasks of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work<P> {
    /// A rank that has no work asks for up to so many tasks.
    Ask(usize),
    /// The answer. Empty: there are none, now or for good.
    Give(Vec<P>),
    /// The first rank wants to know whether all is done.
    Count,
    /// The answer.
    Counted(Activity),
    /// All is done.
    Over,
}

/// What a rank knows of the end of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// Whether it has no work.
    pub idle: bool,
    /// Answers with tasks in them that it has sent, and received.
    pub sent: u64,
    /// See `sent`.
    pub received: u64,
}

/// What one rank has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RankReport<R> {
    pub found: Found,
    /// Subtrees whose place is this or higher were superfluous.
    pub cut: u64,
    /// What the first rank has to know besides.
    pub remark: R,
    pub statistics: RankStatistics,
    pub stopped: Option<StopReason>,
}

/// What all have found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Summary {
    pub found: Found,
    /// The sum of what ranks did. Each one by itself is known to the first rank: a message to every rank about every rank takes
    /// time that grows with the square of their number.
    pub total: RankStatistics,
    pub stopped: Option<StopReason>,
}

/// TaskReport in a form that can be sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    solutions: Vec<Vec<u8>>,
    counters: Counters,
    overshoot: u8,
    complete: bool,
}

impl From<TaskReport> for Found {
    fn from(TaskReport { solutions, counters, overshoot, complete }: TaskReport) -> Self {
        Self { solutions: solutions.iter().map(|path| task::encode(path)).collect(), counters, overshoot, complete }
    }
}

impl From<Found> for TaskReport {
    fn from(Found { solutions, counters, overshoot, complete }: Found) -> Self {
        Self { solutions: solutions.iter().map(|path| task::decode(path)).collect(), counters, overshoot, complete }
    }
}

/// A message and the iteration it belongs to.
pub(super) fn encode(epoch: u32, message: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(message, epoch.to_le_bytes().to_vec()).expect("messages are plain data")
}

/// The iteration that a message belongs to.
pub(super) fn epoch(bytes: &[u8]) -> u32 {
    let epoch = bytes.first_chunk().expect("a message begins with its epoch");
    u32::from_le_bytes(*epoch)
}

/// The message itself.
pub(super) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> M {
    postcard::from_bytes(&bytes[4..]).expect("all ranks run the same program")
}
