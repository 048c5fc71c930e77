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
    /// The table of what the glasses show of a goal, and which moves lead to which entries. `order` has the number that
    /// each of them has in the table's index.
    pub fn new(glasses: Glasses, table: DistanceTable, order: &[usize]) -> Self {
        let coordinates = Coordinates::new(table.index(), order, table.row_stride());
        Self { glasses, table, coordinates }
    }

    /// The glasses through which the goal is seen.
    pub fn glasses(&self) -> &Glasses {
        &self.glasses
    }

    /// The values of a position of the question; `None` if it cannot be reached, and so is not in the index, or has an
    /// entry above those of all that are.
    fn values(&self, shape: &Shape, position: &Position) -> Option<Vec<u32>> {
        let values = self.coordinates.values(self.table.index(), &self.glasses.see(shape, position))?;
        (self.table.entry(self.coordinates.entry(&values)) <= self.table.most()).then_some(values)
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
    /// The share of positions with each bound.
    shares: Vec<f64>,
    branching: f64,
    /// The factor by which the number of positions of the best table grows with each distance, in the mean.
    growth: f64,
    /// The mean bound of random positions.
    mean: f64,
}

/// A table, and the place of its values among those of a position.
struct Bound {
    table: Arc<PatternTable>,
    first: usize,
}

impl PatternBounds {
    /// The most values of a position.
    pub const MOST_VALUES: usize = Coordinates::MOST_VALUES;

