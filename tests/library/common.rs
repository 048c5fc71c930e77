//! Helpers shared by the tests of the solver: tables, an independent oracle, and a short way to solve.

use crate::fixtures;
use cubepdb::internals::{
    self,
    cube::{Cubies, FaceTurn, MOVE_CUBIES},
    notation::{MoveOptions, parse_moves},
    search::{Control, Limits, Method, PieceSolver, TableSet, Workers},
    storage::TableMemory,
};
use cubepdb::{
    Check, EdgeSet, LoadMode, Metric, Pattern, TableKind, TableSpec,
    plan::{OneSidedKernel, Plan, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Automaton, Executor, Key, Outcome, Space},
    table_files::TableFile,
};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

/// The corner table and edge tables, read from three sides.
pub fn tables(metric: Metric, edges: &[&str]) -> TableSet {
    let edge_patterns = edges.iter().map(|names| Pattern::Edges(EdgeSet::parse(names).unwrap()));
    let patterns = std::iter::once(Pattern::Corners).chain(edge_patterns);
    TableSet::new(&patterns.map(|pattern| table(TableSpec::new(pattern, metric))).collect::<Vec<_>>(), 3)
}

/// The bound, nodes, expanded nodes and look-ups of each length that was searched to its end.
pub fn completed<M>(outcome: &Outcome<M>) -> Vec<(u8, [u64; 3])> {
    let whole = outcome.iterations.iter().filter(|iteration| iteration.completed);
    whole.map(|i| (i.bound, [i.counters.nodes, i.counters.expanded, i.counters.lookups])).collect()
}

/// A table, of a file that other tests read as well.
pub fn table(spec: TableSpec) -> (TableSpec, Arc<TableMemory>) {
    type Loaded = Arc<OnceLock<Arc<TableMemory>>>;
    static LOADED: Mutex<BTreeMap<String, Loaded>> = Mutex::new(BTreeMap::new());
    let loaded = LOADED.lock().unwrap().entry(spec.name()).or_default().clone();
    let memory = loaded.get_or_init(|| {
        let kind = match spec.kind {
            TableKind::H48(level) => format!("h48 --level {level}"),
            TableKind::Grid(Pattern::Edges(set)) => format!("edges --pieces {set}"),
            TableKind::Grid(_) => spec.table().to_owned(),
        };
        let metric = if spec.metric == Metric::QuarterTurn { " --metric qtm" } else { "" };
        let file = TableFile::open(&fixtures::table(&format!("{kind}{metric}"))).unwrap();
        Arc::new(file.load(LoadMode::Copy, Check::Full).unwrap())
    });
    (spec, memory.clone())
}

pub fn word(text: &str) -> Vec<FaceTurn> {
    parse_moves(text, &MoveOptions::default()).unwrap()
}

pub fn search(
    cube: &Cubies,
    metric: Metric,
    tables: &TableSet,
    query: &SearchQuery,
    executor: &dyn Executor,
) -> Outcome<FaceTurn> {
    let options = Plan { query: *query, ..Plan::new(metric) };
    solve(&PieceSolver::new(options, tables.clone()).unwrap(), cube, executor)
}

/// Solves without limits.
pub fn solve(solver: &PieceSolver, cube: &Cubies, executor: &dyn Executor) -> Outcome<FaceTurn> {
    Control::unwatched(Limits::default(), |control| solver.solve(cube, &Workers::new(control, executor)))
}

/// The tree of all move sequences over twelve moves, as numbers to the base 13. Nothing is cut off: sequences without
/// moves left are leaves.
#[derive(Default)]
pub struct WordTree {
    /// The nodes of the solutions.
    pub solutions: Vec<u64>,
    /// Nodes that a worker panics at.
    pub traps: Range<u64>,
}

impl WordTree {
    /// The node that a sequence leads to.
    pub fn node_of(word: &[u64]) -> u64 {
        word.iter().fold(0, |node, letter| node * 13 + letter + 1)
    }
}

impl Space for WordTree {
    type Node = u64;

    fn child(&self, node: &u64, by: MoveIndex) -> Option<u64> {
        let child = node * 13 + by.index() as u64 + 1;
        assert!(!self.traps.contains(&child), "the trap");
        Some(child)
    }

    fn bound(&self, _node: &u64) -> u8 {
        0
    }

    fn is_goal(&self, node: &u64, _path: &[MoveIndex]) -> bool {
        self.solutions.contains(node)
    }

    fn key(&self, node: &u64, _path: &[MoveIndex]) -> Key {
        Key::from(*node)
    }
}

/// Searches all sequences over twelve moves of one length, in a tree with the nodes of [`WordTree`].
pub fn search_words<S: Space<Node = u64>>(
    space: &S,
    length: u8,
    scheduler: Scheduler,
    query: SearchQuery,
    workers: &Workers<'_>,
) -> Outcome<MoveIndex> {
    let (automaton, kernel) = (Automaton::free(12), OneSidedKernel::Iterative);
    let method = Method { automaton: &automaton, duplicates: None, kernel, scheduler, lengths: (length, 1) };
    internals::search::solve(space, 0, &method, &SearchQuery { max_depth: length, ..query }, workers)
}

