//! From one cube to another: `--from` and `--to` without a question that only a puzzle by its definition answers, and
//! `--inverse`.

use crate::args::SolveArgs;
use crate::common::exit::Failure;
use crate::flags::NotationArgs;
use crate::input::Item;
use cubepdb::internals::cube::Cubies;
use cubepdb::{Format, Size};

/// Reads both ends. The way from one to the other stands before every cube from then on; `--from` alone is a cube. The
/// inverse is that of every cube.
///
/// # Errors
/// If one of them is no cube.
pub fn place(args: &mut SolveArgs) -> Result<(), Failure> {
    if args.inverse && (args.asks_question() || args.kind().is_some() || args.cubes.notation.size != Size::THREE) {
        return Err(Failure::usage("--inverse is for whole cubes of size 3"));
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

fn read(flag: &str, text: &str, notation: &NotationArgs) -> Result<Cubies, Failure> {
    let item = Item::new(1, 1, Format::Auto, text.to_owned().into_bytes());
    match item.cube(notation, false) {
        Ok(cube) => Ok(*cube.pieces().expect("a 3x3x3 is read as its pieces")),
        Err(fault) => Err(Failure::usage(format!("{flag}: {}", fault.described()))),
    }
}
