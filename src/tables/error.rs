//! Errors in finding, building and loading tables.

use crate::backend::ThreadsError;
use crate::cube::Metric;
use crate::pdb::TableSpec;
use crate::pdb::build::Unfinished;
use crate::pdb::file::FileError;
use crate::pdb::generate::BuildError;
use crate::pdb::orbits::{IndexError, Misfit};
use crate::pdb::smoke::SmokeError;
use crate::storage::FaultKind;
use crate::storage::{OutOfMemory, StorageError};
use crate::units::size;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The reason why tables cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file is missing, damaged or unreadable.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system does not provide the threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A directory cannot be read.
    #[error("cannot read the directory {}: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The cache directory cannot be created.
    #[error("cannot create {}: {source}", path.display())]
    CreateDirectory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A named table is for another metric.
    #[error("{} is a table for {}, the search is in {wanted}", place(path.as_ref(), spec), spec.metric)]
    OtherMetric {
        /// The file, if the table came from one.
        path: Option<PathBuf>,
        /// The table.
        spec: TableSpec,
        /// The metric of the search.
        wanted: Metric,
    },
    /// No fitting table was found in the named places.
    #[error("no table for {metric} in {}", list(paths))]
    NoneFound {
        /// The metric of the search.
        metric: Metric,
        /// The places.
        paths: Vec<PathBuf>,
    },
    /// A named table is no pattern of the question.
    #[error("{} is not a table of this question: {misfit}", path.display())]
    OtherQuestion {
        /// The file.
        path: PathBuf,
        /// The reason.
        misfit: Misfit,
    },
    /// No pattern of the question was found in the named places.
    #[error("no table of this question in {}", list(paths))]
    NoneOfQuestion {
        /// The places.
        paths: Vec<PathBuf>,
    },
    /// The question has no tables.
    #[error("a question without tables: {0}")]
    NoIndex(IndexError),
    /// The heuristic names a table that does not exist.
    #[error("no table `{name}` for {metric}")]
    NotThere {
        /// The name.
        name: String,
        /// The metric of the search.
        metric: Metric,
        /// The existing tables.
        available: Vec<TableSpec>,
    },
    /// The heuristic names the only table of a number of edges, and there are several.
    #[error("several tables are `{name}`: {}; use the name of one of them, or `edges` for all", names(tables))]
    Ambiguous {
        /// The name.
        name: String,
        /// The tables.
        tables: Vec<TableSpec>,
    },
    /// There is neither a table nor a directory in which to build default ones.
    #[error("there is no cache directory to keep default tables in")]
    NoCacheDirectory,
    /// The default table does not exist, and building it was not allowed.
    #[error("{}: the table {spec} has not been built", path.display())]
    NotBuilt {
        /// The table.
        spec: TableSpec,
        /// The file that would hold it.
        path: PathBuf,
    },
    /// A default table is unusable; once its file is deleted, it is built again.
    #[error("{0}; delete it, and it is built again")]
    DefaultUnfit(#[source] Box<Self>),
    /// A file holds a table other than the one in its name.
    #[error("{} is the table {found}, not {expected}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// The table in it.
        found: TableSpec,
        /// The table in its name.
        expected: TableSpec,
    },
    /// The entries contradict each other.
    #[error("{} is not what its header says", path.display())]
    Inconsistent {
        /// The file.
        path: PathBuf,
        /// The contradiction.
        source: SmokeError,
    },
    /// The table is compressed, and processes share only tables that are mapped.
    #[error("{} is compressed; a table that several processes share has to be uncompressed", path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
    },
    /// Building a table would take more memory than allowed.
    #[error("building {spec} takes {} of memory, {} are allowed", size(*needed), size(*limit))]
    MemoryLimit {
        /// The table.
        spec: TableSpec,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// No H48 table fits into memory.
    #[error("{} are too little for an H48 table", size(*available))]
    NoLevelFits {
        /// Bytes that may be used.
        available: u64,
    },
    /// A build was interrupted or failed.
    #[error("{spec}: {source}")]
    Build {
        /// The table.
        spec: TableSpec,
        /// The cause.
        source: BuildError,
    },
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A build without a file was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl TableError {
    /// Adds the advice to delete a default table, if the table is the cause.
    pub(super) fn of_default(self) -> Self {
        let is_unfit = match &self {
            Self::File(error) => error.kind() == FaultKind::Table,
            Self::OtherTable { .. } => true,
            _ => false,
        };
        if is_unfit { Self::DefaultUnfit(Box::new(self)) } else { self }
    }

    /// Returns whether a table would have been made if there were a place for its file.
    pub(super) const fn is_of_writing(&self) -> bool {
        matches!(
            self,
            Self::NoCacheDirectory
                | Self::CreateDirectory { .. }
                | Self::File(FileError::Storage(StorageError::Io { .. }))
        )
    }

    pub(super) fn build(spec: &TableSpec) -> impl FnOnce(BuildError) -> Self {
        move |source| match source {
            BuildError::File(error) => Self::File(error),
            source => Self::Build { spec: *spec, source },
        }
    }
}

impl From<Unfinished> for TableError {
    fn from(error: Unfinished) -> Self {
        match error {
            Unfinished::Memory(error) => Self::Memory(error),
            Unfinished::Interrupted { .. } => Self::Interrupted,
        }
    }
}

fn place(path: Option<&PathBuf>, spec: &TableSpec) -> String {
    path.map_or_else(|| spec.name(), |path| path.display().to_string())
}

fn names(tables: &[TableSpec]) -> String {
    tables.iter().map(TableSpec::name).collect::<Vec<_>>().join(", ")
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}
