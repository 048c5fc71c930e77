//! Solving cubes of other sizes: chooses the space, and checks every answer.

use crate::nxn::{MoveSet, Stickers, Turn};
use crate::plan::{Plan, Puzzle};
use crate::prune::Automaton;
use crate::puzzle::MoveIndex;
use crate::search::control::Control;
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::executor::Executor;
use crate::search::nxn::pocket::Pocket;
use crate::search::nxn::{PocketTable, StickerNode, StickerSpace};
use crate::search::outcome::{Answer, Outcome};
use crate::search::ranks::Team;
use std::collections::HashSet;

/// Solves cubes of one size, one after the other.
pub struct StickerSolver {
    plan: Plan,
    set: MoveSet,
    moves: Vec<Turn>,
    automaton: Automaton,
    table: Option<PocketTable>,
}

impl StickerSolver {
    /// Makes the automaton and, for a 2x2x2, the table of all distances on the executor's workers: a tenth of a second
    /// of one core.
    ///
    /// # Panics
    /// If the plan is for the pieces of a 3x3x3.
    pub fn new(plan: Plan, executor: &dyn Executor) -> Self {
        let Puzzle::Stickers(set) = plan.puzzle else { panic!("a plan for pieces, not for stickers") };
        Self {
            moves: set.moves(),
            automaton: plan.pruning.of_stickers(&set),
            table: plan.has_pocket_table().then(|| PocketTable::build(set.metric, executor)),
            plan,
            set,
        }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The rules about successive moves.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The table of the 2x2x2, if one is used.
    pub fn table(&self) -> Option<&PocketTable> {
        self.table.as_ref()
    }

    /// Finds the shortest solutions of a cube, or proves that there is none within the query's maximum depth. A cube is
    /// solved when every face shows one colour, in any orientation. Without pruning, every order of commuting moves is
    /// a separate solution.
    ///
    /// # Panics
    /// If the cube is of another size, or a solution does not solve it: a fault of this program, never an answer.
    pub fn solve(&self, cube: &Stickers, control: &Control<'_>, executor: &dyn Executor) -> Outcome<Turn> {
        self.solve_with(cube, &Workers::new(control, executor))
    }

    /// As [`solve`](Self::solve), together with other ranks: each of them calls this for the same cubes in the same
    /// order, with the same options.
    ///
    /// # Panics
    /// As [`solve`](Self::solve), and if another rank fails.
    pub fn solve_together(
        &self,
        cube: &Stickers,
        control: &Control<'_>,
        executor: &dyn Executor,
        team: &Team<'_>,
    ) -> Outcome<Turn> {
        self.solve_with(cube, &Workers { team: Some(team), ..Workers::new(control, executor) })
    }

    fn solve_with(&self, cube: &Stickers, workers: &Workers<'_>) -> Outcome<Turn> {
        assert_eq!(cube.size(), self.set.size, "a solver for another size");
        let search = StickerSearch { solver: self, cube, workers };
        let found = match (&self.table, cube.size().layers()) {
            (Some(table), _) => search.in_space(table, Pocket::of(cube)),
            (None, 2 | 3) => search.stickers::<54>(),
            (None, 4) => search.stickers::<96>(),
            (None, _) => search.stickers::<294>(),
        };
        let mut outcome =
            found.map(|sequence| half_turns_clockwise(sequence.iter().map(|by| self.moves[by.index()]).collect()));
        if let Answer::Solved(words) = &mut outcome.answer {
            let mut known = HashSet::new();
            words.retain(|word| known.insert(word.clone()));
        }
        if let Answer::Solved(solutions) = &outcome.answer {
            for sequence in solutions {
                assert!(cube.then(sequence).is_solved(), "a solution does not solve the cube");
            }
        }
        outcome
    }
}

/// The same moves, with a half turn that is made as two counterclockwise quarter turns made clockwise: without rules
/// both are found, and they are one solution, written as one turn.
fn half_turns_clockwise(mut word: Vec<Turn>) -> Vec<Turn> {
    let mut at = 0;
    while at + 1 < word.len() {
        if word[at] == word[at + 1] && word[at].quarters == 3 {
            word[at..at + 2].iter_mut().for_each(|turn| turn.quarters = 1);
            at += 1;
        }
        at += 1;
    }
    word
}

/// The search for one cube.
struct StickerSearch<'a> {
    solver: &'a StickerSolver,
    cube: &'a Stickers,
    workers: &'a Workers<'a>,
}

impl StickerSearch<'_> {
    fn stickers<const S: usize>(&self) -> Outcome<MoveIndex> {
        self.in_space(&StickerSpace::<S>::new(&self.solver.set), StickerNode::of(self.cube))
    }

    fn in_space<S: Space>(&self, space: &S, root: S::Node) -> Outcome<MoveIndex> {
        let plan = &self.solver.plan;
        let method = Method {
            automaton: &self.solver.automaton,
            duplicates: None,
            kernel: plan.one_sided_kernel(),
            scheduler: plan.depth_first().scheduler,
            lengths: (space.bound(&root), 1),
        };
        one_sided::search(space, root, &method, &plan.query, self.workers)
    }
}
