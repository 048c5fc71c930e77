//! Tables of distances as files, which hold the question that they answer.

use super::index::PositionIndex;
use super::index_error::IndexError;
use super::table::DistanceTable;
use super::{label, question_text};
use crate::pdb::file::{
    Check, FileError, Header, QuestionTable, TableFile, WriteOptions, checkpoint_path, write_question_table,
};
use crate::puzzle::Question;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// Version of what the entries mean. Any change of the index that gives a position another number, and that the hash
/// of the numbering may not show, raises it.
const INDEX_SCHEME: u32 = 1;

/// An open file of a table of distances.
///
/// Its header is sound, it is complete, and its question has been read. Its entries have not been checked.
#[derive(Debug)]
pub struct DistanceFile {
    file: TableFile<String>,
    question: Question,
}

impl DistanceFile {
    /// Opens a file, plain or compressed.
    ///
    /// # Errors
    /// A [`FileError`] of kind [`Table`](crate::storage::FaultKind::Table) for all faults of the file itself.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::of(TableFile::open_question(path)?)
    }

    fn of(file: TableFile<String>) -> Result<Self, FileError> {
        let path = file.path();
        let question =
            question_text::read(file.question()).map_err(|why| FileError::Question { path: path.to_owned(), why })?;
        let stated = field(file.header().identity(), "question").map(str::to_owned);
        if stated != Some(hexadecimal(question_text::fingerprint(&question))) {
            return Err(file.unknown());
        }
        Ok(Self { file, question })
    }

    /// The usual name of the table of a question: its puzzle and pieces, and some digits that questions have in common
    /// only if they are the same.
    pub fn usual_name(question: &Question) -> String {
        const LONGEST: usize = 80;
        let text = format!("{}-{}", label::printable(&question.definition().name), label::pieces(question));
        let fit = |c: char| if c.is_ascii_alphanumeric() || "-_=".contains(c) { c } else { '_' };
        let words: String = text.chars().map(fit).take(LONGEST).collect();
        format!("{words}-{:016x}.pdb", question_text::fingerprint(question) as u64)
    }

    /// The file.
    pub fn file(&self) -> &TableFile<String> {
        &self.file
    }

    /// The question that the table answers; names of moves are those of the puzzle that it was made for.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The numbers of the positions of its question.
    ///
    /// # Errors
    /// If there are none: a table of this version has some.
    pub fn index(&self) -> Result<PositionIndex, FileError> {
        let error = |why: IndexError| FileError::Question { path: self.file.path().to_owned(), why: why.to_string() };
        PositionIndex::new(&self.question).map_err(error)
    }

    /// The question in a few words: the puzzle, the pieces that matter, and the moves.
    pub fn title(&self) -> String {
        let (name, question) = (&self.question.definition().name, &self.question);
        format!("{}, {} by {}", label::printable(name), label::pieces(question), label::moves(question))
    }

    /// Returns whether the table answers exactly this question: the same positions, moves and targets, in the same
    /// order of the moves.
    pub fn answers(&self, question: &Question) -> bool {
        question_text::fingerprint(question) == question_text::fingerprint(&self.question)
    }

    /// Loads the table for a question and its index, on all threads of the current rayon pool.
    ///
    /// # Errors
    /// [`FileError::OtherTable`] if it is that of another question, or positions have other numbers in it; if it is
    /// damaged, as far as that is checked; if there is too little memory.
    pub fn load(&self, question: &Question, index: PositionIndex, check: Check) -> Result<DistanceTable, FileError> {
        let (found, expected) = (self.file.header().identity(), identity(question, &index));
        let is_same = |key| field(found, key) == field(&expected, key);
        let header = self.file.header();
        let fits = header.entries() == index.len() && header.data_length() == DistanceTable::bytes_of(&index);
        if !["question", "index", "numbering"].into_iter().all(is_same) || !fits {
            return Err(FileError::OtherTable { path: self.file.path().to_owned(), expected, found: found.to_owned() });
        }
        let counts = header.counts().unwrap_or_default().to_vec();
        Ok(DistanceTable::of_parts(index, self.file.copy(check)?, counts))
    }

    /// Loads the table for a search, which does not prove its entries: as [`load`](Self::load), and the targets of the
    /// question have to be at distance 0.
    ///
    /// # Errors
    /// As [`load`](Self::load); and if its entries contradict its header.
    pub fn load_for_search(
        &self,
        question: &Question,
        index: PositionIndex,
        check: Check,
    ) -> Result<DistanceTable, FileError> {
        let table = self.load(question, index, check)?;
        let are_first = question.goal().targets().iter().all(|target| table.distance(target) == Some(0));
        let is_sound = are_first && table.counts().first().is_some_and(|&count| count > 0);
        if is_sound { Ok(table) } else { Err(self.file.unknown()) }
    }
}

