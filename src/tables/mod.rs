//! Finding, building and loading pattern databases: one way for programs, Rust and Python.
//!
//! [`TableSelection`] names the places of tables, the tables that a search needs, and the way to load them into memory;
//! [`TableSelection::load`] opens or builds them. Nothing is printed: a callback receives a [`TableEvent`] for
//! everything of interest to a user.

mod defaults;
mod error;
mod event;
mod export;
mod load;
mod places;
mod question_cache;
mod questions;
mod selection;
mod table;

pub(crate) use defaults::Choice;
pub use error::TableError;
pub use event::{BuildReason, SkipReason, TableEvent};
pub use export::{Entries, ExportForm, export, export_to};
pub use load::{Load, LoadedTables};
pub use question_cache::{QUESTIONS, QuestionCache};
pub use selection::{CheckPolicy, TableSelection};
pub use table::Table;

/// A callback for [`TableEvent`]s.
pub type Report<'a> = &'a mut dyn FnMut(TableEvent<'_>);
