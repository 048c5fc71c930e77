//! The small tables of a look-up in the form in which kernels read them.

use super::CosetBound;
use crate::coord::{H48, Orbit};
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{EdgeMap, PackedCube, Symmetry};

/// Named tables of 32-bit words, one after the other: the words, and the place where each table begins.
#[derive(Default)]
pub struct DeviceTables {
    /// The words.
    pub words: Vec<u32>,
    /// The places, as definitions for the C preprocessor.
    pub places: String,
}

impl DeviceTables {
    /// Appends a table.
    pub fn add(&mut self, name: &str, table: impl IntoIterator<Item = u32>) {
        self.define(name, self.words.len() as u64);
        self.words.extend(table);
    }

    /// Adds the name of a number.
    pub fn define(&mut self, name: &str, number: u64) {
        self.places.push_str(&format!("#define {name} {number}u\n"));
    }
}

/// Bytes or smaller numbers in one word, `bits` each, the first one lowest.
fn packed(numbers: impl IntoIterator<Item = u8>, bits: u32) -> u64 {
    numbers.into_iter().enumerate().fold(0, |word, (i, number)| word | u64::from(number) << (bits * i as u32))
}

/// A cube as kernels see it: corners and edges, five bits a slot, the twist or the flip above the piece.
pub fn packed_cube(cube: &PackedCube) -> [u64; 2] {
    let corners = (0..CORNERS).map(|slot| cube.corner(slot)).map(|(piece, twist)| piece | twist << 3);
    let edges = (0..EDGES).map(|slot| cube.edge(slot)).map(|(piece, flip)| piece | flip << 4);
    [packed(corners, 5), packed(edges, 5)]
}

/// The two halves of a word, the lower one first.
pub fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

impl CosetBound {
    /// The classes of corner parts, which kernels read at random: half a megabyte.
    pub fn device_codes(&self) -> &'static [u16] {
        &H48::get().corners.codes().codes[..]
    }

    /// Adds the tables and the numbers that a look-up needs.
    pub fn add_device_tables(&self, tables: &mut DeviceTables) {
        let (small, faces) = (&self.coset_tables, 0..6);
        let label = |label: u8| label >> 7 | (label >> 4 & 3) << 1;
        let corners = |of_face: &[u8; 8]| packed(of_face.map(label), 3) as u32;
        tables.add("QUARTER_CORNERS", faces.clone().map(|face| corners(&small.quarter_labels.0[face])));
        tables.add("HALF_CORNERS", faces.clone().map(|face| packed(small.half_slots.0[face], 3) as u32));
        let edges = |of_face: &[u8; 16]| halves(packed(of_face[..EDGES].iter().copied(), 5));
        tables.add("QUARTER_EDGES", faces.clone().flat_map(|face| edges(&small.quarter_edges.0[face])));
        tables.add("HALF_EDGES", faces.flat_map(|face| edges(&small.half_edges.0[face])));
        let view = |map: EdgeMap| {
            let flips = packed(map.flip[..EDGES].iter().map(|flip| flip >> 4), 1) as u32;
            let [[a, b], [c, d]] = [edges(&map.take), edges(&map.relabel)];
            [a, b, c, d, flips, 0]
        };
        tables.add("VIEWS", Symmetry::all().map(EdgeMap::view).flat_map(view));
        // By mask, in ORBIT_WORDS words: the first corner part, the first class, the bits of a symmetry, the
        // symmetries.
        let orbit = |orbit: &Orbit| {
            let symmetries = orbit.symmetries.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
            let numbers = [orbit.first_part, orbit.first_class, orbit.symmetry_bits];
            numbers.into_iter().chain(symmetries).collect::<Vec<_>>()
        };
        tables.add("ORBITS", small.orbits.iter().flat_map(orbit));
        tables.define("ORBIT_WORDS", orbit(&small.orbits[0]).len() as u64);
        tables.add("TWELVE", H48::get().edges.twelve.iter().map(|&rank| rank.into()));
        tables.add("EIGHT", small.eight.map(u32::from));
        tables.define("BASE", self.layout.base().into());
        tables.define("CLASS_LINES", self.layout.class_lines().into());
        tables.define("FLIPS", self.layout.level().flips().into());
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> &[u8] {
        &self.table
    }
}
