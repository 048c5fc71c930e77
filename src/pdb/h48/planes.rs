//! Edge parts as masks of slots: the arithmetic of the proof, independent of the builder's tables.

use super::list::Rank;
use crate::coord::H48;
use crate::cube::EdgeMap;
use crate::cube::geometry::EDGES;

/// All slots.
const SLOTS: u16 = (1 << EDGES) - 1;
/// Slots whose masks are looked up together.
const HALF: u32 = 6;
const HALVES: usize = 1 << HALF;

/// An edge part: the slots with pieces of the slices 1 and 2, and those with flipped pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Planes {
    one: u16,
    two: u16,
    flipped: u16,
}

/// A map of edge parts in the form for masks.
#[derive(Debug)]
pub(super) struct PlaneMap {
    /// The images of the lower and the upper six slots.
    slots: [[u16; HALVES]; 2],
    /// For each old slice: all slots if its pieces become those of slice 1, if of slice 2, if they are flipped.
    slices: [[u16; 3]; 3],
    /// Slots whose pieces are flipped.
    flipped: u16,
}

impl PlaneMap {
    pub fn new(map: &EdgeMap) -> Self {
        let all_if = |condition: bool| if condition { SLOTS } else { 0 };
        let slices = std::array::from_fn(|slice| {
            let label = map.relabel[slice];
            [all_if(label & 3 == 1), all_if(label & 3 == 2), all_if(label & 0x10 != 0)]
        });
        let flipped = (0..EDGES).fold(0, |mask, slot| mask | u16::from(map.flip[slot] >> 4 & 1) << slot);
        let mut target = [0u16; EDGES];
        (0..EDGES).for_each(|slot| target[usize::from(map.take[slot])] = 1 << slot);
        let mut slots = [[0; HALVES]; 2];
        for (half, images) in slots.iter_mut().enumerate() {
            for mask in 1..HALVES {
                let lowest = mask.trailing_zeros() as usize;
                images[mask] = images[mask & (mask - 1)] | target[half * HALF as usize + lowest];
            }
        }
        Self { slots, slices, flipped }
    }

    #[inline(always)]
    fn moved(&self, mask: u16) -> u16 {
        self.slots[0][usize::from(mask) % HALVES] | self.slots[1][usize::from(mask >> HALF) % HALVES]
    }

    /// The image of an edge part.
    #[inline(always)]
    pub fn apply(&self, edges: Planes) -> Planes {
        let (one, two) = (self.moved(edges.one), self.moved(edges.two));
        let old = [SLOTS & !(one | two), one, two];
        let new =
            |what: usize| old[0] & self.slices[0][what] | old[1] & self.slices[1][what] | old[2] & self.slices[2][what];
        Planes { one: new(0), two: new(1), flipped: self.moved(edges.flipped) ^ new(2) ^ self.flipped }
    }
}

/// Ranking of masks.
#[derive(Debug)]
pub(super) struct PlaneRank {
    /// The part of the rank determined by the slots of slice 2.
    two: Vec<u16>,
    /// The part determined by the slots of slice 1 among the remaining ones.
    one: Vec<u8>,
    /// For six slots of slice 2 and six of slice 1: the latter with the former taken out.
    rest: Vec<u8>,
    /// The slots of the slices 1 and 2 for each rank.
    masks: Vec<[u16; 2]>,
}

impl PlaneRank {
    pub fn new() -> Self {
        let fours = |slots: u32| {
            let mut below = 0u16;
            let number = move |mask: u32| {
                let own = below;
                below += u16::from(mask.count_ones() == 4);
                own
            };
            (0..1u32 << slots).map(number)
        };
        let rest = (0..HALVES * HALVES).map(|i| {
            let (two, one) = (i / HALVES, i % HALVES);
            let left = (0..HALF).filter(|slot| two >> slot & 1 == 0).enumerate();
            left.fold(0, |mask, (place, slot)| mask | (one >> slot & 1) << place) as u8
        });
        let (two, one) = (fours(12).map(|n| n * 70).collect(), fours(8).map(|n| n as u8).collect());
        let mut ranks = Self { two, one, rest: rest.collect(), masks: vec![[0; 2]; H48::SLICES] };
        let four = || (0..=SLOTS).filter(|mask| mask.count_ones() == 4);
        for two in four() {
            for one in four().filter(|one| one & two == 0) {
                let slices = ranks.local(0, Planes { one, two, flipped: 0 });
                ranks.masks[slices as usize] = [one, two];
            }
        }
        ranks
    }

    /// The edge part with a rank.
    #[inline(always)]
    pub fn planes(&self, rank: Rank) -> Planes {
        let [one, two] = self.masks[(rank >> H48::FLIPS) as usize];
        let flips = rank as u16 % (1 << H48::FLIPS);
        Planes { one, two, flipped: flips | (flips.count_ones() as u16 & 1) << H48::FLIPS }
    }

    /// The place of an edge part within its class at a level, which is its rank if the level keeps all flips.
    #[inline(always)]
    pub fn local(&self, level: u8, Planes { one, two, flipped }: Planes) -> u32 {
        let half = |shift: u32| {
            let part = |mask: u16| usize::from(mask >> shift) % HALVES;
            (self.rest[part(two) * HALVES + part(one)], HALF - part(two).count_ones())
        };
        let ((low, left), (high, _)) = (half(0), half(HALF));
        let rest = u16::from(low) | u16::from(high) << left;
        let slices = u32::from(self.two[usize::from(two)]) + u32::from(self.one[usize::from(rest)]);
        slices << level | u32::from(flipped) & ((1 << level) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{FaceTurn, MOVE_CUBIES};

    #[test]
    fn masks_are_mapped_and_numbered_as_edge_parts_are() {
        let (tables, ranks) = (H48::get(), PlaneRank::new());
        let mut random = fastrand::Rng::with_seed(13);
        for _ in 0..1000 {
            let rank = random.u32(..(H48::SLICES as u32) << H48::FLIPS);
            assert_eq!(ranks.local(H48::FLIPS, ranks.planes(rank)), rank);
            let m = FaceTurn::new(random.u8(..18)).unwrap();
            let map = tables.symmetries[random.usize(..48)].then(&EdgeMap::of_turn(&MOVE_CUBIES[m.index()]));
            let image = map.apply(&tables.edges.unrank(rank));
            let planes = PlaneMap::new(&map).apply(ranks.planes(rank));
            assert_eq!(ranks.local(H48::FLIPS, planes), tables.edges.rank(&image));
            assert_eq!(ranks.local(5, planes), super::super::list::local(5, tables.edges.rank(&image)));
        }
    }
}
