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

    /// The accepted names, each with what may follow it, as a list in a sentence.
    pub fn names() -> String {
        let mut all: Vec<&str> = Self::ALL.map(Self::syntax).into();
        all.dedup();
        let last = all.pop().unwrap_or_default();
        format!("auto, {} or {last}", all.join(", "))
    }

    /// The name, and what may follow it.
    const fn syntax(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Depth(Some(1)) => "first-level",
            Self::Depth(_) => "depth[:N]",
            Self::MainWorker { .. } => "main-worker[:HEIGHT]",
            Self::SharedPath { .. } => "shared-path[:HEIGHT]",
            Self::Stealing { .. } => "stealing[:LIMIT[:xor]]",
            Self::Siblings { .. } => "siblings[:GRAIN]",
            Self::Ranges => "ranges",
            Self::StaticPartition { .. } => "static[:WORKERS]",
        }
    }

    fn name(self) -> &'static str {
        self.syntax().split('[').next().unwrap_or_default()
    }

    /// The number that follows the name.
    fn number(self) -> Option<u16> {
        match self {
            Self::Sequential | Self::Depth(Some(1)) | Self::Ranges => None,
            Self::Depth(depth) => depth.map(u16::from),
            Self::MainWorker { height: number }
            | Self::SharedPath { height: number }
            | Self::Stealing { limit: number, .. }
            | Self::Siblings { grain: number } => Some(number.into()),
            Self::StaticPartition { workers } => workers,
        }
    }

    /// The same kind with this number of moves after its name: the height of subtrees, or the depth of their roots, if
    /// none was given. Small ones divide small trees. The kinds without such a number stay as they are.
    pub fn with_moves(self, moves: u8) -> Self {
        match self {
            Self::Depth(None) => Self::Depth(Some(moves)),
            Self::MainWorker { .. } => Self::MainWorker { height: moves },
            Self::SharedPath { .. } => Self::SharedPath { height: moves },
            Self::Stealing { order, .. } => Self::Stealing { limit: moves, order },
            Self::Siblings { .. } => Self::Siblings { grain: moves },
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
        f.write_str(self.name())?;
        self.number().map_or(Ok(()), |number| write!(f, ":{number}"))?;
        let is_xor = matches!(self, Self::Stealing { order: StealingOrder::Xor, .. });
        f.write_str(if is_xor { ":xor" } else { "" })
    }
}

/// A text that does not name a [`Scheduler`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchedulerError {
    /// There is no scheduler of this name.
    #[error("unknown scheduler `{}`: use {}", .0.escape_default(), Scheduler::names())]
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
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let kind = match name {
            "auto" => Some(Self::default()).filter(|_| number.is_none()),
            // Version 0.1 called it `shares`.
            "shares" => Some(Self::StaticPartition { workers: None }),
            _ => Self::ALL.into_iter().find(|kind| kind.name() == name),
        };
        let unknown = || SchedulerError::Unknown(text.to_owned());
        let kind = kind.ok_or_else(unknown)?;
        let Some(number) = number else { return Ok(kind) };
        let small = |number: &str| match number.parse() {
            _ if number.contains(':') => Err(unknown()),
            Ok(number @ 0..=30_u8) => Ok(number),
            _ => Err(SchedulerError::Number(text.to_owned())),
        };
        match kind {
            Self::Sequential | Self::Depth(Some(_)) | Self::Ranges => Err(unknown()),
            Self::Stealing { .. } => {
                let (limit, order) = match number.strip_suffix(":xor") {
                    Some(limit) => (limit, StealingOrder::Xor),
                    None => (number, StealingOrder::Ascending),
                };
                Ok(Self::Stealing { limit: small(limit)?, order })
            }
            Self::Depth(None) | Self::MainWorker { .. } | Self::SharedPath { .. } | Self::Siblings { .. } => {
                Ok(kind.with_moves(small(number)?))
            }
            Self::StaticPartition { .. } => match number.parse() {
                Ok(workers @ 1..=Self::MOST_PARTS) => Ok(Self::StaticPartition { workers: Some(workers) }),
                _ => Err(SchedulerError::Workers(text.to_owned())),
            },
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
        assert_eq!(
            Scheduler::names(),
            "auto, sequential, first-level, depth[:N], main-worker[:HEIGHT], shared-path[:HEIGHT], \
             stealing[:LIMIT[:xor]], siblings[:GRAIN], ranges or static[:WORKERS]"
        );
        assert_eq!("stealing:5:xor".parse(), Ok(Scheduler::Stealing { limit: 5, order: StealingOrder::Xor }));
        for (usual, small) in [("stealing:3:xor", "stealing:1:xor"), ("siblings", "siblings:1"), ("depth:4", "depth:4")]
        {
            assert_eq!(usual.parse::<Scheduler>().unwrap().with_moves(1).to_string(), small);
        }
        assert_eq!("depth:4".parse(), Ok(Scheduler::Depth(Some(4))));
        assert_eq!("shares".parse(), Ok(Scheduler::StaticPartition { workers: None }));
        assert_eq!("static:10000".parse(), Ok(Scheduler::StaticPartition { workers: Some(10_000) }));
        for wrong in ["static:0", "static:10001", "static:", "static:2:3", "shares:x"] {
            assert!(wrong.parse::<Scheduler>().is_err(), "{wrong}");
        }
        for wrong in [
            "",
            "deep",
            "ranges:2",
            "depth:31",
            "depth:x",
            "stealing:3:up",
            "siblings:2:xor",
            "depth:1:2:3",
            "auto:1",
            "first-level:2",
        ] {
            assert!(wrong.parse::<Scheduler>().is_err(), "{wrong}");
        }
    }
}
