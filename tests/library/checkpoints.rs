//! A search that is stopped and resumed, any number of times and with other numbers of threads, has the same answer and
//! the same counts as an uninterrupted one.

use crate::common::{solve, table, tables, word};
use crate::effort::or_full;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    search::{Control, Limits, PieceSolver, Saving, TableSet, Workers},
};
use cubepdb::{
    CheckpointError, H48Level, Metric, TableSpec, Threads,
    plan::{Engine, Kernel, OneSidedKernel, Plan, Pruning, Scheduler, SearchQuery, Strategy, TranspositionOptions},
    search::{Answer, Outcome, StopReason, TranspositionKind},
};
use std::sync::Mutex;
use std::time::Duration;

/// Searches, from a state if one is given, up to a node limit. States are saved all the time, or only at the end.
fn run(
    solver: &PieceSolver,
    cube: &Cubies,
    pool: &Threads,
    nodes: Option<u64>,
    resume: Option<&[u8]>,
    every: Duration,
) -> Result<(Outcome<FaceTurn>, Vec<Vec<u8>>), CheckpointError> {
    let states = Mutex::new(Vec::new());
    let keep = |state: &[u8]| {
        states.lock().unwrap().push(state.to_vec());
        Ok(())
    };
    let saving = Saving { sink: &keep, every, resume, failed: &|error| panic!("{error}") };
    let search = |control: &Control<'_>| solver.solve_saved(cube, &Workers::new(control, pool), &saving);
    let outcome = Control::unwatched(Limits { nodes, ..Limits::default() }, search)?;
    Ok((outcome, states.into_inner().unwrap()))
}

/// The lengths and costs of the completed iterations; not the last one of a search for one solution, which may end
/// anywhere.
fn completed(outcome: &Outcome<FaceTurn>, query: &SearchQuery) -> Vec<(u8, [u64; 3])> {
    let last = match &outcome.answer {
        Answer::Solved(words) if !query.all => words[0].len() as u8,
        _ => u8::MAX,
    };
    let whole = outcome.iterations.iter().filter(|iteration| iteration.completed && iteration.bound < last);
    whole.map(|i| (i.bound, [i.counters.nodes, i.counters.expanded, i.counters.lookups])).collect()
}

fn words<M: Clone>(outcome: &Outcome<M>) -> Vec<Vec<M>> {
    match &outcome.answer {
        Answer::Solved(words) => words.clone(),
        _ => panic!("unsolved"),
    }
}

struct Case {
    solver: PieceSolver,
    cube: Cubies,
    pools: [Threads; 3],
    plain: Outcome<FaceTurn>,
}

impl Case {
    fn new(options: Plan, tables: &TableSet, text: &str) -> Self {
        let cube = Cubies::after(&word(text));
        let pools = [1, 2, 8].map(|threads| Threads::new(threads).unwrap());
        let mut plain_options = options.clone().with_transpositions(None);
        if !tables.has_cosets() {
            plain_options = plain_options.with_scheduler(Scheduler::Sequential);
        }
        let plain = solve(&PieceSolver::new(plain_options, tables.clone()).unwrap(), &cube, &pools[0]);
        let solver = PieceSolver::new(options, tables.clone()).unwrap();
        Self { solver, cube, pools, plain }
    }

    #[track_caller]
    fn compare(&self, outcome: &Outcome<FaceTurn>) {
        let query = self.solver.prepared().plan.query;
        assert_eq!(outcome.incomplete, None);
        assert_eq!(outcome.lower_bound, self.plain.lower_bound);
        if query.all || query.deterministic || self.plain.answer == Answer::NoSolution {
            assert_eq!(outcome.answer, self.plain.answer);
        } else {
            assert_eq!(words(outcome)[0].len(), words(&self.plain)[0].len());
        }
        assert_eq!(completed(outcome, &query), completed(&self.plain, &query));
    }

    /// Stops the search again and again, at random, until it is solved; returns the number of stops.
    fn stop_and_resume(&self, random: &mut fastrand::Rng) -> u32 {
        // Workers of a two-sided search finish their tasks and enter them as often as states are saved.
        let is_two_sided = matches!(self.solver.strategy(), Strategy::TwoSided { .. });
        let every = if is_two_sided { [0, 20] } else { [2_000, 3_600_000_000] }.map(Duration::from_micros);
        let whole = self.plain.counters().nodes;
        let mut state: Option<Vec<u8>> = None;
        for stops in 0.. {
            let pool = &self.pools[random.usize(..3)];
            // Splitting the tree takes some ten thousand nodes, and is repeated each time.
            let nodes = 100_000 + random.u64(whole / 8..=whole / 2);
            // A task may have more nodes than that. Makes sure that it ends.
            let nodes = (stops < 20).then_some(nodes);
            let (outcome, mut saved) =
                run(&self.solver, &self.cube, pool, nodes, state.as_deref(), every[random.usize(..2)]).unwrap();
            let over = outcome.incomplete.is_none() && outcome.answer != Answer::Stopped(StopReason::Nodes);
            if over {
                self.compare(&outcome);
                return stops;
            }
            // The last state, or the one that a kill at some moment would have left.
            let kept = if random.bool() { saved.len() - 1 } else { random.usize(..saved.len()) };
            state = Some(saved.swap_remove(kept));
        }
        unreachable!("a search without a limit ends")
    }
}

