//! `solve puzzles`: the puzzles that are built in, and their definitions.

use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::puzzle::definition;
use crate::common::units::counted;
use clap::{Args, Subcommand, ValueEnum};
use cubepdb::puzzles::{BUILTINS, Moves, Powers};
use std::io::Write;

/// Lists the puzzles that are built in, or shows the definition of one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve puzzles
  solve puzzles show pyraminx > mine.tws
      a definition to start from
  solve puzzles show mine.tws --to kpuzzle
  solve --puzzle mine.tws \"R L\"")]
pub struct PuzzlesCommand {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Prints a definition.
    Show {
        /// A puzzle by its name, or a file.
        #[arg(value_name = "NAME|FILE")]
        puzzle: String,
        /// The format.
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "tws")]
        to: DefinitionFormat,
    },
}

/// A format of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DefinitionFormat {
    /// Of ksolve and twsearch.
    Tws,
    /// Of cubing.js and twips, in JSON.
    Kpuzzle,
}

/// Lists them or shows one.
pub fn puzzles(command: &PuzzlesCommand) -> Result<Status, Failure> {
    let mut out = stdout();
    match &command.action {
        Some(Action::Show { puzzle, to }) => {
            let definition = definition(puzzle)?;
            let text = match to {
                DefinitionFormat::Tws => definition.to_tws(),
                DefinitionFormat::Kpuzzle => definition.to_kpuzzle(),
            };
            write!(out, "{}", text.map_err(Failure::usage)?)?;
        }
        None => {
            for puzzle in BUILTINS {
                writeln!(out, "  {:<16} {}", puzzle.name, puzzle.description)?;
                let known = puzzle.definition();
                let orbits = known.shape.orbits().iter().map(|orbit| match orbit.orientations {
                    1 => format!("{} {}", orbit.places, orbit.name),
                    turns => format!("{} {} of {turns} orientations", orbit.places, orbit.name),
                });
                let orbits: Vec<String> = orbits.collect();
                let moves = match Moves::of(&known, Powers::All) {
                    Ok(moves) => counted(moves.len() as u64, "move"),
                    // More than a search can have: with --metric qtm, it has those of one step.
                    Err(_) => format!("{} and their powers", counted(known.moves.len() as u64, "move")),
                };
                writeln!(out, "  {:<16}   {}, {moves}", "", orbits.join(", "))?;
            }
        }
    }
    Ok(Status::Success)
}
