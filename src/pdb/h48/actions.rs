//! Moves and symmetries as permutations of the ranks of edge parts.

use super::block::Set;
use super::list::{FLIPS, List, Rank, local};
use super::turns::TurnSet;
use crate::coord::{EdgeCoset, H48};
#[cfg(target_arch = "x86_64")]
use crate::cube::{Avx2, Lanes};
use crate::cube::{EdgeMap, Symmetry};
use rayon::prelude::*;

/// The effect of a map on edge parts, by their ranks.
///
/// A map reorders the slots, so that flips go to fixed places whatever the slices are, and adds flips that depend on
/// the slices alone. The image of a rank is therefore the exclusive or of a part determined by its slices and a part
/// determined by its flips: two look-ups, the first of which goes forward through its table if the ranks ascend.
#[derive(Clone, Debug)]
pub(super) struct Action {
    slices: Box<[Rank]>,
    flips: Box<[u16; FLIPS]>,
}

impl Action {
    /// Tabulates a map, given the edge parts without flips in the order of their ranks.
    fn of(map: &EdgeMap, unflipped: &[EdgeCoset]) -> Self {
        let rank = &H48::get().edges;
        let image = |edges: &EdgeCoset| rank.rank(&map.apply(edges));
        let slices: Box<[Rank]> = unflipped.iter().map(image).collect();
        let moved: Vec<u16> = (0..H48::FLIPS).map(|i| (image(&rank.unrank(1 << i)) ^ slices[0]) as u16).collect();
        let mut flips = Box::new([0; FLIPS]);
        for number in 1..FLIPS {
            let lowest = number.trailing_zeros() as usize;
            flips[number] = flips[number & (number - 1)] ^ moved[lowest];
        }
        Self { slices, flips }
    }

    /// This action, then `next`.
    fn then(&self, next: &Self) -> Self {
        let slices = self.slices.iter().map(|&rank| next.image(rank)).collect();
        let flips = Box::new(self.flips.map(|flips| next.flips[usize::from(flips)]));
        Self { slices, flips }
    }

    /// Marks the images of some slices in a set of slices.
    #[inline(always)]
    pub fn mark_slices(&self, elements: impl Iterator<Item = usize>, set: &mut [u8]) {
        let (of_slices, mut set) = (&self.slices[..], Set::of(set));
        elements.for_each(|slices| set.insert(local(0, of_slices[slices])));
    }

    /// The image of an edge part.
    #[inline(always)]
    pub fn image(&self, rank: Rank) -> Rank {
        self.images()(rank as usize / FLIPS, rank as usize % FLIPS)
    }

    /// The image of the edge part with some slices and flips.
    #[inline(always)]
    pub fn images(&self) -> impl Fn(usize, usize) -> Rank + Copy {
        let (of_slices, of_flips) = (&self.slices[..], &*self.flips);
        move |slices, flips| of_slices[slices] ^ Rank::from(of_flips[flips % FLIPS])
    }
}

/// An action whose images are marked within a class at some level: flips that the level drops are left out.
#[derive(Debug)]
pub(super) struct LocalAction {
    level: u8,
    slices: Box<[u32]>,
    /// Parts of the offsets of [`Set::insert_all`].
    offsets: Box<[u16; FLIPS]>,
}

impl LocalAction {
    /// An action at a level, to be set later.
    pub fn new(level: u8) -> Self {
        Self { level, slices: vec![0; H48::SLICES].into(), offsets: Box::new([0; FLIPS]) }
    }

    /// The level at which images are marked.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Becomes an action. Cost: some tens of microseconds, as for a product.
    pub fn set(&mut self, action: &Action) {
        self.fill(action.slices.iter().copied(), action.flips.iter().copied());
    }

    /// Becomes `first` and then `next`.
    pub fn set_product(&mut self, first: &Action, next: &Action) {
        let slices = first.slices.iter().map(|&rank| next.image(rank));
        self.fill(slices, first.flips.iter().map(|&flips| next.flips[usize::from(flips)]));
    }

    #[inline(always)]
    fn fill(&mut self, slices: impl Iterator<Item = Rank>, flips: impl Iterator<Item = u16>) {
        let level = self.level;
        let kept = (1 << level) - 1;
        self.slices.iter_mut().zip(slices).for_each(|(image, rank)| *image = local(level, rank));
        self.offsets.iter_mut().zip(flips).for_each(|(offset, flips)| *offset = Set::offset(level, flips & kept));
    }

