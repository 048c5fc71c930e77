//! All positions within some distance of the goal, each once: the exact part of a perimeter.
//!
//! Positions are kept whole, in shards by their hashes, so that several workers add to them without locks: they make
//! the neighbours of a block of positions, sorted by shards, and then each shard takes what is its own.

use super::byte_move::{Moving, Node, hash};
use super::parts::{Parts, for_each};
use super::steps::InverseMoves;
use std::ops::{ControlFlow, Range};

/// Number of shards, a power of two.
const SHARDS: usize = 256;
/// Bytes of neighbours that are made at a time.
const BLOCK_BYTES: usize = 64 << 20;
/// Parts of these that are made apart, by one worker each.
const PARTS_OF_BLOCK: usize = 16;
/// A free place of an index.
const FREE: u32 = u32::MAX;

/// The positions at each distance.
pub(super) struct Layers<const N: usize> {
    shards: Vec<Shard<N>>,
    /// The number of positions at each distance.
    counts: Vec<u64>,
}

/// The positions with some hashes.
struct Shard<const N: usize> {
    nodes: Vec<Node<N>>,
    /// The step that led to each node.
    steps: Vec<u8>,
    /// The end of each distance.
    ends: Vec<usize>,
    /// Open addressing by hashes: the numbers of nodes.
    index: Vec<u32>,
}

/// Some nodes of a shard.
struct Span {
    shard: usize,
    nodes: Range<usize>,
}

