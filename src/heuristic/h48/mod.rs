//! Lower bounds from a table of H48 cosets.

mod coset_tables;
mod device;
mod flips;
#[cfg(test)]
pub(crate) mod tests;

pub use device::{DeviceTables, halves, packed_cube};
pub use flips::FlipBound;

use crate::coord::H48;
use crate::cube::{CornerParts, EdgeLanes, FaceSet, Lanes, PackedCube};
use crate::pdb::h48::Layout;
use crate::prefetch::prefetch;
use crate::storage::TableMemory;
use coset_tables::CosetTables;
use std::sync::Arc;

/// The location of a cube's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Probe {
    /// Number of its 64-byte line.
    pub line: u32,
    /// Its place within the line.
    pub entry: u8,
}

/// A table of H48 cosets as a shared lower bound.
#[derive(Clone)]
pub struct CosetBound {
    table: Arc<TableMemory>,
    layout: Layout,
    coset_tables: Arc<CosetTables>,
}

impl CosetBound {
    /// Wraps a table with this layout.
    ///
    /// # Panics
    /// If the table has another size.
    pub fn new(table: Arc<TableMemory>, layout: Layout) -> Self {
        assert_eq!(table.len() as u64, layout.bytes(), "the table has the size of its layout");
        Self { table, layout, coset_tables: Arc::new(CosetTables::new()) }
    }

    /// The layout of the table.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns a view of the table for many look-ups.
    pub fn view(&self) -> CosetView<'_> {
        CosetView {
            lines: self.table.as_chunks().0,
            layout: self.layout,
            class_lines: self.layout.class_lines(),
            flips: self.layout.level().flips().into(),
            coset_tables: &self.coset_tables,
            codes: &H48::get().corners.codes().codes,
        }
    }
}

/// The class of a corner part.
#[derive(Clone, Copy, Default)]
struct Class {
    /// Number of its first line.
    first_line: u32,
    /// Index of the symmetry that leads to its representative.
    symmetry: u32,
}

/// A table of H48 cosets with everything that a look-up needs. Besides the table, a look-up reads 0.3 MB of corner
/// classes at random.
#[derive(Clone, Copy)]
pub struct CosetView<'a> {
    lines: &'a [[u8; Layout::LINE_BYTES]],
    layout: Layout,
    class_lines: u32,
    flips: u32,
    coset_tables: &'a CosetTables,
    codes: &'a [u16; 1 << 18],
}

impl CosetView<'_> {
    /// The layout of the table.
    #[inline(always)]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The location of a cube's entry. Some sixty instructions, and one load from the corner classes, which stay in the
    /// second-level cache.
    #[inline(always)]
    pub fn probe<L: Lanes>(&self, lanes: L, cube: &PackedCube) -> Probe {
        let (kinds, twists) = lanes.corner_part(cube, &self.coset_tables.kinds);
        self.place(lanes, self.class(kinds, twists), cube.edge_bytes())
    }

    /// The locations of the entries of the cubes that are a quarter turn of one of `faces`, followed by `cube`. Both
    /// quarter turns of a face have the same coset.
    ///
    /// None of the cubes is made: as a coset, each is the old one with its pieces relabelled.
    #[inline(always)]
    pub fn after_quarter_turns<L: Lanes>(
        &self,
        lanes: L,
        cube: &PackedCube,
        faces: FaceSet,
        found: impl FnMut(u8, Probe),
    ) {
        let classes = self.classes(lanes.relabelled_corners(cube, &self.coset_tables.quarter_labels), faces);
        let edges = lanes.relabelled_edges(cube, &self.coset_tables.quarter_edges);
        self.neighbours(lanes, &classes, &edges, faces, found);
    }

    /// The locations of the entries of the cubes that are `cube` followed by a half turn of one of `faces`.
    ///
    /// None of the cubes is made: pieces are taken from other slots.
    #[inline(always)]
    pub fn before_half_turns<L: Lanes>(
        &self,
        lanes: L,
        cube: &PackedCube,
        faces: FaceSet,
        found: impl FnMut(u8, Probe),
    ) {
        let tables = self.coset_tables;
        let classes = self.classes(lanes.rearranged_corners(cube, &tables.kinds, &tables.half_slots), faces);
        let edges = lanes.rearranged_edges(cube, &tables.half_edges);
        self.neighbours(lanes, &classes, &edges, faces, found);
    }

    #[inline(always)]
    fn neighbours<L: Lanes>(
        &self,
        lanes: L,
        classes: &[Class; 8],
        edges: &EdgeLanes,
        faces: FaceSet,
        mut found: impl FnMut(u8, Probe),
    ) {
        for face in faces {
            let place = self.place(lanes, classes[usize::from(face)], &edges.0[usize::from(face)]);
            found(face, place);
        }
    }

    /// The classes of the corner parts of some faces. The codes are not always in a near cache: all are asked for
    /// before the first is used.
    #[inline(always)]
    fn classes(&self, corners: CornerParts, faces: FaceSet) -> [Class; 8] {
        let mut classes = [Class::default(); 8];
        for face in faces.into_iter().map(usize::from) {
            classes[face] = self.class(corners.kinds[face], corners.twists[face] as u32);
        }
        classes
    }

    /// The class of a corner part, given the slots with the second tetrad and the index of the twists.
    #[inline(always)]
    fn class(&self, kinds: u8, twists: u32) -> Class {
        let orbit = &self.coset_tables.orbits[usize::from(kinds)];
        let code = self.codes[(orbit.first_part + twists) as usize % self.codes.len()];
        let (class, symmetry) = orbit.read(code);
        Class { first_line: class * self.class_lines, symmetry: symmetry.into() }
    }

    /// The location of the entry with a class and edges.
    #[inline(always)]
    fn place<L: Lanes>(&self, lanes: L, class: Class, edges: &[u8; 16]) -> Probe {
        let map = &self.coset_tables.edges[class.symmetry as usize % self.coset_tables.edges.len()];
        let [others, middle, flips] = lanes.edge_masks(edges, map);
        let rest = lanes.extract(middle, others);
        let slices = u32::from(self.coset_tables.twelve[others as usize & 0xffff])
            + u32::from(self.coset_tables.eight[rest as usize & 255]);
        let kept_flips = 1_u32.wrapping_shl(self.flips) - 1;
        let (line, entry) = Layout::place(slices.wrapping_shl(self.flips) | flips & kept_flips);
        Probe { line: class.first_line + line, entry }
    }

    /// Starts loading the line of a probe.
    #[inline(always)]
    pub fn prefetch(&self, probe: Probe) {
        prefetch(self.lines, probe.line as usize);
    }

    /// Reads the bound at a location.
    #[inline(always)]
    pub fn read(&self, probe: Probe) -> u8 {
        self.layout.value(&self.lines[probe.line as usize], probe.entry)
    }
}
