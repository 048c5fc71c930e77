//! Loading the tables for a search into memory.

use super::defaults::Choice;
use super::{BuildReason, CheckPolicy, Report, Table, TableError, TableEvent, TableSelection, defaults, places};
use crate::clock::Instant;
use crate::pdb::TableSpec;
use crate::pdb::build::memory_needed;
use crate::pdb::choice::best_h48;
use crate::pdb::file::{Check, LoadMode, TableFile};
use crate::pdb::generate::BuildEvent;
use crate::pdb::places::table_path;
use crate::search::TableSet;
use crate::storage::available_memory;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

impl TableSelection {
    /// Finds, builds if need be, loads and tests the tables; tables that the search would not use are not loaded. Runs
    /// on the threads of the current rayon pool. `stop` ends a build early.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn load(&self, stop: &AtomicBool, report: Report<'_>) -> Result<LoadedTables, TableError> {
        let mut loaded = LoadedTables::default();
        if !self.heuristic.needs_tables() {
            return Ok(loaded);
        }
        let files = self.find(stop, report)?;
        let best = self.best_h48(&files);
        let is_asked = |spec| self.asks(spec, best);
        for table in &self.tables {
            if self.heuristic.wants(&table.spec()) && loaded.is_new(table.spec()) {
                if is_asked(table.spec()) {
                    loaded.add(table.clone(), Load { time: Duration::ZERO, checked: false });
                } else {
                    loaded.not_asked.push(table.spec());
                }
            }
        }
        for file in files {
            let spec = file.spec();
            if !loaded.is_new(spec) {
                continue;
            }
            if is_asked(spec) {
                let (table, load) = self.load_file(file, report).map_err(|error| self.advise(error))?;
                loaded.add(Arc::new(table), load);
            } else {
                loaded.not_asked.push(spec);
            }
        }
        Ok(loaded)
    }

    /// The files that [`load`](Self::load) would read as things are, without building any: none if it would build one.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn files_at_hand(&self) -> Result<Vec<TableFile>, TableError> {
        let at_hand = Self { build_missing: false, ..self.clone() };
        let mut files = match at_hand.find(&AtomicBool::new(false), &mut |_| ()) {
            Err(TableError::NotBuilt { .. }) => Vec::new(),
            files => files?,
        };
        let best = self.best_h48(&files);
        files.retain(|file| self.asks(file.spec(), best));
        Ok(files)
    }

    /// The H48 table that is used, of those in memory and these files.
    fn best_h48(&self, files: &[TableFile]) -> Option<TableSpec> {
        let in_memory = self.tables.iter().map(|table| table.spec()).filter(|spec| self.heuristic.wants(spec));
        let in_memory = best_h48(in_memory, u64::MAX);
        in_memory.or_else(|| best_h48(files.iter().map(TableFile::spec), available_memory()))
    }

    /// Returns whether a table is used with the best H48 table: only one of these is, and a two-sided search uses no
    /// other table with it.
    fn asks(&self, spec: TableSpec, best: Option<TableSpec>) -> bool {
        Some(spec) == best || spec.h48().is_none() && !(self.two_sided && best.is_some())
    }

    /// Returns whether default tables can be brought into memory one after the other while a search lasts, see
    /// [`Ladder`](crate::solver::Ladder): the user has said neither which tables nor how to load them, and there is
    /// memory for an H48 table, and none elsewhere. Without a directory to keep it, easy cubes are solved all the same.
    pub fn is_gradual(&self, report: Report<'_>) -> bool {
        let is_usual = self.load == LoadMode::Auto && self.check == CheckPolicy::Auto && self.heuristic.is_auto();
        if !is_usual || !self.is_default() || self.steps().is_empty() {
            return false;
        }
        // What is told is told again by whoever loads the tables; and a damaged file is refused there.
        let mut stronger = None;
        let mut tell = |event: TableEvent<'_>| {
            if let TableEvent::Stronger { used, passed_over } = event {
                stronger = Some((used, passed_over.to_vec()));
            }
        };
        let is_gradual = self.local_tables(&mut tell).is_ok_and(|files| files.is_empty());
        if let Some((used, passed_over)) = stronger {
            report(TableEvent::Stronger { used, passed_over: &passed_over });
        }
        is_gradual
    }

    /// Brings one of the [steps](Self::steps) of the cache directory into memory. Runs on the threads of the current
    /// rayon pool.
    ///
    /// # Errors
    /// See [`TableError`].
    pub(crate) fn load_step(
        &self,
        step: &Choice,
        load: LoadMode,
        report: Report<'_>,
    ) -> Result<LoadedTables, TableError> {
        let cache = self.cache.as_deref().ok_or(TableError::NoCacheDirectory)?;
        let file = defaults::open(&step.spec, &table_path(&step.spec, cache)).map_err(TableError::of_default)?;
        let (table, record) = Self { load, ..self.clone() }.load_file(file, report).map_err(TableError::of_default)?;
        Ok(LoadedTables::of(table, record))
    }

    /// Builds one of the [steps](Self::steps), and hands it over before it is written to the cache directory. Runs on
    /// the threads of the current rayon pool. If another process has built it meanwhile, it is not handed over. A small
    /// table is also built where it cannot be written.
    ///
    /// # Errors
    /// See [`TableError`]; also after it was handed over, if it cannot be written.
    pub(crate) fn build_step(
        &self,
        step: &Choice,
        stop: &AtomicBool,
        report: Report<'_>,
        built: impl FnOnce(LoadedTables),
    ) -> Result<(), TableError> {
        let record = Load { time: Duration::ZERO, checked: true };
        let mut built = Some(|table| built(LoadedTables::of(table, record)));
        let mut hand_over = |table| {
            if let Some(built) = built.take() {
                built(table);
            }
        };
        let cache = self.cache.as_deref().ok_or(TableError::NoCacheDirectory);
        let kept = cache.and_then(|cache| defaults::build(step, cache, self, stop, report, &mut hand_over));
        let Some(built) = built.filter(|_| step.reason == BuildReason::First) else { return kept };
        if kept.as_ref().is_err_and(TableError::is_of_writing) {
            let event = BuildEvent::Started { memory: memory_needed(&step.spec), resumed: None };
            report(TableEvent::Progress { spec: step.spec, path: Path::new(""), event: &event });
            built(Table::build(step.spec, self.max_memory, stop)?);
        }
        kept
    }

    /// The files of the tables that the heuristic needs.
    fn find(&self, stop: &AtomicBool, report: Report<'_>) -> Result<Vec<TableFile>, TableError> {
        for table in &self.tables {
            let spec = table.spec();
            if spec.metric != self.metric {
                return Err(TableError::OtherMetric { path: None, spec, wanted: self.metric });
            }
        }
        let mut files = if self.is_default() {
            defaults::files(self, stop, report)?
        } else {
            places::named(&self.paths, self.metric, self.skip_unfit, report)?
        };
        if files.is_empty() && self.tables.is_empty() && !self.is_default() {
            return Err(TableError::NoneFound { metric: self.metric, paths: self.paths.clone() });
        }
        let specs = || self.tables.iter().map(|table| table.spec()).chain(files.iter().map(TableFile::spec));
        let available: Vec<TableSpec> = specs().collect();
        if let Some(name) = self.heuristic.missing(&available) {
            return Err(TableError::NotThere { name: name.to_owned(), metric: self.metric, available });
        }
        if let Some((name, tables)) = self.heuristic.ambiguous(&available) {
            return Err(TableError::Ambiguous { name: name.to_owned(), tables });
        }
        files.retain(|file| self.heuristic.wants(&file.spec()));
        Ok(files)
    }

    fn is_default(&self) -> bool {
        self.paths.is_empty() && self.tables.is_empty()
    }

    fn load_file(&self, file: TableFile, report: Report<'_>) -> Result<(Table, Load), TableError> {
        if self.shared && file.is_compressed() {
            return Err(TableError::Compressed { path: file.path().to_owned() });
        }
        let started = Instant::now();
        let check = self.check.of(file.header().data_length());
        let table = Table::of_file(file, self.load, check, report)?;
        Ok((table, Load { time: started.elapsed(), checked: check == Check::Full }))
    }

    fn advise(&self, error: TableError) -> TableError {
        if self.is_default() { error.of_default() } else { error }
    }
}

