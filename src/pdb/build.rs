//! Building tables, on all threads of the rayon pool.

pub use super::distribution::{Distribution, count};
pub use super::grid::build_reference;
pub use super::snapshot::{Snapshot, Unfinished};

use super::file::Checkpoint;
use super::grid;
use super::h48::{self, Layout};
use super::spec::{Pattern, TableKind, TableSpec};
use crate::storage::TableBuffer;
use std::sync::atomic::AtomicBool;

/// Peak memory in bytes for building a table on the threads of the current rayon pool, the table included.
pub fn memory_needed(spec: &TableSpec) -> u64 {
    match spec.kind {
        // Beside the packed table: two sets, the seen entries, and four planes, 81 words a row each.
        TableKind::Grid(Pattern::Corners) => spec.bytes() + Pattern::Corners.rows() * 81 * 4 * 7,
        TableKind::Grid(_) => spec.bytes() + (1 << 20),
        TableKind::H48(level) => h48::memory_needed(Layout::new(level, spec.metric), spec.metric),
    }
}

/// Builds a table. `report` is called after every finished step, a level or some blocks, and once more (with the
/// finished part) when `stop` breaks a step off; it may save a checkpoint.
///
/// The search is exhaustive: a grid is complete when a level finds nothing new, an H48 table when every coset up to the
/// largest depth that it distinguishes has been marked.
///
/// # Errors
/// See [`Unfinished`].
pub fn build(
    spec: &TableSpec,
    resume: Option<Checkpoint>,
    stop: &AtomicBool,
    mut report: impl FnMut(Snapshot<'_>),
) -> Result<(TableBuffer, Distribution), Unfinished> {
    match spec.kind {
        TableKind::Grid(pattern) => grid::build(pattern, spec, resume, stop, &mut report),
        TableKind::H48(level) => h48::build(Layout::new(level, spec.metric), spec.metric, resume, stop, &mut report),
    }
}
