//! `pdbgen compress`, `pdbgen decompress`.

use crate::args::{CompressArgs, DecompressArgs};
use crate::common::exit::{Failure, Status};
use crate::common::output::{check_distinct, stdout};
use crate::common::units;
use crate::session::{Session, Tenths};
use crate::text::grouped;
use cubepdb::{
    FileError,
    table_files::{CompressOptions, TableFile, WriteOptions, compress, decompress},
};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Compresses a table.
pub fn compress_file(session: &Session, args: &CompressArgs) -> Result<Status, Failure> {
    let target = args.output.clone().unwrap_or_else(|| {
        let mut name = OsString::from(&args.file);
        name.push(".zst");
        name.into()
    });
    let options = CompressOptions { level: args.level, overwrite: session.force };
    convert(session, "compressing", &args.file, &target, |progress| compress(&args.file, &target, &options, progress))
}

/// Decompresses a table.
pub fn decompress_file(session: &Session, args: &DecompressArgs) -> Result<Status, Failure> {
    let target = match &args.output {
        Some(target) => target.clone(),
        None => without_suffix(&args.file)?,
    };
    let options = WriteOptions { overwrite: session.force };
    let work = |progress: &(dyn Fn(u64) + Sync)| decompress(&args.file, &target, &options, progress);
    convert(session, "decompressing", &args.file, &target, work)
}

fn without_suffix(path: &Path) -> Result<PathBuf, Failure> {
    if path.extension() == Some(OsStr::new("zst")) {
        return Ok(path.with_extension(""));
    }
    Err(Failure::usage(format!("{}: the name does not end in .zst; name the output with -o", path.display())))
}

/// Converts in the pool and prints the sizes.
fn convert(
    session: &Session,
    verb: &str,
    source: &Path,
    target: &Path,
    work: impl FnOnce(&(dyn Fn(u64) + Sync)) -> Result<(), FileError> + Send,
) -> Result<Status, Failure> {
    check_distinct([target], [source])?;
    let start = Instant::now();
    let length = TableFile::open_of_any_kind(source)?.header().file_length();
    let progress = session.progress(length);
    let tenths = Tenths::new(&progress, format!("{verb} {}", source.display()), length);
    let report = |done| {
        session.end_if_interrupted_writing(target);
        tenths.reached(done);
    };
    let result = session.pool.install(|| work(&report));
    progress.finish();
    result.map_err(Failure::of_output)?;
    let size = |path: &Path| path.metadata().map_or(0, |metadata| metadata.len());
    let (before, after, time) = (size(source), size(target), units::time(start.elapsed()));
    let (before, after, ratio) = (grouped(before), grouped(after), after as f64 / before.max(1) as f64);
    let threads = session.on_threads();
    let mut out = stdout();
    writeln!(out, "{}: {after} bytes from {before} ({ratio:.3} times as many), {time} {threads}", target.display())?;
    Ok(Status::Success)
}
