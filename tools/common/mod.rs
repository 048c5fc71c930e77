//! What the programs share: exit statuses, signals, sizes, progress, near misses of names.

pub mod exit;
pub mod nearest;
pub mod progress;
pub mod signals;
pub mod units;
