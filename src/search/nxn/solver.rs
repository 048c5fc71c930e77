//! Solving cubes of other sizes: chooses the space, and checks every answer.

use crate::nxn::{Size, Stickers, Turn};
use crate::prune::Automaton;
use crate::puzzle::MoveIndex;
use crate::search::control::Control;
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::executor::Executor;
use crate::search::nxn::pocket::Pocket;
use crate::search::nxn::{PocketTable, StickerNode, StickerOptions, StickerSpace};
use crate::search::query::{Answer, Outcome};
use crate::search::ranks::Team;
use std::collections::HashSet;

/// Solves cubes of one size, one after the other.
pub struct StickerSolver {
    options: StickerOptions,
    moves: Vec<Turn>,
    automaton: Automaton,
    table: Option<PocketTable>,
}

impl StickerSolver {
    /// Makes the automaton and, for a 2x2x2, the table of all distances on the executor's workers: a tenth of a second
    /// of one core.
    pub fn new(options: StickerOptions, executor: &dyn Executor) -> Self {
        let set = options.set;
        let has_table = options.table && set.size == Size::TWO;
        Self {
            moves: set.moves(),
            automaton: options.pruning.automaton(&set),
            table: has_table.then(|| PocketTable::build(set.metric, executor)),
            options,
        }
    }

    /// The options of the solver.
    pub fn options(&self) -> &StickerOptions {
        &self.options
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
        assert_eq!(cube.size(), self.options.set.size, "a solver for another size");
        let search = Search { solver: self, cube, workers };
        let found = match (&self.table, cube.size().layers()) {
            (Some(table), _) => search.in_space(table, Pocket::of(cube)),
            (None, 2 | 3) => search.stickers::<54>(),
            (None, 4) => search.stickers::<96>(),
            (None, _) => search.stickers::<294>(),
        };
        let mut outcome =
            found.map(|word| half_turns_clockwise(word.iter().map(|by| self.moves[by.index()]).collect()));
        if let Answer::Solved(words) = &mut outcome.answer {
            let mut known = HashSet::new();
            words.retain(|word| known.insert(word.clone()));
        }
        if let Answer::Solved(solutions) = &outcome.answer {
            for word in solutions {
                assert!(cube.then(word).is_solved(), "a solution does not solve the cube");
            }
        }
        outcome
    }
}

/// The same moves, with a half turn that is made as two counterclockwise quarter turns made clockwise: without rules both are
/// found, and they are one solution, written as one turn.
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
struct Search<'a> {
    solver: &'a StickerSolver,
    cube: &'a Stickers,
    workers: &'a Workers<'a>,
}

impl Search<'_> {
    fn stickers<const S: usize>(&self) -> Outcome<MoveIndex> {
        self.in_space(&StickerSpace::<S>::new(&self.solver.options.set), StickerNode::of(self.cube))
    }

    fn in_space<S: Space>(&self, space: &S, root: S::Node) -> Outcome<MoveIndex> {
        let StickerOptions { query, kernel, scheduler, .. } = &self.solver.options;
        let method = Method {
            automaton: &self.solver.automaton,
            duplicates: None,
            kernel: *kernel,
            scheduler: *scheduler,
            lengths: (space.bound(&root), 1),
        };
        one_sided::search(space, root, &method, query, self.workers)
    }
}
