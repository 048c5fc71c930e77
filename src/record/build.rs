//! Progress of builds of tables, and of other work on them.

use serde::Serialize;

/// An event of a build.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub enum BuildProgress {
    /// A build begins.
    Start {
        /// Name of the table.
        table: String,
        /// Number of entries.
        entries: u64,
        /// Bytes of the entries.
        bytes: u64,
        /// Bytes of memory while building.
        memory: u64,
        /// Worker threads.
        #[cfg_attr(test, schemars(range(min = 1)))]
        threads: usize,
        /// The last level, or the number of blocks, that a checkpoint had finished.
        resumed: Option<u64>,
    },
    /// A level of the breadth-first search is finished.
    Level {
        /// The depth that is finished.
        depth: u8,
        /// Entries at this depth.
        count: u64,
        /// Entries so far.
        seen: u64,
        /// Part of the work that is done.
        #[cfg_attr(test, schemars(range(max = 1)))]
        fraction: f64,
        /// Seconds since the work began.
        seconds: f64,
    },
    /// The positions at a distance are counted.
    Distance {
        /// The distance.
        distance: u64,
        /// Positions at this distance.
        positions: u64,
    },
    /// Cosets of a depth are listed.
    Listed {
        /// The depth.
        depth: u8,
        /// Cosets at this depth.
        count: u64,
        /// Seconds since the work began.
        seconds: f64,
    },
    /// Blocks of a table of cosets are finished.
    Blocks {
        /// Blocks that are finished.
        done: u16,
        /// Part of the work that is done.
        #[cfg_attr(test, schemars(range(max = 1)))]
        fraction: f64,
        /// Seconds since the work began.
        seconds: f64,
        /// Seconds that it will still take, if that can be said.
        seconds_left: Option<f64>,
    },
    /// A checkpoint is being saved.
    Saving {
        /// The last level, or the number of blocks, that is in it.
        depth: u64,
    },
    /// A checkpoint is saved.
    Checkpoint {
        /// The last level, or the number of blocks, that is in it.
        depth: u64,
    },
    /// The build goes on from a checkpoint.
    Resumed {
        /// The last level, or the number of blocks, that is in it.
        depth: u64,
    },
    /// The table is being written.
    Writing {},
    /// Another run is building the table.
    Waiting {
        /// A sentence for people.
        text: String,
    },
    /// The table is there already.
    AlreadyComplete {
        /// A sentence for people.
        text: String,
    },
    /// There is no checkpoint to go on from.
    NoCheckpoint {
        /// A sentence for people.
        text: String,
    },
    /// There is a checkpoint, and nobody has asked to go on from it.
    CheckpointIgnored {
        /// A sentence for people.
        text: String,
    },
    /// A checkpoint cannot be saved.
    CheckpointFailed {
        /// A sentence for people.
        text: String,
    },
}

/// Another tenth of checking, proving, compressing or decompressing is done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct TenthProgress {
    /// The work and its file, such as `proving corners.pdb`.
    pub event: String,
    /// Units of work that are done.
    pub done: u64,
    /// All of them.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub total: u64,
}
