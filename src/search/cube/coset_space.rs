//! The 3x3x3 with a table of H48 cosets, searched from both ends.

use super::super::batched::{Folded, Newborn, StagedSpace, Start, Step};
use crate::cube::{CanonicalOrder, Context, Cube, Lanes, MOVE_CUBES, MetricKind, Move, MoveSet};
use crate::heuristic::{CosetView, Probe};

/// The cube with an H48 table.
///
/// The table is asked for the cube and for its inverse. A node may be left by its first move, made on the cube, or by its
/// last, made on the inverse. Half turns lie in the subgroup, which tells two things in the half-turn metric. If the bound of
/// the cube is as high as the number of moves left, then the last of them is no half turn: without it, the coset would be
/// reached too early; likewise the bound of the inverse and the first move. And a half turn made on one side leaves the coset
/// of the other side as it is. Such children need one look-up less, or none is made of them. (Tronto's nissy-core has both.)
pub struct CosetSpace<'a, L> {
    bound: CosetView<'a>,
    lanes: L,
    half_turns: bool,
    forwards: CanonicalOrder,
    backwards: CanonicalOrder,
    cube: Cube,
    inverse: Cube,
}

/// On which side a move is made, and a table is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Side {
    /// The cube: its next move.
    Cube = 0,
    /// The inverse: the last move of all.
    Inverse = 1,
}

impl Side {
    #[inline(always)]
    const fn other(self) -> Self {
        match self {
            Self::Cube => Self::Inverse,
            Self::Inverse => Self::Cube,
        }
    }
}

/// A move and the side on which it is made, in six bits: the side in bit 5.
#[inline(always)]
fn written(side: Side, m: Move) -> u8 {
    (side as u8) << 5 | m.index() as u8
}

/// What [`written`] wrote, in the low six bits of `bits`.
#[inline(always)]
fn read(bits: u8) -> (Side, Move) {
    let side = if bits >> 5 & 1 == 0 { Side::Cube } else { Side::Inverse };
    (side, Move::new(bits & 31).expect("only moves are written"))
}

/// A look-up that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Asked {
    /// Of the cube of a root; the inverse comes next.
    First,
    /// Of the cube, and no other.
    Cube,
    /// Of the inverse, and no other.
    Inverse,
}

/// Children that wait for one look-up: eight bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct CosetSiblings {
    probe: Probe,
    /// The move that leads to the first of them, see [`written`].
    by: u8,
    kind: Kind,
    /// Moves left.
    remaining: u8,
}

/// Which children share a look-up, and of which side it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// One child; the look-up is that of the side on which no move was made.
    #[default]
    One,
    /// The children by both quarter turns of a face; likewise.
    Pair,
    /// The child by a half turn, with the bound of the other side that its parent has; the look-up is that of the side on
    /// which the move was made, and there is no other.
    Half,
}

/// A cube with what its search needs to know: 96 bytes.
#[derive(Clone, Copy, Debug)]
pub struct CosetNode {
    cube: Cube,
    inverse: Cube,
    /// The moves since the root of the subtree, the last one lowest: six bits each, the side in bit 5, below a bit that is
    /// always set.
    trail: u128,
    probe: Probe,
    subtree: u32,
    remaining: u8,
    /// What may follow on each side.
    next: [Context; 2],
    /// Lower bounds of the cube and of the inverse, 0 where none is known.
    bounds: [u8; 2],
    /// The look-up that is under way.
    asked: Asked,
}

impl<'a, L: Lanes> CosetSpace<'a, L> {
    /// The space around a cube.
    pub fn new(bound: CosetView<'a>, metric: MetricKind, lanes: L, cube: &Cube) -> Self {
        Self {
            bound,
            lanes,
            half_turns: metric == MetricKind::HalfTurn,
            forwards: CanonicalOrder::of(metric),
            backwards: CanonicalOrder::backwards(metric),
            cube: *cube,
            inverse: cube.inverse(),
        }
    }

    /// The bound of the cube itself: that of both sides.
    pub fn root_bound(&self) -> u8 {
        let read = |cube| self.bound.read(self.bound.probe(self.lanes, cube));
        read(&self.cube).max(read(&self.inverse))
    }

    /// Nodes with more moves left than this are open: no entry is larger.
    #[inline(always)]
    fn reach(&self) -> u8 {
        self.bound.layout().far()
    }

    /// Whether the other side need not be asked. At the reach nothing is cut off: one side without half turns is all that can
    /// be hoped for.
    #[inline(always)]
    fn is_enough(&self, node: &CosetNode, bound: u8) -> bool {
        self.half_turns && node.remaining == self.reach() && bound == node.remaining
    }

