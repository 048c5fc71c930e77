//! Moves and symmetries as permutations of the ranks of edge parts.

use super::near::{FLIPS, Rank, local};
use crate::coord::{EdgeCoset, H48};
use crate::cube::{EdgeMap, Move, Symmetry};
use rayon::prelude::*;

/// The effect of a map on edge parts, by their ranks.
///
/// A map reorders the slots, so that flips go to fixed places whatever the slices are, and adds flips that depend on the slices
/// alone. The image of a rank is therefore the exclusive or of a part determined by its slices and a part determined by its
/// flips: two look-ups, the first of which goes forward through its table if the ranks ascend.
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

    /// The image of an edge part.
    #[inline(always)]
    pub fn image(&self, rank: Rank) -> Rank {
        self.slices[rank as usize / FLIPS] ^ Rank::from(self.flips[rank as usize % FLIPS])
    }
}

/// An action whose images are places within a class at some level: flips that the level drops are left out.
#[derive(Debug)]
pub(super) struct LocalAction {
    slices: Vec<u32>,
    flips: Box<[u16; FLIPS]>,
}

impl LocalAction {
    /// An action to be set later.
    pub fn new() -> Self {
        Self { slices: Vec::new(), flips: Box::new([0; FLIPS]) }
    }

    /// Becomes the composition of all of `actions`, in order, at a level. Cost: some tens of microseconds for each action.
    pub fn set<'a>(&mut self, level: u8, first: &Action, then: impl Iterator<Item = &'a Action> + Clone) {
        let local = |rank: Rank| local(level, rank);
        let all = |rank: Rank| then.clone().fold(rank, |rank, next| next.image(rank));
        self.slices.clear();
        self.slices.extend(first.slices.iter().map(|&rank| local(all(rank))));
        let flips = |flips: u16| then.clone().fold(flips, |flips, next| next.flips[usize::from(flips)]);
        let kept = (1 << level) - 1;
        self.flips.iter_mut().zip(first.flips.iter()).for_each(|(all, &first)| *all = flips(first) & kept);
    }

    /// The place of the image of an edge part.
    #[inline(always)]
    pub fn image(&self, rank: Rank) -> u32 {
        self.slices[rank as usize / FLIPS] ^ u32::from(self.flips[rank as usize % FLIPS])
    }
}

/// All actions of a symmetry followed by a move: 864 of them, 125 MB.
#[derive(Debug)]
pub(super) struct Actions(Vec<Action>);

impl Actions {
    /// Bytes of memory for all actions.
    pub const BYTES: u64 = (Symmetry::COUNT * Move::COUNT * (H48::SLICES * 4 + FLIPS * 2)) as u64;

    pub fn new() -> Self {
        let tables = H48::get();
        let unflipped: Vec<_> =
            (0..H48::SLICES * FLIPS).step_by(FLIPS).map(|r| tables.edges.unrank(r as Rank)).collect();
        let of = |map: &EdgeMap| Action::of(map, &unflipped);
        let symmetries: Vec<Action> = tables.symmetries.par_iter().map(of).collect();
        let moves: Vec<Action> = (0..Move::COUNT).into_par_iter().map(|m| of(&EdgeMap::of_move(the_move(m)))).collect();
        let both = |i: usize| symmetries[i / Move::COUNT].then(&moves[i % Move::COUNT]);
        Self((0..Symmetry::COUNT * Move::COUNT).into_par_iter().map(both).collect())
    }

    /// The action of the symmetry, then the move.
    pub fn get(&self, symmetry: Symmetry, m: Move) -> &Action {
        &self.0[symmetry.index() * Move::COUNT + m.index()]
    }
}

fn the_move(index: usize) -> Move {
    Move::new(index as u8).expect("below the number of moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_the_maps() {
        let tables = H48::get();
        let actions = Actions::new();
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..2000 {
            let rank = random.u32(..(H48::SLICES * FLIPS) as u32);
            let (symmetry, m) = (Symmetry::new(random.u8(..48)).unwrap(), the_move(random.usize(..18)));
            let map = tables.symmetries[symmetry.index()].then(&EdgeMap::of_move(m));
            let image = tables.edges.rank(&map.apply(&tables.edges.unrank(rank)));
            assert_eq!(actions.get(symmetry, m).image(rank), image);
        }
    }

    #[test]
    fn local_actions_are_products_seen_at_a_level() {
        let actions = Actions::new();
        let mut random = fastrand::Rng::with_seed(12);
        let mut product = LocalAction::new();
        for level in [0, 3, 11] {
            let parts: Vec<&Action> = (0..3).map(|_| &actions.0[random.usize(..actions.0.len())]).collect();
            product.set(level, parts[0], parts[1..].iter().copied());
            for _ in 0..1000 {
                let rank = random.u32(..(H48::SLICES * FLIPS) as u32);
                let image = parts.iter().fold(rank, |rank, action| action.image(rank));
                assert_eq!(product.image(rank), local(level, image));
            }
        }
    }
}
