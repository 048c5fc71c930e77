//! Default tables, for callers that name none: those of a local directory, else those of the cache directory, built the
//! first time.

use super::places::in_directory;
use super::selection::create_directory;
use super::{BuildReason, Report, Table, TableError, TableEvent, TableSelection};
use crate::cube::Metric;
use crate::pdb::build::memory_needed;
use crate::pdb::choice::{build_time, choose_level, expected_lookups, is_stronger, kept_h48, lookups_of_random_cube};
use crate::pdb::file::{Header, TableFile};
use crate::pdb::generate::{BuildOptions, generate_and_use};
use crate::pdb::h48::H48Level;
use crate::pdb::places::table_path;
use crate::pdb::{EdgeSet, Pattern, TableSpec};
use crate::storage::{TableMemory, available_memory};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The tables for a heuristic that names them, and for memory that holds no H48 table: three seconds on two cores, 0.3
/// GB.
fn small_tables(metric: Metric) -> [TableSpec; 2] {
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR,FL,BL").expect("seven different edges");
    [Pattern::Corners, Pattern::Edges(edges)].map(|pattern| TableSpec::new(pattern, metric))
}

/// A default table, and the reason for choosing it.
pub(crate) struct Choice {
    pub(crate) spec: TableSpec,
    pub(crate) reason: BuildReason,
    /// A larger table that would be built if this one were not in the cache directory.
    larger: Option<TableSpec>,
}

impl Choice {
    fn new(spec: TableSpec, reason: BuildReason) -> Self {
        Self { spec, reason, larger: None }
    }
}

/// The largest level of the H48 table that is built first, after a table of corners: two or three seconds on two cores.
const FIRST_LEVEL: u8 = 3;

impl TableSelection {
    /// Returns whether default tables would be read and not built: there are some in the local or the cache directory,
    /// or tables are named.
    pub fn has_tables(&self) -> bool {
        let kept = |cache: &Path| !kept_h48(self.metric, cache, self.most_memory(available_memory()).1).is_empty();
        !self.paths.is_empty()
            || !self.tables.is_empty()
            || self.local_tables(&mut |_| ()).is_ok_and(|files| !files.is_empty())
            || self.cache.as_deref().is_some_and(kept)
    }

    /// The default tables that searches go through while they last: the smallest and the largest H48 table of the cache
    /// directory or, if there is none, the corners and a small H48 table; and then a larger one that is to be built if
    /// searches last.
    pub(crate) fn steps(&self) -> Vec<Choice> {
        let (metric, (available, most)) = (self.metric, self.most_memory(available_memory()));
        let kept = self.cache.as_deref().map_or_else(Vec::new, |cache| kept_h48(metric, cache, most));
        let limit = self.max_memory.filter(|limit| *limit < available);
        let mut steps: Vec<Choice> = kept
            .iter()
            .enumerate()
            .filter(|(number, _)| *number == 0 || number + 1 == kept.len())
            .map(|(_, spec)| Choice::new(*spec, BuildReason::Cached))
            .collect();
        let Some(level) = choose_level(metric, available, self.max_memory).filter(|_| self.build_missing) else {
            return steps;
        };
        let largest = TableSpec::new(level, metric);
        if kept.is_empty() && level.flips() > FIRST_LEVEL {
            let corners = TableSpec::new(Pattern::Corners, metric);
            let is_there = self.cache.as_deref().is_some_and(|cache| table_path(&corners, cache).exists());
            steps.push(Choice::new(corners, if is_there { BuildReason::Cached } else { BuildReason::First }));
            let first = H48Level::new(FIRST_LEVEL).expect("a level");
            steps.push(Choice::new(TableSpec::new(first, metric), BuildReason::First));
        }
        if kept.iter().all(|spec| spec.bytes() < largest.bytes()) {
            let reason =
                if steps.is_empty() { BuildReason::LargestThatFits { available, limit } } else { BuildReason::Pays };
            steps.push(Choice::new(largest, reason));
        }
        steps
    }

