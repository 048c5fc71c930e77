//! The differential test of duplicate pruning: random small permutation puzzles, of which breadth-first search knows every
//! distance, searched in every way that the library has.
//!
//! `CUBEPDB_INSTANCES` asks for more searches than usual, `CUBEPDB_SEED` for those of one puzzle, as a failure names it.

mod automata;
mod instance;
mod long_words;
mod planted;
mod puzzle;
mod space;

use automata::Kind;
use instance::search_puzzle;

/// Searches of each of the three tests.
const SEARCHES: u64 = 60_000;
const _: () = assert!(3 * SEARCHES >= 100_000);

/// Searches of one puzzle.
const EACH: usize = 90;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// As many puzzles as it takes for so many searches.
fn search_all(kinds: &[Kind], seeds: u64) {
    if let Some(seed) = number("CUBEPDB_SEED") {
        search_puzzle(seed, kinds, EACH);
        return;
    }
    let wanted = number("CUBEPDB_INSTANCES").map_or(SEARCHES, |all| all.div_ceil(3));
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
