//! The 48 symmetries of the cube: 24 rotations, each with and without a reflection.

use super::cubies::Cubies;
use super::geometry::{FaceMap, IDENTITY_FACES, MIRROR_LR, compose_faces, quarter_turn};
use super::moves::FaceTurn;

/// A symmetry: reflected between left and right if the index is odd, then rotated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

const ROTATIONS: [FaceMap; 24] = rotations();

/// All rotations, as products of quarter turns about U, R and F.
const fn rotations() -> [FaceMap; 24] {
    let mut list = [IDENTITY_FACES; 24];
    let mut known = 1;
    let mut next = 0;
    while next < known {
        let mut axis = 0;
        while axis < 3 {
            let map = compose_faces(list[next], quarter_turn(axis));
            if find(&list, known, map).is_none() {
                list[known] = map;
                known += 1;
            }
            axis += 1;
        }
        next += 1;
    }
    assert!(known == 24);
    list
}

const fn find(list: &[FaceMap; 24], known: usize, map: FaceMap) -> Option<usize> {
    let mut i = 0;
    while i < known {
        let mut face = 0;
        while face < 6 && list[i][face] == map[face] {
            face += 1;
        }
        if face == 6 {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The solved cube turned as a whole, and turned back, by the index of the rotation.
static TURNED: [(Cubies, Cubies); 24] = {
    let mut table = [(Cubies::SOLVED, Cubies::SOLVED); 24];
    let mut index = 0;
    while index < 24 {
        let turned = Cubies::of_rotation(ROTATIONS[index]);
        table[index] = (turned, turned.inverse());
        index += 1;
    }
    table
};

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: usize = 48;
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// The symmetry with this number, if it is below [`Symmetry::COUNT`].
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// All symmetries, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The 24 rotations, the identity first.
    pub fn rotations() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|symmetry| !symmetry.is_reflection())
    }

    /// The number of the symmetry, below [`Symmetry::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether it is a reflection, which exchanges clockwise and counterclockwise.
    pub const fn is_reflection(self) -> bool {
        self.0 % 2 == 1
    }

    /// The image of each face.
    pub const fn face_map(self) -> FaceMap {
        let rotation = ROTATIONS[self.index() / 2];
        if self.is_reflection() { compose_faces(MIRROR_LR, rotation) } else { rotation }
    }

    /// The rotation part, as the solved cube turned as a whole.
    pub const fn rotation(self) -> Cubies {
        TURNED[self.index() / 2].0
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Self {
        self.solve_for(|other| compose_faces(self.face_map(), other.face_map()) == IDENTITY_FACES)
    }

    /// This symmetry, then `next`.
    pub fn then(self, next: Self) -> Self {
        let map = compose_faces(self.face_map(), next.face_map());
        self.solve_for(|other| other.face_map() == map)
    }

    fn solve_for(self, wanted: impl Fn(Self) -> bool) -> Self {
        Self::all().find(|&s| wanted(s)).expect("the symmetries are a group")
    }

    /// The image of a move: turns the image of its layer in the image of its direction.
    pub fn of_move(self, m: FaceTurn) -> FaceTurn {
        let face = self.face_map()[usize::from(m.face())];
        let quarters = if self.is_reflection() { 4 - m.quarters() } else { m.quarters() };
        FaceTurn::turn(face, quarters).expect("the image of a turn is a turn")
    }

    /// The cube made by the images of the moves that make `cube`: the conjugate of `cube`.
    pub const fn of_cubies(self, cube: &Cubies) -> Cubies {
        let (turned, back) = &TURNED[self.index() / 2];
        let image = if self.is_reflection() { cube.mirrored() } else { *cube };
        back.then(&image).then(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cubies::MOVE_CUBIES;
    use super::*;

    #[test]
    fn conjugates_of_moves_are_moves() {
        for s in Symmetry::all() {
            for m in FaceTurn::all() {
                let image = s.of_cubies(&MOVE_CUBIES[m.index()]);
                assert_eq!(image, MOVE_CUBIES[s.of_move(m).index()], "{s:?} {m}");
            }
        }
    }

    #[test]
    fn conjugation_is_a_homomorphism_and_an_action() {
        let sequence: Vec<FaceTurn> = FaceTurn::all().collect();
        let (a, b) = (Cubies::after(&sequence[2..9]), Cubies::after(&sequence[7..]));
        for s in Symmetry::all() {
            assert_eq!(s.of_cubies(&a.then(&b)), s.of_cubies(&a).then(&s.of_cubies(&b)));
            assert_eq!(s.inverse().of_cubies(&s.of_cubies(&a)), a);
            for t in Symmetry::all() {
                assert_eq!(s.then(t).of_cubies(&a), t.of_cubies(&s.of_cubies(&a)));
            }
        }
    }
}