    /// The fitting tables of the local directory. None if the heuristic wants none of them, or if it is free to choose
    /// and the cache directory holds a stronger one.
    pub(super) fn local_tables(&self, report: Report<'_>) -> Result<Vec<TableFile>, TableError> {
        let Some(local) = self.local.as_deref().filter(|local| local.is_dir()) else { return Ok(Vec::new()) };
        let fitting = in_directory(local, self.metric, report)?;
        if !fitting.iter().any(|file| self.heuristic.wants(&file.spec())) {
            return Ok(Vec::new());
        }
        let is_free = self.heuristic.is_auto() && self.two_sided;
        let most = self.most_memory(available_memory()).1;
        let kept = self.cache.as_deref().filter(|_| is_free).and_then(|cache| kept_h48(self.metric, cache, most).pop());
        let passed_over: Vec<TableSpec> = fitting.iter().map(TableFile::spec).collect();
        if let Some(used) = kept.filter(|kept| is_stronger(kept, passed_over.iter().copied())) {
            report(TableEvent::Stronger { used, passed_over: &passed_over });
            return Ok(Vec::new());
        }
        Ok(fitting)
    }
}

/// The tables of the local directory if it holds a fitting one and the cache directory nothing stronger, else those of
/// the cache directory, completed by default tables.
pub(super) fn files(
    selection: &TableSelection,
    stop: &AtomicBool,
    report: Report<'_>,
) -> Result<Vec<TableFile>, TableError> {
    let choices = choices(selection, available_memory());
    let local = selection.local_tables(report)?;
    if !local.is_empty() {
        note_weaker(&local, &choices, report);
        return Ok(local);
    }
    let cache = selection.cache.as_deref().ok_or(TableError::NoCacheDirectory)?;
    for Choice { spec, larger, .. } in &choices {
        if let Some(larger) = *larger {
            report(TableEvent::LargerFits { used: *spec, larger });
        }
    }
    choices.iter().map(|choice| open_or_build(choice, cache, selection, stop, report)).collect()
}

pub(super) fn open_or_build(
    choice: &Choice,
    cache: &Path,
    selection: &TableSelection,
    stop: &AtomicBool,
    report: Report<'_>,
) -> Result<TableFile, TableError> {
    let path = table_path(&choice.spec, cache);
    if !path.exists() {
        build(choice, cache, selection, stop, report, |_| ())?;
    }
    open(&choice.spec, &path).map_err(TableError::of_default)
}

/// Builds a default table in the cache directory, which it makes if need be, and hands the table over before it is
/// written. If another process has built it meanwhile, `built` is not called.
pub(super) fn build(
    Choice { spec, reason, .. }: &Choice,
    cache: &Path,
    selection: &TableSelection,
    stop: &AtomicBool,
    report: Report<'_>,
    built: impl FnOnce(Table),
) -> Result<(), TableError> {
    let path = &table_path(spec, cache);
    if !selection.build_missing {
        return Err(TableError::NotBuilt { spec: *spec, path: path.clone() });
    }
    create_directory(cache)?;
    let needed = memory_needed(spec);
    if let Some(limit) = selection.max_memory.filter(|limit| *limit < needed) {
        return Err(TableError::MemoryLimit { spec: *spec, needed, limit });
    }
    let estimate = build_time(spec, rayon::current_num_threads());
    report(TableEvent::Building { spec: *spec, path, reason: *reason, estimate });
    let options =
        BuildOptions { resume: true, wait: true, max_memory: selection.max_memory, ..BuildOptions::default() };
    let mut tell = |event: crate::pdb::generate::BuildEvent<'_>| {
        report(TableEvent::Progress { spec: *spec, path, event: &event });
    };
    let built = |memory: &Arc<TableMemory>, header: &Header| {
        built(Table::new(*spec, memory.clone(), *header.distribution()));
    };
    let done = generate_and_use(spec, path, &options, stop, &mut tell, built);
    report(TableEvent::BuildEnded);
    done.map(|_| ()).map_err(TableError::build(spec))
}

/// Opens a default table. Its header decides which table it is, not its name.
pub(super) fn open(spec: &TableSpec, path: &Path) -> Result<TableFile, TableError> {
    let file = TableFile::open(path)?;
    if file.spec() != *spec {
        return Err(TableError::OtherTable { path: path.to_owned(), found: file.spec(), expected: *spec });
    }
    Ok(file)
}

