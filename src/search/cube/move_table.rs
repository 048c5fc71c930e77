//! The moves of an alphabet, ready for arithmetic.

use crate::coord::{state_class, state_rank};
use crate::cube::geometry::EDGES;
use crate::cube::{CubeAlphabet, FaceTurn, Lanes, MOVE_CUBES, MOVE_CUBIES, PackedCube, Symmetry, normal_form_within};
use crate::prune::table::Key;
use crate::puzzle::MoveIndex;

/// The effect of every move on a cube.
pub struct MoveTable {
    alphabet: CubeAlphabet,
    cubes: [PackedCube; FaceTurn::COUNT],
    inverses: [PackedCube; FaceTurn::COUNT],
    /// The edge place to which each move takes an edge place (twice the slot, plus the flip).
    edge_steps: [[u8; 2 * EDGES]; FaceTurn::COUNT],
    /// True if transposition tables identify symmetric states.
    symmetric: bool,
}

impl MoveTable {
    /// The table of an alphabet.
    pub fn new(alphabet: CubeAlphabet) -> Self {
        let mut table = Self {
            cubes: [PackedCube::SOLVED; FaceTurn::COUNT],
            inverses: [PackedCube::SOLVED; FaceTurn::COUNT],
            edge_steps: [[0; 2 * EDGES]; FaceTurn::COUNT],
            symmetric: false,
            alphabet,
        };
        for (index, m) in table.alphabet.moves().iter().enumerate() {
            table.cubes[index] = MOVE_CUBES[m.index()];
            table.inverses[index] = MOVE_CUBES[m.inverse().index()];
            table.edge_steps[index] = edge_steps(*m);
        }
        table
    }

    /// The same table, for transposition tables that identify symmetric states.
    pub fn up_to_symmetry(self) -> Self {
        Self { symmetric: true, ..self }
    }

    /// The image of every move under each symmetry; `None` if one of them is not in the alphabet.
    pub(super) fn move_images(alphabet: &CubeAlphabet) -> Option<Vec<Vec<MoveIndex>>> {
        let image = |s: Symmetry, m: &FaceTurn| alphabet.index_of(s.of_move(*m));
        Symmetry::all().map(|s| alphabet.moves().iter().map(|m| image(s, m)).collect()).collect()
    }

    /// The key of a state in a transposition table, and the symmetry by which it was normalised.
    pub(super) fn class_key(&self, cube: &PackedCube) -> (Key, usize) {
        if self.symmetric { state_class(cube) } else { (state_rank(cube), 0) }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &CubeAlphabet {
        &self.alphabet
    }

    /// The cube after a turn.
    #[inline(always)]
    pub(super) fn then<L: Lanes>(&self, lanes: L, cube: &PackedCube, by: MoveIndex) -> PackedCube {
        lanes.then(cube, &self.cubes[by.index()])
    }

    /// The inverse of the cube after a turn, computed from the inverse before it.
    #[inline(always)]
    pub(super) fn before<L: Lanes>(&self, lanes: L, inverse: &PackedCube, by: MoveIndex) -> PackedCube {
        lanes.then(&self.inverses[by.index()], inverse)
    }

    /// The edge place to which a turn takes an edge place.
    #[inline(always)]
    pub(super) fn edge_step(&self, place: u8, by: MoveIndex) -> u8 {
        self.edge_steps[by.index()][usize::from(place)]
    }

    /// The cube after a move sequence.
    pub(super) fn after(&self, cube: &PackedCube, sequence: &[MoveIndex]) -> PackedCube {
        sequence.iter().fold(*cube, |cube, by| cube.then(&self.cubes[by.index()]))
    }

    /// The normal form of a move sequence within the alphabet, see [`normal_form_within`].
    pub(super) fn normal_form(&self, sequence: &[MoveIndex]) -> Option<Vec<MoveIndex>> {
        let is_known = |m| self.alphabet.index_of(m).is_some();
        let sequence = normal_form_within(&self.alphabet.sequence(sequence), is_known)?;
        sequence.into_iter().map(|m| self.alphabet.index_of(m)).collect()
    }
}

fn edge_steps(m: FaceTurn) -> [u8; 2 * EDGES] {
    let mut steps = [0; 2 * EDGES];
    let turn = &MOVE_CUBIES[m.index()];
    for target in 0..EDGES {
        let (from, flip) = (usize::from(turn.edges[target]), turn.flips[target]);
        steps[2 * from] = 2 * target as u8 + flip;
        steps[2 * from + 1] = 2 * target as u8 + (1 - flip);
    }
    steps
}
