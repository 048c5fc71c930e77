//! The positions of a search by keys, in many small sets, each of which one thread works on.

use super::key_set::{KeySet, hash};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::ops::Range;

/// Number of sets that the keys of each depth are divided into, by their hashes.
const SHARDS: usize = 256;
/// Number of slots of a set that are worked on at a time.
const SLOTS: usize = 2048;
/// Number of keys whose slots are loaded at once.
const BATCH: usize = 16;
/// Number of tasks of a round.
const TASKS: usize = 64;

/// The keys of one shard.
struct Shard<const W: usize> {
    /// The depth before this one, or all depths before it.
    old: KeySet<W>,
    /// This depth and those that steps from it can lead to.
    ahead: VecDeque<KeySet<W>>,
}

impl<const W: usize> Shard<W> {
    /// Adds those of some keys, at most [`BATCH`], that are new. Their slots are loaded all at once.
    fn receive(&mut self, keys: &[[u64; W]], cost: usize) {
        let mut hashes = [0; BATCH];
        for (key, hashed) in keys.iter().zip(&mut hashes) {
            *hashed = hash(key);
            self.old.prefetch(*hashed);
            self.ahead[0].prefetch(*hashed);
            self.ahead[cost].prefetch(*hashed);
        }
        for (key, &hash) in keys.iter().zip(&hashes) {
            if !self.old.contains(key, hash) && !self.ahead[0].contains(key, hash) {
                self.ahead[cost].insert(key, hash);
            }
        }
    }
}

/// All keys of a search that are in memory.
pub struct Shards<const W: usize> {
    shards: Vec<Shard<W>>,
    costs: usize,
    drops_old: bool,
}

/// The next slots to work on: a shard and a slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    shard: usize,
    slot: usize,
}

/// Slots of a shard.
type Task = (usize, Range<usize>);

/// Keys on their way to their shards: for each task, shard and cost.
#[derive(Default)]
pub struct Sent<const W: usize> {
    boxes: Vec<Vec<Vec<[u64; W]>>>,
}

impl<const W: usize> Shards<W> {
    /// No keys yet. Steps cost up to `costs`; `drops_old` says that only one depth before this one matters.
    pub fn new(costs: usize, drops_old: bool) -> Self {
        let ahead = || (0..=costs).map(|_| KeySet::default()).collect();
        let shards = (0..SHARDS).map(|_| Shard { old: KeySet::default(), ahead: ahead() }).collect();
        Self { shards, costs, drops_old }
    }

    /// Adds a key at this depth.
    pub fn start(&mut self, key: &[u64; W]) {
        let hash = hash(key);
        self.shards[shard(hash)].ahead[0].insert(key, hash);
    }

    /// Removes from this depth the keys of earlier ones, which only steps with different costs leave there.
    pub fn settle(&mut self) {
        if self.costs == 1 {
            return;
        }
        self.shards.par_iter_mut().for_each(|shard| {
            let mut settled = KeySet::default();
            for key in shard.ahead[0].iter() {
                let hash = hash(key);
                if !shard.old.contains(key, hash) {
                    settled.insert(key, hash);
                }
            }
            shard.ahead[0] = settled;
        });
    }

