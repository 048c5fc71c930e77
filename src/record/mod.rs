//! The records that the programs, the server, the page and the Python module write: one type for each.
//!
//! `docs/schema` has their JSON schemas, which are made from these types.

mod answer;
mod bench;
mod build;
mod doctor;
mod error;
mod info;
mod iteration;
mod list;
mod progress;
mod provenance;
mod reply;
mod request;
#[cfg(test)]
mod schemas;
mod search;
mod table;

pub use answer::{AnswerRecord, AnswerStatus, WorkRecord};
pub use bench::{
    BenchRecord, CountRecord, LimitRecord, MeasuredRecord, SampleRecord, SearchesRecord, SpreadRecord, SummaryRecord,
    TablesRecord,
};
pub use build::{BuildProgress, TenthProgress};
pub use doctor::{DoctorRecord, FoundRecord, MpiRecord};
pub use error::{ErrorRecord, Refused};
pub use info::{About, building, part_built};
pub use iteration::{Iteration, IterationRecord, IterationRow, PartitionRecord};
pub use list::{
    CachedKind, CachedRecord, CaseRecord, DeviceMemoryRecord, DeviceRecord, InstancesRecord, PresetRecord,
    TableKindRecord,
};
pub use progress::{BatchProgress, BestRecord, Estimate, InWork, SearchProgress};
pub use provenance::ProvenanceRecord;
pub use reply::{CheckRecord, InfoRecord, KeptRecord, OfferRecord, RefusalRecord, Reply, ScrambleRecord, ServeRecord};
pub use request::{
    CheckRequest, PuzzleSearch, QuestionRequest, ScrambleRequest, SearchRequest, SolveRequest, TableRequest, check,
    read_request, scramble, table,
};
pub use search::{SearchDirection, SearchRecord};
pub use table::{DistancesRecord, DistributionRecord, TableRecord};

use serde::Serializer;
use std::path::{Path, PathBuf};

/// Writes a path as it is shown: what is no text in it is replaced.
fn path_as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// The same, if there is one.
fn path_if_any<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => path_as_text(path, serializer),
        None => serializer.serialize_none(),
    }
}
