//! Helpers shared by the tests of the file format.

use super::header::Header;
use crate::cube::Metric;
use crate::pdb::spec::{EdgeSet, Pattern, TableSpec};

pub(super) fn small_spec(pieces: &str, metric: Metric) -> TableSpec {
    TableSpec::new(Pattern::Edges(EdgeSet::parse(pieces).unwrap()), metric)
}

/// A table of 528 entries, of the depths 0 to 3 in turn.
pub(super) fn small_table() -> (TableSpec, Vec<u8>, Header) {
    let spec = small_spec("UR,UF", Metric::HalfTurn);
    let data = [0x10, 0x32].repeat(spec.bytes() as usize / 2);
    let mut distribution = [0; 16];
    distribution[..4].fill(spec.entries() / 4);
    (spec, data, Header::new(&spec, distribution, 3, true))
}
