//! The tables of the cache directory: making one ahead of time, listing, verifying and removing them.

mod kept;
mod setup;

pub use kept::{TablesCommand, run as tables};
pub use setup::{SetupCommand, run as setup};

use clap::{Args, ValueHint};
use cubepdb::internals::pdb::places::cache_directory;
use std::path::PathBuf;

/// Where default tables are.
#[derive(Clone, Debug, Args)]
pub struct CacheArgs {
    /// The directory of default tables and learned automata [default: ~/.cache/cubepdb].
    ///
    /// If the variable XDG_CACHE_HOME is set, the default is its subdirectory cubepdb.
    #[arg(long, value_name = "DIR", env = "CUBEPDB_CACHE", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub cache: Option<PathBuf>,
}

impl CacheArgs {
    /// The directory, if there is one.
    pub fn directory(&self) -> Option<PathBuf> {
        self.cache.clone().or_else(cache_directory)
    }
}
