//! A cube of any size as a search space: the stickers themselves.

use crate::heuristic::{Cut, Expansion};
use crate::nxn::{MoveSet, Permutation, Size, Stickers};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Space};

/// The colours of at most `S` stickers, a byte each; the rest is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StickerNode<const S: usize>([u8; S]);

impl<const S: usize> StickerNode<S> {
    /// The node of a cube with at most `S` facelets.
    ///
    /// # Panics
    /// If the cube has more facelets.
    pub fn of(cube: &Stickers) -> Self {
        let mut node = [0; S];
        node[..cube.colours().len()].copy_from_slice(cube.colours());
        Self(node)
    }
}

/// The effect of a move on the stickers.
struct Action {
    /// The stickers that move: their targets and their sources.
    moved: Vec<[u16; 2]>,
    /// Pairs of stickers that lie on one face after the move, enough that the cube is solved if each pair has one
    /// colour. Pairs with one sticker that moves and one that does not come first: they differ most often.
    pairs: Vec<[u16; 2]>,
}

impl Action {
    fn of(permutation: &Permutation, per_face: usize) -> Self {
        let sources = permutation.sources();
        let is_moved = |place: &usize| usize::from(sources[*place]) != *place;
        let moved = (0..sources.len()).filter(is_moved).map(|place| [place as u16, sources[place]]).collect();
        let mut pairs = Vec::new();
        for first in (0..sources.len()).step_by(per_face) {
            let face = first..first + per_face;
            let still = face.clone().find(|place| !is_moved(place)).unwrap_or(first);
            pairs.extend(
                face.filter(|&place| place != still).map(|place| (is_moved(&place) == is_moved(&still), place, still)),
            );
        }
        pairs.sort_by_key(|&(alike, ..)| alike);
        let pairs = pairs.into_iter().map(|(_, a, b)| [sources[a], sources[b]]).collect();
        Self { moved, pairs }
    }
}

/// The stickers of a cube, of which there are at most `S`, with the trivial bound that an unsolved cube needs a move.
/// The node size covers several cube sizes: a space for each size would take long to compile, and most nodes are never
/// made.
pub struct StickerSpace<const S: usize> {
    size: Size,
    actions: Vec<Action>,
}

impl<const S: usize> StickerSpace<S> {
    /// The space of a set of moves, in their order.
    ///
    /// # Panics
    /// If the cube has more stickers.
    pub fn new(set: &MoveSet) -> Self {
        let size = set.size;
        assert!(size.facelets() <= S, "a space for smaller cubes");
        let actions = set.moves().into_iter().map(|turn| Action::of(&Permutation::of(size, turn), size.per_face()));
        Self { size, actions: actions.collect() }
    }

    fn colours<'a>(&self, node: &'a StickerNode<S>) -> &'a [u8] {
        &node.0[..self.size.facelets()]
    }

    fn is_solved(&self, node: &StickerNode<S>) -> bool {
        self.colours(node).chunks(self.size.per_face()).all(|face| face.iter().all(|&colour| colour == face[0]))
    }

    /// Returns whether a move solves the cube, without making it: nearly always determined by the first pair or the
    /// second.
    #[inline(always)]
    fn solves(&self, node: &StickerNode<S>, by: MoveIndex) -> bool {
        let colour = |sticker: u16| node.0[usize::from(sticker)];
        self.actions[by.index()].pairs.iter().all(|&[a, b]| colour(a) == colour(b))
    }
}

impl<const S: usize> Space for StickerSpace<S> {
    type Node = StickerNode<S>;

    #[inline(always)]
    fn child(&self, node: &Self::Node, by: MoveIndex) -> Self::Node {
        let mut child = *node;
        for &[to, from] in &self.actions[by.index()].moved {
            child.0[usize::from(to)] = node.0[usize::from(from)];
        }
        child
    }

    fn bound(&self, node: &Self::Node) -> u8 {
        u8::from(!self.is_solved(node))
    }

    #[inline(always)]
    fn is_goal(&self, node: &Self::Node, _path: &[MoveIndex]) -> bool {
        self.is_solved(node)
    }

    /// # Panics
    /// For more than 42 stickers, of three bits each: transposition tables are for small cubes.
    fn key(&self, node: &Self::Node, _path: &[MoveIndex]) -> Key {
        assert!(3 * self.size.facelets() <= Key::BITS as usize, "the stickers of this cube do not fit a key");
        self.colours(node).iter().fold(0, |key, &colour| key << 3 | Key::from(colour))
    }

    /// With moves left after the move, every child is within the budget. Without, only a solved one is, and the others,
    /// which are nearly all nodes of a search, are never made.
    #[inline(always)]
    fn expand(
        &self,
        node: &Self::Node,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Self::Node>>,
    ) -> Expansion {
        let mut cut = Cut::new(budget);
        for by in moves {
            if budget > 0 || cut.keeps(u8::from(!self.solves(node, by))) {
                children.push(Child { by, node: self.child(node, by) });
            }
        }
        Expansion { lookups: 0, overshoot: cut.overshoot() }
    }
}
