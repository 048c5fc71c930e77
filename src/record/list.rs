//! Lists of what there is: kinds of tables, files of the cache, presets, graphics cards, sets of cubes.

use crate::cube::Metric;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A kind of table that can be built. Tables with the same number of edges have the same size, in both metrics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct TableKindRecord {
    /// Kind of table.
    pub table: &'static str,
    /// Number of pieces.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub pieces: usize,
    /// Metrics that it can be built in.
    pub metrics: [Metric; 2],
    /// Number of entries.
    pub entries: u64,
    /// Bytes of the entries.
    pub bytes: u64,
    /// Bytes of memory that building takes.
    pub memory: u64,
    /// The command that builds one.
    pub command: String,
}

/// One line of `solve presets --json`: a system that others have described.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PresetRecord {
    /// The name, as --preset takes it.
    pub name: &'static str,
    /// Where it was described.
    pub source: &'static str,
    /// A description.
    pub about: &'static str,
    /// The parts that it is put together from.
    pub parts: String,
    /// The equipment that it needs, such as `gpu`; null for a preset that runs on any.
    pub needs: Option<&'static str>,
}

/// A device that --backend gpu can use.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct DeviceRecord {
    /// The number, as --device takes it.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The platform and the driver behind it, with their versions.
    pub driver: String,
    /// True if it is a processor and not a card.
    pub processor: bool,
    /// Bytes of memory.
    pub memory: u64,
    /// Compute units.
    pub units: u32,
    /// The largest H48 table, in half turns, that it has room for; null if there is none.
    pub largest_table: Option<String>,
}

/// One line of `solve instances --json`: a set of cubes that others have used.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InstancesRecord {
    /// The name, as `solve instances` takes it.
    pub name: &'static str,
    /// Number of cubes.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub cubes: usize,
    /// Lengths of shortest solutions, or what is known of them.
    pub lengths: &'static str,
    /// The paper or program that has used them.
    pub source: &'static str,
}

/// One line of `solve devices --measure --json`: the limits of a device's memory for one window.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DeviceMemoryRecord {
    /// The number, as --device takes it.
    pub device: u32,
    /// Its name.
    pub name: String,
    /// Bytes that are read at random.
    pub window: u64,
    /// Bytes copied to it from the memory of the host in a second.
    pub upload_bytes_per_second: f64,
    /// Reads in flight in each work item.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub in_flight: u32,
    /// Lines that are read in a second.
    pub lines_per_second: f64,
}

/// One line of `solve tables --json`: a file of the cache directory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CachedRecord {
    /// The name without suffix.
    pub name: String,
    /// The file.
    #[serde(serialize_with = "super::path_as_text")]
    pub path: PathBuf,
    /// The kind of its contents.
    pub kind: CachedKind,
    /// Bytes of the file.
    pub bytes: u64,
    /// The metric of a table; null for other files, those of questions too, and for a table that cannot be used.
    pub metric: Option<Metric>,
    /// The question of its table: the puzzle, the pieces that matter, and the moves; null for other files.
    pub question: Option<String>,
    /// Why it cannot be used.
    pub error: Option<String>,
}

/// The kind of a file of the cache directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub enum CachedKind {
    /// A table.
    Table,
    /// A table of a question about any puzzle.
    Question,
    /// A build that was interrupted, and can go on.
    Unfinished,
    /// A learned automaton.
    Automaton,
}

/// One line of `solve cases --output jsonl`: a case of a set, and its cheapest solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseRecord {
    /// The set, the goal, the moves and what is asked for.
    pub question: String,
    /// The name of the case, or its number.
    pub case: String,
    /// The case as it was read: a line of a file, or facelets.
    pub input: String,
    /// Moves that make the case, in the hold in which the first solution solves it.
    pub start: String,
    /// Moves of the first solution; null if a limit was reached before there was one.
    pub length: Option<usize>,
    /// The cost of the first solution: its length, where every move costs 1.
    pub cost: Option<u32>,
    /// Cheapest solutions: one, or with --all every one, once each up to the order of commuting moves.
    pub solutions: Vec<String>,
    /// No solution is cheaper: proven.
    pub lower_bound: u8,
    /// Nodes of the search tree that were generated.
    pub nodes: u64,
    /// Wall time of the search.
    pub seconds: f64,
}
