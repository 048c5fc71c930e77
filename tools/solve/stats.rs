//! What `--stats` tells on standard error.

use crate::common::units;
use crate::setup::Setup;
use crate::tables::Loaded;
use cubepdb::cube::Move;
use cubepdb::prune::table::TableStatistics;
use cubepdb::search::Outcome;
use cubepdb::search::scheduler::SchedulerStatistics;
use std::time::Duration;

/// The parts of the search, and how the tables lie in memory.
pub fn of_setup(setup: &Setup) -> Vec<String> {
    let automaton = &setup.solver.options().automaton;
    let mut lines = vec![
        format!("search: {}", setup.recipe),
        format!("automaton: {} states, {} bytes", automaton.states(), automaton.bytes()),
    ];
    lines.extend(of_tables(&setup.loaded, setup.loading));
    lines
}

fn of_tables(loaded: &Loaded, time: Duration) -> Vec<String> {
    let of_table = |(file, (spec, memory)): (&cubepdb::pdb::file::TableFile, &crate::tables::Table)| {
        let path = file.path();
        let kind = if memory.is_mapped() { "mapped" } else { "copied" };
        let (huge, whole) = (units::size(memory.huge_page_bytes()), units::size(memory.len() as u64));
        format!("table {spec}: {}, {kind}, {huge} of {whole} in huge pages", path.display())
    };
    let mut lines: Vec<String> = loaded.files.iter().zip(&loaded.tables).map(of_table).collect();
    lines.push(format!("tables ready after {}", units::time(time)));
    lines
}

/// What the search for one cube did, and the table of states so far.
pub fn of_search(outcome: &Outcome<Move>, table: Option<&TableStatistics>) -> Vec<String> {
    let mut lines = of_iterations(outcome);
    lines.push(of_schedulers(outcome));
    lines.extend(table.map(of_states));
    lines
}

fn of_iterations(outcome: &Outcome<Move>) -> Vec<String> {
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

/// What the schedulers of all iterations did.
fn of_schedulers(outcome: &Outcome<Move>) -> String {
    let sum = outcome.iterations.iter().fold(SchedulerStatistics::default(), |mut sum, iteration| {
        sum += iteration.scheduler;
        sum
    });
    let live = if sum.live_peak > 0 { format!(", at most {} nodes alive", sum.live_peak) } else { String::new() };
    let waited = units::time(sum.waited());
    format!("subtrees: {}, steals: {}, workers waited {waited} in all{live}", sum.subtrees, sum.steals)
}

/// What the table of states did for all cubes so far.
fn of_states(table: &TableStatistics) -> String {
    let TableStatistics { hits, stale, inserts, replaced, raised, refused, cas_retries, chained, entries, bytes } =
        *table;
    format!(
        "table of states: {entries} entries, {}; {inserts} inserts ({chained} chained, {replaced} in the place of another, \
         {cas_retries} compare-and-swap retries), {raised} raised, {refused} refused; {hits} hits, {stale} stale",
        units::size(bytes)
    )
}
