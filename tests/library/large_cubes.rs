//! Cubes of four to seven layers against a plain search over their stickers.

use crate::effort::or_full;
use cubepdb::internals::nxn::{LayerSequence, Stickers};
use cubepdb::{Cube, Format, Metric, MoveKind, MoveOptions, Size, Solver, plan::MoveSet};

/// The solution leads to faces of one colour, and no fewer moves do.
#[test]
fn large_cubes_are_solved_in_the_fewest_moves() {
    let mut random = fastrand::Rng::with_seed(13);
    for size in [4, 5, 6, 7].map(|layers| Size::new(layers).unwrap()) {
        for kind in [MoveKind::Wca, MoveKind::Slices] {
            for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
                let moves = MoveSet { size, kind, metric };
                let solver = Solver::builder().size(size).moves(kind).metric(metric).threads(2).open().unwrap();
                for number in 0..or_full(3, 30) {
                    let turns = moves.random_sequence(2 + number % 2, &mut random);
                    let hold = ["", "x ", "y' z2 "][random.usize(..3)];
                    let text = format!("{hold}{}", LayerSequence(&turns));
                    let cube = Cube::parse(&text, size, Format::Moves, &MoveOptions::default()).unwrap();
                    let solution = solver.solve(&cube).unwrap();
                    let start = Stickers::after(size, &turns);
                    let name = format!("{moves}: {text}: {}", solution.moves());
                    assert!(cube.apply(solution.moves()).unwrap().is_solved(), "{name}");
                    assert!(solution.length() <= turns.len(), "{name}");
                    let mut level = vec![start];
                    for fewer in 0..solution.length() {
                        assert!(!level.iter().any(Stickers::is_solved), "{name}: {fewer} moves");
                        if fewer + 1 < solution.length() {
                            let after =
                                |cube: &Stickers| moves.moves().into_iter().map(|turn| cube.then(&[turn])).collect();
                            level = level.iter().flat_map(|cube| -> Vec<Stickers> { after(cube) }).collect();
                        }
                    }
                }
            }
        }
    }
}
