//! `pdbgen export`.

use crate::args::ExportArgs;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::units;
use crate::session::{Session, Tenths};
use crate::text::grouped;
use cubepdb::internals::pdb::file::{Check, LoadMode};
use cubepdb::internals::tables::{ExportForm, Table, TableError, export};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Writes the entries of a table, one byte each.
pub fn run(session: &Session, args: &ExportArgs) -> Result<Status, Failure> {
    let (target, form) = match (&args.npy, &args.raw) {
        (Some(target), _) => (target, ExportForm::Npy),
        (None, Some(target)) => (target, ExportForm::Raw),
        (None, None) => {
            let out = args.output.as_deref().unwrap_or(Path::new("OUT")).display();
            let forms = format!("--npy {out} for an array of NumPy, --raw {out} for the entries and nothing else");
            return Err(Failure::usage(format!("name the file to write by its form: {forms}")));
        }
    };
    let start = Instant::now();
    let table = session.pool.install(|| Table::open(&args.file, LoadMode::Mmap, Check::Full));
    let table = table.map_err(|error| match error {
        TableError::File(error) => error.into(),
        error => Failure::new(Status::Table, error),
    })?;
    let entries = table.spec().entries();
    let progress = session.progress(entries);
    let tenths = Tenths::new(&progress, format!("exporting {}", args.file.display()), entries);
    // An unfinished target has another name, and the next attempt removes it: stopping at any time does no harm.
    let written = export(&table, target, form, session.force, &|done| {
        session.end_if_interrupted();
        tenths.reached(done);
    });
    progress.finish();
    written.map_err(Failure::of_output)?;
    if let Some(path) = table.changed() {
        let error = anyhow::anyhow!("{}: changed while it was being read", path.display());
        return Err(Failure::new(Status::Io, error));
    }
    let (count, time) = (grouped(entries), units::time(start.elapsed()));
    writeln!(stdout(), "{}: {count} entries of one byte, {time}", target.display())?;
    Ok(Status::Success)
}
