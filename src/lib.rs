//! Pattern databases for Rubik's-type cubes, and an optimal solver that uses them.
//!
//! A pattern database holds, for every state of some of the pieces, the least number of moves that brings them home: a lower
//! bound for the whole cube. This crate builds such tables in parallel, proves them entry by entry, keeps them in files with
//! checksums, and searches with them for solutions that are proven to be as short as any.
//!
//! # A worked example
//!
//! Build a table of five edges, prove it, read an entry of it, and solve a cube with it:
//!
//! ```
//! use cubepdb::backend::Threads;
//! use cubepdb::cube::{Cubies, MetricKind, Word};
//! use cubepdb::notation::{Format, MoveOptions, parse_cube, parse_moves};
//! use cubepdb::pdb::{EdgeSet, Lookup, Pattern, TableSpec, build::build, verify::verify};
//! use cubepdb::search::{TableSet, shortest_solution};
//! use std::convert::Infallible;
//! use std::sync::atomic::AtomicBool;
//!
//! let edges = EdgeSet::parse("UR,UF,UL,UB,FR")?;
//! let spec = TableSpec::new(Pattern::Edges(edges), MetricKind::HalfTurn);
//! let stop = AtomicBool::new(false);
//! let (table, distribution) = build(&spec, None, &stop, |_| Ok::<(), Infallible>(()))?;
//! let proof = verify(&spec, &table, Some(&distribution), &stop, &|_| ())?;
//! assert_eq!(proof.distribution[..3], [1, 15, 172]);
//!
//! // In any notation that people write cubes in; this is the one of the cube that these moves scramble.
//! let cube = parse_cube("R U R' U' F2", Format::Auto, &MoveOptions::default())?;
//! let lookup = Lookup::new(&spec);
//! assert_eq!(lookup.value(&table, lookup.index(&cube)), 5);
//!
//! let tables = TableSet::of(spec, table.freeze());
//! let solution = shortest_solution(&cube, spec.metric, &tables, &Threads::new(2)?);
//! assert_eq!(Word(&solution).to_string(), "F2 U R U' R'");
//! assert_eq!(cube.then(&Cubies::after(&solution)), Cubies::SOLVED);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! | to | see |
//! |---|---|
//! | read and write cubes | [`notation::parse_cube`], [`notation::format_cube`], [`cube::Cubies`] |
//! | build a table as a file, with checkpoints | [`pdb::generate::generate`] |
//! | open one, check it, and load it | [`pdb::file::TableFile`] |
//! | read entries | [`pdb::Lookup`] |
//! | prove a table | [`pdb::verify::verify`] |
//! | solve without more ado | [`search::shortest_solution`] |
//! | solve with limits, all solutions, progress | [`search::solve_cube`], [`search::Goal`], [`search::Control`] |
//! | solve many cubes, choose the parts of the search | [`search::Solver`], [`search::Recipe`] |
//! | solve cubes of other sizes | [`nxn`], [`search::LayerSolver`] |
//! | search another puzzle | [`search::Space`], [`puzzle`], [`prune::Automaton`] |
//!
//! The directory `examples` has short programs for the first steps, `ARCHITECTURE.md` shows the house, and `FORMAT.md` describes
//! the files. The library does not print and does not exit; whatever takes long can be stopped by a flag, and tells where it
//! is. It runs on Unix.

pub mod backend;
pub mod coord;
pub mod cube;
#[cfg(test)]
#[path = "../tests/common/effort.rs"]
mod effort;
pub mod heuristic;
mod locks;
pub mod notation;
pub mod nxn;
pub mod pdb;
pub mod picture;
pub mod prune;
pub mod puzzle;
pub mod search;
