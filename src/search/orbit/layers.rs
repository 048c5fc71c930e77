//! All positions within some distance of the goal, each once: the exact part of a perimeter.
//!
//! Positions are kept whole, in shards by their hashes, so that several workers add to them without locks: they make the
//! neighbours of a block of positions, sorted by shards, and then each shard takes what is its own.

use super::encoding::{ByteMove, Encoding, Node, hash};
use crate::puzzle::{Question, SearchMove};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Number of shards, a power of two.
const SHARDS: usize = 256;
/// Positions whose neighbours are made at a time, and by one worker.
const BLOCK: usize = 1 << 18;
const PART_OF_BLOCK: usize = 1 << 14;
/// A free place of an index.
const FREE: u32 = u32::MAX;

/// The steps that lead away from the goal: the inverse of each move, with its cost.
pub(super) struct Steps {
    /// The inverses of the moves, and the costs of the moves.
    pub moves: Vec<(ByteMove, u8)>,
    /// Bytes, and the values that they must not have.
    pub forbidden: Vec<(usize, [bool; 256])>,
}

impl Steps {
    /// The steps from the goal of a question: the moves, undone.
    pub fn back(question: &Question, encoding: &Encoding) -> Self {
        let shape = &question.definition().shape;
        let undone = |by: &SearchMove| (encoding.compiled(&by.transformation.inverse(shape)), by.cost);
        let moves = question.moves().moves().iter().map(undone).collect();
        Self { moves, forbidden: encoding.forbidden(question) }
    }

    /// Returns whether no rule forbids a position.
    #[inline(always)]
    pub fn is_legal<const N: usize>(&self, node: &Node<N>) -> bool {
        self.forbidden.iter().all(|(byte, values)| !values[usize::from(node[*byte])])
    }

    /// The steps of one cost.
    fn of_cost(&self, cost: usize) -> impl Iterator<Item = &ByteMove> {
        self.moves.iter().filter(move |(_, own)| usize::from(*own) == cost).map(|(by, _)| by)
    }

    /// The greatest cost.
    fn most_cost(&self) -> usize {
        self.moves.iter().map(|(_, cost)| usize::from(*cost)).max().unwrap_or(1)
    }
}

/// Items that a worker has sorted into parts.
pub(super) struct Parts<T> {
    items: Vec<T>,
    /// The end of each part.
    ends: Vec<u32>,
}

impl<T: Copy> Parts<T> {
    /// Sorts items into so many parts; each comes with the number of its part.
    pub fn sorted(items: &[(u32, T)], parts: usize) -> Self {
        let mut ends = vec![0; parts + 1];
        items.iter().for_each(|(part, _)| ends[*part as usize + 1] += 1);
        (1..=parts).for_each(|part| ends[part] += ends[part - 1]);
        let mut sorted: Vec<T> = items.iter().map(|(_, item)| *item).collect();
        for (part, item) in items {
            let next = &mut ends[*part as usize];
            sorted[*next as usize] = *item;
            *next += 1;
        }
        // The start of each part has become its end.
        ends.pop();
        Self { items: sorted, ends }
    }

    /// The items of a part.
    pub fn part(&self, number: usize) -> &[T] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }
}

/// The positions at each distance.
pub(super) struct Layers<const N: usize> {
    shards: Vec<Shard<N>>,
    /// The number of positions at each distance.
    counts: Vec<u64>,
}

/// The positions with some hashes.
struct Shard<const N: usize> {
    nodes: Vec<Node<N>>,
    /// The end of each distance.
    ends: Vec<usize>,
    /// Open addressing by hashes: the numbers of nodes.
    index: Vec<u32>,
}

impl<const N: usize> Layers<N> {
    /// The goal positions.
    pub fn new(targets: &[Node<N>]) -> Self {
        let shard = || Shard { nodes: Vec::new(), ends: Vec::new(), index: vec![FREE; 16] };
        let mut layers = Self { shards: (0..SHARDS).map(|_| shard()).collect(), counts: Vec::new() };
        for target in targets {
            let hash = hash(target);
            layers.shards[shard_of(hash)].add(target, hash);
        }
        layers.close();
        layers
    }

