//! The text of `--stats`, on standard error.

use crate::common::units;
use crate::setup::Setup;
use clap::ValueEnum;
use cubepdb::{
    Load, LoadedTables, Table, TableSpec,
    devices::DeviceInfo,
    search::{Outcome, RankStatistics, SchedulerStatistics, TableStatistics},
};
use std::path::Path;
use std::time::Duration;

/// The form of the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsForm {
    /// Tables for people.
    Text,
    /// One JSON object for each iteration.
    Json,
}

/// The parts of the search, and how the tables lie in memory.
pub fn of_setup(setup: &Setup) -> Vec<String> {
    let mut lines = vec![format!("search: {}", setup.parts)];
    let opened = setup.solver.opened().filter(|_| !setup.solver.plan().is_by_stickers());
    if let Some(opened) = &opened {
        let automaton = opened.automaton();
        lines.push(format!(
            "automaton: {}, {} bytes",
            units::counted(automaton.states() as u64, "state"),
            automaton.bytes()
        ));
        lines.extend(setup.choice.clone());
    }
    lines.extend(setup.pools.described());
    lines
        .extend(setup.devices.iter().flat_map(|options| options.devices.iter().map(|device| of_device(device.info()))));
    if opened.is_some() {
        lines.extend(of_tables(&setup.solver.loaded(), setup.solver.loading()));
    } else if !setup.solver.plan().is_by_stickers() {
        lines.push("tables: none so far; they come if the search lasts, and counts then depend on when".to_owned());
    }
    lines
}

fn of_device(info: &DeviceInfo) -> String {
    let (memory, units) = (units::size(info.memory), units::counted(info.units, "compute unit"));
    format!("{info}: {memory} of memory, {units}, {}", info.driver)
}

fn of_tables(loaded: &LoadedTables, time: Duration) -> Vec<String> {
    let mut lines: Vec<String> =
        loaded.tables().iter().zip(loaded.loads()).map(|(table, load)| of_table(table, load)).collect();
    if !loaded.not_asked().is_empty() {
        let names: Vec<String> = loaded.not_asked().iter().map(TableSpec::name).collect();
        lines.push(format!("not needed, and not loaded: {}", names.join(", ")));
    }
    lines.push(format!("tables ready after {}", units::time(time)));
    lines
}

fn of_table(table: &Table, load: &Load) -> String {
    let path = table.path().unwrap_or(Path::new("in memory")).display();
    let (spec, memory) = (table.spec(), table.memory());
    let kind = if memory.is_mapped() { "mapped" } else { "copied" };
    let checked = if load.checked { "all blocks checked" } else { "blocks not checked" };
    let [huge, whole] = [memory.huge_page_bytes(), memory.len() as u64].map(units::size);
    let time = units::time(load.time);
    format!("table {spec}: {path}, {kind} in {time}, {checked}, {huge} of {whole} in huge pages")
}

/// The work of the search for one cube.
pub fn of_search<M>(outcome: &Outcome<M>) -> Vec<String> {
    let mut lines = of_iterations(outcome);
    let sum = outcome.scheduler();
    lines.push(of_schedulers(&sum));
    lines.extend(of_ranks(&sum));
    lines.extend(outcome.transpositions.as_ref().map(of_states));
    lines
}

fn of_iterations<M>(outcome: &Outcome<M>) -> Vec<String> {
    let mut lines = vec!["length        nodes     expanded      lookups     time   nodes/s".to_owned()];
    lines.extend(outcome.iterations.iter().map(|i| {
        let rate = units::count(i.counters.nodes as f64 / i.time.as_secs_f64());
        let (counters, time) = (&i.counters, units::time(i.time));
        let note = if i.completed { "" } else { "  (left early)" };
        let (nodes, expanded, lookups) = (counters.nodes, counters.expanded, counters.lookups);
        format!("{:>6} {nodes:>12} {expanded:>12} {lookups:>12} {time:>8} {rate:>9}{note}", i.bound)
    }));
    lines
}

/// Their sum in a line.
fn of_schedulers(sum: &SchedulerStatistics) -> String {
    let live = if sum.live_peak > 0 { format!(", at most {} nodes alive", sum.live_peak) } else { String::new() };
    let waited = units::time(sum.waited());
    format!("subtrees: {}, steals: {}, workers waited {waited} in all{live}", sum.subtrees, sum.steals)
}

/// The work of each rank, where there are several.
fn of_ranks(sum: &SchedulerStatistics) -> Vec<String> {
    if sum.ranks.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["  rank        nodes     subtrees     received     messages   waited".to_owned()];
    lines.extend(sum.ranks.iter().enumerate().map(|(number, rank)| {
        let RankStatistics { nodes, subtrees, received, messages, waited_ns, .. } = *rank;
        let waited = units::time(Duration::from_nanos(waited_ns));
        format!("{number:>6} {nodes:>12} {subtrees:>12} {received:>12} {messages:>12} {waited:>8}")
    }));
    lines
}

/// The work of the transposition table.
fn of_states(table: &TableStatistics) -> String {
    let TableStatistics { hits, stale, inserts, replaced, raised, refused, cas_retries, chained, entries, bytes } =
        *table;
    format!(
        "transposition table: {entries} entries, {}; {inserts} inserts ({chained} chained, {replaced} in the place of another, \
         {cas_retries} compare-and-swap retries), {raised} raised, {refused} refused; {hits} hits, {stale} stale",
        units::size(bytes)
    )
}
