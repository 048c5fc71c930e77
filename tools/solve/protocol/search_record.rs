//! What was run, for records.

use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::nxn::{MoveKind, Size};
use cubepdb::internals::search::{Distribution, SearchConfig, StickerOptions};
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
        let options = StickerOptions::new(size, MoveKind::Wca);
        let pruning = match size {
            Size::THREE => SearchConfig::new(MetricKind::HalfTurn).pruning.to_string(),
            _ => options.pruning.to_string(),
        };
        let heuristic = if size == Size::THREE { "auto" } else { "zero" };
        let one_sided = strategy == "one-sided";
        Self {
            strategy,
            kernel: one_sided.then(|| options.kernel.to_string()),
            scheduler: one_sided.then(|| options.scheduler.to_string()),
            ..Self::new(None, heuristic.to_owned(), pruning, 1, None)
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
