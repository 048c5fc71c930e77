//! Pictures of cubes as they were typed, with crosses on wrong stickers.

use super::colour::Paint;
use crate::notation::TypedStickers;

/// The number of the colour of each sticker, and what these colours look like.
pub(super) fn numbered(typed: &TypedStickers) -> (Vec<u8>, Vec<Paint>) {
    let mut letters = typed.letters.clone();
    letters.sort_unstable();
    letters.dedup();
    let number = |letter| letters.iter().position(|known| known == letter).unwrap_or(0) as u8;
    (typed.letters.iter().map(number).collect(), letters.iter().copied().map(Paint::of_letter).collect())
}
