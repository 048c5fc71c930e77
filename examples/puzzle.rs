//! Solves a puzzle of your own: a goal and some of its moves, by a definition in this file.
//!
//! ```sh
//! cargo run --release --example puzzle -- "L R L"
//! ```

use cubepdb::puzzles::{Definition, Goal, Moves, Powers, PuzzleSolution, PuzzleSolver, Question};
use std::error::Error;
use std::process::ExitCode;

/// Two rings of six beads that cross at two places, in the format of ksolve and twsearch. The first ring has the places
/// 1 to 6, the second one 5 to 10; beads 1 and 2 have the same colour.
const RINGS: &str = "
Name Rings
Set BEADS 10 1
Solved
BEADS
1 1 3 4 5 6 7 8 9 10
End
Move L
BEADS
2 3 4 5 6 1 7 8 9 10
End
Move R
BEADS
1 2 3 4 6 7 8 9 10 5
End
";

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let start = std::env::args().nth(1).ok_or("give a start, such as \"L R L\"")?;
    let solver = solver()?;
    let solution = solve(&solver, &start)?;
    println!("{solution} ({} moves)", solution.cost());
    Ok(())
}

/// A solver of one question, for any number of starts.
fn solver() -> Result<PuzzleSolver, Box<dyn Error>> {
    let rings = Definition::read(RINGS)?;
    // Rings turn by one bead in either direction, and only the beads of the second ring have to be at
    // their places: beads are counted from 0 there.
    let moves = Moves::of(&rings, Powers::Steps)?;
    let goal = Goal::of_pieces(&rings, "BEADS:4-9")?;
    Ok(PuzzleSolver::builder(Question::new(rings, moves, goal)?).open()?)
}

/// A shortest way from the position after some moves to the goal.
fn solve(solver: &PuzzleSolver, start: &str) -> Result<PuzzleSolution, Box<dyn Error>> {
    // An error says which move is none of the puzzle.
    let start = solver.questions().start(None, start)?;
    Ok(solver.solve(&start)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goal_is_reached() {
        let solver = solver().unwrap();
        for (start, cost) in [("", 0), ("L", 1), ("R R", 2), ("L R L", 3), ("L R L' R'", 4)] {
            let solution = solve(&solver, start).unwrap();
            assert_eq!(solution.cost(), cost, "{start}");
            let question = &solver.questions().all()[0];
            let end = question.start(None, &format!("{start} {solution}")).unwrap();
            assert!(question.goal().targets().contains(&end), "{start}: {solution}");
        }
        assert!(solve(&solver, "L X").unwrap_err().to_string().contains("`X` is not a move of Rings"));
    }
}
