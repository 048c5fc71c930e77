//! A pattern database in memory.

use super::{Report, TableError, TableEvent};
use crate::cube::Metric;
use crate::notation::Cube;
use crate::pdb::TableSpec;
use crate::pdb::build::{build, memory_needed};
use crate::pdb::distribution::{Distribution, max_depth, mean};
use crate::pdb::file::{Check, FileError, Header, LoadMode, TableFile, read_parts, write_parts};
use crate::pdb::generate::{BuildEvent, BuildOptions, generate};
use crate::pdb::lookup::Lookup;
use crate::pdb::smoke::smoke_test;
use crate::pdb::verify::{Disproof, verify};
use crate::storage::{TableMemory, available_memory};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A pattern database in memory: for every state of some pieces, the least number of moves that solves them, or a lower
/// bound on it.
///
/// Building, opening and verifying run on the threads of the current rayon pool.
pub struct Table {
    spec: TableSpec,
    memory: Arc<TableMemory>,
    lookup: Lookup,
    distribution: Distribution,
    file: Option<TableFile>,
}

impl Table {
    /// Opens a file and brings it into memory.
    ///
    /// # Errors
    /// If there is no such table, or it is damaged, incomplete or unknown, or does not fit into memory.
    pub fn open(path: impl AsRef<Path>, mode: LoadMode, check: Check) -> Result<Self, TableError> {
        Self::of_file(TableFile::open(path.as_ref())?, mode, check, &mut |_| ())
    }

    /// Builds a table in memory, without a file. `stop` ends the build early.
    ///
    /// # Errors
    /// If it needs more memory than there is, or than `max_memory` allows, or was stopped.
    pub fn build(spec: TableSpec, max_memory: Option<u64>, stop: &AtomicBool) -> Result<Self, TableError> {
        Self::build_reporting(spec, max_memory, stop, |_| ())
    }

    /// As [`build`](Self::build); `report` is given the finished fraction of the work, 0 to 1.
    #[doc(hidden)]
    pub fn build_reporting(
        spec: TableSpec,
        max_memory: Option<u64>,
        stop: &AtomicBool,
        mut report: impl FnMut(f64),
    ) -> Result<Self, TableError> {
        let (needed, available) = (memory_needed(&spec), available_memory());
        let limit = max_memory.map_or(available, |limit| limit.min(available));
        if needed > limit {
            return Err(TableError::MemoryLimit { spec, needed, limit });
        }
        let (table, distribution) = build(&spec, None, stop, |snapshot| report(snapshot.fraction))?;
        Ok(Self::new(spec, Arc::new(table.freeze()), distribution))
    }

