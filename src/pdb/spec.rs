//! Which table: the pieces it looks at, the metric, and how its entries are numbered.

use crate::cube::geometry::{EDGE_NAMES, EDGES};
use crate::cube::{MetricKind, geometry};
use std::fmt;
use thiserror::Error;

/// Bits of one entry.
pub const ENTRY_BITS: u8 = 4;
/// The value of an entry that the search has not reached yet: never found in a complete table.
pub const UNSEEN: u8 = 15;

/// Version of the numbering of entries. Any change of [`crate::coord`] that moves an entry raises it.
const INDEX_SCHEME: u32 = 1;

/// A set of edge pieces, always in ascending order, so that one set is one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EdgeSet(u16);

impl EdgeSet {
    /// Largest set whose table can be built.
    pub const MAX: usize = 8;

    /// The set of `pieces` (numbers below 12, see [`EDGE_NAMES`]).
    ///
    /// # Errors
    /// If a piece is named twice, there is none, or there are more than [`EdgeSet::MAX`].
    pub fn new(pieces: &[u8]) -> Result<Self, EdgeSetError> {
        let mut mask = 0u16;
        for &piece in pieces {
            let name = EDGE_NAMES.get(usize::from(piece)).ok_or(EdgeSetError::Unknown(piece.to_string()))?;
            if mask >> piece & 1 == 1 {
                return Err(EdgeSetError::Twice(name));
            }
            mask |= 1 << piece;
        }
        match pieces.len() {
            1..=Self::MAX => Ok(Self(mask)),
            n => Err(EdgeSetError::Size(n)),
        }
    }

    /// Reads names such as `UR,UF,UL`; the letters of a name may come in either order.
    ///
    /// # Errors
    /// As [`EdgeSet::new`], and for a name that is no edge.
    pub fn parse(names: &str) -> Result<Self, EdgeSetError> {
        let pieces: Result<Vec<u8>, _> = names
            .split([',', ' '])
            .filter(|name| !name.is_empty())
            .map(|name| edge_by_name(name).ok_or_else(|| EdgeSetError::Unknown(name.to_owned())))
            .collect();
        Self::new(&pieces?)
    }

    /// The pieces in ascending order.
    pub fn pieces(self) -> impl Iterator<Item = u8> + Clone {
        (0..EDGES as u8).filter(move |&piece| self.0 >> piece & 1 == 1)
    }

    /// Number of pieces.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Never: a set has at least one piece.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.pieces().enumerate() {
            let separator = if i > 0 { "," } else { "" };
            write!(f, "{separator}{}", EDGE_NAMES[usize::from(piece)])?;
        }
        Ok(())
    }
}

fn edge_by_name(name: &str) -> Option<u8> {
    let mirrored: String = name.chars().rev().collect();
    let is_name = |n: &&str| n.eq_ignore_ascii_case(name) || n.eq_ignore_ascii_case(&mirrored);
    EDGE_NAMES.iter().position(|n| is_name(&n)).map(|piece| piece as u8)
}

/// Why a list of edges is not a set that a table can be built for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeSetError {
    /// No edge has this name.
    #[error("`{0}` is not an edge: use names such as UR, UF, FR")]
    Unknown(String),
    /// The same edge twice.
    #[error("edge {0} is named twice")]
    Twice(&'static str),
    /// Too few or too many.
    #[error("{0} edges: a table takes 1 to 8 of them, or `all` for the permutation of the twelve")]
    Size(usize),
}

/// The pieces that a table looks at; all others may be anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// All eight corners, placed and twisted: 8! * 3^7 entries.
    Corners,
    /// Some edges, placed and flipped: 12! / (12 - k)! * 2^k entries.
    Edges(EdgeSet),
    /// All twelve edges, placed, flips ignored: 12! entries.
    EdgePermutation,
}

/// Everything that decides what each entry of a table means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableSpec {
    /// The pieces.
    pub pattern: Pattern,
    /// The metric in which distances are counted.
    pub metric: MetricKind,
}

impl TableSpec {
    /// Arrangements: the rows of the table.
    pub fn rows(&self) -> u64 {
        match self.pattern {
            Pattern::Corners => falling_factorial(8, 8),
            Pattern::Edges(set) => falling_factorial(EDGES as u64, set.len() as u64),
            Pattern::EdgePermutation => falling_factorial(EDGES as u64, 8),
        }
    }

    /// Entries in a row: the orientations of the pieces or, without orientations, the orders of the last four edges.
    pub fn cells(&self) -> u64 {
        match self.pattern {
            Pattern::Corners => 2187,
            Pattern::Edges(set) => 1 << set.len(),
            Pattern::EdgePermutation => 24,
        }
    }

    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.rows() * self.cells()
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
            Pattern::Corners => geometry::CORNER_NAMES.join(","),
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

/// `n * (n - 1) * ...` with `k` factors.
fn falling_factorial(n: u64, k: u64) -> u64 {
    (n - k + 1..=n).product()
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

    #[test]
    fn bad_sets_are_named() {
        assert_eq!(EdgeSet::parse("UR,RU"), Err(EdgeSetError::Twice("UR")));
        assert_eq!(EdgeSet::parse("UR,UD"), Err(EdgeSetError::Unknown("UD".into())));
        assert_eq!(EdgeSet::parse(""), Err(EdgeSetError::Size(0)));
    }
}
