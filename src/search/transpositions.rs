//! The transposition tables of a solver: one for each search that runs at the same time, empty when it begins.

use crate::locks::{Mutex, MutexGuard};
use crate::plan::TranspositionOptions;
use crate::prune::Contexts;
use crate::prune::table::{TranspositionError, TranspositionTable, build_table};
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
        made.give_back(made.build()?);
        Ok(made)
    }

    fn build(&self) -> Result<Box<dyn TranspositionTable>, TranspositionError> {
        build_table(self.options.kind, self.options.bytes, self.key_bits, self.contexts.clone())
    }

    /// Runs a search by a method: with an empty table, of which the outcome tells the statistics, if there are tables.
    /// Without one, if there is no memory for it beside those of other searches.
    pub(super) fn run<M>(
        tables: Option<&Self>,
        method: &Method<'_>,
        search: impl FnOnce(&Method<'_>) -> Outcome<M>,
    ) -> Outcome<M> {
        let Some((tables, table)) = tables.and_then(|tables| Some((tables, tables.take()?))) else {
            return search(method);
        };
        let pruning = TranspositionPruning { table: &*table, contexts: &tables.contexts, depth: tables.options.depth };
        let outcome = search(&Method { duplicates: Some(pruning), ..*method });
        let statistics = Some(table.statistics());
        tables.give_back(table);
        Outcome { transpositions: statistics, ..outcome }
    }

    /// An empty table for a search; `None` if there is no memory for another one.
    fn take(&self) -> Option<Box<dyn TranspositionTable>> {
        let idle = self.idle().pop();
        if let Some(mut table) = idle {
            table.clear();
            return Some(table);
        }
        self.build().ok()
    }

    /// Takes a table back when its search has ended.
    fn give_back(&self, table: Box<dyn TranspositionTable>) {
        self.idle().push(table);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn TranspositionTable>>> {
        self.idle.lock().expect("nobody panics here")
    }
}
