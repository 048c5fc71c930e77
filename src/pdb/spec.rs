//! Which table: the pieces it looks at, the metric, and how its entries are numbered.

pub use crate::coord::{EdgeSet, EdgeSetError, Pattern};
use crate::cube::MetricKind;
use crate::cube::geometry::{CORNER_NAMES, EDGE_NAMES};
use std::fmt;

/// Bits of one entry.
pub const ENTRY_BITS: u8 = 4;
/// The value of an entry that the search has not reached yet: never found in a complete table.
pub const UNSEEN: u8 = 15;

/// Version of the numbering of entries. Any change of [`crate::coord`] that moves an entry raises it.
const INDEX_SCHEME: u32 = 1;

/// Everything that decides what each entry of a table means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableSpec {
    /// The pieces.
    pub pattern: Pattern,
    /// The metric in which distances are counted.
    pub metric: MetricKind,
}

impl TableSpec {
    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.pattern.rows() * self.pattern.cells()
    }

    /// Size of the packed entries in bytes: two to a byte, the even entry in the low half.
    pub fn bytes(&self) -> u64 {
        self.entries().div_ceil(2)
    }

    /// Short name, also the stem of a file name: `corners`, `edges6-UR-UF-UL-UB-FR-FL`, `edge-permutation`, with
    /// `-qtm` behind it for the quarter-turn metric.
    pub fn name(&self) -> String {
        let stem = match self.pattern {
            Pattern::Corners => "corners".to_owned(),
            Pattern::Edges(set) => format!("edges{}-{}", set.len(), set.to_string().replace(',', "-")),
            Pattern::EdgePermutation => "edge-permutation".to_owned(),
        };
        match self.metric {
            MetricKind::HalfTurn => stem,
            MetricKind::QuarterTurn => format!("{stem}-qtm"),
        }
    }

    /// Kind of table as a word: `corners`, `edges`, `edge-permutation`.
    pub fn table(&self) -> &'static str {
        match self.pattern {
            Pattern::Corners => "corners",
            Pattern::Edges(_) => "edges",
            Pattern::EdgePermutation => "edge-permutation",
        }
    }

    /// Names of the pieces, separated by commas.
    pub fn pieces(&self) -> String {
        match self.pattern {
            Pattern::Corners => CORNER_NAMES.join(","),
            Pattern::Edges(set) => set.to_string(),
            Pattern::EdgePermutation => EDGE_NAMES.join(","),
        }
    }

    /// Canonical text of the specification. Two tables are interchangeable exactly if these texts are equal.
    pub fn identity(&self) -> String {
        format!(
            "puzzle=3x3x3;metric={};table={};pieces={};index={INDEX_SCHEME};symmetry=none;bits={ENTRY_BITS};base=0;entries={}",
            self.metric,
            self.table(),
            self.pieces(),
            self.entries(),
        )
    }

    /// Reads what [`TableSpec::identity`] wrote; `None` for a table of another puzzle, kind or numbering.
    pub fn from_identity(text: &str) -> Option<Self> {
        let field = |key: &str| text.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        let pattern = match field("table")? {
            "corners" => Pattern::Corners,
            "edge-permutation" => Pattern::EdgePermutation,
            "edges" => Pattern::Edges(EdgeSet::parse(field("pieces")?).ok()?),
            _ => return None,
        };
        let spec = Self { pattern, metric: field("metric")?.parse().ok()? };
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
        TableSpec { pattern: Pattern::Edges(EdgeSet::parse(pieces).unwrap()), metric: MetricKind::QuarterTurn }
    }

    #[test]
    fn sizes_are_the_published_ones() {
        let corners = TableSpec { pattern: Pattern::Corners, metric: MetricKind::HalfTurn };
        assert_eq!(corners.entries(), 88_179_840);
        assert_eq!(spec("UR,UF,UL,UB,FR,FL").entries(), 42_577_920);
        assert_eq!(spec("UR,UF,UL,UB,FR,FL,BL").entries(), 510_935_040);
        let all = TableSpec { pattern: Pattern::EdgePermutation, metric: MetricKind::HalfTurn };
        assert_eq!(all.entries(), 479_001_600);
    }

    #[test]
    fn identities_read_back_and_sets_have_one_order() {
        let table = spec("fr, LF,UR");
        assert_eq!(table.pieces(), "UR,FR,FL");
        assert_eq!(table.name(), "edges3-UR-FR-FL-qtm");
        assert_eq!(TableSpec::from_identity(&table.identity()), Some(table));
        assert_eq!(TableSpec::from_identity(&table.identity().replace("index=1", "index=2")), None);
    }
}
