//! The corner part of a coset: tetrads and twists.

use crate::cube::geometry::CORNERS;
use crate::cube::{Cubies, Symmetry};

/// Ways of placing two tetrads: C(8,4).
const TETRADS: usize = 70;
/// Twists of seven corners; the eighth follows.
const TWISTS: usize = 2187;

/// Tetrad of each corner piece: no turn by 180 degrees, of a face or of the cube, mixes URF, ULB, DLF and DRB with the
/// others.
const TETRAD: [u8; CORNERS] = [0, 1, 0, 1, 1, 0, 1, 0];

/// The corner part of a coset as a number below [`CornerCoset::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct CornerCoset(pub u32);

impl CornerCoset {
    /// Number of corner parts.
    pub const COUNT: usize = TETRADS * TWISTS;

    /// Bit `i` is the tetrad of the piece in slot `i`.
    pub(crate) const PIECE_TETRADS: [u8; CORNERS] = TETRAD;

    /// The corner part of a cube.
    pub fn of(cube: &Cubies) -> Self {
        let mask = (0..CORNERS).fold(0, |mask, slot| mask | TETRAD[usize::from(cube.corners[slot])] << slot);
        let twists = (0..7).rev().fold(0, |rank, slot| rank * 3 + u32::from(cube.twists[slot]));
        Self(u32::from(TETRAD_RANK[usize::from(mask)]) * TWISTS as u32 + twists)
    }

    /// A cube with this corner part and solved edges. Its permutation may be odd.
    pub fn cubies(self) -> Cubies {
        let mut cube = Cubies::SOLVED;
        let (tetrads, mut twists) = (self.0 as usize / TWISTS, self.0 as usize % TWISTS);
        let mask = tetrad_masks().nth(tetrads).expect("there are 70 such masks");
        let mut pieces = [0, 1].map(|tetrad| (0..CORNERS as u8).filter(move |&p| TETRAD[usize::from(p)] == tetrad));
        let mut sum = 0;
        for slot in 0..CORNERS {
            cube.corners[slot] = pieces[usize::from(mask >> slot & 1)].next().expect("four pieces for four slots");
            if slot < 7 {
                cube.twists[slot] = (twists % 3) as u8;
                twists /= 3;
                sum += cube.twists[slot];
            }
        }
        cube.twists[7] = (21 - sum) % 3;
        cube
    }
}

/// The sets of slots that can hold the second tetrad, as masks.
fn tetrad_masks() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|mask| mask.count_ones() == 4)
}

/// The number of smaller masks with four bits, by mask.
const TETRAD_RANK: [u8; 256] = {
    let mut ranks = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        ranks[mask] = ranks[mask - 1] + (((mask - 1) as u8).count_ones() == 4) as u8;
        mask += 1;
    }
    ranks
};

/// The classes and symmetries of all corner parts in half the space of the plain table, so that they stay in a near
/// cache beside the lines of a table.
///
/// Tetrads that symmetries take to each other form an orbit, whose classes are consecutive. For given tetrads, only the
/// symmetries that map the tetrads of a representative to themselves are candidates: the more of them, the fewer
/// classes in the orbit. So both fit sixteen bits. Indices need no bounds checks: the lengths of the tables are powers
/// of two.
#[derive(Debug)]
pub(crate) struct ClassCodes {
    /// The class within the orbit and, in the lowest bits, the place of a symmetry, by the index of the corner part.
    pub codes: Box<[u16; 1 << 18]>,
    /// The orbit, by the mask of the slots that hold the second tetrad.
    pub orbits: [Orbit; 256],
}

/// Data shared by all corner parts with the same tetrads. Only the first 64 bytes are in use, one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(128))]
pub(crate) struct Orbit {
    /// The index of the corner part without twists.
    pub first_part: u32,
    /// First class of the orbit.
    pub first_class: u32,
    /// Bits of a code for the symmetry, and how many they are.
    pub symmetry_mask: u32,
    pub symmetry_bits: u32,
    /// The indices of the symmetries that take these tetrads to those of the representatives, at most 48.
    pub symmetries: [u8; 64],
}

impl Orbit {
    const NONE: Self = Self { first_part: 0, first_class: 0, symmetry_mask: 0, symmetry_bits: 0, symmetries: [0; 64] };

