//! Checkpoints of counting over an index.

use crate::args::{DistancesArgs, DistancesCheckpointArgs};
use crate::common::checkpoint;
use crate::common::exit::{Failure, Status, say};
use anyhow::anyhow;
use cubepdb::internals::{
    pdb::orbits::{DistancesCheckpoint, IndexSearch, Whole},
    storage::SealError,
};
use cubepdb::puzzles::{DistancesEnd, PositionIndex};
use std::time::{Duration, Instant};

/// An open file for checkpoints.
pub struct Saved {
    file: DistancesCheckpoint,
    every: Duration,
    last: Instant,
}

/// Refuses a checkpoint of a search over whole positions.
pub fn refuse_without_index(args: &DistancesArgs, reason: &Whole) -> Result<(), Failure> {
    let sentence = || format!("checkpoints need an index of all positions: {reason}");
    match (&args.checkpoint.checkpoint, reason) {
        (None, _) => Ok(()),
        (Some(_), Whole::Memory { .. }) => Err(Failure::new(Status::Memory, anyhow!(sentence()))),
        (Some(_), _) => Err(Failure::usage(sentence())),
    }
}

impl Saved {
    /// The file, if one is asked for.
    pub fn open(args: &DistancesCheckpointArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.checkpoint else { return Ok(None) };
        let file = DistancesCheckpoint::open(path, args.resume);
        let file = file.map_err(|error| checkpoint::failure(path, SealError::File(error)))?;
        Ok(Some(Self { file, every: args.checkpoint_every, last: Instant::now() }))
    }

    /// The saved state, if there is one and it is asked for.
    pub fn load<'a>(&self, index: &'a PositionIndex) -> Result<Option<IndexSearch<'a>>, Failure> {
        let path = self.file.path();
        if !self.file.is_found() {
            return Ok(None);
        }
        say(&format!("resuming from {}", path.display()));
        self.file.load(index).map(Some).map_err(|error| checkpoint::failure(path, error))
    }

    /// Saves a search if the last time is long ago. A failure does not end it.
    pub fn save_if_due(&mut self, search: &IndexSearch<'_>) {
        if self.last.elapsed() >= self.every {
            if let Err(error) = self.file.save(search) {
                say(&format!("warning: the search is not saved, and goes on: {error}"));
            }
            self.last = Instant::now();
        }
    }

    /// Removes the file when all is counted and `written`, or nobody reads on; otherwise saves the search and says how
    /// to go on.
    ///
    /// # Errors
    /// That of `written`; else if the search cannot be saved.
    pub fn close(
        self,
        search: &IndexSearch<'_>,
        ended: DistancesEnd,
        written: Result<(), Failure>,
    ) -> Result<(), Failure> {
        let is_taken = written.as_ref().err().is_none_or(Failure::is_broken_pipe);
        if ended == DistancesEnd::Complete && is_taken {
            checkpoint::removed(self.file.remove());
            return written;
        }
        if let Err(error) = self.file.save(search) {
            let failure = Failure::new(Status::Io, anyhow!("the search is not saved: {error}"));
            return written.and(Err(failure));
        }
        let shown = self.file.path().display();
        say(&format!("{shown} holds the search: the same command with --resume goes on with it"));
        written
    }
}
