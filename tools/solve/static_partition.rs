//! `--explain`: the part of each worker in a static partition, in the form of the tables of the report that describes
//! it.

use crate::common::exit::Failure;
use crate::setup::{Plan, Setup};
use cubepdb::internals::backend::Threads;
use cubepdb::internals::search::scheduler::static_partition::{Plan as Partition, imbalance};
use cubepdb::internals::search::{Executor, Iteration, Outcome, Scheduler};
use cubepdb::internals::search::{SchedulerStatistics, Share};
use serde::Serialize;
use std::ops::Range;

/// Largest number of workers shown one by one; beyond it, those with equal parts are grouped.
const MOST_COLUMNS: u16 = 24;

/// Largest number of groups of equal numbers; beyond it, a range is shown.
const MOST_GROUPS: usize = 4;

/// Checks that there is something to explain.
pub fn check(plan: &Plan) -> Result<(), Failure> {
    if plan.is_breadth_first() {
        return Err(Failure::usage("--explain shows a static partition; breadth-first search has none"));
    }
    match plan.scheduler() {
        Scheduler::StaticPartition { .. } => Ok(()),
        scheduler => Err(Failure::usage(format!(
            "--explain shows a static partition: it needs --scheduler static, not {scheduler}"
        ))),
    }
}

/// The static partition, if nothing is cut off.
pub fn of_setup(setup: &Setup) -> Vec<String> {
    let (solver, pools) = (&setup.solver, &setup.pools.jobs);
    let mut workers: Vec<u16> = pools.iter().map(|pool| workers(solver.scheduler(), pool)).collect();
    workers.dedup();
    let (moves, bound) = (solver.automaton().letters(), solver.query().max_depth);
    workers.into_iter().flat_map(|workers| of_plan(moves, workers, bound)).collect()
}

fn workers(scheduler: Scheduler, pool: &Threads) -> u16 {
    match scheduler {
        Scheduler::StaticPartition { workers: Some(workers) } => workers,
        _ => pool.workers() as u16,
    }
}

/// Tables 1 to 3 of the report: cubes of each level by worker.
fn of_plan(moves: usize, workers: u16, bound: u8) -> Vec<String> {
    let plan = Partition::new(moves, workers, bound);
    let columns = columns(&plan, workers);
    let heading = |range: &Range<u16>| match range.len() {
        1 => range.start.to_string(),
        _ => format!("{}-{}, each", range.start, range.end - 1),
    };
    let names = std::iter::once("worker".to_owned()).chain(columns.iter().map(heading));
    let mut rows: Vec<Vec<String>> = vec![names.chain(["total".to_owned()]).collect()];
    let assigned = plan.levels().iter().enumerate().skip_while(|(_, deal)| deal.assigned() == 0);
    rows.extend(assigned.map(|(level, deal)| {
        let shares = columns.iter().map(|range| deal.share(range.start).len().to_string());
        let name = std::iter::once(format!("cubes of level {level}"));
        name.chain(shares).chain([deal.assigned().to_string()]).collect()
    }));
    let mut lines = vec![format!(
        "static partition among {workers} workers, {moves} moves, at most {bound} deep, if nothing is cut off:"
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
    let names = ["length", "workers", "assigned cubes", "expanded", "cut off", "total cubes", "imbalance"];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    let divided = || outcome.iterations.iter().filter(|iteration| !iteration.scheduler.shares.is_empty());
    rows.extend(divided().map(row));
    let mut lines = aligned(&rows);
    for (line, _) in lines.iter_mut().skip(1).zip(divided()).filter(|(_, iteration)| !iteration.completed) {
        line.push_str("  (left early)");
    }
    lines
}

fn row(iteration: &Iteration) -> Vec<String> {
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

/// The static partition of the tree of one length.
#[derive(Debug, Serialize)]
pub struct SharesRecord {
    workers: Vec<ShareRecord>,
    expanded: u64,
    cut_off: u64,
}

#[derive(Debug, Serialize)]
struct ShareRecord {
    /// By level, from the root on.
    assigned: Vec<u64>,
    evaluated: u64,
}

impl SharesRecord {
    /// The record, if the tree was divided in advance.
    pub fn of(statistics: &SchedulerStatistics) -> Option<Self> {
        let SchedulerStatistics { shares, unassigned, .. } = statistics;
        let share = |share: &Share| ShareRecord { assigned: share.assigned.clone(), evaluated: share.evaluated };
        (!shares.is_empty()).then(|| Self {
            workers: shares.iter().map(share).collect(),
            expanded: unassigned.expanded,
            cut_off: unassigned.cut_off,
        })
    }
}
