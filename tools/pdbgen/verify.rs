//! `pdbgen verify`.

use crate::args::VerifyArgs;
use crate::common::bus;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::units;
use crate::session::{Session, Tenths};
use crate::text::{grouped, table_name};
use anyhow::Error;
use cubepdb::{
    Check, FileError, LoadMode, OutOfMemory, StorageError, TableSpec,
    puzzles::{DistanceFile, DistanceTable},
    table_files::{Proof, TableFile, memory_beside, parts, read_header, verify},
};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Checks every file; the worst result decides the exit status.
pub fn run(session: &Session, args: &VerifyArgs) -> Result<Status, Failure> {
    let mut worst = Status::Success;
    for path in &args.files {
        let check = if args.quick { quick } else { full };
        match session.pool.install(|| check(session, path)) {
            Ok(line) => writeln!(stdout(), "{line}")?,
            Err(failure) => {
                failure.report();
                worst = worst.max(failure.status);
            }
        }
        if worst >= Status::Interrupted {
            break;
        }
    }
    Ok(worst)
}

/// Header, size and checksums.
fn quick(session: &Session, path: &Path) -> Result<String, Failure> {
    let start = Instant::now();
    let file = TableFile::open_of_any_kind(path)?;
    let progress = session.progress(0);
    let tenths = Tenths::new(&progress, format!("checking {}", path.display()), file.header().data_length());
    let checked = file.check_blocks(&|done| {
        session.end_if_interrupted();
        tenths.reached(done);
    });
    progress.finish();
    checked?;
    Ok(line(session, &file, "checksums right, entries not proven", start))
}

/// Checksums, then the proof of every entry.
fn full(session: &Session, path: &Path) -> Result<String, Failure> {
    match read_header(path)?.has_question() {
        true => full_of_question(session, path),
        false => full_of_cube(session, path),
    }
}

/// The proof of a table of any puzzle, in memory: its file has all that is needed.
fn full_of_question(session: &Session, path: &Path) -> Result<String, Failure> {
    let start = Instant::now();
    let file = DistanceFile::open(path)?;
    let index = file.index()?;
    let needed = DistanceTable::bytes_of(&index).saturating_add(index.memory());
    check_memory(session, path, needed)?;
    let rows = index.rows();
    let table = file.load(file.question(), index, Check::Full)?;
    session.end_if_interrupted();
    let progress = session.progress(0);
    let tenths = Tenths::new(&progress, format!("proving {}", path.display()), rows);
    let result = table.verify(session.interrupt.flag(), &|done| tenths.reached(done));
    progress.finish();
    result.map_err(|disproof| Failure::of_disproof(path, &disproof, session.interrupt.status()))?;
    Ok(line(session, file.file(), "every entry proven exact", start))
}

/// The proof of a table of a cube.
fn full_of_cube(session: &Session, path: &Path) -> Result<String, Failure> {
    let start = Instant::now();
    let file = TableFile::open(path)?;
    let mapping = bus::announce(path);
    let table = load_mode(session, &file).and_then(|mode| file.load(mode, Check::Full));
    mapping.settle(&table);
    let table = table?;
    session.end_if_interrupted();
    let (spec, header) = (file.spec(), file.header());
    let progress = session.progress(0);
    let tenths = Tenths::new(&progress, format!("proving {}", path.display()), parts(&spec));
    let flag = session.interrupt.flag();
    let result = verify(&spec, &table, Some(header.distribution()), flag, &|done| tenths.reached(done));
    progress.finish();
    if table.is_mapped() && !file.is_unchanged()? {
        let error = format!("{}: changed while it was being read; nothing is proven", path.display());
        return Err(Failure::new(Status::Io, Error::msg(error)));
    }
    let proof = result.map_err(|disproof| Failure::of_disproof(path, &disproof, session.interrupt.status()))?;
    Ok(line(session, &file, &outcome(&spec, &proof), start))
}

/// The load mode: a table that the allowed memory does not hold with what its proof takes is read from its file, which
/// is impossible for a compressed one.
fn load_mode(session: &Session, file: &TableFile) -> Result<LoadMode, FileError> {
    let beside = memory_beside(&file.spec());
    let whole = beside + file.header().data_length();
    let least = if file.is_compressed() { whole } else { beside };
    check_memory(session, file.path(), least)?;
    Ok(if session.max_memory.is_some_and(|available| whole > available) { LoadMode::Mmap } else { LoadMode::Auto })
}

/// Refuses a proof of a file that takes more bytes than are allowed.
fn check_memory(session: &Session, path: &Path, needed: u64) -> Result<(), FileError> {
    match session.max_memory.filter(|&available| needed > available) {
        None => Ok(()),
        Some(available) => {
            let source = OutOfMemory { needed, available };
            Err(StorageError::Memory { path: path.to_owned(), source }.into())
        }
    }
}

fn outcome(spec: &TableSpec, proof: &Proof) -> String {
    let published = proof.published.map(|source| format!(", distribution as in {source}"));
    let what = if spec.far().is_some() { "every bound proven" } else { "every entry proven exact" };
    format!("{what}{}", published.unwrap_or_default())
}

fn line<S: Sync>(session: &Session, file: &TableFile<S>, outcome: &str, start: Instant) -> String {
    let header = file.header();
    format!(
        "{}: {}: {outcome}; {} entries, depth {}, mean {:.4}, {} {}",
        file.path().display(),
        table_name(header),
        grouped(header.entries()),
        header.depth(),
        header.mean(),
        units::time(start.elapsed()),
        session.on_threads(),
    )
}
