//! Canonical move sequences: one of all the orders of commuting turns.

use super::geometry::opposite;
use super::metric::Metric;
use super::moves::{FaceTurn, MoveMask};

/// A state of the small automaton in [`CanonicalOrder`], which decides the moves that may come next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CanonicalContext(u8);

impl CanonicalContext {
    /// The context before the first move.
    pub const START: Self = Self(0);

    /// All contexts.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CanonicalOrder::CONTEXTS as u8).map(Self)
    }

    /// The index of the context, below 16.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The automaton of canonical sequences: which move may follow which, as a table over [`CanonicalContext`]s.
///
/// Rules: successive turns of one face are merged into one turn, and of two opposite faces the lower one turns first.
/// Every state is reached by a canonical sequence of its optimal length, because sorting adjacent commuting moves of an
/// optimal sequence keeps its length. In the quarter-turn metric a half turn is written as two clockwise quarter turns.
/// All threads use the same face order: a second order in another thread would be unsound.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalOrder {
    allowed: [MoveMask; Self::CONTEXTS],
    next: [[CanonicalContext; FaceTurn::COUNT]; Self::CONTEXTS],
}

impl CanonicalOrder {
    /// The start, then for each face "turned, done with it", then "one clockwise quarter turn, one more may follow",
    /// then for each axis [the context beside a fixed sequence](Self::beside).
    const CONTEXTS: usize = 16;

    /// The first of the contexts beside a fixed sequence.
    const BESIDE: usize = 13;

    /// Canonical sequences over all eighteen turns.
    pub const fn half_turn() -> Self {
        Self::build(MoveMask::ALL, false, true)
    }

    /// Canonical sequences over the twelve quarter turns.
    pub const fn quarter_turn() -> Self {
        Self::build(MoveMask::QUARTER_TURNS, true, true)
    }

    /// The canonical sequences of a metric.
    pub const fn of(metric: Metric) -> Self {
        match metric {
            Metric::HalfTurn => Self::half_turn(),
            Metric::QuarterTurn => Self::quarter_turn(),
        }
    }

    /// The canonical sequences of a metric, read backwards.
    pub const fn backwards(metric: Metric) -> Self {
        match metric {
            Metric::HalfTurn => Self::build(MoveMask::ALL, false, false),
            Metric::QuarterTurn => Self::build(MoveMask::QUARTER_TURNS, true, false),
        }
    }

    const fn build(moves: MoveMask, repeat_clockwise: bool, ascending: bool) -> Self {
        let mut order = Self {
            allowed: [moves; Self::CONTEXTS],
            next: [[CanonicalContext::START; FaceTurn::COUNT]; Self::CONTEXTS],
        };
        let mut context = 0;
        while context < Self::BESIDE {
            let may_repeat = context > 6;
            if context > 0 {
                let face = (context as u8 - 1) % 6;
                order.allowed[context] = moves.canonical_beside(face, ascending);
                if let (true, Some(clockwise)) = (may_repeat, FaceTurn::turn(face, 1)) {
                    order.allowed[context] = order.allowed[context].with(clockwise);
                }
            }
            let mut index = 0;
            while index < FaceTurn::COUNT as u8 {
                let face = index / 3;
                let clockwise = index % 3 == 0;
                let repeated = may_repeat && face == (context as u8 - 1) % 6;
                let open = repeat_clockwise && clockwise && !repeated;
                order.next[context][index as usize] = CanonicalContext(1 + face + if open { 6 } else { 0 });
                index += 1;
            }
            context += 1;
        }
        while context < Self::CONTEXTS {
            // The turn that the order puts behind a turn of the other face of the axis.
            let behind = (context - Self::BESIDE) as u8 + if ascending { 3 } else { 0 };
            order.allowed[context] = moves.difference(MoveMask::of_face(behind));
            order.next[context] = order.next[0];
            let mut quarters = 1;
            while quarters < 4 {
                if let Some(other) = FaceTurn::turn(opposite(behind), quarters) {
                    order.next[context][other.index()] = CanonicalContext(1 + behind);
                }
                quarters += 1;
            }
            context += 1;
        }
        order
    }

    /// The context beside a fixed sequence of half and quarter turns, in any order of commuting turns: it allows every
    /// move that does not merge with the sequence. `nearest` lists the moves of the sequence, nearest first. For orders
    /// [in half turns](Self::half_turn).
    pub fn beside(&self, nearest: impl IntoIterator<Item = FaceTurn>) -> CanonicalContext {
        let mut nearest = nearest.into_iter().map(FaceTurn::face);
        let Some(face) = nearest.next() else { return CanonicalContext::START };
        let done = |face: u8| CanonicalContext(1 + face);
        let is_behind = |face: u8| self.allowed(done(face)).intersection(MoveMask::of_face(opposite(face))).is_empty();
        match nearest.next() {
            Some(other) if other == opposite(face) => done(if is_behind(face) { face } else { other }),
            _ if is_behind(face) => CanonicalContext(Self::BESIDE as u8 + face % 3),
            _ => done(face),
        }
    }

