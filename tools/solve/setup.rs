//! The things that are made once for all cubes: threads, tables, and the solver.

use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::communicator::Machine;
use crate::devices;
use crate::fault::FailingThreads;
use crate::flags::SetupArgs;
use crate::rules;
use crate::tables::{Teller, failure, failure_of_load, selection};
use crate::thread_pools::ThreadPools;
use anyhow::anyhow;
use clap::ValueEnum;
use cubepdb::internals::{search::SolverError, solver::CubeSolver};
use cubepdb::{
    Cube, Metric, Move, OpenError, SolveError, Solver, TableSelection,
    devices::DeviceOptions,
    plan::{Engine, Kernel, OneSidedReason, Plan, Pruning, SearchPlace, Strategy, StrategyError},
    record::SearchRecord,
    search::{Automaton, LearnError, Monitor, Outcome, TranspositionError},
};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The time at which tables are brought into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// Before the first search.
    First,
    /// Default tables while searches last, for so many cubes; others before the first search.
    Gradual { cubes: usize },
    /// Never: there is nothing to search.
    Never,
}

/// Everything that a search needs beside the cube.
pub struct Setup {
    pub solver: Solver,
    pub pools: ThreadPools,
    /// The devices that search, if some do.
    pub devices: Option<DeviceOptions>,
    /// The parts of the search, for records.
    pub record: SearchRecord,
    /// The parts of the search, for people.
    pub parts: String,
    /// The strategy, with the reason for it, and what a user's own rules keep.
    pub choice: Vec<String>,
    /// Everything that decides the search, by name.
    pub particulars: Vec<(&'static str, String)>,
}

impl Setup {
    /// Makes everything ready.
    pub fn new(args: &SetupArgs, mut plan: Plan, loading: Loading, pools: ThreadPools) -> Result<Self, Failure> {
        let is_several = pools.communicator.is_some();
        if is_several && plan.scheduler().is_none() {
            return Err(Failure::usage("breadth-first search is done by one rank"));
        }
        plan.distribution = plan.distribution.filter(|_| is_several);
        // Each of several searches at a time gets its part of the memory.
        let ranks = pools.communicator.as_ref().map_or(1, |communicator| communicator.within_process() as u64);
        plan.divide_memory(args.search.jobs.max(ranks));
        if plan.is_by_stickers() {
            let builder = Solver::builder().plan(plan.clone()).pool(&pools.jobs[0]);
            let solver = builder.open().map_err(|error| match error {
                OpenError::Search { source, .. } => failure_of_solver(source, &plan, "none"),
                error => Failure::new(Status::Memory, error),
            })?;
            return Self::of_solver(args, &plan, solver, None, pools);
        }
        let mut opened = plan.clone();
        let mut devices = None;
        if loading != Loading::Never {
            devices = devices::options(args)?;
        } else if let Engine::DepthFirst(parts) = &mut opened.engine {
            // Nothing is searched: even a plan that needs tables or devices can then be opened.
            (parts.kernel, parts.place) = (Kernel::Auto, SearchPlace::Threads);
            opened.bounds = "zero".parse().expect("a name");
        }
        let solver = open(args, opened, devices.clone(), loading, &pools)?;
        Self::of_solver(args, &plan, solver, devices, pools)
    }

    fn of_solver(
        args: &SetupArgs,
        plan: &Plan,
        solver: Solver,
        devices: Option<DeviceOptions>,
        mut pools: ThreadPools,
    ) -> Result<Self, Failure> {
        let (opened, strategy) = (solver.opened(), solver.strategy());
        let lookups = opened.as_ref().and_then(|opened| opened.pieces()?.lookups_per_table());
        if let Some(strategy) = &strategy {
            note_idle_lookups(args, lookups, &solver.loaded().names());
            note_idle_distribution(args, strategy);
        }
        let count = devices.as_ref().map_or(0, |options| options.devices.len());
        pools.divide(args.search.jobs, count, plan.depth_first().place)?;
        let parts = strategy.map_or_else(|| plan.to_string(), |strategy| plan.decided(&strategy, lookups));
        let mut choice = Vec::new();
        if let Some(strategy) = strategy {
            let is_asked = matches!(strategy, Strategy::OneSided { reason: OneSidedReason::Kernel(_), .. });
            let by = args.engine.asks_for_kernel().filter(|_| is_asked);
            choice.push(format!("strategy: {strategy}{}", by.map_or_else(String::new, |by| format!(" by {by}"))));
        }
        if plan.pruning == Pruning::OwnRules {
            let pieces = opened.as_ref().and_then(|opened| opened.pieces());
            choice.extend(pieces.map(|pieces| of_rules(pieces.prepared().keeps_all)));
        }
        let record = SearchRecord::of_plan(args.engine.preset.clone(), plan, strategy, pools.ranks());
        let record = record.with_lookups(lookups).with_devices(devices.as_ref());
        let automaton = opened.as_deref().map(CubeSolver::automaton);
        let particulars = particulars(args, plan, strategy, automaton);
        Ok(Self { solver, pools, devices, record, parts, choice, particulars })
    }

    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.solver.metric()
    }

