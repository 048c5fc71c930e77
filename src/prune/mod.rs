//! Pruning that preserves the answer: automata that forbid redundant move sequences, and transposition tables, which
//! hold states that are known to fail.

pub mod automaton;
mod contexts;
pub mod table;

pub use automaton::{Automaton, AutomatonState};
pub use contexts::{Context, Contexts};
