//! Cubes of other sizes, and the 3x3x3 in other moves: searched by their stickers.

mod options;
mod twists;

pub use options::{is_asked, only_3x3x3, only_facelets};
pub use twists::TwistArgs;

use crate::args::SolveArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::common::units;
use crate::display::{Office, watched};
use crate::input::{Item, Source, items};
use crate::jobs;
use crate::output::{Record, Run, Writer};
use crate::setup::{start, status_of, threads};
use crate::{shares, stats};
use cubepdb::backend::Threads;
use cubepdb::search::{Answer, Control, LayerOptions, LayerSolver, Limits};
use std::io;
use std::time::{Duration, Instant};

/// Solves what the command line asks for; the status is the worst of all cubes.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let options = options::options(args)?;
    let items = items(&Source::from(&args.cubes))?;
    let batch = Batch::new(args, options, Interrupt::listen()?)?;
    if args.stats {
        say(&batch.described());
    }
    if args.explain {
        batch.plan()?.iter().for_each(|line| say(line));
    }
    let mut writer = Writer::new(io::stdout(), args.output)?;
    let mut worst = None;
    let mut deliver = |solved: Solved<'_>| {
        solved.remarks.iter().for_each(|line| say(line));
        writer.write(&solved.record)?;
        worst = worst.max(Some(solved.status));
        Ok(())
    };
    let (jobs, office, mode) = (batch.pools.len(), &batch.office, args.setup.tables.progress);
    let solve = || jobs::run(items, jobs, &batch.interrupt, &|job, item| Ok(batch.solve(job, &item)), &mut deliver);
    if jobs == 1 { solve() } else { watched(mode, |progress| office.update(progress), solve) }?;
    let worst = worst.unwrap_or(Status::Success);
    Ok(if batch.interrupt.is_raised() { batch.interrupt.status() } else { worst })
}

/// What came of one cube.
struct Solved<'a> {
    record: Record<'a>,
    status: Status,
    /// Lines for people.
    remarks: Vec<String>,
}

/// What all cubes share.
struct Batch<'a> {
    args: &'a SolveArgs,
    solver: LayerSolver,
    /// How long it took to make the automaton and, for the 2x2x2, the table.
    preparing: Duration,
    /// The workers of each job.
    pools: Vec<Threads>,
    run: Run<'a>,
    office: Office,
    interrupt: Interrupt,
    limits: Limits,
}

impl<'a> Batch<'a> {
    fn new(args: &'a SolveArgs, options: LayerOptions, interrupt: Interrupt) -> Result<Self, Failure> {
        let search = &args.setup.search;
        let (threads, count) = (threads(search.threads, 1)?, search.jobs as usize);
        let metric = options.set.metric;
        let pools: Vec<Threads> = jobs::shares(threads, count).map(start).collect::<Result<_, _>>()?;
        let started = Instant::now();
        let solver = LayerSolver::new(options, &pools[0]);
        Ok(Self {
            args,
            solver,
            preparing: started.elapsed(),
            pools,
            run: Run { args, metric, threads, tables: &[] },
            office: Office::new(count),
            interrupt,
            limits: Limits { time: search.timeout, nodes: search.max_nodes },
        })
    }

    /// The parts of the search.
    fn described(&self) -> String {
        let LayerOptions { set, pruning, kernel, scheduler, .. } = self.solver.options();
        let bound = match self.solver.table() {
            Some(_) => format!("exact distances, found in {}", units::time(self.preparing)),
            None => "no bound".to_owned(),
        };
        format!("search: {set}, {} kernel, scheduler {scheduler}, {bound}, pruning {pruning}", kernel.of_one_end())
    }

    /// Who is going to get which part of a tree that is divided in advance.
    fn plan(&self) -> Result<Vec<String>, Failure> {
        let LayerOptions { goal, scheduler, .. } = self.solver.options();
        shares::check_scheduler(*scheduler)?;
        Ok(shares::of_tree(self.solver.automaton().letters(), *scheduler, goal.max_depth, &self.pools))
    }

    fn solve(&self, job: usize, item: &Item) -> Solved<'a> {
        let cube = match item.stickers(&self.args.cubes.notation) {
            Ok(cube) => cube,
            Err(fault) => {
                let remarks = vec![format!("cube {}: {}{}", item.id, fault.error, fault.below())];
                let record = self.run.invalid(item.id, &item.text, &fault.error);
                return Solved { record, status: Status::InvalidCube, remarks };
            }
        };
        let started = Instant::now();
        let outcome = self.office.shown(job, item.id, self.args.setup.tables.progress, |monitor| {
            let control = Control::new(self.limits, monitor, self.interrupt.flag());
            self.solver.solve(&cube, &control, &self.pools[job])
        });
        let seconds = started.elapsed().as_secs_f64();
        let mut remarks = if self.args.stats { stats::of_search(&outcome, None) } else { Vec::new() };
        if self.args.explain {
            remarks.extend(shares::of_search(&outcome));
        }
        let status = match &outcome.answer {
            Answer::Solved(_) => {
                outcome.incomplete.map_or(Status::Success, |reason| status_of(reason, &self.interrupt))
            }
            Answer::NoSolution => Status::NoSolution,
            Answer::Stopped(reason) => status_of(*reason, &self.interrupt),
        };
        Solved { record: self.run.searched(item.id, &item.text, &outcome, None, seconds), status, remarks }
    }
}
