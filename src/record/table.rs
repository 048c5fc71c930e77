//! Table files.

use serde::Serialize;

/// One line of `pdbgen info --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableRecord<'a> {
    /// The file as it was named.
    pub file: String,
    /// The name of the puzzle, of a table that answers a question about any puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<&'a str>,
    /// Its moves: the names of those all of whose powers are moves, and single powers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<&'a str>,
    /// Kind of table; null if this version does not know it, like the two fields below.
    pub table: Option<&'a str>,
    /// The pieces that it is about, with commas; of a question about any puzzle, by orbits and numbers.
    pub pieces: Option<&'a str>,
    /// The metric of its depths: htm or qtm, or mixed where moves are single powers.
    pub metric: Option<&'a str>,
    /// Bits of an entry.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub bits: u8,
    /// Number of entries.
    pub entries: u64,
    /// Bytes of the entries, without the header.
    pub bytes: u64,
    /// The largest depth that occurs.
    pub max_depth: u8,
    /// Mean depth.
    pub mean: f64,
    /// Entries at each depth, from 0 on. They do not add up to the entries of an unfinished table, nor to those of a
    /// table with numbers that no moves reach.
    #[cfg_attr(test, schemars(length(max = 227)))]
    pub distribution: &'a [u64],
    /// Checksum of the entries: XXH3, 128 bits.
    #[cfg_attr(test, schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    pub checksum: String,
    /// True if the file is compressed with zstd.
    pub compressed: bool,
    /// Version of the format.
    #[cfg_attr(test, schemars(regex(pattern = r"^[0-9]+\.[0-9]+$")))]
    pub version: String,
}

/// The object of `pdbgen distances --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DistancesRecord {
    /// The version of the program.
    pub version: &'static str,
    /// The name of the puzzle.
    pub puzzle: String,
    /// The goal as it was asked for, or `solved`.
    pub goal: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The number of positions that moves lead to, in decimal, where it is known: rules that forbid some are not
    /// counted.
    pub states: Option<String>,
    /// True if all positions are counted.
    pub complete: bool,
    /// The number of positions at each distance, from 0 on.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub counts: Vec<u64>,
    /// The number of classes of these up to symmetry, with `--classes`; shorter where counting was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<u64>>,
    /// The number of symmetries, with `--classes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<u64>,
    /// Some of the positions at the last of these distances, as KPuzzle patterns.
    pub antipodes: Vec<String>,
}

/// The object of `pdbgen dist --json`; its fields mean what those of `pdbgen info --json` mean, and level and
/// last_is_minimum are added.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DistributionRecord<'a> {
    /// The file as it was named.
    pub file: String,
    /// Kind of table; null if this version does not know it, like the two fields below.
    pub table: Option<&'a str>,
    /// The pieces that it is about, with commas; of a question about any puzzle, by orbits and numbers.
    pub pieces: Option<&'a str>,
    /// The metric of its depths: htm or qtm, or mixed where moves are single powers.
    pub metric: Option<&'a str>,
    /// Number of entries.
    pub entries: u64,
    /// Of an H48 table, the number of edge flips that it stores; null for other tables.
    pub level: Option<u8>,
    /// The largest depth that occurs.
    pub max_depth: u8,
    /// Mean depth.
    pub mean: f64,
    /// Entries at each depth, from 0 on. They do not add up to the entries of an unfinished table, nor to those of a
    /// table with numbers that no moves reach.
    #[cfg_attr(test, schemars(length(max = 227)))]
    pub distribution: &'a [u64],
    /// True if the last number of the distribution counts entries of larger depths too: in H48 tables, whose last value
    /// means this depth or more.
    pub last_is_minimum: bool,
}
