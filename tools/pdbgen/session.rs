//! State shared by the commands that take their time: workers, signals, progress.

use crate::args::CommonArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::progress::{Progress, ProgressMode};
use crate::common::signals::Interrupt;
use crate::common::units;
use cubepdb::{Threads, internals::storage::remove_unfinished, record::TenthProgress};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// One run of the program.
pub struct Session {
    /// The workers.
    pub pool: Threads,
    /// The number of workers.
    pub threads: usize,
    /// Raised when the program should stop.
    pub interrupt: Interrupt,
    /// Bytes of memory that the work may take.
    pub max_memory: Option<u64>,
    /// True if existing files may be overwritten.
    pub force: bool,
    /// The progress display.
    pub mode: ProgressMode,
}

impl Session {
    /// Listens to signals and starts the workers.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start(args: &CommonArgs) -> Result<Self, Failure> {
        let interrupt = Interrupt::listen()?;
        let threads = args.threads.map_or_else(Threads::usual, |threads| threads as usize);
        let pool = Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))?;
        let CommonArgs { max_memory, force, progress: mode, .. } = *args;
        Ok(Self { pool, threads, interrupt, max_memory, force, mode })
    }

    /// Progress of a new task.
    pub fn progress(&self, length: u64) -> Progress {
        Progress::new(self.mode, length)
    }

    /// Ends the program if it was interrupted; for work that needs no clean-up.
    pub fn end_if_interrupted(&self) {
        if self.interrupt.flag().load(Ordering::Relaxed) {
            say("error: interrupted");
            std::process::exit(self.interrupt.status() as i32);
        }
    }

    /// As [`end_if_interrupted`](Self::end_if_interrupted), while a file is written: its unfinished part is removed.
    pub fn end_if_interrupted_writing(&self, target: &Path) {
        if self.interrupt.is_raised() {
            remove_unfinished(target);
        }
        self.end_if_interrupted();
    }

    /// "on 2 threads".
    pub fn on_threads(&self) -> String {
        units::on_threads(self.threads)
    }
}

/// Progress of work with a known total: moves the bar, and reports an event for every tenth.
pub struct Tenths<'a> {
    progress: &'a Progress,
    what: String,
    total: u64,
    told: AtomicU64,
}

impl<'a> Tenths<'a> {
    /// Progress of `what`, a phrase such as `checking t.pdb`, towards `total`.
    pub fn new(progress: &'a Progress, what: String, total: u64) -> Self {
        progress.set(0, total);
        Self { progress, what, total: total.max(1), told: AtomicU64::new(0) }
    }

    /// Reports that `done` of the total is done; may be called from any thread.
    pub fn reached(&self, done: u64) {
        // Workers report out of order; the bar does not go back for that.
        let tenth = (u128::from(done) * 10 / u128::from(self.total)) as u64;
        if self.told.fetch_max(tenth, Ordering::Relaxed) >= tenth {
            return;
        }
        self.progress.set(done, self.total);
        let record = TenthProgress { event: self.what.clone(), done, total: self.total };
        self.progress.event(&format!("{}: {} %", self.what, tenth * 10), &record);
    }
}
