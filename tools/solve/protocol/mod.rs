//! The protocol of the page: what is asked, and the records of the answers, as `docs/schema` describes them. The server of
//! `solve serve` and the module for browsers (`web`) include it.

mod answer;
mod error_record;
mod estimate;
mod requests;
mod search_record;
mod tables;

pub use answer::Question;
pub use error_record::{ErrorRecord, cause, shown};
pub use estimate::Estimate;
pub use requests::{Search, Wrong, check, table};
pub use search_record::SearchRecord;
pub use tables::{About, building, built, part_built};
