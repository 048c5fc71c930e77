//! What can be found against a table, of either kind.

use thiserror::Error;

/// Why a table is not proven.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Disproof {
    /// The table has not the size that its specification asks for.
    #[error("the table has {found} bytes, its specification asks for {expected}")]
    Size {
        /// Bytes found.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// An entry contradicts its neighbours.
    #[error("entry {index} holds {value}, its neighbours prove {expected}: entry {neighbour}, one move away, holds {}", expected - 1)]
    Entry {
        /// Number of the entry.
        index: u64,
        /// What it holds.
        value: u8,
        /// What it would have to hold if its neighbours are right, at least 1.
        expected: u8,
        /// The neighbour that holds least: one less than that.
        neighbour: u64,
    },
    /// An entry of an H48 table is not the bound that it should be. Too high a value is no bound at all: solutions would be
    /// missed. Too low a one makes the table weaker than it could be.
    #[error(
        "entry {index}, of class {class}, holds {value} instead of {expected}: {}",
        if value > distance { "a word that short leads there, it is no lower bound" } else { "weaker than it could be" }
    )]
    Bound {
        /// Number of the entry.
        index: u64,
        /// Its class of corners.
        class: u16,
        /// What it stands for.
        value: u8,
        /// What it should stand for.
        expected: u8,
        /// The least distance of its cosets, or what stands for all that are further away.
        distance: u8,
    },
    /// The least value that a line of an H48 table states, or what fills it up, is not what it should be.
    #[error(
        "the line of entry {index}, of class {class}, states a minimum of {minimum} instead of {expected}, or is filled up wrongly"
    )]
    Line {
        /// Number of the first entry of the line.
        index: u64,
        /// Its class of corners.
        class: u16,
        /// What the line states.
        minimum: u8,
        /// The least value of its entries.
        expected: u8,
    },
    /// An entry and its neighbours have never been reached.
    #[error("entry {index} holds no depth at all, nor do its neighbours")]
    Unreached {
        /// Number of the entry.
        index: u64,
    },
    /// The entry of the solved state is not 0.
    #[error("entry {index}, the solved state, holds {value} instead of 0")]
    Solved {
        /// Number of the entry.
        index: u64,
        /// What it holds.
        value: u8,
    },
    /// The number of entries at some depth is not the one that the header states.
    #[error("{found} entries hold {depth}, the header says {expected}")]
    Header {
        /// The depth.
        depth: u8,
        /// Entries counted.
        found: u64,
        /// Entries according to the header.
        expected: u64,
    },
    /// The counts are not the published ones, although each entry fits its neighbours: a fault in this program.
    #[error("the distribution differs from the published one ({origin})")]
    Published {
        /// Where it was published.
        origin: &'static str,
    },
    /// The check was interrupted before it came to an end.
    #[error("interrupted: nothing is proven")]
    Interrupted,
}