    /// The moves that may be made in `context`.
    #[inline]
    pub const fn allowed(&self, context: CanonicalContext) -> MoveMask {
        self.allowed[context.0 as usize]
    }

    /// The context after `m`.
    #[inline]
    pub const fn next(&self, context: CanonicalContext, m: FaceTurn) -> CanonicalContext {
        self.next[context.0 as usize][m.index()]
    }

    /// Returns whether `moves` is a canonical sequence.
    pub fn accepts(&self, moves: &[FaceTurn]) -> bool {
        let mut context = CanonicalContext::START;
        moves.iter().all(|&m| {
            let ok = self.allowed(context).contains(m);
            context = self.next(context, m);
            ok
        })
    }
}

/// The canonical form of `moves` under reordering of commuting moves: successive turns of one axis are ordered by face
/// and merged; without half turns, a half turn is written as two clockwise quarter turns. `None` if merging makes the
/// sequence shorter.
pub fn normal_form(moves: &[FaceTurn], half_turns: bool) -> Option<Vec<FaceTurn>> {
    normal_form_within(moves, |m| half_turns || m.quarters() != 2)
}

/// As [`normal_form`], for any set of moves: the form is of moves of the set, and a sequence has none if another
/// sequence of the set, with fewer moves, turns the same faces by the same amounts between the same turns of other
/// axes.
///
/// # Panics
/// If a move is not of the set.
pub(crate) fn normal_form_within(moves: &[FaceTurn], is_known: impl Fn(FaceTurn) -> bool) -> Option<Vec<FaceTurn>> {
    assert!(moves.iter().all(|&m| is_known(m)), "a sequence is of moves of the set");
    let mut normal = Vec::with_capacity(moves.len());
    let mut rest = moves;
    while let Some(first) = rest.first() {
        let axis = first.face() % 3;
        let run = rest.iter().take_while(|m| m.face() % 3 == axis).count();
        let mut amounts = [0; 2];
        for m in &rest[..run] {
            amounts[usize::from(m.face() / 3)] += m.quarters();
        }
        for (side, amount) in amounts.into_iter().enumerate() {
            let face = axis + 3 * side as u8;
            let turns = |ways: &&&[u8]| ways.iter().all(|&by| FaceTurn::turn(face, by).is_some_and(&is_known));
            let ways = SHORTEST[usize::from(amount % 4)];
            let shortest = ways.iter().find(turns).expect("the sequence itself turns the face by this amount");
            normal.extend(shortest.iter().filter_map(|&by| FaceTurn::turn(face, by)));
        }
        rest = &rest[run..];
    }
    (normal.len() == moves.len()).then_some(normal)
}

/// For each number of quarter turns, the ways to make it of moves of one face, the shortest first: of those that need
/// all their moves, one for each set of them.
const SHORTEST: [&[&[u8]]; 4] =
    [&[&[]], &[&[1], &[2, 3], &[3, 3, 3]], &[&[2], &[1, 1], &[3, 3]], &[&[3], &[1, 2], &[1, 1, 1]]];

#[cfg(test)]
mod tests {
    use super::*;

    fn sequences(order: &CanonicalOrder, length: usize) -> u64 {
        let mut ways = [0u64; CanonicalOrder::CONTEXTS];
        ways[0] = 1;
        for _ in 0..length {
            let mut after = [0; CanonicalOrder::CONTEXTS];
            for (context, &n) in ways.iter().enumerate() {
                let context = CanonicalContext(context as u8);
                for m in order.allowed(context) {
                    after[order.next(context, m).0 as usize] += n;
                }
            }
            ways = after;
        }
        ways.iter().sum()
    }

    /// Korf 1997, appendix B.1.
    #[test]
    fn half_turn_sequences_follow_korf() {
        let published = [1, 18, 243, 3240, 43254, 577_368, 7_706_988, 102_876_480, 1_373_243_544];
        for (length, &n) in published.iter().enumerate() {
            assert_eq!(sequences(&CanonicalOrder::half_turn(), length), n);
        }
    }

    #[test]
    fn normal_forms_are_canonical_and_one_for_each_class() {
        let mut random = fastrand::Rng::with_seed(4);
        for (order, half_turns) in [(CanonicalOrder::half_turn(), true), (CanonicalOrder::quarter_turn(), false)] {
            let moves: Vec<FaceTurn> = order.allowed(CanonicalContext::START).into_iter().collect();
            for _ in 0..20_000 {
                let sequence: Vec<FaceTurn> =
                    (0..random.usize(..7)).map(|_| moves[random.usize(..moves.len())]).collect();
                let Some(normal) = normal_form(&sequence, half_turns) else { continue };
                assert!(order.accepts(&normal), "{sequence:?} {normal:?}");
                assert_eq!(crate::cube::Cubies::after(&normal), crate::cube::Cubies::after(&sequence));
                assert_eq!(normal_form(&normal, half_turns), Some(normal));
            }
        }
    }

