//! Progress of finding, building and loading tables.

use super::TableError;
use crate::cube::Metric;
use crate::pdb::TableSpec;
use crate::pdb::file::FileError;
use crate::pdb::generate::BuildEvent;
use crate::pdb::orbits::Misfit;
use crate::storage::{SealError, StorageError};
use std::path::Path;
use std::time::Duration;

/// Something that happened while tables were found, built or loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableEvent<'a> {
    /// A table that does not fit was skipped.
    Skipped {
        /// The file.
        path: &'a Path,
        /// The reason why it does not fit.
        reason: SkipReason,
    },
    /// A table of the cache directory is used, since it is stronger than those of the local directory.
    Stronger {
        /// The table that is used.
        used: TableSpec,
        /// The tables that are passed over.
        passed_over: &'a [TableSpec],
    },
    /// The tables of the local directory are used instead of the default ones, which may be stronger.
    UsedInstead {
        /// The tables that are used.
        used: &'a [TableSpec],
        /// The default tables that are missing.
        missing: &'a [TableSpec],
        /// True if an H48 table is among the default ones.
        has_h48: bool,
        /// Factor by which a cube of eighteen moves takes more look-ups than with the default ones, by estimate.
        times: Option<f64>,
    },
    /// A larger table than the one in the cache directory would fit and be faster.
    LargerFits {
        /// The table that is used.
        used: TableSpec,
        /// The larger one.
        larger: TableSpec,
    },
    /// A default table is about to be built.
    Building {
        /// The table.
        spec: TableSpec,
        /// The file that will hold it.
        path: &'a Path,
        /// The reason why this table was chosen.
        reason: BuildReason,
        /// An estimate of the time that building takes.
        estimate: Duration,
    },
    /// Progress of the table that is being built.
    Progress {
        /// The table.
        spec: TableSpec,
        /// The file that will hold it.
        path: &'a Path,
        /// The event.
        event: &'a BuildEvent<'a>,
    },
    /// A build has ended, successfully or not.
    BuildEnded,
    /// A table cannot be built or written, and the search goes on with what is in memory.
    NotKept {
        /// The table.
        spec: TableSpec,
        /// The reason.
        error: &'a TableError,
    },
    /// A table of a question in the cache directory cannot be used: it is made and written anew.
    MadeAnew {
        /// The reason.
        error: &'a FileError,
    },
    /// Tables of questions cannot be written to the cache directory, and the search goes on with them in memory.
    NoneKept {
        /// The reason.
        error: &'a TableError,
    },
    /// The learned automaton in the cache directory cannot be used: it is learned anew.
    LearnedAnew {
        /// The reason.
        error: &'a SealError,
    },
    /// A learned automaton cannot be written to the cache directory.
    LearnedNotKept {
        /// The reason.
        error: &'a StorageError,
    },
    /// A file is about to be mapped or copied into memory.
    Loading {
        /// The file.
        path: &'a Path,
    },
    /// Loading of the last file has ended. `mapped` holds the bytes that are mapped from it; it is empty if the file
    /// was copied or failed to load.
    LoadEnded {
        /// The mapped bytes.
        mapped: &'a [u8],
    },
}

/// The reason why a table was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// It is for another metric than the search.
    OtherMetric {
        /// The metric of the table.
        found: Metric,
        /// The metric of the search.
        wanted: Metric,
    },
    /// It answers a question about any puzzle, as `pdbgen pattern` makes them.
    Question,
    /// It is a table of cubes, and the search is about another question.
    Cube,
    /// It is no pattern of the question.
    OtherQuestion(Misfit),
    /// This version does not know the table.
    Unknown,
}

/// The reason why a default table was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildReason {
    /// The heuristic names it.
    Named,
    /// A small table is enough for most cubes that are not hard.
    First,
    /// The search has lasted so long that a table larger than the one at hand pays.
    Pays,
    /// It was found in the cache directory.
    Cached,
    /// The memory is too small for an H48 table.
    LittleMemory {
        /// Bytes that may be used.
        available: u64,
    },
    /// It is the largest H48 table up to [`Self::LARGEST_LEVEL`] that takes at most one part in [`Self::PART`] of the
    /// free memory.
    LargestThatFits {
        /// Free memory in bytes.
        available: u64,
        /// Bytes that a build may take, if that is less.
        limit: Option<u64>,
    },
}

impl BuildReason {
    /// The largest level that is built without being asked for.
    pub const LARGEST_LEVEL: u8 = crate::pdb::choice::LARGEST;
    /// A default table takes at most one part in this many of the free memory.
    pub const PART: u64 = crate::pdb::choice::PART;
}
