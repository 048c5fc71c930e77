//! Mistakes made on purpose: each gives wrong answers on instances that the correct way answers correctly. This shows
//! that the differential test would detect them.

use super::automata::{Kind, Rules, across_commuting_faces, by_next_moves, faces, order_by_first_move};
use super::instance::Case;
use super::puzzle::{Permutation, Puzzle, Turns};
use super::space::{MarksEarly, Names, Small, WholeTable, all_solutions, mix};
use crate::effort::or_full;
use cubepdb::internals::{
    heuristic::Expansion,
    prune::{Contexts, table::TranspositionTable},
    puzzle::MoveIndexSet,
    search::{Control, Limits, Method, TranspositionPruning, Workers, solve},
};
use cubepdb::{
    Threads,
    plan::{OneSidedKernel, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Answer, Automaton, Child, Key, Space},
};
use fastrand::Rng;
use std::ops::ControlFlow;
use std::sync::{Arc, Barrier};

/// Numbers of wrong answers of the faulty way and of the correct one, and of all answers.
#[derive(Clone, Copy, Debug, Default)]
struct Wrong {
    faulty: u64,
    right: u64,
    of: u64,
}

impl Wrong {
    fn count(&mut self, faulty: bool, right: bool) {
        self.faulty += u64::from(!faulty);
        self.right += u64::from(!right);
        self.of += 1;
    }

    /// Checks that the mistake is detected, and that it is the cause.
    fn is_told(self, mistake: &str) {
        println!("{mistake}: {} wrong of {}, {} without it", self.faulty, self.of, self.right);
        assert!(self.faulty > 0, "{mistake} goes unnoticed");
        assert_eq!(self.right, 0, "not only {mistake}");
    }
}

/// A table that forgets nothing.
fn table(contexts: &Arc<Contexts>) -> Box<dyn TranspositionTable> {
    Box::new(WholeTable::new(contexts.clone()))
}

/// Calls `each` with puzzles and some initial states of each, at most `farthest` moves away.
fn instances(seeds: std::ops::Range<u64>, farthest: u8, mut each: impl FnMut(&Puzzle, &mut Rng, &[u16])) {
    for seed in seeds {
        let puzzle = Puzzle::random(seed);
        let mut random = Rng::with_seed(mix(seed, 2));
        let near = |&state: &u16| (2..=farthest).contains(&puzzle.distance[usize::from(state)]);
        let mut initial: Vec<u16> = (0..puzzle.states as u16).filter(near).collect();
        random.shuffle(&mut initial);
        initial.truncate(60);
        if !initial.is_empty() {
            each(&puzzle, &mut random, &initial);
        }
    }
}

/// A puzzle without lower bounds, with children in move order or in any other.
fn space<'a>(puzzle: &'a Puzzle, none: &'a [u8], shuffled: Option<u64>) -> Small<'a> {
    Small { puzzle, bound: none, names: Names::Exact, shuffled, canonical: None }
}

/// Returns whether a search of one state with one transposition table gives the right answer.
fn answers(
    space: &Small<'_>,
    automaton: &Automaton,
    contexts: &Contexts,
    table: &dyn TranspositionTable,
    start: u16,
) -> bool {
    let duplicates = TranspositionPruning { table, contexts, depth: 30 };
    let distance = space.puzzle.distance[usize::from(start)];
    let case = Case::plain(automaton, start, Some(duplicates), distance);
    case.is_optimal(space.puzzle, &case.run(space))
}

/// Searches with the contexts as they are and with contexts that are ignored.
fn ignoring(
    puzzle: &Puzzle,
    names: Names,
    automaton: &Automaton,
    contexts: Contexts,
    initial: &[(u16, Option<u64>)],
) -> Wrong {
    let none = vec![0; puzzle.states];
    let [ignored, kept] = [contexts.clone().ignored(), contexts].map(Arc::new);
    let mut wrong = Wrong::default();
    for &(start, shuffled) in initial {
        let space = Small { names, ..space(puzzle, &none, shuffled) };
        let [faulty, right] =
            [&ignored, &kept].map(|contexts| answers(&space, automaton, contexts, &*table(contexts), start));
        wrong.count(faulty, right);
    }
    wrong
}

