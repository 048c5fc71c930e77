//! The entry point for cubes in any notation, with the limits that untrusted input needs.

use super::detect::{detect, detect_sized, looks_like_rows};
use super::exported::read_exported;
use super::facelets::read_facelets;
use super::faces::{facelets_of_faces, has_other_symbols, looks_like_a_face};
use super::layout::{JOINTS, number_of_symbols};
use super::nxn::read_sticker_facelets;
use super::partial::{PartialCube, PartialError};
use super::piece_file::looks_like_a_piece;
use super::pieces::face_of;
use super::place::Place;
use super::text::{without_quotes, without_selectors};
use super::{
    ColourError, FaceletError, Format, MoveError, MoveOptions, NissyError, ReidError, facelet_faces, parse_colours,
    parse_facelets, parse_moves, parse_nissy, parse_pieces, parse_reid, parse_sticker_facelets, parse_turns,
};
use crate::cube::Cubies;
use crate::nxn::{Size, Stickers};
use crate::text::strip_bom;
use crate::text::{TextPosition, blank_remarks};
use std::borrow::Cow;
use thiserror::Error;

/// The longest input accepted; longer input is rejected unread.
pub const MAX_INPUT_BYTES: usize = 64 << 10;

/// The reason why an input is not a solvable cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// More than [`MAX_INPUT_BYTES`].
    #[error("the input is longer than the {MAX_INPUT_BYTES} bytes that one cube may take")]
    TooLong,
    /// Bytes that are not UTF-8.
    #[error("the input is not valid UTF-8 text ({at})")]
    InvalidUtf8 {
        /// The first character that cannot be read.
        at: TextPosition,
    },
    /// A control character other than a tab or the end of a line.
    #[error("the input has the control character U+{code:04X} in it ({at})")]
    ControlCharacter {
        /// Its code point.
        code: u32,
        /// Its position.
        at: TextPosition,
    },
    /// An error in a move sequence.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// An error in the facelets.
    #[error(transparent)]
    Facelets(#[from] FaceletError),
    /// A notation that only the 3x3x3 has.
    #[error(
        "a {size} cube is written as moves, as facelets of any six letters, or in colours; `{format}` is for the 3x3x3"
    )]
    NotForSize {
        /// The cube.
        size: Size,
        /// The requested notation.
        format: Format,
    },
    /// An error in the cube in Reid's notation.
    #[error(transparent)]
    Reid(#[from] ReidError),
    /// An error in the cube in nissy's form.
    #[error(transparent)]
    Nissy(#[from] NissyError),
    /// An error in the cube in colours.
    #[error(transparent)]
    Colours(#[from] ColourError),
    /// Facelets of which some are unknown, with something wrong.
    #[error(transparent)]
    Partial(#[from] PartialError),
    /// Facelets of which some are unknown, where a whole cube is needed.
    #[error(
        "some stickers of this cube are unknown: `solve` with this cube as its only argument, or with a --goal about known pieces, solves it as far as it is known"
    )]
    NotWhole,
    /// Stickers of a cube that is held in another way than one that it is compared with.
    #[error(
        "this cube is held in another way than the other one: turn one of them as a whole until their centres are alike"
    )]
    OtherHold,
}

impl InputError {
    /// Stable name of the class of error, for scripts.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "input-too-long",
            Self::InvalidUtf8 { .. } => "invalid-utf8",
            Self::ControlCharacter { .. } => "control-character",
            Self::Moves(error) => error.code(),
            Self::Facelets(error) => error.code(),
            Self::NotForSize { .. } => "not-for-size",
            Self::Reid(error) => error.code(),
            Self::Nissy(error) => error.code(),
            Self::Colours(error) => error.code(),
            Self::Partial(error) => error.code(),
            Self::NotWhole => "unknown-stickers",
            Self::OtherHold => "centre-orientation",
        }
    }

    /// The position of the error, if it has one.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::TooLong | Self::NotForSize { .. } | Self::NotWhole | Self::OtherHold => None,
            Self::InvalidUtf8 { at } | Self::ControlCharacter { at, .. } => Some(Place::Text(*at)),
            Self::Moves(error) => Some(Place::Text(error.at())),
            Self::Facelets(error) => error.place(),
            Self::Reid(error) => error.place(),
            Self::Nissy(error) => error.place(),
            Self::Colours(error) => error.place(),
            Self::Partial(error) => error.place(),
        }
    }

    /// The same error for a text that stands below `lines` other lines of a file.
    #[must_use]
    pub fn below(mut self, lines: usize) -> Self {
        match &mut self {
            Self::InvalidUtf8 { at } | Self::ControlCharacter { at, .. } => at.line += lines,
            Self::Colours(error) => error.move_below(lines),
            Self::Facelets(FaceletError::UnknownSymbol { at, .. }) => at.line += lines,
            _ => {}
        }
        self
    }

    /// The line of `input` with the error, and a caret below it, as [`Place::caret`] makes them.
    pub fn caret(&self, input: impl AsRef<[u8]>) -> Option<String> {
        self.place()?.caret(input)
    }
}

