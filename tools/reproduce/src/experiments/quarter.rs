//! The algorithms of the parallel solver, in quarter turns.

use super::{by_threads, speedup_plot, speedups_over_threads, thread_counts, times_over_threads};
use crate::cases::Case;
use crate::plot::Plot;
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Query, Runner, preset};
use crate::runs::{Run, every, find};
use crate::text::{grouped, percent, seconds, three_digits};

/// Methods without pattern pruning: the time grows by twelve a move, and the whole tree of depth 9 takes minutes.
const UNPRUNED: [&str; 3] = ["iddfs-serial", "recompute", "iddfs-memory-bound"];
const PRUNED: [&str; 2] = ["iddfs-pruned", "iddfs-hash"];
/// Threads of the report's machine.
const MANY: usize = 236;
/// Memory for the transposition table: far more than it needs.
const TABLE_BYTES: u64 = 64 << 20;

pub fn times(runner: &Runner) -> Result<(), Interruption> {
    let (unpruned, pruned) = (runner.deepest(8, 5), runner.deepest(9, 5));
    for case in Case::quarter_turns(pruned.max(unpruned)) {
        let easy = case.length <= unpruned || case.name == "depth 9";
        for method in UNPRUNED.iter().filter(|_| easy).chain(&PRUNED) {
            for &threads in if *method == "iddfs-serial" { &[1][..] } else { &runner.threads } {
                runner.ask(&Query { bytes: TABLE_BYTES, ..Query::new(&case, *method, preset(method), threads) })?;
            }
        }
        if case.length >= 8 {
            let method = PRUNED[1];
            runner.ask(&Query { bytes: TABLE_BYTES, ..Query::new(&case, method, preset(method), MANY) })?;
        }
    }
    Ok(())
}

pub fn present_times(runs: &[Run], runner: &Runner, section: &mut Section) {
    section.table(by_threads("Time to the first solution:", runs, |run| seconds(run.seconds())));
    section.table(against_text(runs));
    section.table(ratios(runs));
    section.table(by_threads("Nodes:", runs, |run| grouped(run.nodes)));
    section.text(
        "The cube of depth 9 is found early in the last length, its inverse in the middle. Quarter turns change the parity of a cube, so that only every other length is searched here: depth 9 after 7, 5, … \
         The report searches all of them, which costs about a twelfth more. Numbers of nodes differ between the algorithms in \
         the last iteration, which ends where the solution is found.",
    );
    section.table(live(runs));
    section.text(
        "A worker's queue holds at most one node of each depth, so that no more than depth × workers + 1 nodes can be alive \
         at one time. The report gives 26 × 236 + 1 nodes of 36 bytes, for its greatest depth.",
    );
    let cases = every(runs, |run| run.case.clone());
    let Some(hardest) = cases.last() else { return };
    let of_case: Vec<Run> = runs.iter().filter(|run| run.case == *hardest).cloned().collect();
    let title = format!("Quarter turns, {hardest}: speed-up to the first solution");
    section.plot(speedup_plot("quarter-speedup", &title, runner.cores, speedups_over_threads(&of_case, hardest)));
    for case in cases {
        let names = [&*format!("quarter-{}", case.replace(' ', "-")), &*format!("Quarter turns, {case}")];
        section.plot(Plot::new(names, ["threads", "time (s)"], (true, true), times_over_threads(runs, &case)));
    }
}

/// The times that the report's text gives.
fn against_text(runs: &[Run]) -> Table {
    let heading = ["cube", "algorithm", "threads there", "time there", "time here, one thread", "time here, at best"];
    let mut table = Table::new("Times in the text of the report (on a Xeon Phi) and here:", heading);
    for (case, method, threads, theirs) in published::QUARTER_SECONDS {
        let ours = runs.iter().filter(|run| run.case == case && run.method == method);
        let best = ours.map(Run::seconds).min_by(f64::total_cmp);
        if let (Some(one), Some(best)) = (find(runs, case, method, 1), best) {
            let cells = [case.to_owned(), method.to_owned(), threads.to_string()];
            table.row(cells.into_iter().chain([theirs, one.seconds(), best].map(seconds)));
        }
    }
    table
}

/// The comparisons that the report makes.
fn ratios(runs: &[Run]) -> Table {
    let mut table = Table::new("Ratios that the report's text gives or implies:", ["what", "report", "here"]);
    let time = |case, method, threads| find(runs, case, method, threads).map(Run::seconds);
    let most = *thread_counts(runs).iter().rev().find(|&&n| n != MANY).unwrap_or(&1);
    let mut add = |what: String, theirs: f64, ours: Option<f64>| {
        if let Some(ours) = ours {
            table.row([what, three_digits(theirs), three_digits(ours)]);
        }
    };
    let over = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
    let at = |case, method, threads| time(case, method, threads);
    let (bound, pruned, recompute) = ("iddfs-memory-bound", "iddfs-pruned", "recompute");
    add(
        "depth 8, one thread: memory-bound without patterns / with".to_owned(),
        311.015_71 / 131.248_74,
        over(at("depth 8", bound, 1), at("depth 8", pruned, 1)),
    );
    add(
        format!("depth 8, 128 threads (here {most}): memory-bound without patterns / with"),
        2.607_953 / 1.200_87,
        over(at("depth 8", bound, most), at("depth 8", pruned, most)),
    );
    add(
        format!("depth 8, 128 threads (here {most}): recompute / memory-bound"),
        5.32 / 2.607_953,
        over(at("depth 8", recompute, most), at("depth 8", bound, most)),
    );
    add(
        format!("depth 9 (here its inverse), hash table: speed-up on {MANY} threads (60 cores there)"),
        46.927,
        over(at("depth 9 inverse", "iddfs-hash", 1), at("depth 9 inverse", "iddfs-hash", MANY)),
    );
    table
}

/// Most nodes alive at one time, compared with the maximum possible.
fn live(runs: &[Run]) -> Table {
    let heading = ["cube", "algorithm", "threads", "most nodes alive", "depth × threads + 1", "share"];
    let mut table = Table::new("Nodes alive at one time, where each node queues its next sibling:", heading);
    for run in runs.iter().filter(|run| run.scheduler.live_peak > 0) {
        let depth: u64 = run.case.split(' ').nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(0);
        let (most, bound) = (run.scheduler.live_peak, depth * run.threads as u64 + 1);
        let cells = [run.case.clone(), run.method.clone(), run.threads.to_string(), grouped(most), grouped(bound)];
        table.row(cells.into_iter().chain([percent(most as f64 / bound as f64)]));
    }
    table
}