/// The default tables that the heuristic needs.
fn choices(selection: &TableSelection, available: u64) -> Vec<Choice> {
    let TableSelection { metric, heuristic, .. } = selection;
    let small = |reason| {
        let wanted = small_tables(*metric).into_iter().filter(|spec| heuristic.wants(spec));
        wanted.map(|spec| Choice::new(spec, reason)).collect::<Vec<_>>()
    };
    let levels = H48Level::all().map(|level| TableSpec::new(level, *metric));
    let h48: Vec<TableSpec> = levels.filter(|spec| heuristic.wants(spec)).collect();
    let mut choices = if heuristic.is_auto() { Vec::new() } else { small(BuildReason::Named) };
    if h48.len() < H48Level::all().count() {
        // The heuristic may name the levels that it wants.
        choices.extend(h48.into_iter().map(|spec| Choice::new(spec, BuildReason::Named)));
        return choices;
    }
    let available = selection.most_memory(available);
    match default_h48(selection, available) {
        Some(choice) => choices.push(choice),
        None if heuristic.is_auto() => {
            choices = small(BuildReason::LittleMemory { available: available.1 });
            let fits = |choice: &Choice| memory_needed(&choice.spec) <= available.1;
            if choices.iter().any(fits) {
                choices.retain(fits);
            }
        }
        None => {}
    }
    choices
}

/// Chooses the H48 table of the cache directory, or the one to build there, that suits the free memory, at most a given
/// part of which may be used.
pub(super) fn default_h48(selection: &TableSelection, (available, most): (u64, u64)) -> Option<Choice> {
    let TableSelection { metric, cache, max_memory, .. } = selection;
    let made = choose_level(*metric, available, *max_memory).map(|level| TableSpec::new(level, *metric));
    let kept = cache.as_deref().and_then(|cache| kept_h48(*metric, cache, most).pop());
    if let Some(spec) = kept {
        let larger = made.filter(|made| made.bytes() > spec.bytes());
        return Some(Choice { larger, ..Choice::new(spec, BuildReason::Cached) });
    }
    let limit = max_memory.filter(|limit| *limit < available);
    made.map(|spec| Choice::new(spec, BuildReason::LargestThatFits { available, limit }))
}

/// Reports that the tables at hand may be weaker than the default ones.
fn note_weaker(fitting: &[TableFile], choices: &[Choice], report: Report<'_>) {
    let covers = |own: &TableSpec, default: &TableSpec| {
        own == default || own.h48().is_some() && default.h48().is_some() && own.bytes() >= default.bytes()
    };
    let used: Vec<TableSpec> = fitting.iter().map(TableFile::spec).collect();
    let is_there = |spec: &TableSpec| used.iter().any(|own| covers(own, spec));
    let missing: Vec<TableSpec> = choices.iter().map(|choice| choice.spec).filter(|spec| !is_there(spec)).collect();
    if !missing.is_empty() {
        let has_h48 = choices.iter().any(|choice| choice.spec.h48().is_some());
        let with_default = missing.iter().find_map(lookups_of_random_cube);
        let times = with_default.map(|default| lookups(fitting) / default);
        report(TableEvent::UsedInstead { used: &used, missing: &missing, has_h48, times });
    }
}

/// Look-ups that a cube of eighteen half-turn moves takes with these tables, by estimate.
fn lookups(files: &[TableFile]) -> f64 {
    const MOVES: usize = 18;
    let h48 = files.iter().filter_map(|file| lookups_of_random_cube(&file.spec())).reduce(f64::min);
    h48.unwrap_or_else(|| {
        let distributions: Vec<_> = files.iter().map(|file| *file.header().distribution()).collect();
        expected_lookups(&distributions, MOVES)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choice depends on the memory of this machine; the order does not.
    #[test]
    fn small_tables_come_before_large_ones() {
        let directory = tempfile::tempdir().unwrap();
        let selection = |max_memory| TableSelection {
            cache: Some(directory.path().to_owned()),
            max_memory,
            ..TableSelection::new(Metric::HalfTurn)
        };
        let names =
            |max_memory| -> Vec<String> { selection(max_memory).steps().iter().map(|step| step.spec.name()).collect() };
        let all = names(None);
        if all.len() > 1 {
            assert_eq!(all[..2], ["corners", "h48-3"]);
        }
        assert!(names(Some(1 << 20)).is_empty() && !selection(None).has_tables());
        // Tables of the cache directory are taken as they are: the smallest and the largest.
        for name in ["h48-0.pdb", "h48-1.pdb", "h48-2.pdb"] {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        assert_eq!(names(None)[..2], ["h48-0", "h48-2"]);
        assert_eq!(names(Some(1 << 20)), [] as [&str; 0], "they are larger than what may be used");
    }
}