impl<const N: usize> Layers<N> {
    /// The goal positions.
    pub fn new(targets: &[Node<N>], steps: &InverseMoves<N>) -> Self {
        let shard = || Shard { nodes: Vec::new(), steps: Vec::new(), ends: Vec::new(), index: vec![FREE; 16] };
        let mut layers = Self { shards: (0..SHARDS).map(|_| shard()).collect(), counts: Vec::new() };
        for target in targets {
            let hash = hash(target);
            layers.shards[shard_of(hash)].add(target, hash, steps.none());
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
        let bytes = |shard: &Shard<N>| shard.nodes.capacity() * (N + 1) + shard.index.len() * size_of::<u32>();
        self.shards.iter().map(bytes).sum::<usize>() as u64
    }

    /// The positions at a distance, in parts.
    pub fn at(&self, distance: usize) -> impl Iterator<Item = &[Node<N>]> {
        self.shards.iter().map(move |shard| &shard.nodes[shard.range(distance)])
    }

    /// The number of neighbours that [`next`](Self::next) makes.
    pub fn steps_to_next(&self, steps: &InverseMoves<N>) -> u64 {
        if steps.most_cost() > 1 {
            let origins =
                |cost: u8| self.counts.len().checked_sub(usize::from(cost)).map_or(0, |from| self.counts[from]);
            return steps.costs.iter().map(|cost| origins(*cost)).sum();
        }
        let last = self.counts.len() - 1;
        let of_shard = |shard: &Shard<N>| {
            let range = shard.range(last);
            let lasts = shard.steps[range.clone()].iter().map(|&step| steps.following[usize::from(step)]);
            if steps.rules.are_none() {
                return lasts.map(|following| following.len() as u64).sum::<u64>();
            }
            let origins = shard.nodes[range].iter().zip(lasts);
            origins.map(|(node, following)| steps.rules.possible(node, following).len() as u64).sum()
        };
        let mut sums = [0; SHARDS];
        for_each(self.shards.iter().zip(&mut sums), &|(shard, sum)| *sum = of_shard(shard));
        sums.iter().sum()
    }

    /// An estimate of the number of neighbours that have to be made for the distance after the next one.
    pub fn steps_after_next(&self, steps: &InverseMoves<N>) -> u64 {
        let (counts, made) = (&self.counts, self.steps_to_next(steps));
        if steps.most_cost() == 1 {
            // Growth often alternates from distance to distance, as on puzzles with two kinds of moves.
            let [earlier, later] =
                [3, 2].map(|back| counts.len().checked_sub(back).map_or(1, |place| counts[place]).max(1));
            return (u128::from(made) * u128::from(later) / u128::from(earlier)).min(u64::MAX.into()) as u64;
        }
        // Distances may be empty, so their numbers tell nothing about the next ones: the positions at the next distance
        // are at most those that are made, and the others are there.
        let origins = |cost: u8| match usize::from(cost) {
            1 => made,
            cost => (counts.len() + 1).checked_sub(cost).map_or(0, |from| counts[from]),
        };
        steps.costs.iter().fold(made, |sum, &cost| sum.saturating_add(origins(cost)))
    }

    /// Returns whether there are no more distances: no step leads beyond the last one. A distance without positions is
    /// not the end where steps cost more than one.
    pub fn is_complete(&self, steps: &InverseMoves<N>) -> bool {
        let farthest = self.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        farthest + steps.most_cost() < self.counts.len()
    }

    /// Memory with the next distance, if it grows by as much as the last one, and half as much again.
    pub fn bytes_of_next(&self, steps: &InverseMoves<N>) -> u64 {
        let counts = &self.counts;
        let (Some(&last), Some(&before)) = (counts.last(), counts.iter().rev().nth(1)) else { return self.bytes() };
        let next = u128::from(last) * u128::from(last) / u128::from(before.max(1));
        let next = (next.min(u64::MAX.into()) as u64).min(self.steps_to_next(steps));
        // Vectors that grow have room for twice as many for a while.
        self.bytes().saturating_add(next.saturating_mul(N as u64 + 8)).saturating_mul(3) / 2
    }

    /// Adds the next distance. `Break`, and nothing added, if `go_on` says so between two blocks.
    pub fn grow(&mut self, steps: &InverseMoves<N>, go_on: impl Fn() -> ControlFlow<()>) -> ControlFlow<()> {
        let before: Vec<usize> = self.shards.iter().map(|shard| shard.nodes.len()).collect();
        let made = |node: &Node<N>, step: u8| {
            let hash = hash(node);
            (shard_of(hash), (hash, step, *node))
        };
        for (cost, block) in self.blocks(steps, size_of::<(u32, (u64, u8, Node<N>))>()) {
            if go_on().is_break() {
                for_each(self.shards.iter_mut().zip(before), &|(shard, len)| shard.truncate(len));
                return ControlFlow::Break(());
            }
            let sorted = self.neighbours(&block, steps, cost, SHARDS, made);
            for_each(self.shards.iter_mut().enumerate(), &|(number, shard)| {
                let new = sorted.iter().flat_map(|parts| parts.part(number));
                new.for_each(|(hash, step, node)| shard.add(node, *hash, *step));
            });
        }
        self.close();
        ControlFlow::Continue(())
    }

    /// Calls `take` with what `made` makes of each position of the next distance, sorted into so many parts. Positions
    /// that are nearer come, too, and each may come several times. `Break` if `go_on` says so between two blocks.
    pub fn next<T: Copy + Send>(
        &self,
        steps: &InverseMoves<N>,
        parts: usize,
        made: impl Fn(&Node<N>) -> (usize, T) + Sync,
        mut take: impl FnMut(&[Parts<T>]),
        go_on: impl Fn() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (cost, block) in self.blocks(steps, size_of::<(u32, T)>()) {
            go_on()?;
            take(&self.neighbours(&block, steps, cost, parts, |node, _| made(node)));
        }
        ControlFlow::Continue(())
    }

    /// The positions from which a step leads to the next distance, in blocks, each with the cost of that step, if a
    /// neighbour takes so many bytes.
    fn blocks(&self, steps: &InverseMoves<N>, bytes: usize) -> Vec<(usize, Vec<Span>)> {
        let len = (BLOCK_BYTES / bytes / PARTS_OF_BLOCK / steps.moves.len().max(1)).max(1);
        let mut blocks: Vec<(usize, Vec<Span>)> = Vec::new();
        for cost in 1..=steps.most_cost() {
            let Some(from) = self.counts.len().checked_sub(cost) else { break };
            let mut space = 0;
            for (number, shard) in self.shards.iter().enumerate() {
                let range = shard.range(from);
                for start in range.clone().step_by(len) {
                    let nodes = start..range.end.min(start + len);
                    let taken = nodes.len();
                    if space < taken {
                        blocks.push((cost, Vec::new()));
                        space = PARTS_OF_BLOCK * len;
                    }
                    space -= taken;
                    blocks.last_mut().expect("just made").1.push(Span { shard: number, nodes });
                }
            }
        }
        blocks
    }

    /// The results of `made` for all positions that a step of this cost leads to, and the number of the step.
    fn neighbours<T: Copy + Send>(
        &self,
        origins: &[Span],
        steps: &InverseMoves<N>,
        cost: usize,
        parts: usize,
        made: impl Fn(&Node<N>, u8) -> (usize, T) + Sync,
    ) -> Vec<Parts<T>> {
        let each = origins.len().div_ceil(PARTS_OF_BLOCK);
        let mut all: Vec<Parts<T>> = origins.chunks(each).map(|_| Parts::none()).collect();
        for_each(origins.chunks(each).zip(&mut all), &|(spans, sorted)| {
            let work = Making { shards: &self.shards, spans, steps, cost, made: &made };
            *sorted = Parts::sorted(&steps.moves.run(work), parts);
        });
        all
    }

    fn close(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.ends.push(shard.nodes.len()));
        let last = self.counts.len();
        self.counts.push(self.at(last).map(|nodes| nodes.len() as u64).sum());
    }
}