impl DistanceTable {
    /// Writes the table of a question to a file, and returns its header. The file appears under its name only when it
    /// is whole.
    ///
    /// # Errors
    /// If the question cannot be written, or the file.
    pub fn save(&mut self, question: &Question, path: &Path, options: &WriteOptions) -> Result<Header, FileError> {
        let (index, data, counts) = self.parts();
        write(question, path, index, data, counts, true, options)
    }
}

/// Saves the state of the build of the table `path`, replacing the last one; see [`checkpoint_path`].
///
/// # Errors
/// As [`DistanceTable::save`]; the last checkpoint then still exists.
pub fn save_unfinished(
    question: &Question,
    path: &Path,
    index: &PositionIndex,
    data: &[u8],
    counts: &[u64],
) -> Result<(), FileError> {
    let options = WriteOptions { overwrite: true };
    write(question, &checkpoint_path(path), index, data, counts, false, &options).map(drop)
}

fn write(
    question: &Question,
    path: &Path,
    index: &PositionIndex,
    data: &[u8],
    counts: &[u64],
    is_complete: bool,
    options: &WriteOptions,
) -> Result<Header, FileError> {
    let no_place = |why| FileError::NoPlace { path: path.to_owned(), why };
    let text = question_text::write(question).map_err(no_place)?;
    let identity = identity(question, index);
    let table = QuestionTable { identity: &identity, question: &text, entries: index.len(), counts, is_complete, data };
    write_question_table(path, table, options)
}

/// The saved state of the build of the table `path`, every byte of it checked.
///
/// # Errors
/// As [`DistanceFile::load`]; [`FileError::HeaderField`] if it is a finished table.
pub fn unfinished(question: &Question, path: &Path, index: PositionIndex) -> Result<DistanceTable, FileError> {
    let path = checkpoint_path(path);
    let file = DistanceFile::of(TableFile::open_question_in_any_state(&path)?)?;
    file.file.refuse_complete()?;
    file.load(question, index, Check::Full)
}

/// The canonical text of a table, as of tables of cubes: what it is about, and hashes of the question and of what moves
/// do to the numbers of positions.
pub(super) fn identity(question: &Question, index: &PositionIndex) -> String {
    let fields = [
        ("puzzle", label::printable(&question.definition().name)),
        ("metric", label::metric(question).to_owned()),
        ("table", "pattern".to_owned()),
        ("pieces", label::pieces(question)),
        ("moves", label::moves(question)),
        ("question", hexadecimal(question_text::fingerprint(question))),
        ("index", INDEX_SCHEME.to_string()),
        ("numbering", hexadecimal(xxh3_128(index.identity().as_bytes()))),
        ("symmetry", "none".to_owned()),
        ("bits", "4".to_owned()),
        ("base", "0".to_owned()),
        ("entries", index.len().to_string()),
    ];
    fields.map(|(key, value)| format!("{key}={value}")).join(";")
}

fn field<'a>(identity: &'a str, key: &str) -> Option<&'a str> {
    identity.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='))
}

fn hexadecimal(hash: u128) -> String {
    format!("{hash:032x}")
}

#[cfg(test)]
#[path = "table_file_tests.rs"]
mod tests;
