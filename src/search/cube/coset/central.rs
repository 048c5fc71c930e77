//! A cube that commutes with all moves: each solution can be started anywhere, and is searched from its least window
//! on.

use crate::cube::{CanonicalContext, CanonicalOrder, FaceTurn, Lanes, Metric};
use crate::search::cube::coset::child::{Side, SidedMove};
use crate::search::cube::coset::windows::ClassOrder;
use crate::search::cube::coset::{CosetChild, CosetNode, CosetSpace};
use crate::search::engine::two_sided::{DeferredSpace, RootTask, Step};

/// The cube with an H48 table, searched for only one starting point of each solution.
///
/// The moves made on the inverse, those of the root task and those made on the cube form one sequence without a gap,
/// because the cube commutes with all of them. A node is excluded if a window of that sequence has a lower rank than
/// the root task: everything below it is found from that window on. `docs/two-sided-search.md` proves that no solution
/// is lost.
pub struct CentralSpace<'a, 'b, L> {
    cubes: &'a CosetSpace<'b, L>,
    ranks: &'a ClassOrder,
    /// Forwards and backwards.
    orders: [CanonicalOrder; 2],
}

/// A cube with both ends of its move sequence.
#[derive(Clone, Copy, Debug)]
pub struct CentralNode {
    cube: CosetNode,
    /// The first and the last moves of the sequence, in the encoding of [`ClassOrder`].
    head: u32,
    tail: u32,
    /// The rank of the root task.
    least: u16,
}

impl<'a, 'b, L: Lanes> CentralSpace<'a, 'b, L> {
    /// The space around a central cube, searched in the half-turn metric, with ranks of windows as long as the root
    /// tasks.
    pub fn new(cubes: &'a CosetSpace<'b, L>, ranks: &'a ClassOrder) -> Self {
        assert!(cubes.half_turns, "a half turn is one move");
        let orders = [CanonicalOrder::half_turn(), CanonicalOrder::backwards(Metric::HalfTurn)];
        Self { cubes, ranks, orders }
    }

    /// The root of a subtree. Its first and last moves may be any that do not merge with the root task.
    #[inline(always)]
    fn around(&self, cube: CosetNode, task: &RootTask) -> CentralNode {
        let sequence = task.moves();
        CentralNode {
            cube: CosetNode { next: beside(sequence, &self.orders), ..cube },
            head: self.ranks.head(sequence),
            tail: self.ranks.tail(sequence),
            least: self.ranks.rank(sequence),
        }
    }

    /// Returns whether a window has a lower rank than the root task. Only windows that end with the last move made are
    /// new.
    #[inline(always)]
    fn has_lower_window(&self, node: &CentralNode) -> bool {
        let trail = node.cube.trail;
        let least = match SidedMove::from_bits(trail as u8).side() {
            _ if trail == 1 => return false,
            Side::Cube => self.ranks.least_of_tail(node.tail),
            Side::Inverse => self.ranks.least_of_head(node.head),
        };
        least < node.least
    }

    /// The node reached by a turn, which makes this cube.
    #[inline(always)]
    fn with_turn(&self, node: &CentralNode, cube: CosetNode, by: SidedMove) -> CentralNode {
        match by.side() {
            Side::Cube => CentralNode { cube, tail: self.ranks.append(node.tail, by.solving()), ..*node },
            Side::Inverse => CentralNode { cube, head: self.ranks.prepend(node.head, by.solving()), ..*node },
        }
    }
}

impl<L: Lanes> DeferredSpace for CentralSpace<'_, '_, L> {
    type Node = CentralNode;
    type Child = CosetChild;

    #[inline(always)]
    fn root(&self, task: &RootTask, number: u32, remaining: u8) -> (CentralNode, CosetChild, Step) {
        let (cube, child, step) = self.cubes.root(task, number, remaining);
        (self.around(cube, task), child, step)
    }

    #[inline(always)]
    fn has_moves_left(&self, child: CosetChild) -> bool {
        self.cubes.has_moves_left(child)
    }

    #[inline(always)]
    fn expand(&self, node: &CentralNode, child: impl FnMut(CosetChild, Step)) -> u32 {
        self.cubes.expand(&node.cube, child)
    }

    #[inline(always)]
    fn ask(&self, child: CosetChild) {
        self.cubes.ask(child);
    }

    #[inline(always)]
    fn look_up(&self, child: CosetChild) -> (CosetChild, bool) {
        self.cubes.look_up(child)
    }

    #[inline(always)]
    fn go_on(&self, parent: &CentralNode, child: CosetChild, next: impl FnMut(CosetChild, Step)) {
        self.cubes.go_on(&parent.cube, child, next);
    }