    /// Builds a table as a file, with checkpoints, and opens it. `stop` ends the build early.
    ///
    /// # Errors
    /// See [`BuildError`](crate::pdb::generate::BuildError), and those of [`open`](Self::open).
    pub fn create(
        spec: TableSpec,
        path: impl AsRef<Path>,
        options: &BuildOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<Self, TableError> {
        generate(&spec, path.as_ref(), options, stop, report).map_err(TableError::build(&spec))?;
        Self::open(path, LoadMode::Auto, Check::Full)
    }

    /// Writes the file of the table, whose parts `write` puts at their offsets: a file that is not of the file system.
    ///
    /// # Errors
    /// Those of `write`.
    #[doc(hidden)]
    pub fn write_to<E>(&self, write: impl FnMut(&[u8], u64) -> Result<(), E>) -> Result<(), E> {
        let depth = self.spec.far().unwrap_or_else(|| max_depth(&self.distribution));
        write_parts(&Header::new(&self.spec, self.distribution, depth, true), &self.memory, write)
    }

    /// Reads such a file, of `length` bytes, into memory, and checks all of it. `read` gets bytes from an offset.
    ///
    /// # Errors
    /// Those of `read`, and if the file is damaged or incomplete or does not fit into memory.
    #[doc(hidden)]
    pub fn read_from(
        name: &str,
        length: u64,
        read: impl FnMut(&mut [u8], u64) -> io::Result<()>,
    ) -> Result<Self, TableError> {
        let path = Path::new(name);
        let (header, entries) = read_parts(path, length, read)?;
        let spec = header
            .spec()
            .ok_or_else(|| FileError::UnknownTable { path: path.to_owned(), identity: header.identity().to_owned() })?;
        smoke_test(&spec, &entries).map_err(|source| TableError::Inconsistent { path: path.to_owned(), source })?;
        Ok(Self::new(spec, Arc::new(entries.freeze()), *header.distribution()))
    }

    pub(super) fn of_file(
        file: TableFile,
        mode: LoadMode,
        check: Check,
        report: Report<'_>,
    ) -> Result<Self, TableError> {
        report(TableEvent::Loading { path: file.path() });
        let memory = file.load(mode, check);
        let mapped = memory.as_ref().ok().filter(|memory| memory.is_mapped()).map_or(&[][..], |memory| &memory[..]);
        report(TableEvent::LoadEnded { mapped });
        let (memory, spec) = (memory?, file.spec());
        smoke_test(&spec, &memory)
            .map_err(|source| TableError::Inconsistent { path: file.path().to_owned(), source })?;
        let distribution = *file.header().distribution();
        Ok(Self { file: Some(file), ..Self::new(spec, Arc::new(memory), distribution) })
    }

    pub(super) fn new(spec: TableSpec, memory: Arc<TableMemory>, distribution: Distribution) -> Self {
        Self { spec, memory, lookup: Lookup::new(&spec), distribution, file: None }
    }

    /// The pieces, the metric and the numbering of entries.
    pub fn spec(&self) -> TableSpec {
        self.spec
    }

    /// The short name, also the stem of a file name.
    pub fn name(&self) -> String {
        self.spec.name()
    }

    /// The metric in which moves are counted.
    pub fn metric(&self) -> Metric {
        self.spec.metric
    }

    /// The number of entries at each depth, from 0 to the deepest.
    pub fn distribution(&self) -> &[u64] {
        &self.distribution[..=usize::from(max_depth(&self.distribution))]
    }

    /// The mean depth of all entries.
    pub fn mean_depth(&self) -> f64 {
        mean(&self.distribution)
    }

    /// The file, if the table came from one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(TableFile::path)
    }

    #[doc(hidden)]
    pub fn file(&self) -> Option<&TableFile> {
        self.file.as_ref()
    }

    #[doc(hidden)]
    pub fn memory(&self) -> &Arc<TableMemory> {
        &self.memory
    }

    /// Returns whether the entries are mapped from the file instead of copied.
    pub fn is_mapped(&self) -> bool {
        self.memory.is_mapped()
    }

    /// The packed entries.
    pub fn as_bytes(&self) -> &[u8] {
        &self.memory
    }

    /// The index of the entry of a cube. `None` if it is not a 3x3x3.
    pub fn index(&self, cube: &Cube) -> Option<u64> {
        cube.pieces().map(|cube| self.lookup.index(cube))
    }

    /// The lower bound that the table gives for a cube: for tables of corners and edges, the exact distance of these
    /// pieces. `None` if it is not a 3x3x3.
    pub fn lower_bound(&self, cube: &Cube) -> Option<u8> {
        self.index(cube).map(|index| self.entry(index))
    }

    /// The entry at an index: the least number of moves that solves its pieces or, in an H48 table, a lower bound.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn entry(&self, index: u64) -> u8 {
        self.lookup.value(&self.memory, index)
    }

    /// The entries from `start` on, one a byte.
    ///
    /// # Panics
    /// If the range goes past the last entry.
    pub fn read(&self, start: u64, entries: &mut [u8]) {
        self.lookup.read(&self.memory, start, entries);
    }

    /// Verifies every entry from the table alone. `stop` ends the verification early.
    ///
    /// # Errors
    /// The first entry that is wrong.
    pub fn verify(&self, stop: &AtomicBool) -> Result<(), Disproof> {
        verify(&self.spec, &self.memory, Some(&self.distribution), stop, &|_| ()).map(|_| ())
    }

    /// The path of a mapped table whose file was modified while in use: results found with it are not proven.
    pub fn changed(&self) -> Option<&Path> {
        let mapped = self.file.as_ref().filter(|_| self.memory.is_mapped());
        mapped.filter(|file| !file.is_unchanged().unwrap_or(false)).map(TableFile::path)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("spec", &self.spec).field("path", &self.path()).finish_non_exhaustive()
    }
}
