//! Cubes of other sizes, and the 3x3x3 in other moves: searched by their stickers.

mod layers;
mod options;
mod twists;

pub use options::{is_asked, only_3x3x3, only_facelets};
pub use twists::TwistArgs;

use crate::args::SolveArgs;
use crate::common::exit::{Failure, Status, say};
use crate::display::Office;
use crate::input::{Item, Items, Source, items};
use crate::output::Run;
use crate::pictures::Gallery;
use crate::ranks::{Crew, together};
use crate::shares;
use crate::solved::{Solved, solve_each};
use layers::Layers;
use options::Plan;
use std::time::Instant;

/// Solves what the command line asks for; the status is the worst of all cubes.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let prepare = |crew: &Crew, plan: &Plan| {
        if args.explain {
            shares::check_scheduler(plan.options.scheduler)?;
        }
        crew.refuse_if_several(args.explain, "--explain is for a search on one rank")?;
        Ok((Gallery::of_solutions(args, items(&Source::from(&args.cubes))?)?, false))
    };
    together(args, prepare, |layers: &Layers, (gallery, items)| solve_items(args, layers, &gallery, items))
}

/// Solves cube after cube.
fn solve_items(args: &SolveArgs, layers: &Layers, gallery: &Gallery, items: Items) -> Result<Status, Failure> {
    if args.stats {
        layers.described().iter().for_each(|line| say(line));
    }
    if args.explain {
        layers.shares().iter().for_each(|line| say(line));
    }
    let staff = &layers.staff;
    let run =
        Run { args, metric: layers.solver.options().set.metric, threads: staff.all_threads, tables: &[], gallery };
    let batch = Batch { args, layers, run, office: Office::new(staff.pools.len()) };
    let worst = solve_each(&batch.run, staff, &batch.office, items, |job, item| batch.solve(job, item), |_| Ok(()))?;
    Ok(staff.status(worst))
}

struct Batch<'a> {
    args: &'a SolveArgs,
    layers: &'a Layers,
    run: Run<'a>,
    office: Office,
}

impl<'a> Batch<'a> {
    fn solve(&self, job: usize, item: &Item) -> Result<Solved<'a>, Failure> {
        let cube = match item.stickers(&self.args.cubes.notation) {
            Ok(cube) => cube,
            Err(fault) => return Ok(Solved::invalid(&self.run, item, &fault)),
        };
        let started = Instant::now();
        let outcome = self
            .office
            .shown(job, item.id, self.args.setup.tables.progress, |monitor| self.layers.solve(job, &cube, monitor))?;
        Ok(Solved::searched(&self.run, item, cube, &outcome, None, started.elapsed(), &self.layers.staff))
    }
}
