//! The parts that the programs of this repository share: the command line, completions and man pages, exit statuses,
//! signals, sizes, progress, proofs of tables, line breaks, similar names, CSV files, chart axes.

pub mod building;
pub mod bus;
pub mod chart;
pub mod checkpoint;
pub mod cli;
pub mod clock;
pub mod csv;
pub mod exit;
pub mod lines;
pub mod manual;
pub mod memory;
pub mod output;
pub mod progress;
pub mod proof;
pub mod provenance;
pub mod puzzle;
pub mod signals;
pub mod status;
pub mod text;

pub use cubepdb::internals::{nearest, units};
