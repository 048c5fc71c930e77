//! Proof that the entries of an H48 table are correct.
//!
//! An entry between the first level and the last implies nothing about its neighbours, so no local certificate exists.
//! Instead, every entry is computed again, by other means than the builder's: from shorter lists and longer move
//! sequences, with the plain group arithmetic for corners, with masks of slots for edges, and with one byte for each
//! entry. The two share the definition of the coordinate, the sorting of lists, and the decoding of lines that a search
//! uses too.

use super::layout::Layout;
use super::list::{Found, local};
use super::near::{Near, Neighbours};
use super::planes::{PlaneMap, PlaneRank};
use crate::coord::{CornerCoset, H48};
use crate::cube::{CanonicalOrder, Cubies, EdgeMap, MOVE_CUBIES, MetricKind, Move};
use crate::pdb::disproof::Disproof;
use crate::pdb::distribution::Distribution;
use rayon::prelude::*;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Computes every entry again and compares. `progress` is called now and then with the number of finished classes.
pub(in crate::pdb) fn verify(
    layout: Layout,
    metric: MetricKind,
    table: &[u8],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Distribution, Disproof> {
    let listed = match metric {
        MetricKind::HalfTurn => 8,
        MetricKind::QuarterTurn => 9,
    };
    let proof = Proof::new(layout, metric, listed, stop).ok_or(Disproof::Interrupted)?;
    let done = AtomicU64::new(0);
    let check = |values: &mut Vec<u8>, class: u16| {
        proof.find(class, values, stop).ok_or(Disproof::Interrupted)?;
        let lines = &table[usize::from(class) * layout.class_bytes()..][..layout.class_bytes()];
        let counts = compare(layout, class, lines, values)?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(counts)
    };
    let classes = (0..H48::CLASSES as u16).into_par_iter().map_init(Vec::new, check);
    classes.try_reduce(|| [0; 16], |a, b| Ok(std::array::from_fn(|depth| a[depth] + b[depth])))
}

/// The data from which the entries of a class are computed.
pub(super) struct Proof {
    layout: Layout,
    near: Near,
    /// Canonical move sequences of each length needed, from 1 on.
    sequences: Vec<Vec<Sequence>>,
    ranks: PlaneRank,
}

impl Proof {
    /// Lists the cosets up to a depth; `None` if `stop` was raised.
    pub fn new(layout: Layout, metric: MetricKind, listed: u8, stop: &AtomicBool) -> Option<Self> {
        let mut near = Near::new();
        let single = Singles::new(metric);
        let Ok(finished) = near.deepen_to(listed, &single, stop, |_| Ok::<(), Infallible>(()));
        let lengths = 1..=usize::from(layout.base() + 2 - listed);
        let sequences = lengths.map(|length| sequences(metric, length)).collect();
        finished.then_some(Self { layout, near, sequences, ranks: single.ranks })
    }

    /// The exact value of every entry of a class, and `far` for those that are not reached: deep ones first, so that
    /// shallow ones overwrite them. `None` if `stop` was raised.
    pub fn find(&self, class: u16, values: &mut Vec<u8>, stop: &AtomicBool) -> Option<()> {
        let level = self.layout.level().flips();
        values.clear();
        values.resize(self.layout.class_entries() as usize, self.layout.far());
        for (shorter, sequences) in self.sequences.iter().enumerate().rev() {
            let depth = self.near.depth() + 1 + shorter as u8;
            for sequence in sequences {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let (from, map) = sequence.leading_to(class);
                self.near.last(from).for_each_rank(|rank| {
                    values[self.ranks.local(level, map.apply(self.ranks.planes(rank))) as usize] = depth;
                });
            }
        }
        for depth in (0..=self.near.depth()).rev() {
            self.near.list(depth, class).for_each_rank(|rank| values[local(level, rank) as usize] = depth);
        }
        Some(())
    }
}

/// A move sequence as a group element, with its effect on edges.
struct Sequence {
    inverse: Cubies,
    edges: EdgeMap,
}

impl Sequence {
    /// The class whose cosets the sequence brings into `class`, and the map of their edge parts.
    fn leading_to(&self, class: u16) -> (u16, PlaneMap) {
        let tables = H48::get();
        let before = tables.corners.representative(class).cubies().then(&self.inverse);
        let (from, symmetry) = tables.corners.class(CornerCoset::of(&before));
        let back = &tables.symmetries[symmetry.inverse().index()];
        (from, PlaneMap::new(&back.then(&self.edges)))
    }
}

/// The canonical move sequences of a length.
fn sequences(metric: MetricKind, length: usize) -> Vec<Sequence> {
    let order = CanonicalOrder::of(metric);
    let mut longest: Vec<Vec<Move>> = vec![vec![]];
    for _ in 0..length {
        let longer = |sequence: &Vec<Move>| {
            metric.moves().into_iter().map(|m| [&sequence[..], &[m]].concat()).collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).filter(|sequence| order.accepts(sequence)).collect();
    }
    let sequence = |moves: &Vec<Move>| Sequence {
        inverse: moves.iter().rev().fold(Cubies::SOLVED, |cube, m| cube.then(&MOVE_CUBIES[m.inverse().index()])),
        edges: moves.iter().fold(EdgeMap::IDENTITY, |map, &m| map.then(&EdgeMap::of_turn(&MOVE_CUBIES[m.index()]))),
    };
    longest.iter().map(sequence).collect()
}

/// The sequences of one move, as a way of computing neighbours.
pub(super) struct Singles {
    sequences: Vec<Sequence>,
    ranks: PlaneRank,
}

impl Singles {
    pub fn new(metric: MetricKind) -> Self {
        Self { sequences: sequences(metric, 1), ranks: PlaneRank::new() }
    }
}

impl Neighbours for Singles {
    fn add(&self, near: &Near, class: u16, found: &mut Found) {
        for sequence in &self.sequences {
            let (from, map) = sequence.leading_to(class);
            let image = |rank| self.ranks.local(H48::FLIPS, map.apply(self.ranks.planes(rank)));
            near.last(from).for_each_rank(|rank| found.insert(image(rank)));
        }
    }
}

/// Compares the lines of a class with the exact values of its entries, and counts the values of the lines.
pub(super) fn compare(layout: Layout, class: u16, lines: &[u8], values: &[u8]) -> Result<Distribution, Disproof> {
    let mut counts = [0; 16];
    let (lines, _) = lines.as_chunks::<{ Layout::LINE_BYTES }>();
    let entries = values.chunks(Layout::LINE_ENTRIES as usize);
    for ((line, values), first) in lines.iter().zip(entries).zip((0..).step_by(Layout::LINE_ENTRIES as usize)) {
        let index = |entry: usize| layout.index(class, first + entry as u32);
        let least = values.iter().copied().min().unwrap_or(layout.far());
        let unused = values.len() as u8..Layout::LINE_ENTRIES as u8;
        let mut in_form = unused.into_iter().all(|entry| Layout::code(line, entry) == Layout::FAR);
        for (entry, &distance) in values.iter().enumerate() {
            let value = layout.value(line, entry as u8);
            let expected = if distance > layout.base() { distance } else { least };
            if value != expected {
                return Err(Disproof::Bound { index: index(entry), class, value, expected, distance });
            }
            in_form &= (Layout::code(line, entry as u8) == 0) == (distance <= layout.base());
            counts[usize::from(value)] += 1;
        }
        if Layout::minimum(line) != least || !in_form {
            return Err(Disproof::Line { index: index(0), class, minimum: Layout::minimum(line), expected: least });
        }
    }
    Ok(counts)
}
