//! The cube as plain arrays: the reference that every faster representation is tested against.

use super::geometry::{CORNER_FACES, CORNERS, EDGE_FACES, EDGES, FaceMap, compose_faces, locate, quarter_turn};
use super::moves::FaceTurn;

/// The cubie in each slot, and its orientation.
///
/// `corners[slot]` is the piece now in `slot`, `twists[slot]` how often its U or D sticker is turned clockwise away
/// from the slot's first face; `edges` and `flips` likewise. Also read as a group element: the product `a.then(b)`
/// is "`a`, then the moves that make `b`".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cubies {
    /// Corner piece in each slot, 0 to 7.
    pub corners: [u8; CORNERS],
    /// Clockwise twist of the corner in each slot, 0 to 2.
    pub twists: [u8; CORNERS],
    /// Edge piece in each slot, 0 to 11.
    pub edges: [u8; EDGES],
    /// Flip of the edge in each slot, 0 or 1.
    pub flips: [u8; EDGES],
}

impl Cubies {
    /// The solved cube.
    pub const SOLVED: Self = Self {
        corners: [0, 1, 2, 3, 4, 5, 6, 7],
        twists: [0; CORNERS],
        edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        flips: [0; EDGES],
    };

    /// The solved cube after the slots that `moved` names are carried along `map`.
    const fn carried(map: FaceMap, layer: Option<u8>) -> Self {
        let mut cube = Self::SOLVED;
        let mut slot = 0;
        while slot < CORNERS {
            let [a, b, c] = CORNER_FACES[slot];
            if in_layer(&CORNER_FACES[slot], layer) {
                let image = [map[a as usize], map[b as usize], map[c as usize]];
                let (target, place) = locate(&CORNER_FACES, image);
                cube.corners[target as usize] = slot as u8;
                cube.twists[target as usize] = place;
            }
            slot += 1;
        }
        slot = 0;
        while slot < EDGES {
            let [a, b] = EDGE_FACES[slot];
            if in_layer(&EDGE_FACES[slot], layer) {
                let (target, place) = locate(&EDGE_FACES, [map[a as usize], map[b as usize]]);
                cube.edges[target as usize] = slot as u8;
                cube.flips[target as usize] = place;
            }
            slot += 1;
        }
        cube
    }

    /// The solved cube after one face turn.
    pub const fn of_move(m: FaceTurn) -> Self {
        let quarter = quarter_turn(m.face());
        let mut map = quarter;
        let mut i = 1;
        while i < m.quarters() {
            map = compose_faces(map, quarter);
            i += 1;
        }
        Self::carried(map, Some(m.face()))
    }

    /// The solved cube turned as a whole without its centres: a formal group element that conjugation needs.
    pub const fn of_rotation(map: FaceMap) -> Self {
        Self::carried(map, None)
    }

    /// `self` followed by `next`.
    pub const fn then(&self, next: &Self) -> Self {
        let mut product = Self::SOLVED;
        let mut slot = 0;
        while slot < CORNERS {
            let from = next.corners[slot] as usize;
            product.corners[slot] = self.corners[from];
            product.twists[slot] = (self.twists[from] + next.twists[slot]) % 3;
            slot += 1;
        }
        slot = 0;
        while slot < EDGES {
            let from = next.edges[slot] as usize;
            product.edges[slot] = self.edges[from];
            product.flips[slot] = self.flips[from] ^ next.flips[slot];
            slot += 1;
        }
        product
    }

