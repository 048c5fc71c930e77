//! `--explain`: the part of each worker in a static partition, in the form of the tables of the report that describes
//! it.

use crate::common::exit::Failure;
use crate::common::output::write_file;
use crate::common::units::counted;
use crate::partition_picture;
use crate::setup::Setup;
use cubepdb::internals::search::scheduler::static_partition::{Partition, imbalance};
use cubepdb::{
    Threads,
    plan::{Distribution, Plan, Scheduler, Strategy},
    search::{Executor, IterationReport, Outcome, RankStatistics, SchedulerStatistics},
};
use std::ops::Range;
use std::path::Path;

/// Largest number of workers shown one by one; beyond it, those with equal parts are grouped.
const MOST_COLUMNS: u16 = 24;

/// Largest number of groups of equal numbers; beyond it, a range is shown.
const MOST_GROUPS: usize = 4;

/// The meaning of the words of the tables.
const LEGEND: [&str; 7] = [
    "level            cubes that are reached by this number of moves",
    "worker           it searches its cubes and everything below them, and nothing else",
    "expanded before  cubes of no worker: the level below has their children instead",
    "assigned cubes   after the search, for each length: how many a worker evaluated, and in brackets how many workers did",
    "expanded         cubes of no worker whose children were made",
    "cut off          cubes of no worker that are too far from solved, by their lower bounds",
    "imbalance        how much more the busiest worker evaluated than the one with the least",
];

/// The same for ranks.
const LEGEND_OF_RANKS: [&str; 6] = [
    "level            cubes that are reached by this number of moves",
    "rank             it searches its cubes and everything below them, and nothing else",
    "expanded before  cubes of no rank: the level below has their children instead",
    "nodes of a rank  after the search, for each length; in brackets how many ranks searched as many",
    "top              nodes of no rank, which were made to divide the tree",
    "imbalance        how much more the busiest rank searched than the one with the least",
];

/// Checks that there is something to explain.
pub fn check(plan: &Plan, is_several: bool) -> Result<(), Failure> {
    let Some(scheduler) = plan.scheduler() else {
        return Err(Failure::usage("--explain shows a static partition; breadth-first search has none"));
    };
    if is_several {
        return match plan.distribution.unwrap_or_default() {
            Distribution::StaticPartition => Ok(()),
            other => Err(Failure::usage(format!(
                "--explain shows a static partition: among ranks it needs --distribution static, not {other}"
            ))),
        };
    }
    match scheduler {
        Scheduler::StaticPartition { .. } => Ok(()),
        scheduler => Err(Failure::usage(format!(
            "--explain shows a static partition: it needs --scheduler static, not {scheduler}"
        ))),
    }
}

/// The static partition, if nothing is cut off; with a legend. Draws it, too, if there is a file for the picture.
pub fn of_setup(setup: &Setup, picture: Option<&Path>, replace: bool) -> Result<Vec<String>, Failure> {
    let (solver, pools) = (setup.opened(), &setup.pools);
    if matches!(setup.solver.strategy(), Some(Strategy::TwoSided { .. })) {
        return Err(Failure::usage(
            "--explain shows a static partition; a search from both ends has none: add --kernel iterative",
        ));
    }
    let ranks = pools.communicator.as_ref().map(|communicator| communicator.count() as u16);
    let who = if ranks.is_some() { "rank" } else { "worker" };
    let mut workers: Vec<u16> = match ranks {
        Some(ranks) => vec![ranks],
        None => pools.jobs.iter().map(|pool| workers(setup.solver.plan().depth_first().scheduler, pool)).collect(),
    };
    workers.dedup();
    let (moves, bound) = (solver.automaton().letters(), setup.solver.plan().query.max_depth);
    if let Some((out, &workers)) = picture.zip(workers.first()) {
        let scene = partition_picture::draw(&Partition::new(moves, workers, bound), workers, who, moves, bound);
        write_file(out, scene.svg().as_bytes(), replace).map_err(Failure::of_output)?;
    }
    let mut lines: Vec<String> = workers.into_iter().flat_map(|workers| of_plan(moves, workers, who, bound)).collect();
    let legend = if ranks.is_some() { &LEGEND_OF_RANKS[..] } else { &LEGEND };
    lines.extend(legend.iter().map(|line| format!("  {line}")));
    Ok(lines)
}

fn workers(scheduler: Scheduler, pool: &Threads) -> u16 {
    match scheduler {
        Scheduler::StaticPartition { workers: Some(workers) } => workers,
        _ => pool.workers() as u16,
    }
}

/// Tables 1 to 3 of the report: cubes of each level by worker.
fn of_plan(moves: usize, workers: u16, who: &str, bound: u8) -> Vec<String> {
    let plan = Partition::new(moves, workers, bound);
    let columns = columns(&plan, workers);
    let heading = |range: &Range<u16>| match range.len() {
        1 => range.start.to_string(),
        _ => format!("{}-{}, each", range.start, range.end - 1),
    };
    let names = std::iter::once(who.to_owned()).chain(columns.iter().map(heading));
    let mut rows: Vec<Vec<String>> = vec![names.chain(["total".to_owned()]).collect()];
    let assigned = plan.levels().iter().enumerate().skip_while(|(_, deal)| deal.assigned() == 0);
    rows.extend(assigned.map(|(level, deal)| {
        let shares = columns.iter().map(|range| deal.share(range.start).len().to_string());
        let name = std::iter::once(format!("cubes of level {level}"));
        name.chain(shares).chain([deal.assigned().to_string()]).collect()
    }));
    let mut lines = vec![format!(
        "static partition among {}, {moves} moves, at most {bound} deep, if nothing is cut off:",
        counted(workers, who)
    )];
    lines.extend(aligned(&rows));
    lines.push(format!("expanded before: {}", plan.expanded()));
    lines
}

