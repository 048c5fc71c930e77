//! From one cube to another: `--from` and `--to` without a question that only a puzzle by its definition answers,
//! `--inverse`, and `--premoves`.

use crate::args::SolveArgs;
use crate::common::exit::Failure;
use crate::flags::NotationArgs;
use crate::input::Item;
use cubepdb::internals::cube::Cubies;
use cubepdb::{Algorithm, Format, Move, Size};

/// Reads both ends. The way from one to the other stands before every cube from then on; `--from` alone is a cube. The
/// inverse is that of every cube.
///
/// # Errors
/// If one of them is no cube.
pub fn place(args: &mut SolveArgs) -> Result<(), Failure> {
    if args.inverse && (args.asks_question() || args.kind().is_some() || args.cubes.notation.size != Size::THREE) {
        return Err(Failure::usage("--inverse is for whole cubes of size 3"));
    }
    if let Some(premoves) = &args.premoves {
        if args.cubes.notation.size != Size::THREE {
            return Err(Failure::usage("--premoves is for cubes of size 3"));
        }
        let asks_question = args.asks_question();
        // What comes before the scramble is where it starts from.
        args.from = Some(premoves.to_string()).filter(|_| !args.cubes.cubes.is_empty() || args.cubes.file.is_some());
        if asks_question {
            return Ok(());
        }
    }
    if args.asks_question() {
        return Ok(());
    }
    args.cubes.notation.inverse = args.inverse;
    let cubes = &mut args.cubes;
    let end = |flag, text: &Option<String>| text.as_ref().map(|text| read(flag, text, &cubes.notation)).transpose();
    let (from, to) = (end("--from", &args.from)?, end("--to", &args.puzzle.to)?);
    let ends = match (&args.from, cubes.cubes.is_empty() && cubes.file.is_none()) {
        (Some(text), true) => {
            cubes.cubes.push(text.clone());
            [None, to]
        }
        _ => [from, to],
    };
    if ends.iter().any(Option::is_some) {
        let [from, to] = ends.map(|cube| cube.unwrap_or(Cubies::SOLVED));
        cubes.notation.before = Some(to.inverse().then(&from));
    }
    Ok(())
}

/// A comment beside a solution with moves before the scramble: its form in NISS, with moves of the inverse scramble in
/// brackets, and all moves that solve the scramble itself.
pub fn with_premoves(premoves: &Algorithm, solution: &Algorithm) -> String {
    let all = solution.iter().chain(premoves.iter()).fold(Vec::new(), |mut all: Vec<Move>, &turn| {
        match all.last_mut() {
            Some(last) if (last.face, last.first, last.last) == (turn.face, turn.first, turn.last) => {
                last.quarters = (last.quarters + turn.quarters) % 4;
                if last.quarters == 0 {
                    all.pop();
                }
            }
            _ => all.push(turn),
        }
        all
    });
    let all = Algorithm::from(all);
    format!("NISS: ({}) {solution}; in all: {all} ({})", premoves.inverse(), all.len())
}

fn read(flag: &str, text: &str, notation: &NotationArgs) -> Result<Cubies, Failure> {
    let item = Item::new(1, 1, Format::Auto, text.to_owned().into_bytes());
    match item.cube(notation, false) {
        Ok(cube) => Ok(*cube.pieces().expect("a 3x3x3 is read as its pieces")),
        Err(fault) => Err(Failure::usage(format!("{flag}: {}", fault.described()))),
    }
}
