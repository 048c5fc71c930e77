//! The assignment of the nodes of a level to workers: arithmetic, without a tree.

use std::ops::Range;

/// The assignment of the nodes of one level. All workers get the same number of nodes, the first ones perhaps one more;
/// the last nodes, which are left over, are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    count: usize,
    workers: u16,
    each: usize,
    /// Number of workers, counted from the first, that get one more.
    more: usize,
}

impl Deal {
    /// All nodes are left over.
    const fn none(count: usize, workers: u16) -> Self {
        Self { count, workers, each: 0, more: 0 }
    }

    /// Equal parts, with less than one node per worker left over.
    const fn equal(count: usize, workers: u16) -> Self {
        Self { count, workers, each: count / workers as usize, more: 0 }
    }

    /// All nodes, as evenly as possible: listing 1 of the report.
    const fn fair(count: usize, workers: u16) -> Self {
        Self { count, workers, each: count / workers as usize, more: count % workers as usize }
    }

    /// The nodes of one worker, counted from 0.
    ///
    /// # Panics
    /// If there is no such worker.
    pub fn share(&self, worker: u16) -> Range<usize> {
        assert!(worker < self.workers, "there are {} workers", self.workers);
        let worker = usize::from(worker);
        let start = worker * self.each + worker.min(self.more);
        start..start + self.each + usize::from(worker < self.more)
    }

    /// The nodes that no worker gets: they are expanded.
    pub fn rest(&self) -> Range<usize> {
        self.assigned()..self.count
    }

    /// Number of nodes that are assigned.
    pub fn assigned(&self) -> usize {
        usize::from(self.workers) * self.each + self.more
    }
}

/// The rule that assigns one level after the other, from the root downwards.
///
/// The first level to be assigned is one that divides evenly or, if there is none before it, the level above the *split
/// level*, in equal parts; the nodes left over are expanded until there is a node for each worker, and then assigned as
/// evenly as possible. Where the level above the split level has too few nodes for that, the split level is assigned as
/// evenly as possible. At the end of the tree, nothing is left over.
#[derive(Clone, Debug)]
pub struct PartitionRule {
    workers: u16,
    split_level: u8,
    /// The level that is assigned next.
    level: u8,
    /// True if a level was assigned, and its rest is to be assigned now.
    is_rest: bool,
}

impl PartitionRule {
    /// On the split level, a tree in which nothing is cut off has more nodes per worker than this: one node is then
    /// less than 1 % of a worker's part (equation 5 of the report).
    const ENOUGH: u64 = 100;

    /// The rule for a tree with `branching` moves at each node, and for `workers` workers.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn new(branching: usize, workers: u16) -> Self {
        assert!(workers > 0, "there is a worker");
        Self { workers, split_level: split_level(branching as u64, workers), level: 0, is_rest: false }
    }

    /// Number of workers.
    pub fn workers(&self) -> u16 {
        self.workers
    }

    /// Assigns the `count` nodes of the next level. If `is_last`, they cannot be expanded.
    pub fn deal(&mut self, count: usize, is_last: bool) -> Deal {
        let (level, workers) = (self.level, self.workers);
        self.level = level.saturating_add(1);
        let (is_enough, is_even) = (count >= usize::from(workers), count.is_multiple_of(usize::from(workers)));
        if is_last || (self.is_rest && is_enough) || (!self.is_rest && (is_even || level >= self.split_level)) {
            return Deal::fair(count, workers);
        }
        if !self.is_rest && level + 1 == self.split_level && is_enough {
            self.is_rest = true;
            return Deal::equal(count, workers);
        }
        Deal::none(count, workers)
    }
}

/// The least level above 0 that has more than a hundred nodes for each worker; the largest number if no level has.
fn split_level(branching: u64, workers: u16) -> u8 {
    let has_enough = |nodes: u64| nodes / u64::from(workers) > PartitionRule::ENOUGH;
    let levels = std::iter::successors((branching > 1).then_some(branching), |nodes| nodes.checked_mul(branching));
    levels.zip(1..).find(|&(nodes, _)| has_enough(nodes)).map_or(u8::MAX, |(_, level)| level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_levels_of_the_report() {
        for (workers, level) in [(1, 2), (2, 3), (5, 3), (11, 3), (13, 3), (16, 3), (17, 3), (18, 4)] {
            assert_eq!(split_level(12, workers), level, "{workers}");
        }
        assert_eq!(split_level(18, 13), 3);
        assert_eq!((split_level(1, 2), split_level(0, 2)), (u8::MAX, u8::MAX));
        assert_eq!(split_level(202, 2), 1);
    }

    /// The examples that the report gives for listing 1, section 3.2.2.
    #[test]
    fn fair_shares_differ_by_one_at_most() {
        let shares =
            |count, workers| (0..workers).map(|w| Deal::fair(count, workers).share(w).len()).collect::<Vec<_>>();
        assert_eq!(shares(12, 5), [3, 3, 2, 2, 2]);
        assert_eq!(shares(9, 4), [3, 2, 2, 2]);
        assert_eq!(shares(17, 3), [6, 6, 5]);
    }

    #[test]
    fn every_node_goes_to_one_worker_or_is_left_over() {
        for workers in 1..20 {
            for count in 0..100 {
                for deal in [Deal::none(count, workers), Deal::equal(count, workers), Deal::fair(count, workers)] {
                    let nodes = (0..workers).flat_map(|worker| deal.share(worker)).chain(deal.rest());
                    assert!(nodes.eq(0..count), "{deal:?}");
                }
            }
        }
    }

    /// Case B of the report: more than a hundred moves, so that the level above the split level is the root alone.
    #[test]
    fn the_split_level_is_dealt_where_the_one_above_has_too_few_nodes() {
        let mut rule = PartitionRule::new(211, 2);
        assert_eq!(rule.deal(1, false), Deal::none(1, 2));
        assert_eq!(rule.deal(211, false), Deal::fair(211, 2));
    }
}
