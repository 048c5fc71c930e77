//! Building a default table.

use crate::common::exit::{Failure, Status, say};
use crate::common::progress::Progress;
use crate::common::signals::Interrupt;
use crate::flags::TableArgs;
use anyhow::anyhow;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::file::{FileError, OutputLock};
use cubepdb::pdb::generate::{Event, GenerateError, GenerateOptions, generate};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Another run may be building the same table at this moment: its lock shows.
fn wait_for_other_builder(path: &Path, interrupt: &Interrupt) {
    let mut said = false;
    while !interrupt.flag().load(Ordering::Relaxed) {
        match OutputLock::acquire(path) {
            Err(FileError::Locked { .. }) => {
                if !std::mem::replace(&mut said, true) {
                    say("another run is building it; waiting");
                }
                std::thread::sleep(Duration::from_millis(100));
            }
            _ => return,
        }
    }
}

/// Builds a default table, with progress. What an interrupted run has left is gone on with.
pub fn build(spec: &TableSpec, path: &Path, args: &TableArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let options = GenerateOptions { resume: true, max_memory: args.max_memory, ..GenerateOptions::default() };
    loop {
        wait_for_other_builder(path, interrupt);
        if path.exists() {
            return Ok(());
        }
        let (progress, started) = (Progress::new(args.progress, spec.entries()), Instant::now());
        let mut tell = |event: Event<'_>| tell(spec, started, &progress, &event);
        let result = generate(spec, path, &options, interrupt.flag(), &mut tell);
        progress.finish();
        return match result {
            Ok(_) => Ok(()),
            // Others waited as well, and one of them was sooner.
            Err(GenerateError::File(FileError::Locked { .. })) => continue,
            Err(GenerateError::File(FileError::Exists { .. })) if path.exists() => Ok(()),
            Err(GenerateError::Interrupted { .. }) => {
                Err(Failure::new(interrupt.status(), anyhow!("interrupted; the next run goes on building {spec}")))
            }
            Err(GenerateError::File(error)) => Err(error.into()),
            Err(error) => Err(Failure::new(Status::Memory, error)),
        };
    }
}

/// Tells about an event, with the objects of `pdbgen --progress json`.
fn tell(spec: &TableSpec, started: Instant, progress: &Progress, event: &Event<'_>) {
    let (entries, seconds) = (spec.entries() as f64, started.elapsed().as_secs_f64());
    match *event {
        Event::Level { depth, count, seen } => {
            let fraction = seen as f64 / entries;
            let object = json!({
                "event": "level", "depth": depth, "count": count, "seen": seen, "fraction": fraction, "seconds": seconds,
            });
            progress.set(seen, spec.entries());
            progress.event(&format!("level {depth}: {count} entries"), &object);
        }
        Event::Listed { depth, cosets } => {
            let object = json!({"event": "listed", "depth": depth, "count": cosets, "seconds": seconds});
            progress.event(&format!("listed depth {depth}: {cosets} cosets"), &object);
        }
        Event::Blocks { done, fraction } => {
            let object = json!({
                "event": "blocks", "done": done, "fraction": fraction, "seconds": seconds, "seconds_left": null,
            });
            progress.set((fraction * entries) as u64, spec.entries());
            progress.event(&format!("block {done}"), &object);
        }
        _ => {}
    }
}
