//! `pdbgen list`.

use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::text::to_json;
use crate::common::units;
use crate::text::grouped;
use cubepdb::record::TableKindRecord;
use cubepdb::{EdgeSet, H48Level, Metric, Pattern, TableKind, TableSpec, memory_needed};
use std::io::Write;

/// Lists the tables that can be built.
pub fn run(json: bool) -> Result<Status, Failure> {
    let edge_sets = (1..=EdgeSet::MAX).filter_map(|n| {
        let pieces: Vec<u8> = (0..n as u8).collect();
        EdgeSet::new(&pieces).ok().map(Pattern::Edges)
    });
    let patterns = [Pattern::Corners].into_iter().chain(edge_sets).chain([Pattern::EdgePermutation]);
    let kinds = patterns.map(TableKind::from).chain(H48Level::all().map(TableKind::from));
    let kinds: Vec<TableKindRecord> = kinds.map(describe).collect();
    let mut out = stdout();
    if json {
        writeln!(out, "{}", to_json(&kinds))?;
        return Ok(Status::Success);
    }
    writeln!(out, "{:<46}{:>16}{:>9}{:>9}", "command", "entries", "bytes", "memory")?;
    for TableKindRecord { entries, bytes, memory, command, .. } in kinds {
        let (bytes, memory) = (units::size(bytes), units::size(memory));
        writeln!(out, "{command:<46}{:>16}{bytes:>9}{memory:>9}", grouped(entries))?;
    }
    writeln!(out, "In half turns or, with --metric qtm, in quarter turns; any edges will do.")?;
    Ok(Status::Success)
}

fn describe(kind: TableKind) -> TableKindRecord {
    let spec = TableSpec::new(kind, Metric::HalfTurn);
    let pieces = spec.pieces();
    let command = match kind {
        TableKind::Grid(Pattern::Corners) => "pdbgen corners".to_owned(),
        TableKind::Grid(Pattern::Edges(_)) => format!("pdbgen edges --pieces {pieces}"),
        TableKind::H48(level) => format!("pdbgen h48 --level {level}"),
        TableKind::Grid(Pattern::EdgePermutation) => "pdbgen edges --pieces all".to_owned(),
    };
    TableKindRecord {
        table: spec.table(),
        pieces: pieces.split(',').count(),
        metrics: [Metric::HalfTurn, Metric::QuarterTurn],
        entries: spec.entries(),
        bytes: spec.bytes(),
        memory: memory_needed(&spec),
        command,
    }
}
