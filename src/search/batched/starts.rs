//! The subtrees that an iteration is cut into, and the order in which they are searched.

use crate::cube::{CanonicalOrder, Context, MetricKind, Move, Symmetry, normal_form};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The first moves of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    moves: [Move; Start::LONGEST as usize],
    len: u8,
    context: Context,
}

impl Start {
    /// Most moves before a subtree: half a million subtrees.
    pub const LONGEST: u8 = 5;

    fn none() -> Self {
        let filler = Move::all().next().expect("there are moves");
        Self { moves: [filler; Self::LONGEST as usize], len: 0, context: Context::START }
    }

    fn with(mut self, m: Move, order: &CanonicalOrder) -> Self {
        self.moves[usize::from(self.len)] = m;
        self.len += 1;
        self.context = order.next(self.context, m);
        self
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }

    /// What may follow by the canonical order.
    pub fn context(&self) -> Context {
        self.context
    }

    /// The first moves as one number, to be compared.
    #[inline(always)]
    fn beginning(&self, len: u8) -> u64 {
        const _: () = assert!(Start::LONGEST == 5);
        let [a, b, c, d, e] = self.moves;
        let index = |m: Move| m.index() as u8;
        u64::from_le_bytes([index(a), index(b), index(c), index(d), index(e), 0, 0, 0]) & ((1 << (8 * len)) - 1)
    }

    /// The place among all words of its length.
    fn number(&self, len: u8) -> usize {
        number(&self.moves[..usize::from(len)])
    }
}

/// The place of a word among all words of its length: its moves are digits, the first one the highest.
#[inline]
pub fn number(word: &[Move]) -> usize {
    word.iter().fold(0, |number, m| number * Move::COUNT + m.index())
}

/// All canonical words of a length, or of symmetric ones one of each class.
///
/// With `symmetries` that leave the root unchanged, the image of a solution is a solution. Of the words that are images of
/// each other up to the order of commuting moves, only the least is kept. The least of all images of a solution, in normal
/// form, begins with such a word, and is canonical throughout (docs/two-sided-search.md).
///
/// Returns the words, and how many there are of this length and less, without the empty one. Without symmetries they are made
/// once, because half a million of them are a part of the time of an easy cube.
///
/// # Panics
/// If `len` is more than [`Start::LONGEST`].
pub fn starts(metric: MetricKind, len: u8, symmetries: &[Symmetry]) -> (Cow<'static, [Start]>, u64) {
    if !symmetries.is_empty() {
        let (words, nodes) = words(metric, len, symmetries);
        return (words.into(), nodes);
    }
    type Lists = [OnceLock<(Vec<Start>, u64)>; Start::LONGEST as usize + 1];
    static HALF_TURN: Lists = [const { OnceLock::new() }; Start::LONGEST as usize + 1];
    static QUARTER_TURN: Lists = [const { OnceLock::new() }; Start::LONGEST as usize + 1];
    let lists = match metric {
        MetricKind::HalfTurn => &HALF_TURN,
        MetricKind::QuarterTurn => &QUARTER_TURN,
    };
    let (words, nodes) = lists[usize::from(len)].get_or_init(|| words(metric, len, &[]));
    (words.as_slice().into(), *nodes)
}

fn words(metric: MetricKind, len: u8, symmetries: &[Symmetry]) -> (Vec<Start>, u64) {
    let order = CanonicalOrder::of(metric);
    let images: Vec<Vec<Move>> = symmetries.iter().map(|s| Move::all().map(|m| s.of_move(m)).collect()).collect();
    let is_least = |start: &Start| {
        images.iter().all(|image| {
            let moves: Vec<Move> = start.moves().iter().map(|m| image[m.index()]).collect();
            let word = normal_form(&moves, true).expect("the image of a canonical word is as long");
            start.moves() <= word.as_slice()
        })
    };
    let mut level = vec![Start::none()];
    let mut nodes = 0;
    for _ in 0..len {
        let longer = |start: &Start| {
            let start = *start;
            order.allowed(start.context).into_iter().map(move |m| start.with(m, &order)).collect::<Vec<_>>()
        };
        level = level.iter().flat_map(longer).collect();
        if !images.is_empty() {
            level.retain(is_least);
        }
        nodes += level.len() as u64;
    }
    (level, nodes)
}

