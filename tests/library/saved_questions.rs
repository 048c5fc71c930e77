//! A search of any puzzle that is stopped and resumed, again and again and with other numbers of threads, has the same
//! answer and the same counts as an uninterrupted one. What was saved of another question is refused.

use cubepdb::internals::search::{Control, Limits, OrbitSolver, Saving, Workers};
use cubepdb::{
    CheckpointError, Threads,
    plan::{Bounds, Plan, Puzzle, Scheduler, SearchQuery},
    puzzles::{Asker, MoveIndex, QuestionText},
    search::{Answer, Outcome, StopReason},
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn solver(text: &QuestionText, bounds: &str, query: SearchQuery, memory: u64) -> OrbitSolver {
    let question = Arc::new(text.read(Asker::Stranger).unwrap());
    let mut plan = Plan::of(Puzzle::Defined(question.clone()));
    plan.bounds = bounds.parse::<Bounds>().unwrap();
    plan.query = SearchQuery { max_depth: plan.query.max_depth, ..query };
    OrbitSolver::within(plan, question, memory).unwrap()
}

/// Searches from a state, if one is given, up to a number of nodes; also returns the last state.
fn run(
    solver: &OrbitSolver,
    start: &str,
    pool: &Threads,
    nodes: Option<u64>,
    resume: Option<&[u8]>,
) -> Result<(Outcome<MoveIndex>, Vec<u8>), CheckpointError> {
    let last = Mutex::default();
    let keep = |state: &[u8]| {
        *last.lock().unwrap() = state.to_vec();
        Ok(())
    };
    let start = solver.question().start(None, start).unwrap();
    let saving = Saving { sink: &keep, every: Duration::ZERO, resume, failed: &|error| panic!("{error}") };
    let outcome = Control::unwatched(Limits { nodes, ..Limits::default() }, |control| {
        solver.solve_saved(&start, &solver.plan().query, &Workers::new(control, pool), &saving)
    })?;
    Ok((outcome, last.into_inner().unwrap()))
}

/// The lengths and counts of the completed iterations, but for the one that a search for one solution ends in.
fn completed(outcome: &Outcome<MoveIndex>) -> Vec<(u8, [u64; 3])> {
    let whole = outcome.iterations.iter().filter(|iteration| iteration.bound < outcome.lower_bound);
    whole.map(|i| (i.bound, [i.counters.nodes, i.counters.expanded, i.counters.lookups])).collect()
}

const ONE: SearchQuery = SearchQuery { all: false, slack: 0, max_depth: 0, deterministic: true };
const ALL: SearchQuery = SearchQuery { all: true, slack: 1, max_depth: 0, deterministic: false };

fn about(puzzle: &str, moves: Option<&str>, cost: Option<&str>) -> QuestionText {
    let text = |text: &str| text.to_owned();
    QuestionText { moves: moves.map(text), cost: cost.map(text), ..QuestionText::about(puzzle) }
}

#[test]
fn stopped_and_resumed_searches_end_as_others() {
    const PLENTY: u64 = 1 << 30;
    let mut random = fastrand::Rng::with_seed(35);
    let pools = [1, 2, 3].map(|threads| Threads::new(threads).unwrap());
    let mut stops = 0;
    for (text, start, bounds, query, memory) in [
        (about("2x2x2", Some("U,R,F"), None), "R U F R' U2 F' R U R2", "zero", ONE, PLENTY),
        (about("3x3x3", Some("R,U,F"), Some("R2=2,U=3")), "R U F R' U2 F' R", "zero", ONE, PLENTY),
        (about("3x3x3", Some("R,U,F"), Some("R2=2,U=3")), "R U F R' U2 F' R U' F R2", "auto", ALL, 2 << 20),
        (about("megaminx", None, None), "R U F BL' DR2 L D'", "auto", SearchQuery { slack: 0, ..ALL }, 4 << 20),
        (about("square-1", None, None), "U / D' / U3 D3 / D' / U2 / U2 /", "auto", ALL, 1 << 20),
    ] {
        let plain = {
            let solver = solver(&text, bounds, query, memory);
            let start = solver.question().start(None, start).unwrap();
            Control::unwatched(Limits::default(), |control| {
                solver.solve(&start, &solver.plan().query, &Workers::new(control, &pools[1]))
            })
        };
        let whole = plain.counters().nodes;
        let (mut state, mut rounds): (Option<Vec<u8>>, u32) = (None, 0);
        loop {
            // Splitting the tree is repeated each time.
            let nodes = 200_000 + random.u64(0..=whole / 8) + 20_000 * u64::from(rounds);
            let limit = (rounds < 40).then_some(nodes);
            let solver = solver(&text, bounds, query, memory);
            let (outcome, last) = run(&solver, start, &pools[random.usize(..3)], limit, state.as_deref()).unwrap();
            rounds += 1;
            if matches!(outcome.answer, Answer::Stopped(StopReason::Nodes)) || outcome.incomplete.is_some() {
                state = Some(last);
                continue;
            }
            assert_eq!((&outcome.answer, outcome.lower_bound), (&plain.answer, plain.lower_bound), "{text:?}");
            assert_eq!(completed(&outcome), completed(&plain), "{text:?}");
            break;
        }
        stops += rounds - 1;
        println!("{}: {whole} nodes, {rounds} runs", text.puzzle);
    }
    assert!(stops > 9, "{stops}");
}

#[test]
fn states_of_other_searches_are_refused() {
    let text = about("3x3x3", Some("R,U,F"), None);
    let (start, pool) = ("R U F R' U2 F' R U", Threads::new(2).unwrap());
    let own = solver(&text, "zero", ONE, 0);
    let (stopped, state) = run(&own, start, &pool, Some(150_000), None).unwrap();
    assert!(matches!(stopped.answer, Answer::Stopped(_)));
    let refused = |solver: &OrbitSolver, start: &str, words: &str| {
        let error = run(solver, start, &pool, None, Some(&state)).err().unwrap().to_string();
        assert!(error.starts_with("saved by another search: it has ") && error.contains(words), "{error}");
        assert!(error.matches('`').count() == 4, "one line differs: {error}");
    };
    let other = |text: QuestionText| solver(&text, "zero", ONE, 0);
    let some = |text: &str| Some(text.to_owned());
    let goals = vec!["CORNERS:all".to_owned()];
    refused(&own, "R U F", "`start ");
    for goal in [QuestionText { to: some("L"), ..text.clone() }, QuestionText { up_to: some("U"), ..text.clone() }] {
        refused(&other(goal), start, "`goal ");
    }
    refused(&solver(&text, "auto", ONE, 1 << 20), start, "`bounds ");
    refused(&solver(&text, "zero", ALL, 0), start, "`answer ");
    let error = |solver: &OrbitSolver| run(solver, start, &pool, None, Some(&state)).err().unwrap().to_string();
    let told = error(&other(QuestionText { moves: some("R,U,L"), ..text.clone() }));
    assert!(told.contains("`moves R R2 R' U U2 U' L L2 L' "), "{told}");
    let told = error(&other(QuestionText { cost: some("U=2"), ..text.clone() }));
    assert!(told.contains("`moves R R2 R' U=2 U2=2 U'=2 F F2 F' "), "{told}");
    assert!(error(&other(QuestionText { goals, ..text.clone() })).contains("`goal "));
    assert!(error(&other(about("2x2x2", Some("R,U,F"), None))).contains("`puzzle 3x3x3 "));
    let mut damaged = state.clone();
    damaged[state.len() / 2] ^= 1;
    assert!(run(&own, start, &pool, None, Some(&damaged)).is_err());
}

/// A search that cannot have the bounds that the saved one had is refused: its tree would be another.
#[test]
fn bounds_that_do_not_fit_are_refused() {
    let (text, pool) = (about("megaminx", None, None), Threads::new(2).unwrap());
    let start = "R U F BL' DR2 L D' BR";
    let (stopped, state) = run(&solver(&text, "auto", ONE, 1 << 30), start, &pool, Some(1_500_000), None).unwrap();
    assert!(matches!(stopped.answer, Answer::Stopped(_)), "{stopped:?}");
    let error = run(&solver(&text, "auto", ONE, 1 << 20), start, &pool, None, Some(&state)).err().unwrap();
    assert!(matches!(error, CheckpointError::Memory), "{error}");
}

#[test]
fn only_the_depth_scheduler_saves() {
    let question = Arc::new(QuestionText::about("skewb").read(Asker::Stranger).unwrap());
    let plan = Plan::of(Puzzle::Defined(question.clone())).with_scheduler(Scheduler::Sequential);
    let solver = OrbitSolver::new(plan, question).unwrap();
    let error = run(&solver, "UFR", &Threads::new(1).unwrap(), None, None).err().unwrap();
    assert!(matches!(error, CheckpointError::Unsupported(_)), "{error}");
}
