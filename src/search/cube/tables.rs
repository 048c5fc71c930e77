//! The lower bounds that a cube solver combines.

use crate::cube::{CubeAlphabet, Cubies, Metric};
use crate::heuristic::{CornerBound, CosetBound, EdgeLookup, Manhattan, ManhattanPieces};
use crate::pdb::h48::H48Level;
use crate::pdb::spec::{Pattern, TableSpec};
use crate::plan::{OneSidedReason, Plan};
use crate::storage::TableMemory;
use std::sync::Arc;

/// A lower bound that a user supplies: a function of the cube.
pub type OwnBound = Arc<dyn Fn(&Cubies) -> u8 + Send + Sync>;

/// Tables, the Manhattan distance if requested, and a user's own bounds: the bound is the maximum of theirs.
#[derive(Clone, Default)]
pub struct TableSet {
    metric: Option<Metric>,
    corner_table: Option<Arc<TableMemory>>,
    pub(super) corners: Option<CornerBound>,
    pub(super) edges: Vec<EdgeLookup>,
    pub(super) manhattan: Option<Manhattan>,
    pub(super) cosets: Option<CosetBound>,
    pub(super) own: Vec<OwnBound>,
    /// The look-ups in the edge table with the most of them; `None` without edge tables.
    lookups_per_table: Option<usize>,
    /// A description of the bounds, for people and for comparison.
    description: Vec<String>,
}

impl TableSet {
    /// Combines tables, all for one metric, with at most `per_table` look-ups of each edge table.
    ///
    /// # Panics
    /// If the tables are for different metrics: one of them would not be a lower bound.
    pub fn new<'t>(tables: impl IntoIterator<Item = &'t (TableSpec, Arc<TableMemory>)>, per_table: usize) -> Self {
        let mut set = Self::default();
        let mut edges: Vec<(u64, EdgeLookup)> = Vec::new();
        for (spec, table) in tables {
            let metric = *set.metric.get_or_insert(spec.metric);
            assert_eq!(spec.metric, metric, "tables of one set are for one metric");
            if let Some(layout) = spec.h48() {
                set = set.with_cosets(metric, CosetBound::new(table.clone(), layout));
                continue;
            }
            if spec.pattern() == Some(Pattern::Corners) {
                set.corner_table = Some(table.clone());
            }
            let lookups: Vec<_> = EdgeLookup::of_table(spec, table).into_iter().take(per_table).collect();
            set.description.push(format!("{} x{}", spec.name(), lookups.len().max(1)));
            set.lookups_per_table = set.lookups_per_table.max((!lookups.is_empty()).then_some(lookups.len()));
            edges.extend(lookups.into_iter().map(|lookup| (spec.entries(), lookup)));
        }
        // A larger table has higher bounds: the first look-ups cut off the most.
        edges.sort_by_key(|&(entries, ..)| std::cmp::Reverse(entries));
        set.edges = edges.into_iter().map(|(_, lookup)| lookup).collect();
        set
    }

    /// One table, with the usual look-ups.
    pub fn of(spec: TableSpec, table: TableMemory) -> Self {
        Self::new(&[(spec, Arc::new(table))], Plan::LOOKUPS)
    }

    /// Adds the Manhattan distance of some pieces.
    pub fn with_manhattan(mut self, metric: Metric, pieces: ManhattanPieces) -> Self {
        self.manhattan = Some(Manhattan::new(metric, pieces));
        self.description.push(format!("manhattan {pieces:?}"));
        self
    }

    /// Adds a user's own bound, which must be admissible: never above the true distance.
    pub fn with_own(mut self, bound: OwnBound) -> Self {
        self.own.push(bound);
        self
    }

    /// Returns whether there are a user's own bounds.
    pub fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// The level of the H48 table for a two-sided search, or why these bounds do not allow one.
    pub(super) fn two_sided(&self) -> Result<H48Level, OneSidedReason> {
        let cosets = self.cosets.as_ref().ok_or(OneSidedReason::NoTable)?;
        if self.has_own() { Err(OneSidedReason::OwnHeuristics) } else { Ok(cosets.layout().level()) }
    }

    /// Returns whether there is a table of H48 cosets.
    pub fn has_cosets(&self) -> bool {
        self.cosets.is_some()
    }

    /// Adds a table of H48 cosets, read for the cube and its inverse. Of several, the largest is kept.
    ///
    /// # Panics
    /// If it is for another metric than the other tables.
    pub(in crate::search) fn with_cosets(mut self, metric: Metric, cosets: CosetBound) -> Self {
        assert_eq!(metric, *self.metric.get_or_insert(metric), "tables of one set are for one metric");
        if self.cosets.as_ref().is_none_or(|known| known.layout().bytes() < cosets.layout().bytes()) {
            self.description.push(format!("h48-{} x2", cosets.layout().level()));
            self.cosets = Some(cosets);
        }
        self
    }

    /// Prepares the move tables for an alphabet.
    pub(super) fn in_order_of(mut self, alphabet: &CubeAlphabet) -> Self {
        self.corners = self.corner_table.as_ref().map(|table| CornerBound::new(table.clone(), alphabet));
        self
    }

    /// A description of the bounds, with the number of look-ups in each.
    pub(super) fn description(&self) -> String {
        if self.description.is_empty() { "zero".to_owned() } else { self.description.join(", ") }
    }

    /// The look-ups in each edge table: those of the table with the most of them. `None` without edge tables.
    pub fn lookups_per_table(&self) -> Option<usize> {
        self.lookups_per_table
    }

    /// The metric of the tables; `None` without tables.
    pub fn metric(&self) -> Option<Metric> {
        self.metric
    }

    /// The corner table, if it is the only bound.
    pub(super) fn only_corners(&self) -> Option<&CornerBound> {
        let only = self.edges.is_empty() && self.manhattan.is_none() && self.cosets.is_none() && !self.has_own();
        self.corners.as_ref().filter(|_| only)
    }

    /// The Manhattan distance of the edges, if it is the only bound.
    pub(super) fn only_manhattan_edges(&self) -> Option<&Manhattan> {
        self.manhattan.as_ref().filter(|manhattan| self.is_plain() && manhattan.only_edges().is_some())
    }

    /// Returns whether there is nothing but, perhaps, the Manhattan distance.
    pub(super) fn is_plain(&self) -> bool {
        self.corners.is_none() && self.edges.is_empty() && self.cosets.is_none() && !self.has_own()
    }
}
