//! The part of the long test matrices that runs.

/// The value of `CUBEPDB_EFFORT`.
///
/// - 0, the default: the tests sample their matrices, and `cargo test` takes minutes.
/// - 1: the whole matrices.
/// - N: the whole matrices, with N times as many random puzzles and faults at random moments.
pub fn effort() -> usize {
    std::env::var("CUBEPDB_EFFORT").map_or(0, |text| text.parse().expect("CUBEPDB_EFFORT is a number"))
}

/// Returns whether the whole matrices run.
pub fn is_full() -> bool {
    effort() > 0
}

/// Returns whether to try the case of this number. The short tier tries one in `every`.
pub fn is_due(number: usize, every: usize) -> bool {
    is_full() || number.is_multiple_of(every)
}

/// Returns the first argument in the short tier, the second one where the whole matrices run.
pub fn or_full<T>(short: T, full: T) -> T {
    if is_full() { full } else { short }
}
