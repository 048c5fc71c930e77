//! Small trees, searched on a device and on this thread: a lost node would be a silent gap in a proof.

use super::{CosetDevice, CosetWave};
use crate::cube::{FaceTurn, MOVE_CUBES, Metric, PackedCube, Portable};
use crate::device::DeviceError;
use crate::heuristic::CosetBound;
use crate::search::cube::coset::{CentralSpace, CosetSpace, WindowClasses, horizon};
use crate::search::engine::two_sided::{
    Advance, DeferredSpace, RootTask, Step, Visitor, Wavefront, root_tasks, search_staged, tally_weight,
};

/// Moves of the root tasks, and of windows.
const TASK: u8 = 2;
const WINDOW: u8 = 3;
/// With so many nodes a tree is large enough: subtrees that are not begun then are left out.
const NODES: u64 = 10_000;

/// Searches trees with roots above the table's horizon, at it and below it, with and without windows, and compares all
/// that a search believes. They share the stack.
pub fn compare(device: &CosetDevice, cosets: &CosetBound) -> Result<(), DeviceError> {
    let metric = device.metric;
    let horizon = horizon(cosets.layout(), metric);
    let tasks = root_tasks(metric, TASK, &[]).0;
    let windows = (metric == Metric::HalfTurn).then(|| WindowClasses::new(WINDOW));
    let ranks = windows.as_ref().map(WindowClasses::in_order);
    let windowed =
        windows.iter().zip(&ranks).map(|(windows, ranks)| (windows.sequences(), WINDOW, Some(ranks), [2, 1, 0]));
    let kinds = [(&*tasks, TASK, None, [1, 0, -2])].into_iter().chain(windowed);
    let mut random = fastrand::Rng::with_seed(18);
    let mut trees = Vec::new();
    for (tasks, length, ranks, more) in kinds.flat_map(|(a, b, c, depths)| depths.map(|more| (a, b, c, more))) {
        let remaining = horizon.saturating_add_signed(more);
        let cube = scrambled(&mut random, metric, length + remaining);
        let space = CosetSpace::new(cosets.view(), metric, Portable, &cube);
        let mut tasks = tasks.to_vec();
        random.shuffle(&mut tasks);
        let expected = match ranks {
            Some(ranks) => Tree::new(&CentralSpace::new(&space, ranks), &tasks, remaining, horizon).searched(),
            None => Tree::new(&space, &tasks, remaining, horizon).searched(),
        };
        let wave = device.search(&cube);
        wave.set_windows(ranks);
        wave.begin(expected.tallies.len())?;
        let begun: Vec<_> = (0..).zip(&tasks).take(expected.tallies.len()).collect();
        wave.enter(&begun, remaining)?;
        trees.push((wave, expected));
    }
    for (wave, expected) in &trees {
        let found = on_device(wave, expected.tallies.len())?;
        if found != *expected {
            let [found, expected] = [&found, expected].map(|found| found.sum.counters);
            let what = format!("a small tree has {found:?} instead of {expected:?}, or other solutions");
            return Err(DeviceError::wrong(&*device.stack.device, what));
        }
    }
    Ok(())
}

/// The results of a search: in total, and the tallies of its tasks.
#[derive(PartialEq, Eq)]
struct Found {
    sum: Advance,
    tallies: Vec<u32>,
}

/// Few trees go deep if they are no deeper than the distance of the cube, about.
fn scrambled(random: &mut fastrand::Rng, metric: Metric, moves: u8) -> PackedCube {
    let turns: Vec<FaceTurn> = metric.moves().into_iter().collect();
    (0..moves).fold(PackedCube::SOLVED, |cube, _| cube.then(&MOVE_CUBES[turns[random.usize(..turns.len())].index()]))
}

fn on_device(wave: &CosetWave<'_>, tasks: usize) -> Result<Found, DeviceError> {
    let mut sum = Advance::default();
    loop {
        let Advance { counters, cut, left_out, solutions, waiting } = wave.advance(u64::MAX)?;
        sum.counters += counters;
        sum.cut |= cut;
        sum.left_out |= left_out;
        sum.solutions.extend(solutions);
        if waiting == 0 {
            sum.solutions.sort();
            return Ok(Found { sum, tallies: wave.tallies(tasks)? });
        }
    }
}

/// A search on this thread.
struct Tree<'a, S> {
    space: &'a S,
    tasks: std::slice::Iter<'a, RootTask>,
    remaining: u8,
    horizon: u8,
    found: Found,
}

impl<'a, S: DeferredSpace> Tree<'a, S> {
    fn new(space: &'a S, tasks: &'a [RootTask], remaining: u8, horizon: u8) -> Self {
        let found = Found { sum: Advance::default(), tallies: Vec::new() };
        Self { space, tasks: tasks.iter(), remaining, horizon, found }
    }

    fn searched(mut self) -> Found {
        search_staged(self.space, &mut self);
        self.found.sum.solutions.sort();
        self.found
    }
}

impl<S: DeferredSpace> Visitor<S::Node, S::Child> for Tree<'_, S> {
    fn next_root(&mut self) -> Option<(S::Node, S::Child, Step)> {
        let task = self.tasks.next().filter(|_| self.found.sum.counters.nodes < NODES)?;
        let place = self.found.tallies.len() as u32;
        self.found.tallies.push(0);
        Some(self.space.root(task, place, self.remaining))
    }

    fn wants(&mut self, _node: &S::Node) -> bool {
        true
    }

    fn expanded(&mut self, node: &S::Node, children: u32) {
        self.found.sum.counters.nodes += u64::from(children);
        self.found.sum.counters.expanded += 1;
        self.found.tallies[self.space.subtree(node) as usize] += tally_weight(self.space.remaining(node), self.horizon);
    }

    fn looked_up(&mut self, count: u32, cut: u32) {
        self.found.sum.counters.lookups += u64::from(count);
        self.found.sum.cut |= cut > 0;
    }

    fn excluded(&mut self) {
        self.found.sum.cut = true;
    }

    fn leaf(&mut self, node: &S::Node) {
        match self.space.solution(node) {
            Some(rest) => self.found.sum.solutions.push((self.space.subtree(node), rest)),
            None => self.found.sum.cut = true,
        }
    }
}