    /// The number of positions at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = |shard: &Shard<N>| shard.nodes.capacity() * N + shard.index.len() * size_of::<u32>();
        self.shards.iter().map(bytes).sum::<usize>() as u64
    }

    /// The positions at a distance, in parts.
    pub fn at(&self, distance: usize) -> impl Iterator<Item = &[Node<N>]> {
        self.shards.iter().map(move |shard| shard.at(distance))
    }

    /// The number of neighbours that [`next`](Self::next) makes.
    pub fn steps_to_next(&self, steps: &Steps) -> u64 {
        let origins = |cost: u8| self.counts.len().checked_sub(usize::from(cost)).map_or(0, |from| self.counts[from]);
        steps.moves.iter().map(|(_, cost)| origins(*cost)).sum()
    }

    /// An estimate of the number of neighbours that have to be made for the distance after the next one.
    pub fn steps_after_next(&self, steps: &Steps) -> u64 {
        let (counts, made) = (&self.counts, self.steps_to_next(steps));
        if steps.most_cost() == 1 {
            // As many times more as at the last distance.
            let last = counts.last().copied().unwrap_or(0);
            let before = counts.len().checked_sub(2).map_or(1, |place| counts[place]).max(1);
            return (u128::from(made) * u128::from(last) / u128::from(before)).min(u64::MAX.into()) as u64;
        }
        // Distances may be empty, so their numbers tell nothing about the next ones: the positions at the next distance
        // are at most those that are made, and the others are there.
        let origins = |cost: u8| match usize::from(cost) {
            1 => made,
            cost => (counts.len() + 1).checked_sub(cost).map_or(0, |from| counts[from]),
        };
        steps.moves.iter().fold(made, |sum, (_, cost)| sum.saturating_add(origins(*cost)))
    }

    /// Returns whether there are no more distances: no step leads beyond the last one. A distance without positions is
    /// not the end where steps cost more than one.
    pub fn is_complete(&self, steps: &Steps) -> bool {
        let farthest = self.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        farthest + steps.most_cost() < self.counts.len()
    }

    /// Memory with the next distance, if it grows by as much as the last one, and half as much again.
    pub fn bytes_of_next(&self, steps: &Steps) -> u64 {
        let counts = &self.counts;
        let (Some(&last), Some(&before)) = (counts.last(), counts.iter().rev().nth(1)) else { return self.bytes() };
        let next = u128::from(last) * u128::from(last) / u128::from(before.max(1));
        let next = (next.min(u64::MAX.into()) as u64).min(self.steps_to_next(steps));
        // Vectors that grow have room for twice as many for a while.
        self.bytes().saturating_add(next.saturating_mul(N as u64 + 8)).saturating_mul(3) / 2
    }

    /// Adds the next distance. `Break`, and nothing added, if `go_on` says so between two blocks.
    pub fn grow(&mut self, steps: &Steps, go_on: impl Fn() -> ControlFlow<()>) -> ControlFlow<()> {
        let before: Vec<usize> = self.shards.iter().map(|shard| shard.nodes.len()).collect();
        for cost in 1..=steps.most_cost() {
            let mut place = (0, 0);
            while let Some(block) = self.block(cost, &mut place) {
                if go_on().is_break() {
                    self.shards.par_iter_mut().zip(before).for_each(|(shard, len)| shard.truncate(len));
                    return ControlFlow::Break(());
                }
                let sorted = neighbours(&block, steps, cost, SHARDS, |node| {
                    let hash = hash(node);
                    (shard_of(hash), (hash, *node))
                });
                self.shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
                    sorted.iter().flat_map(|parts| parts.part(number)).for_each(|(hash, node)| shard.add(node, *hash));
                });
            }
        }
        self.close();
        ControlFlow::Continue(())
    }

    /// Calls `take` with what `made` makes of each position of the next distance, sorted into so many parts. Positions
    /// that are nearer come, too, and each may come several times. `Break` if `go_on` says so between two blocks.
    pub fn next<T: Copy + Send>(
        &self,
        steps: &Steps,
        parts: usize,
        made: impl Fn(&Node<N>) -> (usize, T) + Sync,
        mut take: impl FnMut(&[Parts<T>]),
        go_on: impl Fn() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for cost in 1..=steps.most_cost() {
            let mut place = (0, 0);
            while let Some(block) = self.block(cost, &mut place) {
                go_on()?;
                take(&neighbours(&block, steps, cost, parts, &made));
            }
        }
        ControlFlow::Continue(())
    }

    /// Copies the next block of positions from which a step of this cost leads to the next distance. A place is a shard
    /// and the number of a position in it.
    fn block(&self, cost: usize, place: &mut (usize, usize)) -> Option<Vec<Node<N>>> {
        let from = self.counts.len().checked_sub(cost)?;
        let mut block = Vec::new();
        while let Some(shard) = self.shards.get(place.0) {
            let rest = &shard.at(from)[place.1..];
            let taken = rest.len().min(BLOCK - block.len());
            block.extend_from_slice(&rest[..taken]);
            if taken < rest.len() {
                place.1 += taken;
                break;
            }
            *place = (place.0 + 1, 0);
        }
        (!block.is_empty()).then_some(block)
    }

    fn close(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.ends.push(shard.nodes.len()));
        let last = self.counts.len();
        self.counts.push(self.at(last).map(|nodes| nodes.len() as u64).sum());
    }
}

