//! The 3x3x3 with a table of H48 cosets, searched from both ends.

mod central;
mod child;
mod choice;
mod wavefront;
mod windows;

pub use central::CentralSpace;
pub use child::CosetChild;
pub use wavefront::{CosetDevice, CosetWave, largest_level};
pub use windows::{ClassOrder, WindowClasses};

use crate::cube::{CanonicalContext, FaceTurn, Lanes, MOVE_CUBES, Metric, PackedCube};
use crate::heuristic::{CosetView, FlipBound, Probe};
use crate::pdb::h48::Layout;
use crate::search::engine::two_sided::{DeferredSpace, RootTask, Step};
use child::{Asked, Side, SideBounds, SidedMove};
use choice::{Choices, Options};
use std::hint::select_unpredictable;

/// The cube with an H48 table.
///
/// The table is read for the cube and for its inverse. A node may be left by its first move, made on the cube, or by
/// its last, made on the inverse. Half turns lie in the subgroup, which has two consequences in the half-turn metric.
/// If the bound of the cube is as high as the number of moves left, then the last of them is no half turn: without it,
/// the coset would be reached too early; the same holds for the bound of the inverse and the first move. And a half
/// turn made on one side leaves the coset of the other side as it is. Such children need one look-up less, or need not
/// be made at all. (Tronto's nissy-core has both.) For the same reason the two quarter turns of a face lead to the same
/// coset of the other side, and share a look-up.
///
/// Nodes with few moves left, of which the table says little, must also have few enough flipped edges: [`FlipBound`].
pub struct CosetSpace<'a, L> {
    bound: CosetView<'a>,
    flips: &'static FlipBound,
    /// Nodes with more moves left than this are open: no table entry could cut them off.
    horizon: u8,
    lanes: L,
    half_turns: bool,
    choices: Choices,
    /// By the number of a turn: the cubes of the turn and of its inverse. Padded, so that no index needs to be checked.
    turns: [PackedCube; 32],
    undone: [PackedCube; 32],
    /// The cube to be solved and its inverse.
    sides: [PackedCube; 2],
}

/// A cube with the state that its search needs: 96 bytes.
#[derive(Clone, Copy, Debug)]
pub struct CosetNode {
    /// The cube and its inverse.
    sides: [PackedCube; 2],
    /// The turns since the root of the subtree, the last one lowest, six bits each, below a bit that is always set.
    trail: u128,
    subtree: u32,
    remaining: u8,
    /// The moves that may follow on each side, as contexts.
    next: [CanonicalContext; 2],
    bounds: SideBounds,
}

impl CosetNode {
    /// Moves that fit a trail, below the bit that ends it.
    const LONGEST_TRAIL: u8 = 21;
}

impl<'a, L: Lanes> CosetSpace<'a, L> {
    /// The space around a cube.
    pub fn new(bound: CosetView<'a>, metric: Metric, lanes: L, cube: &PackedCube) -> Self {
        assert!(bound.layout().far() <= SideBounds::LARGEST, "bounds fit where they are noted");
        let (mut turns, mut undone) = ([PackedCube::SOLVED; 32], [PackedCube::SOLVED; 32]);
        for m in FaceTurn::all() {
            turns[m.index()] = MOVE_CUBES[m.index()];
            undone[m.index()] = MOVE_CUBES[m.inverse().index()];
        }
        Self {
            bound,
            flips: FlipBound::get(metric),
            horizon: horizon(bound.layout(), metric),
            lanes,
            half_turns: metric == Metric::HalfTurn,
            choices: Choices::new(metric),
            turns,
            undone,
            sides: [*cube, cube.inverse()],
        }
    }

    /// Most moves left at which nodes are looked up.
    pub fn horizon(&self) -> u8 {
        self.horizon
    }

    /// The bound of the cube itself: the maximum of both sides.
    pub fn root_bound(&self) -> u8 {
        let [cube, inverse] = self.sides.map(|cube| self.bound.read(self.bound.probe(self.lanes, &cube)));
        cube.max(inverse)
    }

    /// The side to continue on, and its moves.
    #[inline(always)]
    fn choose(&self, node: &CosetNode) -> (Side, &Options) {
        if node.remaining > self.horizon {
            return (Side::Cube, self.choices.options(Side::Cube, node.next[Side::Cube.index()], false));
        }
        // Without half turns, to leave them out makes no difference.
        self.choices.cheaper(node.next, node.bounds.tight(node.remaining))
    }

