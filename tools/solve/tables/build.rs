//! Building a default table.

use crate::common::building::Reporter;
use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::flags::TableArgs;
use anyhow::anyhow;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::generate::{Event, GenerateError, GenerateOptions, generate};
use std::path::Path;

/// Builds a default table, with progress. What an interrupted run has left is gone on with; what another run is about to finish is
/// waited for.
pub fn build(spec: &TableSpec, path: &Path, args: &TableArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let options =
        GenerateOptions { resume: true, wait: true, max_memory: args.max_memory, ..GenerateOptions::default() };
    let mut reporter = Reporter::new(args.progress, spec, path, rayon::current_num_threads());
    let mut tell = |event: Event<'_>| match event {
        // Most first runs have none, and nobody has asked for it.
        Event::NoCheckpoint | Event::AlreadyComplete => {}
        _ => reporter.tell(&event),
    };
    let result = generate(spec, path, &options, interrupt.flag(), &mut tell);
    reporter.finish();
    match result {
        Ok(_) => Ok(()),
        Err(GenerateError::Interrupted { checkpoint, .. }) => {
            let next = if checkpoint { "goes on building" } else { "begins again to build" };
            Err(Failure::new(interrupt.status(), anyhow!("interrupted; the next run {next} {spec}")))
        }
        Err(GenerateError::File(error)) => Err(error.into()),
        Err(error) => Err(Failure::new(Status::Memory, error)),
    }
}
