//! The transposition tables of a solver: one for each search that runs at the same time, empty when it begins.

use crate::coord::STATE_BITS;
use crate::locks::{Mutex, MutexGuard};
use crate::plan::TranspositionOptions;
use crate::prune::Contexts;
use crate::prune::table::{NoTable, TranspositionError, TranspositionTable, build_table};
use std::sync::Arc;

/// Tables that no search is using, and how more of them are made.
pub(super) struct Transpositions {
    options: TranspositionOptions,
    pub(super) contexts: Arc<Contexts>,
    idle: Mutex<Vec<Box<dyn TranspositionTable>>>,
}

impl Transpositions {
    /// Makes the first table.
    ///
    /// # Errors
    /// If it is too small, or there is not enough memory.
    pub(super) fn new(options: TranspositionOptions, contexts: Arc<Contexts>) -> Result<Self, TranspositionError> {
        let made = Self { options, contexts, idle: Mutex::default() };
        made.give_back(made.build()?);
        Ok(made)
    }

    fn build(&self) -> Result<Box<dyn TranspositionTable>, TranspositionError> {
        build_table(self.options.kind, self.options.bytes, STATE_BITS, self.contexts.clone())
    }

    /// States reached by more moves than this are neither looked up nor stored.
    pub(super) fn depth(&self) -> u8 {
        self.options.depth
    }

    /// An empty table for a search. Searches that find no memory for another one go without.
    pub(super) fn take(&self) -> Box<dyn TranspositionTable> {
        let idle = self.idle().pop();
        if let Some(mut table) = idle {
            table.clear();
            return table;
        }
        self.build().unwrap_or_else(|_| Box::new(NoTable))
    }

    /// Takes a table back when its search has ended.
    pub(super) fn give_back(&self, table: Box<dyn TranspositionTable>) {
        self.idle().push(table);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn TranspositionTable>>> {
        self.idle.lock().expect("nobody panics here")
    }
}