/// Reads a cube from a text of one or more lines. `options` apply to move sequences only.
///
/// A leading byte order mark is ignored, and so are comments (`//` anywhere, `#` at the start of a line or after a
/// blank). A text without anything else is the solved cube, unless the format is facelets or pieces.
///
/// # Errors
/// The first error in the text. A cube that cannot be solved is an error.
pub fn parse_cube(text: &str, format: Format, options: &MoveOptions) -> Result<Cubies, InputError> {
    let text = code_of(text)?;
    if matches!(format, Format::Auto | Format::Facelets)
        && let Some(partial) = PartialCube::read(&text)
    {
        return Err(partial.map_or_else(InputError::from, |_| InputError::NotWhole));
    }
    let format = if format == Format::Auto { detect(&text) } else { format };
    Ok(match format {
        Format::Auto | Format::Moves => Cubies::after(&read_exported(&text, |text| parse_moves(text, options))?),
        Format::Facelets => parse_facelets(&text)?,
        Format::Reid => parse_reid(&text.replace(JOINTS, " "))?,
        Format::Nissy => parse_nissy(&text)?,
        Format::Pieces => parse_pieces(&text)?,
        Format::Colours => parse_colours(&text).map_err(InputError::from).or_else(|error| by_symbols(&text, error))?,
    })
}

/// Returns whether [`parse_cube`] reads a text as moves if nothing is said about its format: letters of stickers may be
/// moves, too.
pub fn is_moves(text: &str) -> bool {
    code_of(text).is_ok_and(|text| PartialCube::read(&text).is_none() && detect(&text) == Format::Moves)
}

/// Reads labelled faces whose stickers are no colours, but any other six symbols.
fn by_symbols(text: &str, error: InputError) -> Result<Cubies, InputError> {
    if has_other_symbols(text) { Ok(read_facelets(&facelets_of_faces(text, Size::THREE)?)?) } else { Err(error) }
}

/// The text without byte order mark, remarks, variation selectors, and quotes around it that the shell did not take
/// for quotes.
pub(super) fn code_of(text: &str) -> Result<Cow<'_, str>, InputError> {
    if text.len() > MAX_INPUT_BYTES {
        return Err(InputError::TooLong);
    }
    let text = strip_bom(text);
    check_characters(text)?;
    Ok(without_quotes(without_selectors(blank_remarks(text))))
}

/// Reads a cube of any size from the bytes of a file, as moves or facelets; a 3x3x3 in any notation. Text that holds
/// nothing but comments is the solved cube.
///
/// # Errors
/// The first error in the text. A cube that cannot be solved is an error.
pub fn parse_stickers(line: &[u8], size: Size, format: Format, options: &MoveOptions) -> Result<Stickers, InputError> {
    let text = code_of(text_of(line)?)?;
    let format = match format {
        Format::Auto => detect_sized(&text, size),
        format => format,
    };
    match format {
        Format::Moves => Ok(Stickers::after(size, &read_exported(&text, |text| parse_turns(text, size, options))?)),
        Format::Facelets => Ok(parse_sticker_facelets(&text, size)?),
        Format::Colours if size != Size::THREE => Ok(read_sticker_facelets(&facelets_of_faces(&text, size)?, size)?),
        _ if size == Size::THREE => {
            Ok(Stickers::new(size, facelet_faces(&parse_cube(&text, format, options)?).to_vec()))
        }
        _ => Err(InputError::NotForSize { size, format }),
    }
}

