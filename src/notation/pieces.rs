//! Conversion between the stickers of every slot and cubies: the part that all notations of a state share.

use super::place::Place;
use crate::cube::geometry::{
    CORNER_FACES, CORNER_NAMES, CORNERS, EDGE_FACES, EDGE_NAMES, EDGES, FACE_LETTERS, corner_with, facelet, locate,
    opposite,
};
use crate::cube::{Cubies, Unreachable};
use thiserror::Error;

/// The reason why stickers or pieces do not make a solvable cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PieceError {
    /// Two stickers that no edge has: one colour twice, or the colours of opposite faces.
    #[error("no edge is coloured `{shown}`, as the one in slot {slot}: {reason}")]
    EdgeImpossible {
        /// The slot.
        slot: &'static str,
        /// Its stickers, in the order of the slot's name.
        shown: String,
        /// The two of them that no piece has together.
        reason: String,
    },
    /// Three stickers that no corner has.
    #[error("no corner is coloured `{shown}`, as the one in slot {slot}: {reason}")]
    CornerImpossible {
        /// The slot.
        slot: &'static str,
        /// Its stickers, in the order of the slot's name.
        shown: String,
        /// Two of them that no piece has together.
        reason: String,
    },
    /// The colours of a corner in the wrong sense of rotation.
    #[error("the corner in slot {slot}, coloured `{shown}`, is the mirror image of a corner")]
    CornerMirrored {
        /// The slot.
        slot: &'static str,
        /// Its stickers, in the order of the slot's name.
        shown: String,
    },
    /// An edge stands in two slots.
    #[error("edge {piece} appears twice, in slots {first} and {second}, and edge {missing} is missing")]
    EdgeDuplicate {
        /// The piece.
        piece: &'static str,
        /// The first slot that holds it.
        first: &'static str,
        /// The second slot that holds it.
        second: &'static str,
        /// A piece that no slot holds.
        missing: &'static str,
    },
    /// A corner stands in two slots.
    #[error("corner {piece} appears twice, in slots {first} and {second}, and corner {missing} is missing")]
    CornerDuplicate {
        /// The piece.
        piece: &'static str,
        /// The first slot that holds it.
        first: &'static str,
        /// The second slot that holds it.
        second: &'static str,
        /// A piece that no slot holds.
        missing: &'static str,
    },
    /// The twists do not add up to a multiple of three.
    #[error("{}{}", Unreachable::Twist(*.thirds), only_one(.slot))]
    Twist {
        /// Thirds of a turn left over.
        thirds: u8,
        /// The slot of the only corner that is twisted, if there is only one.
        slot: Option<&'static str>,
    },
    /// An odd number of edges is flipped.
    #[error("{}{}", Unreachable::Flip, only_one(.slot))]
    Flip {
        /// The slot of the only edge that is flipped, if there is only one.
        slot: Option<&'static str>,
    },
    /// Corner and edge permutation differ in parity.
    #[error("{}", Unreachable::Parity)]
    Parity,
}

fn only_one(slot: &Option<&'static str>) -> String {
    slot.map(|slot| format!(" (in slot {slot})")).unwrap_or_default()
}

impl PieceError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::EdgeImpossible { .. } => "edge-impossible",
            Self::CornerImpossible { .. } => "corner-impossible",
            Self::CornerMirrored { .. } => "corner-mirrored",
            Self::EdgeDuplicate { .. } => "edge-duplicate",
            Self::CornerDuplicate { .. } => "corner-duplicate",
            Self::Twist { .. } => "twist-parity",
            Self::Flip { .. } => "flip-parity",
            Self::Parity => "permutation-parity",
        }
    }

    /// The slot with the error; the second of two that hold the same piece.
    pub const fn place(&self) -> Option<Place> {
        match *self {
            Self::EdgeImpossible { slot, .. }
            | Self::CornerImpossible { slot, .. }
            | Self::CornerMirrored { slot, .. }
            | Self::EdgeDuplicate { second: slot, .. }
            | Self::CornerDuplicate { second: slot, .. }
            | Self::Twist { slot: Some(slot), .. }
            | Self::Flip { slot: Some(slot) } => Some(Place::Slot(slot)),
            _ => None,
        }
    }

    /// The slots with the error.
    pub(super) fn slots(&self) -> Vec<&'static str> {
        let first = match *self {
            Self::EdgeDuplicate { first, .. } | Self::CornerDuplicate { first, .. } => Some(first),
            _ => None,
        };
        let slot = match self.place() {
            Some(Place::Slot(slot)) => Some(slot),
            _ => None,
        };
        first.into_iter().chain(slot).collect()
    }
}

/// The colour (as the face it belongs to) of every sticker of every slot, in the order of the slot's faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceColours {
    pub corners: [[u8; 3]; CORNERS],
    pub edges: [[u8; 2]; EDGES],
}

impl PieceColours {
    pub(super) const SOLVED: Self = Self { corners: CORNER_FACES, edges: EDGE_FACES };

