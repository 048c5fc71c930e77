//! Checkpoints of a long search.

use crate::common::checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::units::parse_duration;
use crate::input::{Item, Items};
use anyhow::anyhow;
use clap::Args;
use cubepdb::internals::{
    search::{CheckpointFile, Saving},
    solver::CheckpointOf,
};
use cubepdb::{CheckpointError, LoadedTables, StorageError, plan::Plan, search::Outcome};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of a saved search: where it is saved, and how often.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long searches")]
pub struct CheckpointArgs {
    /// Saves the search in this file while it runs, for one cube or start; the file is removed when it is solved.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Time between two saves, 30s, 0.5s or 5m: what a killed search loses at most, besides the subtrees in progress.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration, requires = "checkpoint", hide_short_help = true)]
    pub checkpoint_every: Duration,
    /// Goes on from the checkpoint, if there is one.
    ///
    /// Limits of time and nodes are those of this run alone. The file of --iterations is written again, from the first
    /// iteration of all runs.
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

impl CheckpointArgs {
    /// Opens the file, if one is asked for: then `items` may be one only.
    pub fn first_of(&self, plan: &Plan, jobs: u64, mut items: Items) -> Result<(Option<Checkpoint>, Items), Failure> {
        if self.checkpoint.is_none() {
            return Ok((None, items));
        }
        let what = if plan.question().is_some() { "start" } else { "cube" };
        if jobs > 1 {
            return Err(Failure::usage(format!("a checkpoint is for one {what}; --jobs solves several at a time")));
        }
        let first = items.by_ref().take(2).collect::<io::Result<Vec<Item>>>()?;
        if first.len() > 1 {
            return Err(Failure::usage(format!("a checkpoint is for one {what}; there are several")));
        }
        let checkpoint = self.open(plan)?;
        Ok((checkpoint, Box::new(first.into_iter().map(Ok))))
    }

    fn open(&self, plan: &Plan) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        match plan.scheduler() {
            None => return Err(Failure::usage("checkpoints need the depth scheduler; breadth-first search has none")),
            Some(is) if !is.can_be_saved() => {
                let sentence = format!("checkpoints need the depth scheduler (--scheduler depth), not {is}");
                return Err(Failure::usage(sentence));
            }
            Some(_) => {}
        }
        let file = CheckpointFile::open(path, self.resume).map_err(|error| failure(path, error))?;
        if self.resume {
            let shown = path.display();
            match file.found() {
                Some(_) => say(&format!("resuming from {shown}")),
                None => say(&format!("there is no checkpoint {shown}: starting from the beginning")),
            }
        }
        Ok(Some(Checkpoint { file, every: self.checkpoint_every }))
    }
}

/// An open file for checkpoints.
pub struct Checkpoint {
    file: CheckpointFile,
    every: Duration,
}

impl Checkpoint {
    /// Returns whether an earlier run has left a state to go on from.
    pub fn resumes(&self) -> bool {
        self.file.found().is_some()
    }

    /// Runs a search that is saved on the way, as long as no table in use has changed.
    pub fn save<M>(
        &self,
        loaded: Option<&LoadedTables>,
        search: impl FnOnce(&Saving<'_>) -> Result<Outcome<M>, CheckpointError>,
    ) -> Result<Outcome<M>, Failure> {
        let sink = CheckpointOf { file: &self.file, tables: loaded };
        let failed = |error: &StorageError| {
            say(&format!("warning: the search is not saved, and goes on: {error}"));
        };
        let saving = Saving { sink: &sink, every: self.every, resume: self.file.found(), failed: &failed };
        search(&saving).map_err(|error| failure(self.file.path(), error))
    }

    /// Removes the file of a search that has its answer; otherwise says how to go on.
    pub fn close(self, status: Status) {
        let path = self.file.path().to_owned();
        let shown = path.display();
        match status {
            Status::Success | Status::NoSolution => {
                checkpoint::removed(self.file.remove());
            }
            Status::Limit | Status::Memory | Status::Interrupted | Status::Terminated => {
                let last = if self.file.is_current() { "" } else { "an earlier state of " };
                say(&format!("{shown} holds {last}the search: the same command with --resume goes on with it"));
            }
            _ => {}
        }
    }
}

fn failure(path: &Path, error: CheckpointError) -> Failure {
    match error {
        CheckpointError::Unsupported(_) => Failure::usage(error),
        CheckpointError::Memory => Failure::new(Status::Memory, anyhow!("{}: {error}", path.display())),
        CheckpointError::File(error) => checkpoint::failure(path, error),
        error => Failure::new(Status::Table, anyhow!("{}: {error}", path.display())),
    }
}
