//! Nodes of each iteration, as comma-separated values: what compares one lower bound with another.
//!
//! ```sh
//! cargo run --release --example node_counts -- "R U R' U' F2 L" manhattan
//! cargo run --release --example node_counts -- "R U R' U' F2 L B D2 R U" corners+edges
//! ```
//!
//! Names of tables are those of the default ones, or of files and directories given after the bounds.

use cubepdb::record::Iteration;
use cubepdb::{Query, Solver, SolverBuilder};
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (cube, bounds) =
        args.next().zip(args.next()).ok_or("give a cube and lower bounds, such as \"R U F2\" manhattan")?;
    let builder = args.fold(Solver::builder(), SolverBuilder::table_path);
    print!("{}", node_counts(&cube, &bounds, builder)?);
    Ok(())
}

/// A row for each length that was searched to its end. The counts depend on the cube and the bounds, not on the number
/// of threads; asking for all solutions completes the last length too.
fn node_counts(cube: &str, bounds: &str, builder: SolverBuilder<'_>) -> Result<String, Box<dyn Error>> {
    let solver = builder.bounds(bounds.parse()?).open()?;
    let solution = solver.run(&cube.parse()?, &Query::new().all())?;
    let mut csv = "bound,nodes,expanded,lookups,seconds\n".to_owned();
    for iteration in solution.statistics().iterations.iter().filter(|iteration| iteration.completed) {
        let Iteration { bound, nodes, expanded, lookups, seconds, .. } = iteration;
        writeln!(csv, "{bound},{nodes},{expanded},{lookups},{seconds:.6}")?;
    }
    Ok(csv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_each_iteration_do_not_depend_on_the_threads() {
        let counts = |threads: usize| {
            let builder = Solver::builder().no_tables().threads(threads);
            let csv = node_counts("R U F2 L", "zero", builder).unwrap();
            let rows = csv.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned());
            rows.collect::<Vec<_>>()
        };
        let alone = counts(1);
        assert_eq!(alone[0], "bound,nodes,expanded,lookups");
        assert!(alone.len() > 2 && alone.last().unwrap().starts_with("4,"), "{alone:?}");
        assert_eq!(counts(3), alone);
        let unknown = node_counts("R U", "nothing", Solver::builder().no_tables());
        assert!(unknown.is_err(), "a table needs to be there");
    }
}
