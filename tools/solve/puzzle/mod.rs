//! Questions about any puzzle: only these moves, only these pieces, from here to there, what moves cost.

mod goals;
mod list;
mod searches;
mod starts;
pub mod words;

use crate::args::SolveArgs;
use crate::common::exit::say;
use crate::common::puzzle::PuzzleArgs;
use cubepdb::{Size, puzzles::goal_of_known};

pub use goals::{GoalsCommand, goals};
pub use list::{PuzzlesCommand, puzzles};
pub use starts::solve_all;

/// Makes a single cube of which some stickers are unknown a question about the pieces that are known.
pub fn place_known(args: &mut SolveArgs) {
    let cubes = &args.cubes;
    let PuzzleArgs { puzzle, goal, to, .. } = &args.puzzle;
    let is_known_alone = goal.is_empty() && [puzzle, to, &args.from].into_iter().all(Option::is_none);
    let is_cube = args.quick.is_none() && !args.inverse && args.kind().is_none();
    let is_usual = is_known_alone && is_cube && cubes.notation.size == Size::THREE;
    let ([text], None, true) = (&cubes.cubes[..], &cubes.file, is_usual) else { return };
    if let Some(Ok(goal)) = goal_of_known(text) {
        say("note: some stickers are unknown; the pieces that are known are solved, wherever the others go");
        args.puzzle.goal = vec![goal];
    }
}
