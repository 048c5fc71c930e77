//! Resources shared by many searches: tables, learned automata and thread pools, each made when it is first needed.

use crate::common::exit::{Failure, Status, say};
use crate::runner::{self, Interruption, Pools};
use cubepdb::internals::{prune::automaton::learned_cached, search::TableSet};
use cubepdb::{
    EdgeSet, H48Level, Metric, Pattern, Table, TableSpec, Threads,
    plan::{Bounds, MoveOrder, Plan, Pruning},
    search::{Automaton, LearnError},
};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The tables for a metric: that of the corners, two of edges and two of H48 cosets.
#[derive(Clone, Copy, Debug)]
pub struct Assortment {
    pub metric: Metric,
    /// True for tables that take seconds even in unoptimised builds, instead of some that take up to 0.3 GB.
    pub small: bool,
}

impl Assortment {
    /// Names, as in `--heuristic`, of the tables other than the corner table: two of edges and two of H48 cosets, the
    /// smaller one first.
    pub fn names(self) -> [String; 4] {
        let [_, others @ ..] = self.specs().map(|spec| spec.name());
        others
    }

    fn specs(self) -> [TableSpec; 5] {
        let (edges, levels) = if self.small {
            (["UR,UF,UL,UB,FR", "FR,BL,BR,DF,DR,DL"], [0, 1])
        } else {
            (["UR,UF,UL,UB,FR,FL", "FR,FL,BL,BR,DF,DR,DL"], [0, 3])
        };
        let edges = edges.map(|names| Pattern::Edges(EdgeSet::parse(names).expect("the names of edges")));
        let levels = levels.map(|level| TableSpec::new(H48Level::new(level).expect("a low level"), self.metric));
        let [corners, few, more] =
            [Pattern::Corners, edges[0], edges[1]].map(|pattern| TableSpec::new(pattern, self.metric));
        [corners, few, more, levels[0], levels[1]]
    }
}

/// The tables, built in memory.
pub struct Shelf<'a> {
    assortment: Assortment,
    stop: &'a AtomicBool,
    tables: HashMap<String, Arc<Table>>,
    automata: HashMap<(MoveOrder, u8), Automaton>,
    pools: Pools,
}

impl<'a> Shelf<'a> {
    pub fn new(assortment: Assortment, stop: &'a AtomicBool) -> Self {
        Self { assortment, stop, tables: HashMap::new(), automata: HashMap::new(), pools: Pools::default() }
    }

    /// The tables of some lower bounds.
    pub fn tables(&mut self, bounds: &Bounds) -> Result<TableSet, Interruption> {
        let mut wanted = Vec::new();
        let specs = self.assortment.specs();
        assert_eq!(bounds.missing(&specs), None, "there is no such table");
        if bounds.needs_tables() {
            for spec in specs.into_iter().filter(|spec| bounds.wants(spec)) {
                let table = self.table(spec)?;
                wanted.push((spec, table.memory().clone()));
            }
        }
        let tables = TableSet::new(&wanted, Plan::LOOKUPS);
        Ok(match bounds.manhattan {
            Some(pieces) => tables.with_manhattan(self.assortment.metric, pieces),
            None => tables,
        })
    }

    fn table(&mut self, spec: TableSpec) -> Result<Arc<Table>, Interruption> {
        if let Some(table) = self.tables.get(&spec.name()) {
            return Ok(table.clone());
        }
        say(&format!("building {} for {}", spec.name(), self.assortment.metric));
        let table = runner::table(spec, self.stop)?;
        self.tables.insert(spec.name(), table.clone());
        Ok(table)
    }

    /// The rules about successive moves.
    pub fn automaton(&mut self, order: MoveOrder, pruning: Pruning) -> Result<Automaton, Interruption> {
        let spec = match pruning.automaton(self.assortment.metric, &order.alphabet(self.assortment.metric)) {
            Ok(automaton) => return Ok(automaton),
            Err(spec) => spec,
        };
        let Pruning::Learned { depth } = pruning else { unreachable!("the others need not be learned") };
        if let Some(automaton) = self.automata.get(&(order, depth)) {
            return Ok(automaton.clone());
        }
        let learned = learned_cached(&spec, None, self.stop, |_| {});
        let cached = learned.map_err(|error| match error {
            LearnError::Interrupted { .. } => Interruption::Interrupted,
            error => Interruption::Failed(Failure::new(Status::Memory, error)),
        })?;
        let automaton = cached.automaton;
        self.automata.insert((order, depth), automaton.clone());
        Ok(automaton)
    }

    pub fn pool(&self, threads: usize) -> Result<Rc<Threads>, Interruption> {
        self.pools.of(threads)
    }
}