    /// The table that is worth most, and then those that add most to the bounds of random positions: each is added if
    /// the mean of the bound rises by some tenths of a move. `branching` is the factor by which a tree grows with each
    /// move. Same tables, same choice.
    pub fn best_of(
        tables: &[Arc<PatternTable>],
        shape: &Shape,
        target: &Position,
        moves: usize,
        branching: f64,
    ) -> Self {
        let samples: Vec<Vec<u8>> = tables.iter().map(|table| sample(table, shape, target, moves)).collect();
        let mut chosen = Self { tables: Vec::new(), shares: Vec::new(), branching, growth: branching, mean: 0.0 };
        let counts = |table: &Arc<PatternTable>| -> Vec<f64> {
            table.table.counts().iter().map(|&count| count as f64).collect()
        };
        let largest = tables.iter().map(|table| table.positions()).max().unwrap_or(1);
        let usual = (largest as f64).log(branching) as u8;
        let values = tables.iter().map(|table| value_of(&counts(table), branching, usual)).enumerate();
        // The first of equals.
        let Some((mut next, _)) = values.reduce(|best, next| if next.1 > best.1 { next } else { best }) else {
            return chosen;
        };
        let best = counts(&tables[next]);
        chosen.growth = growth(&best);
        let (mut bound, mut first) = (vec![0; SAMPLES], 0);
        loop {
            bound = together(&bound, &samples[next]);
            chosen.mean = mean(&bound);
            chosen.tables.push(Bound { table: tables[next].clone(), first });
            first += tables[next].coordinates.count();
            let fits = |&number: &usize| {
                first + tables[number].coordinates.count() <= Self::MOST_VALUES
                    && chosen.tables.iter().all(|known| !Arc::ptr_eq(&known.table, &tables[number]))
            };
            let rated =
                (0..tables.len()).filter(fits).map(|number| (mean(&together(&bound, &samples[number])), number));
            match rated.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
                Some((most, number)) if most >= chosen.mean + LEAST_GAIN => next = number,
                _ => break,
            }
        }
        chosen.shares = shares(&best, &bound);
        chosen
    }

    /// The number of moves that the bound is worth together with one that is at least `least` everywhere: a bound that
    /// is always so large would search as many nodes.
    pub fn value(&self, least: u8) -> f64 {
        value_of(&self.shares, self.branching, least)
    }

    /// The factor by which the number of positions of the best table grows with each distance, in the mean.
    pub fn growth(&self) -> f64 {
        self.growth
    }

    /// The mean bound of random positions.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The tables that nobody else uses, and the glasses of each.
    pub fn into_tables(self) -> Vec<(Glasses, DistanceTable)> {
        let tables = self.tables.into_iter().filter_map(|bound| Arc::into_inner(bound.table));
        tables.map(|PatternTable { glasses, table, .. }| (glasses, table)).collect()
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
/// Smaller bounds that so small a share of positions has together are too rare to be counted.
const RARE: f64 = 0.01;
/// A further table is used if it raises the mean by so many moves.
const LEAST_GAIN: f64 = 0.2;

/// The greater one of two bounds of each position.
fn together(one: &[u8], other: &[u8]) -> Vec<u8> {
    one.iter().zip(other).map(|(&one, &other)| one.max(other)).collect()
}

/// The mean of some bounds.
fn mean(bounds: &[u8]) -> f64 {
    bounds.iter().map(|&bound| f64::from(bound)).sum::<f64>() / bounds.len() as f64
}

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

/// The factor by which numbers of positions grow with each distance: that of a tree of so many positions at the same
/// mean distance.
fn growth(counts: &[f64]) -> f64 {
    let positions: f64 = counts.iter().sum();
    let mean = counts.iter().enumerate().map(|(distance, count)| distance as f64 * count).sum::<f64>() / positions;
    positions.powf(1.0 / mean.max(1.0))
}

/// The share of positions with each bound, by the bounds of some positions. Of the smallest bounds there are too few to
/// be counted: these have the proportions that they have in the best table, of which the positions at each distance are
/// given.
fn shares(best: &[f64], bounds: &[u8]) -> Vec<f64> {
    let of = |bound: usize| bounds.iter().filter(|&&own| usize::from(own) == bound).count() as f64;
    let most = bounds.iter().copied().max().map_or(0, usize::from);
    let mut shares: Vec<f64> = (0..=most).map(|bound| of(bound) / bounds.len() as f64).collect();
    let mut seen = 0.0;
    let is_usual = |share: &f64| {
        seen += share;
        seen >= RARE
    };
    let last = shares.iter().position(is_usual).expect("they are shares of a whole");
    let (rare, whole) = (shares[..=last].iter().sum::<f64>(), best.iter().take(last + 1).sum::<f64>());
    for (share, count) in shares.iter_mut().zip(best).take(last + 1) {
        *share = count * rare / whole;
    }
    shares
}

/// The number of moves that bounds are worth, by the number or share of positions with each: the logarithm, to the base
/// of the branching factor, of the mean share of a tree that bounds leave which are these or `least`, whichever is
/// greater. The nodes of a search are those without a bound times that share (Korf, Reid and Edelkamp, "Time complexity
/// of iterative-deepening-A*", 2001). Without a least bound, most of it comes from the few positions near the goal.
pub(super) fn value_of(counts: &[f64], branching: f64, least: u8) -> f64 {
    let left = |(distance, count): (usize, &f64)| count * branching.powi(-(distance.max(usize::from(least)) as i32));
    let share = counts.iter().enumerate().map(left).sum::<f64>() / counts.iter().sum::<f64>();
    -share.ln() / branching.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_distance_is_worth_itself_and_some_positions_near_the_goal_less_than_the_mean() {
        assert!((value_of(&[0.0, 0.0, 0.0, 70.0], 13.3, 2) - 3.0).abs() < 1e-9);
        let counts = [1.0, 13.0, 170.0, 2300.0, 30_000.0, 200_000.0];
        let mixed = [0, 3, 5, 7].map(|least| value_of(&counts, 13.3, least));
        assert!((3.5..4.5).contains(&mixed[0]) && mixed[0] < mixed[1] && mixed[1] < mixed[2], "{mixed:?}");
        assert!((mixed[3] - 7.0).abs() < 1e-9);
    }
}