    /// The stickers of `cube`.
    pub(super) fn of(cube: &Cubies) -> Self {
        let mut stickers = Self::SOLVED;
        for (slot, colours) in stickers.corners.iter_mut().enumerate() {
            *colours = CORNER_FACES[usize::from(cube.corners[slot])];
            colours.rotate_right(usize::from(cube.twists[slot]));
        }
        for (slot, colours) in stickers.edges.iter_mut().enumerate() {
            *colours = EDGE_FACES[usize::from(cube.edges[slot])];
            colours.rotate_right(usize::from(cube.flips[slot]));
        }
        stickers
    }

    /// The reachable cube with these stickers; `symbol` shows a colour as the user wrote it, with a blank after it if
    /// colours are words.
    pub(super) fn assemble(&self, symbol: impl Fn(u8) -> String) -> Result<Cubies, PieceError> {
        let mut cube = Cubies::SOLVED;
        for (slot, colours) in self.edges.iter().enumerate() {
            (cube.edges[slot], cube.flips[slot]) = edge_in(EDGE_NAMES[slot], *colours, &symbol)?;
        }
        (cube.corners, cube.twists) = corners_with(&self.corners, symbol)?;
        check(&cube)?;
        Ok(cube)
    }
}

impl PieceColours {
    /// An error for each piece that does not exist; if all exist, the law that is broken, if one is.
    pub(super) fn faults(&self, symbol: impl Fn(u8) -> String) -> Vec<PieceError> {
        let edges = EDGE_NAMES.iter().zip(self.edges).filter_map(|(slot, edge)| edge_in(slot, edge, &symbol).err());
        let corners =
            CORNER_NAMES.iter().zip(self.corners).filter_map(|(slot, corner)| corner_in(slot, corner, &symbol).err());
        let faults: Vec<PieceError> = edges.chain(corners).collect();
        if faults.is_empty() { self.assemble(symbol).err().into_iter().collect() } else { faults }
    }
}

/// The corners with these stickers, and their twists.
pub(super) fn corners_with(
    stickers: &[[u8; 3]; CORNERS],
    symbol: impl Fn(u8) -> String,
) -> Result<([u8; CORNERS], [u8; CORNERS]), PieceError> {
    let (mut corners, mut twists) = ([0; CORNERS], [0; CORNERS]);
    for (slot, colours) in stickers.iter().enumerate() {
        (corners[slot], twists[slot]) = corner_in(CORNER_NAMES[slot], *colours, &symbol)?;
    }
    Ok((corners, twists))
}

/// The corner with the stickers of a slot, and its twist.
fn corner_in(slot: &'static str, colours: [u8; 3], symbol: impl Fn(u8) -> String) -> Result<(u8, u8), PieceError> {
    corner_with(colours).ok_or_else(|| {
        let shown = shown(&colours, &symbol);
        let [a, b, c] = colours;
        match corner_with([a, c, b]) {
            Some(_) => PieceError::CornerMirrored { slot, shown },
            None => PieceError::CornerImpossible { slot, shown, reason: reason(&colours, symbol) },
        }
    })
}

/// The edge with the stickers of a slot, and its flip.
pub(super) fn edge_in(
    slot: &'static str,
    colours: [u8; 2],
    symbol: impl Fn(u8) -> String,
) -> Result<(u8, u8), PieceError> {
    edge_with(colours).ok_or_else(|| PieceError::EdgeImpossible {
        slot,
        shown: shown(&colours, &symbol),
        reason: reason(&colours, symbol),
    })
}

/// The first two colours that no piece has together.
fn reason(colours: &[u8], symbol: impl Fn(u8) -> String) -> String {
    let pairs = (0..colours.len()).flat_map(|j| (0..j).map(move |i| [colours[i], colours[j]]));
    let name = |colour| symbol(colour).trim_end().to_owned();
    let said = |[a, b]: [u8; 2]| match () {
        () if a == b => Some(format!("{} occurs twice", name(a))),
        () if a == opposite(b) => Some(format!("{} and {} are opposite", name(a), name(b))),
        () => None,
    };
    pairs.into_iter().find_map(said).unwrap_or_default()
}

/// The colours of a piece as the user wrote them.
pub(super) fn shown(colours: &[u8], symbol: impl Fn(u8) -> String) -> String {
    colours.iter().map(|&colour| symbol(colour)).collect::<String>().trim_end().to_owned()
}

/// The edge with these colours, and its flip.
pub(super) fn edge_with(colours: [u8; 2]) -> Option<(u8, u8)> {
    let [a, b] = colours;
    if a == b || a == opposite(b) {
        return None;
    }
    let (piece, _) = locate(&EDGE_FACES, colours);
    Some((piece, u8::from(EDGE_FACES[usize::from(piece)][0] != a)))
}

