//! Messages between ranks.

use crate::search::control::StopReason;
use crate::search::report::TaskReport;
use crate::search::statistics::RankStatistics;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A message that a rank sends during one iteration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// About tasks of the tree.
    Work(Work<Vec<u8>>),
    /// A solution was found: subtrees at this position and later ones are superfluous.
    Cut(u64),
    /// A rank has to stop.
    Stop(StopReason),
    /// The number of nodes searched since the last time. For the first rank, which shows progress and enforces the
    /// limit.
    Progress(u64),
    /// The report of a rank that has nothing more to do. For the first rank.
    Report(Box<RankReport>),
    /// The merged reports, from the first rank: the end of the iteration.
    Summary(Box<Summary>),
}

/// Messages about tasks of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work<P> {
    /// A rank that has no work asks for up to this many tasks.
    Ask(usize),
    /// The answer. Empty if there are none, now or for good.
    Give(Vec<P>),
    /// The first rank asks whether all work is done.
    Count,
    /// The answer.
    Counted(Activity),
    /// All work is done.
    Over,
}

/// The data of a rank for termination detection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// True if it has no work.
    pub idle: bool,
    /// Number of answers with tasks that it has sent, and received.
    pub sent: u64,
    /// See `sent`.
    pub received: u64,
}

/// The report of one rank.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RankReport {
    pub found: TaskReport,
    /// Subtrees at this position and later ones were superfluous.
    pub cut: u64,
    /// Additional data for the first rank.
    pub note: Vec<u8>,
    pub statistics: RankStatistics,
    pub stopped: Option<StopReason>,
}

/// The merged report of all ranks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Summary {
    pub found: TaskReport,
    /// The sum of the statistics of all ranks. Only the first rank knows those of each rank: a message to every rank
    /// about every rank takes time that grows with the square of their number.
    pub total: RankStatistics,
    pub stopped: Option<StopReason>,
}

/// Encodes a message and the iteration it belongs to.
pub(super) fn encode(epoch: u32, message: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(message, epoch.to_le_bytes().to_vec()).expect("messages are plain data")
}

/// The iteration that a message belongs to.
pub(super) fn epoch(bytes: &[u8]) -> u32 {
    let epoch = bytes.first_chunk().expect("a message begins with its epoch");
    u32::from_le_bytes(*epoch)
}

/// Decodes the message itself.
pub(super) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> M {
    postcard::from_bytes(&bytes[4..]).expect("all ranks run the same program")
}
