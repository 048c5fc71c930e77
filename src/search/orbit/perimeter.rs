//! The perimeter of a goal: all positions within some distance of it, so that all others are known to be farther away.
//!
//! It grows while searches deepen. The last distance, which has most of the positions, is kept as fingerprints alone;
//! the others are kept whole, because the next distance is made from them.

use super::byte_move::{Node, hash};
use super::fingerprints::{Fingerprints, FingerprintsBuilder, block_of};
use super::layers::Layers;
use super::parts::Parts;
use super::patterns::NotMade;
use super::steps::InverseMoves;
use crate::locks::Mutex;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All positions within a distance of the goal.
pub(super) struct Perimeter {
    table: Fingerprints,
    /// The distance that a step in the table stands for: 1, unless costs lead farther than it has numbers.
    unit: u8,
    /// All positions at most so far away are in the table.
    depth: u8,
    /// Positions that will be made for the next one, about.
    next: u64,
    /// True if there are no other positions.
    complete: bool,
}

impl Perimeter {
    /// The bound of a position from which no sequence leads to the goal.
    pub const UNREACHABLE: u8 = u8::MAX;

    /// The greatest depth: the bound of what is beyond it is still less than [`UNREACHABLE`](Self::UNREACHABLE).
    const MOST_DEPTH: u8 = u8::MAX - 2;

    /// Requests what [`bound`](Self::bound) reads.
    #[inline(always)]
    pub fn ask(&self, hash: u64) {
        self.table.ask(hash);
    }

    /// A lower bound of the distance of a position with this hash.
    #[inline(always)]
    pub fn bound(&self, hash: u64) -> u8 {
        self.table.distance(hash).map_or(self.most_bound(), |distance| distance * self.unit)
    }

    /// The greatest bound.
    #[inline(always)]
    pub fn most_bound(&self) -> u8 {
        if self.complete { Self::UNREACHABLE } else { self.depth + 1 }
    }

    /// The distance within which all positions are known.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns whether no position is beyond it.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of positions that have to be made for the next distance, about.
    pub fn cost_of_next(&self) -> u64 {
        self.next
    }
}

/// Perimeters of a goal, each larger than the one before, which several searches use and enlarge.
pub(super) trait Perimeters: Send + Sync {
    /// The number of positions at each distance that is complete.
    fn counts(&self) -> Vec<u64>;

    /// Memory in bytes.
    fn bytes(&self) -> u64;

    /// The largest perimeter so far.
    fn so_far(&self) -> Option<Arc<Perimeter>>;

    /// The perimeter of this depth, if it was made.
    fn of(&self, depth: u8) -> Option<Arc<Perimeter>>;

    /// The next perimeter after the one of `depth`, or the first: what earlier searches made does not change which one
    /// that is. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If there is none, or `go_on` says that the search is to stop.
    fn beyond(&self, depth: Option<u8>, go_on: &dyn Fn() -> ControlFlow<()>) -> Result<Arc<Perimeter>, NotMade>;
}

/// Perimeters of positions of so many bytes.
pub(super) struct GrowingPerimeter<const N: usize> {
    steps: InverseMoves<N>,
    /// Bytes that it may take.
    memory: u64,
    layers: Mutex<Layers<N>>,
    /// The perimeters so far, each larger than the one before.
    made: Mutex<Vec<Arc<Perimeter>>>,
}

impl<const N: usize> GrowingPerimeter<N> {
    /// The perimeter of these positions, still without any distance.
    pub fn new(targets: &[Node<N>], steps: InverseMoves<N>, memory: u64) -> Self {
        Self { layers: Mutex::new(Layers::new(targets, &steps)), steps, memory, made: Mutex::new(Vec::new()) }
    }