/// The making of all positions that steps of one cost lead to.
struct Making<'a, const N: usize, F> {
    shards: &'a [Shard<N>],
    spans: &'a [Span],
    steps: &'a InverseMoves<N>,
    cost: usize,
    made: &'a F,
}

impl<const N: usize, T: Copy, F: Fn(&Node<N>, u8) -> (usize, T)> Moving<N> for Making<'_, N, F> {
    type Result = Vec<(u32, T)>;

    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Self::Result {
        let steps = self.steps;
        let origins: usize = self.spans.iter().map(|span| span.nodes.len()).sum();
        let mut items = Vec::with_capacity(origins * steps.moves.len());
        for span in self.spans {
            let shard = &self.shards[span.shard];
            for (origin, &last) in shard.nodes[span.nodes.clone()].iter().zip(&shard.steps[span.nodes.clone()]) {
                for step in steps.rules.possible(origin, steps.following[usize::from(last)]) {
                    if usize::from(steps.costs[step.index()]) == self.cost {
                        let (part, item) = (self.made)(&after(origin, step.index()), step.index() as u8);
                        items.push((part as u32, item));
                    }
                }
            }
        }
        items
    }
}

/// The shard of a hash.
fn shard_of(hash: u64) -> usize {
    (hash >> 8) as usize % SHARDS
}

impl<const N: usize> Shard<N> {
    /// The numbers of the nodes at a distance.
    fn range(&self, distance: usize) -> Range<usize> {
        let start = distance.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[distance]
    }

    /// Adds a position to which a step has led, unless it is there.
    fn add(&mut self, node: &Node<N>, hash: u64, step: u8) {
        if self.nodes.len() * 2 >= self.index.len() {
            self.enlarge();
        }
        let place = self.place(hash, |known| self.nodes[known as usize] == *node);
        if self.index[place] == FREE {
            self.index[place] = self.nodes.len() as u32;
            self.nodes.push(*node);
            self.steps.push(step);
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
        self.steps.truncate(len);
        self.index.fill(FREE);
        self.fill();
    }
}
