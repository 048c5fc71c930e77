//! The top of a tree: the tasks into which it is divided before the ranks begin.

use crate::plan::Distribution;
use crate::search::engine::one_sided::scheduler::static_partition::{PartitionRule, divide};
use crate::search::ranks::WorkPolicy;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A tree whose top can be expanded.
pub trait TreeTop {
    /// The root of a subtree.
    type Task: Clone;
    /// A subtree in the form in which it is sent.
    type Wire: Clone;

    /// The whole tree.
    fn root(&self) -> Self::Task;

    /// Moves below the root.
    fn height(&self) -> u8;

    /// Moves at each node, before any are cut off.
    fn letters(&self) -> usize;

    /// The children of a node, in order; `None` if the search is no longer wanted.
    fn children(&mut self, task: &Self::Task) -> Option<Vec<Self::Task>>;

    /// Returns whether a node may be expanded: it has moves left.
    fn is_inner(&self, task: &Self::Task) -> bool;

    /// A lower bound on the length of all solutions through a node, counted from the root of the tree.
    fn bound(&self, task: &Self::Task) -> u8;

    /// Moves from the root of the tree.
    fn depth(&self, task: &Self::Task) -> usize;

    /// A subtree in the form in which it is sent.
    fn wire(&self, task: &Self::Task) -> Self::Wire;
}

/// The tasks that a rank begins with, and the policy by which it gets others.
pub type InitialTasks<T> = (Vec<<T as TreeTop>::Wire>, WorkPolicy<<T as TreeTop>::Wire>);

/// The part of one rank; `None` if the search is no longer wanted. Every rank expands the top of the tree by itself, so
/// that no task has to be sent, except where the first rank distributes the tasks.
pub fn distribute<T: TreeTop>(
    top: &mut T,
    distribution: Distribution,
    rank: usize,
    ranks: usize,
) -> Option<InitialTasks<T>> {
    let tasks = match distribution {
        Distribution::FirstLevel => round_robin(first_level(top)?, rank, ranks),
        Distribution::Frontier => round_robin(frontier(top, ranks)?, rank, ranks),
        Distribution::StaticPartition | Distribution::Stealing => static_part(top, rank, ranks)?,
        Distribution::BestFirst { .. } => Vec::new(),
    };
    let policy = match distribution {
        Distribution::FirstLevel | Distribution::Frontier | Distribution::StaticPartition => WorkPolicy::Fixed,
        Distribution::Stealing => WorkPolicy::stealing(rank, ranks),
        Distribution::BestFirst { nodes } if rank == 0 => {
            let tasks = best_first(top, nodes as usize)?;
            WorkPolicy::on_demand(rank, ranks, tasks.iter().map(|task| top.wire(task)).collect())
        }
        Distribution::BestFirst { .. } => WorkPolicy::on_demand(rank, ranks, Vec::new()),
    };
    Some((tasks.iter().map(|task| top.wire(task)).collect(), policy))
}

/// The part of a rank in the static partition.
fn static_part<T: TreeTop>(top: &mut T, rank: usize, ranks: usize) -> Option<Vec<T::Task>> {
    let few = |number: usize| u16::try_from(number).expect("there are not so many ranks");
    let rule = PartitionRule::new(top.letters(), few(ranks));
    let division = divide(top.root(), top.height(), rule, |nodes| {
        nodes.iter().try_fold(Vec::new(), |mut all, node| {
            all.extend(top.children(node)?);
            Some(all)
        })
    })?;
    Some(division.share(few(rank)).cloned().collect())
}

/// The nodes of the first level.
fn first_level<T: TreeTop>(top: &mut T) -> Option<Vec<T::Task>> {
    let root = top.root();
    if top.is_inner(&root) { top.children(&root) } else { Some(vec![root]) }
}

/// At least `enough` nodes where the tree has them, from a breadth-first expansion that ends as soon as there are
/// enough.
fn frontier<T: TreeTop>(top: &mut T, enough: usize) -> Option<Vec<T::Task>> {
    let mut level = vec![top.root()];
    loop {
        let mut next = Vec::new();
        let mut rest = level.into_iter();
        let mut grown = false;
        while next.len() + rest.len() < enough {
            let Some(task) = rest.next() else { break };
            if top.is_inner(&task) {
                next.extend(top.children(&task)?);
                grown = true;
            } else {
                next.push(task);
            }
        }
        next.extend(rest);
        if next.len() >= enough || !grown {
            return Some(next);
        }
        level = next;
    }
}

/// At least `enough` nodes where the tree has them, in the order of their bounds. Nodes with low bounds are expanded
/// first, so that the remaining ones have subtrees of comparable sizes.
fn best_first<T: TreeTop>(top: &mut T, enough: usize) -> Option<Vec<T::Task>> {
    let mut tasks = vec![top.root()];
    let mut open = BinaryHeap::new();
    let mut leaves = Vec::new();
    // Of equal bounds the shallowest, and of equal depths the first one.
    let key = |top: &T, task: &T::Task, number: usize| Reverse((top.bound(task), top.depth(task), number));
    open.push(key(top, &tasks[0], 0));
    while open.len() + leaves.len() < enough {
        let Some(best) = open.pop() else { break };
        let number = best.0.2;
        if !top.is_inner(&tasks[number]) {
            leaves.push(best);
            continue;
        }
        let node = tasks[number].clone();
        for child in top.children(&node)? {
            open.push(key(top, &child, tasks.len()));
            tasks.push(child);
        }
    }
    leaves.extend(open);
    leaves.sort_by_key(|&Reverse(key)| key);
    Some(leaves.into_iter().map(|Reverse((.., number))| tasks[number].clone()).collect())
}

/// The tasks of one rank when all are distributed round-robin.
fn round_robin<P>(tasks: Vec<P>, rank: usize, ranks: usize) -> Vec<P> {
    tasks.into_iter().skip(rank).step_by(ranks).collect()
}
