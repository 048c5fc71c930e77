//! Bounds of several pattern tables at once.

use crate::pdb::orbits::{Begun, Coordinates, DistanceTable};
use crate::puzzle::below;
use crate::puzzle::{Glasses, Position, Shape};
use fastrand::Rng;
use std::sync::Arc;

/// Values of a position in the coordinates of all tables.
pub(super) type Values = [u32; PatternBounds::MOST_VALUES];

/// A table of a pattern, and the way to its entries.
pub(super) struct PatternTable {
    glasses: Glasses,
    table: DistanceTable,
    coordinates: Coordinates,
}

impl PatternTable {
    /// The table of what the glasses show of a goal, and which moves of so many lead to which entries.
    pub fn new(glasses: Glasses, table: DistanceTable, moves: usize) -> Self {
        let coordinates = Coordinates::new(table.index(), moves, table.row_stride());
        Self { glasses, table, coordinates }
    }

    /// The values of a position of the question.
    fn values(&self, shape: &Shape, position: &Position) -> Option<Vec<u32>> {
        self.coordinates.values(self.table.index(), &self.glasses.see(shape, position))
    }

    /// Number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.table.index().memory() + self.coordinates.memory()
    }

    /// Number of positions of the pattern.
    pub fn positions(&self) -> u64 {
        self.table.counts().iter().sum()
    }
}

/// Some tables, of which the greatest entry is the bound of a position.
pub(super) struct PatternBounds {
    tables: Vec<Bound>,
    /// The logarithmic mean of the bound, see [`value_of`].
    value: f64,
}

/// A table, and the place of its values among those of a position.
struct Bound {
    table: Arc<PatternTable>,
    first: usize,
}

impl PatternBounds {
    /// The most values of a position.
    pub const MOST_VALUES: usize = 12;

    /// The tables that are worth most together, the best one first: each is added if it raises the value of the bound by
    /// a seventh of a move. `branching` is the factor by which a tree grows with each move. Same tables, same
    /// choice.
    pub fn best_of(
        tables: &[Arc<PatternTable>],
        shape: &Shape,
        target: &Position,
        moves: usize,
        branching: f64,
    ) -> Self {
        let samples: Vec<Vec<u8>> = tables.iter().map(|table| sample(table, shape, target, moves)).collect();
        let mut bound = vec![0; SAMPLES];
        let mut chosen = Self { tables: Vec::new(), value: 0.0 };
        let mut first = 0;
        loop {
            let together = |number: &usize| -> Vec<u8> {
                samples[*number].iter().zip(&bound).map(|(&own, &other)| own.max(other)).collect()
            };
            let fits = |number: &usize| {
                first + tables[*number].coordinates.count() <= Self::MOST_VALUES
                    && chosen.tables.iter().all(|known| !Arc::ptr_eq(&known.table, &tables[*number]))
            };
            let rated = (0..tables.len()).filter(fits).map(|number| (value_of(&together(&number), branching), number));
            // The first of equals.
            let Some((value, number)) = rated.reduce(|best, next| if next.0 > best.0 { next } else { best }) else {
                return chosen;
            };
            if value < chosen.value + LEAST_GAIN {
                return chosen;
            }
            bound = together(&number);
            chosen.value = value;
            chosen.tables.push(Bound { table: tables[number].clone(), first });
            first += tables[number].coordinates.count();
        }
    }

    /// The number of moves that the bound is worth: a bound that is always so large would search as many nodes.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Number of tables.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<PatternTable>> {
        self.tables.iter().map(|bound| &bound.table)
    }

    /// The greatest bound.
    pub fn most(&self) -> u8 {
        self.tables.iter().map(|bound| bound.table.table.most()).max().unwrap_or(0)
    }

    /// The values of a position of the question; `None` if it cannot be reached.
    pub fn values(&self, shape: &Shape, position: &Position) -> Option<Values> {
        let mut values = [0; Self::MOST_VALUES];
        for bound in &self.tables {
            let own = bound.table.values(shape, position)?;
            values[bound.first..bound.first + own.len()].copy_from_slice(&own);
        }
        Some(values)
    }

    /// The bound of a position.
    pub fn bound(&self, values: &Values) -> u8 {
        let of = |bound: &Bound| {
            let table = &bound.table;
            table.table.entry(table.coordinates.entry(&values[bound.first..]))
        };
        self.tables.iter().map(of).max().unwrap_or(0)
    }

    /// Writes the values of the next position that one of the tables needs; returns its entry there.
    #[inline(always)]
    pub fn step(&self, table: usize, from: &Values, to: &mut Values, by: usize) -> u64 {
        let Bound { table, first } = &self.tables[table];
        table.coordinates.step(&from[*first..], &mut to[*first..], by)
    }

    /// As the first half of [`step`](Self::step): the rest is done by [`finish`](Self::finish), when what it reads is
    /// there.
    #[inline(always)]
    pub fn begin(&self, table: usize, from: &Values, to: &mut Values, by: usize) -> Begun {
        let Bound { table, first } = &self.tables[table];
        table.coordinates.begin(&from[*first..], &mut to[*first..], by)
    }

    /// Writes the last value of the next position that one of the tables needs; returns its entry there, which is
    /// requested.
    #[inline(always)]
    pub fn finish(&self, table: usize, begun: Begun, to: &mut Values) -> u64 {
        let Bound { table, first } = &self.tables[table];
        let entry = table.coordinates.finish(begun, &mut to[*first..]);
        table.table.ask(entry);
        entry
    }

    /// An entry of a table.
    #[inline(always)]
    pub fn entry(&self, table: usize, entry: u64) -> u8 {
        self.tables[table].table.table.entry(entry)
    }
}

/// Number of positions by which tables are compared.
const SAMPLES: usize = 4096;
/// Moves before the first of them, and between two of them.
const MIXING: [usize; 2] = [256, 16];
/// A table is used if it raises the value by so many moves.
const LEAST_GAIN: f64 = 0.15;

/// The entries of a table at positions of a random walk, the same for all tables of a question.
fn sample(table: &PatternTable, shape: &Shape, target: &Position, moves: usize) -> Vec<u8> {
    let mut random = Rng::with_seed(0);
    let mut values = table.values(shape, target).expect("targets can be reached");
    let mut next = values.clone();
    let mut entry = 0;
    let mut walk = |steps: usize| {
        for _ in 0..steps {
            entry = table.coordinates.step(&values, &mut next, below(moves as u64, &mut random) as usize);
            std::mem::swap(&mut values, &mut next);
        }
        table.table.entry(entry)
    };
    walk(MIXING[0]);
    (0..SAMPLES).map(|_| walk(MIXING[1])).collect()
}

/// The number of moves that bounds are worth: the logarithm, to the base of the branching factor, of the mean share of a
/// tree that they leave. The nodes of a search are those without a bound times that share (Korf, Reid and Edelkamp,
/// "Time complexity of iterative-deepening-A*", 2001).
fn value_of(bounds: &[u8], branching: f64) -> f64 {
    let share = bounds.iter().map(|&bound| branching.powi(-i32::from(bound))).sum::<f64>() / bounds.len() as f64;
    -share.ln() / branching.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_bound_is_worth_itself_and_a_mixed_one_less_than_its_mean() {
        assert!((value_of(&[7; 10], 13.3) - 7.0).abs() < 1e-9);
        let mixed = value_of(&[5, 9], 13.3);
        assert!((5.0..7.0).contains(&mixed), "{mixed}");
    }
}
