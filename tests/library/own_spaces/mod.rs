//! Spaces of a user's own, searched with the public names alone, against plain searches and formulas.

mod domains;

use crate::effort::or_full;
use cubepdb::Threads;
use cubepdb::search::{
    Answer, Automaton, Monitor, MoveIndex, OneSidedKernel, Outcome, Scheduler, Search, Space, StopReason,
    TranspositionKind, learn,
};
use domains::{EightPuzzle, Exchanges, GOAL, Stones, TopSpin, digit};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(3).unwrap());

/// All schedulers, and those with a parameter once more so that they split small trees.
fn schedulers() -> impl Iterator<Item = Scheduler> {
    let small = Scheduler::ALL.into_iter().map(|scheduler| (scheduler, scheduler.with_moves(1)));
    let small = small.filter_map(|(usual, small)| (small != usual).then_some(small));
    Scheduler::ALL.into_iter().chain([Scheduler::Depth(Some(3))]).chain(small)
}

/// Every scheduler with every kernel, on one thread and on three.
fn every_way<'a, S: Space + 'a>(search: impl Fn() -> Search<'a, S>) -> impl Iterator<Item = (String, Search<'a, S>)> {
    let ways = schedulers().flat_map(|scheduler| OneSidedKernel::ALL.map(|kernel| (scheduler, kernel)));
    ways.flat_map(move |(scheduler, kernel)| {
        let chosen = || search().scheduler(scheduler).kernel(kernel);
        let name = |threads| format!("{scheduler} {kernel} on {threads}");
        [(name(1), chosen()), (name(3), chosen().on(&*THREADS))]
    })
}

/// Every one of them or, in the short tier, every third.
fn some_ways<'a, S: Space + 'a>(search: impl Fn() -> Search<'a, S>) -> impl Iterator<Item = (String, Search<'a, S>)> {
    every_way(search).step_by(or_full(3, 1))
}

fn solutions(outcome: &Outcome<MoveIndex>) -> &[Vec<MoveIndex>] {
    match &outcome.answer {
        Answer::Solved(solutions) => solutions,
        other => panic!("{other:?}"),
    }
}

/// The bound, nodes and expanded nodes of each iteration.
fn counts(outcome: &Outcome<MoveIndex>) -> Vec<(u8, u64, u64)> {
    assert!(outcome.iterations.iter().all(|iteration| iteration.completed));
    outcome.iterations.iter().map(|i| (i.bound, i.counters.nodes, i.counters.expanded)).collect()
}

/// Some boards that can be solved: a fixed choice of all, near ones and far ones.
fn boards(most: u8, distances: impl IntoIterator<Item = (u64, (u8, u64))>) -> Vec<(u64, u8, u64)> {
    let all = distances.into_iter().map(|(board, (cost, ways))| (board, cost, ways));
    let mut all: Vec<_> = all.filter(|&(_, cost, _)| cost <= most).collect();
    all.sort_by_key(|&(board, cost, _)| (cost, board));
    (0..7).map(|number| all[(all.len() - 1) * number / 6]).collect()
}

#[test]
fn every_scheduler_and_kernel_searches_the_same_tree() {
    let distances = EightPuzzle::UNIT.distances();
    assert_eq!((distances.len(), distances.values().map(|known| known.0).max()), (181_440, Some(31)));
    for (board, cost, ways) in boards(22, distances) {
        let all = || Search::new(&EightPuzzle::UNIT, EightPuzzle::rules()).all(0);
        let plain = all().scheduler(Scheduler::Sequential).kernel(OneSidedKernel::Recursive).run(board);
        assert_eq!((plain.lower_bound, solutions(&plain).len() as u64), (cost, ways));
        for (way, search) in every_way(all) {
            let outcome = search.run(board);
            assert_eq!(outcome.answer, plain.answer, "{way}");
            assert_eq!(counts(&outcome), counts(&plain), "{way}");
        }
        let first = Search::new(&EightPuzzle::UNIT, EightPuzzle::rules()).deterministic();
        assert_eq!(solutions(&first.on(&*THREADS).run(board)), &solutions(&plain)[..1]);
    }
}

