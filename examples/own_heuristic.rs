//! Adds a user-supplied lower bound to the search: the maximum of all bounds decides which nodes are cut off.
//!
//! ```sh
//! cargo run --release --example own_heuristic -- "R U R' U' F2 L"
//! ```

use cubepdb::{Cube, Heuristic, Metric, Solution, Solver};
use std::error::Error;
use std::process::ExitCode;

/// A turn moves four corners and four edges: `n` misplaced corners, or edges, take at least `n / 4` moves. That holds
/// in both metrics, so the bound is admissible in both.
struct Misplaced;

impl Heuristic for Misplaced {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        let corners = (0..8).filter(|&slot| cube.corner(slot) != Some((slot, 0))).count();
        let edges = (0..12).filter(|&slot| cube.edge(slot) != Some((slot, 0))).count();
        corners.max(edges).div_ceil(4) as u8
    }
}

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_else(|| "R U R' U' F2 L".to_owned());
    match solve(&text, Metric::HalfTurn) {
        Ok(solution) => println!("{solution}, {} nodes", solution.statistics().work.nodes),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// A shortest solution, found with this heuristic alone; without `no_tables`, it is used together with the default
/// tables.
fn solve(text: &str, metric: Metric) -> Result<Solution, Box<dyn Error>> {
    let solver = Solver::builder().metric(metric).no_tables().heuristic(Misplaced).open()?;
    Ok(solver.solve(&text.parse()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_solved_in_both_metrics() {
        let cube: Cube = "R U R' U' F2".parse().unwrap();
        for (metric, length) in [(Metric::HalfTurn, 5), (Metric::QuarterTurn, 6)] {
            let solution = solve("R U R' U' F2", metric).unwrap();
            assert_eq!(solution.length(), length);
            assert!(cube.apply(solution.moves()).unwrap().is_solved());
        }
    }
}