impl Table {
    /// Returns the H48 table that suits the memory from the cache directory, building it there if there is none.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn default_for(selection: &TableSelection, stop: &AtomicBool, report: Report<'_>) -> Result<Self, TableError> {
        let cache = selection.cache.as_deref().ok_or(TableError::NoCacheDirectory)?;
        let memory = selection.most_memory(available_memory());
        let choice = defaults::default_h48(selection, memory).ok_or(TableError::NoLevelFits { available: memory.1 })?;
        let file = defaults::open_or_build(&choice, cache, selection, stop, report)?;
        selection.load_file(file, report).map(|(table, _)| table)
    }
}

/// A record of loading a table.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The time that it took, with checks.
    pub time: Duration,
    /// True if the checksums of all blocks were checked.
    pub checked: bool,
}

/// Tables in memory, ready for use.
#[derive(Clone, Debug, Default)]
pub struct LoadedTables {
    tables: Vec<Arc<Table>>,
    loads: Vec<Load>,
    not_asked: Vec<TableSpec>,
}

impl LoadedTables {
    /// One table.
    fn of(table: Table, load: Load) -> Self {
        Self { tables: vec![Arc::new(table)], loads: vec![load], not_asked: Vec::new() }
    }

    fn add(&mut self, table: Arc<Table>, load: Load) {
        self.tables.push(table);
        self.loads.push(load);
    }

