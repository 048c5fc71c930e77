//! Counting over an index of all positions.

use super::checkpoint::Saved;
use super::tell;
use super::within::Within;
use crate::args::DistancesArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::progress::Progress;
use crate::common::units::{grouped, size};
use crate::session::Session;
use cubepdb::internals::pdb::orbits::{IndexSearch, Watch};
use cubepdb::puzzles::{DistanceLimits, Distances, PositionIndex, SymmetryClasses};

/// Memory that is stated in advance.
const MUCH: u64 = 1_000_000_000;

/// Counts the positions of an index, with checkpoints if they are asked for, and gives the counts to `write`.
pub fn count(
    session: &Session,
    args: &DistancesArgs,
    index: &PositionIndex,
    limits: DistanceLimits,
    classes: Option<&SymmetryClasses>,
    progress: &Progress,
    write: &(dyn Fn(&Distances) -> Result<(), Failure> + Sync),
) -> Result<Distances, Failure> {
    let needed = IndexSearch::memory_needed(index);
    if needed > MUCH {
        say(&format!("{} positions in 2 bits each: {}", grouped(index.len()), size(needed)));
    }
    let mut saved = Saved::open(&args.checkpoint)?;
    session.pool.install(|| {
        let mut search = match saved.as_ref().map(|saved| saved.load(index)).transpose()?.flatten() {
            Some(search) => search,
            None => IndexSearch::new(index).map_err(|error| Failure::new(Status::Memory, error))?,
        };
        let within = Within::new(progress);
        let mut numbers = Vec::new();
        let mut report = |search: &IndexSearch<'_>| {
            tell(progress, search.counts());
            numbers.extend(classes.and_then(|classes| search.classes(classes, session.interrupt.flag())));
            saved.iter_mut().for_each(|saved| saved.save_if_due(search));
            within.begin(search.counts().len());
        };
        let work = |done: u64, all: u64| within.reached(done, all);
        let mut found =
            search.run(limits, &mut Watch { report: &mut report, progress: &work, stop: session.interrupt.flag() });
        found.classes = numbers;
        let written = write(&found);
        match saved {
            Some(saved) => saved.close(&search, found.ended, written)?,
            None => written?,
        }
        Ok(found)
    })
}