    /// The names of the tables in use.
    pub fn table_names(&self) -> Vec<String> {
        self.solver.loaded().names()
    }

    /// The checksum of the entries of each table in use that has a file, by its name.
    pub fn checksums(&self) -> BTreeMap<String, String> {
        self.solver.loaded().checksums()
    }

    /// The search of a setup whose tables were loaded first.
    pub fn opened(&self) -> Arc<CubeSolver> {
        self.solver.opened().expect("tables are loaded first")
    }

    /// Searches a cube on the threads of a job.
    pub fn search(&self, job: usize, cube: &Cube, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
        let (solver, threads) = (&self.solver, FailingThreads(&self.pools.jobs[job]));
        let found = solver.search(cube, solver.plan().query, 0, self.pools.control(monitor), &threads);
        found.map_err(|error| failure_of_search(error, &self.pools.interrupt))
    }

    /// Refuses what was found with a table that has changed meanwhile.
    pub fn refuse_if_changed(&self, what: &str) -> Result<(), Failure> {
        self.solver.changed().map_or(Ok(()), |path| Err(changed(&path, what)))
    }
}

/// The failure of what was found with a table that has changed meanwhile.
fn changed(path: &Path, what: &str) -> Failure {
    Failure::new(Status::Limit, anyhow!("{} was changed while in use: {what} proven", path.display()))
}

/// The failure of a search whose tables cannot be used.
pub fn failure_of_search(error: SolveError, interrupt: &Interrupt) -> Failure {
    match error {
        SolveError::Table(error) => failure(error, interrupt),
        SolveError::TableChanged { path } => changed(&path, "nothing is"),
        error => Failure::new(Status::Internal, error),
    }
}

/// Opens a plan for cubes in the usual way, with default tables that come while searches last.
pub fn open_cubes(args: &SetupArgs, plan: Plan, pools: &ThreadPools) -> Result<Solver, Failure> {
    open(args, plan, None, Loading::Gradual { cubes: 1 }, pools)
}

/// Opens a plan for pieces on the threads of the first job, and tells what happens to tables.
fn open(
    args: &SetupArgs,
    plan: Plan,
    devices: Option<DeviceOptions>,
    loading: Loading,
    pools: &ThreadPools,
) -> Result<Solver, Failure> {
    let machine = pools.communicator.as_ref().map_or(Machine::ALONE, |communicator| communicator.machine());
    let selection = match loading {
        Loading::Never => TableSelection { cache: args.tables.cache.directory(), ..TableSelection::new(plan.metric()) },
        Loading::First | Loading::Gradual { .. } => selection(&args.tables, machine)?,
    };
    let is_by_variable = selection.skip_unfit;
    let rules = args.engine.own_rules(plan.metric())?;
    let teller = Mutex::new(Teller::new(args.tables.progress(), false));
    let mut builder = Solver::builder()
        .plan(plan.clone())
        .selection(selection)
        .pool(&pools.jobs[0])
        .interrupt(pools.interrupt.flag())
        .on_event(|event| teller.lock().unwrap_or_else(PoisonError::into_inner).tell(&event));
    if let Some(rules) = rules.clone() {
        builder = builder.rules(rules);
    }
    if let Some(devices) = devices {
        builder = builder.devices(devices);
    }
    match loading {
        Loading::Gradual { cubes } if args.search.max_nodes.is_none() => {
            let mut beside = Teller::new(args.tables.progress(), true);
            builder = builder.waiting_cubes(cubes).gradual(move |event| beside.tell(&event));
        }
        Loading::First | Loading::Gradual { .. } => {}
        Loading::Never => builder = builder.no_tables(),
    }
    let opened = builder.open();
    let has_found = teller.into_inner().unwrap_or_else(PoisonError::into_inner).has_found();
    opened.map_err(|error| match error {
        OpenError::Table(error) => failure_of_load(error, is_by_variable && !has_found, &pools.interrupt),
        OpenError::Search { source, tables } => failure_of_solver(source, &plan, &tables.join(", ")),
        OpenError::Automaton { source: LearnError::Interrupted { .. }, .. } => {
            Failure::new(pools.interrupt.status(), error)
        }
        OpenError::Rules(error) => {
            let (path, rules) =
                args.engine.rules.as_deref().zip(rules.as_ref()).expect("rules are refused where there are some");
            rules::failure(path, rules, plan.metric(), &error)
        }
        error => Failure::new(Status::Memory, error),
    })
}

