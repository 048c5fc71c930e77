//! Solving a cube that commutes with all moves.

use crate::cube::{Cubies, Lanes, MOVE_CUBIES, Metric};
use crate::puzzle::MoveIndex;
use crate::search::cube::coset::{CentralSpace, ClassOrder, CosetSpace, CosetWave, WindowClasses};
use crate::search::deepening::DepthLimitedSearch;
use crate::search::engine::two_sided::{RootTask, TwoSidedEngine};
use crate::search::report::Searched;

/// Returns whether this cube commutes with every move. Of the reachable cubes, two are central: the solved one, and the
/// one with all edges flipped.
pub(super) fn is_central(cube: &Cubies) -> bool {
    MOVE_CUBIES.iter().all(|m| cube.then(m) == m.then(cube))
}

/// The engine that finds one shortest solution of a central cube in the half-turn metric (`docs/two-sided-search.md`).
/// All smaller lengths must be known to have no solution before a length is searched: sequences with moves that merge
/// anywhere are left out. In quarter turns, the engine would have to know that two counterclockwise turns equal two
/// clockwise ones.
pub(super) struct CentralEngine<'a, 'b, L> {
    plain: TwoSidedEngine<'a, CosetSpace<'b, L>>,
    /// The devices of that engine.
    waves: &'a [CosetWave<'a>],
    /// The windows of the last length searched.
    windows: Option<(WindowClasses, ClassOrder)>,
}

/// The least window length; shorter windows tell too little.
const SHORTEST_WINDOW: u8 = 2;

impl<'a, 'b, L: Lanes> CentralEngine<'a, 'b, L> {
    /// The engine for the cube that `plain` searches.
    pub fn new(plain: TwoSidedEngine<'a, CosetSpace<'b, L>>, waves: &'a [CosetWave<'a>]) -> Self {
        assert!(plain.search.metric == Metric::HalfTurn, "a half turn is one move");
        Self { plain, waves, windows: None }
    }

    /// The windows for a length; `None` if they would be too short. Longer windows are better, as long as the tasks are
    /// few compared with the nodes below them.
    fn windows(&mut self, bound: u8) -> Option<(WindowClasses, ClassOrder)> {
        let len = (bound / 2).min(RootTask::LONGEST);
        if len < SHORTEST_WINDOW {
            return None;
        }
        let windows = self.windows.take().filter(|(classes, _)| classes.length() == len);
        Some(windows.unwrap_or_else(|| {
            let classes = WindowClasses::new(len);
            let ranks = classes.in_order();
            (classes, ranks)
        }))
    }
}

impl<L: Lanes> DepthLimitedSearch for CentralEngine<'_, '_, L> {
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        let windows = self.windows(bound);
        self.waves.iter().for_each(|wave| wave.set_windows(windows.as_ref().map(|(_, ranks)| ranks)));
        let Some((classes, ranks)) = windows else { return self.plain.search(bound, unsolved) };
        // Windows are not reduced by symmetries: these would only add images to all solutions.
        debug_assert!(!self.plain.search.all || self.plain.search.symmetries.is_empty());
        let space = CentralSpace::new(self.plain.space, &ranks);
        let mut searched = self.plain.search_tasks(&space, classes.sequences(), bound);
        searched.0.counters.nodes += classes.sequences().len() as u64;
        self.windows = Some((classes, ranks));
        searched
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.plain.normal_form(solution)
    }

    fn scores(&self) -> Vec<u16> {
        self.plain.scores()
    }

    fn resume(&mut self, bound: u8, scores: &[u16]) {
        match self.windows(bound) {
            Some((classes, ranks)) => {
                self.plain.resume_tasks(classes.sequences(), scores);
                self.windows = Some((classes, ranks));
            }
            None => self.plain.resume(bound, scores),
        }
    }
}

#[cfg(test)]
mod tests;
