//! The flags of questions about any puzzle.

use clap::Args;
use cubepdb::puzzles::{Powers, QuestionText};

/// The puzzle, its goal and the costs of its moves.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Any puzzle")]
pub struct PuzzleArgs {
    /// A puzzle by its name, see `solve puzzles`, or a file that defines one: .tws or KPuzzle JSON.
    ///
    /// Starts are then moves of the puzzle, made from its solved position. By default, it is the 3x3x3.
    #[arg(long, value_name = "NAME|FILE")]
    pub puzzle: Option<String>,
    /// The goal: a name such as cross (see `solve goals`), pieces that have to be solved, as in
    /// "CORNERS:0-3;EDGES:all/orientation", or a file with a pattern [default: all pieces].
    ///
    /// Pieces are numbers of the solved position, from 0; /orientation or /permutation after them says that only that
    /// matters. Orbits that are not named do not matter. `solve puzzles show NAME` prints the orbits, with pieces
    /// numbered from 1. Of a 3x3x3, EDGES 0-11 are UR UF UL UB DR DF DL DB FR FL BL BR, CORNERS 0-7 are UFR UFL UBL
    /// UBR DFR DFL DBL DBR. Goals with + are to be reached together, eo+2x2x2. Several goals, of which one has to be
    /// reached, are several flags.
    #[arg(long, value_name = "NAME|PIECES|FILE")]
    pub goal: Vec<String>,
    /// The goal may also be reached up to these moves or rotations, and all that they generate: U, or x,y for any
    /// orientation of a cube; "" for the one in which it is given.
    #[arg(long, value_name = "MOVES")]
    pub up_to: Option<String>,
    /// The costs of moves, as in "R2=2,U=3", or a file of such lines: whole numbers from 1 to 100; other moves cost 1.
    ///
    /// The name of a face stands for all its turns. The cheapest solutions are then found, and lengths are costs.
    #[arg(long, value_name = "COSTS|FILE")]
    pub cost: Option<String>,
    /// A position to end in, instead of the solved one: moves, or a file with a pattern.
    ///
    /// Of a 3x3x3, it may be any text of a cube.
    #[arg(long, value_name = "MOVES|FILE")]
    pub to: Option<String>,
}

impl PuzzleArgs {
    /// The question as text, about the puzzle named `usual` if the flags name none.
    pub fn text(&self, moves: Option<&str>, powers: Powers, usual: &str) -> QuestionText {
        let Self { puzzle, goal, up_to, cost, to } = self.clone();
        let moves = moves.map(str::to_owned);
        QuestionText { puzzle: puzzle.unwrap_or_else(|| usual.to_owned()), goals: goal, up_to, to, moves, powers, cost }
    }

    /// The goal as it was asked for.
    pub fn goal_text(&self) -> String {
        self.text(None, Powers::All, "").goal_text()
    }

    /// Returns whether every piece is to be solved, or brought where another position has it, and no turn is free.
    pub fn asks_all_pieces(&self) -> bool {
        self.up_to.is_none() && matches!(&self.goal[..], [] | [_]) && self.goal.iter().all(|goal| goal == "solved")
    }

    /// Returns whether any of these flags is given.
    pub fn is_asked(&self) -> bool {
        let Self { puzzle, goal, up_to, cost, to } = self;
        !goal.is_empty() || [puzzle, up_to, cost, to].into_iter().any(Option::is_some)
    }
}