    /// Not inlined: few nodes come here, and the kernel needs its registers.
    #[inline(never)]
    fn exceeds_flips(&self, node: &CosetNode) -> bool {
        self.lanes.run(
            #[inline(always)]
            || node.sides.iter().any(|cube| self.flips.exceeds(self.lanes, cube, node.remaining)),
        )
    }

    /// The node by a turn on one side, without bounds.
    #[inline(always)]
    fn turned(&self, node: &CosetNode, by: SidedMove) -> CosetNode {
        let [cube, inverse] = &node.sides;
        let (turn, undone) = (&self.turns[by.turn()], &self.undone[by.turn()]);
        // No variable index, so that the node is made in registers, and no branch: the side is unpredictable.
        let on_cube = by.side() == Side::Cube;
        let [first, second] = [select_unpredictable(on_cube, cube, undone), select_unpredictable(on_cube, turn, cube)];
        let cube = self.lanes.then(first, second);
        let [first, second] =
            [select_unpredictable(on_cube, undone, inverse), select_unpredictable(on_cube, inverse, turn)];
        let inverse = self.lanes.then(first, second);
        let next = self.choices.next(node.next[by.side().index()], by);
        CosetNode {
            sides: [cube, inverse],
            trail: node.trail << 6 | u128::from(by.bits()),
            subtree: node.subtree,
            remaining: node.remaining - 1,
            next: if on_cube { [next, node.next[1]] } else { [node.next[0], next] },
            bounds: SideBounds::default(),
        }
    }
}