/// What `made` makes of all positions that a step of this cost leads to.
fn neighbours<const N: usize, T: Copy + Send>(
    origins: &[Node<N>],
    steps: &Steps,
    cost: usize,
    parts: usize,
    made: impl Fn(&Node<N>) -> (usize, T) + Sync,
) -> Vec<Parts<T>> {
    let sort = |origins: &[Node<N>]| {
        let mut items = Vec::with_capacity(origins.len() * steps.of_cost(cost).count());
        for by in steps.of_cost(cost) {
            for node in origins.iter().map(|origin| by.apply(origin)).filter(|node| steps.is_legal(node)) {
                let (part, item) = made(&node);
                items.push((part as u32, item));
            }
        }
        Parts::sorted(&items, parts)
    };
    origins.par_chunks(PART_OF_BLOCK).map(sort).collect()
}

/// The shard of a hash.
fn shard_of(hash: u64) -> usize {
    (hash >> 8) as usize % SHARDS
}

impl<const N: usize> Shard<N> {
    /// The positions at a distance.
    fn at(&self, distance: usize) -> &[Node<N>] {
        let start = distance.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nodes[start..self.ends[distance]]
    }

    /// Adds a position, unless it is there.
    fn add(&mut self, node: &Node<N>, hash: u64) {
        if self.nodes.len() * 2 >= self.index.len() {
            self.enlarge();
        }
        let place = self.place(hash, |known| self.nodes[known as usize] == *node);
        if self.index[place] == FREE {
            self.index[place] = self.nodes.len() as u32;
            self.nodes.push(*node);
        }
    }

    /// The place of the node that is meant, or the free one where it belongs.
    fn place(&self, hash: u64, is_meant: impl Fn(u32) -> bool) -> usize {
        let mask = self.index.len() - 1;
        let mut place = (hash >> 24) as usize & mask;
        while self.index[place] != FREE && !is_meant(self.index[place]) {
            place = (place + 1) & mask;
        }
        place
    }

    fn enlarge(&mut self) {
        self.index = vec![FREE; self.index.len() * 2];
        self.fill();
    }

    /// Enters all nodes into an empty index.
    fn fill(&mut self) {
        for number in 0..self.nodes.len() {
            let place = self.place(hash(&self.nodes[number]), |_| false);
            self.index[place] = number as u32;
        }
    }

    /// Forgets the last nodes.
    fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
        self.index.fill(FREE);
        self.fill();
    }
}
