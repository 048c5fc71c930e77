//! The choice of the tables for a search.

use super::{Table, TableError};
use crate::cube::Metric;
use crate::pdb::file::{Check, LoadMode};
use crate::pdb::places::cache_directory;
use crate::plan::Bounds;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The checks of a table when it is loaded, besides its header, its size and a smoke test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckPolicy {
    /// The checksums of all blocks of tables of up to 4 GB.
    #[default]
    Auto,
    /// The checksums of all blocks.
    Full,
    /// Nothing else.
    Header,
}

impl CheckPolicy {
    /// The largest table, in bytes, of which everything is checked unless somebody says otherwise.
    const ALWAYS: u64 = 4 << 30;

    /// The check of a table of so many bytes.
    pub(super) fn of(self, bytes: u64) -> Check {
        match self {
            Self::Auto if bytes > Self::ALWAYS => Check::Header,
            Self::Header => Check::Header,
            Self::Auto | Self::Full => Check::Full,
        }
    }
}

/// The places of tables, the tables that a search needs, and the way to load them into memory.
#[derive(Clone, Debug)]
pub struct TableSelection {
    /// The metric of the search.
    pub metric: Metric,
    /// The lower bounds to use.
    pub heuristic: Bounds,
    /// Tables in memory.
    pub tables: Vec<Arc<Table>>,
    /// Files and directories. If neither these nor tables in memory are given, default tables are used.
    pub paths: Vec<PathBuf>,
    /// Skip files that do not fit instead of rejecting them, as in directories.
    pub skip_unfit: bool,
    /// A directory that is searched before the cache directory.
    pub local: Option<PathBuf>,
    /// The directory of default tables.
    pub cache: Option<PathBuf>,
    /// Build default tables that do not exist.
    pub build_missing: bool,
    /// Bytes that building may take; larger tables in the cache directory are skipped.
    pub max_memory: Option<u64>,
    /// The way to load tables into memory.
    pub load: LoadMode,
    /// The checks on loading.
    pub check: CheckPolicy,
    /// True if an H48 table makes all other tables superfluous.
    pub two_sided: bool,
    /// True if several processes share the tables: then they must not be compressed.
    pub shared: bool,
}

impl TableSelection {
    /// The default tables: those of the user's cache directory, built the first time.
    pub fn new(metric: Metric) -> Self {
        Self {
            metric,
            heuristic: Bounds::default(),
            tables: Vec::new(),
            paths: Vec::new(),
            skip_unfit: false,
            local: None,
            cache: cache_directory(),
            build_missing: true,
            max_memory: None,
            load: LoadMode::default(),
            check: CheckPolicy::default(),
            two_sided: true,
            shared: false,
        }
    }

    /// Free memory, and the part of it that may be used.
    pub(super) fn most_memory(&self, available: u64) -> (u64, u64) {
        (available, self.max_memory.map_or(available, |limit| limit.min(available)))
    }
}

/// Creates the cache directory.
pub(super) fn create_directory(cache: &Path) -> Result<(), TableError> {
    std::fs::create_dir_all(cache).map_err(|source| TableError::CreateDirectory { path: cache.to_owned(), source })
}
