//! Building a default table.

use crate::common::building::Reporter;
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::flags::TableArgs;
use anyhow::anyhow;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::file::{FileError, OutputLock};
use cubepdb::pdb::generate::{Event, GenerateError, GenerateOptions, generate};
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
    let options = GenerateOptions { resume: true, max_memory: args.max_memory, ..GenerateOptions::default() };
    loop {
        wait_for_other_builder(path, interrupt);
        if path.exists() {
            return Ok(());
        }
        let mut reporter = Reporter::new(args.progress, spec, path, rayon::current_num_threads());
        let mut tell = |event: Event<'_>| match event {
            // Most first runs have none, and nobody has asked for it.
            Event::NoCheckpoint => {}
            _ => reporter.tell(&event),
        };
        let result = generate(spec, path, &options, interrupt.flag(), &mut tell);
        reporter.finish();
        return match result {
            Ok(_) => Ok(()),
            // Others waited as well, and one of them was sooner.
            Err(GenerateError::File(FileError::Locked { .. })) => continue,
            Err(GenerateError::File(FileError::Exists { .. })) if path.exists() => Ok(()),
            Err(GenerateError::Interrupted { checkpoint, .. }) => {
                let next = if checkpoint { "goes on building" } else { "begins again to build" };
                Err(Failure::new(interrupt.status(), anyhow!("interrupted; the next run {next} {spec}")))
            }
            Err(GenerateError::File(error)) => Err(error.into()),
            Err(error) => Err(Failure::new(Status::Memory, error)),
        };
    }
}
