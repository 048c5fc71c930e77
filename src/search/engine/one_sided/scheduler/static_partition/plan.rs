//! The division of a tree in which every node has the same number of children, computed without making a node.

use crate::search::engine::one_sided::scheduler::static_partition::deal::{Deal, PartitionRule};

/// The number of cubes of each level that each worker gets in a tree in which nothing is cut off.
#[derive(Clone, Debug)]
pub struct Partition {
    branching: usize,
    bound: u8,
    /// From the root on.
    levels: Vec<Deal>,
}

impl Partition {
    /// Divides the tree with `branching` children at each node and `bound` levels below the root among `workers`
    /// workers.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn new(branching: usize, workers: u16, bound: u8) -> Self {
        let mut rule = PartitionRule::new(branching, workers);
        let mut levels: Vec<Deal> = Vec::new();
        let mut count = 1;
        while count > 0 {
            let deal = rule.deal(count, levels.len() == usize::from(bound));
            count = deal.rest().len() * branching;
            levels.push(deal);
        }
        Self { branching, bound, levels }
    }

    /// The levels that are assigned or expanded, from the root on.
    pub fn levels(&self) -> &[Deal] {
        &self.levels
    }

    /// Cubes that are expanded while the tree is divided.
    pub fn expanded(&self) -> usize {
        self.levels.iter().map(|deal| deal.rest().len()).sum()
    }

    /// Cubes that a worker evaluates: those assigned to it, and all below them. `None` if the number is too large.
    ///
    /// # Panics
    /// If there is no such worker.
    pub fn evaluated(&self, worker: u16) -> Option<u128> {
        let shares = self.levels.iter().zip((0..=self.bound).rev());
        shares.map(|(deal, height)| tree(self.branching, height)?.checked_mul(deal.share(worker).len() as u128)).sum()
    }

    /// All cubes of the tree. `None` if the number is too large.
    pub fn total(&self) -> Option<u128> {
        tree(self.branching, self.bound)
    }
}

/// Cubes of a tree of a height, with its root: the weight of the root, equation 1 of the report.
fn tree(branching: usize, height: u8) -> Option<u128> {
    (0..height).try_fold(1u128, |cubes, _| cubes.checked_mul(branching as u128)?.checked_add(1))
}

/// The relative difference between the most and the least that a worker evaluates, in hundredths of a percent,
/// truncated. `None` without workers, or if one of them has nothing to do.
pub fn imbalance(evaluated: impl IntoIterator<Item = u128> + Clone) -> Option<u128> {
    let most = evaluated.clone().into_iter().max()?;
    let least = evaluated.into_iter().min()?;
    (most - least).checked_mul(10_000)?.checked_div(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(plan: &Partition, workers: u16, level: usize) -> Vec<usize> {
        (0..workers).map(|worker| plan.levels()[level].share(worker).len()).collect()
    }

    fn one_more(first: usize, others: usize, workers: usize) -> Vec<usize> {
        std::iter::once(first).chain(vec![others; workers - 1]).collect()
    }

    #[test]
    fn table_1_of_the_report() {
        let plan = Partition::new(12, 11, 7);
        assert_eq!(plan.levels().len(), 4);
        assert_eq!(shares(&plan, 11, 2), [13; 11]);
        assert_eq!(shares(&plan, 11, 3), one_more(2, 1, 11));
    }

    /// The table prints 14 cubes for each of the 16 workers and 144 in all; 16 * 14 is 224. The text and figure 5
    /// divide 144 cubes without a rest, 9 to each worker.
    #[test]
    fn table_2_of_the_report_with_shares_that_add_up_to_its_total() {
        let plan = Partition::new(12, 16, 7);
        assert_eq!(plan.levels().len(), 3);
        assert_eq!(shares(&plan, 16, 2), [9; 16]);
        assert_eq!(plan.levels()[2].assigned(), 144);
    }

    #[test]
    fn table_3_of_the_report() {
        let plan = Partition::new(12, 13, 7);
        assert_eq!(plan.levels().len(), 5);
        assert_eq!(shares(&plan, 13, 2), [11; 13]);
        assert_eq!(shares(&plan, 13, 3), [0; 13]);
        assert_eq!(shares(&plan, 13, 4), one_more(12, 11, 13));
    }

    /// Workers, their cubes (and the number of workers that have as many), expanded cubes, imbalance in hundredths of a
    /// percent.
    type Row = (u16, &'static [(u128, usize)], usize, u128);

    #[test]
    fn table_4_of_the_report() {
        let rows: [Row; 6] = [
            (2, &[(19_544_622, 2)], 1, 0),
            (4, &[(9_772_311, 4)], 1, 0),
            (5, &[(7_804_273, 2), (7_826_894, 3)], 17, 28),
            (8, &[(4_886_154, 8)], 13, 0),
            (11, &[(3_551_510, 10), (3_574_131, 1)], 14, 63),
            (13, &[(3_006_718, 12), (3_008_603, 1)], 26, 6),
        ];
        for (workers, groups, expanded, percent) in rows {
            let plan = Partition::new(12, workers, 7);
            let mut evaluated: Vec<u128> = (0..workers).map(|worker| plan.evaluated(worker).unwrap()).collect();
            assert_eq!(imbalance(evaluated.iter().copied()), Some(percent), "{workers}");
            assert_eq!(plan.expanded(), expanded, "{workers}");
            assert_eq!(evaluated.iter().sum::<u128>() + expanded as u128, 39_089_245);
            assert_eq!(plan.total(), Some(39_089_245));
            evaluated.sort_unstable();
            let wanted = groups.iter().flat_map(|&(cubes, count)| vec![cubes; count]);
            assert!(evaluated.into_iter().eq(wanted), "{workers}");
        }
    }

    /// Section 3.4: 4x4x4 among 13 workers, 324 cubes of level 2, of which 12 are left out, and 216 in their place.
    #[test]
    fn the_split_of_a_larger_cube() {
        let plan = Partition::new(18, 13, 7);
        assert_eq!(shares(&plan, 13, 2), [24; 13]);
        assert_eq!(plan.levels()[2].rest().len(), 12);
        assert_eq!(plan.levels()[3].assigned(), 216);
    }

    #[test]
    fn every_cube_is_counted_once_whatever_the_tree() {
        for branching in [0, 1, 2, 3, 12, 18, 250] {
            for workers in [1, 2, 3, 7, 12, 100, 500] {
                for bound in [0, 1, 2, 3, 5, 9] {
                    let plan = Partition::new(branching, workers, bound);
                    let evaluated: u128 = (0..workers).map(|worker| plan.evaluated(worker).unwrap()).sum();
                    assert_eq!(
                        Some(evaluated + plan.expanded() as u128),
                        plan.total(),
                        "{branching} {workers} {bound}"
                    );
                }
            }
        }
        assert_eq!((Partition::new(18, 7, 60).total(), Partition::new(18, 7, 60).evaluated(0)), (None, None));
    }
}
