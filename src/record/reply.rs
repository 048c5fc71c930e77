//! Replies of the server and the browser module.

use super::{AnswerRecord, ErrorRecord, Refused, SearchProgress};
use crate::cube::Metric;
use crate::pdb::TableSpec;
use crate::tables::Table;
use serde::Serialize;

/// A line of an answer, or all of it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// Progress of a search.
    Progress(SearchProgress),
    /// The last line of a search.
    Answer(Box<AnswerRecord>),
    /// Any other.
    Other(ServeRecord),
}

/// Replies of `solve serve` beside the records of search-progress.json and solve.json.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ServeRecord {
    /// A line of POST /v1/solve: other searches come first.
    Waiting {
        /// Number of searches ahead.
        #[cfg_attr(test, schemars(range(min = 1)))]
        waiting: usize,
    },
    /// A line of POST /v1/solve: what happens to tables.
    Note {
        /// Some words for people; empty when there is nothing to say any more.
        note: String,
    },
    /// The last line of POST /v1/solve if there is no answer, because a table is damaged, for example.
    Failure {
        /// A sentence for people.
        #[cfg_attr(test, schemars(length(min = 1)))]
        failure: String,
    },
    /// The last line of POST /v1/tables.
    Table {
        /// The table, which searches may use from then on.
        table: KeptRecord,
    },
    /// GET /v1/info.
    Info(InfoRecord),
    /// POST /v1/check.
    Check(CheckRecord),
    /// POST /v1/scramble.
    Scramble(ScrambleRecord),
    /// The body of an answer with a status from 400 on.
    Refusal {
        /// The fault of the request.
        error: RefusalRecord,
    },
}

/// A table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeptRecord {
    /// Its name.
    pub name: String,
    /// Its metric.
    pub metric: Metric,
    /// Bytes of its entries.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub bytes: u64,
}

/// GET /v1/info.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InfoRecord {
    /// The version of the program.
    pub version: &'static str,
    /// Worker threads of a search.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub threads: usize,
    /// Free memory in bytes.
    pub memory: u64,
    /// The metrics.
    pub metrics: [Metric; 2],
    /// Layers of the cubes.
    pub sizes: Vec<u8>,
    /// The longest time limit, in seconds.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub max_timeout: u32,
    /// The tables in memory.
    pub tables: Vec<KeptRecord>,
    /// The default tables that are kept, in memory or not.
    pub kept: Vec<KeptRecord>,
    /// For each metric, the next table that is worth building, if it can be built.
    pub offered: Vec<OfferRecord>,
}

/// A table that is worth building.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OfferRecord {
    /// Its level, for POST /v1/tables.
    pub level: u8,
    /// Its name.
    pub name: String,
    /// Its metric.
    pub metric: Metric,
    /// Bytes.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub bytes: u64,
    /// Bytes of memory that the build takes.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub memory: u64,
    /// An estimate of the time of the build.
    pub seconds: f64,
}

/// POST /v1/check.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum CheckRecord {
    /// A cube.
    Cube {
        /// True.
        #[cfg_attr(test, schemars(extend("const" = true)))]
        valid: bool,
        /// Its layers.
        size: u8,
        /// Its stickers: faces in the order U R F D L B, each row by row.
        #[cfg_attr(test, schemars(regex(pattern = "^[URFDLB]+$")))]
        facelets: String,
        /// The stickers in the hold in which they were typed, or in which moves leave the cube; null for other
        /// notations. Letters of faces stand for the colours that those have as usual.
        typed: Option<String>,
    },
    /// No cube.
    NoCube {
        /// False.
        #[cfg_attr(test, schemars(extend("const" = false)))]
        valid: bool,
        /// The layers that were asked for.
        size: u8,
        /// The stickers, as far as they can be told; `?` for one that is not known.
        facelets: Option<String>,
        /// Stickers that cannot be right, counted from 0 in the order of the facelets.
        wrong: Vec<usize>,
        /// The error, as in solve.json.
        error: ErrorRecord,
    },
}

/// POST /v1/scramble: a state of the 3x3x3; each is equally likely.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScrambleRecord {
    /// Moves that make it from the solved cube.
    pub scramble: String,
    /// Its stickers, as in POST /v1/check.
    #[cfg_attr(test, schemars(regex(pattern = "^[URFDLB]{54}$")))]
    pub facelets: String,
}

/// Why a request is refused.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefusalRecord {
    /// For programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl ServeRecord {
    /// The last line of an answer that has failed.
    pub fn failure(sentence: impl ToString) -> Self {
        Self::Failure { failure: sentence.to_string() }
    }

    /// The last line of a build.
    pub fn built(table: &Table) -> Self {
        Self::Table { table: table.into() }
    }
}

impl From<Refused> for ServeRecord {
    fn from((code, message): Refused) -> Self {
        Self::Refusal { error: RefusalRecord { code, message } }
    }
}

impl From<&Table> for KeptRecord {
    fn from(table: &Table) -> Self {
        Self { name: table.name(), metric: table.metric(), bytes: table.as_bytes().len() as u64 }
    }
}

impl From<&TableSpec> for KeptRecord {
    fn from(spec: &TableSpec) -> Self {
        Self { name: spec.name(), metric: spec.metric, bytes: spec.bytes() }
    }
}

impl From<SearchProgress> for Reply {
    fn from(progress: SearchProgress) -> Self {
        Self::Progress(progress)
    }
}

impl From<AnswerRecord> for Reply {
    fn from(answer: AnswerRecord) -> Self {
        Self::Answer(Box::new(answer))
    }
}

impl From<ServeRecord> for Reply {
    fn from(record: ServeRecord) -> Self {
        Self::Other(record)
    }
}
