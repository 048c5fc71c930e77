//! Indexing of a table's entries: rows, cells, and the action of moves on both.

use super::arrangement::Arrangements;
use super::pattern::Pattern;
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cubies, FaceTurn, MOVE_CUBIES};

/// A numbering of the cells of a row, and the effect of a shift on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellAction {
    /// Twists of seven pieces, `sum of twist(i) * 3^i`; a shift adds a vector of twists.
    Twists,
    /// Flips of the pieces, bit `i` for piece `i`; a shift flips a subset.
    Flips,
    /// Order of the last four pieces among the free slots, ranked lexicographically; a shift reorders the slots.
    Orders,
}

impl CellAction {
    /// Cell `cell` after `shift`.
    pub fn shifted(self, cell: usize, shift: usize) -> usize {
        match self {
            Self::Flips => cell ^ shift,
            Self::Twists => (0..7).map(|i| 3usize.pow(i)).map(|w| (cell / w + shift / w) % 3 * w).sum(),
            Self::Orders => {
                let slots = order_unrank(shift);
                order_rank(order_unrank(cell).map(|i| slots[usize::from(i)]))
            }
        }
    }
}

/// The effect of a move (or any sequence of moves) on one kind of piece: slots, and the orientation change on the way.
#[derive(Clone, Copy, Debug)]
pub struct SlotMap {
    /// `to[slot]` is the destination of the piece in `slot`.
    pub to: [u8; EDGES],
    /// `turn[slot]` is the twist or flip that it picks up.
    pub turn: [u8; EDGES],
}

/// The grid of one table.
#[derive(Clone, Debug)]
pub struct Grid {
    pattern: Pattern,
    /// The pieces whose slots make the row, in the order of the rank.
    placed: Vec<u8>,
    rows: Arrangements,
}

impl Grid {
    /// The grid of a table.
    pub fn new(pattern: Pattern) -> Self {
        let (slots, placed): (usize, Vec<u8>) = match pattern {
            Pattern::Corners => (CORNERS, (0..8).collect()),
            Pattern::Edges(set) => (EDGES, set.pieces().collect()),
            Pattern::EdgePermutation => (EDGES, (0..8).collect()),
        };
        let rows = Arrangements::new(slots, placed.len());
        Self { pattern, placed, rows }
    }

    /// The pieces that the table covers.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The numbering of the rows.
    pub fn arrangements(&self) -> Arrangements {
        self.rows
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows.count() as usize
    }

    /// Number of cells in a row.
    pub fn cells(&self) -> usize {
        self.pattern.cells() as usize
    }

    /// The numbering of the cells.
    pub fn action(&self) -> CellAction {
        match self.pattern {
            Pattern::Corners => CellAction::Twists,
            Pattern::Edges(_) => CellAction::Flips,
            Pattern::EdgePermutation => CellAction::Orders,
        }
    }

    /// Index of the entry for a cube: row times cells plus cell. The plain definition; the solver has faster ways.
    pub fn index(&self, cube: &Cubies) -> u64 {
        let inverse = cube.inverse();
        let (slot_of, turn_of) = match self.pattern {
            // The inverse gives the slot of each piece; its twists have the opposite sign.
            Pattern::Corners => (&inverse.corners[..], inverse.twists.map(|t| (3 - t) % 3).to_vec()),
            _ => (&inverse.edges[..], inverse.flips.to_vec()),
        };
        let slots: Vec<u8> = self.placed.iter().map(|&piece| slot_of[usize::from(piece)]).collect();
        let cell = match self.action() {
            CellAction::Twists => turn_of[..7].iter().rev().fold(0, |cell, &t| cell * 3 + usize::from(t)),
            CellAction::Flips => {
                let flip = |&piece: &u8| usize::from(turn_of[usize::from(piece)]);
                self.placed.iter().rev().fold(0, |cell, piece| cell * 2 + flip(piece))
            }
            CellAction::Orders => order_rank(slot_of[8..].try_into().expect("four pieces are left")),
        };
        u64::from(self.rows.rank(&slots)) * self.cells() as u64 + cell as u64
    }

