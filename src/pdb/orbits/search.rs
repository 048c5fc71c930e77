//! Breadth-first search over an index, where every move costs the same.

use super::cycle::{Cycle, Pass};
use super::distances::{Distances, DistancesError, Level, Limits};
use super::index::PositionIndex;
use super::rows::Rows;
use crate::puzzle::{Position, Question};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Number of bytes that a search needs beside the index: two bits for each position, and two for each row.
pub fn memory_needed(index: &PositionIndex) -> u64 {
    Rows::memory(index.rows(), index.cells())
}

/// Counts the positions at each depth. `report` is called after each depth.
///
/// # Errors
/// If the search needs more memory than there is or than the limits allow.
pub fn search(
    index: &PositionIndex,
    question: &Question,
    limits: &Limits,
    report: &(dyn Fn(Level) -> ControlFlow<()> + Sync),
) -> Result<Distances, DistancesError> {
    let needed = memory_needed(index).saturating_add(index.memory());
    let too_large = || DistancesError::Memory { needed, limit: limits.memory };
    if needed > limits.memory {
        return Err(too_large());
    }
    let rows = Rows::new(index.rows(), index.cells()).ok_or_else(too_large)?;
    let mut found = 0;
    for target in question.goal().targets() {
        let number = index.index(target).ok_or(DistancesError::Targets)?;
        let (row, cell) = (number / index.cells() as u64, number % index.cells() as u64);
        found += u64::from(rows.start(0, row, cell as usize));
    }
    let mut distances = Distances::new(super::steps::Steps::unit(question));
    let mut last = Vec::new();
    let mut depth = 0;
    while found > 0 {
        last = some_on_frontier(&rows, index, depth, limits.antipodes);
        distances.counts.push(found);
        let level = Level { depth: distances.depth(depth), positions: found };
        if report(level).is_break() || limits.most_depth.is_some_and(|most| distances.depth(depth + 1) > most) {
            distances.antipodes = positions(index, &last);
            return Ok(distances);
        }
        found = expand(index, &rows, depth);
        depth += 1;
    }
    distances.is_complete = true;
    distances.antipodes = positions(index, &last);
    Ok(distances)
}

/// Number of new positions that steps lead to from the frontier of a depth.
fn expand(index: &PositionIndex, rows: &Rows, depth: usize) -> u64 {
    rows.clear_flags(depth + 1);
    let turns = &index.steps().turns;
    let mut found = 0;
    for (number, turn) in turns.iter().enumerate() {
        let pass = Pass { index, rows, turn, depth, is_last: number + 1 == turns.len() };
        found += (0..rows.flag_words())
            .into_par_iter()
            .map_init(Cycle::default, |cycle, word| {
                let flagged = rows.flagged(depth, word);
                flagged.map(|row| if cycle.find(&pass, row) { cycle.work(&pass) } else { 0 }).sum::<u64>()
            })
            .sum::<u64>();
    }
    found
}

/// The numbers of some positions on the frontier of a depth, at most `most`.
fn some_on_frontier(rows: &Rows, index: &PositionIndex, depth: usize, most: usize) -> Vec<u64> {
    let flagged = (0..rows.flag_words()).flat_map(|word| rows.flagged(depth, word));
    let cells = index.cells() as u64;
    flagged.flat_map(|row| rows.cells_on(depth, row).map(move |cell| row * cells + cell as u64)).take(most).collect()
}

fn positions(index: &PositionIndex, numbers: &[u64]) -> Vec<Position> {
    numbers.iter().map(|&number| index.position(number)).collect()
}
