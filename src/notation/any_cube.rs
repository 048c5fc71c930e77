//! Cubes of any size.

use super::format::format_as_typed;
use super::moves::flatten;
use super::scramble::PartScrambles;
use super::{
    Algorithm, Format, InputError, MoveOptions, NotATarget, facelet_faces, format_cube, format_facelets,
    format_stickers, parse_cube, parse_stickers, random_cube,
};
use crate::cube::{Cubies, Symmetry, Unreachable};
use crate::nxn::{Move, Size, Stickers};
use crate::puzzle::Questions;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A cube that can be solved: a 3x3x3 relative to its centres, or the stickers of another size.
///
/// Text is read in any notation: moves, facelets, Reid's list, nissy's form, pieces or colours.
///
/// ```
/// use cubepdb::Cube;
///
/// let cube: Cube = "R U R' U'".parse()?;
/// assert_eq!(cube, cube.to_string().parse()?);
/// assert!("R U X".parse::<Cube>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cube(State);

#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Pieces(Cubies),
    Stickers(Stickers),
}

impl Cube {
    /// The solved 3x3x3.
    pub const SOLVED: Self = Self(State::Pieces(Cubies::SOLVED));

    /// The solved cube of a size.
    pub fn solved(size: Size) -> Self {
        if size == Size::THREE { Self::SOLVED } else { Self(State::Stickers(Stickers::solved(size))) }
    }

    /// Reads a cube of any size in the given notation.
    ///
    /// # Errors
    /// The first error in the text. A cube that cannot be solved is an error.
    pub fn parse(text: &str, size: Size, format: Format, options: &MoveOptions) -> Result<Self, InputError> {
        if size == Size::THREE {
            return parse_cube(text, format, options).map(Self::from);
        }
        parse_stickers(text.as_bytes(), size, format, options).map(Self::from)
    }

    /// A 3x3x3 given by its pieces: for each corner slot the piece in it (0 to 7) and its twist (0 to 2), for each edge
    /// slot the piece (0 to 11) and its flip (0 or 1). The slots are numbered in the order `URF UFL ULB UBR DFR DLF DBL
    /// DRB` and `UR UF UL UB DR DF DL DB FR FL BL BR`.
    ///
    /// # Errors
    /// If there are no such pieces, or the cube cannot be reached from the solved one.
    pub fn from_pieces(corners: [(u8, u8); 8], edges: [(u8, u8); 12]) -> Result<Self, Unreachable> {
        let check = |kind, pieces: &[(u8, u8)], orientations: u8| {
            let is_wrong =
                |(piece, orientation): &(u8, u8)| usize::from(*piece) >= pieces.len() || *orientation >= orientations;
            match pieces.iter().copied().find(is_wrong) {
                Some((piece, orientation)) => Err(Unreachable::NoPiece { kind, piece, orientation }),
                None => Ok(()),
            }
        };
        check("corner", &corners, 3)?;
        check("edge", &edges, 2)?;
        let cube = Cubies {
            corners: corners.map(|(piece, _)| piece),
            twists: corners.map(|(_, twist)| twist),
            edges: edges.map(|(piece, _)| piece),
            flips: edges.map(|(_, flip)| flip),
        };
        cube.check_reachable()?;
        Ok(cube.into())
    }