    /// Asks for the entry of one side.
    #[inline(always)]
    fn ask(&self, node: &mut CosetNode, side: Side) -> Step {
        (node.asked, node.probe) = match side {
            Side::Cube => (Asked::Cube, self.bound.probe(self.lanes, &node.cube)),
            Side::Inverse => (Asked::Inverse, self.bound.probe(self.lanes, &node.inverse)),
        };
        self.bound.prefetch(node.probe);
        Step::Pending
    }

    /// The side that goes on and its moves: the one that costs fewer look-ups.
    #[inline(always)]
    fn moves(&self, node: &CosetNode) -> (Side, MoveSet) {
        let mut first = self.forwards.allowed(node.next[0]);
        if node.remaining > self.reach() {
            return (Side::Cube, first);
        }
        let mut last = self.backwards.allowed(node.next[1]);
        if self.half_turns {
            if node.bounds[1] >= node.remaining {
                first = first.intersection(MoveSet::QUARTER_TURNS);
            }
            if node.bounds[0] >= node.remaining {
                last = last.intersection(MoveSet::QUARTER_TURNS);
            }
        }
        // What both cost: look-ups first, children where that is the same.
        let looks = |moves: MoveSet| (moves.with_pairs_joined().0.len(), moves.len());
        if looks(last) < looks(first) { (Side::Inverse, last) } else { (Side::Cube, first) }
    }

    /// Moves that fit a trail, below the bit that ends it.
    const LONGEST_TRAIL: u8 = 21;

    /// The root of a subtree, not looked up.
    fn start(&self, start: &Start, number: u32, remaining: u8) -> CosetNode {
        assert!(remaining <= Self::LONGEST_TRAIL, "the moves of a subtree fit its trail");
        let (cube, inverse) = self.lanes.run(
            #[inline(always)]
            || {
                start.moves().iter().fold((self.cube, self.inverse), |(cube, inverse), m| {
                    let (turn, back) = (&MOVE_CUBES[m.index()], &MOVE_CUBES[m.inverse().index()]);
                    (self.lanes.then(&cube, turn), self.lanes.then(back, &inverse))
                })
            },
        );
        CosetNode {
            cube,
            inverse,
            trail: 1,
            probe: Probe::default(),
            subtree: number,
            remaining,
            next: [start.context(), Context::START],
            bounds: [0; 2],
            asked: Asked::First,
        }
    }

    /// The child by a move on one side.
    #[inline(always)]
    fn child(&self, node: &CosetNode, side: Side, m: Move) -> CosetNode {
        let (turn, back) = (&MOVE_CUBES[m.index()], &MOVE_CUBES[m.inverse().index()]);
        let mut child = *node;
        (child.cube, child.inverse) = match side {
            Side::Cube => (self.lanes.then(&node.cube, turn), self.lanes.then(back, &node.inverse)),
            Side::Inverse => (self.lanes.then(turn, &node.cube), self.lanes.then(&node.inverse, back)),
        };
        let order = if side == Side::Cube { &self.forwards } else { &self.backwards };
        child.next[side as usize] = order.next(node.next[side as usize], m);
        child.trail = node.trail << 6 | u128::from(written(side, m));
        child.remaining = node.remaining - 1;
        child
    }
}

