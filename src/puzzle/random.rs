//! Random numbers that depend on the seed alone.

use fastrand::Rng;

/// Returns a number below `bound`, by rejection of the incomplete last block of `bound` numbers. Only the raw output of
/// `random` is used, so that the numbers for a seed never change.
///
/// # Panics
/// If the bound is 0.
pub fn below(bound: u64, random: &mut Rng) -> u64 {
    let complete = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.u64(..);
        if number < complete {
            return number % bound;
        }
    }
}
