//! What the programs share: exit statuses, signals, sizes, progress.

pub mod exit;
pub mod progress;
pub mod signals;
pub mod units;