/// The failure of a plan that cannot be opened where there are only the tables `found`.
pub fn failure_of_solver(error: SolverError, plan: &Plan, found: &str) -> Failure {
    match error {
        SolverError::Strategy(error) => refused(error, plan, found),
        SolverError::Device(error) => devices::failure(error),
        SolverError::Transpositions(error @ TranspositionError::TooSmall { .. }) => {
            Failure::usage(format!("--tt-memory: {error}"))
        }
        SolverError::Keys | SolverError::Transpositions(TranspositionError::LongKeys { .. }) => {
            Failure::usage(format!("--tt: {error}"))
        }
        SolverError::TooLarge(_) | SolverError::TooManyStates(_) => Failure::usage(error),
        SolverError::Transpositions(_) => Failure::new(Status::Memory, error),
    }
}

/// Everything that decides a search, by name: ranks compare it.
pub fn particulars(
    args: &SetupArgs,
    plan: &Plan,
    strategy: Option<Strategy>,
    automaton: Option<&Automaton>,
) -> Vec<(&'static str, String)> {
    let query = &plan.query;
    let none = || "none".to_owned();
    let from = match strategy {
        Some(Strategy::TwoSided { level, .. }) => format!(" from both ends with h48-{level}"),
        _ => String::new(),
    };
    vec![
        ("--all", query.all.to_string()),
        ("--slack", query.slack.to_string()),
        ("--max-depth", query.max_depth.to_string()),
        ("--deterministic", query.deterministic.to_string()),
        ("--timeout", args.search.timeout.map_or_else(none, |time| format!("{time:?}"))),
        ("--max-nodes", args.search.max_nodes.map_or_else(none, |nodes| nodes.to_string())),
        ("search", format!("{plan}{from}")),
        ("automaton", automaton.map_or_else(String::new, of_automaton)),
        ("--lookups", plan.lookups.to_string()),
        ("--tt-memory", args.engine.tt_memory.to_string()),
        ("--tt-symmetry", args.engine.tt_symmetry.to_string()),
        ("--check", args.tables.check.to_possible_value().expect("all have names").get_name().to_owned()),
    ]
}

/// Tells which solutions a user's own rules keep.
fn of_rules(keeps_all: bool) -> String {
    let kept = match keeps_all {
        true => "every shortest solution, up to the order of commuting moves",
        false => "one shortest solution at least of every cube",
    };
    format!("rules: proven to keep {kept}")
}

/// Says that `--lookups` is of no use to a search that reads no edge table, unless no table is loaded yet.
fn note_idle_lookups(args: &SetupArgs, lookups: Option<usize>, tables: &[String]) {
    if let Some(asked) = args.tables.asked_lookups().filter(|_| lookups.is_none() && !tables.is_empty()) {
        let names = tables.join(", ");
        say(&format!("note: --lookups {asked} has no effect: it is for tables of edges, and the search reads {names}"));
    }
}

/// Says that `--distribution` is of no use to a search from both ends.
fn note_idle_distribution(args: &SetupArgs, strategy: &Strategy) {
    if let (Some(asked), Strategy::TwoSided { level, .. }) = (args.ranks.distribution, strategy) {
        say(&format!(
            "note: --distribution {asked} has no effect on a search from both ends (with h48-{level}): the first rank \
             gives tasks to those that ask; --kernel iterative searches from one end"
        ));
    }
}

/// An automaton, told apart from others by all that it says.
fn of_automaton(automaton: &Automaton) -> String {
    let mut hasher = DefaultHasher::new();
    automaton.hash(&mut hasher);
    format!("{} states, {:016x}", automaton.states(), hasher.finish())
}

/// A search that contradicts itself, or asks for an H48 table where there are only the tables `found`.
fn refused(error: StrategyError, plan: &Plan, found: &str) -> Failure {
    let (kernel, bounds) = (plan.depth_first().kernel, &plan.bounds);
    let no_table = |what: &str| {
        let hint = "`pdbgen h48 --level 3` builds one";
        Failure::new(Status::Table, anyhow!("{what} an H48 table, and there is only {found}; {hint}"))
    };
    match error {
        StrategyError::OneSided { reason: OneSidedReason::NoTable, .. } => {
            no_table(&format!("--kernel {kernel} asks for"))
        }
        StrategyError::Devices(OneSidedReason::NoTable) if !plan.is_by_manhattan() => no_table("--backend gpu needs"),
        StrategyError::OneSided { reason: OneSidedReason::NotAsked, .. } => Failure::usage(format!(
            "--kernel {kernel} needs an H48 table; --heuristic {bounds} uses none: choose --heuristic h48"
        )),
        StrategyError::OneSided { reason, .. } => Failure::usage(format!("--kernel {kernel}: {reason}")),
        error => Failure::usage(error.to_string()),
    }
}
