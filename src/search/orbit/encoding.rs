//! Positions as the search carries them: one byte, or two, for each place.
//!
//! A byte is the number of a piece in its orientation, among all that the goal tells apart. Where these are more than
//! 256, an orbit has two *strips* of bytes: one for the pieces, one for the orientations. A move copies bytes, and maps
//! those that it turns by a table of 256.

use crate::puzzle::{Position, Question, Shape, Transformation};
use thiserror::Error;

/// The bytes of a position.
pub(crate) type Node<const N: usize> = [u8; N];

/// An error: the puzzle has more places than a search can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a position of this puzzle takes {needed} bytes, more than the {most} that a search carries")]
pub struct TooLarge {
    /// Bytes that it takes.
    pub needed: usize,
    /// The most possible.
    pub most: usize,
}

/// How positions of a question become bytes, and back.
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
    /// What each code stands for: a piece, its period and its orientation; unused parts are 0.
    looks: Vec<Look>,
    part: Part,
}

/// What a strip tells of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Piece,
    Orientation,
}

/// A piece, its period and its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    piece: u8,
    period: u8,
    orientation: u8,
}

impl Part {
    fn of(self, look: Look) -> Look {
        match self {
            Self::Whole => look,
            Self::Piece => Look { orientation: 0, ..look },
            Self::Orientation => Look { piece: 0, ..look },
        }
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
            let looks = |part: Part| {
                let places = encoding.shape.range(orbit);
                let kinds = places.map(|place| (base.piece(place), base.period(place)));
                let all = kinds.flat_map(|(piece, period)| {
                    (0..period).map(move |orientation| part.of(Look { piece, period, orientation }))
                });
                let mut looks: Vec<Look> = all.collect();
                looks.sort_unstable();
                looks.dedup();
                looks
            };
            let whole = looks(Part::Whole);
            let parts = if whole.len() <= 256 {
                vec![(Part::Whole, whole)]
            } else {
                [Part::Piece, Part::Orientation].map(|part| (part, looks(part))).into()
            };
            for (part, looks) in parts {
                assert!(looks.len() <= 256, "at most 255 pieces, or sums of divisors of 127");
                encoding.strips.push(Strip { orbit, first: encoding.len, looks, part });
                encoding.len += encoding.shape.orbits()[orbit].places;
            }
        }
        match encoding.len {
            needed if needed > Self::MOST_BYTES => Err(TooLarge { needed, most: Self::MOST_BYTES }),
            _ => Ok(encoding),
        }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of different values of each byte.
    pub fn values(&self) -> impl Iterator<Item = usize> {
        let shape = &self.shape;
        self.strips.iter().flat_map(|strip| std::iter::repeat_n(strip.looks.len(), shape.orbits()[strip.orbit].places))
    }

    /// The bytes of a position.
    ///
    /// # Panics
    /// If it has other pieces than the goal, or the node is too short.
    pub fn node<const N: usize>(&self, position: &Position) -> Node<N> {
        let mut node = [0; N];
        for strip in &self.strips {
            for (byte, place) in (strip.first..).zip(self.shape.range(strip.orbit)) {
                let look = Look {
                    piece: position.piece(place),
                    period: position.period(place),
                    orientation: position.orientation(place),
                };
                let code = strip.looks.binary_search(&strip.part.of(look));
                node[byte] = code.expect("the position has the pieces of the goal") as u8;
            }
        }
        node
    }

    /// The position with these bytes.
    pub fn position<const N: usize>(&self, node: &Node<N>) -> Position {
        let places = self.shape.places();
        let (mut pieces, mut orientations, mut periods) = (vec![0; places], vec![0; places], vec![1; places]);
        for strip in &self.strips {
            for (byte, place) in (strip.first..).zip(self.shape.range(strip.orbit)) {
                let look = strip.looks[usize::from(node[byte])];
                if strip.part != Part::Orientation {
                    pieces[place] = look.piece;
                }
                if strip.part != Part::Piece {
                    orientations[place] = look.orientation;
                }
                periods[place] = look.period;
            }
        }
        Position::new(&self.shape, pieces, orientations, periods).expect("it was made from a position")
    }

