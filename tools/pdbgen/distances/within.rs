//! The progress within a distance.

use crate::common::progress::Progress;
use crate::session::Tenths;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Distances that take longer are reported in tenths.
const LONG: Duration = Duration::from_secs(10);

/// The progress within a distance: a bar, and a line for each tenth if it takes long.
pub struct Within<'a> {
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
    /// Before the first distance.
    pub fn new(progress: &'a Progress) -> Self {
        Self { progress, current: Mutex::new(Current { distance: 0, started: Instant::now(), tenths: None }) }
    }

    /// A distance begins.
    pub fn begin(&self, distance: usize) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Current { distance, started: Instant::now(), tenths: None };
    }

    /// So much of the work of the distance is done.
    pub fn reached(&self, done: u64, all: u64) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.started.elapsed() < LONG {
            self.progress.set(done, all);
            return;
        }
        let what = format!("distance {}", current.distance);
        current.tenths.get_or_insert_with(|| Tenths::new(self.progress, what, all)).reached(done);
    }
}