    fn is_new(&self, spec: TableSpec) -> bool {
        self.tables.iter().all(|known| known.spec() != spec) && !self.not_asked.contains(&spec)
    }

    /// Returns whether these are the same tables in memory.
    pub fn are_same(&self, other: &Self) -> bool {
        let pairs = || self.tables.iter().zip(&other.tables);
        self.tables.len() == other.tables.len() && pairs().all(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// The tables.
    pub fn tables(&self) -> &[Arc<Table>] {
        &self.tables
    }

    /// A record of loading for each of them.
    pub fn loads(&self) -> &[Load] {
        &self.loads
    }

    /// Tables that were found but not loaded, because the search would not use them.
    pub fn not_asked(&self) -> &[TableSpec] {
        &self.not_asked
    }

    /// The names of the tables.
    pub fn names(&self) -> Vec<String> {
        self.tables.iter().map(|table| table.name()).collect()
    }

    /// The checksum of the entries of each table that has a file, by its name: 32 hexadecimal digits.
    pub fn checksums(&self) -> BTreeMap<String, String> {
        let checksum = |table: &Arc<Table>| {
            let checksum = table.file()?.header().content_hash();
            Some((table.name(), format!("{checksum:032x}")))
        };
        self.tables.iter().filter_map(checksum).collect()
    }

    /// The path of a mapped table whose file was modified during the search: results found with it are not proven.
    pub fn changed(&self) -> Option<&Path> {
        self.tables.iter().find_map(|table| table.changed())
    }

    #[doc(hidden)]
    /// The lower bounds of all tables, with at most `lookups` look-ups in each edge table.
    pub fn bounds(&self, lookups: usize) -> TableSet {
        let parts: Vec<_> = self.tables.iter().map(|table| (table.spec(), table.memory().clone())).collect();
        TableSet::new(&parts, lookups)
    }
}
