//! Default tables that a solver brings into memory while its searches last.

use super::{Ladder, LadderOptions, lock};
use crate::backend::Threads;
use crate::plan::SearchQuery;
use crate::search::Prepared;
use crate::tables::{LoadedTables, TableError, TableEvent, TableSelection};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

/// Time between two looks at an interrupt while another query loads tables.
const POLL: Duration = Duration::from_millis(20);

/// Is told what happens to tables, from any thread.
pub type SharedObserver = Arc<Mutex<dyn FnMut(TableEvent<'_>) + Send>>;

/// Where default tables come from, and what is in memory so far.
pub struct Gradual {
    search: Prepared,
    /// Cubes that are known to be waiting.
    cubes: usize,
    selection: TableSelection,
    observer: SharedObserver,
    /// The ladder of the last query: another query takes its tables over.
    ladder: Mutex<Option<(SearchQuery, Arc<Ladder>)>>,
    /// All tables, for queries whose counts must not depend on when a table is there.
    whole: Mutex<Option<LoadedTables>>,
}

impl Gradual {
    /// Nothing is in memory so far.
    pub fn new(search: Prepared, cubes: usize, selection: TableSelection, observer: SharedObserver) -> Self {
        Self { search, cubes, selection, observer, ladder: Mutex::default(), whole: Mutex::default() }
    }

    /// The ladder for a query: that of the last query, if they agree. Tables whose file was changed are loaded anew.
    pub fn ladder(&self, query: SearchQuery, threads: usize) -> Arc<Ladder> {
        let mut last = lock(&self.ladder);
        let changed = last.take_if(|(_, ladder)| ladder.changed().is_some());
        if let Some((known, ladder)) = &*last
            && *known == query
        {
            return ladder.clone();
        }
        let before = last.take();
        let tables = before.as_ref().map(|(_, ladder)| ladder.tables()).unwrap_or_default();
        let mut search = self.search.clone();
        search.plan.query = query;
        let options = LadderOptions { search, tables: self.selection.clone(), threads, cubes: self.cubes };
        let observer = self.observer.clone();
        let ladder = Ladder::new(options, Box::new(move |event| lock(&observer)(event)), tables);
        let ladder = Arc::new(ladder);
        *last = Some((query, ladder.clone()));
        drop(last);
        // Perhaps it has to finish a file.
        drop((before, changed));
        ladder
    }

    /// All tables: loaded, and built if there are none, at the first call, and after a change of their files.
    ///
    /// # Errors
    /// See [`TableError`]; and if `stop` is raised meanwhile.
    pub fn whole(&self, threads: &Threads, stop: &AtomicBool) -> Result<LoadedTables, TableError> {
        let mut whole = loop {
            match self.whole.try_lock() {
                Ok(whole) => break whole,
                Err(TryLockError::Poisoned(whole)) => break whole.into_inner(),
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return Err(TableError::Interrupted),
                // Another query loads them, and perhaps builds one.
                Err(TryLockError::WouldBlock) => thread::sleep(POLL),
            }
        };
        whole.take_if(|tables| tables.changed().is_some());
        if whole.is_none() {
            *whole = Some(threads.install(|| self.selection.load(stop, &mut |event| lock(&self.observer)(event)))?);
        }
        Ok(whole.clone().unwrap_or_default())
    }

    /// Returns whether searches wait for a table that is being built.
    pub fn is_building(&self) -> bool {
        lock(&self.ladder).as_ref().is_some_and(|(_, ladder)| ladder.is_building())
    }

    /// Returns the path of a mapped table whose file was modified while the last ladder used it.
    pub fn changed(&self) -> Option<PathBuf> {
        lock(&self.ladder).as_ref().and_then(|(_, ladder)| ladder.changed())
    }

    /// The tables in memory.
    pub fn tables(&self) -> LoadedTables {
        // While they are loaded, there are none.
        let whole = self.whole.try_lock().ok().and_then(|whole| whole.clone());
        let of_ladder = || lock(&self.ladder).as_ref().map(|(_, ladder)| ladder.tables());
        whole.or_else(of_ladder).unwrap_or_default()
    }
}
