//! `pdbgen info`.

use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::common::units;
use crate::text::{counts, grouped, identity_field};
use cubepdb::{
    FaultKind, FileError, StorageError,
    record::TableRecord,
    table_files::{Header, TableFile, read_header},
};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Magic bytes of a compressed table.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Describes every file that has a sound header; the worst result decides the exit status.
pub fn run(files: &[PathBuf], json: bool) -> Result<Status, Failure> {
    let mut worst = Status::Success;
    let mut out = stdout();
    for path in files {
        match described(path, json) {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(failure) => {
                failure.report();
                worst = worst.max(failure.status);
            }
        }
    }
    Ok(worst)
}

fn described(path: &Path, json: bool) -> Result<String, Failure> {
    let header = read_header(path)?;
    if json { Ok(to_json(&record(path, &header)?) + "\n") } else { describe(path, &header) }
}

/// The record of a table. Data that a table of a later version does not provide is null.
fn record<'a>(path: &Path, header: &'a Header) -> Result<TableRecord<'a>, Failure> {
    let (major, minor) = header.version();
    let of_question = |key| identity_field(header, key).filter(|_| header.has_question());
    Ok(TableRecord {
        file: path.to_string_lossy().into_owned(),
        puzzle: of_question("puzzle"),
        moves: of_question("moves"),
        table: identity_field(header, "table"),
        pieces: identity_field(header, "pieces"),
        metric: identity_field(header, "metric"),
        bits: header.bits(),
        entries: header.entries(),
        bytes: header.data_length(),
        max_depth: header.depth(),
        mean: header.mean(),
        distribution: counts(header),
        checksum: format!("{:032x}", header.content_hash()),
        compressed: is_compressed(path)?,
        version: format!("{major}.{minor}"),
    })
}

fn describe(path: &Path, header: &Header) -> Result<String, Failure> {
    let info = record(path, header)?;
    let unknown = || "unknown";
    let state = match TableFile::open_of_any_kind(path) {
        Ok(_) => "complete".to_owned(),
        Err(FileError::UnknownTable { .. }) => format!("a table this version does not know: {}", header.identity()),
        Err(FileError::Incomplete { done, .. }) => format!("incomplete: interrupted after {done}"),
        Err(error) if error.kind() == FaultKind::Table => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    let of_question = [("puzzle", info.puzzle), ("moves", info.moves)];
    let of_question = of_question.into_iter().filter_map(|(name, value)| Some((name, value?.to_owned())));
    let lines = [
        ("table", info.table.unwrap_or_else(unknown).to_owned()),
        ("pieces", info.pieces.unwrap_or_else(unknown).to_owned()),
        ("metric", info.metric.unwrap_or_else(unknown).to_owned()),
        ("entries", format!("{} of {} bits", grouped(info.entries), info.bits)),
        ("bytes", format!("{} ({})", grouped(info.bytes), units::size(info.bytes))),
        ("max depth", info.max_depth.to_string()),
        ("mean", format!("{:.4}", info.mean)),
        ("checksum", info.checksum),
        ("compressed", if info.compressed { "yes" } else { "no" }.to_owned()),
        ("format", format!("{}, written by {}", info.version, header.generator())),
        ("state", state),
    ];
    let lines = of_question.chain(lines).map(|(name, value)| format!("  {name:<11}{value}\n"));
    Ok(format!("{}\n{}", info.file, lines.collect::<String>()))
}

/// Returns whether the file is compressed.
fn is_compressed(path: &Path) -> Result<bool, FileError> {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.map_err(|source| StorageError::Io { path: path.to_owned(), action: "read", source })?;
    Ok(start == ZSTD_MAGIC)
}
