//! Solving what a command names, one after the other with all threads on each, or several at a time: cubes, or starts
//! of a puzzle.

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::fingers;
use crate::input::{Item, Items, Source};
use crate::iterations::{self, IterationFile};
use crate::jobs;
use crate::output::{Columns, Entry, OutputFormat, Writer};
use crate::pictures::Drawing;
use crate::progress::{Progresses, watched};
use crate::quick;
use crate::stats::{self, StatsForm};
use crate::thread_pools::ThreadPools;
use cubepdb::{
    internals::solver::BestSoFar,
    record::IterationRow,
    search::{Answer, Monitor, Outcome},
};
use std::sync::Arc;

/// The state that all items of a command share.
pub struct Batch<'a> {
    pub args: &'a SolveArgs,
    pub pools: &'a ThreadPools,
    pub checkpoint: Option<Checkpoint>,
    /// True if a person gave one cube or start and reads one line.
    pub is_alone: bool,
    iterations: Option<Arc<IterationFile>>,
    progresses: Progresses,
    /// Returns whether a table is being built, which is shown in place of the search.
    is_building: &'a (dyn Fn() -> bool + Sync),
}

/// The result of one cube, or of one start of a puzzle.
pub struct Solved {
    pub entry: Entry,
    pub status: Status,
    /// Lines for people.
    pub remarks: Vec<String>,
    pub rows: Vec<IterationRow>,
    /// The drawing of its picture.
    pub drawing: Option<Drawing>,
}

impl Solved {
    /// The result of an item that is not searched.
    pub fn invalid(entry: Entry, remarks: Vec<String>) -> Self {
        Self { entry, status: Status::InvalidCube, remarks, rows: Vec::new(), drawing: None }
    }
}

/// A search that can be watched.
pub type WatchedSearch<'a, M> = &'a (dyn Fn(&Monitor) -> Result<Outcome<M>, Failure> + 'a);

impl<'a> Batch<'a> {
    /// Creates the file of `--iterations`, if there is to be one.
    pub fn new(
        args: &'a SolveArgs,
        pools: &'a ThreadPools,
        checkpoint: Option<Checkpoint>,
        is_building: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Self, Failure> {
        let iterations = IterationFile::of(args, checkpoint.as_ref().is_some_and(Checkpoint::resumes))?;
        let is_alone = Source::from(&args.cubes).is_one_argument() && args.output == OutputFormat::Text;
        let progresses = Progresses::new(pools.jobs.len());
        Ok(Self { args, pools, checkpoint, is_alone, iterations, progresses, is_building })
    }

    /// Solves all items, each as the job of a number, and writes their results in order, after each of which `written`
    /// goes on with it; the status is the worst of all.
    pub fn solve_all(
        self,
        items: Items,
        columns: Columns,
        solve: &(dyn Fn(&Self, usize, &Item) -> Result<Solved, Failure> + Sync),
        written: &mut (dyn FnMut(&Solved) -> Status + Send),
    ) -> Result<Status, Failure> {
        let mut writer = Writer::new(stdout(), self.args.output, columns)?;
        let mut worst = None;
        let mut deliver = |solved: Solved| {
            solved.remarks.iter().for_each(|line| say(line));
            writer.write(&solved.entry)?;
            self.iterations.as_ref().map_or(Ok(()), |file| file.write(&solved.rows))?;
            worst = worst.max(Some(solved.status)).max(Some(written(&solved)));
            Ok(())
        };
        let (jobs, interrupt) = (self.pools.jobs.len(), &self.pools.interrupt);
        let all = || jobs::run(items, jobs, interrupt, &|job, item| solve(&self, job, &item), &mut deliver);
        // A single job has a display of its own.
        if jobs == 1 {
            all()
        } else {
            let mode = self.args.setup.tables.progress();
            watched(mode, self.is_building, |progress| self.progresses.update(progress), all)
        }?;
        if let Some((checkpoint, status)) = self.checkpoint.zip(worst) {
            checkpoint.close(status);
        }
        Ok(self.pools.status(worst))
    }

    /// Searches an item. With the good solutions beside the search, if they are wanted, comes what puts one of them in
    /// the place of an answer that is not found; `text` writes a solution as moves, by which solutions are sorted.
    pub fn search<M>(
        &self,
        (job, item): (usize, &Item),
        search: WatchedSearch<'_, M>,
        beside: impl FnOnce(Option<u8>, bool) -> Option<BestSoFar>,
        in_place_of_none: fn(&BestSoFar, Outcome<M>) -> Outcome<M>,
        text: impl Fn(&Vec<M>) -> String,
    ) -> Result<Outcome<M>, Failure> {
        // Rows are in the order of the items.
        let file = self.iterations.as_ref().filter(|_| self.pools.jobs.len() == 1);
        let monitor = file.map(|file| file.monitor(item.id)).unwrap_or_default();
        let best = quick::beside(self.args, self.pools.ranks(), beside);
        let told = best.as_ref().map(|best| (best, self.is_alone));
        let mode = self.args.setup.tables.progress();
        let found = self.progresses.shown((job, item.id), self.is_building, mode, monitor, told, search)?;
        let mut outcome = match best {
            Some(best) => in_place_of_none(&best, found),
            None => found,
        };
        if let (Answer::Solved(solutions), true) = (&mut outcome.answer, self.args.setup.search.sort) {
            fingers::sort(solutions, text);
        }
        Ok(outcome)
    }

    /// The result of an item that was searched.
    pub fn searched<M>(&self, entry: Entry, outcome: &Outcome<M>) -> Solved {
        let rows = IterationRow::of_search(entry.id(), outcome);
        let remarks = match self.args.stats {
            Some(StatsForm::Text) => stats::of_search(outcome),
            Some(StatsForm::Json) => rows.iter().map(iterations::json).collect(),
            None => Vec::new(),
        };
        Solved { entry, status: self.pools.ended(outcome), remarks, rows, drawing: None }
    }
}
