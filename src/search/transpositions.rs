//! The transposition tables of a solver: one for each search that runs at the same time, empty when it begins.

use crate::locks::{Mutex, MutexGuard};
use crate::plan::TranspositionOptions;
use crate::prune::Contexts;
use crate::prune::table::{TableStatistics, TranspositionError, TranspositionTable, build_table};
use crate::search::engine::one_sided::Method;
use crate::search::engine::one_sided::worker::TranspositionPruning;
use crate::search::outcome::Outcome;
use std::sync::Arc;

/// Tables that no search is using, and how more of them are made.
pub(super) struct Transpositions {
    options: TranspositionOptions,
    contexts: Arc<Contexts>,
    /// Bits of the keys of states.
    key_bits: u32,
    idle: Mutex<Vec<Box<dyn TranspositionTable>>>,
}

impl Transpositions {
    /// Makes the first table.
    ///
    /// # Errors
    /// If it is too small, or there is not enough memory.
    pub(super) fn new(
        options: TranspositionOptions,
        key_bits: u32,
        contexts: Contexts,
    ) -> Result<Self, TranspositionError> {
        let made = Self { options, key_bits, contexts: Arc::new(contexts), idle: Mutex::default() };
        made.idle().push(made.build()?);
        Ok(made)
    }

    fn build(&self) -> Result<Box<dyn TranspositionTable>, TranspositionError> {
        build_table(self.options.kind, self.options.bytes, self.key_bits, self.contexts.clone())
    }

    /// Runs a search by a method: with an empty table, of which the outcome tells the statistics, if there are tables.
    pub(super) fn run<M>(
        tables: Option<&Self>,
        method: &Method<'_>,
        search: impl FnOnce(&Method<'_>) -> Outcome<M>,
    ) -> Outcome<M> {
        let taken = tables.and_then(Self::take);
        let outcome = search(&Method { duplicates: taken.as_ref().map(Taken::pruning), ..*method });
        Outcome { transpositions: taken.map(|taken| taken.statistics()), ..outcome }
    }

    /// An empty table for a search; `None` if there is no memory for one beside those of other searches.
    pub(super) fn take(&self) -> Option<Taken<'_>> {
        let idle = self.idle().pop();
        let table = match idle {
            Some(mut table) => {
                table.clear();
                table
            }
            None => self.build().ok()?,
        };
        Some(Taken { of: self, table: Some(table) })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn TranspositionTable>>> {
        self.idle.lock().expect("nobody panics here")
    }
}

/// The table of a search, which goes back when the search has ended.
pub(super) struct Taken<'a> {
    of: &'a Transpositions,
    /// There until it goes back.
    table: Option<Box<dyn TranspositionTable>>,
}

impl Taken<'_> {
    /// The way to prune with it.
    pub fn pruning(&self) -> TranspositionPruning<'_> {
        TranspositionPruning { table: self.table(), contexts: &self.of.contexts, depth: self.of.options.depth }
    }

    /// Its work.
    pub fn statistics(&self) -> TableStatistics {
        self.table().statistics()
    }

    fn table(&self) -> &dyn TranspositionTable {
        self.table.as_deref().expect("there until it goes back")
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.idle().extend(self.table.take());
    }
}