    /// Returns the class that a code stands for, and the index of a symmetry that leads to its representative.
    #[inline(always)]
    pub fn read(&self, code: u16) -> (u32, u8) {
        let code = u32::from(code);
        let place = code & self.symmetry_mask;
        (self.first_class + code.wrapping_shr(self.symmetry_bits), self.symmetries[place as usize & 63])
    }
}

impl ClassCodes {
    fn new(packed: &[u32]) -> Self {
        let mut classes =
            Self { codes: vec![0; 1 << 18].try_into().expect("that is its length"), orbits: [Orbit::NONE; 256] };
        for ((mask, parts), first_part) in tetrad_masks().zip(packed.chunks(TWISTS)).zip((0..).step_by(TWISTS)) {
            let mut used: Vec<u8> = parts.iter().map(|&part| part as u8).collect();
            used.sort_unstable();
            used.dedup();
            let first_class = parts.iter().map(|&part| part >> 8).min().expect("there are twists");
            let symmetry_bits = used.len().next_power_of_two().trailing_zeros();
            let symmetry_mask = (1 << symmetry_bits) - 1;
            let orbit = &mut classes.orbits[usize::from(mask)];
            *orbit = Orbit { first_part, first_class, symmetry_mask, symmetry_bits, ..*orbit };
            orbit.symmetries[..used.len()].copy_from_slice(&used);
            for (code, &part) in classes.codes[first_part as usize..].iter_mut().zip(parts) {
                let place = used.binary_search(&(part as u8)).expect("all are listed") as u32;
                *code = u16::try_from(((part >> 8) - first_class) << symmetry_bits | place)
                    .expect("few classes where there are many symmetries");
            }
        }
        classes
    }
}

/// The classes of corner parts under the 48 symmetries.
#[derive(Debug)]
pub struct CornerClasses {
    /// Class in the bits from 8 on, below it the index of a symmetry that leads to the representative.
    class_of: Vec<u32>,
    codes: ClassCodes,
    representatives: Vec<CornerCoset>,
}

impl CornerClasses {
    /// Number of classes.
    pub const COUNT: usize = 3393;
    const NONE: u32 = u32::MAX;

    pub(super) fn new() -> Self {
        let inverses: Vec<Symmetry> = Symmetry::all().map(Symmetry::inverse).collect();
        let mut class_of = vec![Self::NONE; CornerCoset::COUNT];
        let mut representatives = Vec::new();
        for number in 0..CornerCoset::COUNT {
            if class_of[number] != Self::NONE {
                continue;
            }
            let representative = CornerCoset(number as u32);
            let cube = representative.cubies();
            let class = representatives.len() as u32;
            for symmetry in Symmetry::all() {
                let image = CornerCoset::of(&symmetry.of_cubies(&cube));
                let entry = &mut class_of[image.0 as usize];
                if *entry == Self::NONE {
                    *entry = class << 8 | inverses[symmetry.index()].index() as u32;
                }
            }
            representatives.push(representative);
        }
        Self { codes: ClassCodes::new(&class_of), class_of, representatives }
    }

    /// The compact form of the classes, for many look-ups.
    pub(crate) fn codes(&self) -> &ClassCodes {
        &self.codes
    }

    /// The class of a corner part, and a symmetry that takes it to the representative of the class.
    #[inline(always)]
    pub fn class(&self, corners: CornerCoset) -> (u16, Symmetry) {
        let entry = self.class_of[corners.0 as usize];
        ((entry >> 8) as u16, Symmetry::new(entry as u8).expect("only symmetries are stored"))
    }

    /// The representative of a class: its least corner part.
    pub fn representative(&self, class: u16) -> CornerCoset {
        self.representatives[usize::from(class)]
    }

    /// The symmetries that map the representative of a class to itself, the identity first.
    #[cfg(test)]
    pub(crate) fn stabilizer(&self, class: u16) -> Vec<Symmetry> {
        let representative = self.representative(class);
        let cube = representative.cubies();
        let fixes = |symmetry: &Symmetry| CornerCoset::of(&symmetry.of_cubies(&cube)) == representative;
        Symmetry::all().filter(fixes).collect()
    }
}
