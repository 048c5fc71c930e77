//! Tables of files, of cubes or of any puzzle: in memory, and the proof of every entry.

use super::bus;
use super::exit::Failure;
use super::signals::Interrupt;
use super::status::Status;
use cubepdb::{
    Check, FileError, LoadMode, OutOfMemory, StorageError,
    internals::storage::TableMemory,
    puzzles::{DistanceFile, DistanceTable},
    table_files::{Header, TableFile, memory_beside, parts, read_header, verify},
};
use std::path::Path;

/// A table in memory, or mapped, and its file. Its checksums are right.
pub enum LoadedTable {
    /// A table of cubes.
    Cube(Box<TableFile>, TableMemory),
    /// The table of a question about any puzzle.
    Question(Box<DistanceFile>, Box<DistanceTable>),
}

impl LoadedTable {
    /// Loads a table for its proof, on all threads of the current rayon pool. One of cubes that `max_memory` bytes do
    /// not hold with what its proof takes is read from its file, which is impossible for a compressed one.
    ///
    /// # Errors
    /// If the file is damaged, or the table and its proof take more than `max_memory`.
    pub fn load(path: &Path, max_memory: Option<u64>) -> Result<Self, FileError> {
        let most = max_memory.unwrap_or(u64::MAX);
        let check_memory = |needed| {
            let source = OutOfMemory { needed, available: most };
            let error = || StorageError::Memory { path: path.to_owned(), source };
            if needed > most { Err(error()) } else { Ok(()) }
        };
        if read_header(path)?.has_question() {
            let file = DistanceFile::open(path)?;
            let index = file.index()?;
            check_memory(DistanceTable::bytes_of(&index).saturating_add(index.memory()))?;
            let table = file.load(file.question(), index, Check::Full)?;
            return Ok(Self::Question(Box::new(file), Box::new(table)));
        }
        let file = TableFile::open(path)?;
        let beside = memory_beside(&file.spec());
        let whole = beside + file.header().data_length();
        check_memory(if file.is_compressed() { whole } else { beside })?;
        let mapping = bus::announce(path);
        let table = file.load(if whole > most { LoadMode::Mmap } else { LoadMode::Auto }, Check::Full);
        mapping.settle(&table);
        Ok(Self::Cube(Box::new(file), table?))
    }

    /// The header of its file.
    pub fn header(&self) -> &Header {
        match self {
            Self::Cube(file, _) => file.header(),
            Self::Question(file, _) => file.file().header(),
        }
    }

    /// The number of parts of its proof.
    pub fn parts(&self) -> u64 {
        match self {
            Self::Cube(file, _) => parts(&file.spec()),
            Self::Question(_, table) => table.index().rows(),
        }
    }

    /// Proves every entry, on all threads of the current rayon pool; returns what is proven, in words. `progress` is
    /// called now and then with the number of finished parts.
    ///
    /// # Errors
    /// If an entry is wrong, the proof is interrupted, or the file was changed meanwhile.
    pub fn prove(&self, interrupt: &Interrupt, progress: &(dyn Fn(u64) + Sync)) -> Result<String, Failure> {
        let exact = "every entry proven exact";
        let (path, result) = match self {
            Self::Cube(file, table) => {
                let (spec, counts) = (file.spec(), file.header().distribution());
                let result = verify(&spec, table, Some(counts), interrupt.flag(), progress);
                if table.is_mapped() && !file.is_unchanged()? {
                    let error =
                        format!("{}: changed while it was being read; nothing is proven", file.path().display());
                    return Err(Failure::new(Status::Io, anyhow::Error::msg(error)));
                }
                let what = if spec.far().is_some() { "every bound proven" } else { exact };
                let published = |source| format!("{what}, distribution as in {source}");
                (file.path(), result.map(|proof| proof.published.map_or(what.to_owned(), published)))
            }
            Self::Question(file, table) => {
                (file.file().path(), table.verify(interrupt.flag(), progress).map(|_| exact.to_owned()))
            }
        };
        result.map_err(|disproof| Failure::of_disproof(path, &disproof, interrupt.status()))
    }
}
