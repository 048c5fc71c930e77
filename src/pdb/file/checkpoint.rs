//! The state of a build that may be interrupted: a table file that is marked as incomplete.

use super::error::{FileError, Result};
use super::header::Header;
use super::load::Check;
use super::read::TableFile;
use super::write::{WriteOptions, write_table};
use crate::pdb::{Done, TableSpec};
use crate::storage::{TableBuffer, remove_saved, with_suffix};
use std::path::{Path, PathBuf};

/// An interrupted build.
#[derive(Debug)]
pub struct Checkpoint {
    /// The last finished depth; without meaning for an H48 table.
    pub depth: u8,
    /// The entries counted so far. For an H48 table they give the number of finished blocks.
    pub distribution: [u64; 16],
    /// The packed entries: those above `depth`, or behind the finished blocks, are ignored.
    pub table: TableBuffer,
}

impl Checkpoint {
    /// Saves the state of the build of the table `path`, replacing the last one; see [`checkpoint_path`].
    ///
    /// # Errors
    /// As [`write_table`]; the last checkpoint then still exists.
    pub fn save(path: &Path, spec: &TableSpec, depth: u8, distribution: [u64; 16], table: &[u8]) -> Result<()> {
        let header = Header::new(spec, distribution, depth, false);
        write_table(&checkpoint_path(path), &header, table, &WriteOptions { overwrite: true }).map(drop)
    }

    /// Loads the state of the build of the table `path` and checks every byte of it; `None` if there is none.
    ///
    /// # Errors
    /// [`FileError::OtherTable`] if it is of another table, [`FileError::HeaderField`] if it is a finished one, and the
    /// errors of any other table file.
    pub fn load(path: &Path, spec: &TableSpec) -> Result<Option<Self>> {
        let path = checkpoint_path(path);
        let file = match TableFile::open_in_any_state(&path) {
            Err(FileError::Missing { .. }) => return Ok(None),
            Err(FileError::UnknownTable { path, identity: found }) => {
                return Err(FileError::OtherTable { path, expected: spec.identity(), found });
            }
            file => file?,
        };
        if file.spec() != *spec {
            return Err(FileError::OtherTable { path, expected: spec.identity(), found: file.spec().identity() });
        }
        file.refuse_complete()?;
        let (depth, distribution) = (file.header.depth(), *file.header.distribution());
        Ok(Some(Self { depth, distribution, table: file.copy(Check::Full)? }))
    }

    /// The finished part.
    pub fn done(&self, spec: &TableSpec) -> Done {
        Done::of(spec, self.depth, &self.distribution)
    }

    /// Removes the checkpoint of the table `path`, if there is one, and what a killed process has left of another.
    ///
    /// # Errors
    /// If it exists and cannot be removed.
    pub fn remove(path: &Path) -> Result<()> {
        Ok(remove_saved(&checkpoint_path(path))?)
    }
}

/// The path of the checkpoint of the table `path`: `<path>.checkpoint`.
pub fn checkpoint_path(path: &Path) -> PathBuf {
    with_suffix(path, ".checkpoint")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{small_spec, small_table};
    use super::*;
    use crate::cube::Metric;
    use cubepdb_testing::names;
    use std::fs;

    #[test]
    fn what_is_saved_is_loaded_and_no_table() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let (spec, data, _) = small_table();
        assert!(Checkpoint::load(&path, &spec).unwrap().is_none());
        let mut distribution = [0; 16];
        distribution[..3].copy_from_slice(&[1, 5, 9]);
        for depth in [1, 2] {
            Checkpoint::save(&path, &spec, depth, distribution, &data).unwrap();
        }
        let checkpoint = Checkpoint::load(&path, &spec).unwrap().unwrap();
        assert_eq!((checkpoint.depth, checkpoint.distribution), (2, distribution));
        assert_eq!(checkpoint.table[..], data);
        let error = TableFile::open(&checkpoint_path(&path)).unwrap_err();
        assert!(matches!(error, FileError::Incomplete { done: Done::Level(2), .. }), "{error}");
        assert_eq!(names(dir.path()), ["t.pdb.checkpoint"]);
        Checkpoint::remove(&path).unwrap();
        Checkpoint::remove(&path).unwrap();
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn nothing_is_resumed_from_another_or_a_damaged_state() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let (spec, data, header) = small_table();
        Checkpoint::save(&path, &small_spec("UR,UF", Metric::QuarterTurn), 0, [0; 16], &data).unwrap();
        assert!(matches!(Checkpoint::load(&path, &spec), Err(FileError::OtherTable { .. })));
        Checkpoint::save(&path, &spec, 0, [0; 16], &data).unwrap();
        let file = checkpoint_path(&path);
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert!(matches!(Checkpoint::load(&path, &spec), Err(FileError::Truncated { .. })));
        let mut flipped = bytes.clone();
        flipped[2 << 20] ^= 1;
        fs::write(&file, &flipped).unwrap();
        assert!(matches!(Checkpoint::load(&path, &spec), Err(FileError::BlockDamaged { block: 0, .. })));
        write_table(&file, &header, &data, &WriteOptions { overwrite: true }).unwrap();
        assert!(matches!(Checkpoint::load(&path, &spec), Err(FileError::HeaderField { .. })));
    }
}
