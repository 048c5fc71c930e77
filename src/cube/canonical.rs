//! Canonical move sequences: of all the orders of commuting turns, one.

use super::moves::{Move, MoveSet};

/// What the moves made so far allow next: a state of the small automaton in [`CanonicalOrder`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context(u8);

impl Context {
    /// Before the first move.
    pub const START: Self = Self(0);
}

/// Which move may follow which, as a table over [`Context`]s.
///
/// Rules: turns of one face are merged into one turn, and of two opposite faces the lower one turns first. Every
/// state is reached by a canonical sequence of its optimal length, because sorting the commuting neighbours of an
/// optimal sequence keeps its length. In the quarter-turn metric a half turn is written as two clockwise quarter
/// turns. The face order is one and the same everywhere: a second order in another thread would be unsound.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalOrder {
    allowed: [MoveSet; Self::CONTEXTS],
    next: [[Context; Move::COUNT]; Self::CONTEXTS],
}

impl CanonicalOrder {
    /// Start, then for each face "turned, done with it", then "one clockwise quarter turn, one more may follow".
    const CONTEXTS: usize = 13;

    /// Sequences over all eighteen turns.
    pub const fn half_turn() -> Self {
        Self::build(MoveSet::ALL, false)
    }

    /// Sequences over the twelve quarter turns.
    pub const fn quarter_turn() -> Self {
        Self::build(MoveSet::QUARTER_TURNS, true)
    }

    const fn build(moves: MoveSet, repeat_clockwise: bool) -> Self {
        let mut order =
            Self { allowed: [moves; Self::CONTEXTS], next: [[Context::START; Move::COUNT]; Self::CONTEXTS] };
        let mut context = 0;
        while context < Self::CONTEXTS {
            let may_repeat = context > 6;
            if context > 0 {
                let face = (context as u8 - 1) % 6;
                order.allowed[context] = moves.canonical_after(face);
                if let (true, Some(clockwise)) = (may_repeat, Move::turn(face, 1)) {
                    order.allowed[context] = order.allowed[context].with(clockwise);
                }
            }
            let mut index = 0;
            while index < Move::COUNT as u8 {
                let face = index / 3;
                let clockwise = index % 3 == 0;
                let repeated = may_repeat && face == (context as u8 - 1) % 6;
                let open = repeat_clockwise && clockwise && !repeated;
                order.next[context][index as usize] = Context(1 + face + if open { 6 } else { 0 });
                index += 1;
            }
            context += 1;
        }
        order
    }

    /// The moves that may be made in `context`.
    #[inline]
    pub const fn allowed(&self, context: Context) -> MoveSet {
        self.allowed[context.0 as usize]
    }

    /// The context after `m`.
    #[inline]
    pub const fn next(&self, context: Context, m: Move) -> Context {
        self.next[context.0 as usize][m.index()]
    }

    /// Whether `word` is a canonical sequence.
    pub fn accepts(&self, word: &[Move]) -> bool {
        let mut context = Context::START;
        word.iter().all(|&m| {
            let ok = self.allowed(context).contains(m);
            context = self.next(context, m);
            ok
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequences(order: &CanonicalOrder, length: usize) -> u64 {
        let mut ways = [0u64; CanonicalOrder::CONTEXTS];
        ways[0] = 1;
        for _ in 0..length {
            let mut after = [0; CanonicalOrder::CONTEXTS];
            for (context, &n) in ways.iter().enumerate() {
                let context = Context(context as u8);
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

    /// Up to length 3 a canonical quarter-turn sequence and a position are the same thing (OEIS A080602).
    #[test]
    fn quarter_turn_sequences_are_positions_while_relations_are_only_commutations() {
        for (length, n) in [1, 12, 114, 1068].into_iter().enumerate() {
            assert_eq!(sequences(&CanonicalOrder::quarter_turn(), length), n);
        }
    }
}