    /// The element that undoes this one.
    pub const fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        let mut slot = 0;
        while slot < CORNERS {
            let piece = self.corners[slot] as usize;
            inverse.corners[piece] = slot as u8;
            inverse.twists[piece] = (3 - self.twists[slot]) % 3;
            slot += 1;
        }
        slot = 0;
        while slot < EDGES {
            let piece = self.edges[slot] as usize;
            inverse.edges[piece] = slot as u8;
            inverse.flips[piece] = self.flips[slot];
            slot += 1;
        }
        inverse
    }

    /// The mirror image: every turn replaced by the opposite turn of the face across the plane between L and R.
    pub const fn mirrored(&self) -> Self {
        const CORNER: [u8; CORNERS] = mirror_slots(&CORNER_FACES);
        const EDGE: [u8; EDGES] = MIRRORED_EDGES;
        let mut image = Self::SOLVED;
        let mut slot = 0;
        while slot < CORNERS {
            let target = CORNER[slot] as usize;
            image.corners[target] = CORNER[self.corners[slot] as usize];
            image.twists[target] = (3 - self.twists[slot]) % 3;
            slot += 1;
        }
        slot = 0;
        while slot < EDGES {
            let target = EDGE[slot] as usize;
            image.edges[target] = EDGE[self.edges[slot] as usize];
            image.flips[target] = self.flips[slot];
            slot += 1;
        }
        image
    }

    /// The edge slot to which the left-right reflection takes `slot`.
    pub const fn mirrored_edge(slot: u8) -> u8 {
        MIRRORED_EDGES[slot as usize]
    }

    /// The solved cube after `moves`.
    pub fn after(moves: &[FaceTurn]) -> Self {
        moves.iter().fold(Self::SOLVED, |cube, &m| cube.then(&MOVE_CUBIES[m.index()]))
    }
}

/// The solved cube after each face turn, by move number.
pub const MOVE_CUBIES: [Cubies; FaceTurn::COUNT] = {
    let mut table = [Cubies::SOLVED; FaceTurn::COUNT];
    let mut index = 0;
    while index < FaceTurn::COUNT {
        if let Some(m) = FaceTurn::new(index as u8) {
            table[index] = Cubies::of_move(m);
        }
        index += 1;
    }
    table
};

const MIRRORED_EDGES: [u8; EDGES] = mirror_slots(&EDGE_FACES);

const fn in_layer(slot: &[u8], layer: Option<u8>) -> bool {
    let Some(face) = layer else { return true };
    let mut i = 0;
    while i < slot.len() {
        if slot[i] == face {
            return true;
        }
        i += 1;
    }
    false
}

/// The slot to which the left-right reflection takes each slot. Reference stickers stay reference stickers.
const fn mirror_slots<const N: usize, const SLOTS: usize>(slots: &[[u8; N]; SLOTS]) -> [u8; SLOTS] {
    let mut map = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        let mut faces = slots[slot];
        let mut i = 0;
        while i < N {
            faces[i] = super::geometry::MIRROR_LR[faces[i] as usize];
            i += 1;
        }
        map[slot] = locate(slots, faces).0;
        slot += 1;
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(face: u8, quarters: u8) -> Cubies {
        Cubies::of_move(FaceTurn::turn(face, quarters).unwrap())
    }

    #[test]
    fn turns_have_order_four_and_two_quarters_make_a_half() {
        for face in 0..6 {
            let quarter = of(face, 1);
            let half = quarter.then(&quarter);
            assert_eq!(half, of(face, 2));
            assert_eq!(half.then(&quarter), of(face, 3));
            assert_eq!(half.then(&half), Cubies::SOLVED);
        }
    }

    #[test]
    fn only_side_quarter_turns_twist_and_only_front_and_back_flip() {
        for m in FaceTurn::all() {
            let cube = Cubies::of_move(m);
            let quarter = m.quarters() != 2;
            assert_eq!(cube.twists.iter().any(|&t| t > 0), quarter && m.face() % 3 != 0, "{m}");
            assert_eq!(cube.flips.iter().any(|&f| f > 0), quarter && m.face() % 3 == 2, "{m}");
        }
    }

    /// R U has order 105 and R U R' U' order 6: well known, and sensitive to every convention.
    #[test]
    fn known_orders() {
        let order = |sequence: &Cubies| {
            let mut power = *sequence;
            (1..).find(|_| {
                let done = power == Cubies::SOLVED;
                power = power.then(sequence);
                done
            })
        };
        assert_eq!(order(&of(1, 1).then(&of(0, 1))), Some(105));
        assert_eq!(order(&of(1, 1).then(&of(0, 1)).then(&of(1, 3)).then(&of(0, 3))), Some(6));
    }

    #[test]
    fn mirror_exchanges_left_and_right_and_turns_backwards() {
        for m in FaceTurn::all() {
            let face = super::super::geometry::MIRROR_LR[usize::from(m.face())];
            assert_eq!(Cubies::of_move(m).mirrored(), of(face, 4 - m.quarters()), "{m}");
        }
    }
}