#[test]
fn moves_of_different_costs() {
    let puzzle = EightPuzzle::WITH_COSTS;
    for (board, cost, ways) in boards(30, puzzle.distances()) {
        let all = || Search::new(&puzzle, Automaton::free(4)).all(0);
        let plain = all().scheduler(Scheduler::Sequential).kernel(OneSidedKernel::Recursive).run(board);
        assert_eq!((plain.lower_bound, solutions(&plain).len() as u64), (cost, ways));
        for solution in solutions(&plain) {
            assert_eq!(solution.iter().map(|&by| puzzle.cost(by)).sum::<u8>(), cost);
        }
        for (way, search) in some_ways(all) {
            let outcome = search.run(board);
            assert_eq!(outcome.answer, plain.answer, "{way}");
            assert_eq!(counts(&outcome), counts(&plain), "{way}");
        }
        // One solution ends the search in the midst of a tree.
        let [plain, batched] = OneSidedKernel::ALL.map(|kernel| {
            let outcome = Search::new(&puzzle, Automaton::free(4)).kernel(kernel).run(board);
            let counted: Vec<_> = outcome.iterations.iter().map(|iteration| iteration.counters).collect();
            (outcome.answer, counted)
        });
        assert_eq!(batched, plain);
        if let Some(less) = cost.checked_sub(1) {
            let outcome = all().max_cost(less).run(board);
            assert_eq!((outcome.answer, outcome.lower_bound), (Answer::NoSolution, cost));
        }
    }
}

#[test]
fn solutions_of_higher_costs_are_those_of_higher_limits() {
    let puzzle = EightPuzzle::WITH_COSTS;
    let [(board, cost, _), ..] = boards(14, puzzle.distances())[3..] else { panic!("there are seven") };
    let found = Search::new(&puzzle, EightPuzzle::rules()).all(3).run(board);
    let costs: Vec<u8> = solutions(&found).iter().map(|s| s.iter().map(|&by| puzzle.cost(by)).sum()).collect();
    assert!(costs.is_sorted() && costs[0] == cost && costs[costs.len() - 1] <= cost + 3);
    // All sequences without a step back, by plain enumeration.
    let mut level = vec![(board, Vec::new(), 0)];
    let mut expected = Vec::new();
    while let Some((node, path, spent)) = level.pop() {
        if node == GOAL {
            expected.push((spent, path));
            continue;
        }
        for by in (0..4).map(MoveIndex::new) {
            let is_back = path.last().is_some_and(|last: &MoveIndex| last.index() + by.index() == 3);
            let Some(child) = puzzle.child(&node, by).filter(|_| !is_back) else { continue };
            if spent + puzzle.cost(by) <= cost + 3 {
                level.push((child, [&path[..], &[by]].concat(), spent + puzzle.cost(by)));
            }
        }
    }
    expected.sort();
    let mut listed: Vec<_> = costs.into_iter().zip(solutions(&found).iter().cloned()).collect();
    listed.sort();
    assert_eq!(listed, expected);
}

#[test]
fn more_than_sixty_four_moves() {
    let mut row: [u8; 16] = std::array::from_fn(|place| place as u8);
    row[3..7].rotate_left(1);
    row.swap(0, 15);
    for cost in [1, 2] {
        let space = Exchanges { cost };
        let rules = || Automaton::avoiding(Exchanges::MOVES, (0..Exchanges::MOVES).map(|by| [MoveIndex::new(by); 2]));
        let mut sequential = None;
        for (way, search) in every_way(|| Search::new(&space, rules())) {
            let outcome = search.run(row);
            assert_eq!(outcome.lower_bound, space.distance(&row), "{way}");
            let before: Vec<_> = outcome.iterations.iter().filter(|i| i.bound < 4 * cost).collect();
            let nodes: Vec<_> = before.iter().map(|iteration| iteration.counters.nodes).collect();
            assert_eq!(*sequential.get_or_insert(nodes.clone()), nodes, "{way}");
        }
    }
}

#[test]
fn the_most_moves_of_all() {
    let rules = || Automaton::free(MoveIndex::LIMIT);
    for (way, search) in every_way(|| Search::new(&Stones { skipped: 0, dear: false }, rules()).all(0)) {
        let outcome = search.run(250);
        // Takes 122 to 128 stones first, and the others then.
        assert_eq!((outcome.lower_bound, solutions(&outcome).len()), (2, 7), "{way}");
    }
    let dear = Stones { skipped: 0, dear: true };
    let outcome = Search::new(&dear, Automaton::free(MoveIndex::LIMIT - 1)).run(1);
    assert_eq!((outcome.lower_bound, solutions(&outcome)), (2, &[vec![MoveIndex::new(0)]][..]));
    assert!(std::panic::catch_unwind(|| Search::new(&dear, rules()).run(1)).is_err(), "no index is left for waits");
}

