//! `pdbgen corners`, `pdbgen edges`, `pdbgen h48`.

use crate::args::BuildArgs;
use crate::common::building::Reporter;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::units;
use crate::session::Session;
use crate::text::{distribution_table, grouped};
use anyhow::Error;
use cubepdb::{
    BuildError, BuildEvent, BuildOptions, FaultKind, TableKind, TableSpec,
    table_files::{Header, checkpoint_path, generate},
};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::time::Duration;

/// Builds a table and prints a summary.
pub fn run(session: &Session, kind: TableKind, args: &BuildArgs) -> Result<Status, Failure> {
    let spec = TableSpec::new(kind, args.metric);
    let path = target(args.output.as_deref().unwrap_or(Path::new("databases/")), &format!("{}.pdb", spec.name()));
    make_directory(&path)?;
    refuse_to_lose_a_checkpoint(&path, args.saving.resume || session.force)?;
    let options = BuildOptions {
        overwrite: session.force,
        resume: args.saving.resume,
        checkpoint_every: Some(args.saving.checkpoint_every),
        max_memory: session.max_memory,
        wait: false,
    };
    let mut reporter = Reporter::new(session.mode, &spec, &path, session.threads);
    let mut built = true;
    let result = session.pool.install(|| {
        let mut report = |event: BuildEvent<'_>| {
            built &= !matches!(event, BuildEvent::AlreadyComplete);
            reporter.tell(&event);
        };
        generate(&spec, &path, &options, session.interrupt.flag(), &mut report)
    });
    reporter.finish();
    let header = result.map_err(|error| failure(session, error))?;
    let time = built.then(|| reporter.start().elapsed());
    print_summary(session, &path, &header, time)?;
    Ok(Status::Success)
}

/// The file to write: the one that is named or, in a directory that is named, one with the usual name.
pub fn target(path: &Path, usual_name: &str) -> PathBuf {
    let is_directory = path.is_dir() || path.to_string_lossy().ends_with(is_separator);
    if is_directory { path.join(usual_name) } else { path.to_owned() }
}

/// Makes the directory of `path` if only that is missing, so that a mistyped long path does not create directories.
pub fn make_directory(path: &Path) -> Result<(), Failure> {
    let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) else { return Ok(()) };
    match fs::create_dir(directory) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !directory.is_dir() => {
            let context = format!("{}: cannot make this directory", directory.display());
            Err(Failure::new(Status::Io, Error::new(error).context(context)))
        }
        _ => Ok(()),
    }
}

/// An interrupted build may have taken hours: it is not begun again unasked. A table that is there is refused
/// elsewhere.
pub fn refuse_to_lose_a_checkpoint(path: &Path, is_asked: bool) -> Result<(), Failure> {
    let checkpoint = checkpoint_path(path);
    if is_asked || path.exists() || !checkpoint.exists() {
        return Ok(());
    }
    let checkpoint = checkpoint.display();
    Err(Failure::new(
        Status::Io,
        Error::msg(format!(
            "{checkpoint}: an interrupted build; --resume goes on with it, --force starts from scratch"
        )),
    ))
}

fn failure(session: &Session, error: BuildError) -> Failure {
    match error {
        // A build reads no other file than a checkpoint.
        BuildError::File(error) if error.kind() == FaultKind::Table => {
            let hint = "--force without --resume starts from scratch";
            Failure::new(Status::Table, Error::msg(format!("{error} ({hint})")))
        }
        BuildError::File(error) => Failure::of_output(error),
        BuildError::Interrupted { checkpoint, .. } => {
            let hint = if checkpoint { "; the same command with --resume goes on from there" } else { "" };
            Failure::new(session.interrupt.status(), Error::msg(format!("{error}{hint}")))
        }
        BuildError::MemoryLimit { .. } => Failure::new(Status::Memory, Error::new(error).context("--max-memory")),
        error => Failure::new(Status::Memory, error),
    }
}

/// `time` is `None` if the table existed before.
pub fn print_summary(session: &Session, path: &Path, header: &Header, time: Option<Duration>) -> io::Result<()> {
    let (depth, mean) = (header.depth(), header.mean());
    let (entries, bytes) = (grouped(header.entries()), grouped(header.data_length()));
    let mut out = stdout();
    writeln!(out, "{}: {entries} entries, {bytes} bytes, depth {depth}, mean {mean:.4}", path.display())?;
    write!(out, "{}", distribution_table(header))?;
    match time {
        Some(time) => writeln!(out, "built in {} {}", units::time(time), session.on_threads()),
        None => writeln!(out, "it was there already"),
    }
}
