//! The queue of the batched kernel.

use crate::storage::nearest_cache;
use std::sync::LazyLock;

/// Number of look-ups that the batched kernel keeps in flight. Only the order of its nodes depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSize {
    /// Look-ups in flight before the first one is read.
    pub in_flight: usize,
    /// The least number of them that are read before others are requested.
    pub read: usize,
}

impl QueueSize {
    /// For a nearest cache of 48 KB and more, and where its size is not known.
    pub const LARGE: Self = Self { in_flight: 96, read: 32 };
    /// For smaller ones, where the lines that wait, the children and their parents have to leave room for 20 KB of
    /// small tables.
    pub const SMALL: Self = Self { in_flight: 48, read: 4 };

    /// The better one on this processor. Measured, see `docs/performance.md`.
    pub fn here() -> Self {
        static HERE: LazyLock<QueueSize> = LazyLock::new(|| QueueSize::of_cache(nearest_cache()));
        *HERE
    }

    fn of_cache(bytes: Option<u64>) -> Self {
        if bytes.is_some_and(|bytes| bytes < 48 << 10) { Self::SMALL } else { Self::LARGE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_fits_the_nearest_cache() {
        assert_eq!(QueueSize::of_cache(Some(32 << 10)), QueueSize::SMALL);
        assert_eq!([Some(48 << 10), Some(128 << 10), None].map(QueueSize::of_cache), [QueueSize::LARGE; 3]);
    }
}
