use super::*;
use crate::cube::Metric::{HalfTurn, QuarterTurn};
use crate::device::compiled::Compiled;
use crate::notation::Algorithm;
use crate::nxn::MoveKind;
use crate::plan::{Engine, Preset, Pruning, Puzzle, TranspositionOptions};
use crate::puzzle::{Goal, Moves, Powers, Question, QuestionError, builtin};
use crate::record::SearchDirection;
use crate::search::{DeviceOptions, StopReason, TranspositionKind};
use std::time::Duration;

fn plain(metric: Metric) -> Solver {
    Solver::builder().metric(metric).no_tables().threads(2).open().unwrap()
}

fn cube(text: &str) -> Cube {
    text.parse().unwrap()
}

#[test]
fn a_cube_is_solved_and_the_solution_is_optimal() {
    let solution = plain(HalfTurn).solve(&cube("R U R' U'")).unwrap();
    assert_eq!(solution.to_string(), "U R U' R' (4f)");
    assert!(solution.is_optimal() && solution.incomplete().is_none());
    assert_eq!((solution.length(), solution.lower_bound(), solution.all().len()), (4, 4, 1));
    assert!(cube("R U R' U'").apply(solution.moves()).unwrap().is_solved());
    let statistics = solution.statistics();
    assert_eq!(statistics.work.nodes, statistics.iterations.iter().map(|iteration| iteration.nodes).sum::<u64>());
}

#[test]
fn all_solutions_longer_ones_and_proofs() {
    let solver = plain(HalfTurn);
    let query = Query::new();
    assert_eq!(solver.run(&cube("R2 L2 U2"), &query.clone().all()).unwrap().all().len(), 1);
    let with_slack = solver.run(&cube("R L"), &query.clone().slack(2)).unwrap();
    assert!(with_slack.all().iter().all(|word| cube("R L").apply(word).unwrap().is_solved()));
    match solver.run(&cube("R U R' U'"), &query.max_length(3)) {
        Err(SolveError::NoSolution { lower_bound: 4, statistics }) => assert!(statistics.work.nodes > 0),
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_and_interrupts_leave_a_lower_bound() {
    let solver = plain(QuarterTurn);
    let hard = cube("R U F L B D R U F L B D");
    let reason = |query: &Query<'_>| match solver.run(&hard, query) {
        Err(SolveError::Stopped { reason, lower_bound, .. }) => (reason, lower_bound > 0),
        other => panic!("{other:?}"),
    };
    let raised = AtomicBool::new(true);
    assert_eq!(reason(&Query::new().node_limit(10_000)), (StopReason::Nodes, true));
    assert_eq!(reason(&Query::new().time_limit(Duration::from_millis(5))), (StopReason::Time, true));
    assert_eq!(reason(&Query::new().interrupt(&raised)), (StopReason::Interrupt, true));
}

/// A cube of twenty moves, in half turns.
const HARD: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

#[test]
fn a_search_that_is_stopped_has_a_good_solution_beside_its_bound() {
    let hard = cube(HARD);
    let stopped = |solver: &Solver, query: &Query<'_>| {
        let solution = solver.run(&hard, &query.clone().anytime()).unwrap();
        assert!(hard.apply(solution.moves()).unwrap().is_solved());
        assert!(!solution.is_optimal() && solution.all().len() == 1 && solution.length() > 19);
        assert!(solution.incomplete().is_some() && (1..20).contains(&solution.lower_bound()));
        solution.moves().clone()
    };
    for metric in [HalfTurn, QuarterTurn] {
        let (solver, raised) = (plain(metric), AtomicBool::new(true));
        stopped(&solver, &Query::new().time_limit(Duration::from_millis(30)));
        stopped(&solver, &Query::new().interrupt(&raised));
        // What is limited by nodes does not depend on time.
        let nodes = Query::new().node_limit(100_000);
        assert_eq!(stopped(&solver, &nodes), stopped(&solver, &nodes));
    }
    let solver = plain(HalfTurn);
    // Also where all are wanted.
    stopped(&solver, &Query::new().node_limit(10_000).all());
    // A longer one than was asked for is no answer.
    let answer = solver.run(&hard, &Query::new().node_limit(10_000).anytime().max_length(19));
    assert!(matches!(answer, Err(SolveError::Stopped { reason: StopReason::Nodes, .. })), "{answer:?}");
}

