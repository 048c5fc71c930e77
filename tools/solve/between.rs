//! From one cube to another: `--from` and `--to` without a question that only a puzzle by its definition answers,
//! `--inverse`, and `--premoves`.

use crate::args::SolveArgs;
use crate::before::{Before, End};
use crate::common::exit::Failure;
use crate::flags::NotationArgs;
use crate::input::{Item, options};
use crate::output::OutputFormat;
use cubepdb::internals::{notation::is_moves, nxn::Stickers};
use cubepdb::{Algorithm, Cube, Format, Metric, Move, Size};

/// Reads both ends. The way from one to the other stands before every cube from then on; `--from` alone is a cube. The
/// inverse is that of every cube.
///
/// # Errors
/// If one of them is no cube.
pub fn place(args: &mut SolveArgs) -> Result<(), Failure> {
    if args.inverse && !(args.is_3x3x3() && args.kind().is_none()) {
        return Err(Failure::usage("--inverse is for cubes of size 3"));
    }
    if let Some(premoves) = &args.premoves {
        if !args.is_3x3x3() {
            return Err(Failure::usage("--premoves is for cubes of size 3"));
        }
        if args.output != OutputFormat::Text {
            return Err(Failure::usage("--premoves is for --output text: records are about the scramble itself"));
        }
        if premoves.iter().any(|by| (by.first, by.last) != (1, 1)) {
            return Err(Failure::usage("--premoves has turns of the six faces"));
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
        cubes.notation.before = Some(Before::new(ends.map(Option::unwrap_or_default))?);
    }
    Ok(())
}

/// The start whose moves are those of another one backwards, each undone, in the same hold; what is no cube stays. That
/// hold is the one that the centres have in the end or, if the question's moves move these, its rotations alone.
pub fn inverse_of(text: &str, moves_centres: bool) -> String {
    if let Some(moves) = text.parse::<Algorithm>().ok().filter(|_| is_moves(text)) {
        let is_rotation = |by: &&Move| by.is_rotation(Size::THREE);
        let hold: Vec<Move> = match moves_centres {
            true => moves.iter().filter(is_rotation).copied().collect(),
            false => hold_after(&moves),
        };
        let name = |by: &Move| if by.is_rotation(Size::THREE) { by.rotation_name() } else { by.to_string() };
        return moves.inverse().iter().chain(&hold).map(name).collect::<Vec<_>>().join(" ");
    }
    let inverse = text.parse::<Cube>().ok().and_then(|cube| cube.inverse());
    inverse.and_then(|cube| cube.format(Format::Facelets).ok()).unwrap_or_else(|| text.to_owned())
}

/// Rotations that bring the centres where some moves bring them.
fn hold_after(moves: &Algorithm) -> Vec<Move> {
    let centres = |moves: &[Move]| Stickers::after(Size::THREE, moves).centres();
    let wanted = centres(&moves.iter().copied().collect::<Vec<_>>());
    let turns = |face: u8| (0..4).map(move |quarters| Move::new(face, 1, 3, quarters));
    // A face comes to the front by a turn about R or about U, and any side of it up by a turn about F.
    let first = turns(1).chain(turns(0));
    let mut all = first.flat_map(|one| turns(2).map(move |other| vec![one, other]));
    let mut hold = all.find(|hold| centres(hold) == wanted).expect("some rotations do");
    hold.retain(|by| by.quarters > 0);
    hold
}

/// A comment beside a solution with moves before the scramble: its form in NISS, with moves of the inverse scramble in
/// brackets. Where the whole cube is solved, all moves that solve the scramble itself follow.
///
/// Towards another goal, some are missing between the two parts.
pub fn with_premoves(premoves: &Algorithm, solution: &Algorithm, metric: Metric, is_whole: bool) -> String {
    let niss = format!("NISS: ({}) {solution}", premoves.inverse()).trim_end().to_owned();
    if !is_whole {
        return niss;
    }
    let all = solution.iter().chain(premoves.iter()).fold(Vec::new(), |mut all: Vec<Move>, &turn| {
        // Turns about one axis are in any order.
        let begin = all.iter().rposition(|other| other.face % 3 != turn.face % 3).map_or(0, |at| at + 1);
        let is_same = |other: &Move| (other.face, other.first, other.last) == (turn.face, turn.first, turn.last);
        match all[begin..].iter().position(is_same) {
            Some(at) => {
                let merged = &mut all[begin + at].quarters;
                *merged = (*merged + turn.quarters) % 4;
                all.retain(|turn| turn.quarters > 0);
            }
            None => all.push(turn),
        }
        all
    });
    let all = Algorithm::from(all);
    format!("{niss}; in all: {all} ({})", all.length(metric))
}

fn read(flag: &str, text: &str, notation: &NotationArgs) -> Result<End, Failure> {
    let item = Item::new(1, 1, Format::Auto, text.to_owned().into_bytes());
    let faces = item.typed(notation).and_then(|typed| typed.faces());
    match item.cube(notation, false) {
        Ok(cube) => {
            let cube = *cube.pieces().expect("a 3x3x3 is read as its pieces");
            if flag == "--to" {
                item.explain_end(notation)
            } else {
                item.explain_moves(notation)
            }
            Ok(End { cube, moves: item.turns(&options(notation)), faces })
        }
        Err(fault) => Err(Failure::usage(format!("{flag}: {}", fault.described()))),
    }
}
