//! The moves and positions before every cube: those of `--from` and `--to`.

use crate::common::exit::Failure;
use cubepdb::internals::{
    cube::{Cubies, Symmetry},
    nxn::Stickers,
};
use cubepdb::{Cube, InputError, Move, Size};

/// A cube to start from or to end in.
#[derive(Clone, Debug)]
pub struct End {
    pub cube: Cubies,
    /// Its moves, if it was given by moves.
    pub moves: Option<Vec<Move>>,
    /// Its centres, if it was given by stickers.
    pub faces: Option<[char; 6]>,
}

impl Default for End {
    fn default() -> Self {
        Self { cube: Cubies::SOLVED, moves: Some(Vec::new()), faces: None }
    }
}

impl End {
    /// The rotation to the hold in which its moves leave the cube.
    fn hold(&self) -> Symmetry {
        let centres = self.moves.as_ref().and_then(|moves| Stickers::after(Size::THREE, moves).centres());
        let Some(centres) = centres else { return Symmetry::IDENTITY };
        let leads = |s: &Symmetry| (0..).zip(centres).all(|(face, colour)| s.face_map()[usize::from(colour)] == face);
        Symmetry::all().find(leads).expect("moves rotate the centres")
    }
}

/// The beginning of every cube: the way from the position to end in to the one to start from, in the hold of the end.
#[derive(Clone, Debug)]
pub struct Before {
    from: End,
    /// From the position to end in to the solved one.
    back: Cubies,
    hold: Symmetry,
    /// The centres of those that were given by stickers.
    pub faces: Option<[char; 6]>,
}

impl Before {
    /// # Errors
    /// If their stickers show different holds.
    pub fn new([from, to]: [End; 2]) -> Result<Self, Failure> {
        if !are_held_alike(from.faces, to.faces) {
            return Err(Failure::usage(format!("--from and --to: {}", InputError::OtherHold)));
        }
        let faces = from.faces.or(to.faces);
        Ok(Self { from, back: to.cube.inverse(), hold: to.hold(), faces })
    }

    /// The way to a cube, which is given by `moves` perhaps: after moves, these go on in the hold that they leave.
    pub fn then(&self, cube: &Cubies, moves: Option<Vec<Move>>) -> Cubies {
        let whole = self.from.moves.as_ref().zip(moves).and_then(|(from, moves)| {
            let all = Cube::SOLVED.apply(&[&from[..], &moves].concat().into()).ok()?;
            all.pieces().copied()
        });
        self.hold.of_cubies(&self.back.then(&whole.unwrap_or_else(|| self.from.cube.then(cube))))
    }
}

/// Returns whether two cubes have the same centres, if their stickers have the same colours. Of others it is not known
/// how they are held.
pub fn are_held_alike(one: Option<[char; 6]>, other: Option<[char; 6]>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other || one.iter().any(|colour| !other.contains(colour)))
}
