//! Positions as the search carries them: one byte, or two, for each place.
//!
//! A byte is the code of a piece in its orientation, among all that the goal tells apart. Where a byte is not enough,
//! an orbit has two *strips* of bytes: one for the pieces, one for the orientations. A move copies bytes, and adds to
//! those that it turns: codes are chosen so that an orientation more is a constant more, with a wrap around.

use super::byte_move::{ByteMove, Node, Twist};
use crate::puzzle::{Look, Position, Question, Shape, Transformation};
use thiserror::Error;

/// An error: the positions of a puzzle are larger than a search can carry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TooLarge {
    /// It has too many places.
    #[error("a position of this puzzle takes {needed} bytes, more than the {most} that a search carries")]
    Bytes {
        /// Bytes that it takes.
        needed: usize,
        /// The most possible.
        most: usize,
    },
    /// Orientations that are known modulo many divisors.
    #[error("the orientations of {orbit} are known in too many different ways for a search")]
    Orientations {
        /// The orbit's name.
        orbit: String,
    },
}

/// The encoding of positions of a question as bytes, and back.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    shape: Shape,
    strips: Vec<Strip>,
    len: usize,
}

/// The bytes of one orbit, or half of what they say.
#[derive(Clone, Debug)]
struct Strip {
    orbit: usize,
    /// The first byte.
    first: usize,
    part: Component,
    /// All looks of a place, in ascending order.
    looks: Vec<Look>,
    codes: Codes,
}

/// The part of what is seen of a piece that a strip tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    Whole,
    Piece,
    Orientation,
}

/// The codes of looks.
#[derive(Clone, Debug)]
enum Codes {
    /// Turned pieces have codes below [`STILL`]: that of an orientation is so many times `step`, plus a number of the
    /// piece. Pieces without orientations have codes from there on, unless `step` is 0: then there are no others.
    Added { step: u8, period: u8, codes: Vec<u8> },
    /// The number of the look, for pieces with several periods.
    Numbered,
}

/// Codes from here on are of pieces that no move turns, in strips where moves turn others.
const STILL: u8 = 128;

impl Component {
    /// The information of the strip; the rest is as where there is nothing to tell.
    fn of(self, look: Look) -> Look {
        match self {
            Self::Whole => look,
            Self::Piece => look.known(1),
            Self::Orientation => Look { piece: 0, ..look },
        }
    }
}

impl Codes {
    /// The codes for some looks, in ascending order; `None` if there are too many for a byte.
    fn new(looks: &[Look]) -> Option<Self> {
        let is_still = |look: &&Look| look.period == 1;
        let Some(&Look { period, .. }) = looks.iter().find(|look| !is_still(look)) else {
            let codes = (0..looks.len()).map(|number| u8::try_from(number).ok());
            return Some(Self::Added { step: 0, period: 1, codes: codes.collect::<Option<_>>()? });
        };
        if looks.iter().any(|look| look.period != 1 && look.period != period) {
            return (looks.len() <= 256).then_some(Self::Numbered);
        }
        let still = looks.iter().filter(is_still).count();
        let step = (looks.len() - still) / usize::from(period);
        // A sum before it is wrapped around is a byte, and what is wrapped around is not taken for a still piece.
        let (most, sum) = (step * usize::from(period), (2 * usize::from(period) - 1) * step);
        if most > usize::from(STILL) || sum > 256 || still > usize::from(u8::MAX - STILL) {
            return None;
        }
        let (mut turned, mut still) = (0..step, STILL..);
        let mut number = 0;
        let code = |look: &Look| {
            if look.period == 1 {
                return still.next().expect("counted above");
            }
            // The orientations of a piece follow each other.
            if look.orientation == 0 {
                number = turned.next().expect("each piece has all orientations");
            }
            (usize::from(look.orientation) * step + number) as u8
        };
        Some(Self::Added { step: step as u8, period, codes: looks.iter().map(code).collect() })
    }
}

impl Encoding {
    /// The most bytes that a search carries.
    pub const MOST_BYTES: usize = 512;

