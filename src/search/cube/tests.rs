//! Spaces of the cube, compared with their plain definitions.

use crate::backend::Threads;
#[cfg(target_arch = "x86_64")]
use crate::cube::Avx2;
use crate::cube::{CubeAlphabet, Cubies, FaceTurn, Lanes, Metric, Portable};
use crate::effort::or_full;
use crate::heuristic::{Expansion, ManhattanPieces, bound_of_small_reach};
use crate::pdb::build::build;
use crate::pdb::grid::tests::corner_table;
use crate::pdb::spec::EdgeSet;
use crate::pdb::{Pattern, TableSpec};
use crate::plan::{Kernel, Plan};
use crate::plan::{Pruning, SearchQuery, TranspositionOptions};
use crate::prune::table::Key;
use crate::prune::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use crate::search::cube::*;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::outcome::Answer;
use crate::search::{Control, Limits, Workers};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Tables of corners and of edges, built once for all tests.
fn tables(metric: Metric) -> TableSet {
    static TABLES: [OnceLock<TableSet>; 2] = [const { OnceLock::new() }; 2];
    let build = || {
        let edges = |names| Pattern::Edges(EdgeSet::parse(names).unwrap());
        let corners = (TableSpec::new(Pattern::Corners, metric), corner_table(metric).0.clone());
        let [large, small] = [edges("UR,UF,UL,UB,FR"), edges("DR,DF,BL")].map(|pattern| {
            let spec = TableSpec::new(pattern, metric);
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| ()).unwrap();
            (spec, Arc::new(table.freeze()))
        });
        TableSet::new(&[corners, large, small], 3)
    };
    TABLES[usize::from(metric == Metric::QuarterTurn)].get_or_init(build).clone()
}

/// The plain expansion that `Space` defines, even where a space overrides it.
struct Plain<'a, S>(&'a S);

impl<S: Space> Space for Plain<'_, S> {
    type Node = S::Node;
    fn child(&self, node: &S::Node, by: MoveIndex) -> Option<S::Node> {
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
    let (mut node, mut state) = (root, AutomatonState::START);
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
        node = space.child(&node, by).unwrap();
        state = automaton.next(state, by);
    }
}

fn compare_lanes(tables: &TableSet, turns: &MoveTable, automaton: &Automaton, lanes: impl Lanes) {
    let cube = Cubies::SOLVED;
    same_children(&TableSpace::new(tables, turns, lanes), TableNode::of(&cube), automaton);
    let plain = PlainSpace::new(tables.manhattan.as_ref(), turns, lanes);
    same_children(&plain, crate::cube::PackedCube::pack(&cube), automaton);
}

#[test]
fn fast_expansions_keep_the_children_of_the_plain_one() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
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
    let alphabet = CubeAlphabet::amount_by_amount(Metric::HalfTurn, [2, 5, 4, 1, 0, 3]);
    let tables = tables(Metric::HalfTurn).in_order_of(&alphabet);
    let turns = MoveTable::new(alphabet.clone());
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..100 {
        let sequence: Vec<FaceTurn> = (0..20).filter_map(|_| FaceTurn::new(random.u8(..18))).collect();
        let cube = Cubies::after(&sequence);
        let space = CornerSpace::new(tables.corners.as_ref().unwrap(), &turns, &cube);
        let back: Vec<MoveIndex> = sequence.iter().rev().filter_map(|m| alphabet.index_of(m.inverse())).collect();
        for length in 0..=back.len() {
            let state = cube.then(&Cubies::after(&alphabet.sequence(&back[..length])));
            let home = state.edges == Cubies::SOLVED.edges && state.flips == Cubies::SOLVED.flips;
            assert_eq!(space.solves_edges(&back[..length]), home);
            let key = space.key(&space.root(), &back[..length]);
            assert_eq!(key, crate::coord::state_rank(&crate::cube::PackedCube::pack(&state)));
        }
    }
}

/// With a table whose horizon is four moves, everything that happens near the horizon and above it happens to short
/// sequences: root tasks of five moves, roots that are not looked up, nodes for which one bound is enough.
#[test]
fn around_the_reach_all_solutions_are_found() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let bound = bound_of_small_reach(metric);
        let far = bound.layout().far();
        let cosets = TableSet::default().with_cosets(metric, bound);
        let corners = tables(metric);
        let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
        let mut random = fastrand::Rng::with_seed(4);
        let lengths = std::iter::repeat_n([3, 4, 5, 6, 7, 8], or_full(2, 8)).flatten();
        let lengths = lengths.chain(std::iter::repeat_n(10, or_full(1, 2)));
        let mut longest = 0;
        for length in lengths {
            // No two consecutive moves turn the same axis, so that hardly any sequence can be shortened.
            let mut sequence: Vec<FaceTurn> = Vec::new();
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
                let (solver, threads) = (PieceSolver::new(options, tables.clone()).unwrap(), Threads::new(2).unwrap());
                let search = |control: &Control<'_>| solver.solve(&cube, &Workers::new(control, &threads));
                match Control::unwatched(Limits::default(), search).answer {
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
        assert!(longest >= usize::from(far) + 6, "{longest}: no root is above the reach");
    }
}