    /// For every set of turns of a face, and for two opposite faces: the form is as short as a search says.
    #[test]
    fn normal_forms_within_a_set_are_the_shortest_of_the_set() {
        for amounts in 1..1u8 << 3 {
            let of_face = |face| {
                (1..=3).filter(move |by| amounts >> (by - 1) & 1 == 1).filter_map(move |by| FaceTurn::turn(face, by))
            };
            let set: Vec<FaceTurn> = of_face(0).chain(of_face(3)).collect();
            let is_known = |m: FaceTurn| set.contains(&m);
            let effect = |word: &[FaceTurn]| crate::cube::Cubies::after(word);
            let mut level: Vec<Vec<FaceTurn>> = vec![Vec::new()];
            let mut shortest: Vec<(crate::cube::Cubies, Vec<FaceTurn>)> = Vec::new();
            for _ in 0..=4 {
                for word in &level {
                    let known = shortest.iter().find(|(cube, _)| *cube == effect(word));
                    match (known, normal_form_within(word, is_known)) {
                        (None, normal) => {
                            let normal = normal.expect("nothing is shorter");
                            assert_eq!(effect(&normal), effect(word));
                            shortest.push((effect(word), normal));
                        }
                        (Some((_, best)), Some(normal)) => assert_eq!(*best, normal, "{word:?}"),
                        (Some((_, best)), None) => assert!(best.len() < word.len(), "{word:?}"),
                    }
                }
                let longer = |word: &Vec<FaceTurn>| set.iter().map(|&m| [&word[..], &[m]].concat()).collect::<Vec<_>>();
                level = level.iter().flat_map(longer).collect();
            }
        }
    }

    /// A sequence of at most three turns after a fixed one is allowed if it is canonical and nothing merges.
    #[test]
    fn beside_a_fixed_sequence_is_what_does_not_merge_with_it() {
        let sequences = |len: u32| {
            (0..18u32.pow(len)).map(move |n| -> Vec<FaceTurn> {
                (0..len).map(|i| FaceTurn::new((n / 18u32.pow(i) % 18) as u8).expect("below 18")).collect()
            })
        };
        let (order, backwards) = (CanonicalOrder::half_turn(), CanonicalOrder::backwards(Metric::HalfTurn));
        let goes_on = |order: &CanonicalOrder, mut context: CanonicalContext, sequence: &[FaceTurn]| {
            sequence.iter().all(|&m| {
                let ok = order.allowed(context).contains(m);
                context = order.next(context, m);
                ok
            })
        };
        let merges = |sequence: &[FaceTurn]| normal_form(sequence, true).is_none();
        let is_of_one_axis = |sequence: &Vec<FaceTurn>| sequence.iter().all(|m| m.face() % 3 == sequence[0].face() % 3);
        for fixed in sequences(2).filter(|sequence| order.accepts(sequence)) {
            for rest in sequences(2).chain(sequences(3).filter(is_of_one_axis)) {
                let behind = goes_on(&order, order.beside(fixed.iter().rev().copied()), &rest);
                assert_eq!(
                    behind,
                    order.accepts(&rest) && !merges(&[&fixed[..], &rest].concat()),
                    "{fixed:?} {rest:?}"
                );
                let reversed: Vec<FaceTurn> = rest.iter().rev().copied().collect();
                let before = goes_on(&backwards, backwards.beside(fixed.iter().copied()), &reversed);
                assert_eq!(
                    before,
                    order.accepts(&rest) && !merges(&[&rest, &fixed[..]].concat()),
                    "{rest:?} {fixed:?}"
                );
            }
        }
    }

    #[test]
    fn backwards_the_reversed_sequences_are_accepted() {
        for (order, metric) in
            [(CanonicalOrder::half_turn(), Metric::HalfTurn), (CanonicalOrder::quarter_turn(), Metric::QuarterTurn)]
        {
            let backwards = CanonicalOrder::backwards(metric);
            let mut sequences = vec![Vec::new()];
            for _ in 0..3 {
                sequences = sequences
                    .iter()
                    .flat_map(|sequence: &Vec<FaceTurn>| {
                        metric.moves().into_iter().map(|m| [sequence.as_slice(), &[m]].concat())
                    })
                    .collect();
                for sequence in &sequences {
                    let reversed: Vec<FaceTurn> = sequence.iter().rev().copied().collect();
                    assert_eq!(order.accepts(sequence), backwards.accepts(&reversed), "{sequence:?}");
                }
            }
        }
    }

    /// Up to length 3, canonical quarter-turn sequences and positions correspond one to one (OEIS A080602).
    #[test]
    fn quarter_turn_sequences_are_positions_while_relations_are_only_commutations() {
        for (length, n) in [1, 12, 114, 1068].into_iter().enumerate() {
            assert_eq!(sequences(&CanonicalOrder::quarter_turn(), length), n);
        }
    }
}
