//! The progress of a build.

use crate::common::progress::Progress;
use crate::common::units;
use crate::session::Session;
use crate::text::grouped;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::generate::Event;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// Tells what happens while a table is built.
pub struct Reporter<'a> {
    session: &'a Session,
    spec: &'a TableSpec,
    path: &'a Path,
    progress: Progress,
    start: Instant,
}

impl<'a> Reporter<'a> {
    /// For the build of `spec` as `path`, which begins now.
    pub fn new(session: &'a Session, spec: &'a TableSpec, path: &'a Path) -> Self {
        Self { session, spec, path, progress: session.progress(spec.entries()), start: Instant::now() }
    }

    /// When the build began.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.progress.finish();
    }

    /// Tells about an event.
    pub fn tell(&self, event: &Event<'_>) {
        let path = self.path.display();
        let note = |text: String, name: &str| {
            self.session.note(&self.progress, &text, &json!({ "event": name, "text": text }));
        };
        match event {
            Event::AlreadyComplete => note(format!("{path}: complete already, nothing to do"), "already_complete"),
            Event::NoCheckpoint => note(format!("{path}: no checkpoint, starting from scratch"), "no_checkpoint"),
            Event::CheckpointIgnored => note(
                format!("{path}: starting from scratch although there is a checkpoint; --resume would go on from it"),
                "checkpoint_ignored",
            ),
            Event::CheckpointFailed(error) => note(format!("cannot save a checkpoint: {error}"), "checkpoint_failed"),
            Event::Started { memory, resumed } => self.started(*memory, *resumed),
            Event::Level { depth, count, seen } => self.level(*depth, *count, *seen),
            Event::SavingCheckpoint { depth } => self.plain("saving a checkpoint", "saving", *depth),
            Event::CheckpointSaved { depth } => self.plain("checkpoint saved", "checkpoint", *depth),
            Event::Writing => self.progress.event(&format!("writing {path}"), &json!({ "event": "writing" })),
            _ => {}
        }
    }

    fn started(&self, memory: u64, resumed: Option<u8>) {
        let (entries, bytes) = (self.spec.entries(), self.spec.bytes());
        let text = format!(
            "{}: {} entries, {} in the file, {} of memory while building, {}",
            self.spec,
            grouped(entries),
            units::size(bytes),
            units::size(memory),
            self.session.on_threads(),
        );
        let object = json!({
            "event": "start", "table": self.spec.name(), "entries": entries, "bytes": bytes, "memory": memory,
            "threads": self.session.threads, "resumed": resumed,
        });
        self.progress.event(&text, &object);
        if let Some(depth) = resumed {
            self.plain("resumed from the checkpoint", "resumed", depth);
        }
    }

    fn level(&self, depth: u8, count: u64, seen: u64) {
        let fraction = seen as f64 / self.spec.entries() as f64;
        let elapsed = self.start.elapsed();
        let text = format!(
            "level {depth:>2}: {:>13} entries, {:>8.4} % seen, {}",
            grouped(count),
            fraction * 100.0,
            units::time(elapsed)
        );
        let object = json!({
            "event": "level", "depth": depth, "count": count, "seen": seen, "fraction": fraction,
            "seconds": elapsed.as_secs_f64(),
        });
        self.progress.set(seen, self.spec.entries());
        self.progress.event(&text, &object);
    }

    fn plain(&self, text: &str, name: &str, depth: u8) {
        self.progress.event(&format!("level {depth:>2}: {text}"), &json!({ "event": name, "depth": depth }));
    }
}
