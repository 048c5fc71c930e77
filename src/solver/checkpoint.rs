//! Saving a search in a file; nothing found with a table that has since changed is saved.

use super::query::Checkpoint;
use super::{SearchEvent, SolveError};
use crate::search::checkpoint::Sink;
use crate::search::{Answer, CheckpointError, CheckpointFile, Outcome, Saving};
use crate::storage::StorageError;
use crate::tables::LoadedTables;
use std::io;

/// A checkpoint file of a search with these tables: nothing is saved once one of them has changed.
pub struct CheckpointOf<'a> {
    /// The file.
    pub file: &'a CheckpointFile,
    /// The tables.
    pub tables: &'a LoadedTables,
}

impl Sink for CheckpointOf<'_> {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        match self.tables.changed() {
            None => self.file.save(state),
            Some(path) => {
                let source = io::Error::other("it was changed while in use");
                Err(StorageError::Io { path: path.to_owned(), action: "rely on the table", source })
            }
        }
    }
}

/// Runs a search with checkpoints, which rely on these tables. The file is removed when there is an answer.
pub(super) fn saved<M>(
    Checkpoint { path, every, resume }: &Checkpoint,
    tables: Option<&LoadedTables>,
    observer: Option<&(dyn Fn(&SearchEvent<'_>) + Sync)>,
    search: impl FnOnce(&Saving<'_>) -> Result<Outcome<M>, CheckpointError>,
) -> Result<Outcome<M>, SolveError> {
    let failed = |source: CheckpointError| SolveError::Checkpoint { path: path.clone(), source };
    let tell = |event: SearchEvent<'_>| {
        if let Some(observer) = observer {
            observer(&event);
        }
    };
    let file = CheckpointFile::open(path, *resume).map_err(failed)?;
    if file.found().is_some() {
        tell(SearchEvent::Resumed);
    }
    let not_saved = |error: &StorageError| tell(SearchEvent::NotSaved(error));
    let of_tables = tables.map(|tables| CheckpointOf { file: &file, tables });
    let sink = of_tables.as_ref().map_or(&file as &dyn Sink, |sink| sink);
    let saving = Saving { sink, every: *every, resume: file.found(), failed: &not_saved };
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