#[test]
fn stopped_at_random_and_resumed_nothing_is_lost_or_counted_twice() {
    let mut random = fastrand::Rng::with_seed(17);
    let mut stops = 0;
    let queries = [
        SearchQuery { max_depth: 20, ..SearchQuery::default() },
        SearchQuery { deterministic: true, ..SearchQuery::default() },
        SearchQuery { all: true, slack: 1, ..SearchQuery::default() },
    ];
    for (metric, cubes) in [
        (
            Metric::HalfTurn,
            ["R U F2 L B D2 R U2 F L' D B'", "D U2 F' L B R2 D F2 U L' B D", "R2 L2 U D' F B2 R U2 L' F"],
        ),
        (Metric::QuarterTurn, ["R U F L B' D F U' L D B R", "D F' L B R D F U L' B D R", "R L' U D' F B R' U F L"]),
    ] {
        let tables = tables(metric, &["UR,UF,UL,UB,FR"]);
        for (query, text) in queries.into_iter().zip(cubes) {
            let query = SearchQuery { max_depth: metric.diameter(), ..query };
            for kernel in OneSidedKernel::ALL.map(Kernel::OneSided).into_iter().skip(or_full(1, 0)) {
                let case = Case::new(Plan { query, ..Plan::new(metric) }.with_kernel(kernel), &tables, text);
                for _ in 0..or_full(1, 3) {
                    stops += case.stop_and_resume(&mut random);
                }
            }
        }
    }
    eprintln!("{stops} stops");
    assert!(stops > or_full(8, 60), "{stops}");
}

/// A two-sided search is saved at its full speed, and can be stopped anywhere.
#[test]
fn a_two_sided_search_is_stopped_at_random_and_resumed() {
    let mut random = fastrand::Rng::with_seed(23);
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let queries = |max_depth| {
        [
            SearchQuery { max_depth, ..SearchQuery::default() },
            SearchQuery { max_depth, deterministic: true, ..SearchQuery::default() },
            SearchQuery { max_depth, all: true, ..SearchQuery::default() },
        ]
    };
    let (half, quarter) = (Metric::HalfTurn, Metric::QuarterTurn);
    let cubes = [
        (half, 14, "R U F2 L B D2 R U2 F L' D B U' R2", 3),
        // Half a turn of this one about the axis through the upper centre changes nothing.
        (half, 11, "R L U2 F B D R' L' U F2 B2", 3),
        // One solution is enough for these: few of their tasks have most of the nodes.
        (half, 14, "R L U2 F B D R' L' U F2 B2 D F' B'", 1),
        (half, 11, superflip, 1),
        (quarter, 16, "D F' L B R D F U L' B D R F U B' L", 3),
    ];
    for metric in [half, quarter] {
        let tables = cosets(metric);
        for (_, max_depth, text, count) in cubes.into_iter().filter(|cube| cube.0 == metric) {
            for query in queries(max_depth).into_iter().take(count) {
                let case = Case::new(Plan { query, ..Plan::new(metric) }, &tables, text);
                assert!(matches!(case.solver.strategy(), Strategy::TwoSided { .. }));
                for _ in 0..or_full(2, 6) {
                    let stops = case.stop_and_resume(&mut random);
                    // The limit is below these nodes. A first solution may be found before it.
                    let is_long = case.plain.counters().nodes > 400_000;
                    assert!(stops > 0 || !is_long || !(query.all || query.deterministic), "{text}");
                }
            }
        }
    }
}

fn cosets(metric: Metric) -> TableSet {
    TableSet::new(&[table(TableSpec::new(H48Level::new(0).unwrap(), metric))], 1)
}

