//! Finding and loading the tables of a question about any puzzle.

use super::places::files_in;
use super::{Report, SkipReason, TableError, TableEvent, TableSelection};
use crate::pdb::file::read_header;
use crate::pdb::orbits::{DistanceFile, GivenTable, PositionIndex};
use crate::puzzle::Question;
use std::path::Path;

impl TableSelection {
    /// Finds and loads the tables of a question at the places that are named: each holds exactly what some glasses
    /// show of the question. A file of a directory that does not fit is skipped, and so is one that is named if unfit
    /// files are; a damaged one is an error. Runs on the threads of the current rayon pool.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn load_for(&self, question: &Question, report: Report<'_>) -> Result<Vec<GivenTable>, TableError> {
        if self.paths.is_empty() || !self.heuristic.is_auto() {
            return Ok(Vec::new());
        }
        match PositionIndex::check(question) {
            Err(_) if self.skip_unfit => return Ok(Vec::new()),
            check => check.map_err(TableError::NoIndex)?,
        }
        let mut found = Vec::new();
        for path in &self.paths {
            let files = if path.is_dir() { files_in(path)? } else { vec![path.clone()] };
            for file in files {
                let skips = self.skip_unfit || path.is_dir();
                found.extend(self.load_if_fit(&file, question, skips, report)?);
            }
        }
        if found.is_empty() && !self.skip_unfit {
            return Err(TableError::NoneOfQuestion { paths: self.paths.clone() });
        }
        Ok(found)
    }

    /// The table of a file, or nothing if it does not fit and such files are skipped.
    fn load_if_fit(
        &self,
        path: &Path,
        question: &Question,
        skips: bool,
        report: Report<'_>,
    ) -> Result<Option<GivenTable>, TableError> {
        if skips && !read_header(path)?.has_question() {
            report(TableEvent::Skipped { path, reason: SkipReason::Cube });
            return Ok(None);
        }
        let file = DistanceFile::open(path)?;
        let check = self.check.of(file.file().header().data_length());
        match GivenTable::load(&file, question, check)? {
            Ok(table) => Ok(Some(table)),
            Err(misfit) if skips => {
                report(TableEvent::Skipped { path, reason: SkipReason::OtherQuestion(misfit) });
                Ok(None)
            }
            Err(misfit) => Err(TableError::OtherQuestion { path: path.to_owned(), misfit }),
        }
    }
}