/// [`parse_cube`] for the bytes of a file, with or without a line end.
///
/// # Errors
/// As [`parse_cube`], and for bytes that are not UTF-8.
pub fn parse_line(line: &[u8], format: Format, options: &MoveOptions) -> Result<Cubies, InputError> {
    parse_cube(text_of(line)?, format, options)
}

/// The bytes as text, if there are not too many.
pub(super) fn text_of(line: &[u8]) -> Result<&str, InputError> {
    if line.len() > MAX_INPUT_BYTES {
        return Err(InputError::TooLong);
    }
    std::str::from_utf8(line).map_err(|error| {
        let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
        let at = strip_bom(&valid).chars().fold(TextPosition::START, TextPosition::after);
        InputError::InvalidUtf8 { at }
    })
}

/// The format of a cube over several lines with which a file begins, if it does; none if each line is a cube of its
/// own. `lines` are the first ones, up to a blank line, without comments.
pub fn format_of_lines(lines: &[&[u8]], size: Size) -> Option<Format> {
    lines.first().and_then(|line| format_of_line(line)).or_else(|| {
        let mut symbols = 0;
        let of_one_cube = lines.iter().take_while(|line| {
            let is_needed = symbols < size.facelets();
            symbols += str::from_utf8(line).map_or(0, number_of_symbols);
            is_needed
        });
        let text = String::from_utf8(of_one_cube.copied().collect::<Vec<_>>().join(&b'\n')).ok()?;
        let text = code_of(&text).ok()?;
        looks_like_rows(&text, size).then_some(Format::Facelets)
    })
}

/// Returns whether some lines have all stickers of a cube.
pub fn is_all_stickers(lines: &[u8], size: Size) -> bool {
    let text = str::from_utf8(lines).ok().and_then(|text| code_of(text).ok());
    text.is_some_and(|text| number_of_symbols(&text) >= size.facelets())
}

/// Returns whether a line of moves might as well be a row or a face of a cube: letters of faces without signs, as many
/// as these have.
pub fn looks_like_a_row(line: &[u8], size: Size) -> bool {
    let text = str::from_utf8(line).ok().and_then(|text| code_of(text).ok());
    let rows = usize::from(size.layers());
    text.is_some_and(|text| {
        [rows, 4 * rows, size.per_face()].contains(&number_of_symbols(&text))
            && text.chars().all(|c| c.is_whitespace() || face_of(c.to_ascii_uppercase()).is_some())
    })
}

/// The multi-line format of which `line` looks like a part, if any; none for a line that holds a whole cube of that
/// format.
pub fn format_of_line(line: &[u8]) -> Option<Format> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.len() <= 200)?;
    let line = strip_bom(text);
    match () {
        () if detect(line).takes_lines() => None,
        () if looks_like_a_face(line) => Some(Format::Colours),
        () if looks_like_a_piece(line) => Some(Format::Pieces),
        () => None,
    }
}

