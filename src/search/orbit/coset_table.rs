//! The table of H48 cosets for the turns of a question's cube.

use super::pattern_bounds::value_of;
use super::turning_cube::TurningCube;
use crate::heuristic::CosetBound;
use crate::pdb::h48::{H48Level, Layout, memory_of_turns, table_of_turns};
use crate::pdb::snapshot::Unfinished;
use crate::pdb::spec::UNSEEN;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A table of cosets, read for a cube and for its inverse.
pub(super) struct CosetTable {
    bound: CosetBound,
    /// The share of cubes with each bound, if those of a cube and of its inverse do not depend on each other.
    shares: Vec<f64>,
    branching: f64,
}

/// The way in which numbers of cosets grow: by so much of the factor by which a tree grows with each move.
const GROWTH: f64 = 0.75;
/// Work of making a table, in nodes of a search, for each move: the lists of near cosets, and an entry.
const COST_OF_LISTS: f64 = 2e6;
const COST_OF_ENTRY: f64 = 0.004;

impl CosetTable {
    /// The level that is usual: 240 MB.
    const LEVEL: u8 = 3;

    /// The largest level up to the usual one whose table can be made in so many bytes.
    pub fn level_within(cube: &TurningCube, memory: u64) -> Option<H48Level> {
        let fits = |&level: &H48Level| memory_of_turns(cube.turns(), level) <= memory;
        (0..=Self::LEVEL).rev().filter_map(H48Level::new).find(fits)
    }

    /// Makes the table of a level. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If it does not fit into memory, or `go_on` says that the search is to stop.
    pub fn new(
        cube: &TurningCube,
        level: H48Level,
        branching: f64,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Self, Unfinished> {
        let stop = AtomicBool::new(false);
        let mut progress = || stop.store(go_on().is_break(), Relaxed);
        let (layout, table, mut distribution) = table_of_turns(cube.turns(), level, &stop, &mut progress)?;
        distribution[usize::from(layout.far())] += std::mem::take(&mut distribution[usize::from(UNSEEN)]);
        let entries = layout.entries() as f64;
        let mut before = 0.0;
        let mut within = 0;
        let shares = distribution.iter().map(|&count| {
            within += count;
            let both = (within as f64 / entries).powi(2);
            both - std::mem::replace(&mut before, both)
        });
        let shares = shares.take(usize::from(layout.far()) + 1).collect();
        Ok(Self { bound: CosetBound::new(Arc::new(table.freeze()), layout), shares, branching })
    }

    /// The bound of a cube.
    pub fn bound(&self) -> &CosetBound {
        &self.bound
    }

    /// The number of moves that the bound is worth, as
    /// [`PatternBounds::value`](super::pattern_bounds::PatternBounds::value).
    pub fn value(&self, least: u8) -> f64 {
        value_of(&self.shares, self.branching, least)
    }

    /// The number of moves that a table of a level may be worth, about: that of its mean distance.
    pub fn expected_value(level: H48Level, branching: f64, least: u8) -> f64 {
        // Each class stands for the 48 images of its cosets.
        let cosets = Layout::with_base(level, 0).entries() as f64 * 48.0;
        (cosets.ln() / (branching * GROWTH).ln()).max(f64::from(least))
    }

    /// The work of making the table of a level, in nodes of a search.
    pub fn cost(cube: &TurningCube, level: H48Level) -> f64 {
        let entries = Layout::with_base(level, 0).entries() as f64;
        cube.turns().turns().len() as f64 * (COST_OF_LISTS + COST_OF_ENTRY * entries)
    }

    /// The level.
    pub fn level(&self) -> H48Level {
        self.bound.layout().level()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.bound.layout().bytes()
    }
}
