//! Cubes in all notations. Three bytes choose notation, size and options, the rest is the text.

use cubepdb::internals::{
    cube::{Cubies, MoveSequence},
    notation::{
        Format, InputError, Lowercase, MoveOptions, Parentheses, format_cube, format_of_line, format_stickers,
        parse_line, parse_moves, parse_stickers, parse_turns,
    },
    nxn::{LayerSequence, Stickers},
};
use cubepdb::{Metric, MoveKind, Size, plan::MoveSet};

/// Longer words take long to turn out, and say nothing new.
const LONGEST_WORD: usize = 2000;

/// Reads the text in every way that the first bytes ask for: no input may panic, what is accepted can be solved, and
/// what is written is read back.
pub fn run(data: &[u8]) {
    let [format, size, options, text @ ..] = data else { return };
    let format = Format::ALL[usize::from(*format) % Format::ALL.len()];
    let size = Size::new(2 + size % 6).expect("from 2 to 7");
    let options = MoveOptions {
        lowercase: [None, Some(Lowercase::Wide), Some(Lowercase::Slice), Some(Lowercase::Face)]
            [usize::from(options % 4)],
        parentheses: if options & 4 == 0 { Parentheses::Group } else { Parentheses::Niss },
    };
    let _ = format_of_line(text);
    cube(text, format, &options);
    word(text, size, &options);
    sized(text, size, format, &options);
    batch(text, format, &options);
    moves_of_sets(text, size);
}

/// A 3x3x3.
fn cube(text: &[u8], format: Format, options: &MoveOptions) {
    match parse_line(text, format, options) {
        Ok(cube) => {
            assert_eq!(cube.check_reachable(), Ok(()));
            for target in Format::ALL.into_iter().skip(2) {
                let written = format_cube(&cube, target).expect("a target");
                let read = |format| parse_line(written.as_bytes(), format, &MoveOptions::default());
                assert_eq!(read(target), Ok(cube), "{written}");
                assert_eq!(read(Format::Auto), Ok(cube), "{written}");
            }
        }
        Err(error) => check_error(&error, text),
    }
}

/// A move word, on a cube of any size.
fn word(text: &[u8], size: Size, options: &MoveOptions) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let plain = MoveOptions::default();
    if let Ok(turns) = parse_turns(text, size, options) {
        let written = LayerSequence(&turns).to_string();
        if turns.len() < LONGEST_WORD {
            assert_eq!(parse_turns(&written, size, &plain), Ok(turns), "{written}");
        }
    }
    if let Ok(moves) = parse_moves(text, options)
        && moves.len() < LONGEST_WORD
    {
        let written = MoveSequence(&moves).to_string();
        assert_eq!(parse_moves(&written, &plain), Ok(moves), "{written}");
    }
}

/// A cube of any size, as stickers.
fn sized(text: &[u8], size: Size, format: Format, options: &MoveOptions) {
    let is_long = std::str::from_utf8(text)
        .is_ok_and(|text| parse_turns(text, size, options).is_ok_and(|turns| turns.len() >= LONGEST_WORD));
    if is_long {
        return;
    }
    match parse_stickers(text, size, format, options) {
        Ok(cube) => check_stickers(&cube),
        Err(error) => check_error(&error, text),
    }
}

/// Checks that a cube written in face letters is read as it is. Facelets of the 3x3x3 are read with the centres in
/// their places, so a cube that is held in another way is first turned as a whole.
fn check_stickers(cube: &Stickers) {
    let turned = (cube.size() == Size::THREE).then(|| cube.in_normal_frame(true).expect("six centres"));
    let cube = turned.as_ref().unwrap_or(cube);
    let written = format_stickers(cube);
    for format in [Format::Facelets, Format::Auto] {
        let again = parse_stickers(written.as_bytes(), cube.size(), format, &MoveOptions::default());
        assert_eq!(again.as_ref(), Ok(cube), "{written}");
    }
}

/// The lines of a file, each a cube, and their place in it.
fn batch(text: &[u8], format: Format, options: &MoveOptions) {
    let mut cubes: Vec<Cubies> = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate().take(50) {
        match parse_line(line, format, options) {
            Ok(cube) => cubes.push(cube),
            Err(error) => check_error(&error.below(number), line),
        }
    }
    let written: Vec<String> = cubes.iter().map(|cube| format_cube(cube, Format::Nissy).expect("a target")).collect();
    let read = |line: &String| parse_line(line.as_bytes(), Format::Auto, &MoveOptions::default());
    assert_eq!(written.iter().map(read).collect::<Result<Vec<_>, _>>(), Ok(cubes));
}

/// Moves of a set, drawn by the text.
fn moves_of_sets(text: &[u8], size: Size) {
    let seed = text.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    for kind in [MoveKind::Slices, MoveKind::Wca] {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let set = MoveSet { size, kind, metric };
            let word = set.random_sequence(8, &mut fastrand::Rng::with_seed(seed));
            let written = LayerSequence(&word).to_string();
            assert_eq!(parse_turns(&written, size, &MoveOptions::default()).as_ref(), Ok(&word), "{written}");
            check_stickers(&Stickers::after(size, &word));
        }
    }
}

/// An error can be shown on a terminal.
fn check_error(error: &InputError, text: &[u8]) {
    let shown = format!("{error}{}{:?}{:?}", error.code(), error.place(), error.caret(text));
    assert!(!error.code().is_empty() && !shown.chars().any(char::is_control), "{shown:?}");
}
