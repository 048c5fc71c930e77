//! The machine on which simulated ranks run.

use std::time::Duration;

/// Time in picoseconds: a node takes some thousands of them, and 2^64 are seven months.
pub(super) type Picos = u64;

/// Picoseconds in a nanosecond.
pub(super) const NANO: Picos = 1000;

pub(super) fn picos(time: Duration) -> Picos {
    time.as_nanos() as Picos * NANO
}

pub(super) fn duration(time: Picos) -> Duration {
    Duration::from_nanos(time / NANO)
}

/// A machine for ranks, all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Worker threads of each rank.
    pub workers: usize,
    /// Picoseconds that a worker takes for a node.
    pub node_ps: u64,
    /// The same for a node that becomes a task by itself.
    pub top_node_ps: u64,
    /// Time from the end of sending until a message can be received.
    pub latency: Duration,
    /// Time of a rank's first thread for each message that it sends or receives.
    pub message: Duration,
    /// Additional picoseconds for each byte of it.
    pub byte_ps: u64,
    /// Time from waking a thread until it runs.
    pub wake: Duration,
    /// The time by which a nap exceeds its requested length.
    pub oversleep: Duration,
    /// True if a rank's first thread has a core of its own. Otherwise its first worker pauses while the thread runs.
    pub spare_core: bool,
}

impl Machine {
    /// A machine where only nodes take time: `node_ps` picoseconds each.
    #[cfg(test)]
    pub const fn ideal(workers: usize, node_ps: u64) -> Self {
        Self {
            workers,
            node_ps,
            top_node_ps: node_ps,
            latency: Duration::ZERO,
            message: Duration::ZERO,
            byte_ps: 0,
            wake: Duration::ZERO,
            oversleep: Duration::ZERO,
            spare_core: true,
        }
    }

    /// One worker for each rank and no core to spare, with values measured on a shared server with Linux: 2 µs to write
    /// or read a message, 1 ns for each byte of it, 20 µs until a thread runs, 80 µs of oversleeping.
    pub const fn usual(node_ps: u64, top_node_ps: u64, latency: Duration) -> Self {
        Self {
            workers: 1,
            node_ps,
            top_node_ps,
            latency,
            message: Duration::from_micros(2),
            byte_ps: 1000,
            wake: Duration::from_micros(20),
            oversleep: Duration::from_micros(80),
            spare_core: false,
        }
    }
}
