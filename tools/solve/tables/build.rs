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
use std::time::Duration;

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
    let progress = Progress::new(args.progress, spec.entries());
    wait_for_other_builder(path, interrupt);
    if path.exists() {
        return Ok(());
    }
    let options = GenerateOptions { resume: true, max_memory: args.max_memory, ..GenerateOptions::default() };
    let result = generate(spec, path, &options, interrupt.flag(), &mut |event| tell(spec, &progress, &event));
    progress.finish();
    match result {
        Ok(_) => Ok(()),
        Err(GenerateError::Interrupted { .. }) => {
            Err(Failure::new(interrupt.status(), anyhow!("interrupted; the next run goes on building {spec}")))
        }
        Err(GenerateError::File(error)) => Err(error.into()),
        Err(error) => Err(Failure::new(Status::Memory, error)),
    }
}

fn tell(spec: &TableSpec, progress: &Progress, event: &Event<'_>) {
    match *event {
        Event::Level { depth, count, seen } => {
            progress.set(seen, spec.entries());
            progress.event(&format!("level {depth}: {count} entries"), &json!({"level": depth, "entries": count}));
        }
        Event::Listed { depth, cosets } => {
            let object = json!({"listed": depth, "cosets": cosets});
            progress.event(&format!("listed depth {depth}: {cosets} cosets"), &object);
        }
        Event::Blocks { done, fraction } => {
            progress.set((fraction * spec.entries() as f64) as u64, spec.entries());
            progress.event(&format!("block {done}"), &json!({"blocks": done, "fraction": fraction}));
        }
        _ => {}
    }
}