/// States without a way to the goal, and a tree that ends, are a proof at any cost.
#[test]
fn goals_out_of_reach() {
    let stones = Stones { skipped: 2, dear: false };
    for (way, search) in every_way(|| Search::new(&stones, Automaton::free(2))) {
        assert_eq!(search.run(5).answer, Answer::NoSolution, "{way}");
        assert_eq!(search.run(2).answer, Answer::NoSolution, "{way}");
        assert_eq!(search.run(11).lower_bound, 3, "{way}");
        assert_eq!(solutions(&search.run(0)), [vec![]], "{way}");
    }
    // Two tiles are exchanged: no sequence of moves does that.
    let swapped = GOAL ^ 0x33 << 4;
    assert_eq!([digit(swapped, 1), digit(swapped, 2)], [2, 1]);
    let outcome = Search::new(&EightPuzzle::UNIT, EightPuzzle::rules()).max_cost(16).run(swapped);
    assert_eq!((outcome.answer, outcome.lower_bound), (Answer::NoSolution, 17));
}

#[test]
fn transposition_tables_change_no_answer() {
    for puzzle in [EightPuzzle::UNIT, EightPuzzle::WITH_COSTS] {
        for (board, cost, _) in boards(20, puzzle.distances()) {
            let search = || Search::new(&puzzle, EightPuzzle::rules()).all(0).max_cost(cost);
            let without = search().run(board);
            for kind in TranspositionKind::ALL {
                let with = || search().transposition_table(kind, 1 << 16, 18).unwrap();
                for (way, search) in some_ways(with) {
                    let outcome = search.run(board);
                    assert_eq!(outcome.answer, without.answer, "{kind} {way}");
                }
            }
        }
    }
    let (board, ..) = boards(26, EightPuzzle::UNIT.distances())[6];
    let search = Search::new(&EightPuzzle::UNIT, EightPuzzle::rules());
    let with = search.transposition_table(TranspositionKind::Packed, 1 << 20, 30).unwrap();
    let outcome = with.step(2).run(board);
    assert_eq!(outcome.lower_bound, 26);
    assert!(outcome.iterations.iter().all(|iteration| iteration.bound % 2 == 0));
    assert!(outcome.counters().duplicates > 0 && outcome.transpositions.is_some_and(|table| table.hits > 0));
    let small = || Search::new(&EightPuzzle::UNIT, EightPuzzle::rules());
    assert!(small().transposition_table(TranspositionKind::Packed, 8, 30).is_err());
}

/// Learned rules lose no state of a puzzle whose moves are permutations, and leave out many sequences.
#[test]
fn learned_rules_keep_every_length() {
    let sorted = std::array::from_fn(|place| place as u8);
    let learned = learn(&TopSpin, 3, sorted, 9, &AtomicBool::new(false), |_| ()).unwrap();
    let (free, learned) = (Search::new(&TopSpin, Automaton::free(3)), Search::new(&TopSpin, learned));
    let mut ring: [u8; 8] = sorted;
    for step in 0..6usize {
        ring = TopSpin.child(&ring, MoveIndex::new(step * step % 3)).unwrap();
        ring = TopSpin.child(&ring, MoveIndex::new(2)).unwrap();
        let [all, few] = [&free, &learned].map(|search| search.run(ring));
        assert_eq!(all.lower_bound, few.lower_bound);
        assert!(few.counters().nodes <= all.counters().nodes);
    }
}

#[test]
fn limits_and_interrupts_end_a_run_with_a_lower_bound() {
    let distances = EightPuzzle::UNIT.distances();
    let (&board, &(cost, _)) = distances.iter().max_by_key(|(board, known)| (known.0, **board)).unwrap();
    let search = || Search::new(&EightPuzzle::UNIT, EightPuzzle::rules()).on(&*THREADS);
    let raised = AtomicBool::new(true);
    for (stopped, reason) in [
        (search().node_limit(1), StopReason::Nodes),
        (search().time_limit(Duration::ZERO), StopReason::Time),
        (search().interrupt(&raised), StopReason::Interrupt),
    ] {
        let outcome = stopped.run(board);
        assert_eq!(outcome.answer, Answer::Stopped(reason));
        assert!(outcome.lower_bound <= cost);
    }
    let told = Arc::new(AtomicUsize::new(0));
    let count = told.clone();
    let monitor = Monitor::observed_by(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let outcome = search().monitor(&monitor).run(board);
    assert_eq!((outcome.lower_bound, outcome.iterations.len()), (cost, told.load(Ordering::Relaxed)));
    assert_eq!(monitor.bound.load(Ordering::Relaxed), cost);
}
