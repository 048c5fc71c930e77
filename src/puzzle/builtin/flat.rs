//! Puzzles of tiles in rows that run in circles.

use super::super::Definition;
use super::by_hand::{cycles, labelled, shape};

/// TopSpin: tokens in a circle. `R` moves all of them by one place, `F` reverses the first four.
pub(super) fn top_spin(name: &str) -> Definition {
    const TOKENS: usize = 20;
    let shape = shape(&[("TOKENS", TOKENS, 1)]);
    let flip = cycles("F", &shape, &[vec![0, 3], vec![1, 2]]);
    let turn = cycles("R", &shape, &[(0..TOKENS).collect()]);
    labelled(name, shape, vec![flip, turn])
}

/// Loopover: a square of tiles. `1H` moves the first row to the right by one tile, `1V` the first column down.
pub(super) fn loopover(name: &str, size: usize) -> Definition {
    let shape = shape(&[("TILES", size * size, 1)]);
    let row = |row: usize| (0..size).map(|column| row * size + column).collect();
    let column = |column: usize| (0..size).map(|row| row * size + column).collect();
    let rows = (0..size).map(|number| cycles(format!("{}H", number + 1), &shape, &[row(number)]));
    let columns = (0..size).map(|number| cycles(format!("{}V", number + 1), &shape, &[column(number)]));
    let moves = rows.chain(columns).collect();
    labelled(name, shape, moves)
}
