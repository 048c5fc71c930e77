//! Information from the server and the browser module about themselves and about tables.

use super::request::LONGEST;
use super::{InfoRecord, KeptRecord, OfferRecord};
use crate::cube::Metric;
use crate::nxn::Size;
use crate::pdb::TableSpec;
use crate::pdb::build::memory_needed;
use crate::pdb::choice::build_time;
use crate::pdb::h48::H48Level;
use crate::tables::Table;
use crate::units;
use std::sync::Arc;
use std::time::Duration;

/// The levels that are offered, one after the other. Those between them take as long to build as the next one.
const OFFERED: [u8; 7] = [3, 6, 7, 8, 9, 10, 11];

const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

/// The facts that a program knows about itself.
pub struct About<'a> {
    /// Worker threads of a search.
    pub threads: usize,
    /// Free memory in bytes.
    pub memory: u64,
    /// The tables in memory.
    pub tables: &'a [Arc<Table>],
    /// Returns whether a table is kept and need not be built.
    pub is_kept: &'a dyn Fn(&TableSpec) -> bool,
    /// The largest level that can be built, if any can.
    pub largest: Option<u8>,
    /// Factor by which a build takes longer than with a native program.
    pub slowness: f64,
}

impl About<'_> {
    /// The answer to `GET /v1/info`.
    pub fn info(&self) -> InfoRecord {
        let levels = |metric| H48Level::all().map(move |level| TableSpec::new(level, metric));
        let kept = METRICS.into_iter().flat_map(levels).filter(self.is_kept);
        InfoRecord {
            version: env!("CARGO_PKG_VERSION"),
            threads: self.threads,
            memory: self.memory,
            metrics: METRICS,
            sizes: Size::all().map(Size::layers).collect(),
            max_timeout: LONGEST,
            tables: self.tables.iter().map(|table| (&**table).into()).collect(),
            kept: kept.map(|spec| KeptRecord::from(&spec)).collect(),
            offered: METRICS.into_iter().filter_map(|metric| self.offered(metric)).collect(),
        }
    }

    /// The next table that makes searches of a metric clearly faster, if it can be built in the free memory.
    fn offered(&self, metric: Metric) -> Option<OfferRecord> {
        let in_memory = |spec: &TableSpec| self.tables.iter().any(|table| table.spec() == *spec);
        let spec_of = |level| TableSpec::new(level, metric);
        let has = |level: &H48Level| in_memory(&spec_of(*level)) || (self.is_kept)(&spec_of(*level));
        let best = H48Level::all().filter(has).last().map(H48Level::flips);
        let level = OFFERED.into_iter().find(|level| Some(*level) > best)?;
        let spec = spec_of(H48Level::new(level).filter(|_| Some(level) <= self.largest)?);
        let (memory, time) = (memory_needed(&spec), build_time(&spec, self.threads).mul_f64(self.slowness));
        let KeptRecord { name, metric, bytes } = KeptRecord::from(&spec);
        let seconds = time.as_secs_f64();
        (memory <= self.memory).then_some(OfferRecord { level, name, metric, bytes, memory, seconds })
    }
}

/// The words for a build that begins.
pub fn building(spec: &TableSpec, time: Duration) -> String {
    format!("building a table of {}, once: about {}", units::size(spec.bytes()), units::about(time))
}

/// The words for a build of which a fraction is done, 0 to 1.
pub fn part_built(spec: &TableSpec, fraction: f64) -> String {
    format!("building a table of {}: {:.0} %", units::size(spec.bytes()), 100.0 * fraction)
}
