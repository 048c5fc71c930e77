//! Generation of a table file: from the check of its place to the finished file, with checkpoints on the way.
//!
//! However a run ends, even if killed, the next one with [`BuildOptions::resume`] produces the same file, byte for
//! byte: the builders are deterministic, a checkpoint replaces the last one whole or not at all, and the table gets its
//! name when all of it is on the disk.

use super::build::{Snapshot, Unfinished, build, memory_needed};
use super::distribution::max_depth;
use super::file::{Checkpoint, FileError, Header, TableFile, WriteOptions, checkpoint_path, read_header, write_table};
use super::spec::UNSEEN;
use super::{Done, TableSpec};
use crate::clock::Instant;
use crate::storage::{
    OutOfMemory, OutputLock, StorageError, TableBuffer, TableMemory, available_memory, check_target, system,
};
use crate::units::size;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// The interval between attempts to take a lock that another process holds.
const PAUSE: Duration = Duration::from_millis(100);

/// Options for generating a table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// Replace an existing file.
    pub overwrite: bool,
    /// Resume from the checkpoint of an interrupted run. Without one the build starts from scratch. A finished,
    /// undamaged table of the same specification is left as it is, unless it is to be replaced.
    pub resume: bool,
    /// Save a checkpoint at the end of a level if the last one is at least this old. `None`: only when interrupted.
    pub checkpoint_every: Option<Duration>,
    /// Reject builds that take more bytes of memory than this.
    pub max_memory: Option<u64>,
    /// While another process generates the same table, wait for it instead of giving up; with `resume`, its result is
    /// used.
    pub wait: bool,
}

/// Something that happened while a table was generated.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// Another process generates the table: reported once, when waiting begins.
    Waiting,
    /// The finished table exists already; nothing is done.
    AlreadyComplete,
    /// There is nothing to resume; the build starts from scratch.
    NoCheckpoint,
    /// A checkpoint exists, but resuming was not requested; the build starts from scratch.
    CheckpointIgnored,
    /// The build begins.
    Started {
        /// Peak memory in bytes.
        memory: u64,
        /// The finished part of the interrupted build that it resumes, if any.
        resumed: Option<Done>,
    },
    /// A level is finished.
    Level {
        /// The depth.
        depth: u8,
        /// Entries of this depth.
        count: u64,
        /// Entries of this depth and those before.
        seen: u64,
    },
    /// The cosets of a depth are listed: the first part of building an H48 table.
    Listed {
        /// The depth.
        depth: u8,
        /// Cosets of this depth.
        cosets: u64,
    },
    /// More blocks of an H48 table are finished.
    Blocks {
        /// Finished blocks.
        done: u16,
        /// The finished fraction of the work on all blocks, 0 to 1.
        fraction: f64,
    },
    /// A checkpoint is being saved. For a large table this takes seconds.
    SavingCheckpoint {
        /// The finished part.
        done: Done,
    },
    /// A checkpoint was saved.
    CheckpointSaved {
        /// The finished part.
        done: Done,
    },
    /// A checkpoint could not be saved. The last one, if any, still exists, and the build goes on.
    CheckpointFailed(&'a FileError),
    /// All levels are finished; the file is being written.
    Writing,
}

