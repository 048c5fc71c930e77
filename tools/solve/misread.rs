//! Command lines that are read otherwise than they were meant.

use crate::args::{Cli, SolveArgs};
use crate::common::cli::{late_command, near_command};
use crate::common::exit::Failure;
use crate::common::text::printable;
use crate::input::Item;
use clap::CommandFactory;
use cubepdb::puzzles::NamedGoal;
use std::path::{Path, PathBuf};

/// Commands of the other program; some of these words could be read as moves.
const OF_PDBGEN: [&str; 13] = [
    "corners",
    "edges",
    "h48",
    "verify",
    "info",
    "dist",
    "distances",
    "pattern",
    "build",
    "compress",
    "decompress",
    "export",
    "list",
];

/// Refuses a first cube that is none but looks like a command or a flag, and a cube that was taken as the name of a
/// file.
pub fn check(args: &SolveArgs) -> Result<(), Failure> {
    match args.cubes.cubes.split_first() {
        Some((first, others)) if OF_PDBGEN.contains(&&**first) && !Path::new(first).is_file() => {
            let others: String = others.iter().map(|other| format!(" {}", quoted(other))).collect();
            Err(Failure::usage(format!(
                "`{first}` is a command of another program\nhint: did you mean `pdbgen {first}{others}`?"
            )))
        }
        Some((first, others)) if !is_cube(first, args) && !Path::new(first).is_file() => {
            let hint = near_command::<Cli>(first).or_else(|| late_command::<Cli>(first));
            let hint = hint.or_else(|| meant_flag(first, others));
            hint.map_or(Ok(()), |hint| {
                Err(Failure::usage(format!("`{}` is neither a cube nor a command\n{hint}", printable(first))))
            })
        }
        None if args.cubes.file.is_none() => swallowed(args),
        _ => Ok(()),
    }
}

fn is_cube(text: &str, args: &SolveArgs) -> bool {
    let notation = &args.cubes.notation;
    let item = Item::new(1, 1, notation.format, text.to_owned().into_bytes());
    item.cube(notation, true).is_ok()
}

/// A hint if a word is the name of the program or of a flag without its dashes.
fn meant_flag(word: &str, others: &[String]) -> Option<String> {
    let mut program = Cli::command();
    program.build();
    let is_flag = program.get_arguments().any(|arg| arg.get_long() == Some(word));
    let name = program.get_name();
    let flag = match word {
        // The program's name before its own arguments.
        _ if word == name && !others.is_empty() => String::new(),
        "json" | "text" => format!(" --stats={word}"),
        _ if is_flag => format!(" --{word}"),
        _ if NamedGoal::named(word).is_some() => format!(" --goal {word}"),
        _ => return None,
    };
    let others: String = others.iter().map(|other| format!(" {}", quoted(other))).collect();
    Some(format!("hint: did you mean `{name}{flag}{others}`?"))
}

/// Refuses a missing cube if a flag has taken one as the name of its file.
fn swallowed(args: &SolveArgs) -> Result<(), Failure> {
    let SolveArgs { pictures, iterations, explain_svg, checkpoint, setup, .. } = args;
    let files: [(&str, &[PathBuf]); 6] = [
        ("svg", pictures.svg.as_slice()),
        ("png", pictures.png.as_slice()),
        ("iterations", iterations.as_slice()),
        ("explain-svg", explain_svg.as_slice()),
        ("checkpoint", checkpoint.checkpoint.as_slice()),
        ("pdb", &setup.tables.pdb),
    ];
    for (flag, path) in files.into_iter().flat_map(|(flag, paths)| paths.iter().map(move |path| (flag, path))) {
        if let Some(text) = path.to_str().filter(|text| is_cube(text, args) && !path.exists()) {
            let shown = quoted(text);
            return Err(Failure::usage(format!(
                "no cube given: {shown} was taken as the file of --{flag}; write `--{flag} FILE {shown}`"
            )));
        }
    }
    Ok(())
}

/// An argument as it is written for a shell, in double quotes if needed.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    match argument.chars().all(is_plain) && !argument.is_empty() {
        true => argument.to_owned(),
        false => {
            let special = |c: char| if "\"\\$`".contains(c) { format!("\\{c}") } else { c.to_string() };
            format!("\"{}\"", printable(argument).chars().map(special).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_where_a_shell_needs_it() {
        assert_eq!(["R2", "R U'", "a$b", ""].map(quoted), ["R2", "\"R U'\"", "\"a\\$b\"", "\"\""]);
    }
}
