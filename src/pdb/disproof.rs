//! The faults that verification can find in a table of either kind.

use thiserror::Error;

/// The reason why a table is not proven.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Disproof {
    /// The table does not have the size that its specification requires.
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
        /// Index of the entry.
        index: u64,
        /// Its value.
        value: u8,
        /// The value that would fit its neighbours, at least 1.
        expected: u8,
        /// The neighbour with the least value: one less than that.
        neighbour: u64,
    },
    /// An entry of an H48 table is not the bound that it should be. Too high a value is not a lower bound: solutions
    /// would be missed. Too low a value makes the table weaker than it could be.
    #[error(
        "entry {index}, of class {class}, holds {value} instead of {expected}: {}",
        if value > distance { "a sequence that short leads there, it is no lower bound" } else { "weaker than it could be" }
    )]
    Bound {
        /// Index of the entry.
        index: u64,
        /// Its corner class.
        class: u16,
        /// Its value.
        value: u8,
        /// The correct value.
        expected: u8,
        /// The least distance of its cosets, or the value for all that are further away.
        distance: u8,
    },
    /// The least value that a line of an H48 table states, or its padding, is wrong.
    #[error(
        "the line of entry {index}, of class {class}, states a minimum of {minimum} instead of {expected}, or is filled up wrongly"
    )]
    Line {
        /// Index of the first entry of the line.
        index: u64,
        /// Its corner class.
        class: u16,
        /// The minimum in the line.
        minimum: u8,
        /// The least value of its entries.
        expected: u8,
    },
    /// An entry and its neighbours were never reached.
    #[error("entry {index} holds no depth at all, nor do its neighbours")]
    Unreached {
        /// Index of the entry.
        index: u64,
    },
    /// The entry of the solved state is not 0.
    #[error("entry {index}, the solved state, holds {value} instead of 0")]
    Solved {
        /// Index of the entry.
        index: u64,
        /// Its value.
        value: u8,
    },
    /// An entry of a table of distances contradicts those that moves lead to.
    #[error("entry {index} holds {value} instead of {expected}: the least entry that a move leads to is {least}")]
    Distance {
        /// Number of the entry.
        index: u64,
        /// Its value.
        value: u8,
        /// The value that would fit.
        expected: u8,
        /// The least of the others.
        least: u8,
    },
    /// The entry of a position of the goal is not 0.
    #[error("entry {index}, a position of the goal, holds {value} instead of 0")]
    Target {
        /// Number of the entry.
        index: u64,
        /// Its value.
        value: u8,
    },
    /// A row is not filled up as it should be.
    #[error("row {row} is not filled up with 15")]
    Filling {
        /// Number of the row.
        row: u64,
    },
    /// The number of entries at some depth differs from the one in the header.
    #[error("{found} entries hold {depth}, the header says {expected}")]
    Header {
        /// The depth.
        depth: u8,
        /// Entries counted.
        found: u64,
        /// Entries according to the header.
        expected: u64,
    },
    /// The counts differ from the published ones, although each entry fits its neighbours: a fault in this program.
    #[error("the distribution differs from the published one ({origin})")]
    Published {
        /// The publication.
        origin: &'static str,
    },
    /// The check was interrupted.
    #[error("interrupted: nothing is proven")]
    Interrupted,
}
