//! Ranks that search cubes.

use super::Together;
use super::manifest::{Manifest, TableEntry};
use crate::common::exit::Failure;
use crate::common::signals::Interrupt;
use crate::common::units::size;
use crate::communicator::Communicator;
use crate::flags::SetupArgs;
use crate::setup::{Loading, Setup};
use crate::thread_pools::ThreadPools;
use cubepdb::internals::{cube::Cubies, nxn::Stickers, search::Workers};
use cubepdb::{Cube, Move, Table, plan::Plan, search::Outcome};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A cube as it is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum CubeState {
    /// Pieces and their orientations, corners first.
    Pieces([u8; 8], [u8; 8], [u8; 12], [u8; 12]),
    /// The colours of the stickers; all ranks search cubes of one size.
    Stickers(Vec<u8>),
}

impl CubeState {
    pub fn of(cube: &Cube) -> Self {
        match cube.pieces() {
            Some(&Cubies { corners, twists, edges, flips }) => Self::Pieces(corners, twists, edges, flips),
            None => Self::Stickers(cube.stickers().colours().to_vec()),
        }
    }

    fn cube(&self, setup: &Setup) -> Cube {
        match self.clone() {
            Self::Pieces(corners, twists, edges, flips) => Cubies { corners, twists, edges, flips }.into(),
            Self::Stickers(colours) => Stickers::new(setup.solver.size(), colours).into(),
        }
    }
}

/// Makes the setup of a rank.
pub fn setup<'a>(
    args: &'a SetupArgs,
    communicator: &Arc<Communicator>,
    interrupt: &Interrupt,
) -> impl FnOnce(Plan) -> Result<Setup, Failure> + use<'a> {
    let (communicator, interrupt) = (communicator.clone(), interrupt.clone());
    move |plan| Setup::new(args, plan, Loading::First, ThreadPools::new(args, interrupt, Some(communicator))?)
}

impl Together for Setup {
    type Start = CubeState;
    type Move = Move;

    fn pools(&self) -> &ThreadPools {
        &self.pools
    }

    fn pools_mut(&mut self) -> &mut ThreadPools {
        &mut self.pools
    }

    fn manifest(&self) -> Manifest {
        let tables = self.solver.tables();
        let entries = tables.iter().filter_map(|table| table.file()).map(TableEntry::of).collect();
        Manifest::new(&self.pools, &self.particulars, entries)
    }

    fn search(&self, start: &CubeState, workers: &Workers<'_>) -> Outcome<Move> {
        self.opened().solve(&start.cube(self), workers)
    }

    fn plan(&self) -> &Plan {
        self.solver.plan()
    }

    fn check(&self) -> Result<(), Failure> {
        self.refuse_if_changed("nothing is")
    }

    fn memory(&self, rank: usize) -> Vec<String> {
        let line = |table: &Table| {
            let kind = if table.is_mapped() { "mapped" } else { "copied" };
            let [seen, part] = table.memory().resident_bytes();
            let (seen_size, part_size, spec) = (size(seen), size(part), table.spec());
            format!(
                "rank {rank}: {spec} {kind}, {seen_size} ({seen} bytes) in memory, its part of that {part_size} ({part} bytes)"
            )
        };
        self.solver.tables().iter().map(|table| line(table)).collect()
    }
}
