//! The flags of questions about any puzzle.

use clap::Args;

/// The puzzle, its goal and the costs of its moves.
#[derive(Debug, Args)]
#[command(next_help_heading = "Any puzzle")]
pub struct PuzzleArgs {
    /// A puzzle by its name, see `solve puzzles`, or a file that defines one: .tws or KPuzzle JSON.
    ///
    /// Starts are then moves of the puzzle, made from its solved position. The other flags without this one are about a
    /// cube.
    #[arg(long, value_name = "NAME|FILE")]
    pub puzzle: Option<String>,
    /// The goal: pieces that have to be solved, as in "CORNERS:0-3;EDGES:all/orientation", or a file with a pattern
    /// [default: all pieces].
    ///
    /// Pieces are numbers of the solved position, from 0; /orientation or /permutation after them says that only that
    /// matters. Orbits that are not named do not matter. `solve puzzles show NAME` prints the orbits. Several goals, of
    /// which one has to be reached, are several flags.
    #[arg(long, value_name = "PIECES|FILE")]
    pub goal: Vec<String>,
    /// The goal may also be reached up to these moves or rotations, and all that they generate: U, or x,y.
    #[arg(long, value_name = "MOVES")]
    pub up_to: Option<String>,
    /// The costs of moves, as in "R2=2,U=3", or a file of such lines: whole numbers from 1; other moves cost 1.
    ///
    /// The name of a face stands for all its turns. The cheapest solutions are then found, and lengths are costs.
    #[arg(long, value_name = "COSTS|FILE")]
    pub cost: Option<String>,
    /// A position to end in, instead of the solved one: moves, or a file with a pattern; any text of a cube, if all of a
    /// 3x3x3 is asked for.
    #[arg(long, value_name = "MOVES|FILE")]
    pub to: Option<String>,
}

impl PuzzleArgs {
    /// The goal as it was asked for.
    pub fn goal_text(&self) -> String {
        let mut text = if self.goal.is_empty() { "solved".to_owned() } else { self.goal.join(" or ") };
        for (word, asked) in [(" after ", &self.to), (" up to ", &self.up_to)] {
            if let Some(asked) = asked {
                text.push_str(word);
                text.push_str(asked);
            }
        }
        text
    }

    /// Returns whether any of these flags is given.
    pub fn is_asked(&self) -> bool {
        let Self { puzzle, goal, up_to, cost, to } = self;
        !goal.is_empty() || [puzzle, up_to, cost, to].into_iter().any(Option::is_some)
    }
}
