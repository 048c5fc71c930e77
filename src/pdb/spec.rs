//! The specification of a table: its pieces, its metric, and the numbering of its entries.

use super::h48::{H48Level, Layout};
pub use crate::coord::{EdgeSet, EdgeSetError, Pattern};
use crate::cube::Metric;
use crate::cube::geometry::{CORNER_NAMES, EDGE_NAMES};
use std::fmt;

/// Bits of one entry of a grid.
pub const ENTRY_BITS: u8 = 4;
/// The value of an entry that the search has not reached yet: it does not occur in a complete table.
pub const UNSEEN: u8 = 15;

/// Version of the numbering of entries. Any change of [`crate::coord`] that moves an entry raises it.
const INDEX_SCHEME: u32 = 1;
/// The same for [`crate::coord::h48`].
const H48_INDEX_SCHEME: u32 = 1;

/// The states that a table covers, and the arrangement of its entries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// Exact distances of some pieces, four bits each.
    Grid(Pattern),
    /// Lower bounds for cosets of the subgroup H48, two bits each; see [`Layout`].
    H48(H48Level),
}

impl From<Pattern> for TableKind {
    fn from(pattern: Pattern) -> Self {
        Self::Grid(pattern)
    }
}

impl From<H48Level> for TableKind {
    fn from(level: H48Level) -> Self {
        Self::H48(level)
    }
}

/// Everything that determines the meaning of each entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableSpec {
    /// The states that it covers.
    pub kind: TableKind,
    /// The metric in which distances are counted.
    pub metric: Metric,
}

impl TableSpec {
    /// The table of a [`Pattern`] or of an H48 [`H48Level`].
    pub fn new(kind: impl Into<TableKind>, metric: Metric) -> Self {
        Self { kind: kind.into(), metric }
    }

    /// The pattern of a grid.
    pub const fn pattern(&self) -> Option<Pattern> {
        match self.kind {
            TableKind::Grid(pattern) => Some(pattern),
            TableKind::H48(_) => None,
        }
    }

    /// The layout of an H48 table.
    #[doc(hidden)]
    pub const fn h48(&self) -> Option<Layout> {
        match self.kind {
            TableKind::Grid(_) => None,
            TableKind::H48(level) => Some(Layout::new(level, self.metric)),
        }
    }

    /// Number of entries.
    pub fn entries(&self) -> u64 {
        match self.kind {
            TableKind::Grid(pattern) => pattern.rows() * pattern.cells(),
            TableKind::H48(level) => Layout::new(level, self.metric).entries(),
        }
    }

    /// Bits of an entry.
    pub const fn bits(&self) -> u8 {
        match self.kind {
            TableKind::Grid(_) => ENTRY_BITS,
            TableKind::H48(_) => Layout::ENTRY_BITS,
        }
    }

    /// Size of the packed entries in bytes. A grid has two to a byte, the even entry in the low half.
    pub fn bytes(&self) -> u64 {
        match self.kind {
            TableKind::Grid(_) => self.entries().div_ceil(2),
            TableKind::H48(level) => Layout::new(level, self.metric).bytes(),
        }
    }

    /// The depth from which on entries are no longer distinguished: that of [`Layout::far`], for a table of exact
    /// distances none.
    pub const fn far(&self) -> Option<u8> {
        match self.h48() {
            Some(layout) => Some(layout.far()),
            None => None,
        }
    }

    /// Short name, also the stem of a file name: `corners`, `edges6-UR-UF-UL-UB-FR-FL`, `edge-permutation`, `h48-3`,
    /// with `-qtm` behind it for the quarter-turn metric.
    pub fn name(&self) -> String {
        let stem = match self.kind {
            TableKind::Grid(Pattern::Corners) => "corners".to_owned(),
            TableKind::Grid(Pattern::Edges(set)) => {
                format!("edges{}-{}", set.len(), set.to_string().replace(',', "-"))
            }
            TableKind::Grid(Pattern::EdgePermutation) => "edge-permutation".to_owned(),
            TableKind::H48(level) => format!("h48-{level}"),
        };
        match self.metric {
            Metric::HalfTurn => stem,
            Metric::QuarterTurn => format!("{stem}-qtm"),
        }
    }