    #[inline(always)]
    fn node(&self, parent: &CentralNode, child: CosetChild) -> CentralNode {
        let cube = self.cubes.node(&parent.cube, child);
        if child.is_root() { CentralNode { cube, ..*parent } } else { self.with_turn(parent, cube, child.last_move()) }
    }

    #[inline(always)]
    fn is_excluded(&self, node: &CentralNode) -> bool {
        self.has_lower_window(node) || self.cubes.is_excluded(&node.cube)
    }

    #[inline(always)]
    fn remaining(&self, node: &CentralNode) -> u8 {
        node.cube.remaining
    }

    #[inline(always)]
    fn subtree(&self, node: &CentralNode) -> u32 {
        node.cube.subtree
    }

    fn solution(&self, node: &CentralNode) -> Option<Vec<FaceTurn>> {
        self.cubes.solution(&node.cube)
    }

    #[inline(always)]
    fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        self.cubes.run(work)
    }
}

/// The contexts on both sides of a root task, given the orders forwards and backwards.
#[inline(always)]
pub(super) fn beside(task: &[FaceTurn], [forwards, backwards]: &[CanonicalOrder; 2]) -> [CanonicalContext; 2] {
    [forwards.beside(task.iter().rev().copied()), backwards.beside(task.iter().copied())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{PackedCube, Portable, normal_form};
    use crate::heuristic::bound_of_small_reach;
    use crate::search::cube::coset::windows::WindowClasses;
    use crate::search::engine::two_sided::root_tasks;

    /// The least rank of the windows in the sequence without a gap, also after two commuting moves have changed places.
    fn least(ranks: &ClassOrder, sequence: &[FaceTurn], len: usize) -> u16 {
        let commute = |pair: &[FaceTurn]| pair[0].face() % 3 == pair[1].face() % 3;
        let longer = sequence.windows(len + 1).flat_map(|part| {
            let without = |i: usize| [&part[..i], &part[i + 1..]].concat();
            let front = commute(&part[..2]).then(|| without(1));
            front.into_iter().chain(commute(&part[len - 1..]).then(|| without(len - 1)))
        });
        sequence
            .windows(len)
            .map(<[FaceTurn]>::to_vec)
            .chain(longer)
            .map(|window| ranks.rank(&window))
            .min()
            .unwrap_or(u16::MAX)
    }

    /// Compares exclusion move by move on both sides, as in the search, with the whole sequence.
    #[test]
    fn excluded_is_what_has_a_window_of_lower_rank() {
        let bound = bound_of_small_reach(Metric::HalfTurn);
        let cubes = CosetSpace::new(bound.view(), Metric::HalfTurn, Portable, &PackedCube::SOLVED);
        let mut random = fastrand::Rng::with_seed(8);
        let (mut excluded, mut kept) = (0, 0);
        for len in 2..=RootTask::LONGEST {
            let classes = WindowClasses::new(len);
            let mut order: Vec<usize> = (0..classes.sequences().len()).collect();
            random.shuffle(&mut order);
            let ranks = classes.ranked(&order);
            let space = CentralSpace::new(&cubes, &ranks);
            let (all, _) = root_tasks(Metric::HalfTurn, len, &[]);
            for _ in 0..3000 {
                let task = &all[random.usize(..all.len())];
                let (mut node, ..) = space.root(task, 0, 9);
                assert!(!space.has_lower_window(&node), "a root");
                let (mut sequence, mut is_excluded) = (task.moves().to_vec(), false);
                while node.cube.remaining > 0 {
                    let side = Side::of(random.u8(..2));
                    let moves = cubes.choices.options(side, node.cube.next[side.index()], false).moves;
                    let turn = moves.into_iter().nth(random.usize(..moves.len())).unwrap();
                    let by = SidedMove::new(side, turn);
                    node = space.node(&node, CosetChild::new(by, node.cube.remaining - 1));
                    sequence.insert(if side == Side::Cube { sequence.len() } else { 0 }, by.solving());
                    assert!(normal_form(&sequence, true).is_some(), "{sequence:?}");
                    is_excluded |= space.has_lower_window(&node);
                    let expected = least(&ranks, &sequence, len.into()) < ranks.rank(task.moves());
                    assert_eq!(is_excluded, expected, "{sequence:?} from {task:?}");
                    if is_excluded { excluded += 1 } else { kept += 1 }
                }
            }
        }
        assert!(excluded > 1000 && kept > 1000, "{excluded} {kept}");
    }
}
