//! Solving cubes.

use crate::args::SolveArgs;
use crate::batch::{Batch, Solved};
use crate::checkpoint::Checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_target, stdout};
use crate::common::signals::Interrupt;
use crate::common::units::counted;
use crate::devices;
use crate::fault::FailingThreads;
use crate::input::{Fault, Item, Items, Source, items, warn_of_missing_quotes};
use crate::iterations::IterationFile;
use crate::jobs;
use crate::output::{Columns, OutputFormat, Run};
use crate::pictures::{Gallery, refuse_standard_output};
use crate::ranks::{cubes, tell_memory, together};
use crate::run::{self, Start};
use crate::setup::{Loading, Setup};
use crate::stats::StatsForm;
use crate::tables::has_tables;
use crate::thread_pools::ThreadPools;
use crate::{plan, quick, static_partition, stats};
use cubepdb::{
    Algorithm, Cube, Move,
    internals::{search::Workers, solver::BestSoFar},
    picture::Palette,
    plan::Plan,
    search::{Answer, Monitor, Outcome},
};
use std::io;
use std::time::{Duration, Instant};

/// Solves the cubes of the command line; the status is the worst of all cubes.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let plan = || plan::of_solve(args);
    let start = Start::new(&args.setup)?;
    if let Some(ranks) = start.ranks() {
        let prepare = |plan: &Plan| Prepared::new(args, plan, &start.interrupt, true);
        let work = |setup: &Setup, prepared| {
            let status = solve_items(args, setup, prepared);
            if args.stats == Some(StatsForm::Text) {
                tell_memory(setup);
            }
            status
        };
        let setup = cubes::setup(&args.setup, ranks, &start.interrupt);
        return together(ranks, plan, prepare, setup, work);
    }
    let plan = plan()?;
    let prepared = Prepared::new(args, &plan, &start.interrupt, false)?;
    let loading = prepared.loading(args, &plan);
    let pools = ThreadPools::new(&args.setup, start.interrupt.clone(), None)?;
    solve_items(args, &Setup::new(&args.setup, plan, loading, pools)?, prepared)
}

/// The state for solving, besides the setup.
struct Prepared {
    checkpoint: Option<Checkpoint>,
    gallery: Gallery,
    /// The first cubes, if they can be read without waiting.
    first: Vec<io::Result<Item>>,
    /// All others.
    rest: Items,
}

/// Cubes that are read before anything else is done.
const READ_AHEAD: usize = 64;

impl Prepared {
    /// Reads the first cubes, and refuses options that do not go together.
    fn new(args: &SolveArgs, plan: &Plan, interrupt: &Interrupt, is_several: bool) -> Result<Self, Failure> {
        let mut items = items(&Source::from(&args.cubes))?;
        if Source::from(&args.cubes).has_lines() {
            items = jobs::read_elsewhere(items, interrupt.clone())?;
        }
        if args.explains() {
            static_partition::check(plan, is_several)?;
        }
        if let Some(out) = &args.explain_svg {
            refuse_standard_output(out)?;
            check_target(out, args.pictures.force).map_err(Failure::of_output)?;
        }
        if args.checkpoint.checkpoint.is_some() && is_several {
            return Err(Failure::usage("--checkpoint is for a search on one rank"));
        }
        if args.checkpoint.checkpoint.is_some() {
            devices::check_checkpoint(plan)?;
        }
        if args.pictures.picture && args.output != OutputFormat::Text {
            return Err(Failure::usage(
                "--picture is for --output text: files for programs have --svg, --png and --link",
            ));
        }
        let (gallery, items) = Gallery::for_items(&args.pictures, &Source::from(&args.cubes), items)?;
        let (checkpoint, mut rest) = args.checkpoint.first_of(plan, args.setup.search.jobs, items)?;
        // Whoever writes to a pipe may wait for the first answer.
        let at_once = if Source::from(&args.cubes).is_at_hand() { READ_AHEAD } else { 0 };
        let first = rest.by_ref().take(at_once).collect();
        IterationFile::check(args, checkpoint.as_ref().is_some_and(Checkpoint::resumes))?;
        Ok(Self { checkpoint, gallery, first, rest: Box::new(rest.fuse()) })
    }

    /// When tables are brought into memory: not before it is known that there is a cube to search.
    fn loading(&self, args: &SolveArgs, plan: &Plan) -> Loading {
        let by_stickers = plan.is_by_stickers();
        let is_cube = |item: &Item| item.cube(&args.cubes.notation, by_stickers).is_ok();
        let cubes = self.first.iter().flatten().filter(|item| is_cube(item)).count();
        let is_all = (1..READ_AHEAD).contains(&self.first.len());
        match cubes {
            0 if is_all => Loading::Never,
            _ if args.quick.is_some() => Loading::Never,
            _ if args.iterations.is_some() || args.explains() || self.checkpoint.is_some() => Loading::First,
            _ if args.counts() && has_tables(&args.setup.tables, plan.metric()) => Loading::First,
            cubes => Loading::Gradual { cubes: cubes.max(1) },
        }
    }
}

