//! An optimal solver for Rubik's-type cubes, and the pattern databases that it uses.
//!
//! A pattern database holds, for every state of some of the pieces, the least number of moves that solves them: a lower
//! bound for the whole cube. This crate builds such tables in parallel, verifies them entry by entry, keeps them in
//! files with checksums, and uses them to search for solutions that are proven optimal.
//!
//! # Solving a cube
//!
//! ```no_run
//! use cubepdb::{Metric, Solver};
//!
//! // The default table is read from the user's cache directory or, the first time, built there: half a minute, up to
//! // 1.9 GB.
//! let solver = Solver::builder().metric(Metric::HalfTurn).open()?;
//! let solution = solver.solve(&"R U R' U' F2".parse()?)?;
//! assert_eq!(solution.to_string(), "F2 U R U' R' (5f)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Building, verifying and using a table
//!
//! ```
//! use cubepdb::{Cube, EdgeSet, Metric, Pattern, Solver, Table, TableSpec};
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! let edges: EdgeSet = EdgeSet::parse("UR,UF,UL,UB,FR")?;
//! let stop = AtomicBool::new(false);
//! let table = Table::build(TableSpec::new(Pattern::Edges(edges), Metric::HalfTurn), None, &stop)?;
//! table.verify(&stop)?;
//! assert_eq!(table.distribution()[..3], [1, 15, 172]);
//!
//! // Text in any notation; these are the moves that scramble the cube.
//! let cube: Cube = "R U R' U' F2".parse()?;
//! assert_eq!(table.lower_bound(&cube), Some(5));
//!
//! let solver = Solver::builder().table(Arc::new(table)).threads(2).open()?;
//! let solution = solver.solve(&cube)?;
//! assert!(solution.is_optimal() && cube.apply(solution.moves())?.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! | to | see |
//! |---|---|
//! | read and write cubes | [`Cube`], [`Format`], [`Algorithm`] |
//! | choose tables, sizes, moves, threads | [`SolverBuilder`] |
//! | choose the parts of a search: a preset, its kernel, scheduler, rules | [`plan`] |
//! | ask for all solutions, set limits, watch, save and resume | [`Query`] |
//! | solve several cubes at a time | [`Solver::run_all`] |
//! | get a good solution in milliseconds, without the proof | [`Quick`] |
//! | add a lower bound of your own | [`Heuristic`] |
//! | search a domain of your own | [`search`] |
//! | solve any puzzle of pieces by its definition | [`puzzles`] |
//! | build, open, read and verify tables | [`Table`] |
//! | find or build tables as the programs do | [`TableSelection`] |
//! | read headers, compress, prove and export files of tables | [`table_files`] |
//! | search on graphics cards | [`devices`], [`SolverBuilder::devices`] |
//! | measure what the memory can give | [`random_access`] |
//! | draw cubes | [`picture`] |
//!
//! The directory `examples` has short programs for the first steps, `ARCHITECTURE.md` describes the structure, and
//! `FORMAT.md` the files. The library does not print and does not exit; long operations report their progress and can
//! be stopped by a flag. It is written for Linux, macOS and Windows, and for WebAssembly without threads; `README.md`
//! says where it is tested.

mod backend;
mod brackets;
mod clock;
mod closure;
mod coord;
mod cube;
mod device;
mod heuristic;
mod locks;
mod nearest;
mod notation;
mod nxn;
mod pdb;
pub mod picture;
pub mod plan;
mod prefetch;
mod prune;
mod puzzle;
pub mod record;
pub mod search;
mod solver;
mod storage;
mod tables;
mod text;
mod units;

#[cfg(test)]
use cubepdb_testing::effort;

