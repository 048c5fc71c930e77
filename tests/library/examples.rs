//! The examples, which users copy, do what they say.

use cubepdb::{Cube, Metric, Solver};
use std::fs;
use std::path::Path;

#[path = "../../examples/build_table.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod build_table;
#[path = "../../examples/look_up.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod look_up;
#[path = "../../examples/node_counts.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod node_counts;
#[path = "../../examples/own_heuristic.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod own_heuristic;
#[path = "../../examples/solve_cube.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod solve_cube;

fn cube(word: &str) -> Cube {
    word.parse().unwrap()
}

#[test]
fn a_table_is_built_proven_and_read() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example-edges.pdb");
    let _ = fs::remove_file(&path);
    assert_eq!(build_table::build_and_prove(&path).unwrap(), 9);
    assert!(build_table::build_and_prove(&path).unwrap_err().to_string().contains("exists"), "nothing is overwritten");
    for (word, bound) in [("", 0), ("R", 1), ("R U", 2), ("L D", 2), ("R U R' U'", 4)] {
        assert_eq!(look_up::lower_bound(&path, &cube(word)).unwrap(), bound, "{word}");
    }
}

#[test]
fn a_cube_is_solved_in_both_metrics() {
    for (metric, length) in [(Metric::HalfTurn, 5), (Metric::QuarterTurn, 6)] {
        let builder = || Solver::builder().metric(metric).no_tables();
        for solution in [
            solve_cube::solve("R U R' U' F2", builder()).unwrap(),
            own_heuristic::solve("R U R' U' F2", metric).unwrap(),
        ] {
            assert_eq!(solution.length(), length);
            assert!(cube("R U R' U' F2").apply(solution.moves()).unwrap().is_solved());
        }
        assert!(solve_cube::solve("R X", builder()).unwrap_err().to_string().contains('X'));
    }
}

#[test]
fn nodes_of_each_iteration_do_not_depend_on_the_threads() {
    let counts = |threads: usize| {
        let builder = Solver::builder().no_tables().threads(threads);
        let csv = node_counts::node_counts("R U F2 L", "zero", builder).unwrap();
        let rows = csv.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned());
        rows.collect::<Vec<_>>()
    };
    let alone = counts(1);
    assert_eq!(alone[0], "bound,nodes,expanded,lookups");
    assert!(alone.len() > 2 && alone.last().unwrap().starts_with("4,"), "{alone:?}");
    assert_eq!(counts(3), alone);
    let unknown = node_counts::node_counts("R U", "nothing", Solver::builder().no_tables());
    assert!(unknown.is_err(), "a table needs to be there");
}
