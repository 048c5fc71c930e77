//! Compares the counts of a device with those of this machine: a wrong bound or a lost subtree would be silent.

use super::card::{Card, Lengths, edges_first};
use super::top::{Count, Leaf};
use crate::cube::{PackedCube, Portable};
use crate::device::DeviceError;
use crate::heuristic::{Expansion, Manhattan};
use crate::notation::random_cube;
use crate::prune::{Automaton, AutomatonState};
use crate::puzzle::MoveIndexSet;
use crate::search::cube::PlainSpace;
use crate::search::engine::one_sided::space::Space;

/// Random cubes on which moves are made, and of which trees are searched.
const CUBES: usize = 300;
/// Moves in the trees of those with the least bounds, beyond the bounds.
const DEEPER: u8 = 2;
/// Most launches until they have been searched.
const LAUNCHES: usize = 100_000;

/// Makes moves on random cubes, and counts the nodes of small trees under them.
///
/// # Errors
/// If the device fails, or computes something else.
pub fn compare(
    card: &mut Card,
    manhattan: &Manhattan,
    space: &PlainSpace<'_, Portable>,
    automaton: &Automaton,
) -> Result<(), DeviceError> {
    let mut random = fastrand::Rng::with_seed(1);
    let cubes = (0..CUBES).map(|_| PackedCube::pack(&random_cube(&mut random)));
    let leaves: Vec<Leaf> =
        cubes.map(|cube| Leaf { cube, state: AutomatonState::START, f: space.bound(&cube) }).collect();
    let first = leaves.iter().map(|leaf| leaf.f).min().expect("there are some");
    let lengths = Lengths { first, step: 1, last: first + DEEPER };
    card.begin(&leaves, 0, lengths, u32::from(lengths.last) + 1)?;
    compare_moves(card, manhattan, space, &leaves, automaton.letters())?;
    compare_trees(card, space, &leaves, automaton, lengths)?;
    card.clear();
    Ok(())
}

fn compare_moves(
    card: &Card,
    manhattan: &Manhattan,
    space: &PlainSpace<'_, Portable>,
    leaves: &[Leaf],
    letters: usize,
) -> Result<(), DeviceError> {
    let turned = |leaf: &Leaf, by| {
        let cube = space.after(&leaf.cube, by);
        let [edges, corners] = edges_first(&cube);
        [edges, corners, manhattan.edge_sum(&cube).into()]
    };
    let moves = MoveIndexSet::first(letters);
    let expected = leaves.iter().flat_map(|leaf| moves.into_iter().map(move |by| turned(leaf, by)));
    let is_equal = card.turned()?.into_iter().eq(expected);
    if is_equal { Ok(()) } else { Err(card.wrong("moves on random cubes, and the distances of their edges")) }
}

fn compare_trees(
    card: &mut Card,
    space: &PlainSpace<'_, Portable>,
    leaves: &[Leaf],
    automaton: &Automaton,
    lengths: Lengths,
) -> Result<(), DeviceError> {
    let best = u32::from(lengths.last) + 1;
    for _ in 0..LAUNCHES {
        if card.is_idle(best, 0) {
            break;
        }
        card.advance(best, 0)?;
    }
    for length in lengths.first..=lengths.last {
        let mut plain = Plain { space, automaton, length, count: Count::NONE };
        leaves.iter().filter(|leaf| leaf.f <= length).for_each(|leaf| plain.search(&leaf.cube, leaf.state, length));
        let [found, expected] = [card.count(length), plain.count];
        if found != expected || !card.has_finished(length) {
            let what = format!("{} nodes in trees of length {length}, where there are {}", found.nodes, expected.nodes);
            return Err(card.wrong(what));
        }
    }
    Ok(())
}

/// The plain search of a tree.
struct Plain<'a> {
    space: &'a PlainSpace<'a, Portable>,
    automaton: &'a Automaton,
    length: u8,
    count: Count,
}

impl Plain<'_> {
    fn search(&mut self, cube: &PackedCube, state: AutomatonState, remaining: u8) {
        if remaining == 0 {
            return;
        }
        let moves = self.automaton.allowed(state);
        let mut children = Vec::new();
        let Expansion { overshoot, .. } = self.space.expand(cube, moves, remaining - 1, &mut children);
        let least = if overshoot == Expansion::NOTHING_CUT { u32::MAX } else { u32::from(self.length + overshoot) };
        self.count += Count { nodes: moves.len() as u64, expanded: 1, least };
        for child in children {
            self.search(&child.node, self.automaton.next(state, child.by), remaining - 1);
        }
    }
}
