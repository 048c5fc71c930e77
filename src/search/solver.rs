//! Solving a 3x3x3 with a set of tables: picks the space that fits, and checks every answer.

use super::control::Control;
use super::cube_space::{CornerSpace, TableSet, TableSpace};
use super::ida::{Answer, Executor, Goal, Outcome, solve};
use super::space::Space;
use crate::cube::{Cubies, HalfTurn, Lanes, Metric, MetricKind, Portable, QuarterTurn, is_odd};

/// Finds the shortest solutions of `cube`, or proves that there is none within the goal's maximum depth.
///
/// # Panics
/// If the tables are for another metric. If a solution does not solve the cube, or none is found within the number of
/// moves that every cube can be solved in: faults of this program or of a table, never an answer.
pub fn solve_cube(
    cube: &Cubies,
    metric: MetricKind,
    tables: &TableSet,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    assert!(tables.metric().is_none_or(|of_tables| of_tables == metric), "the tables are for another metric");
    let outcome = match metric {
        MetricKind::HalfTurn => with_lanes::<HalfTurn>(cube, tables, goal, control, executor),
        MetricKind::QuarterTurn => with_lanes::<QuarterTurn>(cube, tables, goal, control, executor),
    };
    match &outcome.answer {
        Answer::Solved(solutions) => solutions.iter().for_each(|word| {
            assert_eq!(cube.then(&Cubies::after(word)), Cubies::SOLVED, "a solution does not solve the cube");
        }),
        Answer::NoSolution => {
            assert!(
                goal.max_depth < metric.diameter(),
                "no solution within {} moves, which is impossible",
                goal.max_depth
            );
        }
        Answer::Stopped(_) => {}
    }
    outcome
}

fn with_lanes<M: Metric>(
    cube: &Cubies,
    tables: &TableSet,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    if let Some(corners) = tables.only_corners() {
        let space = CornerSpace::<M>::new(corners, *cube);
        let root = space.root();
        return deepen::<M, _>(cube, &space, root, goal, control, executor);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = crate::cube::Avx2::detect() {
        return with_tables::<M, _>(cube, tables, avx2, goal, control, executor);
    }
    with_tables::<M, _>(cube, tables, Portable, goal, control, executor)
}

fn with_tables<M: Metric, L: Lanes>(
    cube: &Cubies,
    tables: &TableSet,
    lanes: L,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    let space = TableSpace::<M, L>::new(tables, lanes);
    deepen::<M, _>(cube, &space, TableSpace::<M, L>::root(cube), goal, control, executor)
}

fn deepen<M: Metric, S: Space>(
    cube: &Cubies,
    space: &S,
    root: S::Node,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    let mut first = space.bound(&root);
    // In a metric of odd moves alone, the parity of the cube is that of all its solutions.
    if M::STEP == 2 && (first % 2 == 1) != is_odd(&cube.corners) {
        first += 1;
    }
    solve(space, root, (first, M::STEP), goal, control, executor)
}
