//! Numbers and distributions as text.

pub use crate::common::units::grouped;
use cubepdb::table_files::Header;
use std::fmt::Write;

/// Counts from depth 0 to the last one that is complete, or that blocks of an unfinished H48 table have.
pub fn counts(header: &Header) -> &[u64] {
    if let Some(counts) = header.counts() {
        return counts;
    }
    let far = header.spec().and_then(|spec| spec.far());
    &header.distribution()[..=usize::from(far.unwrap_or(header.depth()))]
}

/// Returns whether entries of this depth include those further away.
pub fn is_far(depth: usize, header: &Header) -> bool {
    header.spec().and_then(|spec| spec.far()).map(usize::from) == Some(depth)
}

/// Returns whether the last depth includes entries further away: in an H48 table.
pub fn has_far(header: &Header) -> bool {
    is_far(counts(header).len() - 1, header)
}

/// A depth as text: `>=11` where entries of that depth include those further away.
pub fn depth_name(depth: usize, header: &Header) -> String {
    if is_far(depth, header) { format!(">={depth}") } else { depth.to_string() }
}

/// `n` as a percentage of all entries.
pub fn percent(n: u64, header: &Header) -> f64 {
    n as f64 * 100.0 / header.entries() as f64
}

/// The distribution as a table, a line for each depth.
pub fn distribution_table(header: &Header) -> String {
    let mut text = format!("{:>5}  {:>15}  {:>10}\n", "depth", "entries", "percent");
    let mut line = |name: &str, n: u64| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:>5}  {:>15}  {:>10.6}", grouped(n), percent(n, header));
    };
    for (depth, &n) in counts(header).iter().enumerate() {
        line(&depth_name(depth, header), n);
    }
    let none = header.entries() - counts(header).iter().sum::<u64>();
    if !header.is_complete() || none > 0 {
        line("none", none);
    }
    text
}

/// A field of an identity text, see [`Header::identity`]: tables that this version cannot use also have them.
pub fn identity_field<'a>(header: &'a Header, key: &str) -> Option<&'a str> {
    header.identity().split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='))
}

/// The name of the table; for one that this version does not know, its identity text.
pub fn table_name(header: &Header) -> String {
    let field = |key| identity_field(header, key).unwrap_or("unknown");
    if header.has_question() {
        return format!("{} {}, moves {}", field("puzzle"), field("pieces"), field("moves"));
    }
    header.spec().map_or_else(|| header.identity().to_owned(), |spec| spec.name())
}
