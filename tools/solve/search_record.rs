//! What was run, for records: the parts of the search under the names of the command line.

pub use crate::protocol::SearchRecord;
use cubepdb::internals::plan::{DepthFirst, Kernel, Plan, SearchPlace, Strategy, TranspositionOptions};

impl SearchRecord {
    /// The columns of a row.
    pub const COLUMNS: [&'static str; 15] = [
        "version",
        "preset",
        "strategy",
        "heuristic",
        "lookups_per_table",
        "kernel",
        "scheduler",
        "pruning",
        "tt",
        "tt_depth",
        "tt_memory",
        "tt_symmetry",
        "ranks",
        "distribution",
        "devices",
    ];

    /// The record of a plan and the strategy that was decided; without a strategy if it changes with the tables that are brought in
    /// meanwhile, and for a search by stickers.
    pub fn of_plan(preset: Option<String>, plan: &Plan, strategy: Option<Strategy>, ranks: usize) -> Self {
        let DepthFirst { kernel, scheduler, .. } = plan.depth_first();
        let heuristic = match (plan.is_by_stickers(), plan.has_pocket_table()) {
            (true, true) => "exact distances".to_owned(),
            (true, false) => "zero".to_owned(),
            (false, _) if plan.bounds.is_auto() => "auto".to_owned(),
            (false, _) => plan.bounds.to_string(),
        };
        let record = Self {
            kernel: Some(kernel.to_string()),
            scheduler: Some(scheduler.to_string()),
            ..Self::new(preset, heuristic, plan.pruning.to_string(), ranks, plan.distribution)
        };
        match strategy {
            None if plan.is_by_stickers() => Self { kernel: Some(plan.one_sided_kernel().to_string()), ..record },
            None => Self { strategy: "auto", ..record },
            Some(Strategy::OneSided { kernel, scheduler, transpositions, .. }) => Self {
                strategy: "one-sided",
                kernel: Some(kernel.to_string()),
                scheduler: Some(scheduler.to_string()),
                ..record.with_transpositions(transpositions)
            },
            Some(Strategy::TwoSided { kernel, place, .. }) => Self {
                strategy: "two-sided",
                kernel: (place != SearchPlace::Devices).then(|| Kernel::TwoSided(kernel).to_string()),
                scheduler: None,
                distribution: None,
                ..record
            },
            Some(Strategy::Asynchronous) => Self { strategy: "asynchronous", kernel: None, scheduler: None, ..record },
            Some(Strategy::BreadthFirst { .. }) => {
                Self { strategy: "breadth-first", kernel: None, scheduler: None, ..record }
            }
        }
    }

    /// The same with the look-ups that the search takes from each edge table, if it reads any.
    pub fn with_lookups(self, lookups_per_table: Option<usize>) -> Self {
        Self { lookups_per_table, ..self }
    }

    /// The same with the names of the devices that search, if some do.
    pub fn with_devices(self, devices: Option<Vec<String>>) -> Self {
        Self { devices, ..self }
    }

    fn with_transpositions(self, options: Option<TranspositionOptions>) -> Self {
        let Some(TranspositionOptions { kind, depth, bytes, symmetry }) = options else { return self };
        Self { tt: kind.name(), tt_depth: Some(depth), tt_memory: Some(bytes), tt_symmetry: symmetry, ..self }
    }

    /// The cells of a row; empty where there is nothing to say.
    pub fn cells(&self) -> [String; Self::COLUMNS.len()] {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        [
            self.version.to_owned(),
            text(&self.preset),
            self.strategy.to_owned(),
            self.heuristic.clone(),
            number(self.lookups_per_table.map(|lookups| lookups as u64)),
            text(&self.kernel),
            text(&self.scheduler),
            self.pruning.clone(),
            self.tt.to_owned(),
            number(self.tt_depth.map(u64::from)),
            number(self.tt_memory),
            self.tt_symmetry.to_string(),
            self.ranks.to_string(),
            text(&self.distribution),
            self.devices.as_ref().map_or_else(String::new, |names| names.join("+")),
        ]
    }
}
