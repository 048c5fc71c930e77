//! Solves a cube: the answer is proven to be a shortest one.
//!
//! ```sh
//! cargo run --release --example solve_cube -- "R U R' U' F2 L B D2"
//! ```
//!
//! On the first run, the default table is built in the user's cache directory, where the program `solve` finds it too.

use cubepdb::{Metric, Query, SearchEvent, Solution, Solver, SolverBuilder, TableEvent};
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("give a cube, such as \"R U R' U' F2\"")?;
    let builder = Solver::builder().metric(Metric::HalfTurn).on_event(|event| {
        if let TableEvent::Building { spec, path, estimate, .. } = event {
            eprintln!("building the table {spec} in {}, about {} s", path.display(), estimate.as_secs());
        }
    });
    println!("{}", solve(&text, builder)?);
    Ok(())
}

/// A shortest solution of a cube in any notation.
fn solve(text: &str, builder: SolverBuilder<'_>) -> Result<Solution, Box<dyn Error>> {
    // The notation is detected: moves, facelets, Reid's and nissy's forms, or colours; an error says what is wrong, and
    // where.
    let cube = text.parse()?;
    // Threads and tables. A solver answers any number of queries.
    let solver = builder.open()?;
    let watch = |event: &SearchEvent<'_>| {
        if let SearchEvent::Begun { length, nodes, .. } = event {
            eprintln!("no solution of less than {length} moves among {nodes} nodes");
        }
    };
    // Without a query, `solver.solve(&cube)` has no time limit.
    Ok(solver.run(&cube, &Query::new().time_limit(Duration::from_secs(3600)).on_event(&watch))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::Cube;

    #[test]
    fn a_cube_is_solved_in_both_metrics() {
        let cube: Cube = "R U R' U' F2".parse().unwrap();
        for (metric, length) in [(Metric::HalfTurn, 5), (Metric::QuarterTurn, 6)] {
            let builder = || Solver::builder().metric(metric).no_tables();
            let solution = solve("R U R' U' F2", builder()).unwrap();
            assert_eq!(solution.length(), length);
            assert!(cube.apply(solution.moves()).unwrap().is_solved());
            assert!(solve("R X", builder()).unwrap_err().to_string().contains('X'));
        }
    }
}
