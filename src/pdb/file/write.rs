//! Writing a table.

use super::blocks::BlockHashes;
use super::error::{FileError, Result};
use super::header::Header;
use super::layout::{BLOCK, DATA_OFFSET, HEADER_LENGTH};
use super::question::QuestionPart;
use crate::storage::{AtomicFile, DISK, Disk};
use std::path::Path;

/// Options for writing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// Replace an existing file.
    pub overwrite: bool,
}

/// Writes a table with the packed entries `data`, and returns its header with the content hash filled in.
///
/// The file appears under its name only when all of it has reached the disk; the old one, if any, exists until then.
/// After a failure nothing is left of the new one, with one exception: if the very last step fails, syncing the
/// directory, the whole new file exists but may be lost in a crash.
///
/// # Errors
/// As [`check_target`](crate::storage::check_target); [`StorageError::Io`](crate::storage::StorageError::Io) for
/// failures while writing; [`FileError::HeaderField`] if `data` does not have the length of the table or the
/// distribution would be rejected on reading.
pub fn write_table(path: &Path, header: &Header, data: &[u8], options: &WriteOptions) -> Result<Header> {
    write_table_on(&DISK, path, header, data, options)
}

/// A table that answers a question about any puzzle.
#[derive(Clone, Copy, Debug)]
pub struct QuestionTable<'a> {
    /// The canonical text that differs from those of all other tables; printable ASCII.
    pub identity: &'a str,
    /// The question as text.
    pub question: &'a str,
    /// Number of entries.
    pub entries: u64,
    /// The number of positions at each distance.
    pub counts: &'a [u64],
    /// True if all distances are entered.
    pub is_complete: bool,
    /// The entries, in rows that are filled up.
    pub data: &'a [u8],
}

/// Writes a table that answers a question about any puzzle, as [`write_table`] does.
///
/// # Errors
/// As there; [`FileError::NoPlace`] if the question is too long, or distances are too many.
pub fn write_question_table(path: &Path, table: QuestionTable<'_>, options: &WriteOptions) -> Result<Header> {
    let no_place = |why: String| FileError::NoPlace { path: path.to_owned(), why };
    let QuestionTable { identity, question, entries, counts, is_complete, data } = table;
    let part = QuestionPart::new(question, counts).map_err(no_place)?;
    let header = Header::of_question(identity.to_owned(), entries, data.len() as u64, part, is_complete)
        .ok_or_else(|| no_place(format!("{entries} entries in {} bytes", data.len())))?;
    write_parts_on(&DISK, path, &header, question.as_bytes(), data, options)
}

/// [`write_table`] on a disk that may be faulty.
pub(super) fn write_table_on(
    disk: &Disk<'_>,
    path: &Path,
    header: &Header,
    data: &[u8],
    options: &WriteOptions,
) -> Result<Header> {
    write_parts_on(disk, path, header, &[], data, options)
}

/// Writes a table whose header has this question behind it.
fn write_parts_on(
    disk: &Disk<'_>,
    path: &Path,
    header: &Header,
    question: &[u8],
    data: &[u8],
    options: &WriteOptions,
) -> Result<Header> {
    check_input(path, header, data)?;
    let layout = header.layout();
    let output = AtomicFile::create(disk, path, options.overwrite)?;
    output.reserve(layout.file_length())?;
    let (hashes, written) = rayon::join(|| BlockHashes::of(data), || write_data(&output, data));
    written?;
    let header = header.clone().with_content_hash(hashes.content_hash());
    output.write_at(hashes.as_bytes(), layout.hash_offset())?;
    if !question.is_empty() {
        output.write_at(question, HEADER_LENGTH as u64)?;
    }
    output.write_at(&header.to_bytes(), 0)?;
    output.commit()?;
    Ok(header)
}

/// Checks that the input could be read back.
fn check_input(path: &Path, header: &Header, data: &[u8]) -> Result<()> {
    Header::parse(&header.to_bytes(), path)?;
    let (expected, found) = (header.data_length(), data.len() as u64);
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected.to_string(), found.to_string());
    Err(FileError::HeaderField { path: path.to_owned(), field: "data length", expected, found })
}

/// Writes the parts of a table file, as [`write_table`] does, to wherever `write` puts them: bytes, and their offset.
///
/// # Errors
/// Those of `write`.
pub fn write_parts<E>(
    header: &Header,
    data: &[u8],
    mut write: impl FnMut(&[u8], u64) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let hashes = BlockHashes::of(data);
    for (block, number) in data.chunks(BLOCK as usize).zip(0..) {
        write(block, DATA_OFFSET + number * BLOCK)?;
    }
    write(hashes.as_bytes(), header.layout().hash_offset())?;
    write(&header.clone().with_content_hash(hashes.content_hash()).to_bytes(), 0)
}

fn write_data(output: &AtomicFile<'_>, data: &[u8]) -> Result<()> {
    let mut blocks = data.chunks(BLOCK as usize).zip(0..);
    Ok(blocks.try_for_each(|(block, number)| output.write_at(block, DATA_OFFSET + number * BLOCK))?)
}

