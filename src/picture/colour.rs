//! Colours of stickers.

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

/// The colours of the faces `U R F D L B` of the solved cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette(pub [Rgb; 6]);

impl Palette {
    /// White above, green in front, red on the right: the scheme of most cubes.
    pub const USUAL: Self = Self([
        Rgb(252, 252, 252),
        Rgb(200, 16, 46),
        Rgb(0, 160, 45),
        Rgb(255, 213, 0),
        Rgb(255, 121, 0),
        Rgb(13, 80, 190),
    ]);

    /// The colour of a sticker.
    ///
    /// # Panics
    /// If there is no such face.
    pub const fn of(&self, face: u8) -> Rgb {
        self.0[face as usize]
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
        let mut numbers = Palette::USUAL.0.map(Rgb::terminal_number).to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 6);
    }

    #[test]
    fn letters_can_be_read() {
        let inks = Palette::USUAL.0.map(Rgb::ink);
        assert_eq!(inks, [Rgb::BLACK, Rgb::WHITE, Rgb::WHITE, Rgb::BLACK, Rgb::BLACK, Rgb::WHITE]);
    }
}
