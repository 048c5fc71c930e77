//! Saving a search in a file; nothing found with a table that has since changed is saved.

use super::query::Checkpoint;
use super::{CubeSolver, SearchEvent, SolveError};
use crate::notation::Cube;
use crate::nxn::Turn;
use crate::search::checkpoint::Sink;
use crate::search::{Answer, CheckpointError, CheckpointFile, Control, Executor, Outcome, Saving};
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

/// Searches with checkpoints. The file is removed when there is an answer.
pub(super) fn search(
    solver: &CubeSolver,
    Checkpoint { path, every, resume }: &Checkpoint,
    tables: &LoadedTables,
    cube: &Cube,
    control: &Control<'_>,
    executor: &dyn Executor,
    observer: Option<&(dyn Fn(&SearchEvent<'_>) + Sync)>,
) -> Result<Outcome<Turn>, SolveError> {
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
    let sink = CheckpointOf { file: &file, tables };
    let saving = Saving { sink: &sink, every: *every, resume: file.found(), failed: &not_saved };
    let outcome = solver.search_saved(cube, control, executor, &saving).map_err(failed)?;
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