/// Sets of moves that are neither those of half turns nor those of quarter turns: every sequence of up to three of the
/// moves gets all its shortest solutions, those that a plain search of all sequences finds.
#[test]
fn any_set_of_moves_has_its_shortest_solutions() {
    let turn = |name: &str| (0..18).filter_map(FaceTurn::new).find(|m| m.to_string() == name).unwrap();
    let turns = |names: &str| CubeAlphabet::of(names.split(' ').map(turn).collect());
    let one_solution = |alphabet: &CubeAlphabet, automaton, all, max_depth, cube: &Cubies| {
        let query = SearchQuery { all, max_depth, ..SearchQuery::default() };
        let plan = Plan { query, pruning: Pruning::OwnRules, ..Plan::new(Metric::HalfTurn) };
        let alphabet = alphabet.clone();
        let options = Prepared { alphabet, ..Prepared::with_automaton(plan, automaton, true) };
        let solver = PieceSolver::new(options, TableSet::default()).unwrap();
        Control::unwatched(Limits::default(), |control| {
            solver.solve(cube, &Workers::new(control, &Threads::new(1).unwrap()))
        })
    };
    for (names, pruned) in [
        ("U U2 U' R R2 R' F F2 F'", true),
        ("U U2 U' R R2 R' F F2 F' D D2 D'", true),
        ("U U' R R' F F' D D' L L' B B'", true),
        ("R2 U2", true),
        ("U U' D D' R2", true),
        ("R U", false),
        ("R R2 U' D2", false),
        ("R", false),
    ] {
        let alphabet = turns(names);
        let canonical = Automaton::canonical(Metric::HalfTurn, &alphabet);
        let free = Automaton::free(alphabet.moves().len());
        assert_eq!(!canonical.same_language(&free), pruned, "{names}");
        // All move sequences, and the cubes that they solve, length by length.
        let mut words: Vec<Vec<FaceTurn>> = vec![Vec::new()];
        let mut found: Vec<(Cubies, Vec<Vec<FaceTurn>>)> = Vec::new();
        for _ in 0..=or_full(2, 3) {
            for word in &words {
                let solved: Vec<FaceTurn> = word.iter().rev().map(|m| m.inverse()).collect();
                let cube = Cubies::after(&solved);
                match found.iter_mut().find(|(known, _)| *known == cube) {
                    Some((_, all)) if all[0].len() == word.len() => all.push(word.clone()),
                    Some(_) => {}
                    None => found.push((cube, vec![word.clone()])),
                }
            }
            let longer =
                |word: &Vec<FaceTurn>| alphabet.moves().iter().map(|&m| [&word[..], &[m]].concat()).collect::<Vec<_>>();
            words = words.iter().flat_map(longer).collect();
        }
        for (cube, all) in found.iter().step_by(or_full(3, 1)) {
            for automaton in [&canonical, &free] {
                for is_all in [false, true] {
                    let outcome = one_solution(&alphabet, automaton.clone(), is_all, 9, cube);
                    let Answer::Solved(solutions) = outcome.answer else { panic!("{names}: {:?}", all[0]) };
                    assert_eq!(outcome.lower_bound as usize, all[0].len(), "{names}");
                    assert!(solutions.iter().all(|word| all.contains(word)), "{names}: {solutions:?} {all:?}");
                    let classes = all.iter().filter(|word| solutions.contains(word)).count();
                    assert!(classes == solutions.len() && (is_all || classes == 1), "{names}: each once");
                    if is_all {
                        // Every sequence is one of the solutions, up to the order within an axis and the way to turn a
                        // face.
                        let class = |word: &[FaceTurn]| {
                            let mut turns: Vec<(u8, [u8; 2])> = Vec::new();
                            for m in word {
                                match turns.last_mut() {
                                    Some((axis, by)) if *axis == m.face() % 3 => {
                                        by[usize::from(m.face() / 3)] += m.quarters()
                                    }
                                    _ => {
                                        let mut by = [0; 2];
                                        by[usize::from(m.face() / 3)] = m.quarters();
                                        turns.push((m.face() % 3, by));
                                    }
                                }
                            }
                            turns.iter().map(|&(axis, by)| (axis, by.map(|by| by % 4))).collect::<Vec<_>>()
                        };
                        let of_solutions: Vec<_> = solutions.iter().map(|word| class(word)).collect();
                        assert!(all.iter().all(|word| of_solutions.contains(&class(word))), "{names}: {all:?}");
                    }
                }
            }
        }
        // A cube that these moves do not solve within the diameter is no fault.
        let flip: Vec<FaceTurn> = ["B", "U", "L"].map(turn).to_vec();
        if alphabet.moves().len() < 3 {
            let outcome = one_solution(&alphabet, canonical, false, 20, &Cubies::after(&flip));
            assert_eq!(outcome.answer, Answer::NoSolution, "{names}");
        }
    }
}

/// Symmetric states are one only where the images of all moves are moves.
#[test]
fn symmetric_states_need_a_symmetric_set_of_moves() {
    use crate::prune::table::TranspositionKind;
    let half = Metric::HalfTurn;
    for (alphabet, is_symmetric) in [
        (CubeAlphabet::face_by_face(half), true),
        (
            CubeAlphabet::of(vec![
                FaceTurn::turn(0, 1).unwrap(),
                FaceTurn::turn(0, 2).unwrap(),
                FaceTurn::turn(0, 3).unwrap(),
            ]),
            false,
        ),
    ] {
        let table = TranspositionOptions { kind: TranspositionKind::Epoch, depth: 5, bytes: 1 << 20, symmetry: true };
        let automaton = Automaton::canonical(half, &alphabet);
        let plan = Plan { pruning: Pruning::OwnRules, ..Plan::new(half) }.with_transpositions(Some(table));
        let options = Prepared { alphabet, ..Prepared::with_automaton(plan, automaton, true) };
        assert_eq!(PieceSolver::new(options, TableSet::default()).is_ok(), is_symmetric);
    }
}
