//! `pdbgen verify`.

use crate::args::VerifyArgs;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::proof::LoadedTable;
use crate::common::units;
use crate::session::{Session, Tenths};
use crate::text::{grouped, table_name};
use cubepdb::table_files::{Header, TableFile};
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
    Ok(line(session, path, file.header(), "checksums right, entries not proven", start))
}

/// Checksums, then the proof of every entry.
fn full(session: &Session, path: &Path) -> Result<String, Failure> {
    let start = Instant::now();
    let table = LoadedTable::load(path, session.max_memory)?;
    session.end_if_interrupted();
    let progress = session.progress(0);
    let tenths = Tenths::new(&progress, format!("proving {}", path.display()), table.parts());
    let proven = table.prove(&session.interrupt, &|done| tenths.reached(done));
    progress.finish();
    Ok(line(session, path, table.header(), &proven?, start))
}

fn line(session: &Session, path: &Path, header: &Header, outcome: &str, start: Instant) -> String {
    format!(
        "{}: {}: {outcome}; {} entries, depth {}, mean {:.4}, {} {}",
        path.display(),
        table_name(header),
        grouped(header.entries()),
        header.depth(),
        header.mean(),
        units::time(start.elapsed()),
        session.on_threads(),
    )
}
