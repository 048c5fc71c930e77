//! Finding, making and loading pattern databases: one way for programs, Rust and Python.
//!
//! [`TableSelection`] says where tables may be, which of them a search wants, and how they come into memory;
//! [`TableSelection::load`] opens or builds them. Nothing is printed: a callback receives a [`TableEvent`] for everything that a
//! user may want to know.

mod defaults;
mod error;
mod event;
mod load;
mod places;
mod table;

pub use error::TableError;
pub use event::{BuildReason, SkipReason, TableEvent};
pub use load::{CheckPolicy, Load, LoadedTables, TableSelection};
pub use table::Table;

/// A callback for [`TableEvent`]s.
pub type Report<'a> = &'a mut dyn FnMut(TableEvent<'_>);
