//! Spaces of the cube, compared with their plain definitions.

use crate::backend::Threads;
#[cfg(target_arch = "x86_64")]
use crate::cube::Avx2;
use crate::cube::{CubeAlphabet, Cubies, Lanes, MetricKind, Move, Portable};
use crate::effort::or_full;
use crate::heuristic::{CosetBound, Expansion, ManhattanPieces};
use crate::pdb::build::build;
use crate::pdb::spec::EdgeSet;
use crate::pdb::{Pattern, TableSpec};
use crate::plan::SearchQuery;
use crate::plan::{Kernel, Plan};
use crate::prune::table::Key;
use crate::prune::{Automaton, State};
use crate::puzzle::MoveIndex;
use crate::search::cube::*;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::outcome::Answer;
use crate::search::{Control, Limits, Monitor};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Tables of corners and of edges, built once for all tests.
fn tables(metric: MetricKind) -> TableSet {
    static TABLES: [OnceLock<TableSet>; 2] = [const { OnceLock::new() }; 2];
    let build = || {
        let edges = |names| Pattern::Edges(EdgeSet::parse(names).unwrap());
        let patterns = [Pattern::Corners, edges("UR,UF,UL,UB,FR"), edges("DR,DF,BL")];
        let built = patterns.map(|pattern| {
            let spec = TableSpec::new(pattern, metric);
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| Ok::<(), Infallible>(())).unwrap();
            (spec, Arc::new(table.freeze()))
        });
        TableSet::new(&built, 3)
    };
    TABLES[usize::from(metric == MetricKind::QuarterTurn)].get_or_init(build).clone()
}

/// The plain expansion that `Space` defines, even where a space overrides it.
struct Plain<'a, S>(&'a S);

impl<S: Space> Space for Plain<'_, S> {
    type Node = S::Node;
    fn child(&self, node: &S::Node, by: MoveIndex) -> S::Node {
        self.0.child(node, by)
    }
    fn bound(&self, node: &S::Node) -> u8 {
        self.0.bound(node)
    }
    fn is_goal(&self, node: &S::Node, path: &[MoveIndex]) -> bool {
        self.0.is_goal(node, path)
    }
    fn key(&self, node: &S::Node, path: &[MoveIndex]) -> Key {
        self.0.key(node, path)
    }
}

/// Walks at random and compares the children kept at every node and for every budget.
fn same_children<S: Space>(space: &S, root: S::Node, automaton: &Automaton) {
    let mut random = fastrand::Rng::with_seed(9);
    let (mut node, mut state) = (root, State::START);
    for _ in 0..300 {
        let moves = automaton.allowed(state);
        for budget in 0..14 {
            let (mut fast, mut plain) = (Vec::new(), Vec::new());
            let cut = space.expand(&node, moves, budget, &mut fast);
            let plainly_cut = Plain(space).expand(&node, moves, budget, &mut plain);
            let kept =
                |children: &[Child<S::Node>]| -> Vec<MoveIndex> { children.iter().map(|child| child.by).collect() };
            assert_eq!(kept(&fast), kept(&plain));
            assert!(cut.overshoot > 0 && cut.overshoot <= plainly_cut.overshoot);
            assert_eq!(cut.overshoot == Expansion::NOTHING_CUT, fast.len() == moves.len());
        }
        let by = moves.into_iter().nth(random.usize(..moves.len())).unwrap();
        node = space.child(&node, by);
        state = automaton.next(state, by);
    }
}

fn compare_lanes(tables: &TableSet, turns: &MoveTable, automaton: &Automaton, lanes: impl Lanes) {
    let cube = Cubies::SOLVED;
    same_children(&TableSpace::new(tables, turns, lanes), TableNode::of(&cube), automaton);
    let plain = PlainSpace::new(tables.manhattan.as_ref(), turns, lanes);
    same_children(&plain, crate::cube::Cube::pack(&cube), automaton);
}