#[cfg(test)]
mod tests {
    use super::super::testing::small_table;
    use super::*;
    use crate::pdb::file::{Check, HEADER_LENGTH, LoadMode, TableFile, read_parts};
    use crate::storage::{Operation, StorageError};
    use cubepdb_testing::names;
    use std::fs;
    use std::io;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const OVERWRITE: WriteOptions = WriteOptions { overwrite: true };

    /// Makes operation number `n` fail, or all from there on, and returns the events up to then.
    fn write_with_fault(path: &Path, n: usize, for_ever: bool) -> (Result<Header>, Vec<Operation>) {
        let (calls, seen) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let hook = |operation| {
            seen.lock().unwrap().push(operation);
            let call = calls.fetch_add(1, Ordering::SeqCst);
            let fails = call == n || for_ever && call > n;
            if fails { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        };
        let (spec, data, header) = small_table();
        assert_eq!(spec.bytes(), data.len() as u64);
        let result = write_table_on(&Disk::with_faults(&hook), path, &header, &data, &OVERWRITE);
        (result, seen.into_inner().unwrap())
    }

    #[test]
    fn every_operation_may_fail_and_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        for for_ever in [false, true] {
            for n in 0.. {
                fs::write(&path, "old").unwrap();
                let (result, seen) = write_with_fault(&path, n, for_ever);
                assert_eq!(names(dir.path()), ["t.pdb"], "{seen:?}");
                if result.is_ok() {
                    assert_eq!(seen.len(), n);
                    assert!(n > 6);
                    break;
                }
                assert!(matches!(result.unwrap_err(), FileError::Storage(StorageError::Io { .. })));
                if seen[n] == Operation::SyncDirectory {
                    TableFile::open(&path).unwrap().load(LoadMode::Copy, Check::Full).unwrap();
                } else {
                    assert_eq!(fs::read(&path).unwrap(), b"old", "{seen:?}");
                }
            }
        }
    }

    #[test]
    fn parts_make_the_same_file_which_is_read_back_unless_it_is_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let (spec, data, header) = small_table();
        write_table(&path, &header, &data, &OVERWRITE).unwrap();
        let mut file = vec![0; header.file_length() as usize];
        let put = |bytes: &[u8], offset: u64| {
            file[offset as usize..][..bytes.len()].copy_from_slice(bytes);
            Ok::<(), ()>(())
        };
        write_parts(&header, &data, put).unwrap();
        assert!(file == fs::read(&path).unwrap());

        let read = |file: &[u8]| {
            read_parts(&path, file.len() as u64, |bytes, offset| {
                bytes.copy_from_slice(&file[offset as usize..][..bytes.len()]);
                Ok(())
            })
        };
        let (header, entries) = read(&file).unwrap();
        assert!(header.spec() == Some(spec) && entries[..] == data[..]);
        for damaged in [0, DATA_OFFSET as usize, file.len() - 1] {
            file[damaged] ^= 1;
            assert!(read(&file).is_err(), "{damaged}");
            file[damaged] ^= 1;
        }
        for length in [0, 1, HEADER_LENGTH, file.len() - 1] {
            assert!(read(&file[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn a_target_that_comes_up_meanwhile_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let hook = |operation| if operation == Operation::Rename { fs::write(&path, "faster") } else { Ok(()) };
        let (_, data, header) = small_table();
        let disk = Disk::with_faults(&hook);
        let error = write_table_on(&disk, &path, &header, &data, &WriteOptions::default()).unwrap_err();
        assert!(matches!(error, FileError::Storage(StorageError::Exists { .. })), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"faster");
        assert_eq!(names(dir.path()), ["t.pdb"]);
    }

    #[test]
    fn two_writers_of_one_target_do_not_mix() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let first = AtomicFile::create(&DISK, &path, false).unwrap();
        let (_, data, header) = small_table();
        let error = write_table(&path, &header, &data, &OVERWRITE).unwrap_err();
        assert!(matches!(error, FileError::Storage(StorageError::Locked { .. })), "{error}");
        drop(first);
        write_table(&path, &header, &data, &OVERWRITE).unwrap();
    }

    #[test]
    fn what_a_killed_writer_left_is_used_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        fs::write(dir.path().join(".t.pdb.partial"), vec![0xEE; 5 << 20]).unwrap();
        let (_, data, header) = small_table();
        write_table(&path, &header, &data, &WriteOptions::default()).unwrap();
        assert_eq!(names(dir.path()), ["t.pdb"]);
        TableFile::open(&path).unwrap().check_blocks(&|_| {}).unwrap();
    }

    #[test]
    fn what_could_not_be_read_is_not_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let (spec, data, header) = small_table();
        let error = write_table(&path, &header, &data[1..], &OVERWRITE).unwrap_err();
        assert!(matches!(error, FileError::HeaderField { field: "data length", .. }), "{error}");
        let mut wrong = *header.distribution();
        wrong[1] += 1;
        let error = write_table(&path, &Header::new(&spec, wrong, 3, true), &data, &OVERWRITE).unwrap_err();
        assert!(matches!(error, FileError::HeaderField { .. }), "{error}");
        assert!(names(dir.path()).is_empty());
    }
}
