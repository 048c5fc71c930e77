//! The ways of distributing a tree, by name.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The method that distributes the tree of one iteration among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// The subtrees of the first level, distributed round-robin (Zhu and Huang 2020, section 6.1, at its plainest).
    FirstLevel,
    /// As many subtrees as there are ranks, or a few more, from a breadth-first expansion, distributed round-robin
    /// (section 6.1).
    Frontier,
    /// A static partition: equal parts of one level, and the rest from deeper ones (Sandonà's Ibis solver, section
    /// 3.2).
    StaticPartition,
    /// A static partition to begin with; an idle rank asks another one for half of the tasks that it has not begun. Zhu
    /// and Huang (section 6.2.2) suggest it and leave it open.
    Stealing,
    /// Many subtrees from a best-first expansion; the first rank sends them, as move sequences, to those that ask
    /// (section 6.2).
    BestFirst {
        /// Number of subtrees.
        nodes: u32,
    },
}

impl Distribution {
    /// Number of subtrees of a best-first expansion that turned out well in the report of ParaCube (Zhu and Huang
    /// 2020), section 6.2.2.
    pub const NODES: u32 = 4000;

    /// Every kind, with its default parameters.
    pub const ALL: [Self; 5] = [
        Self::FirstLevel,
        Self::Frontier,
        Self::StaticPartition,
        Self::Stealing,
        Self::BestFirst { nodes: Self::NODES },
    ];

    /// The accepted names, each with what may follow it, as a list in a sentence.
    pub fn names() -> String {
        let [others @ .., last] = Self::ALL.map(Self::syntax);
        format!("{} or {last}", others.join(", "))
    }

    /// The name, and what may follow it.
    const fn syntax(self) -> &'static str {
        match self {
            Self::FirstLevel => "first-level",
            Self::Frontier => "frontier",
            Self::StaticPartition => "static",
            Self::Stealing => "stealing",
            Self::BestFirst { .. } => "best-first[:NODES]",
        }
    }

    fn name(self) -> &'static str {
        self.syntax().split('[').next().unwrap_or_default()
    }
}

/// Stealing, which keeps most ranks busy, see `docs/distribution.md`.
impl Default for Distribution {
    fn default() -> Self {
        Self::Stealing
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::BestFirst { nodes } = self { write!(f, ":{nodes}") } else { Ok(()) }
    }
}

/// A text that does not name a [`Distribution`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistributionError {
    /// There is no distribution of this name.
    #[error("unknown distribution `{}`: use {}", .0.escape_default(), Distribution::names())]
    Unknown(String),
    /// The number is out of range.
    #[error("`{}`: the number after the colon must be from 1 to 1000000", .0.escape_default())]
    Number(String),
}

impl FromStr for Distribution {
    type Err = DistributionError;

    fn from_str(text: &str) -> Result<Self, DistributionError> {
        // Version 0.1 called it `shares`.
        let text = if text == "shares" { "static" } else { text };
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.name() == text) {
            return Ok(kind);
        }
        let unknown = || DistributionError::Unknown(text.to_owned());
        match text.strip_prefix("best-first:").ok_or_else(unknown)?.parse() {
            Ok(nodes @ 1..=1_000_000) => Ok(Self::BestFirst { nodes }),
            _ => Err(DistributionError::Number(text.to_owned())),
        }
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
        assert_eq!(Distribution::names(), "first-level, frontier, static, stealing or best-first[:NODES]");
        assert_eq!("shares".parse(), Ok(Distribution::StaticPartition));
        assert_eq!("best-first".parse(), Ok(Distribution::BestFirst { nodes: Distribution::NODES }));
        for wrong in ["", "best", "best-first:", "best-first:0", "best-first:x", "stealing:3"] {
            assert!(wrong.parse::<Distribution>().is_err(), "{wrong}");
        }
    }
}
