//! The unfolded cube as lines of text.

use super::colour::Paint;
use super::typed::numbered;
use super::{Palette, Rgb};
use crate::notation::{Cube, TypedStickers};
use crate::nxn::Size;
use std::ops::Range;

/// The colour support of a terminal. Every cell shows the letter of its face, whatever the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalColours {
    /// Letters alone.
    None,
    /// 256 colours.
    Indexed,
    /// 24 bits a colour.
    True,
}

/// The faces of each band of the net, from the left; bands of one face stand above or below F.
const BANDS: [&[Option<u8>]; 3] = [&[None, Some(0)], &[Some(4), Some(2), Some(1), Some(5)], &[None, Some(3)]];

/// The unfolded cube: `U` above `L F R B` above `D`, two columns for each sticker, one between faces. `3n` lines
/// without blanks at their ends, joined by line feeds, none behind the last one.
pub fn terminal(cube: &Cube, palette: &Palette, colours: TerminalColours) -> String {
    let stickers = cube.stickers();
    net(stickers.size(), stickers.colours(), &[], &palette.paints(), colours)
}

/// The same for a cube as it was typed: wrong stickers have a `!` behind their letter.
pub fn terminal_typed(typed: &TypedStickers, colours: TerminalColours) -> String {
    let (numbers, paints) = numbered(typed);
    net(typed.size, &numbers, &typed.wrong, &paints, colours)
}

fn net(size: Size, stickers: &[u8], wrong: &[usize], paints: &[Paint], colours: TerminalColours) -> String {
    let n = usize::from(size.layers());
    let rows = BANDS.iter().flat_map(|band| (0..n).map(move |row| (band, row)));
    let lines: Vec<String> = rows
        .map(|(band, row)| {
            let faces: Vec<String> = band
                .iter()
                .map(|face| match face {
                    None => " ".repeat(2 * n),
                    Some(face) => {
                        let first = usize::from(*face) * n * n + row * n;
                        cells(first..first + n, stickers, wrong, paints, colours)
                    }
                })
                .collect();
            faces.join(" ").trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

/// Writes one row of a face; neighbours of one colour share its escape sequence.
fn cells(row: Range<usize>, stickers: &[u8], wrong: &[usize], paints: &[Paint], colours: TerminalColours) -> String {
    let mut text = String::new();
    let places: Vec<usize> = row.collect();
    for run in places.chunk_by(|&a, &b| stickers[a] == stickers[b]) {
        let Paint { colour, letter } = paints[usize::from(stickers[run[0]])];
        let cell = |place| [letter, if wrong.contains(place) { '!' } else { ' ' }];
        let letters: String = run.iter().flat_map(cell).collect();
        match colours {
            TerminalColours::None => text += &letters,
            TerminalColours::Indexed => {
                let [ground, ink] = [colour, colour.ink()].map(Rgb::terminal_number);
                text += &format!("\u{1b}[48;5;{ground};38;5;{ink}m{letters}\u{1b}[0m");
            }
            TerminalColours::True => {
                let (Rgb(r, g, b), Rgb(ir, ig, ib)) = (colour, colour.ink());
                text += &format!("\u{1b}[48;2;{r};{g};{b};38;2;{ir};{ig};{ib}m{letters}\u{1b}[0m");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{Move, Size, Stickers};

    fn shown(cube: &Stickers, colours: TerminalColours) -> String {
        terminal(&cube.clone().into(), &Palette::USUAL, colours)
    }

    #[test]
    fn letters_of_a_2x2x2() {
        let cube = Stickers::after(Size::TWO, &[Move::outer(1, 1)]);
        let lines = ["     U F", "     U F", "L L  F D  R R  U B", "L L  F D  R R  U B", "     D B", "     D B"];
        assert_eq!(shown(&cube, TerminalColours::None), lines.join("\n"));
    }

    /// Removes escape sequences.
    fn plain(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
    }

    #[test]
    fn colours_change_nothing_but_the_colours() {
        for size in Size::all() {
            let cube = Stickers::after(size, &[Move::outer(1, 1), Move::new(0, 1, size.layers() / 2, 3)]);
            let letters = shown(&cube, TerminalColours::None);
            assert_eq!(letters.lines().count(), 3 * usize::from(size.layers()));
            assert_eq!(letters.chars().filter(|c| c.is_alphabetic()).count(), size.facelets());
            for colours in [TerminalColours::Indexed, TerminalColours::True] {
                let stripped = plain(&shown(&cube, colours));
                let lines: Vec<&str> = stripped.lines().map(str::trim_end).collect();
                assert_eq!(lines.join("\n"), letters);
            }
        }
    }

    #[test]
    fn escape_sequences_name_the_colours() {
        let solved = Stickers::solved(Size::TWO);
        let first = |colours| shown(&solved, colours).lines().next().unwrap().to_owned();
        assert_eq!(first(TerminalColours::True), "     \u{1b}[48;2;252;252;252;38;2;0;0;0mU U \u{1b}[0m");
        assert_eq!(first(TerminalColours::Indexed), "     \u{1b}[48;5;231;38;5;16mU U \u{1b}[0m");
    }
}