impl<L: Lanes> StagedSpace for CosetSpace<'_, L> {
    type Node = CosetNode;
    type Siblings = CosetSiblings;

    fn root(&self, start: &Start, number: u32, remaining: u8) -> (CosetNode, Step) {
        let mut node = self.start(start, number, remaining);
        if remaining > self.reach() {
            return (node, Step::Open);
        }
        let step = self.ask(&mut node, Side::Cube);
        node.asked = Asked::First;
        (node, step)
    }

    /// The side that no move was made on is asked first: its coset has nothing to do with that of the parent, which was not
    /// cut off. A half turn leaves that side's coset as it is.
    #[inline(always)]
    fn expand(&self, node: &CosetNode, mut emit: impl FnMut(Newborn<CosetNode, CosetSiblings>)) -> u32 {
        let (side, moves) = self.moves(node);
        let remaining = node.remaining - 1;
        if remaining > self.reach() {
            moves.into_iter().for_each(|m| emit(Newborn::Open(self.child(node, side, m))));
            return moves.len() as u32;
        }
        let keeps = self.half_turns && node.bounds[side.other() as usize] > 0;
        let (asked, paired) = moves.with_pairs_joined();
        // One step for all children, then the next: what one child waits for, others hide.
        let mut cubes = [node.cube; Move::COUNT];
        let mut corners = [0; Move::COUNT];
        for ((m, cube), corners) in asked.into_iter().zip(&mut cubes).zip(&mut corners) {
            let (turn, back) = (&MOVE_CUBES[m.index()], &MOVE_CUBES[m.inverse().index()]);
            let is_kept = keeps && m.quarters() == 2;
            let (first, then) = match (side, is_kept) {
                (Side::Cube, false) => (back, &node.inverse),
                (Side::Cube, true) => (&node.cube, turn),
                (Side::Inverse, false) => (turn, &node.cube),
                (Side::Inverse, true) => (&node.inverse, back),
            };
            *cube = self.lanes.then(first, then);
            *corners = self.bound.corners(self.lanes, cube);
        }
        let mut probes = [Probe::default(); Move::COUNT];
        for ((probe, cube), &corners) in probes[..asked.len()].iter_mut().zip(&cubes).zip(&corners) {
            *probe = self.bound.probe_with(self.lanes, cube, corners);
        }
        for (m, &probe) in asked.into_iter().zip(&probes) {
            self.bound.prefetch(probe);
            let kind = match m.quarters() {
                2 if keeps => Kind::Half,
                _ if paired.contains(m) => Kind::Pair,
                _ => Kind::One,
            };
            emit(Newborn::Siblings(CosetSiblings { probe, by: written(side, m), kind, remaining }));
        }
        moves.len() as u32
    }

    #[inline(always)]
    fn first_bound(&self, siblings: CosetSiblings) -> Option<u8> {
        let bound = self.bound.read(siblings.probe);
        (bound <= siblings.remaining).then_some(bound)
    }

    #[inline(always)]
    fn made(&self, parent: &CosetNode, siblings: CosetSiblings, bound: u8, mut emit: impl FnMut(CosetNode, Step)) {
        let (side, m) = read(siblings.by);
        let other = side.other() as usize;
        if siblings.kind == Kind::Half {
            let mut node = self.child(parent, side, m);
            node.bounds[side as usize] = bound;
            return emit(node, Step::Open);
        }
        let pair = [m, m.inverse()];
        for &m in if siblings.kind == Kind::Pair { &pair[..] } else { &pair[..1] } {
            let mut node = self.child(parent, side, m);
            node.bounds = [0; 2];
            node.bounds[other] = bound;
            let step = if self.is_enough(&node, bound) { Step::Open } else { self.ask(&mut node, side) };
            emit(node, step);
        }
    }

    #[inline(always)]
    fn resolve(&self, node: &mut CosetNode) -> Step {
        let bound = self.bound.read(node.probe);
        if bound > node.remaining {
            return Step::Cut;
        }
        node.bounds[usize::from(node.asked == Asked::Inverse)] = bound;
        if node.asked != Asked::First || self.is_enough(node, bound) {
            return Step::Open;
        }
        self.ask(node, Side::Inverse)
    }

    /// Both bounds as high as can be: half of the work of an iteration is below such nodes, and a sixth of the solutions.
    #[inline(always)]
    fn is_doubtful(&self, node: &CosetNode) -> bool {
        node.remaining + 1 == self.reach() && node.bounds == [node.remaining; 2]
    }

    #[inline(always)]
    fn folded(&self, node: &CosetNode) -> Option<Folded> {
        let trail = u32::try_from(node.trail).ok()?;
        Some(Folded { subtree: node.subtree, trail })
    }

    fn unfolded(&self, start: &Start, remaining: u8, folded: Folded) -> CosetNode {
        let mut node = self.start(start, folded.subtree, remaining);
        let letters = (u32::BITS - 1 - folded.trail.leading_zeros()) / 6;
        for place in (0..letters).rev() {
            let (side, m) = read((folded.trail >> (6 * place)) as u8);
            node = self.child(&node, side, m);
        }
        node.bounds = [node.remaining; 2];
        node
    }

    #[inline(always)]
    fn remaining(&self, node: &CosetNode) -> u8 {
        node.remaining
    }

    #[inline(always)]
    fn subtree(&self, node: &CosetNode) -> u32 {
        node.subtree
    }

    fn solution(&self, node: &CosetNode) -> Option<Vec<Move>> {
        if !node.cube.is_solved() {
            return None;
        }
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut rest = node.trail;
        while rest > 1 {
            let (side, m) = read(rest as u8);
            match side {
                Side::Cube => first.push(m),
                Side::Inverse => last.push(m),
            }
            rest >>= 6;
        }
        first.reverse();
        first.append(&mut last);
        Some(first)
    }

    #[inline(always)]
    fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        self.lanes.run(work)
    }
}

const _: () = assert!(size_of::<CosetNode>() == 96 && size_of::<CosetSiblings>() == 8);