    /// The encoding of the positions of a question.
    ///
    /// # Errors
    /// If they take more bytes than a search carries.
    pub fn new(question: &Question) -> Result<Self, TooLarge> {
        let (shape, base) = (question.definition().shape.clone(), question.goal().base());
        let mut encoding = Self { strips: Vec::new(), len: 0, shape };
        for orbit in 0..encoding.shape.orbits().len() {
            let places = encoding.shape.range(orbit);
            let kinds = places.map(|place| base.look(place).kind());
            let mut seen: Vec<Look> = kinds
                .flat_map(|(piece, period)| (0..period).map(move |orientation| Look { piece, period, orientation }))
                .collect();
            seen.sort_unstable();
            seen.dedup();
            let strip = |part: Component| {
                let mut looks: Vec<Look> = seen.iter().map(|&look| part.of(look)).collect();
                looks.sort_unstable();
                looks.dedup();
                let codes = Codes::new(&looks)?;
                Some(Strip { orbit, first: 0, part, looks, codes })
            };
            let halves = || [Component::Piece, Component::Orientation].into_iter().map(strip).collect();
            let strips: Option<Vec<Strip>> = strip(Component::Whole).map_or_else(halves, |whole| Some(vec![whole]));
            let name = || encoding.shape.orbits()[orbit].name.clone();
            for strip in strips.ok_or_else(|| TooLarge::Orientations { orbit: name() })? {
                encoding.strips.push(Strip { first: encoding.len, ..strip });
                encoding.len += encoding.shape.orbits()[orbit].places;
            }
        }
        match encoding.len {
            needed if needed > Self::MOST_BYTES => Err(TooLarge::Bytes { needed, most: Self::MOST_BYTES }),
            _ => Ok(encoding),
        }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The keys of positions, if they fit.
    pub fn keys(&self) -> Option<Keys> {
        let mut numbers = Vec::new();
        let mut digits = Vec::new();
        for (number, strip) in self.strips.iter().enumerate() {
            let mut by_code = [0; 256];
            (0..strip.looks.len()).for_each(|look| by_code[usize::from(strip.code(look))] = look as u8);
            numbers.push(by_code);
            let places = self.shape.orbits()[strip.orbit].places;
            digits.extend(std::iter::repeat_n((strip.looks.len() as u16, number as u16), places));
        }
        let states = digits.iter().try_fold(1u128, |product, &(radix, _)| product.checked_mul(radix.into()))?;
        Some(Keys { digits, numbers, bits: (128 - (states - 1).leading_zeros()).max(1) })
    }

    /// The bytes of a position.
    ///
    /// # Panics
    /// If it has other pieces than the goal, or the node is too short.
    pub fn node<const N: usize>(&self, position: &Position) -> Node<N> {
        let mut node = [0; N];
        for strip in &self.strips {
            for (byte, place) in (strip.first..).zip(self.shape.range(strip.orbit)) {
                let number = strip.looks.binary_search(&strip.part.of(position.look(place)));
                node[byte] = strip.code(number.expect("the position has the pieces of the goal"));
            }
        }
        node
    }

    /// The position with these bytes.
    pub fn position<const N: usize>(&self, node: &Node<N>) -> Position {
        let places = self.shape.places();
        let mut looks = vec![Look { piece: 0, period: 1, orientation: 0 }; places];
        for strip in &self.strips {
            for (byte, place) in (strip.first..).zip(self.shape.range(strip.orbit)) {
                let is_meant = |&number: &usize| strip.code(number) == node[byte];
                let number = (0..strip.looks.len()).find(is_meant).expect("a byte is the code of a look");
                let look = strip.looks[number];
                looks[place] = match strip.part {
                    Component::Whole => look,
                    Component::Piece => Look { piece: look.piece, ..looks[place] },
                    Component::Orientation => Look { piece: looks[place].piece, ..look },
                };
            }
        }
        Position::new(&self.shape, looks).expect("it was made from a position")
    }

    /// The effect of a transformation on the bytes.
    pub fn compiled(&self, by: &Transformation) -> ByteMove {
        let mut compiled = ByteMove::default();
        for strip in &self.strips {
            let (range, first) = (self.shape.range(strip.orbit), strip.first);
            let modulus = self.shape.orbits()[strip.orbit].orientations;
            for place in range.clone() {
                let [to, from] = [place, by.source(place)].map(|place| (first + place - range.start) as u16);
                compiled.push(to, from, strip.turn(by.twist(place), modulus));
            }
        }
        compiled
    }

    /// For each rule of the question the byte of its place, and which values of it are forbidden.
    pub fn forbidden(&self, question: &Question) -> Vec<(usize, [bool; 256])> {
        let rule = |rule: &crate::puzzle::Illegal| {
            let orbit = self.shape.orbit_of(rule.place);
            let is_meant = |strip: &&Strip| strip.orbit == orbit && strip.part != Component::Orientation;
            let strip = self.strips.iter().find(is_meant).expect("each orbit has a strip that tells pieces");
            let mut is_forbidden = [false; 256];
            for (number, look) in strip.looks.iter().enumerate() {
                is_forbidden[usize::from(strip.code(number))] = rule.pieces.contains(&look.piece);
            }
            (strip.first + rule.place - self.shape.range(orbit).start, is_forbidden)
        };
        question.illegal().iter().map(rule).collect()
    }
}

impl Strip {
    /// The code of a look, given by its number.
    fn code(&self, look: usize) -> u8 {
        match &self.codes {
            Codes::Added { codes, .. } => codes[look],
            Codes::Numbered => look as u8,
        }
    }