    /// What a transformation does to the bytes.
    pub fn compiled(&self, by: &Transformation) -> ByteMove {
        let mut compiled = ByteMove::default();
        for strip in &self.strips {
            let (range, first) = (self.shape.range(strip.orbit), strip.first);
            let modulus = self.shape.orbits()[strip.orbit].orientations;
            for place in range.clone() {
                let (to, from) = (first + place - range.start, first + by.source(place) - range.start);
                let map = strip.map(by.twist(place), modulus);
                match map.iter().enumerate().all(|(code, &image)| code == usize::from(image)) {
                    true if to == from => {}
                    true => compiled.copied.push([to as u16, from as u16]),
                    false => {
                        let number = compiled.number(map);
                        compiled.turned.push([to as u16, from as u16, number]);
                    }
                }
            }
        }
        compiled
    }

    /// For each rule of the question the byte of its place, and which values of it are forbidden.
    pub fn forbidden(&self, question: &Question) -> Vec<(usize, [bool; 256])> {
        let rule = |rule: &crate::puzzle::Illegal| {
            let orbit = self.shape.orbit_of(rule.place);
            let is_meant = |strip: &&Strip| strip.orbit == orbit && strip.part != Part::Orientation;
            let strip = self.strips.iter().find(is_meant).expect("each orbit has a strip that tells pieces");
            let is_forbidden =
                |code: usize| strip.looks.get(code).is_some_and(|look| rule.pieces.contains(&look.piece));
            (strip.first + rule.place - self.shape.range(orbit).start, std::array::from_fn(is_forbidden))
        };
        question.illegal().iter().map(rule).collect()
    }
}

impl Strip {
    /// The code after a change of orientation, for each code.
    fn map(&self, twist: u8, modulus: u8) -> [u8; 256] {
        let image = |code: usize| {
            let Some(&look) = self.looks.get(code).filter(|_| self.part != Part::Piece) else { return code as u8 };
            debug_assert!(modulus.is_multiple_of(look.period), "a period divides the number of orientations");
            let orientation = ((u16::from(look.orientation) + u16::from(twist)) % u16::from(look.period)) as u8;
            self.looks.binary_search(&Look { orientation, ..look }).expect("all orientations are there") as u8
        };
        std::array::from_fn(image)
    }
}

/// A move of bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByteMove {
    /// Bytes that get the value of another one: to, from.
    copied: Vec<[u16; 2]>,
    /// Bytes that get a mapped value: to, from, number of the map.
    turned: Vec<[u16; 3]>,
    maps: Vec<[u8; 256]>,
}

impl ByteMove {
    /// The number of a map, a new one if it has none.
    fn number(&mut self, map: [u8; 256]) -> u16 {
        let number = self.maps.iter().position(|known| *known == map).unwrap_or_else(|| {
            self.maps.push(map);
            self.maps.len() - 1
        });
        number as u16
    }

    /// The node after the move.
    #[inline(always)]
    pub fn apply<const N: usize>(&self, node: &Node<N>) -> Node<N> {
        let mut after = *node;
        for &[to, from] in &self.copied {
            after[usize::from(to) % N] = node[usize::from(from) % N];
        }
        for &[to, from, map] in &self.turned {
            after[usize::from(to) % N] = self.maps[usize::from(map)][usize::from(node[usize::from(from) % N])];
        }
        after
    }
}

/// A hash of a node: two multiplications for sixteen bytes.
#[inline(always)]
pub(crate) fn hash<const N: usize>(node: &Node<N>) -> u64 {
    const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0xaef1_7502_108e_f2d9, 0xc2b2_ae3d_27d4_eb4f];
    let words = node.as_chunks::<8>().0;
    let mut sum = KEYS[0];
    for pair in words.chunks_exact(2) {
        let [low, high] = [u64::from_le_bytes(pair[0]) ^ KEYS[1], u64::from_le_bytes(pair[1]) ^ KEYS[2]];
        sum = folded(sum ^ low, high).rotate_left(23) ^ low.wrapping_mul(KEYS[3]);
    }
    folded(sum, KEYS[3])
}

/// The halves of a product, one over the other.
#[inline(always)]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
