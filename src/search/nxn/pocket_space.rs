//! The 2x2x2 with exact distances as its bound.

use crate::prune::table::Key;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::Space;
use crate::search::nxn::pocket::{Pocket, PocketTable};

impl Space for PocketTable {
    type Node = Pocket;

    #[inline(always)]
    fn child(&self, node: &Pocket, by: MoveIndex) -> Pocket {
        self.moves.after(*node, by.index())
    }

    #[inline(always)]
    fn bound(&self, node: &Pocket) -> u8 {
        self.distance(*node)
    }

    #[inline(always)]
    fn is_goal(&self, node: &Pocket, _path: &[MoveIndex]) -> bool {
        self.distance(*node) == 0
    }

    fn key(&self, node: &Pocket, _path: &[MoveIndex]) -> Key {
        self.number(*node) as Key
    }
}
