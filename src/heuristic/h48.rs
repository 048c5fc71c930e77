//! Lower bounds from a table of H48 cosets.

use super::prefetch::prefetch;
use crate::coord::{ClassCode, CornerCoset, H48};
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
    /// The tetrads of the corner slots, by mask: in the low 24 bits what they add to the number of a corner part, above them
    /// their own number.
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
            tetrads: std::array::from_fn(|mask| {
                CornerCoset::of_tetrads(mask as u8) | u32::from(CornerCoset::tetrads(mask as u8)) << 24
            }),
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
            codes: tables.corners.codes().0,
            code_of: tables.corners.codes().1,
            twelve: &tables.edges.twelve,
            eight: &tables.edges.eight,
        }
    }
}

/// A table of H48 cosets and all that it takes to look a cube up in it. Besides the table, 0.3 MB of corner classes are read
/// at random.
#[derive(Clone, Copy)]
pub struct CosetView<'a> {
    lines: &'a [[u8; Layout::LINE_BYTES]],
    layout: Layout,
    kept_flips: u32,
    numbers: &'a Numbers,
    codes: &'a [u16],
    code_of: &'a [ClassCode],
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

    /// The number of the corner part of a cube in the low 24 bits, above them that of its tetrads: half of a probe. The class is
    /// asked for.
    #[inline(always)]
    pub fn corners<L: Lanes>(&self, lanes: L, cube: &Cube) -> u32 {
        let Numbers { tetrads, twists, kinds, .. } = self.numbers;
        let [kinds, once, twice] = lanes.corner_masks(cube, kinds);
        let twists = twists[once as usize & 127] + 2 * twists[twice as usize & 127];
        let number = tetrads[kinds as usize & 255] + u32::from(twists);
        prefetch(self.codes, (number & 0xff_ffff) as usize);
        number
    }

    /// The other half of a probe.
    #[inline(always)]
    pub fn probe_with<L: Lanes>(&self, lanes: L, cube: &Cube, corners: u32) -> Probe {
        let code = self.codes[(corners & 0xff_ffff) as usize];
        let ClassCode { first, symmetry_bits, symmetries } = &self.code_of[(corners >> 24) as usize];
        let class = first + (code >> symmetry_bits);
        let symmetry = symmetries[usize::from(code & ((1 << symmetry_bits) - 1)) & 63];
        let [equator, middle, flips] = lanes.edge_masks(cube, &self.numbers.views[usize::from(symmetry) & 63]);
        let rest = lanes.extract(middle, !equator & 0xfff);
        let slices = self.twelve[equator as usize & 0xfff] + u16::from(self.eight[rest as usize & 255]);
        let local = u32::from(slices) << self.layout.level().flips() | flips & self.kept_flips;
        let (line, entry) = self.layout.position(class, local);
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