    /// The change of codes by a change of orientation.
    fn turn(&self, twist: u8, modulus: u8) -> Twist {
        match self.codes {
            Codes::Added { step, period, .. } if twist.is_multiple_of(period) || step == 0 => Twist::None,
            Codes::Added { step, period, .. } => Twist::Added { step: twist % period * step, wrap: period * step },
            Codes::Numbered => {
                let image = |code: usize| {
                    let Some(&look) = self.looks.get(code) else { return code as u8 };
                    debug_assert!(modulus.is_multiple_of(look.period), "a period divides the number of orientations");
                    self.looks.binary_search(&look.turned(twist)).expect("all orientations are there") as u8
                };
                Twist::Mapped(Box::new(std::array::from_fn(image)))
            }
        }
    }
}

/// Keys of positions: numbers that no two of them share.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// For each byte the number of its values, and the list of their numbers.
    digits: Vec<(u16, u16)>,
    /// The numbers of codes.
    numbers: Vec<[u8; 256]>,
    bits: u32,
}

impl Keys {
    /// The number of bits of a key, at most 128.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The key of a position.
    pub fn key<const N: usize>(&self, node: &Node<N>) -> u128 {
        let digits = self.digits.iter().zip(node);
        digits.fold(0, |key, (&(radix, numbers), &code)| {
            key * u128::from(radix) + u128::from(self.numbers[usize::from(numbers)][usize::from(code)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::definition;
    use crate::puzzle::{Goal, Moves, Powers};

    /// Orientations that are known modulo each divisor of 120 have 360 values together.
    #[test]
    fn orientations_of_many_kinds_are_refused() {
        let periods: Vec<u8> = (1..=120).filter(|period| 120 % period == 0).collect();
        let places = periods.len();
        let sources: Vec<u16> = (0..places as u16).map(|place| (place + 1) % places as u16).collect();
        let ring = definition("ring", &[("A", places, 120)], &[("X", &sources, &vec![0; places])]);
        let looks = (0..).zip(periods).map(|(piece, period)| Look { piece, period, orientation: 0 });
        let base = Position::new(&ring.shape, looks).unwrap();
        let moves = Moves::of(&ring, Powers::All).unwrap();
        let question = Question::new(ring, moves, Goal::of(base)).unwrap();
        assert_eq!(Encoding::new(&question).unwrap_err(), TooLarge::Orientations { orbit: "A".to_owned() });
    }
}