/// The workers one by one or, if they are many, grouped by equal parts.
fn columns(plan: &Partition, workers: u16) -> Vec<Range<u16>> {
    if workers <= MOST_COLUMNS {
        return (0..workers).map(|worker| worker..worker + 1).collect();
    }
    let shares = |worker: u16| plan.levels().iter().map(move |deal| deal.share(worker).len());
    let ends = (1..=workers).filter(|&end| end == workers || !shares(end).eq(shares(end - 1)));
    let mut start = 0;
    ends.map(|end| std::mem::replace(&mut start, end)..end).collect()
}

/// Table 4 of the report, with a line for each length searched: cubes evaluated, with the number of workers in
/// brackets.
pub fn of_search<M>(outcome: &Outcome<M>) -> Vec<String> {
    if outcome.iterations.iter().any(|iteration| !iteration.scheduler.ranks.is_empty()) {
        return of_ranks(outcome);
    }
    let names = ["length", "workers", "assigned cubes", "expanded", "cut off", "total cubes", "imbalance"];
    let divided = outcome.iterations.iter().filter(|iteration| !iteration.scheduler.shares.is_empty());
    table(&names, divided, row)
}

/// A row for each of these iterations.
fn table<'a>(
    names: &[&str],
    iterations: impl Iterator<Item = &'a IterationReport>,
    row: impl Fn(&IterationReport) -> Vec<String>,
) -> Vec<String> {
    let (mut rows, mut endings) = (vec![names.iter().map(|&name| name.to_owned()).collect()], vec![""]);
    for iteration in iterations {
        rows.push(row(iteration));
        endings.push(if iteration.completed { "" } else { "  (left early)" });
    }
    aligned(&rows).into_iter().zip(endings).map(|(line, ending)| line + ending).collect()
}

/// The same for ranks: nodes searched.
fn of_ranks<M>(outcome: &Outcome<M>) -> Vec<String> {
    let names = ["length", "ranks", "nodes of a rank", "top", "total nodes", "imbalance"];
    let divided = outcome.iterations.iter().filter(|iteration| !iteration.scheduler.ranks.is_empty());
    table(&names, divided, |iteration| {
        let ranks = &iteration.scheduler.ranks;
        let nodes: Vec<u64> = ranks.iter().map(|rank| rank.nodes - rank.top).collect();
        let imbalance = imbalance(nodes.iter().copied().map(u128::from)).map_or("-".to_owned(), percent);
        let sum = |of: fn(&RankStatistics) -> u64| ranks.iter().map(of).sum::<u64>().to_string();
        let (top, total) = (sum(|rank| rank.top), sum(|rank| rank.nodes));
        let [length, count] = [iteration.bound.to_string(), ranks.len().to_string()];
        vec![length, count, grouped(nodes), top, total, imbalance]
    })
}

fn row(iteration: &IterationReport) -> Vec<String> {
    let SchedulerStatistics { shares, unassigned, .. } = &iteration.scheduler;
    let evaluated: Vec<u64> = shares.iter().map(|share| share.evaluated).collect();
    let total = evaluated.iter().sum::<u64>() + unassigned.expanded + unassigned.cut_off;
    let imbalance = imbalance(evaluated.iter().copied().map(u128::from)).map_or("-".to_owned(), percent);
    let mut row = vec![iteration.bound.to_string(), shares.len().to_string(), grouped(evaluated)];
    row.extend([unassigned.expanded, unassigned.cut_off, total].map(|count| count.to_string()));
    row.push(imbalance);
    row
}

/// `7804273 (2), 7826894 (3)`: numbers, and the number of occurrences of each if there are several.
fn grouped(mut numbers: Vec<u64>) -> String {
    numbers.sort_unstable();
    let groups: Vec<&[u64]> = numbers.chunk_by(|a, b| a == b).collect();
    match groups[..] {
        [all] => all[0].to_string(),
        [first, .., last] if groups.len() > MOST_GROUPS => format!("{} to {}", first[0], last[0]),
        _ => groups.iter().map(|group| format!("{} ({})", group[0], group.len())).collect::<Vec<_>>().join(", "),
    }
}

/// Hundredths of a percent in the format of the report.
fn percent(hundredths: u128) -> String {
    match hundredths {
        0 => "0%".to_owned(),
        _ => format!("{}.{:02}%", hundredths / 100, hundredths % 100),
    }
}

/// Columns of a common width, the first one left-aligned.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let cell = |(column, text): (usize, &String)| match column {
        0 => format!("{text:<0$}", widths[0]),
        _ => format!("  {text:>0$}", widths[column]),
    };
    rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect()
}