    /// The entry to which `map` takes entry `index`. The plain definition of a move on a table, entry by entry.
    pub fn image(&self, index: u64, map: &SlotMap) -> u64 {
        let (row, cell) = (index / self.cells() as u64, (index % self.cells() as u64) as usize);
        let mut slots = vec![0; self.placed.len()];
        self.rows.unrank(row as u32, &mut slots);
        let shift = match self.action() {
            CellAction::Orders => {
                let mut free = (0..EDGES as u8).filter(|slot| !slots.contains(slot));
                order_rank(std::array::from_fn(|_| free.next().map_or(0, |slot| map.to[usize::from(slot)])))
            }
            _ => {
                let turn = |(i, &slot): (usize, &u8)| u16::from(map.turn[usize::from(slot)]) * self.turn_weight(i);
                usize::from(slots.iter().enumerate().map(turn).sum::<u16>())
            }
        };
        let image: Vec<u8> = slots.iter().map(|&slot| map.to[usize::from(slot)]).collect();
        u64::from(self.rows.rank(&image)) * self.cells() as u64 + self.action().shifted(cell, shift) as u64
    }

    /// The combined effect of `moves` on the pieces of this grid.
    pub fn slot_map(&self, moves: &[FaceTurn]) -> SlotMap {
        let product = moves.iter().fold(Cubies::SOLVED, |product, m| product.then(&MOVE_CUBIES[m.index()]));
        let mut map = SlotMap { to: [0; EDGES], turn: [0; EDGES] };
        match self.pattern {
            Pattern::Corners => fill_slot_map(&mut map, &product.corners, &product.twists),
            _ => fill_slot_map(&mut map, &product.edges, &product.flips),
        }
        map
    }

    /// The contribution to a shift of piece number `i` of the row when it picks up one turn.
    pub(super) fn turn_weight(&self, i: usize) -> u16 {
        match self.action() {
            CellAction::Twists if i < 7 => 3u16.pow(i as u32),
            CellAction::Flips => 1 << i,
            _ => 0,
        }
    }
}

fn fill_slot_map(map: &mut SlotMap, source: &[u8], turn: &[u8]) {
    for (target, &from) in source.iter().enumerate() {
        map.to[usize::from(from)] = target as u8;
        map.turn[usize::from(from)] = turn[target];
    }
}

/// Rank of the relative order of four distinct numbers, 0 for ascending.
pub fn order_rank(slots: [u8; 4]) -> usize {
    (0..4).fold(0, |rank, i| {
        let smaller_later = slots[i + 1..].iter().filter(|&&s| s < slots[i]).count();
        rank * (4 - i) + smaller_later
    })
}

/// The four numbers 0 to 3 in the order with this rank.
pub(crate) fn order_unrank(rank: usize) -> [u8; 4] {
    let mut order = [0; 4];
    Arrangements::new(4, 4).unrank(rank as u32, &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::EdgeSet;

    #[test]
    fn order_ranks_invert() {
        for rank in 0..24 {
            assert_eq!(order_rank(order_unrank(rank)), rank);
        }
    }

    fn grids() -> impl Iterator<Item = Grid> {
        let patterns =
            [Pattern::Corners, Pattern::Edges(EdgeSet::parse("UF,DR,BL").unwrap()), Pattern::EdgePermutation];
        patterns.into_iter().map(Grid::new)
    }

    #[test]
    fn images_of_entries_are_entries_of_images() {
        for grid in grids() {
            let mut cube = Cubies::SOLVED;
            for i in 0..1000 {
                let m = FaceTurn::new((i * 11 % 18) as u8).unwrap();
                let next = cube.then(&MOVE_CUBIES[m.index()]);
                assert_eq!(grid.image(grid.index(&cube), &grid.slot_map(&[m])), grid.index(&next), "{grid:?} {m}");
                cube = next;
            }
        }
    }

    #[test]
    fn indices_stay_in_range() {
        for grid in grids() {
            let entries = grid.rows() as u64 * grid.cells() as u64;
            let mut cube = Cubies::SOLVED;
            for i in 0..1000 {
                assert!(grid.index(&cube) < entries);
                cube = cube.then(&MOVE_CUBIES[i * 7 % 18]);
            }
        }
    }
}
