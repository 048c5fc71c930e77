//! The choice of the side and of the moves tried there.

use crate::cube::{CanonicalContext, CanonicalOrder, FaceSet, FaceTurn, Metric, MoveMask};
use crate::search::cube::coset::child::{Side, SidedMove};

/// Some moves, grouped by the look-ups that they share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// All of them.
    pub moves: MoveMask,
    /// The faces with both quarter turns.
    pub pairs: FaceSet,
    /// The faces with one quarter turn.
    pub singles: FaceSet,
    /// The faces with the half turn.
    pub halves: FaceSet,
    /// Their cost: look-ups first, then children.
    cost: u32,
}

impl Options {
    fn of(moves: MoveMask) -> Self {
        let (pairs, singles, halves) = (moves.turned_both_ways(), moves.turned_one_way(), moves.turned_by_half());
        let look_ups = (pairs.len() + singles.len() + halves.len()) as u32;
        Self { moves, pairs, singles, halves, cost: look_ups << 8 | moves.len() as u32 }
    }
}

/// The rules of both sides as tables, padded so that no index needs to be checked.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// By [`Choices::place`].
    options: [Options; 1 << 6],
    /// The place of the options that cost less, by the contexts of both sides, and by whether half turns are left out
    /// on the cube and on the inverse.
    cheaper: [[[u8; 4]; 16]; 16],
    /// By side, context and turn.
    next: [[[CanonicalContext; 32]; 16]; 2],
}

impl Choices {
    pub fn new(metric: Metric) -> Self {
        let orders = [CanonicalOrder::of(metric), CanonicalOrder::backwards(metric)];
        let mut choices = Self {
            options: [Options::of(MoveMask::EMPTY); 1 << 6],
            cheaper: [[[0; 4]; 16]; 16],
            next: [[[CanonicalContext::START; 32]; 16]; 2],
        };
        for side in Side::BOTH {
            let order = &orders[side.index()];
            for context in CanonicalContext::all() {
                let allowed = order.allowed(context);
                for (no_half_turns, moves) in [(false, allowed), (true, allowed.intersection(MoveMask::QUARTER_TURNS))]
                {
                    choices.options[Self::place(side, context, no_half_turns)] = Options::of(moves);
                }
                for turn in FaceTurn::all() {
                    let by = SidedMove::new(side, turn);
                    choices.next[side.index()][context.index()][turn.index()] = order.next(context, by.solving());
                }
            }
        }
        for (first, last) in
            CanonicalContext::all().flat_map(|first| CanonicalContext::all().map(move |last| (first, last)))
        {
            for left_out in 0..4 {
                let cube = Self::place(Side::Cube, first, left_out & 1 == 1);
                let inverse = Self::place(Side::Inverse, last, left_out >> 1 == 1);
                let is_inverse = choices.options[inverse].cost < choices.options[cube].cost;
                choices.cheaper[first.index()][last.index()][left_out] = if is_inverse { inverse } else { cube } as u8;
            }
        }
        choices
    }

    /// The place of the options of one side.
    #[inline(always)]
    fn place(side: Side, context: CanonicalContext, no_half_turns: bool) -> usize {
        side.index() << 5 | usize::from(no_half_turns) << 4 | context.index() & 15
    }

    /// The options of each side, with and without half turns, by context, as kernels read them: the moves; the faces
    /// with both quarter turns, with one, and with the half turn, a byte each; the cost; nothing.
    pub fn device_options(&self) -> impl Iterator<Item = u32> {
        let faces = |faces: FaceSet| faces.into_iter().fold(0, |set, face| set | 1u32 << face);
        self.options.iter().flat_map(move |options| {
            let moves = options.moves.into_iter().fold(0, |set, m| set | 1u32 << m.index());
            let groups = faces(options.pairs) | faces(options.singles) << 8 | faces(options.halves) << 16;
            [moves, groups, options.cost, 0]
        })
    }

    /// The context after each turn, by side and context, as kernels read them.
    pub fn device_contexts(&self) -> impl Iterator<Item = u32> {
        self.next.iter().flatten().flatten().map(|context| context.index() as u32)
    }

    /// The moves of one side.
    #[inline(always)]
    pub fn options(&self, side: Side, context: CanonicalContext, no_half_turns: bool) -> &Options {
        &self.options[Self::place(side, context, no_half_turns) % self.options.len()]
    }

    /// The side that costs less, and its moves. Bits 0 and 1 of `left_out`: no half turns on the cube, and on the
    /// inverse.
    #[inline(always)]
    pub fn cheaper(&self, contexts: [CanonicalContext; 2], left_out: u8) -> (Side, &Options) {
        let [first, last] = contexts.map(|context| context.index() & 15);
        let place = self.cheaper[first][last][usize::from(left_out & 3)];
        (Side::of(place >> 5), &self.options[usize::from(place) % self.options.len()])
    }

    /// The context after a turn on its side.
    #[inline(always)]
    pub fn next(&self, context: CanonicalContext, by: SidedMove) -> CanonicalContext {
        self.next[by.side().index()][context.index() & 15][by.turn()]
    }
}
