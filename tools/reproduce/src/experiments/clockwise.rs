//! The position of the solution in the tree.

use super::{against_published, by_threads, over_threads, speedup_plot, speedups};
use crate::cases::{CLOCKWISE, Case};
use crate::published;
use crate::report::{Section, Table};
use crate::runner::{Interruption, Query, Runner, preset};
use crate::runs::{Run, every};
use crate::text::{grouped, percent, seconds};

const METHOD: &str = "ida-iter-uneven";
const LENGTH: u8 = 13;

pub fn measure(runner: &Runner) -> Result<(), Interruption> {
    if runner.deepest(LENGTH, 0) < LENGTH {
        return Ok(());
    }
    for (name, word, _) in CLOCKWISE {
        let case = Case::solved_by(name, word);
        for &threads in &runner.threads {
            runner.ask(&Query::new(&case, METHOD, preset(METHOD), threads))?;
        }
    }
    Ok(())
}

pub fn present(runs: &[Run], runner: &Runner, section: &mut Section) {
    if runs.is_empty() {
        section.text("Left out: these cubes are thirteen moves from solved.");
        return;
    }
    let caption = "How many times as fast as one thread:";
    section.table(against_published(caption, runs, &published::CLOCKWISE_SPEEDUP, &published::PARACUBE_THREADS));
    section.table(by_threads("Times:", runs, |run| seconds(run.seconds())));
    let heading = ["cube", "threads", "nodes of the whole last iteration", "searched before the end", "share"];
    let mut table = Table::new("How much of the last iteration was searched:", heading);
    for run in runs {
        let Some((.., whole)) = CLOCKWISE.iter().find(|(name, ..)| *name == run.case) else { continue };
        let share = percent(run.last as f64 / *whole as f64);
        table.row([run.case.clone(), run.threads.to_string(), grouped(*whole), grouped(run.last), share]);
    }
    section.table(table);
    section.text(
        "All clockwise turns are tried before all others, so a solution of clockwise turns alone comes early in the last \
         iteration, and one of counterclockwise turns late. The earlier it comes, the more of what further threads do is in \
         vain. The cubes are different ones, with trees of different size: the share of the last iteration is what compares.",
    );
    let cases = every(runs, |run| run.case.clone());
    let series = cases.iter().map(|case| over_threads(case.clone(), &speedups(runs, case, METHOD))).collect();
    section.plot(speedup_plot(
        "paracube-clockwise",
        "Task stealing: place of the clockwise turns",
        runner.cores,
        series,
    ));
}