pub use backend::{MAX_THREADS, Threads, ThreadsError, random_access, with_threads};
pub use brackets::BracketFault;
pub use cube::{Metric, Unreachable};
pub use heuristic::ManhattanPieces;
pub use nearest::UnknownName;
pub use notation::{
    Algorithm, ColourCounts, ColourError, ColourFault, Cube, FaceletError, Format, InputError, Lowercase, MoveError,
    MoveOptions, NissyError, NoSuchLayer, NotATarget, Parentheses, PieceError, Place, ReidError, TextPosition,
    TypedStickers,
};
pub use nxn::{Move, MoveKind, Size};
pub use pdb::build::memory_needed;
pub use pdb::file::{Check, FileError, LoadMode};
pub use pdb::generate::{BuildError, BuildEvent, BuildOptions};
pub use pdb::h48::H48Level;
pub use pdb::places::cache_directory;
pub use pdb::smoke::SmokeError;
pub use pdb::verify::Disproof;
pub use pdb::{Done, EdgeSet, EdgeSetError, Pattern, TableKind, TableSpec};
pub use search::{CheckpointError, StopReason};
pub use solver::{
    Heuristic, OpenError, Query, Quick, SearchEvent, Solution, SolveError, Solver, SolverBuilder, Statistics,
};
pub use storage::{FaultKind, OutOfMemory, StorageError, available_memory, free_space};
pub use tables::{
    BuildReason, CheckPolicy, Load, LoadedTables, SkipReason, Table, TableError, TableEvent, TableSelection,
};

/// Graphics cards, and whatever else runs the same kernels: what there is, and how searches use it.
pub mod devices {
    pub use crate::device::random_access::{Gathers, Window};
    pub use crate::device::{
        Argument, BufferId, Device, DeviceError, DeviceFault, DeviceInfo, ProgramId, cards, devices,
    };
    pub use crate::search::{DeviceOptions, largest_level};
}

/// Files of tables: headers, compression, proofs, and texts for other programs; and those that the programs keep and
/// choose.
pub mod table_files {
    pub use crate::pdb::choice::{build_time, choose_level, lookups_of_random_cube};
    pub use crate::pdb::file::{
        CompressOptions, Header, TableFile, WriteOptions, checkpoint_path, compress, decompress, read_header,
    };
    pub use crate::pdb::generate::generate;
    pub use crate::pdb::places::{table_files, table_path};
    pub use crate::pdb::verify::{Proof, memory_beside, parts, verify};
    pub use crate::tables::{Entries, ExportForm, QUESTIONS, export, export_to};
}

/// Any puzzle: definitions, sets of moves with costs, goals, and the cheapest solutions of such questions.
pub mod puzzles {
    pub use crate::notation::{CaseSet, LastLayerCase, PartialError, StartError, as_place, goal_of_known, read_start};
    pub use crate::pdb::orbits::{
        DistanceFile, DistanceLimits, DistanceTable, Distances, DistancesEnd, IndexError, Misfit, PositionIndex,
    };
    pub use crate::puzzle::{
        Asker, BUILTINS, Builtin, Definition, DefinitionError, DefinitionFault, Generator, Goal, GoalError, Illegal,
        Look, MoveIndex, Moves, MovesError, NAMED_GOALS, NamedGoal, NamedMove, Orbit, Order, Origin, PlacedGoal,
        Position, Powers, Question, QuestionError, QuestionFault, QuestionPart, QuestionText, QuestionTextError,
        Questions, RandomMoves, Reachability, SearchMove, SequenceError, SequenceFault, Shape, Start, SymmetryClasses,
        TextPlace, Transformation, builtin,
    };
    pub use crate::search::{DistancesError, TooLarge, distances};
    pub use crate::solver::{PuzzleError, PuzzleSolution, PuzzleSolver, PuzzleSolverBuilder};
}

/// Items beyond the public API that the project's own programs, tests and benchmarks use. No part of it is stable.
#[doc(hidden)]
pub mod internals {
    pub mod backend {
        pub use crate::backend::*;
    }
    pub mod clock {
        pub use crate::clock::*;
    }
    pub mod coord {
        pub use crate::coord::*;
    }
    pub mod cube {
        pub use crate::cube::*;
    }
    pub mod device {
        pub use crate::device::*;
    }
    pub mod heuristic {
        pub use crate::heuristic::*;
    }
    pub mod nearest {
        pub use crate::nearest::*;
    }
    pub mod notation {
        pub use crate::notation::*;
    }
    pub mod nxn {
        pub use crate::nxn::*;
    }
    pub mod pdb {
        pub use crate::pdb::*;
    }
    pub mod prune {
        pub use crate::prune::*;
    }
    pub mod puzzle {
        pub use crate::puzzle::*;
    }
    pub mod search {
        pub use crate::search::*;
    }
    pub mod solver {
        pub use crate::solver::*;
    }
    pub mod storage {
        pub use crate::storage::*;
    }
    pub mod tables {
        pub use crate::tables::*;
    }
    pub mod units {
        pub use crate::units::*;
    }
}
