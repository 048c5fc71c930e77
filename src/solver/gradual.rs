//! Default tables that a solver brings into memory while its searches last.

use super::{Ladder, LadderOptions, QueryKey};
use crate::backend::Threads;
use crate::search::{PieceOptions, SearchQuery, TableSet};
use crate::tables::{LoadedTables, TableError, TableEvent, TableSelection};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Is told what happens to tables, from any thread.
pub type SharedObserver = Arc<Mutex<dyn FnMut(TableEvent<'_>) + Send>>;

/// Where default tables come from, and what is in memory so far.
pub struct Gradual {
    selection: TableSelection,
    observer: SharedObserver,
    /// The ladder of the last query: another query takes its tables over.
    ladder: Mutex<Option<(QueryKey, Arc<Ladder>)>>,
    /// All tables, for queries whose counts must not depend on when a table is there.
    whole: Mutex<Option<LoadedTables>>,
}

impl Gradual {
    /// Nothing is in memory so far.
    pub fn new(selection: TableSelection, observer: SharedObserver) -> Self {
        Self { selection, observer, ladder: Mutex::default(), whole: Mutex::default() }
    }

    /// The ladder for a query: that of the last query, if they agree.
    pub fn ladder(&self, key: QueryKey, query: SearchQuery, threads: usize) -> Arc<Ladder> {
        let mut last = lock(&self.ladder);
        if let Some((known, ladder)) = &*last
            && *known == key
        {
            return ladder.clone();
        }
        let before = last.take();
        let tables = before.as_ref().map(|(_, ladder)| ladder.tables()).unwrap_or_default();
        let metric = self.selection.metric;
        let search = PieceOptions { query, ..PieceOptions::new(metric) };
        let (lookups, selection) = (TableSet::LOOKUPS_PER_TABLE, self.selection.clone());
        let options = LadderOptions { search, tables: selection, lookups, threads, cubes: 1 };
        let observer = self.observer.clone();
        let ladder = Ladder::with_tables(options, Box::new(move |event| lock(&observer)(event)), tables);
        let ladder = Arc::new(ladder);
        *last = Some((key, ladder.clone()));
        drop(last);
        // Perhaps it has to finish a file.
        drop(before);
        ladder
    }

    /// All tables: loaded, and built if there are none, at the first call.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn whole(&self, threads: &Threads, stop: &AtomicBool) -> Result<LoadedTables, TableError> {
        let mut whole = lock(&self.whole);
        if whole.is_none() {
            *whole = Some(threads.install(|| self.selection.load(stop, &mut |event| lock(&self.observer)(event)))?);
        }
        Ok(whole.clone().unwrap_or_default())
    }

    /// The tables in memory.
    pub fn tables(&self) -> LoadedTables {
        // While they are loaded, there are none.
        let whole = self.whole.try_lock().ok().and_then(|whole| whole.clone());
        let of_ladder = || lock(&self.ladder).as_ref().map(|(_, ladder)| ladder.tables());
        whole.or_else(of_ladder).unwrap_or_default()
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