impl std::ops::AddAssign for Wrong {
    fn add_assign(&mut self, other: Self) {
        self.faulty += other.faulty;
        self.right += other.right;
        self.of += other.of;
    }
}

/// A learned automaton may forbid a move only later: a failure under one of its states implies nothing for another.
/// Within one search this seldom costs an answer: the puzzle is the one of 2500 where it does, in 2 of 461,388
/// searches.
#[test]
fn contexts_of_a_learned_automaton_ignored() {
    let mut wrong = Wrong::default();
    instances(371..372, 12, |puzzle, _, initial| {
        let rules = Rules::new(puzzle, Kind::Learned(4));
        let orders = [0, 5000];
        let initial = initial.iter().flat_map(|&start| orders.map(|order| (start, Some(u64::from(start) + order))));
        let contexts = Contexts::new(&rules.automaton);
        wrong += ignoring(puzzle, Names::Exact, &rules.automaton, contexts, &initial.collect::<Vec<_>>());
    });
    wrong.is_told("contexts of a learned automaton ignored");
}

/// Solves states one after the other with one table: with faulty contexts, and with correct ones.
fn in_a_batch(puzzle: &Puzzle, automaton: &Automaton, faulty: Contexts, initial: &[u16]) -> Wrong {
    let none = vec![0; puzzle.states];
    let space = space(puzzle, &none, Some(puzzle.seed));
    let [faulty, right] = [faulty, Contexts::new(automaton)].map(Arc::new);
    let tables = [table(&faulty), table(&right)];
    let mut wrong = Wrong::default();
    for &start in initial {
        let answer = answers(&space, automaton, &faulty, &*tables[0], start);
        wrong.count(answer, answers(&space, automaton, &right, &*tables[1], start));
    }
    wrong
}

/// Where one table serves several states, contexts are needed even for canonical sequences: a failure below one initial
/// state, after some move, is looked up by another search that has made no move yet.
#[test]
fn contexts_ignored_in_a_batch() {
    let (mut canonical, mut learned) = (Wrong::default(), Wrong::default());
    instances(100_000..100_200, 8, |puzzle, _, initial| {
        let automata = [faces(puzzle, &|a, b| a < b), Rules::new(puzzle, Kind::Learned(3)).automaton];
        for (wrong, automaton) in [&mut canonical, &mut learned].into_iter().zip(&automata) {
            *wrong += in_a_batch(puzzle, automaton, Contexts::new(automaton).ignored(), initial);
        }
    });
    canonical.is_told("contexts of canonical sequences ignored in a batch");
    learned.is_told("contexts of a learned automaton ignored in a batch");
}

/// The moves that a learned automaton allows next do not determine those that it allows later.
#[test]
fn contexts_of_a_learned_automaton_by_next_moves() {
    let mut wrong = Wrong::default();
    instances(110_000..110_200, 8, |puzzle, _, initial| {
        let automaton = Rules::new(puzzle, Kind::Learned(4)).automaton;
        wrong += in_a_batch(puzzle, &automaton, by_next_moves(puzzle, &automaton), initial);
    });
    wrong.is_told("contexts of a learned automaton by next moves, in a batch");
}

/// Canonical sequences keep one order of commuting faces, and a symmetry maps it to another.
#[test]
fn contexts_of_symmetric_states_ignored() {
    let mut wrong = Wrong::default();
    instances(10_000..14_000, 12, |puzzle, _, initial| {
        let rules = Rules::new(puzzle, Kind::Faces);
        if rules.symmetric.is_some() && puzzle.symmetries.len() > 1 {
            let contexts = by_next_moves(puzzle, &rules.automaton);
            let initial: Vec<_> = initial.iter().map(|&start| (start, Some(u64::from(start)))).collect();
            wrong += ignoring(puzzle, Names::Classes, &rules.automaton, contexts, &initial);
        }
    });
    wrong.is_told("contexts of symmetric states ignored");
}

