//! The parts of a two-sided search, whatever its space.

use super::wavefront::Wavefront;
use crate::cube::{CubeAlphabet, FaceTurn, Metric, Symmetry};
use crate::plan::TwoSidedKernel;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Journal;
use crate::search::control::Control;
use crate::search::executor::Executor;

/// A two-sided search of one cube: what its workers share in all iterations.
pub(in crate::search) struct TwoSided<'a> {
    pub metric: Metric,
    pub alphabet: &'a CubeAlphabet,
    pub kernel: TwoSidedKernel,
    /// Nodes with more moves left are not looked up.
    pub horizon: u8,
    /// The symmetries of the cube, other than the identity.
    pub symmetries: Vec<Symmetry>,
    /// All solutions instead of one.
    pub all: bool,
    pub control: &'a Control<'a>,
    pub executor: &'a dyn Executor,
    pub journal: Option<&'a Journal<'a>>,
    /// Devices, each driven by the worker with its number.
    pub devices: &'a [&'a dyn Wavefront],
    /// True if the other workers search, too.
    pub threads_search: bool,
}

impl TwoSided<'_> {
    pub(super) fn move_index(&self, m: FaceTurn) -> MoveIndex {
        self.alphabet.index_of(m).expect("the moves of a solution are moves of the metric")
    }

    /// The number of workers that search.
    pub(super) fn searching_workers(&self) -> usize {
        let workers = self.executor.workers();
        if self.threads_search { workers } else { workers.min(self.devices.len()) }
    }
}