    fn grow(
        &self,
        layers: &mut Layers<N>,
        is_larger: bool,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Arc<Perimeter>, NotMade> {
        if is_larger {
            let room = layers.steps_to_next(&self.steps).saturating_mul(N as u64 + 8);
            if layers.bytes().saturating_add(room) > self.memory {
                return Err(NotMade::Full);
            }
            if layers.grow(&self.steps, go_on).is_break() {
                return Err(NotMade::Stopped);
            }
        }
        // Where moves cost much, most distances have no positions.
        let is_far = |layers: &Layers<N>| layers.counts().len() > usize::from(FingerprintsBuilder::MOST_DISTANCE);
        while is_far(layers) && !layers.is_complete(&self.steps) && layers.steps_to_next(&self.steps) == 0 {
            if layers.grow(&self.steps, go_on).is_break() {
                return Err(NotMade::Stopped);
            }
        }
        self.around(layers, go_on).map(Arc::new)
    }

    /// The perimeter whose last distance is the one after these layers.
    fn around(&self, layers: &Layers<N>, go_on: &dyn Fn() -> ControlFlow<()>) -> Result<Perimeter, NotMade> {
        let counts = layers.counts();
        let within: u64 = counts.iter().sum();
        let made = layers.steps_to_next(&self.steps);
        let depth = u8::try_from(counts.len()).unwrap_or(u8::MAX);
        let needed = layers.bytes().saturating_add(FingerprintsBuilder::bytes(made + within));
        if depth > Perimeter::MOST_DEPTH || needed > self.memory {
            return Err(NotMade::Full);
        }
        let unit = depth.div_ceil(FingerprintsBuilder::MOST_DISTANCE);
        let mut table = FingerprintsBuilder::new(made + within).map_err(|_| NotMade::Full)?;
        let blocks = table.blocks();
        for distance in 0..counts.len() {
            if go_on().is_break() {
                return Err(NotMade::Stopped);
            }
            for nodes in layers.at(distance).filter(|nodes| !nodes.is_empty()) {
                let hashes = nodes.iter().map(hash);
                let hashes: Vec<(u32, u64)> = hashes.map(|hash| (block_of(hash, blocks) as u32, hash)).collect();
                table.enter(&[Parts::sorted(&hashes, blocks)], distance as u8 / unit);
            }
        }
        let sort = |node: &Node<N>| {
            let hash = hash(node);
            (block_of(hash, blocks), hash)
        };
        if layers.next(&self.steps, blocks, sort, |sorted| table.enter(sorted, depth / unit), go_on).is_break() {
            return Err(NotMade::Stopped);
        }
        let next = layers.steps_after_next(&self.steps);
        let complete = layers.is_complete(&self.steps);
        Ok(Perimeter { table: table.finish(), unit, depth, next, complete })
    }
}

impl<const N: usize> Perimeters for GrowingPerimeter<N> {
    fn counts(&self) -> Vec<u64> {
        self.layers.lock().expect("nobody panics here").counts().to_vec()
    }

    fn bytes(&self) -> u64 {
        let layers = self.layers.lock().expect("nobody panics here").bytes();
        let made = self.made.lock().expect("nobody panics here");
        layers + made.iter().map(|perimeter| perimeter.table.bytes()).sum::<u64>()
    }

    fn so_far(&self) -> Option<Arc<Perimeter>> {
        self.made.lock().expect("nobody panics here").last().cloned()
    }

    fn of(&self, depth: u8) -> Option<Arc<Perimeter>> {
        let made = self.made.lock().expect("nobody panics here");
        made.iter().find(|known| known.depth == depth).cloned()
    }

    fn beyond(&self, depth: Option<u8>, go_on: &dyn Fn() -> ControlFlow<()>) -> Result<Arc<Perimeter>, NotMade> {
        let mut layers = self.layers.lock().expect("nobody panics here");
        let made = || self.made.lock().expect("nobody panics here");
        if let Some(known) = made().iter().find(|known| depth.is_none_or(|depth| known.depth > depth)) {
            return Ok(known.clone());
        }
        if made().last().is_some_and(|largest| largest.complete) {
            return Err(NotMade::Full);
        }
        // A search that was stopped may have made the layers and not the perimeter around them.
        let is_larger = depth.is_some_and(|depth| layers.counts().len() <= usize::from(depth));
        let grown = self.grow(&mut layers, is_larger, go_on)?;
        made().push(grown.clone());
        Ok(grown)
    }
}
