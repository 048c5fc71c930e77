//! Counting over an index of all positions.

use super::checkpoint::Saved;
use super::tell;
use crate::args::DistancesArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::progress::Progress;
use crate::common::units::{grouped, size};
use crate::session::{Session, Tenths};
use cubepdb::internals::pdb::orbits::{DistanceLimits, Distances, IndexSearch, PositionIndex, Watch};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Memory that is stated in advance.
const MUCH: u64 = 1_000_000_000;
/// Distances that take longer are reported in tenths.
const LONG: Duration = Duration::from_secs(10);

/// Counts the positions of an index, with checkpoints if they are asked for.
pub fn count(
    session: &Session,
    args: &DistancesArgs,
    index: &PositionIndex,
    limits: DistanceLimits,
    progress: &Progress,
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
        let mut report = |search: &IndexSearch<'_>| {
            tell(progress, search.counts());
            saved.iter_mut().for_each(|saved| saved.save_if_due(search));
            within.begin(search.counts().len());
        };
        let work = |done: u64, all: u64| within.reached(done, all);
        let found =
            search.run(limits, &mut Watch { report: &mut report, progress: &work, stop: session.interrupt.flag() });
        saved.into_iter().for_each(|saved| saved.close(&search, found.ended));
        Ok(found)
    })
}

/// The progress within a distance: a bar, and a line for each tenth if it takes long.
struct Within<'a> {
    progress: &'a Progress,
    current: Mutex<Current<'a>>,
}

/// The distance that is being counted.
struct Current<'a> {
    distance: usize,
    started: Instant,
    tenths: Option<Tenths<'a>>,
}

impl<'a> Within<'a> {
    fn new(progress: &'a Progress) -> Self {
        Self { progress, current: Mutex::new(Current { distance: 0, started: Instant::now(), tenths: None }) }
    }

    fn begin(&self, distance: usize) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Current { distance, started: Instant::now(), tenths: None };
    }

    fn reached(&self, done: u64, all: u64) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.started.elapsed() < LONG {
            self.progress.set(done, all);
            return;
        }
        let what = format!("distance {}", current.distance);
        current.tenths.get_or_insert_with(|| Tenths::new(self.progress, what, all)).reached(done);
    }
}
