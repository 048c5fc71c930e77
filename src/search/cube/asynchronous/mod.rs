//! Asynchronous parallel IDA* on devices, with the Manhattan distance of the edges: the system of Z. Xu and C. Shao,
//! "Solve Rubik's Cube with Multi-GPU", 2020.
//!
//! This machine expands the tree from its root until there is a leaf for every slot of the devices ([`top`]). The
//! leaves are dealt out to the devices ([`card`]), and their work items deepen the subtrees below them, one length
//! after the other, without waiting for each other: while some still search one length, others are at the next. A work
//! item leaves when the length that it searches reaches that of the best solution, which all of them share; between
//! launches, so do all devices.
//!
//! A length is refuted when the subtrees of all leaves have been searched to it. The nodes of a refuted length are
//! those of the search on one thread with the same bound, whatever the devices: a node belongs to the tree of a length
//! if no f-value on its path exceeds it.

mod card;
mod check;
mod engine;
mod tables;
#[cfg(test)]
mod tests;
mod top;

use crate::clock::Instant;
use crate::cube::{Cubies, PackedCube, Portable};
use crate::device::DeviceError;
use crate::locks::Mutex;
use crate::plan::{OneSidedReason, StrategyError};
use crate::puzzle::MoveIndex;
use crate::search::cube::prepared::{DeviceOptions, Prepared};
use crate::search::cube::{MoveTable, PlainSpace, TableSet};
use crate::search::deepening::{Workers, deepen};
use crate::search::outcome::Outcome;
use crate::search::solver_error::SolverError;
use card::{Card, Pace};
use engine::AsynchronousEngine;
use std::sync::PoisonError;
use tables::Tables;
use top::Root;

/// All lengths are below this.
const LENGTHS: usize = 32;

/// Devices with the kernels and their tables, ready for one cube after the other.
pub(super) struct Asynchronous {
    /// Searches take turns on them.
    cards: Mutex<Vec<Card>>,
}

impl Asynchronous {
    /// Compiles the kernels on every device, copies the tables, and compares what the device counts with what this
    /// machine counts.
    ///
    /// # Errors
    /// If a device fails, computes wrongly, or has not enough memory.
    pub fn new(prepared: &Prepared, tables: &TableSet, turns: &MoveTable) -> Result<Self, SolverError> {
        let devices = prepared.devices().expect("the strategy was chosen for devices");
        Self::with_pace(prepared, tables, turns, Pace::of(devices))
    }

    /// The same, with other sizes.
    fn with_pace(prepared: &Prepared, tables: &TableSet, turns: &MoveTable, pace: Pace) -> Result<Self, SolverError> {
        let DeviceOptions { devices, .. } = prepared.devices().expect("the strategy was chosen for devices");
        let manhattan = tables.only_manhattan_edges().ok_or(StrategyError::Devices(OneSidedReason::NoTable))?;
        let space = PlainSpace::new(Some(manhattan), turns, Portable);
        let tables = Tables::new(manhattan, &prepared.alphabet, &prepared.automaton);
        let prepare = |device| {
            let mut card = Card::new(device, &tables, pace)?;
            check::compare(&mut card, manhattan, &space, &prepared.automaton)?;
            Ok(card)
        };
        let cards = devices.iter().map(prepare).collect::<Result<_, DeviceError>>()?;
        Ok(Self { cards: Mutex::new(cards) })
    }

    /// Searches for a shortest solution. Waits while the devices search another cube, which does not count against a
    /// time limit.
    pub fn solve(
        &self,
        cube: &Cubies,
        space: &PlainSpace<'_, Portable>,
        prepared: &Prepared,
        lengths: (u8, u8),
        workers: &Workers<'_>,
    ) -> Outcome<MoveIndex> {
        let asked = Instant::now();
        let mut cards = self.cards.lock().unwrap_or_else(PoisonError::into_inner);
        workers.control.exclude_waiting(asked.elapsed());
        let root = Root { cube: PackedCube::pack(cube), space, automaton: &prepared.automaton };
        let mut engine = AsynchronousEngine::new(root, &mut cards, &prepared.plan.query, lengths.1, workers.control);
        deepen(&mut engine, lengths, &prepared.plan.query, workers)
    }
}
