use super::OrbitSolver;
use super::tests::{plan, search};
use crate::effort::or_full;
use crate::plan::{Bounds, Plan, Pruning, Scheduler, SearchQuery};
use crate::puzzle::testing::distances;
use crate::puzzle::{Asker, Question, QuestionText, Symmetries};
use crate::search::outcome::Answer;
use std::sync::Arc;

fn question(puzzle: &str, moves: Option<&str>, goal: Option<&str>, up_to: Option<&str>) -> Question {
    let [moves, goal, up_to] = [moves, goal, up_to].map(|text| text.map(str::to_owned));
    QuestionText { moves, goals: goal.into_iter().collect(), up_to, ..QuestionText::about(puzzle) }
        .read(Asker::Stranger)
        .unwrap()
}

/// The superflip has all 48 symmetries: a length that was searched without them is hundreds of times the one before.
#[test]
fn symmetries_are_used_to_the_end() {
    let question = Arc::new(question("3x3x3", Some("U,R,F,D,L,B"), None, None));
    let flipped = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let start = question.start(None, flipped).unwrap();
    let most = or_full(10, 12);
    let usual = plan(&question);
    for deterministic in [false, true] {
        let query = SearchQuery { max_depth: most, deterministic, ..usual.query };
        let solver = OrbitSolver::new(Plan { query, ..usual.clone() }, question.clone()).unwrap();
        let outcome = search(&solver, &start);
        assert_eq!((outcome.answer, outcome.lower_bound), (Answer::NoSolution, most + 1));
        let nodes: Vec<u64> = outcome.iterations.iter().map(|length| length.counters.nodes).collect();
        let long = nodes.iter().position(|&nodes| nodes > 1000).expect("a long one");
        for pair in nodes[long..].windows(2) {
            assert!(pair[1] <= pair[0].saturating_mul(40), "{nodes:?}");
        }
    }
}

/// Symmetric starts, with and without the rules for them: equal lengths, those of the plain search, by fewer nodes.
#[test]
fn symmetric_starts_have_the_lengths_of_the_plain_search() {
    let mut random = fastrand::Rng::with_seed(3);
    for (puzzle, moves, goal, up_to, most) in [
        ("pyraminx-tipless", None, None, None, 5),
        ("2x2x2", None, None, None, 4),
        ("3x3x3", Some("U2,R2,F2,D2,L2,B2"), None, None, 5),
        ("3x3x3", Some("U,D,R2,L2"), Some("EDGES:all"), None, 5),
        ("3x3x3", Some("U,D,E=U D',R2"), None, Some("U"), 4),
        ("3x3x3", Some("U,D,E=U D',F2"), Some("CORNERS:all;EDGES:0-3/permutation"), Some("U"), 4),
        ("skewb", None, None, None, 4),
        ("dino", None, None, None, 4),
        ("topspin", None, None, None, 6),
        ("loopover-3x3", None, None, None, 4),
    ] {
        let question = Arc::new(question(puzzle, moves, goal, up_to));
        let symmetries = Symmetries::of(&question).unwrap();
        let known = distances(&question, most);
        let mut starts: Vec<_> = known.iter().filter(|(start, _)| symmetries.stabilizer(start).len() > 1).collect();
        starts.sort_by_key(|(start, distance)| (**distance, start.identity()));
        assert!(starts.iter().any(|(_, distance)| **distance > 1), "{puzzle} {moves:?}");
        let zero = Plan { bounds: "zero".parse::<Bounds>().unwrap(), ..plan(&question) };
        let all = Plan { query: SearchQuery { all: true, ..zero.query }, ..zero.clone() };
        let ranges = zero.clone().with_scheduler(Scheduler::Ranges);
        let free = Plan { pruning: Pruning::None, ..zero.clone() };
        let [zero, all, ranges, free, usual] =
            [zero, all, ranges, free, plan(&question)].map(|plan| OrbitSolver::new(plan, question.clone()).unwrap());
        let mut nodes = [0; 2];
        for _ in 0..or_full(10, 30) {
            let (start, &distance) = starts[random.usize(..starts.len())];
            let outcomes = [&zero, &all, &ranges, &free, &usual].map(|solver| search(solver, start));
            for outcome in &outcomes {
                assert!(matches!(outcome.answer, Answer::Solved(_)), "{puzzle}");
                assert_eq!(outcome.lower_bound, distance, "{puzzle} {moves:?}");
            }
            for (sum, outcome) in nodes.iter_mut().zip(&outcomes) {
                // The last length ends with the first solution.
                *sum += outcome.iterations.iter().rev().skip(1).map(|length| length.counters.nodes).sum::<u64>();
            }
        }
        assert!(nodes[0] < nodes[1], "{puzzle} {moves:?}: {nodes:?}");
    }
}