    /// Kind of table as a word: `corners`, `edges`, `edge-permutation`, `h48`.
    pub fn table(&self) -> &'static str {
        match self.kind {
            TableKind::Grid(Pattern::Corners) => "corners",
            TableKind::Grid(Pattern::Edges(_)) => "edges",
            TableKind::Grid(Pattern::EdgePermutation) => "edge-permutation",
            TableKind::H48(_) => "h48",
        }
    }

    /// Names of the pieces, separated by commas.
    pub fn pieces(&self) -> String {
        match self.kind {
            TableKind::Grid(Pattern::Corners) => CORNER_NAMES.join(","),
            TableKind::Grid(Pattern::Edges(set)) => set.to_string(),
            TableKind::Grid(Pattern::EdgePermutation) => EDGE_NAMES.join(","),
            TableKind::H48(_) => [&CORNER_NAMES[..], &EDGE_NAMES[..]].concat().join(","),
        }
    }

    /// Canonical text of the specification. Two tables are interchangeable exactly if these texts are equal.
    pub fn identity(&self) -> String {
        let form = match self.h48() {
            None => format!("index={INDEX_SCHEME};symmetry=none;bits={ENTRY_BITS};base=0"),
            Some(layout) => format!(
                "level={};index={H48_INDEX_SCHEME};symmetry=48;bits={};base={}",
                layout.level(),
                Layout::ENTRY_BITS,
                layout.base()
            ),
        };
        let (metric, table, pieces, entries) = (self.metric, self.table(), self.pieces(), self.entries());
        format!("puzzle=3x3x3;metric={metric};table={table};pieces={pieces};{form};entries={entries}")
    }

    /// Reads the output of [`TableSpec::identity`]; `None` for a table of another puzzle, kind or numbering.
    pub fn from_identity(text: &str) -> Option<Self> {
        let field = |key: &str| text.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        let kind = match field("table")? {
            "corners" => Pattern::Corners.into(),
            "edge-permutation" => Pattern::EdgePermutation.into(),
            "edges" => Pattern::Edges(EdgeSet::parse(field("pieces")?).ok()?).into(),
            "h48" => TableKind::H48(field("level")?.parse().ok()?),
            _ => return None,
        };
        let spec = Self { kind, metric: field("metric")?.parse().ok()? };
        (spec.identity() == text).then_some(spec)
    }
}

impl fmt::Display for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Entry `index` of a packed table.
///
/// # Panics
/// If the table is too short.
#[inline]
pub fn entry(data: &[u8], index: u64) -> u8 {
    data[(index / 2) as usize] >> (index % 2 * 4) & 15
}

/// Overwrites entry `index` of a packed table.
///
/// # Panics
/// If the table is too short.
#[inline]
pub fn set_entry(data: &mut [u8], index: u64, value: u8) {
    let shift = index % 2 * 4;
    let byte = &mut data[(index / 2) as usize];
    *byte = *byte & !(15 << shift) | value << shift;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(pieces: &str) -> TableSpec {
        TableSpec::new(Pattern::Edges(EdgeSet::parse(pieces).unwrap()), Metric::QuarterTurn)
    }

    #[test]
    fn sizes_are_the_published_ones() {
        let corners = TableSpec::new(Pattern::Corners, Metric::HalfTurn);
        assert_eq!(corners.entries(), 88_179_840);
        assert_eq!(spec("UR,UF,UL,UB,FR,FL").entries(), 42_577_920);
        assert_eq!(spec("UR,UF,UL,UB,FR,FL,BL").entries(), 510_935_040);
        let all = TableSpec::new(Pattern::EdgePermutation, Metric::HalfTurn);
        assert_eq!(all.entries(), 479_001_600);
    }

    #[test]
    fn identities_read_back_and_sets_have_one_order() {
        let table = spec("fr, LF,UR");
        assert_eq!(table.pieces(), "UR,FR,FL");
        assert_eq!(table.name(), "edges3-UR-FR-FL-qtm");
        assert_eq!(TableSpec::from_identity(&table.identity()), Some(table));
        assert_eq!(TableSpec::from_identity(&table.identity().replace("index=1", "index=2")), None);
        for level in H48Level::all() {
            for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
                let spec = TableSpec::new(level, metric);
                assert_eq!(TableSpec::from_identity(&spec.identity()), Some(spec));
                assert_eq!(TableSpec::from_identity(&spec.identity().replace("base=", "base=1")), None);
            }
        }
        assert_eq!(TableSpec::new(H48Level::new(3).unwrap(), Metric::QuarterTurn).name(), "h48-3-qtm");
    }
}
