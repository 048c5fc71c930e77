//! The figures of `solve bench`.

use super::{AnswerStatus, ProvenanceRecord, SearchRecord};
use crate::cube::Metric;
use serde::Serialize;
use std::collections::BTreeMap;

/// One line of `solve bench --output jsonl`: a search, and in the last line the summary.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum BenchRecord<'a> {
    /// A search.
    Cube(&'a SampleRecord),
    /// All of it.
    Summary(&'a SummaryRecord),
}

/// A search.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct SampleRecord {
    /// Which time through the cubes, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub pass: u64,
    /// Number of the cube, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub id: u64,
    /// The outcome; `timeout` stands for all limits.
    pub status: AnswerStatus,
    /// Moves of a shortest solution.
    pub length: Option<usize>,
    /// No solution is shorter: proven.
    pub lower_bound: u8,
    /// Wall time.
    pub seconds: f64,
    /// Nodes that were generated.
    pub nodes: u64,
    /// Entries of tables that were read.
    pub lookups: u64,
}

/// All figures. Times are in seconds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct SummaryRecord {
    /// The metric that lengths are in: half turns count one (htm) or two (qtm).
    pub metric: Metric,
    /// Worker threads, of all ranks.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub threads: usize,
    /// Cores that the threads can have at a time, on all machines.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub cores: usize,
    /// Cubes at a time.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub jobs: usize,
    /// The tables in memory.
    pub tables: TablesRecord,
    /// The search that was run.
    pub search: SearchRecord,
    /// The program and the machine.
    pub provenance: ProvenanceRecord,
    /// The cost of the searches; null without cubes.
    pub searches: Option<SearchesRecord>,
    /// The cost of random accesses to the memory, for the threads of this process; null without tables.
    pub limit: Option<LimitRecord>,
    /// Look-ups in a second, as a part of the lines in a second that the memory allows; null if ranks in other
    /// processes search, too.
    pub share_of_limit: Option<f64>,
    /// The same by processor time, which other programs influence less.
    pub processor_share_of_limit: Option<f64>,
}

/// The tables in memory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TablesRecord {
    /// Their names.
    pub names: Vec<String>,
    /// Bytes of all tables in memory.
    pub bytes: u64,
    /// Of these, mapped from files.
    pub mapped_bytes: u64,
    /// Of these, in huge pages.
    pub huge_page_bytes: u64,
    /// Time to load, check and perhaps build them.
    pub seconds: f64,
}

/// The totals of the searches: each cube counts once for each pass.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchesRecord {
    /// Number of cubes.
    pub cubes: usize,
    /// Seconds of each pass.
    pub passes: Vec<f64>,
    /// Number of solutions of each length.
    pub lengths: BTreeMap<usize, usize>,
    /// Searches without a solution.
    pub unsolved: usize,
    /// Seconds per search.
    pub seconds: SpreadRecord,
    /// From the start of the first search to the end of the last one, divided by the searches; seconds.
    pub wall_per_cube: f64,
    /// Processor time of all threads and searches together.
    pub processor_seconds: f64,
    /// Cores that were at work on average; fewer than there are if threads waited, or other programs had them.
    pub busy_cores: f64,
    /// Nodes that were generated.
    pub nodes: CountRecord,
    /// Entries of tables that were read.
    pub lookups: CountRecord,
    /// Nanoseconds of one core for a look-up, everything included; null without look-ups.
    pub ns_per_lookup: Option<f64>,
    /// Nanoseconds of processor time for a look-up.
    pub processor_ns_per_lookup: Option<f64>,
    /// Size of the tables in 10^9 bytes, multiplied by the wall time per cube.
    pub gigabyte_seconds: f64,
}

/// Seconds per search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SpreadRecord {
    /// Their mean.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// A count: in total, per cube and per second.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountRecord {
    /// In total.
    pub total: u64,
    /// For each cube.
    pub per_cube: f64,
    /// In a second.
    pub per_second: f64,
}

/// The cost of random lines of the largest table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LimitRecord {
    /// The table that was read at random: the largest one.
    pub table: String,
    /// Its size.
    pub bytes: usize,
    /// One for each number of accesses and of threads.
    pub measured: Vec<MeasuredRecord>,
}

/// The cost of random lines, with so many accesses in flight on so many threads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MeasuredRecord {
    /// Accesses under way at a time, of each thread.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub in_flight: usize,
    /// Threads.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub threads: usize,
    /// Nanoseconds of one core for a cache line, while all threads work.
    pub ns_per_line: f64,
    /// Nanoseconds of processor time for a line.
    pub processor_ns_per_line: f64,
    /// Lines of all threads together.
    pub lines_per_second: f64,
}