#[test]
fn good_solutions_are_told_while_shorter_ones_are_searched_for() {
    let (hard, lengths, stop) = (cube(HARD), Mutex::new(Vec::new()), AtomicBool::new(false));
    let observer = |event: &SearchEvent<'_>| {
        if let SearchEvent::Better { solution, length } = event {
            assert!(hard.apply(solution).unwrap().is_solved());
            assert_eq!(solution.length(HalfTurn), *length);
            lengths.lock().unwrap().push(*length);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let query = Query::new().anytime().on_event(&observer).interrupt(&stop);
    let solution = plain(HalfTurn).run(&hard, &query).unwrap();
    let told = lengths.into_inner().unwrap();
    assert!(told.iter().rev().is_sorted() && solution.length() <= *told.last().unwrap(), "{told:?}");
    assert!(solution.incomplete() == Some(StopReason::Interrupt) && solution.lower_bound() < 20);
}

#[test]
fn every_length_is_told_once_and_in_order() {
    for (solver, start) in [(plain(HalfTurn), "R U F D2 L"), (plain(HalfTurn), ""), (breadth_first(), "R U F")] {
        let lengths = Mutex::new(Vec::new());
        let observer = |event: &SearchEvent<'_>| {
            if let SearchEvent::Begun { length, .. } = event {
                lengths.lock().unwrap().push(*length);
            }
        };
        let solution = solver.run(&cube(start), &Query::new().on_event(&observer)).unwrap();
        let searched: Vec<u8> = solution.statistics().iterations.iter().map(|iteration| iteration.bound).collect();
        assert_eq!(lengths.into_inner().unwrap(), searched, "{start}");
    }
}

fn breadth_first() -> Solver {
    let plan = Plan { engine: Engine::BreadthFirst { memory: None }, ..Plan::new(HalfTurn) };
    Solver::builder().no_tables().plan(plan).threads(1).open().unwrap()
}

#[test]
fn breadth_first_search_counts_what_it_searches() {
    assert_eq!(breadth_first().run(&cube("R"), &Query::new().node_limit(19)).unwrap().length(), 1);
    let stopped = breadth_first().run(&cube("R U"), &Query::new().node_limit(19));
    assert!(matches!(stopped, Err(SolveError::Stopped { reason: StopReason::Nodes, .. })), "{stopped:?}");
}

