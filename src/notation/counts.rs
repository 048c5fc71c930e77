//! Colours that do not occur as often as they should.

use super::pieces::PieceError;
use std::fmt;

/// Colours with too many stickers or too few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourCounts {
    /// The colours as they are shown, with the numbers of their stickers.
    pub colours: Vec<(String, usize)>,
    /// The number of stickers of a face.
    pub wanted: usize,
    /// The faults of the pieces, if the faces of the colours are known.
    pub pieces: Vec<PieceError>,
}

impl ColourCounts {
    /// The colours that do not occur `wanted` times, those with too many stickers first.
    pub(super) fn new(colours: impl IntoIterator<Item = (String, usize)>, wanted: usize) -> Option<Self> {
        let mut colours: Vec<_> = colours.into_iter().filter(|(_, found)| *found != wanted).collect();
        colours.sort_by_key(|(_, found)| std::cmp::Reverse(*found));
        (!colours.is_empty()).then_some(Self { colours, wanted, pieces: Vec::new() })
    }
}

impl fmt::Display for ColourCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = self.wanted;
        for (i, (colour, found)) in self.colours.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if i + 1 == self.colours.len() => " and ",
                _ => ", ",
            };
            let [by, how] = if *found > wanted { [found - wanted, 0] } else { [wanted - found, 1] };
            write!(f, "{before}{colour} occurs {found} times ({by} too {})", ["many", "few"][how])?;
        }
        write!(f, ", but each colour has {wanted} stickers")?;
        match &self.pieces[..] {
            [] => Ok(()),
            [piece] => write!(f, "; {piece}"),
            [piece, others @ ..] => {
                let pieces = if others.len() == 1 { "piece does" } else { "pieces do" };
                write!(f, "; {piece}; {} more {pieces} not exist", others.len())
            }
        }
    }
}
