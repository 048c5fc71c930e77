//! The schedulers by name.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The order in which an idle worker asks the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StealingOrder {
    /// One after the other, from its own number upwards.
    #[default]
    Ascending,
    /// By exclusive or with its own number, so that few workers ask the same one at the same time.
    Xor,
}

/// The method that distributes the tree of one iteration among workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// One worker searches everything.
    Sequential,
    /// One subtree for each node of a depth; `None` chooses one that gives each worker about a hundred subtrees.
    Depth(Option<u8>),
    /// The first worker makes all subtrees while the others search them, and then joins in.
    MainWorker {
        /// Height of the subtrees, or less where there are few.
        height: u8,
    },
    /// The workers take turns on one path through the top of the tree.
    SharedPath {
        /// Height of the subtrees.
        height: u8,
    },
    /// Each worker walks its own path; an idle worker takes half of the untried children from another.
    Stealing {
        /// Nodes with at most this many moves left are not handed over.
        limit: u8,
        /// The order in which other workers are asked.
        order: StealingOrder,
    },
    /// Each node queues its next sibling before it continues with its first child: few nodes are alive at one time.
    Siblings {
        /// Nodes with at most this many moves left are searched at once.
        grain: u8,
    },
    /// The move sequences of the iteration's length as numbers in base `b`, the number of moves; ranges of them are
    /// replayed.
    Ranges,
    /// A static partition into parts of equal weight, see the module `static_partition` of the one-sided engine.
    StaticPartition {
        /// Number of workers to divide the tree among; `None` for the number of threads. With fewer threads than
        /// workers, a thread searches several parts.
        workers: Option<u16>,
    },
}

impl Scheduler {
    /// Subtree height that turned out best in the report of ParaCube (Zhu and Huang 2020), section 5.3.
    pub const HEIGHT: u8 = 9;
    /// Stealing limit that turned out best there, section 5.4.
    pub const STEALING_LIMIT: u8 = 3;
    /// Number of moves left below which a node is not worth queueing.
    pub const GRAIN: u8 = 3;
    /// Most workers among which a tree can be divided in advance: about a hundred nodes are listed for each.
    pub const MOST_PARTS: u16 = 10_000;

    /// Every kind, with its default parameters.
    pub const ALL: [Self; 10] = [
        Self::Sequential,
        Self::Depth(Some(1)),
        Self::Depth(None),
        Self::MainWorker { height: Self::HEIGHT },
        Self::SharedPath { height: Self::HEIGHT },
        Self::Stealing { limit: Self::STEALING_LIMIT, order: StealingOrder::Ascending },
        Self::Stealing { limit: Self::STEALING_LIMIT, order: StealingOrder::Xor },
        Self::Siblings { grain: Self::GRAIN },
        Self::Ranges,
        Self::StaticPartition { workers: None },
    ];

    /// The accepted names.
    pub const NAMES: &'static str = "auto, sequential, first-level, depth[:N], main-worker[:HEIGHT], shared-path[:HEIGHT], \
         stealing[:LIMIT[:xor]], siblings[:GRAIN], ranges or static[:WORKERS]";

    /// The same kind, which does not divide subtrees of at most this height. The kinds that do not ask for the height of
    /// a subtree stay as they are.
    pub fn with_height(self, height: u8) -> Self {
        match self {
            Self::MainWorker { .. } => Self::MainWorker { height },
            Self::SharedPath { .. } => Self::SharedPath { height },
            Self::Stealing { order, .. } => Self::Stealing { limit: height, order },
            Self::Siblings { .. } => Self::Siblings { grain: height },
            Self::Sequential | Self::Depth(_) | Self::Ranges | Self::StaticPartition { .. } => self,
        }
    }

    /// Returns whether a search can be saved while it runs.
    pub fn can_be_saved(self) -> bool {
        matches!(self, Self::Depth(_))
    }
}

impl Default for Scheduler {
    fn default() -> Self {
        Self::Depth(None)
    }
}

impl fmt::Display for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sequential => f.write_str("sequential"),
            Self::Depth(None) => f.write_str("depth"),
            Self::Depth(Some(1)) => f.write_str("first-level"),
            Self::Depth(Some(depth)) => write!(f, "depth:{depth}"),
            Self::MainWorker { height } => write!(f, "main-worker:{height}"),
            Self::SharedPath { height } => write!(f, "shared-path:{height}"),
            Self::Stealing { limit, order: StealingOrder::Ascending } => write!(f, "stealing:{limit}"),
            Self::Stealing { limit, order: StealingOrder::Xor } => write!(f, "stealing:{limit}:xor"),
            Self::Siblings { grain } => write!(f, "siblings:{grain}"),
            Self::Ranges => f.write_str("ranges"),
            Self::StaticPartition { workers: None } => f.write_str("static"),
            Self::StaticPartition { workers: Some(workers) } => write!(f, "static:{workers}"),
        }
    }
}