/// Checks the laws of reachable cubes, and reports the slots that break them.
pub(super) fn check(cube: &Cubies) -> Result<(), PieceError> {
    cube.check_reachable().map_err(|law| match law {
        Unreachable::DuplicatePiece { kind: "corner", piece, first, second } => {
            let missing = missing(&cube.corners, &CORNER_NAMES);
            PieceError::CornerDuplicate { piece, first, second, missing }
        }
        Unreachable::DuplicatePiece { piece, first, second, .. } => {
            let missing = missing(&cube.edges, &EDGE_NAMES);
            PieceError::EdgeDuplicate { piece, first, second, missing }
        }
        Unreachable::Twist(thirds) => PieceError::Twist { thirds, slot: single(&cube.twists, &CORNER_NAMES) },
        Unreachable::Flip => PieceError::Flip { slot: single(&cube.flips, &EDGE_NAMES) },
        Unreachable::Parity => PieceError::Parity,
        Unreachable::NoPiece { .. } => unreachable!("pieces are found by their stickers and names"),
    })
}

/// The first piece that stands in no slot.
fn missing(pieces: &[u8], names: &[&'static str]) -> &'static str {
    names.iter().zip(0..).find(|(_, piece)| !pieces.contains(piece)).map_or("", |(name, _)| name)
}

/// The slot of the only misoriented piece, if there is only one.
fn single(orientations: &[u8], names: &[&'static str]) -> Option<&'static str> {
    let mut turned = orientations.iter().zip(names).filter(|&(&o, _)| o > 0);
    let (_, name) = turned.next()?;
    turned.next().is_none().then_some(name)
}

/// The facelets of a slot, in the order of its name.
pub(super) fn slot_facelets(name: &str) -> Vec<usize> {
    let corner = CORNER_NAMES.iter().position(|&n| n == name).map(|i| CORNER_FACES[i]);
    let edge = EDGE_NAMES.iter().position(|&n| n == name).map(|i| EDGE_FACES[i]);
    let corner = corner.iter().flat_map(|slot| slot.map(|face| facelet(*slot, face)));
    corner.chain(edge.iter().flat_map(|slot| slot.map(|face| facelet(*slot, face)))).collect()
}

/// The face with this letter.
pub(super) fn face_of(letter: char) -> Option<u8> {
    FACE_LETTERS.iter().position(|&f| f == letter).map(|face| face as u8)
}

/// The faces that a piece name lists, if it is a list of exactly `N` faces.
pub(super) fn faces_of<const N: usize>(name: &str) -> Option<[u8; N]> {
    let faces: Vec<u8> = name.chars().map(face_of).collect::<Option<_>>()?;
    faces.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::FaceTurn;

    fn assembled(change: impl FnOnce(&mut PieceColours)) -> Result<Cubies, PieceError> {
        let mut stickers = PieceColours::SOLVED;
        change(&mut stickers);
        stickers.assemble(|face| FACE_LETTERS[usize::from(face)].to_string())
    }

    #[test]
    fn stickers_and_cubies_are_inverse() {
        let mut cube = Cubies::SOLVED;
        for m in (0..90u16).filter_map(|i| FaceTurn::new((i * 7 % 18) as u8)) {
            cube = cube.then(&Cubies::of_move(m));
            assert_eq!(assembled(|stickers| *stickers = PieceColours::of(&cube)), Ok(cube));
        }
    }

    #[test]
    fn every_class_is_named() {
        let text = |change: fn(&mut PieceColours)| {
            let error = assembled(change).unwrap_err();
            (error.code(), error.to_string())
        };
        assert_eq!(
            text(|s| s.edges[9] = [2, 5]),
            ("edge-impossible", "no edge is coloured `FB`, as the one in slot FL: F and B are opposite".to_owned())
        );
        assert_eq!(
            text(|s| s.corners[7] = [3, 0, 1]),
            (
                "corner-impossible",
                "no corner is coloured `DUR`, as the one in slot DRB: D and U are opposite".to_owned()
            )
        );
        assert_eq!(
            text(|s| s.corners[1] = [2, 0, 1]),
            (
                "corner-duplicate",
                "corner URF appears twice, in slots URF and UFL, and corner UFL is missing".to_owned()
            )
        );
        assert_eq!(
            text(|s| s.corners[2] = [0, 5, 4]),
            ("corner-mirrored", "the corner in slot ULB, coloured `UBL`, is the mirror image of a corner".to_owned())
        );
    }

    #[test]
    fn a_single_turned_piece_is_pointed_at() {
        let place = |change: fn(&mut PieceColours)| assembled(change).unwrap_err().place();
        assert_eq!(place(|s| s.corners[4].rotate_left(1)), Some(Place::Slot("DFR")));
        assert_eq!(place(|s| s.corners[4..6].iter_mut().for_each(|c| c.rotate_left(1))), None);
        assert_eq!(place(|s| s.edges[3].reverse()), Some(Place::Slot("UB")));
        assert_eq!(place(|s| s.edges[..3].iter_mut().for_each(|e| e.reverse())), None);
        let error = assembled(|s| s.edges[3].reverse()).unwrap_err();
        assert!(error.to_string().ends_with("flipped in its place (in slot UB)"), "{error}");
    }
}