    /// Marks the image of each edge part of a list.
    pub fn mark_images(&self, list: &List, set: &mut Set<'_>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return avx2.run(|| self.mark(list, set));
        }
        self.mark(list, set);
    }

    #[inline(always)]
    fn mark(&self, list: &List, set: &mut Set<'_>) {
        match Set::words(self.level) {
            1 => self.mark_in_words::<1>(list, set),
            2 => self.mark_in_words::<2>(list, set),
            4 => self.mark_in_words::<4>(list, set),
            8 => self.mark_in_words::<8>(list, set),
            16 => self.mark_in_words::<16>(list, set),
            _ => self.mark_in_words::<32>(list, set),
        }
    }

    #[inline(always)]
    fn mark_in_words<const WORDS: usize>(&self, list: &List, set: &mut Set<'_>) {
        let (of_slices, of_flips) = (&self.slices[..], &*self.offsets);
        for rows in list.rows() {
            for (slices, ahead, flips) in rows.iter() {
                set.prefetch(of_slices[ahead]);
                let offsets = flips.iter().map(|&flips| of_flips[usize::from(flips) % FLIPS]);
                set.insert_all::<WORDS>(of_slices[slices], offsets);
            }
        }
    }
}

/// All actions of a symmetry followed by a move: for the 18 face turns, 864 of them, 125 MB.
#[derive(Debug)]
pub(super) struct Actions {
    moves: usize,
    all: Vec<Action>,
}

impl Actions {
    /// Bytes of memory for all actions of so many moves.
    pub const fn bytes(moves: usize) -> u64 {
        (Symmetry::COUNT * moves * (H48::SLICES * 4 + FLIPS * 2)) as u64
    }

    pub fn new(turns: &TurnSet) -> Self {
        let tables = H48::get();
        let unflipped: Vec<_> =
            (0..H48::SLICES * FLIPS).step_by(FLIPS).map(|r| tables.edges.unrank(r as Rank)).collect();
        let of = |map: &EdgeMap| Action::of(map, &unflipped);
        let symmetries: Vec<Action> = tables.symmetries.par_iter().map(of).collect();
        let single: Vec<Action> = turns.turns().par_iter().map(|turn| of(&EdgeMap::of_turn(turn))).collect();
        let moves = single.len();
        let both = |i: usize| symmetries[i / moves].then(&single[i % moves]);
        Self { moves, all: (0..Symmetry::COUNT * moves).into_par_iter().map(both).collect() }
    }

    /// The action of the symmetry, then the move with this number.
    pub fn get(&self, symmetry: Symmetry, turn: u8) -> &Action {
        &self.all[symmetry.index() * self.moves + usize::from(turn)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::Found;
    use super::*;
    use crate::cube::Metric;

    #[test]
    fn actions_are_the_maps() {
        let tables = H48::get();
        let turns = TurnSet::of(Metric::HalfTurn);
        let actions = Actions::new(&turns);
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..2000 {
            let rank = random.u32(..(H48::SLICES * FLIPS) as u32);
            let (symmetry, turn) = (Symmetry::new(random.u8(..48)).unwrap(), random.u8(..18));
            let map = tables.symmetries[symmetry.index()].then(&EdgeMap::of_turn(&turns.turns()[usize::from(turn)]));
            let image = tables.edges.rank(&map.apply(&tables.edges.unrank(rank)));
            assert_eq!(actions.get(symmetry, turn).image(rank), image);
        }
    }

    #[test]
    fn local_actions_are_products_seen_at_a_level() {
        let actions = Actions::new(&TurnSet::of(Metric::HalfTurn));
        let mut random = fastrand::Rng::with_seed(12);
        let mut found = Found::new();
        for level in 0..=H48::FLIPS {
            let [first, next] = std::array::from_fn(|_| &actions.all[random.usize(..actions.all.len())]);
            let mut product = LocalAction::new(level);
            product.set_product(first, next);
            // Rows of several lengths, and some rows on their own.
            for _ in 0..200 {
                let row = random.u32(..H48::SLICES as u32) << H48::FLIPS;
                (0..random.u32(1..30)).for_each(|_| found.insert(row + random.u32(..FLIPS as u32)));
            }
            let list = found.take();
            let [mut expected, mut marked] = std::array::from_fn(|_| vec![0; (H48::SLICES << level).div_ceil(64) * 8]);
            list.for_each_rank(|rank| Set::of(&mut expected).insert(local(level, next.image(first.image(rank)))));
            product.mark_images(&list, &mut Set::of(&mut marked));
            assert!(expected == marked, "level {level}");
        }
    }
}