#[test]
fn several_cubes_are_answered_in_their_order() {
    let cubes: Vec<Cube> = ["", "R", "R U", "R U F", "R U F D"].map(cube).to_vec();
    for jobs in [1, 2, 9] {
        let jobs = NonZero::new(jobs).unwrap();
        let answers = plain(HalfTurn).run_all(&cubes, &Query::new(), jobs).unwrap();
        let lengths: Vec<usize> = answers.into_iter().map(|answer| answer.unwrap().length()).collect();
        assert_eq!(lengths, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn other_sizes_and_single_layers() {
    let size = Size::new(4).unwrap();
    let solver = Solver::builder().size(size).threads(2).open().unwrap();
    let moves = Algorithm::parse("Rw U2", size, &Default::default()).unwrap();
    let cube = Cube::solved(size).apply(&moves).unwrap();
    assert_eq!(solver.solve(&cube).unwrap().length(), 2);
    match solver.solve(&Cube::SOLVED) {
        Err(SolveError::OtherSize { cube: Size::THREE, .. }) => {}
        other => panic!("{other:?}"),
    }
    let slices = Solver::builder().moves(MoveKind::Slices).threads(1).open().unwrap();
    assert_eq!(slices.metric(), QuarterTurn);
    assert_eq!(slices.solve(&"R U".parse().unwrap()).unwrap().length(), 2);
}

/// The half turn of a face moves at most four edges.
struct MisplacedEdges;

impl Heuristic for MisplacedEdges {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        (0..12).filter(|&slot| cube.edge(slot) != Some((slot, 0))).count().div_ceil(4) as u8
    }
}

#[test]
fn an_own_heuristic_saves_nodes_and_changes_no_answer() {
    for metric in [HalfTurn, QuarterTurn] {
        let with_own =
            Solver::builder().metric(metric).no_tables().heuristic(MisplacedEdges).threads(2).open().unwrap();
        for text in ["", "R U F D", "R2 L2 U2 D2", "R U R' U' F"] {
            let all = Query::new().all();
            let [plain, own] = [&plain(metric), &with_own].map(|solver| solver.run(&cube(text), &all).unwrap());
            assert_eq!(plain.all(), own.all(), "{text}");
            assert!(own.statistics().work.nodes <= plain.statistics().work.nodes);
        }
    }
}

#[test]
fn a_search_is_saved_and_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search");
    let (solver, cube) = (plain(HalfTurn), cube("R U F D2 L B'"));
    let query = Query::new().checkpoint(&path);
    assert!(matches!(solver.run(&cube, &query.clone().node_limit(100_000)), Err(SolveError::Stopped { .. })));
    assert!(path.exists());
    assert!(matches!(solver.run(&cube, &query), Err(SolveError::Checkpoint { .. })), "it is not overwritten");
    let resumed = solver.run(&cube, &Query::new().resume().checkpoint(&path)).unwrap();
    let whole = solver.solve(&cube).unwrap();
    let completed = |solution: &Solution| {
        let iterations = solution.statistics().iterations.iter().filter(|iteration| iteration.completed);
        iterations.map(|iteration| (iteration.bound, iteration.nodes)).collect::<Vec<_>>()
    };
    assert_eq!((resumed.length(), completed(&resumed)), (whole.length(), completed(&whole)));
    assert!(!path.exists());
}

#[test]
fn a_search_of_any_puzzle_is_saved_and_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search");
    let question = Arc::new(Question::usual(builtin("megaminx").unwrap()).unwrap());
    let solver = || PuzzleSolver::builder(question.clone()).threads(2).open().unwrap();
    let (start, query) = (question.start(None, "R U F BL' DR2 L D'").unwrap(), Query::new().all().checkpoint(&path));
    let stopped = solver().run(&start, &query.clone().node_limit(400_000));
    assert!(matches!(stopped, Err(SolveError::Stopped { .. })));
    let again = solver().run(&start, &query);
    assert!(matches!(again, Err(SolveError::Checkpoint { .. })), "it is not overwritten");
    let other = question.start(None, "R U F").unwrap();
    assert!(matches!(solver().run(&other, &query.clone().resume()), Err(SolveError::Checkpoint { .. })));
    let resumed = solver().run(&start, &query.resume()).unwrap();
    let whole = solver().run(&start, &Query::new().all()).unwrap();
    assert_eq!((resumed.all(), resumed.statistics().work.nodes), (whole.all(), whole.statistics().work.nodes));
    assert!(!path.exists());
}

/// A start as the question sees it has all that is needed for good solutions; one of another puzzle is no start.
#[test]
fn a_position_is_a_start() {
    let question = Arc::new(Question::usual(builtin("3x3x3").unwrap()).unwrap());
    let solver = PuzzleSolver::builder(question.clone()).threads(1).open().unwrap();
    let start = question.start(None, HARD).unwrap();
    let solution = solver.run(&start, &Query::new().anytime().node_limit(10_000)).unwrap();
    assert!(!solution.is_optimal() && question.refute(&start, solution.moves()).is_none());
    let small = builtin("2x2x2").unwrap();
    let other = solver.solve(&small.solved);
    assert!(matches!(other, Err(SolveError::OtherStart)), "{other:?}");
    let refusal = question.start(Some(&small.solved), "R").unwrap_err();
    assert_eq!(
        (refusal.to_string(), refusal),
        ("the start of another puzzle".into(), QuestionError::OtherPuzzle("start"))
    );
    let (moves, goal) = (question.moves().clone(), question.goal().clone());
    let of_small = Moves::of(&small, Powers::All).unwrap();
    for (what, moves, goal) in [("goal", moves, Goal::solved(&small)), ("moves", of_small, goal)] {
        let refusal = Question::new(question.definition().clone(), moves, goal).unwrap_err();
        assert_eq!(refusal, QuestionError::OtherPuzzle(what));
    }
}

