//! Colours of stickers.

use crate::cube::geometry::FACE_LETTERS;

/// Red, green and blue, 0 to 255 each, as in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The channel values of the 6x6x6 colour cube of a 256-colour terminal.
const TERMINAL_STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Rgb {
    /// The ink on light colours.
    pub const BLACK: Self = Self(0, 0, 0);
    /// The ink on dark colours.
    pub const WHITE: Self = Self(255, 255, 255);

    /// The colour of stickers that have none that is known.
    const UNKNOWN: Self = Self(150, 150, 155);

    /// The colour that a letter stands for: that of a face, of a colour (`W` is white), or the small initial of pink,
    /// grey or brown. The faces R and B are red and blue.
    const fn of_letter(letter: char) -> Self {
        match letter {
            'U' | 'W' => Self(252, 252, 252),
            'R' => Self(200, 16, 46),
            'F' | 'G' => Self(0, 160, 45),
            'D' | 'Y' => Self(255, 213, 0),
            'L' | 'O' => Self(255, 121, 0),
            'B' => Self(13, 80, 190),
            'K' => Self(30, 30, 30),
            'P' => Self(120, 40, 150),
            'p' => Self(245, 130, 190),
            'g' => Self(130, 130, 130),
            'b' => Self(115, 70, 30),
            _ => Self::UNKNOWN,
        }
    }

    /// Black or white, whichever is easier to read on this colour: by the luma of ITU-R BT.601.
    pub const fn ink(self) -> Self {
        let Self(red, green, blue) = self;
        let luma = 299 * red as u32 + 587 * green as u32 + 114 * blue as u32;
        if luma >= 128_000 { Self::BLACK } else { Self::WHITE }
    }

    /// The number of the nearest of the 216 colours that every terminal of 256 colours has.
    pub fn terminal_number(self) -> u8 {
        let step = |channel: u8| {
            let distance = |&i: &u8| TERMINAL_STEPS[usize::from(i)].abs_diff(channel);
            (0..6).min_by_key(distance).unwrap_or(0)
        };
        16 + 36 * step(self.0) + 6 * step(self.1) + step(self.2)
    }
}

/// The colours of the faces `U R F D L B` of the solved cube, and the letters that stand for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The colours.
    pub colours: [Rgb; 6],
    /// The letters on stickers of these colours.
    pub letters: [char; 6],
}

impl Palette {
    /// White above, green in front, red on the right: the scheme of most cubes.
    pub const USUAL: Self = Self::of_letters(FACE_LETTERS);

    /// The colours with these letters: those of faces, which have the usual colours, or those of colours (`W` is
    /// white).
    pub const fn of_letters(letters: [char; 6]) -> Self {
        let mut colours = [Rgb::UNKNOWN; 6];
        let mut face = 0;
        while face < 6 {
            colours[face] = Rgb::of_letter(letters[face]);
            face += 1;
        }
        Self { colours, letters }
    }

    /// The paint of the stickers of each colour.
    pub(super) fn paints(&self) -> Vec<Paint> {
        self.colours.into_iter().zip(self.letters).map(|(colour, letter)| Paint { colour, letter }).collect()
    }
}

/// The appearance of a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    pub colour: Rgb,
    pub letter: char,
}

impl Paint {
    /// The paint with a letter.
    pub const fn of_letter(letter: char) -> Self {
        Self { colour: Rgb::of_letter(letter), letter }
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_216() {
        assert_eq!(
            [Rgb::BLACK, Rgb::WHITE, Rgb(255, 135, 0), Rgb(40, 100, 190)].map(Rgb::terminal_number),
            [16, 231, 208, 16 + 6 + 3]
        );
    }

    #[test]
    fn faces_stay_different_on_a_terminal_of_256() {
        let mut numbers = Palette::USUAL.colours.map(Rgb::terminal_number).to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 6);
    }

    #[test]
    fn letters_can_be_read() {
        let inks = Palette::USUAL.colours.map(Rgb::ink);
        assert_eq!(inks, [Rgb::BLACK, Rgb::WHITE, Rgb::WHITE, Rgb::BLACK, Rgb::BLACK, Rgb::WHITE]);
    }
}
