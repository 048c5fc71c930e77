//! The progress of a build.

use super::progress::{Progress, ProgressMode};
use super::units::{self, grouped};
use cubepdb::{BuildEvent, Done, TableSpec, record::BuildProgress};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Reports the progress of a table build.
pub struct Reporter {
    spec: TableSpec,
    path: PathBuf,
    threads: usize,
    progress: Progress,
    start: Instant,
    /// The last percentage reported.
    percent: Option<u8>,
    /// Cosets that were listed.
    listed: u64,
    /// The time when the first blocks were finished, and their part of the work.
    first_block: Option<(Instant, f64)>,
}

impl Reporter {
    /// A reporter for the build of `spec` as `path` on `threads` threads, which begins now.
    pub fn new(mode: ProgressMode, spec: &TableSpec, path: &Path, threads: usize) -> Self {
        Self {
            spec: *spec,
            path: path.to_owned(),
            threads,
            progress: Progress::new(mode, spec.entries()),
            start: Instant::now(),
            percent: None,
            listed: 0,
            first_block: None,
        }
    }

    /// The time when the build began.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.progress.finish();
    }

    /// Reports an event.
    pub fn tell(&mut self, event: &BuildEvent<'_>) {
        let path = self.path.display();
        let note = |text: String, event: fn(String) -> BuildProgress| {
            self.progress.note(&text, &event(text.clone()));
        };
        match event {
            BuildEvent::Blocks { done, fraction } => self.blocks(*done, *fraction),
            BuildEvent::Waiting => {
                note(format!("{path}: another run is building it; waiting"), |text| BuildProgress::Waiting { text })
            }
            BuildEvent::AlreadyComplete => {
                note(format!("{path}: complete already, nothing to do"), |text| BuildProgress::AlreadyComplete { text })
            }
            BuildEvent::NoCheckpoint => note(format!("{path}: no checkpoint, starting from scratch"), |text| {
                BuildProgress::NoCheckpoint { text }
            }),
            BuildEvent::CheckpointIgnored => note(
                format!("{path}: starting from scratch although there is a checkpoint; --resume would go on from it"),
                |text| BuildProgress::CheckpointIgnored { text },
            ),
            BuildEvent::CheckpointFailed(error) => {
                note(format!("cannot save a checkpoint: {error}"), |text| BuildProgress::CheckpointFailed { text })
            }
            BuildEvent::Started { memory, resumed } => self.started(*memory, *resumed),
            BuildEvent::Level { depth, count, seen } => self.level(*depth, *count, *seen),
            BuildEvent::Listed { depth, cosets } => self.listed(*depth, *cosets),
            BuildEvent::SavingCheckpoint { done } => {
                self.plain("saving a checkpoint", *done, |depth| BuildProgress::Saving { depth })
            }
            BuildEvent::CheckpointSaved { done } => {
                self.plain("checkpoint saved", *done, |depth| BuildProgress::Checkpoint { depth })
            }
            BuildEvent::Writing => self.progress.event(&format!("writing {path}"), &BuildProgress::Writing {}),
            _ => {}
        }
    }

    fn started(&self, memory: u64, resumed: Option<Done>) {
        let (entries, bytes) = (self.spec.entries(), self.spec.bytes());
        let text = format!(
            "{}: {} entries, {} in the file, {} of memory while building, {}",
            self.spec,
            grouped(entries),
            units::size(bytes),
            units::size(memory),
            units::on_threads(self.threads),
        );
        let (table, threads) = (self.spec.name(), self.threads);
        let start = BuildProgress::Start { table, entries, bytes, memory, threads, resumed: resumed.map(number) };
        self.progress.event(&text, &start);
        if let Some(done) = resumed {
            self.plain("resumed from the checkpoint", done, |depth| BuildProgress::Resumed { depth });
        }
    }

    fn level(&self, depth: u8, count: u64, seen: u64) {
        let fraction = seen as f64 / self.spec.entries() as f64;
        let elapsed = self.start.elapsed();
        let text = match self.progress.is_bar() {
            true => format!("level {depth}: {} entries, {:.4} % seen", grouped(count), fraction * 100.0),
            false => format!(
                "level {depth:>2}: {:>13} entries, {:>8.4} % seen, {}",
                grouped(count),
                fraction * 100.0,
                units::time(elapsed)
            ),
        };
        self.progress.set(seen, self.spec.entries());
        let seconds = elapsed.as_secs_f64();
        self.progress.event(&text, &BuildProgress::Level { depth, count, seen, fraction, seconds });
    }

    fn listed(&mut self, depth: u8, cosets: u64) {
        let elapsed = self.start.elapsed();
        self.listed += cosets;
        if self.is_listed() {
            self.progress.set(self.listed, self.spec.entries());
        }
        let text = match self.progress.is_bar() {
            true => format!("making {}: depth {depth}", self.spec),
            false => format!("list  {depth:>2}: {:>13} cosets, {}", grouped(cosets), units::time(elapsed)),
        };
        let seconds = elapsed.as_secs_f64();
        self.progress.event(&text, &BuildProgress::Listed { depth, count: cosets, seconds });
    }

    /// Returns whether the lists are the work, as for level 0.
    fn is_listed(&self) -> bool {
        self.spec.h48().is_some_and(|layout| layout.level().flips() == 0)
    }

    /// Reports every percent, and the remaining time: the blocks done in this run took the time since the first.
    fn blocks(&mut self, done: u16, fraction: f64) {
        if !self.is_listed() {
            self.progress.set((fraction * self.spec.entries() as f64) as u64, self.spec.entries());
        }
        let percent = (fraction * 100.0) as u8;
        if self.percent.replace(percent) == Some(percent) {
            return;
        }
        let elapsed = self.start.elapsed();
        let (start, at) = *self.first_block.get_or_insert((Instant::now(), fraction));
        let left = (fraction > at).then(|| start.elapsed().mul_f64((1.0 - fraction) / (fraction - at)));
        let left_text = left.map_or_else(String::new, |left| format!(", about {} left", units::about(left)));
        let text = match (self.progress.is_bar(), left) {
            (true, Some(left)) => format!("making {}: about {} left", self.spec, units::about(left)),
            (true, None) => format!("making {}", self.spec),
            _ => format!("{}: {:>3} %, {}{left_text}", Done::Blocks(done), percent, units::time(elapsed)),
        };
        let (seconds, seconds_left) = (elapsed.as_secs_f64(), left.map(|left| left.as_secs_f64()));
        self.progress.event(&text, &BuildProgress::Blocks { done, fraction, seconds, seconds_left });
    }

    fn plain(&self, text: &str, done: Done, event: fn(u64) -> BuildProgress) {
        self.progress.event(&format!("{done}: {text}"), &event(number(done)));
    }
}

/// The last finished level, or the number of finished blocks.
fn number(done: Done) -> u64 {
    match done {
        Done::Level(depth) | Done::Listed { depth, .. } => depth.into(),
        Done::Blocks(count) => count.into(),
    }
}
