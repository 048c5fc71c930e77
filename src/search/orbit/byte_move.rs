//! Moves of positions that are bytes: the plain version, which reads and writes only what a move changes.

/// The bytes of a position.
pub(crate) type Node<const N: usize> = [u8; N];

/// The change of a byte by a turn of its piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Twist {
    /// None.
    None,
    /// So much is added, and `wrap` taken away if the sum reaches it; codes of 128 and more stay.
    Added {
        /// The amount that is added.
        step: u8,
        /// Codes that change are smaller.
        wrap: u8,
    },
    /// The new code for each.
    Mapped(Box<[u8; 256]>),
}

/// A move of bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByteMove {
    /// Bytes that get the value of another one: to, from.
    copied: Vec<[u16; 2]>,
    /// Bytes that get a mapped value: to, from, number of the map.
    turned: Vec<[u16; 3]>,
    maps: Vec<[u8; 256]>,
    /// All turns: the byte, and its change.
    pub(super) turns: Vec<(u16, Twist)>,
}

impl ByteMove {
    /// Adds the byte that comes to a place.
    pub(super) fn push(&mut self, to: u16, from: u16, turn: Twist) {
        let map: [u8; 256] = match &turn {
            Twist::None => {
                if to != from {
                    self.copied.push([to, from]);
                }
                return;
            }
            Twist::Mapped(map) => **map,
            &Twist::Added { step, wrap } => std::array::from_fn(|code| match code as u8 {
                code if code >= wrap => code,
                code => (code + step) % wrap,
            }),
        };
        let number = self.maps.iter().position(|known| *known == map).unwrap_or_else(|| {
            self.maps.push(map);
            self.maps.len() - 1
        });
        self.turned.push([to, from, number as u16]);
        self.turns.push((to, turn));
    }

    /// The byte that comes to each place, of so many.
    pub(super) fn sources(&self, len: usize) -> Vec<u16> {
        let mut sources: Vec<u16> = (0..len as u16).collect();
        let moved = self.copied.iter().map(|&[to, from]| [to, from]);
        moved.chain(self.turned.iter().map(|&[to, from, _]| [to, from])).for_each(|[to, from]| {
            sources[usize::from(to)] = from;
        });
        sources
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

/// Work that makes many moves.
pub(super) trait Moving<const N: usize> {
    /// The result.
    type Result;

    /// Does it. `after` gives the node after the move with a number.
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Self::Result;
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
