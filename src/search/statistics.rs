//! Statistics of the work distribution of an iteration.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The statistics of a scheduler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchedulerStatistics {
    /// Subtrees handed to kernels.
    pub subtrees: u64,
    /// Subtrees, or parts of a path, taken from another worker.
    pub steals: u64,
    /// Time that workers waited for shared data, and for the last of them at the end of each length, in nanoseconds,
    /// summed over the workers.
    pub waited_ns: u64,
    /// Most nodes that were queued or being searched at one time, where nodes are handed out one by one.
    pub live_peak: u64,
    /// The part of each worker in a static partition.
    pub shares: Vec<Share>,
    /// The nodes that no worker got in a static partition.
    pub unassigned: Unassigned,
    /// The statistics of each rank, where several processes search together; known to the first of them.
    pub ranks: Vec<RankStatistics>,
}

impl std::ops::AddAssign for SchedulerStatistics {
    fn add_assign(&mut self, other: Self) {
        self.subtrees += other.subtrees;
        self.steals += other.steals;
        self.waited_ns += other.waited_ns;
        self.live_peak = self.live_peak.max(other.live_peak);
        self.shares.resize(self.shares.len().max(other.shares.len()), Share::default());
        self.shares.iter_mut().zip(&other.shares).for_each(|(sum, share)| *sum += share);
        self.unassigned += other.unassigned;
        self.ranks.resize(self.ranks.len().max(other.ranks.len()), RankStatistics::default());
        self.ranks.iter_mut().zip(&other.ranks).for_each(|(sum, rank)| *sum += *rank);
    }
}

impl SchedulerStatistics {
    /// The statistics of all ranks in total and, where known, of each.
    pub(in crate::search) fn of_ranks(total: RankStatistics, ranks: Vec<RankStatistics>) -> Self {
        let RankStatistics { subtrees, received, waited_ns, .. } = total;
        Self { subtrees, steals: received, waited_ns, ranks, ..Self::default() }
    }

    /// The nanoseconds that workers waited for the last one, which ended last, summed over the workers.
    pub(in crate::search) fn waited_for_last(ended: &[Duration]) -> u64 {
        let waited = |last: Duration| ended.iter().map(|&own| last - own).sum::<Duration>();
        ended.last().map_or(0, |&last| waited(last).as_nanos() as u64)
    }

    /// Time that workers waited, summed over the workers.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited_ns)
    }
}

/// The part of one worker, and its work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Share {
    /// Cubes assigned to it, by level, from the root on.
    pub assigned: Vec<u64>,
    /// Cubes evaluated: those assigned and all those made below them, whether their bounds cut them off or not.
    pub evaluated: u64,
}

impl std::ops::AddAssign<&Self> for Share {
    fn add_assign(&mut self, other: &Self) {
        self.assigned.resize(self.assigned.len().max(other.assigned.len()), 0);
        self.assigned.iter_mut().zip(&other.assigned).for_each(|(sum, count)| *sum += count);
        self.evaluated += other.evaluated;
    }
}

/// Cubes that were made while the tree was divided, and assigned to no worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unassigned {
    /// Expanded cubes, with the root.
    pub expanded: u64,
    /// Cubes cut off by their bounds.
    pub cut_off: u64,
}

impl std::ops::AddAssign for Unassigned {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.cut_off += other.cut_off;
    }
}

/// The work of one rank in an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RankStatistics {
    /// Nodes that it generated; those at the top of the tree, which all ranks may have expanded, count for the first
    /// rank.
    pub nodes: u64,
    /// Of these, the nodes at the top of the tree: all others are a rank's own part.
    pub top: u64,
    /// Subtrees that it searched.
    pub subtrees: u64,
    /// Tasks that it received from other ranks.
    pub received: u64,
    /// Messages that it sent.
    pub messages: u64,
    /// Time that its workers waited for work, in nanoseconds, summed over the workers.
    pub waited_ns: u64,
}

impl std::ops::AddAssign for RankStatistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.top += other.top;
        self.subtrees += other.subtrees;
        self.received += other.received;
        self.messages += other.messages;
        self.waited_ns += other.waited_ns;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_workers_wait_for_the_last_one() {
        let ended = [1, 2, 5].map(Duration::from_nanos);
        assert_eq!(SchedulerStatistics::waited_for_last(&ended), 4 + 3);
        assert_eq!(SchedulerStatistics::waited_for_last(&[]), 0);
    }
}
