//! What the programs share: the command line, completions and man pages, exit statuses, signals, sizes, progress, near misses of names.

pub mod building;
pub mod bus;
pub mod cli;
pub mod exit;
pub mod manual;
pub mod memory;
pub mod nearest;
pub mod output;
pub mod progress;
pub mod signals;
pub mod status;
pub mod text;
pub mod units;
