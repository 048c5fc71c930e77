//! Lower bounds from a table of H48 cosets.

use super::prefetch::prefetch;
use crate::coord::{CornerCoset, H48};
use crate::cube::{Cube, EdgeMap, Lanes, Symmetry};
use crate::pdb::h48::Layout;
use crate::pdb::memory::TableMemory;
use std::sync::Arc;

/// Where the entry of a cube stands: the number of its 64-byte line, and its place within the line. Five bytes: searches keep
/// many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(C, packed)]
pub struct Probe {
    line: u32,
    entry: u8,
}

/// A table of H48 cosets, shared by whoever looks cubes up.
#[derive(Clone)]
pub struct CosetBound {
    table: Arc<TableMemory>,
    layout: Layout,
    numbers: Arc<Numbers>,
}

/// How masks of slots become numbers: 7 KB that stay in the first-level cache.
struct Numbers {
    /// What the tetrads of the corner slots add to the number of a corner part, by mask.
    tetrads: [u32; 256],
    /// What corners that are twisted once add, by mask of the first seven slots.
    twists: [u16; 128],
    /// Bit 7 marks the corner pieces of the second tetrad.
    kinds: [u8; 16],
    /// How edges look through the symmetry that each corner part is seen through; as many as fit six bits.
    views: [EdgeMap; 64],
}

impl Numbers {
    fn new() -> Self {
        let mut numbers = Self {
            tetrads: std::array::from_fn(|mask| CornerCoset::of_tetrads(mask as u8)),
            twists: std::array::from_fn(|mask| CornerCoset::of_twists(mask as u8) as u16),
            kinds: [0; 16],
            views: [EdgeMap::IDENTITY; 64],
        };
        for (kind, tetrad) in numbers.kinds.iter_mut().zip(CornerCoset::PIECE_TETRADS) {
            *kind = tetrad << 7;
        }
        for (view, symmetry) in numbers.views.iter_mut().zip(Symmetry::all()) {
            *view = EdgeMap::view(symmetry);
        }
        numbers
    }
}

impl CosetBound {
    /// Look-ups in a table with this layout.
    ///
    /// # Panics
    /// If the table has another size.
    pub fn new(table: Arc<TableMemory>, layout: Layout) -> Self {
        assert_eq!(table.len() as u64, layout.bytes(), "the table has the size of its layout");
        Self { table, layout, numbers: Arc::new(Numbers::new()) }
    }

    /// How the table is laid out.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The table, for many look-ups.
    pub fn view(&self) -> CosetView<'_> {
        let tables = H48::get();
        CosetView {
            lines: self.table.as_chunks().0,
            layout: self.layout,
            kept_flips: (1 << self.layout.level().flips()) - 1,
            numbers: &self.numbers,
            classes: tables.corners.packed(),
            twelve: &tables.edges.twelve,
            eight: &tables.edges.eight,
        }
    }
}

/// A table of H48 cosets and all that it takes to look a cube up in it. Besides the table, 0.6 MB of corner classes are read
/// at random.
#[derive(Clone, Copy)]
pub struct CosetView<'a> {
    lines: &'a [[u8; Layout::LINE_BYTES]],
    layout: Layout,
    kept_flips: u32,
    numbers: &'a Numbers,
    classes: &'a [u32],
    twelve: &'a [u16; 1 << 12],
    eight: &'a [u8; 1 << 8],
}

impl CosetView<'_> {
    /// How the table is laid out.
    #[inline(always)]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Where the entry of a cube stands. Some fifty instructions, and one load from the corner classes, which stay in the
    /// second-level cache.
    #[inline(always)]
    pub fn probe<L: Lanes>(&self, lanes: L, cube: &Cube) -> Probe {
        self.probe_with(lanes, cube, self.corners(lanes, cube))
    }

    /// The number of the corner part of a cube, whose class is asked for: half of a probe.
    #[inline(always)]
    pub fn corners<L: Lanes>(&self, lanes: L, cube: &Cube) -> u32 {
        let Numbers { tetrads, twists, kinds, .. } = self.numbers;
        let [kinds, once, twice] = lanes.corner_masks(cube, kinds);
        let twists = twists[once as usize & 127] + 2 * twists[twice as usize & 127];
        let number = tetrads[kinds as usize & 255] + u32::from(twists);
        prefetch(self.classes, number as usize);
        number
    }

    /// The other half of a probe.
    #[inline(always)]
    pub fn probe_with<L: Lanes>(&self, lanes: L, cube: &Cube, corners: u32) -> Probe {
        let class = self.classes[corners as usize];
        let [equator, middle, flips] = lanes.edge_masks(cube, &self.numbers.views[class as usize & 63]);
        let rest = lanes.extract(middle, !equator & 0xfff);
        let slices = self.twelve[equator as usize & 0xfff] + u16::from(self.eight[rest as usize & 255]);
        let local = u32::from(slices) << self.layout.level().flips() | flips & self.kept_flips;
        let (line, entry) = self.layout.position((class >> 8) as u16, local);
        Probe { line: (line / Layout::LINE_BYTES) as u32, entry }
    }

    /// Asks for the line of a probe.
    #[inline(always)]
    pub fn prefetch(&self, probe: Probe) {
        prefetch(self.lines, probe.line as usize);
    }

    /// The bound that stands there.
    #[inline(always)]
    pub fn read(&self, probe: Probe) -> u8 {
        self.layout.value(&self.lines[probe.line as usize], probe.entry)
    }
}
