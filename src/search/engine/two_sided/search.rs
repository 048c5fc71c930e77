//! The parts of a two-sided search.

use super::wavefront::Wavefront;
use crate::cube::{CubeAlphabet, FaceTurn, Metric, Symmetry};
use crate::plan::TwoSidedKernel;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Journal;
use crate::search::control::Control;
use crate::search::executor::Executor;

/// A two-sided search of one cube: what its workers share in all iterations.
pub(in crate::search) struct TwoSided<'a, S> {
    pub space: &'a S,
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

impl<'a, S> TwoSided<'a, S> {
    /// The same search in another space of the same cube, where no symmetries are used.
    pub fn without_symmetries_in<'b, T>(&self, space: &'b T) -> TwoSided<'b, T>
    where
        'a: 'b,
    {
        let symmetries = Vec::new();
        let &Self {
            metric, alphabet, kernel, horizon, all, control, executor, journal, devices, threads_search, ..
        } = self;
        TwoSided {
            space,
            metric,
            alphabet,
            kernel,
            horizon,
            symmetries,
            all,
            control,
            executor,
            journal,
            devices,
            threads_search,
        }
    }

    pub(super) fn move_index(&self, m: FaceTurn) -> MoveIndex {
        self.alphabet.index_of(m).expect("the moves of a solution are moves of the metric")
    }
}

impl<S> TwoSided<'_, S> {
    /// The number of workers that search.
    pub(super) fn searching_workers(&self) -> usize {
        let workers = self.executor.workers();
        if self.threads_search { workers } else { workers.min(self.devices.len()) }
    }
}
