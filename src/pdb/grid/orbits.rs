//! Orbits of rows under the powers of one quarter turn, walked in parallel.

use crate::coord::{Grid, Leaders, RowWalk, SlotMap};
use crate::cube::FaceTurn;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Four rows that the powers of a quarter turn carry into each other. They are distinct, or they are all the same row,
/// if the turn only permutes its cells; such rows are visited for grids of orders alone.
#[derive(Clone, Copy)]
pub(super) struct Orbit {
    /// The row, and its images after one, two and three quarter turns.
    pub rows: [u32; 4],
    /// The shifts that belong to the images; the first is 0.
    pub shifts: [u16; 4],
}

impl Orbit {
    /// Returns whether the turn keeps the row in place.
    pub fn is_fixed(&self) -> bool {
        self.rows[0] == self.rows[1]
    }
}

/// The orbits of all six faces.
pub(super) struct Orbits {
    faces: [RowWalk<4>; 6],
}

impl Orbits {
    pub(super) fn new(grid: &Grid) -> Self {
        let faces = std::array::from_fn(|face| {
            let power = |quarters: u8| -> SlotMap {
                let sequence: Vec<FaceTurn> = FaceTurn::turn(face as u8, quarters).into_iter().collect();
                grid.slot_map(&sequence)
            };
            let maps = [power(0), power(1), power(2), power(3)];
            RowWalk::new(grid, maps, Leaders::of_orbits(&maps[1], grid))
        });
        Self { faces }
    }

    /// Calls `visit` for every orbit of one face after the other and adds up its results. Visits of one face run in
    /// parallel; their orbits have no row in common. `None` once `stop` is set: then some orbits were left out.
    pub(super) fn sum(&self, stop: &AtomicBool, visit: impl Fn(Orbit) -> u64 + Sync) -> Option<u64> {
        let mut total = 0;
        for walk in &self.faces {
            // Chunks differ in cost by a factor of dozens; short runs of them keep all workers busy to the end.
            let run = (walk.chunks() / 512).clamp(1, 64);
            let chunks = (0..walk.chunks()).into_par_iter().with_max_len(run);
            total += chunks
                .map(|chunk| {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    let mut sum = 0;
                    walk.visit(chunk, |images| {
                        sum += visit(Orbit { rows: images.map(|i| i.row), shifts: images.map(|i| i.shift) });
                    });
                    Some(sum)
                })
                .sum::<Option<u64>>()?;
        }
        Some(total)
    }
}
