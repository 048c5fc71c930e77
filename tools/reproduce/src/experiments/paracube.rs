//! ParaCube's methods: times, speed-ups, and the speed-ups that remain when every number of threads searches the same
//! nodes.

use super::{
    against_published, by_threads, over_threads, speedup_plot, speedups, speedups_over_threads, times_over_threads,
};
use crate::cases::Case;
use crate::plot::{Plot, Series};
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Expected, Interruption, Query, Runner, preset};
use crate::runs::{Run, every, find};
use crate::text::{grouped, seconds, three_digits};

const SERIAL: [&str; 2] = ["ida-rec-seq", "ida-iter-seq"];
const PARALLEL: [&str; 5] =
    ["ida-rec-first-level", "ida-rec-omp", "ida-iter-main-worker", "ida-iter-omp", "ida-iter-uneven"];
/// The factor by which one more move lengthens a search without a database.
const GROWTH: f64 = 13.4;

pub fn times(runner: &Runner) -> Result<(), Interruption> {
    for case in Case::paracube(runner.deepest(11, 9), 2) {
        for method in SERIAL {
            runner.ask(&Query::new(&case, method, preset(method), 1))?;
        }
        for method in PARALLEL {
            for &threads in &runner.threads {
                runner.ask(&Query::new(&case, method, preset(method), threads))?;
            }
        }
    }
    for method in ["bfs", "ida-no-db"] {
        let mut expected = 0.0;
        for case in Case::paracube(runner.deepest(9, 6), usize::MAX) {
            if !runner.affordable(expected) {
                break;
            }
            let run = runner.ask(&Query::new(&case, method, preset(method), 1))?;
            if run.refused.is_some() {
                break;
            }
            expected = run.seconds() * GROWTH;
        }
    }
    Ok(())
}

pub fn present_times(runs: &[Run], _: &Runner, section: &mut Section) {
    let plain = |run: &Run| ["bfs", "ida-no-db"].contains(&run.method.as_str());
    let (plain, database): (Vec<Run>, Vec<Run>) = runs.iter().cloned().partition(plain);
    section.table(by_threads("Time to the first solution, with the corner database:", &database, |run| {
        seconds(run.seconds())
    }));
    section.table(against_times(&database));
    section.text(
        "The report's two tables are of a recursive solver that went on after a solution was found, and of its best one, \
         on a larger machine. More threads than cores cannot be faster but by luck: they start in other places of the tree, \
         and one of them may be near a solution.",
    );
    let mut table = Table::new("Without the database, one thread:", ["cube", "method", "time", "nodes"]);
    for run in &plain {
        let time =
            run.refused.map_or(seconds(run.seconds()), |bytes| format!("refused: needs {} bytes", grouped(bytes)));
        table.row([run.case.clone(), run.method.clone(), time, grouped(run.nodes)]);
    }
    section.table(table);
    section.text("The report's breadth-first search ended at depth 6, its search without a database at depth 9.");
    if let Some(case) = every(&database, |run| run.case.clone()).last() {
        let names = ["paracube-times", &format!("{case}: time to the first solution")];
        section.plot(Plot::new(names, ["threads", "time (s)"], (true, false), times_over_threads(&database, case)));
    }
}

/// Tables 1 and 2 of the report, compared with its methods here.
fn against_times(runs: &[Run]) -> Table {
    let mut table = Table::new(
        "The report's tables 1 and 2, and how many times as fast it is here:",
        [
            "cube",
            "threads",
            "checkpoint (table 1)",
            "ida-rec-omp here",
            "ratio",
            "task stealing (table 2)",
            "ida-iter-uneven here",
            "ratio",
        ],
    );
    for ((case, checkpoint), (_, stealing)) in published::CHECKPOINT_MS.iter().zip(&published::STEALING_MS) {
        for (i, &threads) in published::PARACUBE_THREADS[..5].iter().enumerate() {
            let pair = |milliseconds: f64, method: &str| {
                let theirs = milliseconds / 1e3;
                find(runs, case, method, threads)
                    .map(|run| [seconds(theirs), seconds(run.seconds()), three_digits(theirs / run.seconds())])
            };
            let both = (pair(checkpoint[i], "ida-rec-omp"), pair(stealing[i], "ida-iter-uneven"));
            if let (Some(first), Some(second)) = both {
                table.row([(*case).to_owned(), threads.to_string()].into_iter().chain(first).chain(second));
            }
        }
    }
    table
}