/// The reason why there is no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The stop flag was raised.
    #[error("interrupted after {done}{}", if *checkpoint { "" } else { "; there is no checkpoint of it" })]
    Interrupted {
        /// The finished part.
        done: Done,
        /// True if it is saved in a checkpoint.
        checkpoint: bool,
    },
    /// The cause is the place of the table, the checkpoint or the writing.
    #[error(transparent)]
    File(#[from] FileError),
    /// The build does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The build takes more memory than allowed.
    #[error("the build takes {} of memory, it may take {}", size(*.needed), size(*.limit))]
    MemoryLimit {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
}

/// Generates the table `spec` as the file `path` and returns its header.
///
/// Runs on the threads of the current rayon pool, see [`Threads::install`](crate::backend::Threads::install). `stop`
/// ends it early, within the time that saving a checkpoint takes; once the file is being written it is finished.
///
/// # Errors
/// See [`BuildError`]. Errors that can be known in advance are reported before the build begins: a target that
/// exists or cannot be written, another process generating the same table, a full disk, too little memory.
pub fn generate(
    spec: &TableSpec,
    path: &Path,
    options: &BuildOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<Header, BuildError> {
    generate_and_use(spec, path, options, stop, report, |_, _| ())
}

/// As [`generate`], and hands over the entries as soon as they are made: the file is written while they are in use. If
/// the table exists already, `built` is not called.
///
/// # Errors
/// As [`generate`]; also after `built` was called, if the file cannot be written.
pub fn generate_and_use(
    spec: &TableSpec,
    path: &Path,
    options: &BuildOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(BuildEvent<'_>),
    built: impl FnOnce(&Arc<TableMemory>, &Header),
) -> Result<Header, BuildError> {
    let Some(_lock) = lock(path, options.wait, stop, report)? else {
        return Err(BuildError::Interrupted { done: Done::Level(0), checkpoint: false });
    };
    if options.resume
        && !options.overwrite
        && let Some(header) = finished_table(spec, path)
    {
        // A run killed at the very end leaves its checkpoint beside the finished table.
        Checkpoint::remove(path)?;
        report(BuildEvent::AlreadyComplete);
        return Ok(header);
    }
    check_targets(path, options)?;
    let memory = check_memory(spec, options.max_memory)?;
    check_space(spec, path, options)?;
    let resume = find_checkpoint(spec, path, options.resume, report)?;
    report(BuildEvent::Started { memory, resumed: resume.as_ref().map(|resume| resume.done(spec)) });
    let (table, header) = run(spec, path, options.checkpoint_every, resume, stop, report)?;
    let table = Arc::new(table.freeze());
    built(&table, &header);
    report(BuildEvent::Writing);
    let header = write_table(path, &header, &table, &WriteOptions { overwrite: options.overwrite })?;
    Checkpoint::remove(path)?;
    Ok(header)
}

/// Takes the lock of the table; `None` if `stop` ended the wait for it.
fn lock(
    path: &Path,
    wait: bool,
    stop: &AtomicBool,
    report: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<Option<OutputLock>, FileError> {
    let mut told = false;
    loop {
        match OutputLock::acquire(path) {
            Err(StorageError::Locked { .. }) if wait => {}
            taken => return Ok(Some(taken?)),
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if !std::mem::replace(&mut told, true) {
            report(BuildEvent::Waiting);
        }
        thread::sleep(PAUSE);
    }
}

/// The header of the table `spec` if it is at `path` already, finished and undamaged. Any other file there is rejected
/// by the check of the target.
fn finished_table(spec: &TableSpec, path: &Path) -> Option<Header> {
    let file = TableFile::open(path).ok().filter(|file| file.spec() == *spec)?;
    file.check_blocks(&|_| ()).ok()?;
    Some(file.header().clone())
}

/// Tests that table and checkpoint can be written, which also removes files that a killed run left half-written.
fn check_targets(path: &Path, options: &BuildOptions) -> Result<(), FileError> {
    check_target(path, options.overwrite)?;
    Ok(check_target(&checkpoint_path(path), true)?)
}

/// Tests that the disk has enough space.
fn check_space(spec: &TableSpec, path: &Path, options: &BuildOptions) -> Result<(), FileError> {
    // A new checkpoint is written beside the old one, and the table beside the last checkpoint.
    let files = if options.checkpoint_every.is_some() && !checkpoint_path(path).exists() { 2 } else { 1 };
    let needed = files * Header::new(spec, [0; 16], 0, false).file_length();
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // If the system does not tell, a full disk is detected by the write.
    let free = system::free_space(directory);
    if needed <= free {
        return Ok(());
    }
    let text = format!("the table and its checkpoints take {}, {} are free", size(needed), size(free));
    let source = io::Error::new(io::ErrorKind::StorageFull, text);
    Err(FileError::io(path, "write")(source))
}

/// Bytes that the build needs, if they are available.
fn check_memory(spec: &TableSpec, limit: Option<u64>) -> Result<u64, BuildError> {
    let (needed, available) = (memory_needed(spec), available_memory());
    match limit {
        Some(limit) if needed > limit => Err(BuildError::MemoryLimit { needed, limit }),
        _ if needed > available => Err(OutOfMemory { needed, available }.into()),
        _ => Ok(needed),
    }
}

fn find_checkpoint(
    spec: &TableSpec,
    path: &Path,
    wanted: bool,
    report: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<Option<Checkpoint>, FileError> {
    if !wanted {
        if checkpoint_path(path).exists() {
            report(BuildEvent::CheckpointIgnored);
        }
        return Ok(None);
    }
    let checkpoint = Checkpoint::load(path, spec)?;
    if checkpoint.is_none() {
        report(BuildEvent::NoCheckpoint);
    }
    Ok(checkpoint)
}

fn run(
    spec: &TableSpec,
    path: &Path,
    every: Option<Duration>,
    resume: Option<Checkpoint>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<(TableBuffer, Header), BuildError> {
    let last = resume.as_ref().map_or(0, |resume| resume.done(spec).order());
    // A checkpoint that was not requested is not lost either: only a deeper one replaces it.
    let saved = read_header(&checkpoint_path(path)).ok().filter(|old| old.spec() == Some(*spec));
    let saved = saved.map(|old| old.done().order());
    let mut steps =
        BuildMonitor { spec, path, every, stop, report, last, saved, since: Instant::now(), cost: Duration::ZERO };
    let built = build(spec, resume, stop, |snapshot| steps.finished(snapshot));
    match built {
        Ok((table, distribution)) => {
            let depth = spec.far().unwrap_or_else(|| max_depth(&distribution));
            Ok((table, Header::new(spec, distribution, depth, true)))
        }
        Err(Unfinished::Interrupted { done }) => {
            Err(BuildError::Interrupted { done, checkpoint: steps.saved.is_some_and(|saved| saved >= done.order()) })
        }
        Err(Unfinished::Memory(error)) => Err(error.into()),
    }
}

/// The actions between the steps of a build.
struct BuildMonitor<'a> {
    spec: &'a TableSpec,
    path: &'a Path,
    every: Option<Duration>,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(BuildEvent<'_>),
    /// The progress of the build at the last report, see [`Done::order`].
    last: u16,
    /// The progress in the checkpoint on the disk.
    saved: Option<u16>,
    /// The time of the last attempt to save.
    since: Instant,
    /// The duration of that attempt.
    cost: Duration,
}

impl BuildMonitor<'_> {
    /// Saving takes at most about one part in this many of the time, unless every step is to be saved.
    const SAVING: u32 = 10;

    /// Called after every step, and when one was broken off.
    fn finished(&mut self, mut snapshot: Snapshot<'_>) {
        let unseen = snapshot.distribution[usize::from(UNSEEN)];
        self.tell(&snapshot, self.spec.entries() - unseen);
        let pause = |every: Duration| if every.is_zero() { every } else { every.max(Self::SAVING * self.cost) };
        let due = self.every.is_some_and(|every| self.since.elapsed() >= pause(every));
        let wanted = due || self.stop.load(Ordering::Relaxed);
        let order = snapshot.done.order();
        // The last step is followed by the table itself.
        if wanted && unseen > 0 && order > 0 && self.saved < Some(order) {
            self.save(&mut snapshot);
        }
    }

    fn tell(&mut self, snapshot: &Snapshot<'_>, seen: u64) {
        let order = snapshot.done.order();
        match snapshot.done {
            Done::Listed { depth, cosets } => return (self.report)(BuildEvent::Listed { depth, cosets }),
            _ if order <= self.last => {}
            Done::Level(depth) => {
                let count = snapshot.distribution[usize::from(depth)];
                (self.report)(BuildEvent::Level { depth, count, seen });
            }
            Done::Blocks(done) => (self.report)(BuildEvent::Blocks { done, fraction: snapshot.fraction }),
        }
        self.last = order.max(self.last);
    }

    fn save(&mut self, snapshot: &mut Snapshot<'_>) {
        let (done, distribution) = (snapshot.done, *snapshot.distribution);
        (self.report)(BuildEvent::SavingCheckpoint { done });
        let start = Instant::now();
        let depth = if let Done::Level(depth) = done { depth } else { 0 };
        let table = snapshot.table().map_err(FileError::memory(self.path));
        match table.and_then(|table| Checkpoint::save(self.path, self.spec, depth, distribution, table)) {
            Ok(()) => {
                self.saved = Some(done.order());
                (self.report)(BuildEvent::CheckpointSaved { done });
            }
            Err(error) => (self.report)(BuildEvent::CheckpointFailed(&error)),
        }
        self.since = Instant::now();
        self.cost = start.elapsed();
    }
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