/// How promising each subtree looked in the last iteration.
#[derive(Debug, Default)]
pub struct Promise {
    /// Length of the starts.
    len: u8,
    /// What was counted in the subtree of each word of this length, as far as the numbers reach; high is a good sign.
    of_word: Vec<u16>,
}

impl Promise {
    /// What was counted in the subtrees of an iteration, all of whose starts have one length.
    pub fn new<'s>(counts: impl Iterator<Item = (&'s Start, u32)>) -> Self {
        let mut promise = Self::default();
        for (start, count) in counts {
            if promise.of_word.is_empty() {
                promise = Self { len: start.len, of_word: vec![0; Move::COUNT.pow(u32::from(start.len))] };
            }
            promise.of_word[start.number(promise.len)] = u16::try_from(count).unwrap_or(u16::MAX);
        }
        promise
    }

    /// The places of the starts, those of the most promising ones first, longer ones by how they begin. Those that look the same
    /// stay in their order. Cost: linear, some nanoseconds a start; nothing is searched in the meantime.
    pub fn order(&self, starts: &[Start]) -> Vec<u32> {
        let len = self.len;
        let all = 0..starts.len() as u32;
        if self.of_word.is_empty() || starts.first().is_none_or(|start| start.len < len) {
            return all.collect();
        }
        // Those that begin alike stay together.
        let runs = || starts.chunk_by(|one, other| one.beginning(len) == other.beginning(len));
        let place = |run: &[Start]| usize::from(u16::MAX - self.of_word[run[0].number(len)]);
        let mut places = vec![0; usize::from(u16::MAX) + 2];
        runs().for_each(|run| places[place(run) + 1] += run.len());
        (1..places.len()).for_each(|i| places[i] += places[i - 1]);
        let mut order: Vec<u32> = all.collect();
        let mut first = 0;
        for run in runs() {
            let next = &mut places[place(run)];
            let numbers = order[*next..][..run.len()].iter_mut();
            numbers.zip(first..).for_each(|(number, start)| *number = start);
            *next += run.len();
            first += run.len() as u32;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_promising_come_first_and_others_keep_their_order() {
        let (short, nodes) = starts(MetricKind::HalfTurn, 1, &[]);
        assert_eq!((short.len(), nodes), (18, 18));
        let counts = (0..18).map(|i| if i == 7 { 100_000 } else { i % 3 });
        let promise = Promise::new(short.iter().zip(counts));
        let (long, nodes) = starts(MetricKind::HalfTurn, 2, &[]);
        assert_eq!((long.len(), nodes), (243, 261));
        let sorted: Vec<Start> = promise.order(&long).into_iter().map(|place| long[place as usize]).collect();
        let first = |start: &Start| start.moves()[0].index();
        assert!(sorted[..13].iter().all(|start| first(start) == 7));
        let rest: Vec<usize> = sorted.iter().map(|start| first(start) % 3).collect();
        assert!(rest[15..].is_sorted_by(|a, b| a >= b));
        let mut again = sorted;
        again.sort_by_key(|start| long.iter().position(|other| other == start));
        assert_eq!(again, *long);
    }

    /// Of the eighteen first moves a cube with all symmetries has two classes: quarter turns and half turns.
    #[test]
    fn one_of_each_class_of_symmetric_starts() {
        let all: Vec<Symmetry> = Symmetry::all().skip(1).collect();
        let counts = [1, 2, 3].map(|len| starts(MetricKind::HalfTurn, len, &all).0.len());
        assert_eq!(counts[0], 2);
        // Never fewer than the classes of positions: 9 and 75 (OEIS A080638).
        assert!((9..18).contains(&counts[1]) && (75..150).contains(&counts[2]), "{counts:?}");
    }
}