/// Where states are not identified, canonical sequences of one order of faces lose no length without contexts, in any
/// order of the search. The library does not rely on this.
#[test]
fn contexts_of_canonical_sequences_are_not_needed_for_one_solution() {
    let mut wrong = Wrong::default();
    instances(20_000..20_200, 8, |puzzle, random, initial| {
        let automaton = faces(puzzle, &|a, b| a < b);
        let initial: Vec<_> = initial.iter().map(|&start| (start, Some(random.u64(..)))).collect();
        wrong += ignoring(puzzle, Names::Exact, &automaton, Contexts::new(&automaton), &initial);
    });
    println!("{wrong:?}");
    assert_eq!((wrong.faulty, wrong.right), (0, 0), "{wrong:?}");
}

/// Two commuting faces with four quarter turns, and a move that connects them.
fn two_commuting_faces(tie: Permutation) -> Option<Puzzle> {
    let faces = [[1, 2, 3, 0, 4, 5, 6, 7], [0, 1, 2, 3, 5, 6, 7, 4]];
    Puzzle::new(0, 8, Turns::Quarters, &[faces[0], faces[1], tie], false)
}

/// A node that stores the first two moves that led to it.
#[derive(Clone, Copy)]
struct Traced {
    state: u16,
    path: [u8; 2],
    depth: u8,
}

/// Four synchronised workers: each begins with a different move, and turns the other face before turning its own once
/// more. All wait for each other before they continue from the second move.
struct InStep<'a> {
    puzzle: &'a Puzzle,
    barrier: Barrier,
}

impl InStep<'_> {
    /// The moves of the two faces come first.
    const COMMUTING: u8 = 4;
}

impl Space for InStep<'_> {
    type Node = Traced;

    fn child(&self, node: &Traced, by: MoveIndex) -> Option<Traced> {
        let mut path = node.path;
        if let Some(place) = path.get_mut(usize::from(node.depth)) {
            *place = by.index() as u8;
        }
        Some(Traced { state: self.puzzle.after(node.state, by), path, depth: node.depth + 1 })
    }

    fn bound(&self, _: &Traced) -> u8 {
        0
    }

    fn is_goal(&self, node: &Traced, _: &[MoveIndex]) -> bool {
        node.state == 0
    }

    fn key(&self, node: &Traced, _: &[MoveIndex]) -> Key {
        node.state.into()
    }

    fn expand(&self, node: &Traced, letters: MoveIndexSet, _: u8, children: &mut Vec<Child<Traced>>) -> Expansion {
        if node.depth == 2 && node.path.iter().all(|&letter| letter < Self::COMMUTING) {
            self.barrier.wait();
        }
        let before = children.len();
        children.extend(letters.into_iter().filter_map(|by| Some(Child { by, node: self.child(node, by)? })));
        if node.depth == 1 && node.path[0] < Self::COMMUTING {
            // Moves M M' N N' have the numbers 0 to 3. Of the other face, first the move of the same direction, so that
            // the four second moves lead to two states each time, and then the other; the own face comes last.
            children[before..].sort_by_key(|child| (node.path[0] ^ child.by.index() as u8 ^ 2) & 3);
        }
        Expansion { lookups: 0, impossible: 0, overshoot: Expansion::NOTHING_CUT }
    }
}

