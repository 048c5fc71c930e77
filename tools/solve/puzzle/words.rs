//! Lengths and costs in words.

use crate::common::units::counted;
use cubepdb::puzzles::Moves;

/// So many moves or, where moves have costs, units of cost.
pub fn amount(moves: &Moves, number: u8) -> String {
    let unit = if moves.is_unit() { "move" } else { "unit of cost" };
    counted(number, unit).replace("unit of costs", "units of cost")
}

/// The sentence that so much is proven to be needed.
pub fn needed(amount: &str, least: u8) -> String {
    format!("at least {amount} {} needed", if least == 1 { "is" } else { "are" })
}

/// The length of a solution and, where moves have costs, its cost.
pub fn tag(moves: &Moves, length: usize, cost: u32) -> String {
    if moves.is_unit() { format!("({length})") } else { format!("({length}, cost {cost})") }
}
