//! A plan with the things that are made for it before a search: the automaton and the devices.

use crate::cube::{CubeAlphabet, Metric};
use crate::device::Device;
use crate::pdb::h48::H48Level;
use crate::plan::{DepthFirst, OneSidedReason, Plan, Pruning, Puzzle, SearchPlace, Strategy, StrategyError};
use crate::prune::Automaton;
use std::fmt;
use std::sync::Arc;

/// A plan for the pieces of a 3x3x3, with its automaton and its devices.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The plan.
    pub plan: Plan,
    /// The metric.
    pub metric: Metric,
    /// The moves in the order in which they are tried.
    pub alphabet: CubeAlphabet,
    /// The rules about successive moves.
    pub automaton: Automaton,
    /// True if the automaton accepts at least one of all sequences that differ only by the order of commuting moves, if
    /// no two moves can be merged. If it does not, the canonical sequences replace it where all solutions are asked
    /// for.
    pub keeps_all: bool,
    pub(super) devices: Option<DeviceOptions>,
}

/// Devices, and how they are used.
#[derive(Clone)]
pub struct DeviceOptions {
    /// The devices.
    pub devices: Vec<Arc<dyn Device>>,
    /// Bytes that may be used of each device's memory; most of it, if nothing is said.
    pub memory: Option<u64>,
    /// With the Manhattan distance: nodes that a work item expands between two looks at the length of the best
    /// solution.
    pub check_interval: u32,
    /// With the Manhattan distance: the length of the longest solution that is looked for.
    pub upper_bound: Option<u8>,
}

impl DeviceOptions {
    /// Cubes that a device searches at a time; more searches wait for their turn.
    pub const SEARCHES: usize = 16;

    /// The usual interval between two looks at the best length: that of the report.
    pub const CHECK_INTERVAL: u32 = 1000;

    /// The usual options for some devices.
    pub fn new(devices: Vec<Arc<dyn Device>>) -> Self {
        Self { devices, memory: None, check_interval: Self::CHECK_INTERVAL, upper_bound: None }
    }
}

impl fmt::Debug for DeviceOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let devices: Vec<_> = self.devices.iter().map(|device| device.info()).collect();
        f.debug_struct("DeviceOptions").field("devices", &devices).finish_non_exhaustive()
    }
}

impl Prepared {
    /// A plan with the automaton of its own rules, and without devices.
    ///
    /// # Panics
    /// If the automaton has to be learned or read first, see [`Prepared::with_automaton`], or the plan is for stickers.
    pub fn new(plan: Plan) -> Self {
        let (metric, alphabet) = Self::moves(&plan);
        let automaton = plan.pruning.automaton(metric, &alphabet).expect("an automaton that need not be learned");
        let keeps_all = plan.pruning.keeps_all();
        Self { plan, metric, alphabet, automaton, keeps_all, devices: None }
    }

    /// A plan with an automaton that was learned or read; `keeps_all` says what it [keeps](Self::keeps_all).
    ///
    /// # Panics
    /// If the plan is for stickers.
    pub fn with_automaton(plan: Plan, automaton: Automaton, keeps_all: bool) -> Self {
        let (metric, alphabet) = Self::moves(&plan);
        Self { plan, metric, alphabet, automaton, keeps_all, devices: None }
    }

    /// The devices, where the plan says that some search. In a build that cannot have any, the compiler sees that there
    /// are none, and leaves the code for them out.
    pub fn devices(&self) -> Option<&DeviceOptions> {
        if cfg!(any(feature = "gpu", test)) { self.devices.as_ref() } else { None }
    }

    /// The same on devices: on these alone, unless the plan says that threads search beside them.
    #[must_use]
    pub fn on_devices(self, devices: DeviceOptions) -> Self {
        let alone = |parts: &mut DepthFirst| {
            if parts.place == SearchPlace::Threads {
                parts.place = SearchPlace::Devices;
            }
        };
        Self { plan: self.plan.with_parts(alone), devices: Some(devices), ..self }
    }

    fn moves(plan: &Plan) -> (Metric, CubeAlphabet) {
        let Puzzle::Pieces { metric, order } = plan.puzzle else { panic!("a plan for stickers, not for pieces") };
        (metric, order.alphabet(metric))
    }

    /// Decides the strategy, see [`Plan::strategy`].
    ///
    /// # Errors
    /// If the parts of the plan contradict each other or the table.
    pub fn strategy(&self, table: Result<H48Level, OneSidedReason>) -> Result<Strategy, StrategyError> {
        self.plan.strategy(table, || self.is_canonical())
    }

    /// Returns whether the sequences that are searched are the canonical ones.
    fn is_canonical(&self) -> bool {
        self.plan.pruning == Pruning::Canonical
            || self.is_automaton_replaced()
            || self.automaton.same_language(&Automaton::canonical(self.metric, &self.alphabet))
    }

    /// Returns whether the canonical sequences replace the automaton.
    fn is_automaton_replaced(&self) -> bool {
        self.plan.query.all && !self.keeps_all
    }

    /// Replaces an automaton that would lose solutions that are asked for.
    pub(super) fn replace_automaton(&mut self) {
        if self.is_automaton_replaced() {
            self.automaton = Automaton::canonical(self.metric, &self.alphabet);
        }
    }
}

impl From<Plan> for Prepared {
    fn from(plan: Plan) -> Self {
        Self::new(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::SearchQuery;

    /// Where all solutions are asked for, the canonical sequences take the place of an automaton that leaves some out.
    #[test]
    fn an_automaton_that_leaves_some_out_is_in_the_way_unless_it_is_replaced() {
        let level = H48Level::new(0).ok_or(OneSidedReason::NoTable);
        for all in [false, true] {
            let usual = Plan::new(Metric::HalfTurn);
            let query = SearchQuery { all, ..usual.query };
            let plan = Plan { query, pruning: Pruning::OwnRules, ..usual };
            let prepared = Prepared::with_automaton(plan, Automaton::free(18), false);
            let is_two_sided = matches!(prepared.strategy(level), Ok(Strategy::TwoSided { .. }));
            assert_eq!(is_two_sided, all);
        }
    }
}