/// The order of work that loses a state, step by step: the solution is M M N N T. The state after M M N N has four ways
/// in. Those from M M N and M M N' are cut off, because the workers that begin with N and N' have finished N M M and
/// N' M M, after which no N may come; those from N N M and N N M' in the same way.
#[test]
fn an_order_of_work_that_loses_a_state() {
    let puzzle = two_commuting_faces([1, 0, 2, 3, 5, 4, 6, 7]).expect("a small group");
    let automaton = across_commuting_faces(&puzzle);
    let letter = MoveIndex::new;
    let after = |start: u16, word: &[usize]| word.iter().fold(start, |state, &by| puzzle.after(state, letter(by)));
    let start = (0..puzzle.states as u16).find(|&state| after(state, &[0, 0, 2, 2, 4]) == 0).expect("it can be undone");
    assert_eq!(puzzle.distance[usize::from(start)], 5);
    let mut solutions = 0;
    let flow = super::puzzle::solutions(&puzzle, &automaton, start, 5, &mut |word| {
        solutions += 1;
        let before: Vec<usize> = word[..4].iter().map(|letter| letter.index()).collect();
        assert_eq!(after(start, &before), after(start, &[0, 0, 2, 2]), "every solution passes the state");
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue() && solutions == 8);
    let [ignored, kept] = [Contexts::new(&automaton).ignored(), Contexts::new(&automaton)].map(Arc::new);
    let [lost, found] = [ignored, kept].map(|contexts| {
        let space = InStep { puzzle: &puzzle, barrier: Barrier::new(4) };
        let table = table(&contexts);
        let duplicates = Some(TranspositionPruning { table: &*table, contexts: &contexts, depth: 30 });
        let (kernel, scheduler) = (OneSidedKernel::Iterative, Scheduler::Depth(Some(1)));
        let method = Method { automaton: &automaton, duplicates, kernel, scheduler, lengths: (5, 1) };
        let query = SearchQuery { max_depth: 5, all: true, ..SearchQuery::default() };
        let root = Traced { state: start, path: [0; 2], depth: 0 };
        let threads = Threads::new(4).unwrap();
        let search = |control: &Control<'_>| solve(&space, root, &method, &query, &Workers::new(control, &threads));
        Control::unwatched(Limits::default(), search).answer
    });
    assert_eq!(lost, Answer::NoSolution);
    assert!(matches!(found, Answer::Solved(words) if words.len() == 8));
}

/// The keys of a table must distinguish states.
#[test]
fn keys_that_two_states_share() {
    let mut wrong = Wrong::default();
    instances(40_000..40_040, 8, |puzzle, _, initial| {
        let none = vec![0; puzzle.states];
        let rules = Rules::new(puzzle, Kind::Faces);
        for &start in initial {
            let [faulty, right] = [Names::Truncated(6), Names::Exact].map(|names| {
                let space = Small { names, ..space(puzzle, &none, None) };
                answers(&space, &rules.automaton, &rules.contexts, &*table(&rules.contexts), start)
            });
            wrong.count(faulty, right);
        }
    });
    wrong.is_told("keys that two states share");
}

/// Workers may not choose different orders of commuting faces, with or without a table: of `U D` and `D U`, each is
/// left to the other worker.
#[test]
fn faces_in_another_order_for_each_worker() {
    let mut wrong = Wrong::default();
    instances(50_000..50_100, 5, |puzzle, _, initial| {
        let none = vec![0; puzzle.states];
        let [mixed, one] = [order_by_first_move(puzzle), faces(puzzle, &|a, b| a < b)];
        for &start in initial {
            let [faulty, right] = [&mixed, &one].map(|automaton| {
                let case = Case::plain(automaton, start, None, puzzle.distance[usize::from(start)]);
                case.is_optimal(puzzle, &case.run(&space(puzzle, &none, None)))
            });
            wrong.count(faulty, right);
        }
    });
    wrong.is_told("faces in another order for each worker");
}

/// Searches one state after the other with one table, or the same state twice.
fn one_after_the_other(
    puzzle: &Puzzle,
    rules: &Rules,
    table: &dyn TranspositionTable,
    cases: &mut dyn FnMut(Case<'_>) -> bool,
    initial: &[u16],
) -> bool {
    let duplicates = TranspositionPruning { table, contexts: &rules.contexts, depth: 30 };
    let mut right = true;
    for &start in initial {
        right &= cases(Case::plain(&rules.automaton, start, Some(duplicates), puzzle.distance[usize::from(start)]));
    }
    right
}

/// A mark made when a state is entered implies nothing until its subtree has been searched. It stays if the search ends
/// early because it has its solution, and then cuts off the next cube.
#[test]
fn marks_before_the_subtree_is_searched_and_another_cube() {
    let mut wrong = Wrong::default();
    instances(60_000..60_100, 6, |puzzle, _, initial| {
        let none = vec![0; puzzle.states];
        let space = space(puzzle, &none, None);
        let rules = Rules::new(puzzle, Kind::Faces);
        for pair in initial.chunks_exact(2) {
            let [early, late] = [true, false].map(|early| {
                let plain = table(&rules.contexts);
                let marks = MarksEarly(&*plain);
                let table: &dyn TranspositionTable = if early { &marks } else { &*plain };
                one_after_the_other(puzzle, &rules, table, &mut |case| case.is_optimal(puzzle, &case.run(&space)), pair)
            });
            wrong.count(early, late);
        }
    });
    wrong.is_told("marks before the subtree is searched, another cube");
}

/// The same where a limit ends the search: for all schedulers, with one worker and with several.
#[test]
fn marks_before_the_subtree_is_searched_and_a_limit() {
    let mut wrong = Wrong::default();
    let schedulers = [1, 2].map(|moves| Scheduler::ALL.map(|scheduler| scheduler.with_moves(moves)));
    let schedulers = schedulers.as_flattened();
    instances(70_000..or_full(70_020, 70_060), 6, |puzzle, random, initial| {
        let none = vec![0; puzzle.states];
        let space = space(puzzle, &none, None);
        let rules = Rules::new(puzzle, Kind::Faces);
        for &start in initial {
            let (scheduler, workers) = (schedulers[random.usize(..schedulers.len())], [1, 2, 4][random.usize(..3)]);
            let nodes = Some(random.u64(1..60));
            let [early, late] = [true, false].map(|early| {
                let plain = table(&rules.contexts);
                let marks = MarksEarly(&*plain);
                let table: &dyn TranspositionTable = if early { &marks } else { &*plain };
                let mut second = false;
                let mut search = |case: Case<'_>| {
                    let limits = if second { Limits::default() } else { Limits { nodes, ..Limits::default() } };
                    second = true;
                    let case = Case { limits, scheduler, workers, ..case };
                    case.is_optimal(puzzle, &case.run(&space))
                };
                one_after_the_other(puzzle, &rules, table, &mut search, &[start, start])
            });
            wrong.count(early, late);
        }
    });
    wrong.is_told("marks before the subtree is searched, a limit");
}

/// All solutions: a state on the path to one is visited again, and its mark is still there.
#[test]
fn marks_before_the_subtree_is_searched_and_all_solutions() {
    let mut wrong = Wrong::default();
    instances(80_000..80_100, 5, |puzzle, _, initial| {
        let none = vec![0; puzzle.states];
        let space = space(puzzle, &none, None);
        let rules = Rules::new(puzzle, Kind::Faces);
        for &start in initial {
            let distance = puzzle.distance[usize::from(start)];
            let expected = all_solutions(&space, &rules.automaton, start, (distance, distance));
            let [early, late] = [true, false].map(|early| {
                let plain = table(&rules.contexts);
                let marks = MarksEarly(&*plain);
                let table: &dyn TranspositionTable = if early { &marks } else { &*plain };
                let mut search = |case: Case<'_>| {
                    let case = Case { query: SearchQuery { all: true, ..case.query }, ..case };
                    case.run(&space).answer == Answer::Solved(expected.clone())
                };
                one_after_the_other(puzzle, &rules, table, &mut search, &[start])
            });
            wrong.count(early, late);
        }
    });
    wrong.is_told("marks before the subtree is searched, all solutions");
}

