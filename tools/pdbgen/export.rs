//! `pdbgen export`.

use crate::args::ExportArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_targets, is_standard_output, stdout};
use crate::common::units;
use crate::session::{Session, Tenths};
use crate::text::grouped;
use cubepdb::{
    Check, LoadMode, Table, TableError,
    puzzles::{DistanceFile, DistanceTable},
    table_files::{Entries, ExportForm, export, export_to, read_header},
};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Writes the entries of a table, one byte each.
pub fn run(session: &Session, args: &ExportArgs) -> Result<Status, Failure> {
    let npy = args.npy.as_deref().map(|target| (target, ExportForm::Npy));
    let raw = args.raw.as_deref().map(|target| (target, ExportForm::Raw));
    let targets: Vec<(&Path, ExportForm)> = npy.into_iter().chain(raw).collect();
    if targets.is_empty() {
        let out = args.output.as_deref().unwrap_or(Path::new("OUT")).display();
        let forms = format!("--npy {out} for a NumPy array, --raw {out} for the entries and nothing else");
        return Err(Failure::usage(format!("choose the form of the output: {forms}")));
    }
    check_targets(targets.iter().map(|(target, _)| *target), [&*args.file], session.force)?;
    if read_header(&args.file)?.has_question() {
        let table = session.pool.install(|| of_question(&args.file))?;
        return write_all(session, args, &table, &targets, &|| None);
    }
    let table = session.pool.install(|| Table::open(&args.file, LoadMode::Mmap, Check::Full));
    let table = table.map_err(|error| match error {
        TableError::File(error) => error.into(),
        error => Failure::new(Status::Table, error),
    })?;
    write_all(session, args, &table, &targets, &|| table.changed())
}

/// The table of a question about any puzzle.
fn of_question(path: &Path) -> Result<DistanceTable, Failure> {
    let file = DistanceFile::open(path)?;
    Ok(file.load(file.question(), file.index()?, Check::Full)?)
}

/// Writes the entries in all forms that are asked for; `changed` is the path of a table that was changed meanwhile.
fn write_all<'a>(
    session: &Session,
    args: &ExportArgs,
    table: &dyn Entries,
    targets: &[(&Path, ExportForm)],
    changed: &dyn Fn() -> Option<&'a Path>,
) -> Result<Status, Failure> {
    for &(target, form) in targets {
        let text = write(session, args, table, target, form)?;
        if let Some(path) = changed() {
            let error = anyhow::anyhow!("{}: changed while it was being read", path.display());
            return Err(Failure::new(Status::Io, error));
        }
        // Entries on standard output are for a program.
        match targets.iter().any(|(target, _)| is_standard_output(target)) {
            true => say(&text),
            false => writeln!(stdout(), "{text}")?,
        }
    }
    Ok(Status::Success)
}

/// Writes the entries in one form, and says what was written.
fn write(
    session: &Session,
    args: &ExportArgs,
    table: &dyn Entries,
    target: &Path,
    form: ExportForm,
) -> Result<String, Failure> {
    let start = Instant::now();
    let entries = table.count();
    let progress = session.progress(entries);
    let tenths = Tenths::new(&progress, format!("exporting {}", args.file.display()), entries);
    let tell = |done| {
        session.end_if_interrupted_writing(target);
        tenths.reached(done);
    };
    let written = match is_standard_output(target) {
        true => export_to(table, &mut stdout(), form, &tell).map_err(Failure::from),
        false => export(table, target, form, session.force, &tell).map_err(Failure::of_output),
    };
    progress.finish();
    written?;
    let (count, time) = (grouped(entries), units::time(start.elapsed()));
    let name = if is_standard_output(target) { "standard output".into() } else { target.to_string_lossy() };
    Ok(format!("{name}: {count} entries of one byte, {time}"))
}