    /// Returns cubes drawn uniformly from all states of the 3x3x3. The same seed gives the same cubes.
    pub fn random(seed: u64) -> impl Iterator<Item = Self> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(move || random_cube(&mut random).into())
    }

    /// Returns cubes drawn uniformly from the states of the 3x3x3 in which a goal is reached, as in scrambles of the
    /// last layer alone; of several goals, such as a cross at any face, one is drawn first. `None` if they are not
    /// about a 3x3x3 with all face turns, or no cube reaches them. The same seed gives the same cubes.
    ///
    /// ```
    /// use cubepdb::Cube;
    /// use cubepdb::puzzles::{Asker, QuestionText};
    ///
    /// let cross = QuestionText { goals: vec!["cross:D".to_owned()], ..QuestionText::about("3x3x3") };
    /// let mut cubes = Cube::random_keeping(cross.read_all(Asker::Stranger)?, 1).expect("a 3x3x3");
    /// let cube = cubes.next().expect("there is no end").to_string();
    /// assert!([28, 30, 32, 34].iter().all(|&place| cube.chars().nth(place) == Some('D')));
    /// # Ok::<(), cubepdb::puzzles::QuestionTextError>(())
    /// ```
    pub fn random_keeping(goals: Questions, seed: u64) -> Option<impl Iterator<Item = Self>> {
        let scrambles = PartScrambles::new(goals)?;
        let mut random = fastrand::Rng::with_seed(seed);
        Some(std::iter::repeat_with(move || scrambles.draw(&mut random).into()))
    }

    /// The number of layers.
    pub fn size(&self) -> Size {
        match &self.0 {
            State::Pieces(_) => Size::THREE,
            State::Stickers(cube) => cube.size(),
        }
    }

    /// Returns whether every face shows one colour.
    pub fn is_solved(&self) -> bool {
        match &self.0 {
            State::Pieces(cube) => *cube == Cubies::SOLVED,
            State::Stickers(cube) => cube.is_solved(),
        }
    }

    /// The cube after some moves.
    ///
    /// # Errors
    /// If a move turns a layer that the cube does not have, or is not a valid move.
    pub fn apply(&self, moves: &Algorithm) -> Result<Self, NoSuchLayer> {
        let size = self.size();
        let is_one = |&Move { face, first, last, quarters }: &Move| {
            face < 6 && (1..=last).contains(&first) && last <= size.layers() && quarters < 4
        };
        if let Some(&turn) = moves.iter().find(|turn| !is_one(turn)) {
            return Err(NoSuchLayer { turn, size });
        }
        Ok(match &self.0 {
            State::Pieces(cube) => cube.then(&Cubies::after(&flatten(moves))).into(),
            State::Stickers(cube) => cube.then(moves).into(),
        })
    }

    /// The cube whose solutions are the inverses of the solutions of this one. `None` for sizes other than 3x3x3, which
    /// have indistinguishable pieces.
    pub fn inverse(&self) -> Option<Self> {
        self.pieces().map(|cube| cube.inverse().into())
    }

    /// The cubes equivalent to this 3x3x3, all with the same distance: its 24 orientations, their mirror images, and
    /// the inverses of all of them. Empty for other sizes.
    pub fn symmetric_images(&self) -> Vec<Self> {
        let Some(cube) = self.pieces() else { return Vec::new() };
        let inverse = cube.inverse();
        let images = Symmetry::all().flat_map(|symmetry| [cube, &inverse].map(|cube| symmetry.of_cubies(cube)));
        images.map(Self::from).collect()
    }

    /// The piece in a corner slot of a 3x3x3 and its clockwise twist; see [`from_pieces`](Self::from_pieces).
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn corner(&self, slot: u8) -> Option<(u8, u8)> {
        let slot = usize::from(slot);
        self.pieces().map(|cube| (cube.corners[slot], cube.twists[slot]))
    }

    /// The piece in an edge slot of a 3x3x3 and its flip; see [`from_pieces`](Self::from_pieces).
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn edge(&self, slot: u8) -> Option<(u8, u8)> {
        let slot = usize::from(slot);
        self.pieces().map(|cube| (cube.edges[slot], cube.flips[slot]))
    }

    /// Writes the cube in a notation; as moves, it is a sequence of at most 23 face turns that makes it, not always a
    /// shortest one. Sizes other than 3x3x3 support facelets alone.
    ///
    /// # Errors
    /// For [`Format::Auto`], and for notations of the 3x3x3 if the cube has another size.
    pub fn format(&self, format: Format) -> Result<String, NotATarget> {
        match &self.0 {
            State::Pieces(cube) => format_cube(cube, format),
            State::Stickers(cube) if format == Format::Facelets => Ok(format_stickers(cube)),
            State::Stickers(_) => Err(NotATarget(format)),
        }
    }

    /// Writes the cube as [`Self::format`] does, but colours as they were [typed](super::TypedStickers::faces).
    #[doc(hidden)]
    pub fn format_as_typed(&self, format: Format, faces: [char; 6]) -> Result<String, NotATarget> {
        match &self.0 {
            State::Pieces(cube) => format_as_typed(cube, format, faces),
            State::Stickers(_) => self.format(format),
        }
    }

    /// The pieces of a 3x3x3.
    #[doc(hidden)]
    pub fn pieces(&self) -> Option<&Cubies> {
        match &self.0 {
            State::Pieces(cube) => Some(cube),
            State::Stickers(_) => None,
        }
    }

    /// The stickers.
    #[doc(hidden)]
    pub fn stickers(&self) -> Stickers {
        match &self.0 {
            State::Pieces(cube) => Stickers::new(Size::THREE, facelet_faces(cube).to_vec()),
            State::Stickers(cube) => cube.clone(),
        }
    }
}

impl From<Cubies> for Cube {
    fn from(cube: Cubies) -> Self {
        Self(State::Pieces(cube))
    }
}

impl From<Stickers> for Cube {
    fn from(cube: Stickers) -> Self {
        Self(State::Stickers(cube))
    }
}

/// Reads a 3x3x3 in any notation.
impl FromStr for Cube {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse(text, Size::THREE, Format::Auto, &MoveOptions::default())
    }
}

/// Writes the facelets.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match &self.0 {
            State::Pieces(cube) => format_facelets(cube),
            State::Stickers(cube) => format_stickers(cube),
        })
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cube({self})")
    }
}

/// An error: a move turns a layer that the cube does not have, or is not a valid move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a {size} cube has no layers for the move {turn}")]
pub struct NoSuchLayer {
    /// The move.
    pub turn: Move,
    /// The cube.
    pub size: Size,
}
