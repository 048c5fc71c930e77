//! Solving cubes: one after the other with all threads on each, or several at a time.

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::display::Office;
use crate::fault::Workers;
use crate::input::{Item, Items, Source, items};
use crate::output::Run;
use crate::pictures::{Gallery, stickers};
use crate::ranks::{Crew, tell_memory, together};
use crate::setup::Setup;
use crate::solved::{Solved, solve_each};
use crate::{shares, stats};
use anyhow::anyhow;
use cubepdb::cube::{Cubies, Move};
use cubepdb::search::{Monitor, Outcome, Recipe};
use std::io;
use std::time::Instant;

/// Solves what the command line asks for; the status is the worst of all cubes.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let prepare = |crew: &Crew, recipe: &Recipe| {
        let items = items(&Source::from(&args.cubes))?;
        if args.explain {
            shares::check(recipe)?;
        }
        crew.refuse_if_several(args.explain, "--explain is for a search on one rank")?;
        crew.refuse_if_several(args.checkpoint.checkpoint.is_some(), "--checkpoint is for a search on one rank")?;
        let (gallery, items) = Gallery::of_solutions(args, items)?;
        let (checkpoint, items) = first_of(args, recipe, items)?;
        let saved = checkpoint.is_some();
        Ok(((checkpoint, gallery, items), saved))
    };
    together(&args.setup, prepare, |setup: &Setup, (checkpoint, gallery, items)| {
        let status = solve_items(args, setup, checkpoint, &gallery, items);
        if args.stats {
            tell_memory(setup);
        }
        status
    })
}

/// Solves cube after cube.
fn solve_items(
    args: &SolveArgs,
    setup: &Setup,
    checkpoint: Option<Checkpoint>,
    gallery: &Gallery,
    items: Items,
) -> Result<Status, Failure> {
    if args.stats {
        stats::of_setup(setup).iter().for_each(|line| say(line));
    }
    if args.explain {
        shares::of_setup(setup).iter().for_each(|line| say(line));
    }
    warn_of_missing_quotes(&args.cubes.cubes);
    let (jobs, names) = (setup.staff.pools.len(), setup.table_names());
    let run = Run { args, metric: setup.recipe.metric, threads: setup.staff.all_threads, tables: &names, gallery };
    let batch = Batch { args, setup, run, checkpoint: checkpoint.as_ref(), office: Office::new(jobs) };
    let check = |solved: &Solved<'_>| match setup.loaded.changed() {
        Some(path) => {
            let (path, id) = (path.display(), solved.record.id());
            Err(Failure::new(Status::Limit, anyhow!("{path} was changed while in use: cube {id} is not proven")))
        }
        None => Ok(()),
    };
    let solve = |job, item: &Item| batch.solve_item(job, item);
    let worst = solve_each(&batch.run, &setup.staff, &batch.office, items, solve, check)?;
    if let Some((checkpoint, status)) = checkpoint.zip(worst) {
        checkpoint.close(status);
    }
    Ok(setup.staff.status(worst))
}

/// The file for checkpoints, if one is asked for: then there may be one cube only.
fn first_of(args: &SolveArgs, recipe: &Recipe, mut items: Items) -> Result<(Option<Checkpoint>, Items), Failure> {
    if args.checkpoint.checkpoint.is_none() {
        return Ok((None, items));
    }
    if args.setup.search.jobs > 1 {
        return Err(Failure::usage("a checkpoint is for one cube; --jobs solves several at a time"));
    }
    let first = items.by_ref().take(2).collect::<io::Result<Vec<Item>>>()?;
    let checkpoint = args.checkpoint.open(recipe, &first)?;
    Ok((checkpoint, Box::new(first.into_iter().map(Ok))))
}

/// Moves of one scramble that arrive as arguments of their own are cubes of their own: probably not what was meant.
fn warn_of_missing_quotes(cubes: &[String]) {
    let single = |cube: &String| cube.chars().count() <= 3 && cube.starts_with(|c: char| c.is_ascii_alphabetic());
    if cubes.len() > 1 && cubes.iter().all(single) {
        say(&format!("note: these are {} cubes of one move each; put quotes around a scramble", cubes.len()));
    }
}

struct Batch<'a> {
    args: &'a SolveArgs,
    setup: &'a Setup,
    run: Run<'a>,
    checkpoint: Option<&'a Checkpoint>,
    office: Office,
}

impl<'a> Batch<'a> {
    fn solve_item(&self, job: usize, item: &Item) -> Result<Solved<'a>, Failure> {
        let cube = match item.cube(&self.args.cubes.notation) {
            Ok(cube) => cube,
            Err(fault) => return Ok(Solved::invalid(&self.run, item, &fault)),
        };
        let started = Instant::now();
        let outcome = self.search(job, item.id, &cube)?;
        let (time, table) = (started.elapsed(), self.setup.solver.table_statistics());
        Ok(Solved::searched(&self.run, item, stickers(&cube), &outcome, table, time, &self.setup.staff))
    }

    /// Searches, and shows how far it is.
    fn search(&self, job: usize, id: u64, cube: &Cubies) -> Result<Outcome<Move>, Failure> {
        let search = |monitor: &Monitor| match self.checkpoint {
            Some(checkpoint) => {
                let control = self.setup.staff.control(monitor);
                let workers = Workers(&self.setup.staff.pools[job]);
                checkpoint.solve(&self.setup.solver, cube, &control, &workers, &self.setup.loaded)
            }
            None => self.setup.solve(job, cube, monitor),
        };
        self.office.shown(job, id, self.args.setup.tables.progress, search)
    }
}
