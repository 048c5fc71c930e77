//! The search that was run: its parts under the names of the command line.

use crate::cube::Metric;
use crate::device::Device;
use crate::plan::{DepthFirst, Distribution, Kernel, Plan, SearchPlace, Strategy, TranspositionOptions};
use crate::search::DeviceOptions;
use serde::Serialize;
use std::sync::Arc;

/// The search that was run: its parts, by the names of the command line and of --stats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchRecord {
    /// The version of the program.
    pub version: &'static str,
    /// The preset that was asked for; flags beside it take precedence, and the other fields say what was run.
    pub preset: Option<String>,
    /// The direction of the search. `auto` where default tables are brought in while it lasts: one-sided until there is
    /// an H48 table.
    pub strategy: SearchDirection,
    /// The lower bounds that were asked for, as --heuristic takes them; `perimeter` for other sizes and puzzles. The
    /// field tables names the tables.
    pub heuristic: String,
    /// Look-ups taken from each edge table, see --lookups; null for a search that reads no edge table.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub lookups_per_table: Option<usize>,
    /// The kernel that searches one subtree; null for breadth-first search.
    pub kernel: Option<String>,
    /// The scheduler that hands subtrees to threads; null for a two-sided search, which has a scheduler of its own, and
    /// for breadth-first search.
    pub scheduler: Option<String>,
    /// Which move sequences are left out.
    pub pruning: String,
    /// The transposition table.
    #[cfg_attr(test, schemars(extend("enum" = ["none", "packed", "epoch", "dashmap"])))]
    pub tt: &'static str,
    /// States reached by more moves than this are not kept in the transposition table.
    pub tt_depth: Option<u8>,
    /// Bytes that the transposition table of each job or rank may take.
    pub tt_memory: Option<u64>,
    /// True if the transposition table keeps symmetric states as one.
    pub tt_symmetry: bool,
    /// Ranks that search together.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub ranks: usize,
    /// The way in which ranks share the tree of a one-sided search; null for one rank.
    pub distribution: Option<String>,
    /// The names of the graphics cards that search; null for a search on threads alone.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub devices: Option<Vec<String>>,
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub enum SearchDirection {
    /// From the cube.
    OneSided,
    /// From the cube and its inverse, with an H48 table.
    TwoSided,
    /// From the cube, on graphics cards, with several lengths at a time.
    Asynchronous,
    /// Level by level from the cube.
    BreadthFirst,
    /// One-sided until there is an H48 table.
    Auto,
    /// A good solution by the two phases of Kociemba, without the proof that there is no shorter one.
    TwoPhase,
}

/// The usual search of the 3x3x3, with default tables that are brought in while it lasts.
impl Default for SearchRecord {
    fn default() -> Self {
        Self::of_plan(None, &Plan::new(Metric::HalfTurn), None, 1)
    }
}

impl SearchRecord {
    /// The record of a plan and the strategy that was decided: none by stickers, and where it changes with the tables
    /// that are brought in meanwhile.
    pub fn of_plan(preset: Option<String>, plan: &Plan, strategy: Option<Strategy>, ranks: usize) -> Self {
        let DepthFirst { kernel, scheduler, .. } = plan.depth_first();
        let heuristic = match plan.bounds.is_auto() {
            true if plan.has_perimeter() => "perimeter".to_owned(),
            true => "auto".to_owned(),
            false => plan.bounds.to_string(),
        };
        let record = Self {
            kernel: Some(kernel.to_string()),
            scheduler: Some(scheduler.to_string()),
            ..Self::plain(preset, heuristic, plan.pruning.to_string(), ranks, plan.distribution)
        };
        match strategy {
            None if plan.is_by_stickers() || plan.question().is_some() => {
                let record = record.with_transpositions(plan.depth_first().transpositions);
                Self { kernel: Some(plan.one_sided_kernel().to_string()), ..record }
            }
            None => Self { strategy: SearchDirection::Auto, ..record },
            Some(Strategy::OneSided { kernel, scheduler, transpositions, .. }) => Self {
                strategy: SearchDirection::OneSided,
                kernel: Some(kernel.to_string()),
                scheduler: Some(scheduler.to_string()),
                ..record.with_transpositions(transpositions)
            },
            Some(Strategy::TwoSided { kernel, place, .. }) => Self {
                strategy: SearchDirection::TwoSided,
                kernel: (place != SearchPlace::Devices).then(|| Kernel::TwoSided(kernel).to_string()),
                scheduler: None,
                distribution: None,
                ..record
            },
            Some(Strategy::Asynchronous) => {
                Self { strategy: SearchDirection::Asynchronous, kernel: None, scheduler: None, ..record }
            }
            Some(Strategy::BreadthFirst { .. }) => {
                Self { strategy: SearchDirection::BreadthFirst, kernel: None, scheduler: None, ..record }
            }
        }
    }

    /// The record of a search for a good solution.
    pub fn two_phase(ranks: usize) -> Self {
        let plan = Plan::new(Metric::HalfTurn);
        let strategy = SearchDirection::TwoPhase;
        let record = Self::plain(None, "phases".to_owned(), plan.pruning.to_string(), ranks, plan.distribution);
        Self { strategy, ..record }
    }

    /// The same with the look-ups that a one-sided search takes from each edge table, if it reads any.
    pub fn with_lookups(self, lookups_per_table: Option<usize>) -> Self {
        let lookups_per_table = lookups_per_table.filter(|_| self.strategy == SearchDirection::OneSided);
        Self { lookups_per_table, ..self }
    }

    /// The same with the names of the devices that search, if some do.
    pub fn with_devices(self, devices: Option<&DeviceOptions>) -> Self {
        let name = |device: &Arc<dyn Device>| device.info().name.clone();
        Self { devices: devices.map(|options| options.devices.iter().map(name).collect()), ..self }
    }

    fn with_transpositions(self, options: Option<TranspositionOptions>) -> Self {
        let Some(TranspositionOptions { kind, depth, bytes, symmetry }) = options else { return self };
        Self { tt: kind.name(), tt_depth: Some(depth), tt_memory: Some(bytes), tt_symmetry: symmetry, ..self }
    }

    /// A one-sided search, without more.
    fn plain(
        preset: Option<String>,
        heuristic: String,
        pruning: String,
        ranks: usize,
        distribution: Option<Distribution>,
    ) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            preset,
            strategy: SearchDirection::OneSided,
            heuristic,
            lookups_per_table: None,
            kernel: None,
            scheduler: None,
            pruning,
            tt: "none",
            tt_depth: None,
            tt_memory: None,
            tt_symmetry: false,
            ranks,
            distribution: distribution.map(|distribution| distribution.to_string()),
            devices: None,
        }
    }
}