pub fn speedup(runner: &Runner) -> Result<(), Interruption> {
    for case in Case::paracube(runner.deepest(13, 9), 4) {
        for method in ["ida-iter-uneven", "ida-iter-omp"] {
            // The longest cube takes most of the time, and the two methods differ little.
            if method == "ida-iter-omp" && case.length > 12 {
                continue;
            }
            for &threads in &runner.threads {
                runner.ask(&Query::new(&case, method, preset(method), threads))?;
            }
        }
    }
    Ok(())
}

pub fn present_speedup(runs: &[Run], runner: &Runner, section: &mut Section) {
    let caption = "How many times as fast as one thread:";
    section.table(against_published(caption, runs, &published::SPEEDUP, &published::PARACUBE_THREADS));
    section.text(format!(
        "The report's machine had more cores than this one: here, {} is the most that speed alone can give. What is above \
         it is luck: several threads look at several places of the last iteration at once, and stop when the first of them \
         finds the solution. What is below is the opposite, or overhead.",
        runner.cores
    ));
    section.table(by_threads("Times:", runs, |run| seconds(run.seconds())));
    section.table(by_threads("Nodes, as times those of one thread:", runs, |run| {
        let base = runs.iter().filter(|other| other.case == run.case && other.method == run.method);
        let base = base.min_by_key(|other| other.threads).map_or(f64::NAN, |base| base.nodes as f64);
        three_digits(run.nodes as f64 / base)
    }));
    section.text("Where this ratio is not one, the speed-up says something about the place of the solution.");
    let cases = every(runs, |run| run.case.clone());
    let ours = cases.iter().map(|case| over_threads(case.clone(), &speedups(runs, case, "ida-iter-uneven")));
    let theirs = published::SPEEDUP.iter().filter(|(case, _)| cases.iter().any(|known| known == case));
    let theirs = theirs.map(|(case, values)| {
        let threads = published::PARACUBE_THREADS.map(|n| n as f64);
        Series::published(format!("{case}, report"), threads.into_iter().zip(*values))
    });
    let series = ours.chain(theirs).collect();
    section.plot(speedup_plot(
        "paracube-speedup",
        "Task stealing: speed-up to the first solution",
        runner.cores,
        series,
    ));
}

const MANY: usize = 236;

pub fn scaling(runner: &Runner) -> Result<(), Interruption> {
    let Some(case) = Case::paracube(runner.deepest(12, 8) + 1, 1).pop() else { return Ok(()) };
    let threads: Vec<usize> = runner.threads.iter().copied().chain([runner.cores, MANY]).collect();
    let threads = every(&threads, |&threads| threads);
    let nothing = Expected::Nothing(case.length - 1);
    for method in ["ida-iter-uneven", "ida-iter-omp"] {
        for &threads in &threads {
            runner.ask(&Query { expected: nothing, ..Query::new(&case, method, preset(method), threads) })?;
        }
    }
    Ok(())
}

pub fn present_scaling(runs: &[Run], runner: &Runner, section: &mut Section) {
    let Some(first) = runs.first() else { return };
    section.text(format!(
        "Proof that {} has no solution of fewer moves: {} nodes, the same for every number of threads.",
        first.case,
        grouped(first.nodes)
    ));
    assert!(runs.iter().all(|run| run.nodes == first.nodes), "all schedulers search the same tree");
    section.table(by_threads("Million nodes a second:", runs, |run| three_digits(run.speed() / 1e6)));
    let of_processor = |run: &Run| run.speed_of_processor().map_or(String::new(), |speed| three_digits(speed / 1e6));
    section.table(by_threads("Million nodes a second of processor time:", runs, of_processor));
    let mut table = Table::new("Speed-up:", ["method", "threads", "over one thread", "over as many threads as cores"]);
    for run in runs {
        let over = |threads| find(runs, &run.case, &run.method, threads).map(|base| run.speed() / base.speed());
        let text = |ratio: Option<f64>| ratio.map_or(String::new(), three_digits);
        table.row([run.method.clone(), run.threads.to_string(), text(over(1)), text(over(runner.cores))]);
    }
    section.table(table);
    section.text(format!(
        "This is how well the work is shared out, without luck. The report names the shape of the tree as the limit of its \
         speed-up (section 8.2), but measured first solutions only. {MANY} threads are those of the other report's machine."
    ));
    let series = speedups_over_threads(runs, &first.case);
    section.plot(speedup_plot("paracube-scaling", "Whole iterations: speed-up", runner.cores, series));
}
