//! Parameters of two schedulers.

use super::by_threads;
use crate::cases::Case;
use crate::plot::{Plot, Series};
use crate::report::{Section, Table};
use crate::runner::{Expected, Interruption, Query, Runner, preset};
use crate::runs::{Run, every};
use crate::text::{grouped, percent, seconds, three_digits};
use cubepdb::plan::{Scheduler, StealingOrder};

/// Numbers of threads: as many as cores, and more.
fn threads(runner: &Runner) -> Vec<usize> {
    let most = runner.threads.last().copied().unwrap_or(runner.cores);
    if most > runner.cores { vec![runner.cores, most] } else { vec![runner.cores] }
}

/// Proofs that a cube has no shorter solution: the same nodes whatever the parameters.
fn prove(
    runner: &Runner,
    base: &str,
    usual: u8,
    schedulers: &[(String, Scheduler)],
    threads: &[usize],
) -> Result<(), Interruption> {
    let Some(case) = Case::paracube(runner.deepest(usual, 8) + 1, 1).pop() else { return Ok(()) };
    let expected = Expected::Nothing(case.length - 1);
    for &threads in threads {
        for (name, scheduler) in schedulers {
            let plan = preset(base).with_scheduler(*scheduler);
            runner.ask(&Query { expected, ..Query::new(&case, name.clone(), plan, threads) })?;
        }
    }
    Ok(())
}

pub fn heights(runner: &Runner) -> Result<(), Interruption> {
    let schedulers: Vec<_> =
        (5..=12).map(|height| (format!("D = {height}"), Scheduler::SharedPath { height })).collect();
    prove(runner, "ida-iter-omp", 12, &schedulers, &threads(runner))
}

pub fn present_heights(runs: &[Run], _: &Runner, section: &mut Section) {
    let heading = ["threads", "D", "time", "subtrees taken", "waited for the path or for work"];
    let mut table = Table::new(intro(runs), heading);
    for run in runs {
        let height = run.method.trim_start_matches("D = ").to_owned();
        let figures = [seconds(run.seconds()), grouped(run.scheduler.subtrees), percent(run.waiting())];
        table.row([run.threads.to_string(), height].into_iter().chain(figures));
    }
    section.table(table);
    section.text(
        "The report found D = 9 best up to 14 moves, with less than 1 % of the time spent waiting. Low subtrees are many, and \
         each is fetched from the shared path; high ones are few, and when they run out some threads have nothing to do. With \
         more threads than cores, a thread that waits for its turn on a core while it holds the path counts as one that all \
         others wait for.",
    );
    let line = |&threads: &usize| {
        let of_threads = runs.iter().filter(|run| run.threads == threads);
        let point = |run: &Run| Some((run.method.trim_start_matches("D = ").parse().ok()?, run.seconds()));
        Series::new(format!("{threads} threads"), of_threads.filter_map(point))
    };
    let names = ["paracube-height", "Shared path: height of the subtrees"];
    let labels = ["height D of the subtrees (moves)", "time (s)"];
    section.plot(Plot::new(names, labels, (false, false), every(runs, |run| run.threads).iter().map(line)));
}

fn intro(runs: &[Run]) -> String {
    runs.first().map_or(String::new(), |run| {
        format!("Proof that {} has no solution of fewer moves ({} nodes each):", run.case, grouped(run.nodes))
    })
}

pub fn limits(runner: &Runner) -> Result<(), Interruption> {
    let orders = [("ascending", StealingOrder::Ascending), ("xor", StealingOrder::Xor)];
    let of_order =
        |(name, order)| (1..=8).map(move |limit| (format!("S = {limit} {name}"), Scheduler::Stealing { limit, order }));
    let schedulers: Vec<_> = orders.into_iter().flat_map(of_order).collect();
    let threads = threads(runner);
    prove(runner, "ida-iter-uneven", 12, &schedulers, &threads[..1])?;
    prove(runner, "ida-iter-uneven", 11, &schedulers, &threads[1..])
}

pub fn present_limits(runs: &[Run], _: &Runner, section: &mut Section) {
    let mut table = Table::new(
        "Proofs that a cube has no solution of fewer moves:",
        ["cube", "threads", "S and order", "time", "subtrees", "steals", "waited for work"],
    );
    for run in runs {
        let statistics = [grouped(run.scheduler.subtrees), grouped(run.scheduler.steals), percent(run.waiting())];
        let cells = [run.case.clone(), run.threads.to_string(), run.method.clone(), seconds(run.seconds())];
        table.row(cells.into_iter().chain(statistics));
    }
    section.table(table);
    section.table(by_threads("Million nodes a second:", runs, |run| three_digits(run.speed() / 1e6)));
    section.text(
        "The report found S = 3 best, and no significant difference between the orders. Here a thread that has run out of work \
         takes half of the untried branches of the shallowest node of another, so that steals are few whatever the limit, and \
         the order makes no difference; a low limit costs because the walk above it is one that others can see.",
    );
}
