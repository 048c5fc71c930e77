//! Solves a cube with a table that is made on the spot: the answer is proven to be a shortest one.
//!
//! ```sh
//! cargo run --release --example solve_cube -- "R U R' U' F2 L B D2"
//! ```

use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, MetricKind, Move, Word};
use cubepdb::notation::{Format, MoveOptions, parse_cube};
use cubepdb::pdb::build::build;
use cubepdb::pdb::{Pattern, TableSpec};
use cubepdb::search::{TableSet, shortest_solution};
use std::convert::Infallible;
use std::error::Error;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("give a cube, such as \"R U R' U' F2\"")?;
    let solution = solve(&text, MetricKind::HalfTurn)?;
    println!("{} ({} moves)", Word(&solution), solution.len());
    Ok(())
}

/// A shortest solution of a cube in any notation.
pub fn solve(text: &str, metric: MetricKind) -> Result<Vec<Move>, Box<dyn Error>> {
    let cube = parse_cube(text, Format::Auto, &MoveOptions::default())?;
    let threads = Threads::new(available_parallelism()?.get())?;

    // The table of the corners: 88,179,840 entries, 44 MB, a third of a second. Larger ones are kept in files, see the
    // examples `build_table` and `look_up`; with `H48Level` instead of a pattern it is a table of H48 cosets, and the search
    // goes from both ends.
    let spec = TableSpec::new(Pattern::Corners, metric);
    let never = AtomicBool::new(false);
    let (table, _) = threads.install(|| build(&spec, None, &never, |_| Ok::<(), Infallible>(())))?;

    // More tables make a better heuristic: `TableSet::new` takes the maximum of several.
    let heuristic = TableSet::of(spec, table.freeze());
    let solution = shortest_solution(&cube, metric, &heuristic, &threads);

    // Every solution is replayed by the library before it is returned; that is how it is done.
    assert_eq!(cube.then(&Cubies::after(&solution)), Cubies::SOLVED);
    Ok(solution)
}
