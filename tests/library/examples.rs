//! The examples do what they say: the code that people copy.

use cubepdb::cube::{Cubies, MetricKind};
use cubepdb::notation::{MoveOptions, parse_moves};
use std::fs;
use std::path::Path;

#[path = "../../examples/build_table.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod build_table;
#[path = "../../examples/look_up.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod look_up;
#[path = "../../examples/solve_cube.rs"]
#[allow(dead_code, reason = "examples have a main function")]
mod solve_cube;

fn cube(word: &str) -> Cubies {
    Cubies::after(&parse_moves(word, &MoveOptions::default()).unwrap())
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
    for (metric, length) in [(MetricKind::HalfTurn, 5), (MetricKind::QuarterTurn, 6)] {
        let solution = solve_cube::solve("R U R' U' F2", metric).unwrap();
        assert_eq!(metric.length(&solution), length);
        assert_eq!(cube("R U R' U' F2").then(&Cubies::after(&solution)), Cubies::SOLVED);
    }
    assert!(solve_cube::solve("R X", MetricKind::HalfTurn).unwrap_err().to_string().contains('X'));
}
