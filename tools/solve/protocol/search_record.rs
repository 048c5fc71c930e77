//! What was run, for records.

use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::nxn::{MoveKind, Size};
use cubepdb::internals::plan::{Distribution, Plan, Puzzle};
use serde::Serialize;

/// The parts of a search and the version of this program.
#[derive(Clone, Debug, Serialize)]
pub struct SearchRecord {
    pub version: &'static str,
    pub preset: Option<String>,
    pub strategy: &'static str,
    pub heuristic: String,
    pub lookups_per_table: Option<usize>,
    pub kernel: Option<String>,
    pub scheduler: Option<String>,
    pub pruning: String,
    pub tt: &'static str,
    pub tt_depth: Option<u8>,
    pub tt_memory: Option<u64>,
    pub tt_symmetry: bool,
    pub ranks: usize,
    pub distribution: Option<String>,
    pub devices: Option<Vec<String>>,
}

impl SearchRecord {
    /// The record of a search by the library's `Solver`, without flags.
    pub fn usual(size: Size, strategy: &'static str) -> Self {
        let is_stickers = size != Size::THREE;
        let puzzle =
            if is_stickers { Puzzle::stickers(size, MoveKind::Wca) } else { Plan::new(MetricKind::HalfTurn).puzzle };
        let plan = Plan::of(puzzle);
        let heuristic = if is_stickers { "zero" } else { "auto" };
        let one_sided = strategy == "one-sided";
        Self {
            strategy,
            kernel: one_sided.then(|| plan.one_sided_kernel().to_string()),
            scheduler: one_sided.then(|| plan.depth_first().scheduler.to_string()),
            ..Self::new(None, heuristic.to_owned(), plan.pruning.to_string(), 1, None)
        }
    }

    /// The record of a search from one side, without more.
    pub fn new(
        preset: Option<String>,
        heuristic: String,
        pruning: String,
        ranks: usize,
        distribution: Option<Distribution>,
    ) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            preset,
            strategy: "one-sided",
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