    /// Number of keys at this depth.
    pub fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.ahead[0].len() as u64).sum()
    }

    /// Returns whether there are no keys at this depth or behind it.
    pub fn is_done(&self) -> bool {
        self.shards.iter().flat_map(|shard| &shard.ahead).all(|keys| keys.len() == 0)
    }

    /// The keys at this depth.
    pub fn keys(&self) -> impl Iterator<Item = &[u64; W]> {
        self.shards.iter().flat_map(|shard| shard.ahead[0].iter())
    }

    /// The next tasks of this depth, which begin at `source`; `None` if there are no more.
    pub fn round(&self, source: &mut Source) -> Option<Vec<Task>> {
        let mut tasks = Vec::new();
        while source.shard < SHARDS && tasks.len() < TASKS {
            let slots = self.shards[source.shard].ahead[0].slots();
            if source.slot >= slots {
                *source = Source { shard: source.shard + 1, slot: 0 };
                continue;
            }
            let end = (source.slot + SLOTS).min(slots);
            tasks.push((source.shard, source.slot..end));
            source.slot = end;
        }
        (!tasks.is_empty()).then_some(tasks)
    }

    /// Works on tasks: `images` sends keys, each with the cost of a step. Each thread has a buffer of its own.
    pub fn send<B>(
        &self,
        tasks: &[Task],
        sent: &mut Sent<W>,
        buffer: impl Fn() -> B + Sync + Send,
        images: impl Fn(&mut B, &[u64; W], &mut dyn FnMut([u64; W], u8)) + Sync + Send,
    ) {
        sent.boxes.resize_with(tasks.len(), || vec![Vec::new(); SHARDS * self.costs]);
        let work = |buffer: &mut B, ((from, slots), boxes): (&Task, &mut Vec<Vec<[u64; W]>>)| {
            boxes.iter_mut().for_each(Vec::clear);
            for key in self.shards[*from].ahead[0].keys(slots.clone()) {
                images(buffer, key, &mut |image, cost| {
                    boxes[shard(hash(&image)) * self.costs + usize::from(cost) - 1].push(image);
                });
            }
        };
        tasks.par_iter().zip(&mut sent.boxes).for_each_init(buffer, work);
    }

    /// Number of bytes of all keys in memory.
    pub fn memory(&self) -> u64 {
        let sets = self.shards.iter().flat_map(|shard| shard.ahead.iter().chain([&shard.old]));
        sets.map(KeySet::memory).sum()
    }

    /// Number of bytes in memory if all that was sent is new.
    pub fn memory_with(&self, sent: &Sent<W>) -> u64 {
        let boxes = sent.boxes.iter().flatten().map(|keys| (keys.capacity() + keys.len()) as u64 * W as u64 * 8);
        self.memory() + boxes.sum::<u64>()
    }

    /// Adds the keys that were sent, but for those of this depth and earlier ones.
    pub fn receive(&mut self, sent: &Sent<W>) {
        let costs = self.costs;
        self.shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
            for task in &sent.boxes {
                for cost in 1..=costs {
                    task[number * costs + cost - 1].chunks(BATCH).for_each(|keys| shard.receive(keys, cost));
                }
            }
        });
    }

    /// Goes to the next depth. Room is made for the keys that are expected, if that is at most `free` bytes.
    pub fn advance(&mut self, free: u64) {
        let drops_old = self.drops_old;
        let expected = self.expected();
        let room = if expected * W as f64 * 12.0 < free as f64 { expected as usize / SHARDS } else { 0 };
        self.shards.par_iter_mut().for_each(|shard| {
            let settled = shard.ahead.pop_front().expect("there is always this depth");
            shard.ahead.push_back(KeySet::with_room(room));
            if drops_old {
                shard.old = settled;
            } else {
                for key in settled.iter() {
                    shard.old.insert(key, hash(key));
                }
            }
        });
    }

    /// A low estimate of the number of keys two depths from this one, by the growth until the next one.
    fn expected(&self) -> f64 {
        let count = |keys: &dyn Fn(&Shard<W>) -> usize| self.shards.iter().map(|shard| keys(shard) as f64).sum::<f64>();
        let now = count(&|shard| shard.ahead[0].len());
        let next = count(&|shard| shard.ahead[1].len());
        let growth = (next / now.max(1.0)).min(64.0);
        if growth > 2.0 { 0.7 * next * growth } else { 0.3 * next * growth }
    }
}

/// The shard of a key with this hash. Slots are chosen by the higher bits.
#[inline(always)]
fn shard(hash: u64) -> usize {
    hash as usize % SHARDS
}
