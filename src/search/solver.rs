//! Solving a 3x3x3 with a set of tables: picks the space that fits, and checks every answer.

use super::control::Control;
use super::cube_space::{CornerSpace, TableSet, TableSpace};
use super::ida::{Answer, Executor, Goal, Outcome, solve};
use super::space::Space;
use crate::cube::{Cubies, HalfTurn, Lanes, Metric, MetricKind, Portable, QuarterTurn, is_odd};

/// Finds the shortest solutions of `cube`, or proves that there is none within the goal's maximum depth.
///
/// # Panics
/// If a solution that was found does not solve the cube: a fault in this program, never an answer.
pub fn solve_cube(
    cube: &Cubies,
    metric: MetricKind,
    tables: &TableSet,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    let outcome = match metric {
        MetricKind::HalfTurn => with_lanes::<HalfTurn>(cube, tables, goal, control, executor),
        MetricKind::QuarterTurn => with_lanes::<QuarterTurn>(cube, tables, goal, control, executor),
    };
    if let Answer::Solved(solutions) = &outcome.answer {
        for word in solutions {
            assert_eq!(cube.then(&Cubies::after(word)), Cubies::SOLVED, "a solution does not solve the cube");
        }
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
