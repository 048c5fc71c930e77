//! What the tests of the solver share: tables, an independent oracle, and a short way to solve.
#![allow(dead_code)]

use cubepdb::cube::{Context, Cubies, HalfTurn, MOVE_CUBIES, Metric, MetricKind, Move, QuarterTurn};
use cubepdb::notation::{MoveOptions, parse_moves};
use cubepdb::pdb::build::build;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use cubepdb::search::{Control, Executor, Goal, Limits, Monitor, Outcome, TableSet, solve_cube};
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The corner table and a six-edge table, looked at from two sides.
pub fn tables(metric: MetricKind, edges: &[&str]) -> TableSet {
    let edge_patterns = edges.iter().map(|names| Pattern::Edges(EdgeSet::parse(names).unwrap()));
    let built: Vec<_> = std::iter::once(Pattern::Corners)
        .chain(edge_patterns)
        .map(|pattern| {
            let spec = TableSpec { pattern, metric };
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| Ok::<(), Infallible>(())).unwrap();
            (spec, Arc::new(table.freeze()))
        })
        .collect();
    TableSet::new(&built, 3)
}

pub fn word(text: &str) -> Vec<Move> {
    parse_moves(text, &MoveOptions::default()).unwrap()
}

pub fn search(cube: &Cubies, metric: MetricKind, tables: &TableSet, goal: &Goal, executor: &dyn Executor) -> Outcome {
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    solve_cube(cube, metric, tables, goal, &control, executor)
}

/// A cube in 128 bits: five bits for each of the 20 cubies.
fn key(cube: &Cubies) -> u128 {
    let corners = cube.corners.iter().zip(&cube.twists).map(|(&piece, &twist)| piece * 3 + twist);
    let edges = cube.edges.iter().zip(&cube.flips).map(|(&piece, &flip)| piece * 2 + flip);
    corners.chain(edges).fold(0, |key, part| key << 5 | u128::from(part))
}

/// Multiplies and folds; the standard hasher would take most of the oracle's time.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only 128-bit keys are hashed")
    }
    fn write_u128(&mut self, key: u128) {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// Distances without tables: every state near the solved one, found by breadth-first search over plain cubies, and from
/// the cube in question all words up to the same length. It shares nothing with the solver but the eighteen turns.
pub struct Oracle {
    moves: Vec<usize>,
    radius: u8,
    near: HashMap<u128, u8, BuildHasherDefault<KeyHasher>>,
}

impl Oracle {
    pub fn new(metric: MetricKind, radius: u8) -> Self {
        let moves: Vec<usize> = metric.moves().into_iter().map(Move::index).collect();
        let mut near = HashMap::default();
        near.insert(key(&Cubies::SOLVED), 0);
        let mut layer = vec![Cubies::SOLVED];
        for depth in 1..=radius {
            let mut next = Vec::new();
            for cube in &layer {
                for &m in &moves {
                    let child = cube.then(&MOVE_CUBIES[m]);
                    near.entry(key(&child)).or_insert_with(|| {
                        next.push(child);
                        depth
                    });
                }
            }
            layer = next;
        }
        Self { moves, radius, near }
    }

    /// The distance of a cube, if it is at most twice the radius.
    pub fn distance(&self, cube: &Cubies) -> Option<u8> {
        if let Some(&depth) = self.near.get(&key(cube)) {
            return Some(depth);
        }
        (1..=self.radius).find(|&steps| self.reaches(cube, steps, 6)).map(|steps| steps + self.radius)
    }

    /// Whether some word of `steps` moves, no face twice running, leads from the cube into the ball.
    fn reaches(&self, cube: &Cubies, steps: u8, last_face: usize) -> bool {
        if steps == 0 {
            return self.near.contains_key(&key(cube));
        }
        // Without the half turns a face may turn twice running.
        let may_repeat = self.moves.len() == 12;
        let moves = self.moves.iter().filter(|&&m| may_repeat || m / 3 != last_face);
        moves.copied().any(|m| self.reaches(&cube.then(&MOVE_CUBIES[m]), steps - 1, m / 3))
    }

    /// All words of exactly `length` moves that solve the cube without passing through the solved state before, in
    /// canonical form.
    pub fn canonical_solutions(&self, cube: &Cubies, metric: MetricKind, length: u8) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        self.list(cube, metric, length, Context::START, &mut Vec::new(), &mut found);
        found
    }

    fn list(
        &self,
        cube: &Cubies,
        metric: MetricKind,
        left: u8,
        context: Context,
        path: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        let order = match metric {
            MetricKind::HalfTurn => HalfTurn::ORDER,
            MetricKind::QuarterTurn => QuarterTurn::ORDER,
        };
        match self.near.get(&key(cube)) {
            Some(0) if left == 0 => return found.push(path.clone()),
            Some(&depth) if depth > left || left == 0 => return,
            None if left <= self.radius => return,
            _ => {}
        }
        for m in order.allowed(context) {
            path.push(m);
            self.list(&cube.then(&MOVE_CUBIES[m.index()]), metric, left - 1, order.next(context, m), path, found);
            path.pop();
        }
    }
}
