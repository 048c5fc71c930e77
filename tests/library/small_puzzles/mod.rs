//! The differential test of duplicate pruning: random small permutation puzzles, for which breadth-first search knows
//! every distance, searched with every configuration of the library.
//!
//! `CUBEPDB_EFFORT` selects more searches than usual, `CUBEPDB_SEED` the puzzle that a failure names.

mod automata;
mod instance;
mod long_words;
mod planted;
mod puzzle;
mod space;

use crate::effort::effort;
use automata::Kind;
use instance::search_puzzle;

/// Searches of each of the three tests: in the short tier, and in the long one.
const SEARCHES: [u64; 2] = [4_000, 60_000];
const _: () = assert!(3 * SEARCHES[1] >= 100_000);

/// Searches of one puzzle.
const EACH: usize = 90;

/// Searches as many puzzles as needed for this number of searches.
fn search_all(kinds: &[Kind], seeds: u64) {
    if let Ok(seed) = std::env::var("CUBEPDB_SEED") {
        search_puzzle(seed.parse().expect("CUBEPDB_SEED is a number"), kinds, EACH);
        return;
    }
    let wanted = match effort() {
        0 => SEARCHES[0],
        times => SEARCHES[1] * times as u64,
    };
    let mut searched = 0;
    let mut seed = seeds;
    while searched < wanted {
        searched += search_puzzle(seed, kinds, EACH);
        seed += 1;
    }
    println!("{searched} searches of {} puzzles", seed - seeds);
    assert!(searched >= wanted);
}

#[test]
fn without_rules() {
    search_all(&[Kind::Free], 1_000_000);
}

#[test]
fn with_canonical_sequences() {
    search_all(&[Kind::Faces], 2_000_000);
}

#[test]
fn with_learned_automata() {
    search_all(&[Kind::Learned(2), Kind::Learned(3), Kind::Learned(4)], 3_000_000);
}
