//! Fewer nodes for the same answer: automata that forbid needless move sequences, and transposition tables that are known to
//! lead nowhere.

pub mod automaton;
mod contexts;
pub mod table;

pub use automaton::{Automaton, State};
pub use contexts::{Context, Contexts};
