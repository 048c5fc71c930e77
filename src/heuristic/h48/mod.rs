//! Lower bounds from a table of H48 cosets.

mod coset_tables;
mod device;
#[cfg(test)]
mod tests;

pub use device::{DeviceTables, halves, packed_cube};

use super::prefetch::prefetch;
use crate::coord::H48;
use crate::cube::{CornerParts, Cube, EdgeLanes, EdgeMap, FaceSet, Lanes};
use crate::pdb::h48::Layout;
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
            kept_flips: (1 << self.layout.level().flips()) - 1,
            coset_tables: &self.coset_tables,
            codes: &H48::get().corners.codes().codes,
        }
    }
}

/// A table of H48 cosets with everything that a look-up needs. Besides the table, a look-up reads 0.3 MB of corner classes at
/// random.
#[derive(Clone, Copy)]
pub struct CosetView<'a> {
    lines: &'a [[u8; Layout::LINE_BYTES]],
    layout: Layout,
    class_lines: u32,
    flips: u32,
    kept_flips: u32,
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
    pub fn probe<L: Lanes>(&self, lanes: L, cube: &Cube) -> Probe {
        let (kinds, twists) = lanes.corner_part(cube, &self.coset_tables.kinds);
        let (class, map) = self.class(self.part(kinds, twists));
        self.place(lanes, class, lanes.edge_masks(cube.edge_bytes(), map))
    }

    /// The locations of the entries of the cubes that are a quarter turn of one of `faces`, followed by `cube`. Both quarter
    /// turns of a face have the same coset.
    ///
    /// None of the cubes is made: as a coset, each is the old one with its pieces relabelled.
    #[inline(always)]
    pub fn after_quarter_turns<L: Lanes>(&self, lanes: L, cube: &Cube, faces: FaceSet, found: impl FnMut(u8, Probe)) {
        let parts = self.ask_parts(lanes.relabelled_corners(cube, &self.coset_tables.quarter_labels), faces);
        let edges = lanes.relabelled_edges(cube, &self.coset_tables.quarter_edges);
        self.neighbours(lanes, &parts, &edges, faces, found);
    }

    /// The locations of the entries of the cubes that are `cube` followed by a half turn of one of `faces`.
    ///
    /// None of the cubes is made: pieces are taken from other slots.
    #[inline(always)]
    pub fn before_half_turns<L: Lanes>(&self, lanes: L, cube: &Cube, faces: FaceSet, found: impl FnMut(u8, Probe)) {
        let parts = self
            .ask_parts(lanes.rearranged_corners(cube, &self.coset_tables.kinds, &self.coset_tables.half_slots), faces);
        let edges = lanes.rearranged_edges(cube, &self.coset_tables.half_edges);
        self.neighbours(lanes, &parts, &edges, faces, found);
    }

    #[inline(always)]
    fn neighbours<L: Lanes>(
        &self,
        lanes: L,
        parts: &[u32; 8],
        edges: &EdgeLanes,
        faces: FaceSet,
        mut found: impl FnMut(u8, Probe),
    ) {
        for face in faces {
            let (class, map) = self.class(parts[usize::from(face)]);
            found(face, self.place(lanes, class, lanes.edge_masks(&edges.0[usize::from(face)], map)));
        }
    }

    /// The index of a corner part in the low 18 bits, and that of its tetrads in the upper eight.
    #[inline(always)]
    fn part(&self, kinds: u8, twists: u32) -> u32 {
        self.coset_tables.tetrads[usize::from(kinds)] + twists
    }

    /// The indices of the corner parts of some faces. Prefetches their classes, which are not always in a near cache.
    #[inline(always)]
    fn ask_parts(&self, corners: CornerParts, faces: FaceSet) -> [u32; 8] {
        let mut parts = [0; 8];
        for face in faces.into_iter().map(usize::from) {
            parts[face] = self.part(corners.kinds[face], corners.twists[face] as u32);
            prefetch(&self.codes[..], parts[face] as usize % self.codes.len());
        }
        parts
    }

    /// The class of a corner part, and the view of the edges through the symmetry that leads to its representative.
    #[inline(always)]
    fn class(&self, part: u32) -> (u32, &EdgeMap) {
        let code = self.codes[part as usize % self.codes.len()];
        let (class, symmetry) = self.coset_tables.orbits[(part >> 24) as usize].read(code);
        (class, &self.coset_tables.edges[usize::from(symmetry) & 63])
    }

    /// The location of the entry with a class and masks of edges.
    #[inline(always)]
    fn place<L: Lanes>(&self, lanes: L, class: u32, [equator, middle, flips]: [u32; 3]) -> Probe {
        let rest = lanes.extract(middle, !equator);
        let slices = u32::from(self.coset_tables.twelve[equator as usize & 0xfff])
            + u32::from(self.coset_tables.eight[rest as usize & 255]);
        let local = slices.wrapping_shl(self.flips) | flips & self.kept_flips;
        let (line, entry) = Layout::place(local);
        Probe { line: class * self.class_lines + line, entry }
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