/// The search ends when its observer panics, with what it panicked with.
#[test]
fn a_panic_of_an_observer_ends_the_search() {
    let observer = |event: &SearchEvent<'_>| {
        assert!(!matches!(event, SearchEvent::Progress { .. }), "enough is seen");
    };
    for threads in [1, 2] {
        let solver = Solver::builder().no_tables().threads(threads).open().unwrap();
        let run = || solver.run(&cube(HARD), &Query::new().on_event(&observer)).map(|_| ());
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"enough is seen"), "{threads} threads");
    }
}

#[test]
fn a_wrong_cube_is_an_error() {
    assert!("R U X".parse::<Cube>().is_err());
    let (corners, mut edges) = (std::array::from_fn(|i| (i as u8, 0)), std::array::from_fn(|i| (i as u8, 0)));
    assert_eq!(Cube::from_pieces(corners, edges).unwrap(), Cube::SOLVED);
    edges[3].1 = 1;
    assert!(Cube::from_pieces(corners, edges).is_err());
    let mut others: [(u8, u8); 8] = corners;
    for (piece, orientation) in [(8, 0), (0, 3)] {
        others[0] = (piece, orientation);
        let error = Cube::from_pieces(others, edges).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("there is no corner {piece} with orientation {orientation}: both are counted from 0")
        );
    }
    let wide = Algorithm::parse("3-4Rw", Size::new(5).unwrap(), &Default::default()).unwrap();
    assert!(Cube::SOLVED.apply(&wide).is_err());
    assert_eq!(Cube::random(1).take(3).collect::<Vec<_>>(), Cube::random(1).take(3).collect::<Vec<_>>());
}

/// A bound of one number for all cubes but the solved one, or for that as well.
struct Constant {
    bound: u8,
    of_solved: u8,
}

impl Heuristic for Constant {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        if cube.is_solved() { self.of_solved } else { self.bound }
    }
}

/// Knows that a cube needs 17 moves, and nothing of any other.
struct ProofOf17(Cube);

impl Heuristic for ProofOf17 {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        if *cube == self.0 { 17 } else { 0 }
    }
}

/// The rest of the search would take years. The cube does need 17 moves, and a solution of 17 is found in milliseconds.
#[test]
fn a_good_solution_that_is_proven_shortest_ends_the_search() {
    let hard = cube("U' F2 U' R' D2 B' R' D R' B D2 F2 D2 F2 L' U2 R2");
    let solver = Solver::builder().no_tables().threads(2).heuristic(ProofOf17(hard.clone())).open().unwrap();
    let query = Query::new().anytime().time_limit(Duration::from_secs(600));
    let found = solver.run(&hard, &query).unwrap();
    assert!(found.is_optimal() && found.incomplete().is_none());
    assert_eq!((found.length(), found.lower_bound()), (17, 17));
    assert!(hard.apply(found.moves()).unwrap().is_solved());
}

#[test]
fn heuristics_that_are_wrong_for_all_cubes_are_noticed() {
    let with =
        |bound, of_solved| Solver::builder().no_tables().threads(1).heuristic(Constant { bound, of_solved }).open();
    assert!(matches!(with(1, 1), Err(OpenError::Inadmissible { bound: 1 })));
    assert_eq!(with(1, 0).unwrap().solve(&cube("R U")).unwrap().length(), 2);
    assert!(matches!(with(30, 0).unwrap().solve(&cube("R U")), Err(SolveError::Inadmissible)));
}