/// Solves cube after cube, and writes each result.
fn solve_items(
    args: &SolveArgs,
    setup: &Setup,
    Prepared { checkpoint, gallery, first, rest }: Prepared,
) -> Result<Status, Failure> {
    let by_stickers = setup.solver.plan().is_by_stickers();
    if args.stats == Some(StatsForm::Text) {
        stats::of_setup(setup).iter().for_each(|line| say(line));
    }
    if args.explains() {
        let lines = static_partition::of_setup(setup, args.explain_svg.as_deref(), args.pictures.force)?;
        lines.iter().filter(|_| args.explain).for_each(|line| say(line));
    }
    if !by_stickers {
        warn_of_missing_quotes(&args.cubes.cubes);
    }
    let run = Run {
        metric: setup.metric(),
        threads: setup.pools.all.threads,
        setup,
        gallery: &gallery,
        stats: args.stats.is_some(),
        count_only: args.count_only,
        is_quick: args.quick.is_some(),
        link: args.link,
        has_lines: Source::from(&args.cubes).has_lines(),
        goal: args.puzzle.to.as_ref().map(|_| args.puzzle.goal_text()),
        premoves: args.premoves.as_ref(),
    };
    let is_building = || setup.solver.is_building();
    let batch = Batch::new(args, &setup.pools, checkpoint, &is_building)?;
    let cubes = Cubes { args, setup, by_stickers, run };
    let columns = Columns { links: args.link, ..Columns::default() };
    // The answer has been written, even if its picture fails.
    let mut draw = |solved: &Solved| {
        let drawing = solved.drawing.as_ref();
        drawing.map_or(Status::Success, |drawing| gallery.save(solved.entry.id(), drawing))
    };
    let solve = |batch: &Batch<'_>, job, item: &Item| cubes.solve(batch, job, item);
    batch.solve_all(Box::new(first.into_iter().chain(rest)), columns, &solve, &mut draw)
}

struct Cubes<'a> {
    args: &'a SolveArgs,
    setup: &'a Setup,
    by_stickers: bool,
    run: Run<'a>,
}

impl<'a> Cubes<'a> {
    fn solve(&self, batch: &Batch<'_>, job: usize, item: &Item) -> Result<Solved, Failure> {
        let cube = match item.cube(&self.args.cubes.notation, self.by_stickers) {
            Ok(cube) => {
                if self.args.setup.search.max_depth.is_none() {
                    item.explain_reach(&self.args.cubes.notation);
                }
                if !self.by_stickers {
                    item.explain_moves(&self.args.cubes.notation);
                }
                cube
            }
            Err(fault) => {
                return Ok(Solved::invalid(self.run.invalid(item, &fault.error), self.told(item, fault)));
            }
        };
        let started = Instant::now();
        let outcome = match quick::outcome(self.args, cube, self.setup.pools.interrupt.flag()) {
            Some(outcome) => outcome,
            None => {
                let search = |monitor: &Monitor| match &batch.checkpoint {
                    Some(checkpoint) => self.saved(checkpoint, job, cube, monitor),
                    None => run::solve(self.setup, job, cube, monitor),
                };
                let plan = self.setup.solver.plan();
                let beside = |longest, is_exact| BestSoFar::new(cube, plan.metric(), &plan.query, longest, is_exact);
                let text = |solution: &Vec<Move>| Algorithm::from(solution.clone()).to_string();
                batch.search((job, item), &search, beside, BestSoFar::in_place_of_none, text)?
            }
        };
        self.setup.refuse_if_changed(&format!("cube {} is not", item.id))?;
        Ok(self.searched(batch, item, cube, &outcome, started.elapsed()))
    }

    fn saved(
        &self,
        checkpoint: &Checkpoint,
        job: usize,
        cube: &Cube,
        monitor: &Monitor,
    ) -> Result<Outcome<Move>, Failure> {
        let Setup { solver, pools, .. } = self.setup;
        let (opened, loaded) = (self.setup.opened(), solver.loaded());
        let (control, threads) = (pools.control(monitor), FailingThreads(&pools.jobs[job]));
        checkpoint.save(Some(&loaded), |saving| opened.solve_saved(cube, &Workers::new(&control, &threads), saving))
    }

    /// The colours to show it in.
    fn palette(&self, item: &Item) -> Palette {
        if self.args.link || self.run.gallery.is_asked() {
            item.palette(&self.args.cubes.notation)
        } else {
            Palette::USUAL
        }
    }

    /// The message about an invalid cube on standard error. A terminal shows the text of the record above it, so that
    /// only the place of the error is added there.
    fn told(&self, item: &Item, fault: &Fault) -> Vec<String> {
        let is_shown = self.args.output == OutputFormat::Text && stdout().is_terminal();
        match (is_shown, fault.below()) {
            (true, below) if below.is_empty() => Vec::new(),
            (true, below) => vec![below.trim_start().to_owned()],
            (false, below) => vec![format!("{}: {}{below}", item.name(), fault.error)],
        }
    }

    fn searched(&self, batch: &Batch<'_>, item: &Item, cube: &Cube, outcome: &Outcome<Move>, time: Duration) -> Solved {
        let mut solved = batch.searched(self.run.searched(item, outcome, time), outcome);
        if self.args.explain {
            solved.remarks.extend(static_partition::of_search(outcome));
        }
        let is_solved = matches!(&outcome.answer, Answer::Solved(words) if words.first().is_some_and(Vec::is_empty));
        if batch.is_alone && is_solved {
            solved.remarks.push("note: this cube is already solved".to_owned());
        }
        // A good solution at once that is longer than was asked for, since there is none so short.
        if let Some(most) = self.args.quick.flatten().filter(|&most| outcome.lower_bound > most) {
            solved.entry.text += &format!("\nno solution within {} (proven)", counted(u64::from(most), "move"));
            solved.status = solved.status.max(Status::NoSolution);
        }
        let (entry, drawing) = self.run.illustrated(solved.entry, cube, self.palette(item), outcome);
        Solved { entry, drawing: Some(drawing), ..solved }
    }
}