fn check_characters(text: &str) -> Result<(), InputError> {
    let mut at = TextPosition::START;
    for c in text.chars() {
        if c.is_control() && !matches!(c, '\t' | '\n' | '\r') {
            return Err(InputError::ControlCharacter { code: u32::from(c), at });
        }
        at = at.after(c);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{format_cube, random_cube};
    use super::*;
    use crate::effort::is_due;
    use proptest::prelude::*;

    fn auto(text: &str) -> Result<Cubies, InputError> {
        parse_cube(text, Format::Auto, &MoveOptions::default())
    }

    fn bytes(line: &[u8]) -> Result<Cubies, InputError> {
        parse_line(line, Format::Auto, &MoveOptions::default())
    }

    #[test]
    fn nothing_but_comments_is_the_solved_cube() {
        for text in ["", " \t\r\n", "\u{feff}", "# note", "// note\r\n", "_ .", "\u{feff}# note\n// note"] {
            assert_eq!(auto(text), Ok(Cubies::SOLVED), "{text:?}");
            assert_eq!(parse_cube(text, Format::Moves, &MoveOptions::default()), Ok(Cubies::SOLVED));
        }
        let facelets = parse_cube("", Format::Facelets, &MoveOptions::default());
        assert_eq!(facelets.unwrap_err().code(), "facelet-count");
    }

    #[test]
    fn all_notations_of_a_cube_agree() {
        let cube = auto("R U R' U'").unwrap();
        for text in [
            "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB // note",
            "\u{feff}UULUUFUUF RRUBRRURR FFDFFUFFF DDRDDDDDD BLLLLLLLL BRRBBBBBB\r\n",
            "WFCDERQH=AECDIFGHBJKL=A",
            "# note\nRUR'U'",
            "[R,U]",
        ] {
            assert_eq!(auto(text).as_ref(), Ok(&cube), "{text}");
            assert_eq!(bytes(text.as_bytes()).as_ref(), Ok(&cube), "{text}");
        }
    }

    #[test]
    fn hostile_bytes_have_their_own_class() {
        let error = |line: &[u8]| {
            let error = bytes(line).unwrap_err();
            (error.code(), error.place())
        };
        let column = |column| Some(Place::Text(TextPosition { line: 1, column }));
        assert_eq!(error(b"R U\0"), ("control-character", column(4)));
        assert_eq!(error(b"R // \x1b[31m"), ("control-character", column(6)));
        assert_eq!(error("\u{feff}’\u{85}".as_bytes()), ("control-character", column(2)));
        assert_eq!(error(b"R\xe2\x80\x99 U \xff"), ("invalid-utf8", column(6)));
        assert_eq!(error(b"\xef\xbb\xbfR \xe2\x80"), ("invalid-utf8", column(3)));
        assert_eq!(error(&vec![b'R'; MAX_INPUT_BYTES + 1]), ("input-too-long", None));
        assert_eq!(error(&vec![0xff; MAX_INPUT_BYTES + 1]), ("input-too-long", None));
        assert!(bytes(&b"R ".repeat(MAX_INPUT_BYTES / 2)).is_ok());
        assert!(bytes(&vec![b'('; MAX_INPUT_BYTES]).is_err());
    }

    #[test]
    fn errors_point_at_the_column() {
        let input = "R U2 Q F";
        let error = auto(input).unwrap_err();
        assert_eq!(error.to_string(), "`Q` is not a move (column 6)");
        assert_eq!(error.caret(input).unwrap(), "R U2 Q F\n     ^");
        let input = b"R \x1b[2J";
        assert_eq!(bytes(input).unwrap_err().caret(input).unwrap(), "R \\u{1b}[2J\n  ^");
        let input = "UU";
        let error = parse_cube(input, Format::Facelets, &MoveOptions::default()).unwrap_err();
        assert_eq!(error.caret(input), None);
    }

    #[test]
    fn a_state_with_a_slip_is_no_move_sequence() {
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        assert_eq!(auto(&solved[1..]).unwrap_err().code(), "facelet-count");
        assert_eq!(auto(&solved.replacen("UR", "RR", 1)).unwrap_err().code(), "colour-count");
        assert_eq!(auto(&solved.replacen("UU", "U2", 1)).unwrap_err().code(), "unknown-symbol");
    }

    proptest! {
        #[test]
        fn every_target_is_read_back(seed: u64) {
            let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
            // Moves have to be searched for: in the short tier, some are.
            let tried = |format: &Format| *format != Format::Moves || is_due(seed as usize, 4);
            for format in Format::ALL.into_iter().skip(1).filter(tried) {
                let text = format_cube(&cube, format).unwrap();
                prop_assert_eq!(auto(&text), Ok(cube));
                prop_assert_eq!(parse_cube(&text, format, &MoveOptions::default()), Ok(cube));
            }
        }

        #[test]
        fn no_bytes_panic(line in prop::collection::vec(any::<u8>(), 0..200)) {
            for format in Format::ALL {
                if let Err(error) = parse_line(&line, format, &MoveOptions::default()) {
                    let shown = format!("{error}{:?}", error.caret(&line));
                    prop_assert_eq!(shown.chars().find(|c| c.is_control()), None);
                }
            }
        }

        #[test]
        fn what_is_accepted_can_be_solved(text in "[URFDLB' 23]{0,60}") {
            if let Ok(cube) = auto(&text) {
                prop_assert_eq!(cube.check_reachable(), Ok(()));
            }
        }
    }
}