#[test]
fn fast_expansions_keep_the_children_of_the_plain_one() {
    for metric in [MetricKind::HalfTurn, MetricKind::QuarterTurn] {
        for alphabet in [CubeAlphabet::face_by_face(metric), CubeAlphabet::amount_by_amount(metric, [2, 5, 4, 1, 0, 3])]
        {
            let automaton = Automaton::canonical(metric, &alphabet);
            let tables = tables(metric).in_order_of(&alphabet);
            let turns = MoveTable::new(alphabet);
            let corners = CornerSpace::new(tables.corners.as_ref().unwrap(), &turns, &Cubies::SOLVED);
            same_children(&corners, corners.root(), &automaton);
            let with_manhattan = tables.clone().with_manhattan(metric, ManhattanPieces::Both);
            for set in [tables, with_manhattan] {
                compare_lanes(&set, &turns, &automaton, Portable);
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    compare_lanes(&set, &turns, &automaton, avx2);
                }
            }
        }
    }
}

#[test]
fn edges_are_followed_home_and_keys_are_those_of_the_state() {
    let alphabet = CubeAlphabet::amount_by_amount(MetricKind::HalfTurn, [2, 5, 4, 1, 0, 3]);
    let tables = tables(MetricKind::HalfTurn).in_order_of(&alphabet);
    let turns = MoveTable::new(alphabet.clone());
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..100 {
        let sequence: Vec<Move> = (0..20).filter_map(|_| Move::new(random.u8(..18))).collect();
        let cube = Cubies::after(&sequence);
        let space = CornerSpace::new(tables.corners.as_ref().unwrap(), &turns, &cube);
        let back: Vec<MoveIndex> = sequence.iter().rev().filter_map(|m| alphabet.index_of(m.inverse())).collect();
        for length in 0..=back.len() {
            let state = cube.then(&Cubies::after(&alphabet.sequence(&back[..length])));
            let home = state.edges == Cubies::SOLVED.edges && state.flips == Cubies::SOLVED.flips;
            assert_eq!(space.solves_edges(&back[..length]), home);
            let key = space.key(&space.root(), &back[..length]);
            assert_eq!(key, crate::coord::state_rank(&crate::cube::Cube::pack(&state)));
        }
    }
}

/// With a table whose horizon is four moves, everything that happens near the horizon and above it happens to short
/// sequences: root tasks of five moves, roots that are not looked up, nodes for which one bound is enough.
#[test]
fn around_the_reach_all_solutions_are_found() {
    for metric in [MetricKind::HalfTurn, MetricKind::QuarterTurn] {
        let (layout, table) = crate::pdb::h48::tests::table_of_small_reach(metric);
        let cosets = TableSet::default().with_cosets(metric, CosetBound::new(table, layout));
        let corners = tables(metric);
        let moves: Vec<Move> = metric.moves().into_iter().collect();
        let mut random = fastrand::Rng::with_seed(4);
        let lengths = std::iter::repeat_n([3, 4, 5, 6, 7, 8], or_full(2, 8)).flatten();
        let lengths = lengths.chain(std::iter::repeat_n(10, or_full(1, 2)));
        let mut longest = 0;
        for length in lengths {
            // No two consecutive moves turn the same axis, so that hardly any sequence can be shortened.
            let mut sequence: Vec<Move> = Vec::new();
            while sequence.len() < length {
                let m = moves[random.usize(..moves.len())];
                if sequence.last().is_none_or(|last| last.face() % 3 != m.face() % 3) {
                    sequence.push(m);
                }
            }
            let cube = Cubies::after(&sequence);
            let solve = |tables: &TableSet, kernel| {
                let query = SearchQuery { all: true, ..SearchQuery::default() };
                let options = Plan { query, ..Plan::new(metric) }.with_kernel(kernel);
                let (monitor, stop) = (Monitor::default(), AtomicBool::new(false));
                let control = Control::new(Limits::default(), &monitor, &stop);
                let threads = Threads::new(2).unwrap();
                match PieceSolver::new(options, tables.clone()).unwrap().solve(&cube, &control, &threads).answer {
                    Answer::Solved(mut sequences) => {
                        sequences.sort();
                        sequences
                    }
                    other => panic!("{other:?}"),
                }
            };
            let plain = solve(&corners, Kernel::ITERATIVE);
            longest = longest.max(plain[0].len());
            for kernel in [Kernel::STAGED, Kernel::BATCHED] {
                assert_eq!(solve(&cosets, kernel), plain, "{sequence:?} {metric} {kernel}");
            }
        }
        assert!(longest >= usize::from(layout.far()) + 6, "{longest}: no root is above the reach");
    }
}
