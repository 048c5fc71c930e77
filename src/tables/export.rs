//! Entries as other programs read them: one byte each, with or without the header of NumPy.

use super::Table;
use crate::pdb::file::FileError;
use crate::pdb::orbits::DistanceTable;
use crate::storage::{AtomicFile, DISK};
use std::io::{self, Write};
use std::path::Path;

/// The form of exported entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// A one-dimensional array of `uint8` for NumPy, version 1.0 of its format.
    Npy,
    /// The entries and nothing else.
    Raw,
}

/// Entries that can be exported.
pub trait Entries {
    /// Number of entries.
    fn count(&self) -> u64;

    /// The entries from `start` on, one a byte.
    fn read(&self, start: u64, entries: &mut [u8]);
}

impl Entries for Table {
    fn count(&self) -> u64 {
        self.spec().entries()
    }

    fn read(&self, start: u64, entries: &mut [u8]) {
        self.read(start, entries);
    }
}

impl Entries for DistanceTable {
    fn count(&self) -> u64 {
        self.index().len()
    }

    fn read(&self, start: u64, entries: &mut [u8]) {
        let (cells, stride) = (self.index().cells() as u64, self.row_stride());
        let numbers = start..;
        entries.iter_mut().zip(numbers).for_each(|(entry, number)| {
            *entry = self.entry(number / cells * stride + number % cells);
        });
    }
}

/// Entries that are written at a time.
const CHUNK: u64 = 4 << 20;

/// The header of an array in NumPy's format is a multiple of this long.
const ALIGNMENT: usize = 64;

/// Writes the entries of a table to a file, in the order of their indices, one byte each. `progress` is called with the
/// number of entries written so far.
///
/// # Errors
/// If the target exists and may not be overwritten, or cannot be written.
pub fn export(
    table: &dyn Entries,
    target: &Path,
    form: ExportForm,
    overwrite: bool,
    progress: &dyn Fn(u64),
) -> Result<(), FileError> {
    let file = AtomicFile::create(&DISK, target, overwrite)?;
    file.reserve(form.header(table.count()).len() as u64 + table.count())?;
    let mut at = 0;
    for_each_part(table, form, progress, |bytes| {
        file.write_at(bytes, at)?;
        at += bytes.len() as u64;
        Ok::<_, FileError>(())
    })?;
    Ok(file.commit()?)
}

/// As [`export`], but to a stream.
///
/// # Errors
/// If the stream cannot be written.
pub fn export_to(
    table: &dyn Entries,
    out: &mut impl Write,
    form: ExportForm,
    progress: &dyn Fn(u64),
) -> Result<(), io::Error> {
    for_each_part(table, form, progress, |bytes| out.write_all(bytes))?;
    out.flush()
}

/// Gives the bytes of an export to `write`, one part after the other.
fn for_each_part<E>(
    table: &dyn Entries,
    form: ExportForm,
    progress: &dyn Fn(u64),
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let entries = table.count();
    write(&form.header(entries))?;
    let mut bytes = vec![0; CHUNK.min(entries) as usize];
    for start in (0..entries).step_by(CHUNK as usize) {
        let chunk = &mut bytes[..(entries - start).min(CHUNK) as usize];
        table.read(start, chunk);
        write(chunk)?;
        progress(start + chunk.len() as u64);
    }
    Ok(())
}

impl ExportForm {
    /// The bytes before the entries.
    fn header(self, entries: u64) -> Vec<u8> {
        match self {
            Self::Npy => npy_header(entries),
            Self::Raw => Vec::new(),
        }
    }
}

/// The header of an array of so many bytes (numpy.lib.format).
fn npy_header(entries: u64) -> Vec<u8> {
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    let dictionary = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({entries},), }}");
    let before = header.len() + 2;
    // At least one byte for the line end.
    let length = (before + dictionary.len() + 1).next_multiple_of(ALIGNMENT) - before;
    header.extend((length as u16).to_le_bytes());
    header.extend(format!("{dictionary:<width$}\n", width = length - 1).bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EdgeSet, Metric, Pattern, TableSpec};
    use std::fs;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn entries_are_written_in_their_order() {
        let edges = EdgeSet::parse("UR,UF,UL").unwrap();
        let spec = TableSpec::new(Pattern::Edges(edges), Metric::HalfTurn);
        let table = Table::build(spec, None, &AtomicBool::new(false)).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        export(&table, &path("raw"), ExportForm::Raw, false, &|_| ()).unwrap();
        let raw = fs::read(path("raw")).unwrap();
        assert_eq!(raw.len() as u64, spec.entries());
        assert!(raw.iter().zip(0..).all(|(&value, index)| value == table.entry(index)));
        export(&table, &path("npy"), ExportForm::Npy, false, &|_| ()).unwrap();
        let npy = fs::read(path("npy")).unwrap();
        let header = npy.len() - raw.len();
        assert!(header % ALIGNMENT == 0 && npy[header..] == raw && npy[header - 1] == b'\n');
        let text = String::from_utf8_lossy(&npy[10..header]);
        assert!(text.contains("'descr': '|u1'") && text.contains(&format!("'shape': ({},)", spec.entries())));
        assert!(export(&table, &path("raw"), ExportForm::Raw, false, &|_| ()).is_err(), "it exists");
        export(&table, &path("raw"), ExportForm::Raw, true, &|_| ()).unwrap();
    }
}