/// A cube in 128 bits: five bits for each of the 20 cubies.
fn key(cube: &Cubies) -> u128 {
    let corners = cube.corners.iter().zip(&cube.twists).map(|(&piece, &twist)| piece * 3 + twist);
    let edges = cube.edges.iter().zip(&cube.flips).map(|(&piece, &flip)| piece * 2 + flip);
    corners.chain(edges).fold(0, |key, part| key << 5 | u128::from(part))
}

/// A hasher that multiplies and folds; the standard hasher would take most of the oracle's time.
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
/// the cube in question all move sequences up to the same length. It shares nothing with the solver except the eighteen
/// turns.
pub struct Oracle {
    moves: Vec<usize>,
    radius: u8,
    near: HashMap<u128, u8, BuildHasherDefault<KeyHasher>>,
    /// A bit for each of 2^26 parts of the keys, set if one of `near` falls into it: most sequences end far away, and
    /// reading the map for each of them would be half of the test's time.
    parts: Vec<u64>,
}

/// The array index and the bit of a key's part.
fn part(key: u128) -> (usize, u64) {
    let part = (BuildHasherDefault::<KeyHasher>::default().hash_one(key) >> 38) as usize;
    (part / 64, 1 << (part % 64))
}

impl Oracle {
    pub fn new(metric: Metric, radius: u8) -> Self {
        let moves: Vec<usize> = metric.moves().into_iter().map(FaceTurn::index).collect();
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
        let mut parts = vec![0; 1 << 20];
        for (word, bit) in near.keys().copied().map(part) {
            parts[word] |= bit;
        }
        Self { moves, radius, near, parts }
    }

    /// The distance of a cube, if it is at most twice the radius.
    pub fn distance(&self, cube: &Cubies) -> Option<u8> {
        if let Some(&depth) = self.near.get(&key(cube)) {
            return Some(depth);
        }
        (1..=self.radius).find(|&steps| self.reaches(cube, steps, None)).map(|steps| steps + self.radius)
    }

    /// Returns whether some sequence of `steps` moves leads from the cube into the ball. No face is turned twice in
    /// succession, unless there are no half turns, and of two opposite ones the first comes first.
    fn reaches(&self, cube: &Cubies, steps: u8, last_face: Option<usize>) -> bool {
        if steps == 0 {
            let key = key(cube);
            let (word, bit) = part(key);
            return self.parts[word] & bit != 0 && self.near.contains_key(&key);
        }
        let may_repeat = self.moves.len() == 12;
        let follows = |face: usize| {
            last_face.is_none_or(|last| face % 3 != last % 3 || face > last || may_repeat && face == last)
        };
        let moves = self.moves.iter().filter(|&&m| follows(m / 3));
        moves.copied().any(|m| self.reaches(&cube.then(&MOVE_CUBIES[m]), steps - 1, Some(m / 3)))
    }

    /// All solutions of exactly `length` moves, each as its [`classes`], sorted. Sequences of the same class are listed
    /// once; sequences that could be shortened, or that pass through the solved cube, are left out.
    pub fn solutions(&self, cube: &Cubies, length: u8) -> Vec<Vec<Class>> {
        let mut found = Vec::new();
        self.list(cube, length, &mut Vec::new(), &mut found);
        found.sort();
        found.dedup();
        found
    }

    fn list(&self, cube: &Cubies, left: u8, path: &mut Vec<FaceTurn>, found: &mut Vec<Vec<Class>>) {
        let distance = self.near.get(&key(cube));
        if distance == Some(&0) || left == 0 {
            let length = path.len() as u32;
            if left == 0 && distance == Some(&0) && cost(&classes(path), self.moves.len() == 18) == length {
                found.push(classes(path));
            }
            return;
        }
        if distance.map_or(left <= self.radius, |&depth| depth > left) {
            return;
        }
        for &m in &self.moves {
            path.push(FaceTurn::new(m as u8).unwrap());
            self.list(&cube.then(&MOVE_CUBIES[m]), left - 1, path, found);
            path.pop();
        }
    }
}

/// A run of turns about one axis: the axis, and the quarter turns of its two faces, modulo four.
pub type Class = (u8, [u8; 2]);

/// A sequence up to the order of commuting moves: turns about one axis are added up.
pub fn classes(word: &[FaceTurn]) -> Vec<Class> {
    let mut runs: Vec<Class> = Vec::new();
    for m in word {
        let (axis, side) = (m.face() % 3, usize::from(m.face() / 3));
        if runs.last().is_none_or(|run| run.0 != axis) {
            runs.push((axis, [0, 0]));
        }
        let turns = &mut runs.last_mut().expect("a run was begun").1[side];
        *turns = (*turns + m.quarters()) % 4;
    }
    runs
}

/// Number of moves that a sequence of these classes needs.
fn cost(classes: &[Class], half_turns: bool) -> u32 {
    let of = |turns: u8| match turns {
        0 => 0,
        2 if !half_turns => 2,
        _ => 1,
    };
    classes.iter().map(|(_, [a, b])| of(*a) + of(*b)).sum()
}
