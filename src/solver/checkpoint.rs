//! Saving a search in a file; nothing found with a table that has since changed is saved.

use super::{Query, SearchEvent, SolveError};
use crate::search::checkpoint::Sink;
use crate::search::{Answer, CheckpointError, CheckpointFile, Outcome, Saving};
use crate::storage::StorageError;
use crate::tables::LoadedTables;
use std::io;
use std::path::Path;

/// A checkpoint file of a search with these tables, if there are any: nothing is saved once one of them has changed.
pub struct CheckpointOf<'a> {
    /// The file.
    pub file: &'a CheckpointFile,
    /// The tables.
    pub tables: Option<&'a LoadedTables>,
}

impl Sink for CheckpointOf<'_> {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        match self.tables.and_then(LoadedTables::changed) {
            None => self.file.save(state),
            Some(path) => {
                let source = io::Error::other("it was changed while in use");
                Err(StorageError::Io { path: path.to_owned(), action: "rely on the table", source })
            }
        }
    }
}

/// Runs a search with checkpoints in a file, which rely on these tables. The file is removed when there is an answer.
pub(super) fn saved<M>(
    path: &Path,
    query: &Query<'_>,
    tables: Option<&LoadedTables>,
    search: impl FnOnce(&Saving<'_>) -> Result<Outcome<M>, CheckpointError>,
) -> Result<Outcome<M>, SolveError> {
    let failed = |source: CheckpointError| SolveError::Checkpoint { path: path.to_owned(), source };
    let tell = |event: SearchEvent<'_>| {
        if let Some(observer) = query.observer {
            observer(&event);
        }
    };
    let file = CheckpointFile::open(path, query.resume).map_err(failed)?;
    if file.found().is_some() {
        tell(SearchEvent::Resumed);
    }
    let not_saved = |error: &StorageError| tell(SearchEvent::NotSaved(error));
    let sink = CheckpointOf { file: &file, tables };
    let saving = Saving { sink: &sink, every: query.checkpoint_every, resume: file.found(), failed: &not_saved };
    let outcome = search(&saving).map_err(failed)?;
    let is_answered = match outcome.answer {
        Answer::Solved(_) => outcome.incomplete.is_none(),
        Answer::NoSolution => true,
        Answer::Stopped(_) => false,
    };
    if is_answered {
        file.remove().map_err(|error| failed(error.into()))?;
    }
    Ok(outcome)
}