/// Devices need a bound that they compute, and a cube of pieces; who searched is told.
#[test]
fn devices_search_in_place_of_threads() {
    let on_devices = |builder: SolverBuilder<'static>| {
        let devices = DeviceOptions::new(vec![Compiled::device(0, 1 << 30)]);
        builder.no_tables().threads(1).devices(devices).open()
    };
    let edges = || Solver::builder().bounds("manhattan-edges".parse().unwrap());
    let solution = on_devices(edges()).unwrap().solve(&cube("R U F' L2")).unwrap();
    assert_eq!((solution.length(), solution.is_optimal()), (4, true));
    let search = &solution.statistics().search;
    assert_eq!((search.strategy, search.devices.as_ref().map(Vec::len)), (SearchDirection::Asynchronous, Some(1)));
    assert!(matches!(on_devices(Solver::builder().moves(MoveKind::Wca)), Err(OpenError::NotForStickers("devices"))));
    let zero = Solver::builder().bounds("zero".parse().unwrap());
    assert!(matches!(on_devices(zero), Err(OpenError::Search { .. })));
    let preset = Preset::find("gpu-manhattan").unwrap().plan(Size::THREE);
    let without = Solver::builder().plan(preset.clone()).no_tables().threads(1).open();
    assert!(matches!(without, Err(OpenError::Plan(_))), "{:?}", without.err());
    assert!(on_devices(Solver::builder().plan(preset)).is_ok());
    assert!(matches!(
        on_devices(edges().heuristic(Constant { bound: 0, of_solved: 0 })),
        Err(OpenError::Search { .. })
    ));
}

/// The cost of a search has its transposition table and its schedulers, and so has the record of the answer.
#[test]
fn statistics_are_whole() {
    let plan = Plan::new(HalfTurn);
    let plan = Plan { bounds: "zero".parse().unwrap(), ..plan };
    let options = TranspositionOptions::new(TranspositionKind::Packed)
        .map(|table| TranspositionOptions { bytes: 1 << 20, ..table });
    let solver = Solver::builder().no_tables().plan(plan.with_transpositions(options)).threads(2).open().unwrap();
    let solution = solver.run(&cube("R U F' L2"), &Query::new().all()).unwrap();
    let statistics = solution.statistics();
    assert!(statistics.transpositions.is_some_and(|table| table.inserts > 0) && statistics.scheduler.subtrees > 0);
    let record = solver.record("R U F' L2", Ok(&solution)).unwrap();
    assert_eq!((record.tt, record.work.nodes), (statistics.transpositions, statistics.work.nodes));
}

#[test]
fn bounds_that_cannot_be_used_are_refused_and_others_are_kept() {
    let bounds = |text: &str| text.parse().unwrap();
    assert!(matches!(Solver::builder().no_tables().bounds(bounds("corners")).open(), Err(OpenError::NoTables)));
    assert!(matches!(Solver::builder().no_tables().table_path("t.pdb").open(), Err(OpenError::NoTables)));
    let stickers = Solver::builder().moves(MoveKind::Wca).bounds(bounds("manhattan")).open();
    assert!(matches!(stickers, Err(OpenError::NotForStickers(_))));
    let stickers = Plan::of(Puzzle::stickers(Size::TWO, MoveKind::Wca));
    let opened = |plan: Plan| match Solver::builder().plan(plan).threads(1).open() {
        Err(OpenError::NotForStickers(part)) => Some(part),
        other => other.map(|_| None).unwrap(),
    };
    let breadth_first = Plan { engine: Engine::BreadthFirst { memory: None }, ..stickers.clone() };
    let learned = Plan { pruning: Pruning::Learned { depth: 3 }, ..stickers.clone() };
    assert_eq!(opened(breadth_first), Some("breadth-first search"));
    assert_eq!(opened(learned), Some("other rules than the canonical ones"));
    assert_eq!(opened(stickers.clone().with_kernel("staged".parse().unwrap())), Some("kernels for both ends"));
    assert_eq!(opened(stickers), None);
    let nodes = |solver: Solver| solver.run(&cube("R U F' L2 D"), &Query::new().all()).unwrap().statistics().work.nodes;
    let manhattan = Solver::builder().no_tables().bounds(bounds("manhattan")).threads(1).open().unwrap();
    assert!(nodes(manhattan) < nodes(plain(HalfTurn)) / 10);
}