impl<L: Lanes> DeferredSpace for CosetSpace<'_, L> {
    type Node = CosetNode;
    type Child = CosetChild;

    #[inline(always)]
    fn root(&self, task: &RootTask, number: u32, remaining: u8) -> (CosetNode, CosetChild, Step) {
        assert!(remaining <= CosetChild::LONGEST.min(CosetNode::LONGEST_TRAIL), "the moves of a subtree fit its trail");
        let mut sides = self.sides;
        for m in task.moves() {
            let (turn, back) = (&self.turns[m.index()], &self.undone[m.index()]);
            sides = [self.lanes.then(&sides[0], turn), self.lanes.then(back, &sides[1])];
        }
        let next = [task.context(), CanonicalContext::START];
        let node = CosetNode { sides, trail: 1, subtree: number, remaining, next, bounds: SideBounds::default() };
        let child = CosetChild::root(remaining);
        if remaining > self.horizon {
            return (node, child, Step::Open);
        }
        let probe = self.bound.probe(self.lanes, &node.sides[Side::Inverse.index()]);
        (node, child.waiting(Asked::RootInverse, probe), Step::Pending)
    }

    /// The side on which no turn was made is read first: its coset is unrelated to that of the parent, which was not
    /// cut off, and is the same for both quarter turns of a face. A half turn leaves that side's coset as it is.
    #[inline(always)]
    fn expand(&self, node: &CosetNode, mut emit: impl FnMut(CosetChild, Step)) -> u32 {
        let remaining = node.remaining - 1;
        let (side, options) = self.choose(node);
        if remaining > self.horizon {
            debug_assert_eq!(side, Side::Cube, "turns are moves");
            options
                .moves
                .into_iter()
                .for_each(|m| emit(CosetChild::new(SidedMove::new(side, m), remaining), Step::Open));
            return options.moves.len() as u32;
        }
        let (own, other) = (&node.sides[side.index()], &node.sides[side.other().index()]);
        let some = CosetChild::new(SidedMove::clockwise(side, 0), remaining);
        let pair = some.waiting(Asked::Pair, Probe::default());
        self.bound.after_quarter_turns(
            self.lanes,
            other,
            options.pairs,
            #[inline(always)]
            |face, probe| emit(pair.of_face(face, probe), Step::Pending),
        );
        if !options.singles.is_empty() {
            self.bound.after_quarter_turns(
                self.lanes,
                other,
                options.singles,
                #[inline(always)]
                |face, probe| {
                    let by = SidedMove::clockwise(side, face);
                    let by = if options.moves.contains(by.solving()) { by } else { by.counterclockwise() };
                    emit(some.with_turn(by).waiting(Asked::Other, probe), Step::Pending);
                },
            );
        }
        if options.halves.is_empty() {
            return options.moves.len() as u32;
        }
        let kept = node.bounds.get(side.other());
        let half = some.with_turn(SidedMove::half(side, 0));
        if kept > 0 {
            let half = half.with_bound(side.other(), kept).waiting(Asked::Half, Probe::default());
            self.bound.before_half_turns(
                self.lanes,
                own,
                options.halves,
                #[inline(always)]
                |face, probe| emit(half.of_face(face, probe), Step::Pending),
            );
        } else {
            // The coset of the other side is that of the parent, but it has not been looked up.
            let probe = self.bound.probe(self.lanes, other);
            let half = half.waiting(Asked::Other, Probe::default());
            options.halves.into_iter().for_each(|face| emit(half.of_face(face, probe), Step::Pending));
        }
        options.moves.len() as u32
    }

    #[inline(always)]
    fn has_moves_left(&self, child: CosetChild) -> bool {
        child.remaining() > 0
    }

    #[inline(always)]
    fn ask(&self, child: CosetChild) {
        self.bound.prefetch(child.probe());
    }

    #[inline(always)]
    fn look_up(&self, child: CosetChild) -> (CosetChild, bool) {
        let bound = self.bound.read(child.probe());
        (child.looked_up(bound), bound <= child.remaining())
    }

    #[inline(always)]
    fn go_on(&self, parent: &CosetNode, child: CosetChild, mut emit: impl FnMut(CosetChild, Step)) {
        let (side, remaining, bound) = (child.last_move().side(), child.remaining(), child.found());
        if child.is_waiting_for(Asked::Own) || child.is_waiting_for(Asked::Half) {
            return emit(child.with_bound(side, bound), Step::Open);
        }
        // At the horizon nothing is cut off: leaving out half turns on one side is the most that can be gained.
        let is_enough = self.half_turns && remaining == self.horizon && bound == remaining;
        if child.is_root() {
            if child.is_waiting_for(Asked::RootCube) {
                return emit(child.with_bound(Side::Cube, bound), Step::Open);
            }
            let child = child.with_bound(Side::Inverse, bound);
            if is_enough {
                return emit(child, Step::Open);
            }
            let probe = self.bound.probe(self.lanes, &parent.sides[Side::Cube.index()]);
            return emit(child.waiting(Asked::RootCube, probe), Step::Pending);
        }
        let is_pair = child.is_waiting_for(Asked::Pair);
        let child = child.with_bound(side.other(), bound).waiting(Asked::Own, Probe::default());
        // The second item is made only for a pair.
        for child in
            [child, child.with_turn(child.last_move().counterclockwise())].into_iter().take(1 + usize::from(is_pair))
        {
            if is_enough {
                emit(child, Step::Open);
            } else {
                let turned = self.lanes.then(&parent.sides[side.index()], &self.turns[child.last_move().turn()]);
                emit(child.waiting(Asked::Own, self.bound.probe(self.lanes, &turned)), Step::Pending);
            }
        }
    }

    #[inline(always)]
    fn node(&self, parent: &CosetNode, child: CosetChild) -> CosetNode {
        let node = if child.is_root() { *parent } else { self.turned(parent, child.last_move()) };
        CosetNode { bounds: child.bounds(), ..node }
    }

    #[inline(always)]
    fn is_excluded(&self, node: &CosetNode) -> bool {
        node.remaining <= self.flips.most_moves() && self.exceeds_flips(node)
    }

    #[inline(always)]
    fn remaining(&self, node: &CosetNode) -> u8 {
        node.remaining
    }

    #[inline(always)]
    fn subtree(&self, node: &CosetNode) -> u32 {
        node.subtree
    }

    fn solution(&self, node: &CosetNode) -> Option<Vec<FaceTurn>> {
        if !node.sides[0].is_solved() {
            return None;
        }
        Some(solution_of(node.trail))
    }

    #[inline(always)]
    fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        self.lanes.run(work)
    }
}

/// Most moves left at which nodes are looked up: no entry is larger. An entry as large as the number of moves left says
/// something about half turns, but nothing else.
fn horizon(layout: Layout, metric: Metric) -> u8 {
    layout.far() - u8::from(metric == Metric::QuarterTurn)
}

/// The moves of a solution, given its turns as in [`CosetNode::trail`].
fn solution_of(mut trail: u128) -> Vec<FaceTurn> {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    while trail > 1 {
        let by = SidedMove::from_bits(trail as u8);
        if by.side() == Side::Cube { &mut first } else { &mut last }.push(by.solving());
        trail >>= 6;
    }
    first.reverse();
    first.append(&mut last);
    first
}

const _: () = assert!(size_of::<CosetNode>() == 96 && size_of::<CosetChild>() == 8);