/// Every state that a run saves leads to the same result.
#[test]
fn any_saved_state_will_do() {
    let metric = Metric::HalfTurn;
    let query = SearchQuery { all: true, slack: 1, ..SearchQuery::default() };
    let options = Plan { query, ..Plan::new(metric) }.with_scheduler(Scheduler::Depth(Some(2)));
    let case = Case::new(options, &tables(metric, &[]), "R2 U2 R2 U2 R2");
    let (outcome, states) = run(&case.solver, &case.cube, &case.pools[1], None, None, Duration::ZERO).unwrap();
    case.compare(&outcome);
    assert!(states.len() > 20);
    for (i, state) in states.iter().enumerate().step_by(states.len() / 20) {
        let (outcome, _) = run(&case.solver, &case.cube, &case.pools[i % 3], None, Some(state), Duration::MAX).unwrap();
        case.compare(&outcome);
    }
    // The last one is that of a finished search: nothing is left to do.
    let (outcome, _) =
        run(&case.solver, &case.cube, &case.pools[0], Some(1), states.last().map(|s| &s[..]), Duration::MAX).unwrap();
    case.compare(&outcome);
}

/// A transposition table starts empty: the counts differ, the answer does not. Options that prove nothing may change.
#[test]
fn another_table_of_states_or_kernel_may_take_over() {
    let metric = Metric::HalfTurn;
    let tables = tables(metric, &[]);
    let text = "R2 L2 U D' F B2 R U2 L'";
    let query = SearchQuery { all: true, slack: 1, ..SearchQuery::default() };
    let table =
        Some(TranspositionOptions { kind: TranspositionKind::Packed, depth: 5, bytes: 16 << 20, symmetry: false });
    let with = |kernel, table| Plan { query, ..Plan::new(metric) }.with_kernel(kernel).with_transpositions(table);
    let first = Case::new(with(Kernel::ITERATIVE, table), &tables, text);
    let second = Case::new(with(Kernel::RECURSIVE, None), &tables, text);
    let part = first.plain.counters().nodes / 4;
    let (outcome, states) = run(&first.solver, &first.cube, &first.pools[1], Some(part), None, Duration::MAX).unwrap();
    assert!(outcome.incomplete.is_some() || outcome.answer == Answer::Stopped(StopReason::Nodes));
    for case in [first, second] {
        let state = states.last().unwrap();
        let (outcome, _) = run(&case.solver, &case.cube, &case.pools[2], None, Some(state), Duration::MAX).unwrap();
        assert_eq!(outcome.answer, case.plain.answer);
    }
}

#[test]
fn other_searches_and_false_claims_are_refused() {
    let metric = Metric::HalfTurn;
    let tables = tables(metric, &["UR,UF,UL"]);
    let usual = Plan::new(metric);
    let case = Case::new(usual.clone(), &tables, "R U F2 L B D2 R U2 F L' D");
    let (_, states) = run(&case.solver, &case.cube, &case.pools[0], Some(100_000), None, Duration::MAX).unwrap();
    let state = states.last().unwrap();
    let refusal = |options: Plan, tables: &TableSet, text: &str| {
        let case = Case::new(options, tables, text);
        let error = run(&case.solver, &case.cube, &case.pools[0], None, Some(state), Duration::MAX).err().unwrap();
        error.to_string()
    };
    let text = "R U F2 L B D2";
    let cube = refusal(usual.clone(), &tables, text);
    assert!(cube.starts_with("saved by another search: it has `cube ") && !cube.contains("metric"), "{cube}");
    let text = "R U F2 L B D2 R U2 F L' D";
    let all = Plan { query: SearchQuery { all: true, slack: 1, ..SearchQuery::default() }, ..usual.clone() };
    let expected = "saved by another search: it has `answer one solution`; this one has \
                    `answer all solutions, up to 1 longer than the shortest`";
    assert_eq!(refusal(all, &tables, text), expected);
    let fewer = crate::common::tables(metric, &[]);
    let expected =
        "saved by another search: it has `bounds corners x1, edges3-UR-UF-UL x3`; this one has `bounds corners x1`";
    assert_eq!(refusal(usual.clone(), &fewer, text), expected);
    let free = Plan { pruning: Pruning::None, ..usual.clone() };
    assert!(refusal(free, &fewer, "R U").contains("`pruning "));
    for options in [
        usual.clone().with_scheduler(Scheduler::Ranges),
        usual.clone().with_scheduler(Scheduler::Sequential),
        Plan { engine: Engine::BreadthFirst { memory: Some(1 << 20) }, ..usual },
    ] {
        let solver = PieceSolver::new(options, tables.clone()).unwrap();
        let error = run(&solver, &case.cube, &case.pools[0], None, None, Duration::MAX).err().unwrap();
        assert!(matches!(error, CheckpointError::Unsupported(_)) && error.kind().is_none(), "{error}");
    }
}
