//! The tables of the cache directory: making one ahead of time, listing, verifying and removing them.

mod kept;
mod setup;

pub use kept::{TablesCommand, run as tables};
pub use setup::{SetupCommand, run as setup};

use crate::common::exit::{Failure, Status, say};
use anyhow::anyhow;
use clap::{Args, ValueHint};
use cubepdb::{H48Level, Metric, Pattern, TableKind, TableSpec, cache_directory};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Where default tables are.
#[derive(Clone, Debug, Args)]
pub struct CacheArgs {
    /// The directory of default tables, those of questions and learned automata [default: ~/.cache/cubepdb].
    ///
    /// On macOS the default is ~/Library/Caches/cubepdb, on Windows %LOCALAPPDATA%\cubepdb. If the variable
    /// XDG_CACHE_HOME is set, the default is its subdirectory cubepdb.
    #[arg(long, value_name = "DIR", env = "CUBEPDB_CACHE", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub cache: Option<PathBuf>,
}

impl CacheArgs {
    /// The directory, if there is one. Warns once if others may write there.
    pub fn directory(&self) -> Option<PathBuf> {
        static WARNED: Once = Once::new();
        let directory = self.cache.clone().or_else(cache_directory)?;
        if is_writable_by_others(&directory) {
            WARNED.call_once(|| {
                say(&format!(
                    "warning: others may write to the cache directory {}: a table that they put there would be believed",
                    directory.display()
                ));
            });
        }
        Some(directory)
    }

    /// The directory, for a command that is about it.
    pub fn required(&self) -> Result<PathBuf, Failure> {
        let error = || Failure::new(Status::Table, anyhow!("there is no home directory, and so no cache; use --cache"));
        self.directory().ok_or_else(error)
    }
}

/// Returns whether a directory is there that another user than this one and the superuser owns, or that all users may
/// write to, or a group that is not the first one of this user.
#[cfg(unix)]
fn is_writable_by_others(directory: &Path) -> bool {
    use rustix::process::{getegid, geteuid};
    use std::os::unix::fs::MetadataExt;
    directory.metadata().is_ok_and(|metadata| {
        let (mode, owner) = (metadata.mode(), metadata.uid());
        let of_group = mode & 0o020 != 0 && metadata.gid() != getegid().as_raw();
        mode & 0o002 != 0 || of_group || ![geteuid().as_raw(), 0].contains(&owner)
    })
}

#[cfg(not(unix))]
fn is_writable_by_others(_directory: &Path) -> bool {
    false
}

/// The tables that searches read from the cache directory.
pub fn default_tables() -> impl Iterator<Item = TableSpec> {
    let kinds = H48Level::all().map(TableKind::from).chain([Pattern::Corners.into()]);
    kinds.flat_map(|kind| [Metric::HalfTurn, Metric::QuarterTurn].map(|metric| TableSpec::new(kind, metric)))
}

/// The nearest directory that exists, of a path and those above it.
pub fn nearest_directory(path: &Path) -> Option<&Path> {
    path.ancestors().find(|path| path.is_dir())
}
