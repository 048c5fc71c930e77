//! The ways of distributing a tree, by name.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How the tree of one iteration is distributed among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// The subtrees of the first level, dealt out in turn (Zhu and Huang 2020, section 6.1, at its plainest).
    FirstLevel,
    /// As many subtrees as there are ranks, or a few more, those of a breadth-first expansion, dealt out in turn (section 6.1).
    Frontier,
    /// A static partition: equal parts of one level, what is left over of deeper ones (Sandonà's Ibis solver, section 3.2).
    StaticPartition,
    /// A static partition to begin with; a rank without work asks another one for half of what it has not begun. Zhu and Huang (section 6.2.2)
    /// wished for it and left it open.
    Stealing,
    /// Many subtrees, those of a best-first expansion; the first rank gives them out, as words, to those that ask (section 6.2).
    BestFirst {
        /// Number of subtrees.
        nodes: u32,
    },
}

impl Distribution {
    /// Subtrees of a best-first expansion that turned out well in the report of ParaCube (Zhu and Huang 2020), section 6.2.2.
    pub const NODES: u32 = 4000;

    /// Every kind, with its usual parameters.
    pub const ALL: [Self; 5] = [
        Self::FirstLevel,
        Self::Frontier,
        Self::StaticPartition,
        Self::Stealing,
        Self::BestFirst { nodes: Self::NODES },
    ];

    /// What can be asked for by name.
    pub const NAMES: &'static str = "first-level, frontier, static, stealing or best-first[:NODES]";
}

/// The one that keeps most ranks busy, see `docs/distribution.md`.
impl Default for Distribution {
    fn default() -> Self {
        Self::Stealing
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstLevel => f.write_str("first-level"),
            Self::Frontier => f.write_str("frontier"),
            Self::StaticPartition => f.write_str("static"),
            Self::Stealing => f.write_str("stealing"),
            Self::BestFirst { nodes } => write!(f, "best-first:{nodes}"),
        }
    }
}

/// A text that is no [`Distribution`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistributionError {
    /// There is none of this name.
    #[error("unknown distribution `{}`: use {}", .0.escape_default(), Distribution::NAMES)]
    Unknown(String),
    /// The number is out of range.
    #[error("`{}`: the number after the colon must be from 1 to 1000000", .0.escape_default())]
    Number(String),
}

impl FromStr for Distribution {
    type Err = DistributionError;

    fn from_str(text: &str) -> Result<Self, DistributionError> {
        match text {
            "first-level" => return Ok(Self::FirstLevel),
            "frontier" => return Ok(Self::Frontier),
            // `shares` is what version 0.1 called it.
            "static" | "shares" => return Ok(Self::StaticPartition),
            "stealing" => return Ok(Self::Stealing),
            "best-first" => return Ok(Self::BestFirst { nodes: Self::NODES }),
            _ => {}
        }
        let unknown = || DistributionError::Unknown(text.to_owned());
        let digits = text.strip_prefix("best-first:").ok_or_else(unknown)?;
        let nodes = digits.parse().ok().filter(|nodes| (1..=1_000_000).contains(nodes));
        let nodes = nodes.ok_or_else(|| DistributionError::Number(text.to_owned()))?;
        Ok(Self::BestFirst { nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for distribution in Distribution::ALL {
            assert_eq!(distribution.to_string().parse(), Ok(distribution));
        }
        assert_eq!("best-first".parse(), Ok(Distribution::BestFirst { nodes: Distribution::NODES }));
        for wrong in ["", "best", "best-first:", "best-first:0", "best-first:x", "stealing:3"] {
            assert!(wrong.parse::<Distribution>().is_err(), "{wrong}");
        }
    }
}
