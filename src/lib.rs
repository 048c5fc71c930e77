//! Pattern databases for Rubik's-type cubes, and an optimal solver that uses them.
//!
//! Build a table, prove it, and solve a cube with it:
//!
//! ```
//! use cubepdb::backend::Threads;
//! use cubepdb::cube::{Cubies, MetricKind};
//! use cubepdb::notation::{MoveOptions, parse_moves};
//! use cubepdb::pdb::{EdgeSet, Pattern, TableSpec, build::build, verify::verify};
//! use cubepdb::search::{Answer, Control, Goal, Limits, Monitor, TableSet, solve_cube};
//! use std::convert::Infallible;
//! use std::sync::{Arc, atomic::AtomicBool};
//!
//! let edges = EdgeSet::parse("UR,UF,UL,UB,FR")?;
//! let spec = TableSpec::new(Pattern::Edges(edges), MetricKind::HalfTurn);
//! let stop = AtomicBool::new(false);
//! let (table, distribution) = build(&spec, None, &stop, |_| Ok::<(), Infallible>(()))?;
//! verify(&spec, &table, Some(&distribution), &stop, &|_| ())?;
//!
//! let tables = TableSet::new(&[(spec, Arc::new(table.freeze()))], TableSet::LOOKUPS_PER_TABLE);
//! let cube = Cubies::after(&parse_moves("R U R' U' F2", &MoveOptions::default())?);
//! let monitor = Monitor::default();
//! let control = Control::new(Limits::default(), &monitor, &stop);
//! let outcome = solve_cube(&cube, spec.metric, &tables, &Goal::default(), &control, &Threads::new(2)?);
//! let Answer::Solved(solutions) = outcome.answer else { panic!("every cube has a solution") };
//! assert_eq!(solutions[0], parse_moves("F2 U R U' R'", &MoveOptions::default())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! See `ARCHITECTURE.md` for the house plan and `FORMAT.md` for the files.

pub mod backend;
pub mod coord;
pub mod cube;
pub mod heuristic;
pub mod notation;
pub mod nxn;
pub mod pdb;
pub mod picture;
pub mod prune;
pub mod puzzle;
pub mod search;