/// A text that does not name a [`Scheduler`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchedulerError {
    /// There is no scheduler of this name.
    #[error("unknown scheduler `{}`: use {}", .0.escape_default(), Scheduler::NAMES)]
    Unknown(String),
    /// The number of workers is out of range.
    #[error("`{}`: the number of workers must be from 1 to {}", .0.escape_default(), Scheduler::MOST_PARTS)]
    Workers(String),
    /// The number is out of range.
    #[error("`{}`: the number after the colon must be from 0 to 30", .0.escape_default())]
    Number(String),
}

impl FromStr for Scheduler {
    type Err = SchedulerError;

    fn from_str(text: &str) -> Result<Self, SchedulerError> {
        if let Some(workers) = text.strip_prefix("static:").or_else(|| text.strip_prefix("shares:")) {
            let workers = workers.parse().ok().filter(|workers| (1..=Self::MOST_PARTS).contains(workers));
            let wrong = || SchedulerError::Workers(text.to_owned());
            return Ok(Self::StaticPartition { workers: Some(workers.ok_or_else(wrong)?) });
        }
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let (number, option) = (parts.next(), parts.next());
        let unknown = || SchedulerError::Unknown(text.to_owned());
        let takes_number = matches!(name, "depth" | "main-worker" | "shared-path" | "stealing" | "siblings");
        if parts.next().is_some() || (number.is_some() && !takes_number) || (option.is_some() && name != "stealing") {
            return Err(unknown());
        }
        let number = number
            .map(|digits| digits.parse::<u8>().ok().filter(|&n| n <= 30))
            .map(|n| n.ok_or_else(|| SchedulerError::Number(text.to_owned())))
            .transpose()?;
        match name {
            "auto" => Ok(Self::default()),
            "sequential" => Ok(Self::Sequential),
            "first-level" => Ok(Self::Depth(Some(1))),
            "depth" => Ok(Self::Depth(number)),
            "main-worker" => Ok(Self::MainWorker { height: number.unwrap_or(Self::HEIGHT) }),
            "shared-path" => Ok(Self::SharedPath { height: number.unwrap_or(Self::HEIGHT) }),
            "stealing" => {
                let order = match option {
                    None => StealingOrder::Ascending,
                    Some("xor") => StealingOrder::Xor,
                    Some(_) => return Err(unknown()),
                };
                Ok(Self::Stealing { limit: number.unwrap_or(Self::STEALING_LIMIT), order })
            }
            "siblings" => Ok(Self::Siblings { grain: number.unwrap_or(Self::GRAIN) }),
            "ranges" => Ok(Self::Ranges),
            // Version 0.1 called it `shares`.
            "static" | "shares" => Ok(Self::StaticPartition { workers: None }),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for scheduler in Scheduler::ALL {
            assert_eq!(scheduler.to_string().parse(), Ok(scheduler));
        }
        assert_eq!("stealing:5:xor".parse(), Ok(Scheduler::Stealing { limit: 5, order: StealingOrder::Xor }));
        for (usual, small) in [("stealing:3:xor", "stealing:1:xor"), ("siblings", "siblings:1"), ("depth:4", "depth:4")]
        {
            assert_eq!(usual.parse::<Scheduler>().unwrap().with_height(1).to_string(), small);
        }
        assert_eq!("depth:4".parse(), Ok(Scheduler::Depth(Some(4))));
        assert_eq!("shares".parse(), Ok(Scheduler::StaticPartition { workers: None }));
        assert_eq!("static:10000".parse(), Ok(Scheduler::StaticPartition { workers: Some(10_000) }));
        for wrong in ["static:0", "static:10001", "static:", "static:2:3", "shares:x"] {
            assert!(wrong.parse::<Scheduler>().is_err(), "{wrong}");
        }
        for wrong in ["", "deep", "ranges:2", "depth:31", "depth:x", "stealing:3:up", "siblings:2:xor", "depth:1:2:3"] {
            assert!(wrong.parse::<Scheduler>().is_err(), "{wrong}");
        }
    }
}
