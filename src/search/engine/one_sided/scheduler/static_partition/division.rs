//! The division of a real tree, in which children may be cut off.

use crate::search::engine::one_sided::scheduler::static_partition::deal::{Deal, PartitionRule};

/// The top of a tree, with its nodes assigned to workers. The division of a tree is always the same.
#[derive(Clone, Debug)]
pub struct Division<N> {
    /// From the root on; for each level, the nodes that are assigned.
    levels: Vec<(Deal, Vec<N>)>,
}

/// Divides a tree that has `bound` levels below its root. `expand` makes the children of all given nodes, in their
/// order; it returns `None` if the search is no longer wanted.
pub fn divide<N>(
    root: N,
    bound: u8,
    mut rule: PartitionRule,
    mut expand: impl FnMut(&[N]) -> Option<Vec<N>>,
) -> Option<Division<N>> {
    let mut levels = Vec::new();
    let mut level = vec![root];
    while !level.is_empty() {
        let deal = rule.deal(level.len(), levels.len() == usize::from(bound));
        let next = match deal.rest() {
            rest if rest.is_empty() => Vec::new(),
            rest => expand(&level[rest])?,
        };
        level.truncate(deal.assigned());
        levels.push((deal, std::mem::replace(&mut level, next)));
    }
    Some(Division { levels })
}

impl<N> Division<N> {
    /// The subtrees of a worker, in the order of the levels.
    ///
    /// # Panics
    /// If there is no such worker.
    pub fn share(&self, worker: u16) -> impl Iterator<Item = &N> {
        self.levels.iter().flat_map(move |(deal, nodes)| &nodes[deal.share(worker)])
    }

    /// The number of subtrees of each level that a worker gets, from the root on.
    ///
    /// # Panics
    /// If there is no such worker.
    pub fn counts(&self, worker: u16) -> Vec<u64> {
        self.levels.iter().map(|(deal, _)| deal.share(worker).len() as u64).collect()
    }

    /// Subtrees in all.
    pub fn assigned(&self) -> usize {
        self.levels.iter().map(|(deal, _)| deal.assigned()).sum()
    }

    /// Nodes that were expanded.
    pub fn expanded(&self) -> usize {
        self.levels.iter().map(|(deal, _)| deal.rest().len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node of a random tree: the path to it, which determines the number of its children.
    type Node = Vec<u8>;

    /// A tree that depends on the seed, with at most `most` children at a node.
    struct Tree {
        seed: u64,
        most: usize,
        bound: u8,
    }

    impl Tree {
        fn children(&self, node: &Node) -> Vec<Node> {
            let path = node
                .iter()
                .fold(self.seed, |hash, &letter| fastrand::Rng::with_seed(hash + u64::from(letter)).u64(0..1 << 40));
            let children = fastrand::Rng::with_seed(path).usize(0..=self.most);
            (0..children).map(|letter| [&node[..], &[letter as u8]].concat()).collect()
        }

        /// All nodes in the subtree of one, with its root.
        fn below(&self, node: &Node) -> Vec<Node> {
            let mut nodes = vec![node.clone()];
            if node.len() < usize::from(self.bound) {
                nodes.extend(self.children(node).iter().flat_map(|child| self.below(child)));
            }
            nodes
        }

        fn divide(&self, workers: u16) -> (Division<Node>, Vec<Node>) {
            let mut expanded = Vec::new();
            let division = divide(Node::new(), self.bound, PartitionRule::new(self.most, workers), |nodes| {
                expanded.extend_from_slice(nodes);
                Some(nodes.iter().flat_map(|node| self.children(node)).collect())
            });
            (division.unwrap(), expanded)
        }

        fn check(&self, workers: u16) {
            let case = format!("seed {} most {} bound {} workers {workers}", self.seed, self.most, self.bound);
            let (division, expanded) = self.divide(workers);
            assert_eq!(division.expanded(), expanded.len(), "{case}");
            let roots: Vec<&Node> = (0..workers).flat_map(|worker| division.share(worker)).collect();
            assert_eq!(roots.len(), division.assigned(), "{case}");
            let mut found: Vec<Node> = roots.into_iter().flat_map(|root| self.below(root)).chain(expanded).collect();
            let mut wanted = self.below(&Node::new());
            found.sort();
            wanted.sort();
            assert!(found == wanted, "{case}: {} nodes instead of {}", found.len(), wanted.len());
            self.check_balance(&division, workers, &case);
        }

        /// Checks that workers differ by at most one subtree of the last level, and that the first ones have it.
        fn check_balance(&self, division: &Division<Node>, workers: u16, case: &str) {
            let counts: Vec<Vec<u64>> = (0..workers).map(|worker| division.counts(worker)).collect();
            let (first, last) = (&counts[0], &counts[counts.len() - 1]);
            assert!(counts.is_sorted_by(|a, b| a >= b), "{case}: {counts:?}");
            let lowest = first.len() - 1;
            assert_eq!(first[..lowest], last[..lowest], "{case}");
            assert!(first[lowest] - last[lowest] <= 1, "{case}");
            for (worker, counts) in (0..workers).zip(counts) {
                let mut lengths = vec![0; counts.len()];
                division.share(worker).for_each(|node| lengths[node.len()] += 1);
                assert_eq!(lengths, counts, "{case}");
            }
        }
    }

    #[test]
    fn every_node_of_any_tree_is_expanded_or_below_one_subtree() {
        let mut random = fastrand::Rng::with_seed(2);
        for seed in 0..400 {
            let (most, bound) = random.choice([(2, 12), (3, 8), (5, 6), (12, 4), (1, 9), (110, 2)]).unwrap();
            let tree = Tree { seed, most, bound };
            for workers in [1, 2, 3, 5, random.u16(6..40), random.u16(40..2000)] {
                tree.check(workers);
            }
        }
    }

    #[test]
    fn a_tree_that_is_not_wanted_any_more_is_not_divided() {
        let mut levels = 0;
        let division = divide(0, 9, PartitionRule::new(12, 5), |nodes| {
            levels += 1;
            (levels < 2).then(|| nodes.iter().flat_map(|_| 0..12).collect())
        });
        assert!(division.is_none());
    }
}
