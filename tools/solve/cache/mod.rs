//! The tables of the cache directory: making one ahead of time, listing, verifying and removing them.

mod kept;
mod setup;

pub use kept::{TablesCommand, run as tables};
pub use setup::{SetupCommand, run as setup};

use crate::common::exit::{Failure, Status};
use anyhow::anyhow;
use clap::{Args, ValueHint};
use cubepdb::cache_directory;
use std::path::{Path, PathBuf};

/// Where default tables are.
#[derive(Clone, Debug, Args)]
pub struct CacheArgs {
    /// The directory of default tables and learned automata [default: ~/.cache/cubepdb].
    ///
    /// On macOS the default is ~/Library/Caches/cubepdb, on Windows %LOCALAPPDATA%\cubepdb. If the variable XDG_CACHE_HOME is
    /// set, the default is its subdirectory cubepdb.
    #[arg(long, value_name = "DIR", env = "CUBEPDB_CACHE", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub cache: Option<PathBuf>,
}

impl CacheArgs {
    /// The directory, if there is one.
    pub fn directory(&self) -> Option<PathBuf> {
        self.cache.clone().or_else(cache_directory)
    }

    /// The directory, for a command that is about it.
    pub fn required(&self) -> Result<PathBuf, Failure> {
        let error = || Failure::new(Status::Table, anyhow!("there is no home directory, and so no cache; use --cache"));
        self.directory().ok_or_else(error)
    }
}

/// The nearest directory that exists, of a path and those above it.
pub fn nearest_directory(path: &Path) -> Option<&Path> {
    path.ancestors().find(|path| path.is_dir())
}