/// A failed search of exactly `n` moves implies nothing for fewer moves, unless fewer were tried before: a table that
/// is used while longer solutions are searched for holds entries that are wrong for the next search.
#[test]
fn a_table_kept_for_lengths_beyond_the_shortest() {
    let mut wrong = Wrong::default();
    instances(90_000..90_200, 6, |puzzle, _, initial| {
        let none = vec![0; puzzle.states];
        let space = space(puzzle, &none, None);
        let rules = Rules::new(puzzle, Kind::Faces);
        for pair in initial.chunks_exact(2) {
            let [longer, shortest] = [true, false].map(|longer| {
                let table = table(&rules.contexts);
                let mut first = true;
                let mut search = |case: Case<'_>| {
                    if std::mem::take(&mut first) {
                        let skip = if longer { case.query.max_depth + 1 } else { 0 };
                        let query = SearchQuery { max_depth: case.query.max_depth + u8::from(longer), ..case.query };
                        Case { lengths: (skip, 1), query, ..case }.run(&space);
                        return true;
                    }
                    case.is_optimal(puzzle, &case.run(&space))
                };
                one_after_the_other(puzzle, &rules, &*table, &mut search, pair)
            });
            wrong.count(longer, shortest);
        }
    });
    wrong.is_told("a table kept for lengths beyond the shortest");
}
