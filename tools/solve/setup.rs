//! What is made once for all cubes: threads, tables, and the solver.

use crate::common::exit::{Failure, Status, say};
use crate::common::units;
use crate::communicator::Machine;
use crate::devices;
use crate::fault::Workers;
use crate::flags::SetupArgs;
use crate::search_record::SearchRecord;
use crate::tables::{Teller, failure, gradual, load};
use crate::thread_pools::ThreadPools;
use anyhow::anyhow;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::Cube;
use cubepdb::internals::nxn::Turn;
use cubepdb::internals::pdb::TableSpec;
use cubepdb::internals::pdb::h48::H48Level;
use cubepdb::internals::prune::Automaton;
use cubepdb::internals::prune::table::TranspositionError;
use cubepdb::internals::search::{
    DeviceOptions, Distribution, Kernel, Monitor, OneSidedReason, Outcome, PieceOptions, Pruning, Scheduler,
    SearchConfig, SearchPlace, SearchQuery, SolverError, StickerOptions, Strategy, StrategyError,
};
use cubepdb::internals::solver::{CubeSolver, Ladder, LadderOptions};
use cubepdb::internals::tables::LoadedTables;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// What the flags ask for: a search of the 3x3x3 by its pieces, or of any size by its stickers.
pub enum Plan {
    Pieces(SearchConfig),
    Stickers(StickerPlan),
}

/// The parts of a search by stickers.
pub struct StickerPlan {
    pub options: StickerOptions,
    /// How ranks share a tree, where there may be several.
    pub distribution: Option<Distribution>,
}

impl Plan {
    /// A search by pieces, or which flags do not go together.
    pub fn of_pieces(args: &SetupArgs) -> Result<Self, Failure> {
        devices::check(args)?;
        let mut config = args.engine.config()?;
        devices::check_search(args, &config)?;
        config.distribution = args.ranks.distribution(config.distribution, Distribution::default())?;
        Ok(Self::Pieces(config))
    }

    /// Whether the search is breadth-first.
    pub fn is_breadth_first(&self) -> bool {
        matches!(self, Self::Pieces(config) if config.breadth_first)
    }

    /// How ranks share a tree, where there may be several.
    pub fn distribution(&self) -> Option<Distribution> {
        match self {
            Self::Pieces(config) => config.distribution,
            Self::Stickers(plan) => plan.distribution,
        }
    }

    /// How subtrees are handed to threads.
    pub fn scheduler(&self) -> Scheduler {
        match self {
            Self::Pieces(config) => config.scheduler,
            Self::Stickers(plan) => plan.options.scheduler,
        }
    }
}

/// When tables are brought into memory.
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
    /// The solver; without tables if there is a ladder.
    pub solver: CubeSolver,
    /// Solvers with default tables that are brought in while searches last.
    pub ladder: Option<Ladder>,
    pub pools: ThreadPools,
    pub loaded: LoadedTables,
    /// How long it took to load, check and perhaps build the tables.
    pub loading: Duration,
    /// How ranks share a tree, where there are several.
    pub distribution: Option<Distribution>,
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
    pub fn new(args: &SetupArgs, plan: Plan, loading: Loading, mut pools: ThreadPools) -> Result<Self, Failure> {
        let is_several = pools.communicator.is_some();
        match plan {
            Plan::Pieces(mut config) => {
                if is_several && config.breadth_first {
                    return Err(Failure::usage("breadth-first search is done by one rank"));
                }
                config.distribution = config.distribution.filter(|_| is_several);
                Self::of_pieces(args, config, loading, pools)
            }
            Plan::Stickers(StickerPlan { options, distribution }) => {
                let started = Instant::now();
                let solver = CubeSolver::of_stickers(options, &pools.jobs[0]);
                let preparing = started.elapsed();
                pools.divide(args.search.jobs, None)?;
                Ok(Self::of_stickers(args, solver, distribution.filter(|_| is_several), preparing, pools))
            }
        }
    }

    fn of_pieces(
        args: &SetupArgs,
        mut config: SearchConfig,
        loading: Loading,
        mut pools: ThreadPools,
    ) -> Result<Self, Failure> {
        let search = &args.search;
        let query = SearchQuery {
            all: search.all,
            slack: search.slack,
            max_depth: search.max_depth.unwrap_or(config.metric.diameter().saturating_add(search.slack)),
            deterministic: search.deterministic,
        };
        let (cache, interrupt) = (args.tables.cache.directory(), &pools.interrupt);
        let mut options = args.engine.options(&config, query, args.tables.max_memory, cache.as_deref(), interrupt)?;
        options.audit = args.tables.audit;
        options.devices = devices::options(args)?;
        // Each of several searches at a time gets its part of the memory.
        let ranks = pools.communicator.as_ref().map_or(1, |communicator| communicator.within_process() as u64);
        options.breadth_first = options.breadth_first.map(|bytes| bytes / search.jobs);
        if let Some(table) = &mut options.table {
            table.bytes /= search.jobs.max(ranks);
        }
        let may_have = |level: &H48Level| config.heuristic.wants(&TableSpec::new(*level, config.metric));
        let asked_level = H48Level::all().find(may_have).ok_or(OneSidedReason::NotAsked);
        let strategy = options.strategy(asked_level).map_err(|error| refused(error, &config, ""))?;
        let is_two_sided = matches!(strategy, Strategy::TwoSided { .. });
        let keeps_all = options.automaton_keeps_all;
        let started = Instant::now();
        let ladder = match loading {
            Loading::Gradual { cubes } if is_everyday(args, &config) => ladder(args, &config, &options, cubes, &pools)?,
            Loading::First | Loading::Gradual { .. } | Loading::Never => None,
        };
        let loaded = if ladder.is_some() || loading == Loading::Never {
            // Even a search that asks for an H48 table can then be made.
            options.kernel = Kernel::Auto;
            options.devices = None;
            LoadedTables::default()
        } else {
            let machine = pools.communicator.as_ref().map_or(Machine::ALONE, |communicator| communicator.machine());
            pools.jobs[0].install(|| load(&args.tables, &config, is_two_sided, machine, interrupt))?
        };
        if options.devices.is_some() {
            devices::check_tables(&config, &loaded)?;
        }
        let loading = started.elapsed();
        let mut bounds = loaded.bounds(args.tables.lookups_per_table());
        if let Some(pieces) = config.heuristic.manhattan {
            bounds = bounds.with_manhattan(config.metric, pieces);
        }
        let lookups_per_table = bounds.lookups_per_table();
        let solver = CubeSolver::of_pieces(options, bounds).map_err(|error| match error {
            SolverError::Strategy(error) => refused(error, &config, &loaded.names().join(", ")),
            SolverError::Transpositions(error @ TranspositionError::TooSmall { .. }) => {
                Failure::usage(format!("--tt-memory: {error}"))
            }
            SolverError::Transpositions(error) => Failure::new(Status::Memory, error),
            SolverError::Device(error) => devices::failure(error),
        })?;
        let strategy = solver.pieces().expect("it was made for pieces").strategy();
        let lookups_per_table = lookups_per_table.filter(|_| matches!(strategy, Strategy::OneSided { .. }));
        note_idle_lookups(args, lookups_per_table, &loaded);
        let devices = of_devices(&solver);
        pools.divide(search.jobs, devices)?;
        let from = match strategy {
            Strategy::TwoSided { level, .. } => format!(" from both ends with h48-{level}"),
            Strategy::OneSided { .. } | Strategy::Asynchronous | Strategy::BreadthFirst { .. } => String::new(),
        };
        let mut particulars = general(args, solver.query());
        particulars.extend([
            ("search", format!("{config}{from}")),
            ("automaton", of_automaton(solver.automaton())),
            ("--lookups", args.tables.lookups_per_table().to_string()),
            ("--tt-memory", args.engine.tt_memory.to_string()),
            ("--tt-symmetry", args.engine.tt_symmetry.to_string()),
            ("--check", format!("{:?}", args.tables.check)),
            ("--audit", args.tables.audit.to_string()),
        ]);
        let asked = matches!(strategy, Strategy::OneSided { reason: OneSidedReason::Kernel(_), .. });
        let by =
            asked.then(|| args.engine.asks_for_kernel()).flatten().map_or_else(String::new, |by| format!(" by {by}"));
        let mut choice = vec![format!("strategy: {}{by}", with_reason(strategy, asked_level.err()))];
        choice.extend((config.pruning == Pruning::OwnRules).then(|| of_rules(keeps_all)));
        // All solutions are searched for with canonical sequences, whatever was learned.
        if query.all && matches!(config.pruning, Pruning::Learned { .. }) {
            config.pruning = Pruning::Canonical;
        }
        let record = SearchRecord::of_pieces(args, &config, ladder.is_none().then_some(strategy), pools.ranks());
        let names = devices.map(|options| devices::names(&options.devices));
        let record = record.with_lookups(lookups_per_table).with_devices(names);
        let (distribution, parts) = (config.distribution, parts_of_pieces(config, strategy, lookups_per_table));
        Ok(Self { solver, ladder, pools, loaded, loading, distribution, record, parts, choice, particulars })
    }

    fn of_stickers(
        args: &SetupArgs,
        solver: CubeSolver,
        distribution: Option<Distribution>,
        preparing: Duration,
        pools: ThreadPools,
    ) -> Self {
        let by_stickers = solver.stickers().expect("it was made for stickers");
        let parts = |bound: &str| parts_of_stickers(by_stickers.options(), distribution, bound);
        let has_table = by_stickers.table().is_some();
        let found = format!("exact distances, found in {}", units::time(preparing));
        let (shown, bound) = if has_table { (found.as_str(), "exact distances") } else { ("no bound", "no bound") };
        let (shown, search) = (parts(shown), parts(bound));
        let mut particulars = general(args, solver.query());
        particulars.extend([("search", search), ("automaton", of_automaton(solver.automaton()))]);
        let (loaded, loading) = (LoadedTables::default(), preparing);
        let choice = Vec::new();
        let record = SearchRecord::of_stickers(args, by_stickers.options(), has_table, distribution, pools.ranks());
        Self { solver, ladder: None, pools, loaded, loading, distribution, record, parts: shown, choice, particulars }
    }

    /// The devices that search, if some do.
    pub fn devices(&self) -> Option<&DeviceOptions> {
        of_devices(&self.solver)
    }

    /// The metric of the search.
    pub fn metric(&self) -> MetricKind {
        self.solver.metric()
    }

    /// The tables in memory.
    pub fn tables(&self) -> &[std::sync::Arc<cubepdb::internals::tables::Table>] {
        self.loaded.tables()
    }

    /// The names of the tables in use.
    pub fn table_names(&self) -> Vec<String> {
        self.ladder.as_ref().map_or_else(|| self.loaded.names(), |ladder| ladder.tables().names())
    }

    /// Whether searches wait for a table that is being built.
    pub fn is_building(&self) -> bool {
        self.ladder.as_ref().is_some_and(Ladder::is_building)
    }

    /// Searches a cube on the threads of a job.
    pub fn search(&self, job: usize, cube: &Cube, monitor: &Monitor) -> Result<Outcome<Turn>, Failure> {
        let (control, workers) = (self.pools.control(monitor), Workers(&self.pools.jobs[job]));
        match &self.ladder {
            None => Ok(self.solver.search(cube, &control, &workers, None)),
            Some(ladder) => {
                let found = ladder.search(cube, &control.following(ladder.rung()), &workers);
                found.map_err(|error| failure(error, &self.pools.interrupt))
            }
        }
    }

    /// Refuses what was found with a table that has changed meanwhile.
    pub fn refuse_if_changed(&self, what: &str) -> Result<(), Failure> {
        let of_ladder = self.ladder.as_ref().and_then(Ladder::changed);
        match of_ladder.as_deref().or_else(|| self.loaded.changed()) {
            Some(path) => {
                let error = anyhow!("{} was changed while in use: {what} proven", path.display());
                Err(Failure::new(Status::Limit, error))
            }
            None => Ok(()),
        }
    }
}

fn of_devices(solver: &CubeSolver) -> Option<&DeviceOptions> {
    solver.pieces().and_then(|solver| solver.options().devices.as_ref())
}

/// Whether nothing is asked for that depends on the tables at the start: the usual search, whose counts nobody compares.
fn is_everyday(args: &SetupArgs, config: &SearchConfig) -> bool {
    let search = &args.search;
    let is_usual = *config == SearchConfig::new(config.metric) && args.place() == SearchPlace::Threads;
    is_usual && !search.deterministic && search.max_nodes.is_none()
}

/// The ladder of default tables, if they can be brought in one after the other.
fn ladder(
    args: &SetupArgs,
    config: &SearchConfig,
    options: &PieceOptions,
    cubes: usize,
    pools: &ThreadPools,
) -> Result<Option<Ladder>, Failure> {
    let Some(tables) = pools.jobs[0].install(|| gradual(&args.tables, config))? else { return Ok(None) };
    let (search, threads) = (options.clone(), pools.threads);
    let lookups = args.tables.lookups_per_table();
    let mut teller = Teller::new(args.tables.progress(), true);
    let options = LadderOptions { search, tables, lookups, threads, cubes };
    Ok(Some(Ladder::new(options, Box::new(move |event| teller.tell(&event)))))
}

fn general(args: &SetupArgs, query: &SearchQuery) -> Vec<(&'static str, String)> {
    vec![
        ("--all", query.all.to_string()),
        ("--slack", query.slack.to_string()),
        ("--max-depth", query.max_depth.to_string()),
        ("--deterministic", query.deterministic.to_string()),
        ("--timeout", format!("{:?}", args.search.timeout)),
        ("--max-nodes", format!("{:?}", args.search.max_nodes)),
    ]
}

/// What a user's own rules keep.
fn of_rules(keeps_all: bool) -> String {
    let kept = match keeps_all {
        true => "every shortest solution, up to the order of commuting moves",
        false => "one shortest solution at least of every cube",
    };
    format!("rules: proven to keep {kept}")
}

/// Says that `--lookups` is of no use to a search that reads no edge table, unless no table is loaded yet.
fn note_idle_lookups(args: &SetupArgs, lookups_per_table: Option<usize>, loaded: &LoadedTables) {
    if let Some(asked) = args.tables.asked_lookups().filter(|_| lookups_per_table.is_none()) {
        let names = loaded.names();
        if !names.is_empty() {
            let names = names.join(", ");
            say(&format!(
                "note: --lookups {asked} has no effect: it is for tables of edges, and the search reads {names}"
            ));
        }
    }
}

/// The strategy, with the reason why an H48 table was not looked for, if it was not.
fn with_reason(strategy: Strategy, not_asked: Option<OneSidedReason>) -> Strategy {
    match (strategy, not_asked) {
        (
            Strategy::OneSided { kernel, scheduler, transpositions, audit, reason: OneSidedReason::NoTable },
            Some(reason),
        ) => Strategy::OneSided { kernel, scheduler, transpositions, audit, reason },
        (strategy, _) => strategy,
    }
}

/// The configuration, with the kernel that runs.
fn parts_of_pieces(config: SearchConfig, strategy: Strategy, lookups_per_table: Option<usize>) -> String {
    match strategy {
        Strategy::OneSided { kernel, .. } => {
            let parts = SearchConfig { kernel: Kernel::OneSided(kernel), ..config };
            let lookups = lookups_per_table.map(|lookups| format!(", {lookups} look-ups per edge table"));
            format!("{parts}{}", lookups.unwrap_or_default())
        }
        Strategy::TwoSided { kernel, level, place } => {
            let SearchConfig { metric, pruning, .. } = config;
            let kernel = Kernel::TwoSided(kernel);
            let how = match place {
                SearchPlace::Threads => format!("{kernel} kernel"),
                SearchPlace::Devices => "on devices".to_owned(),
                SearchPlace::DevicesAndThreads => format!("on devices and by the {kernel} kernel"),
            };
            format!("{metric}, {how}, from both ends with h48-{level}, pruning {pruning}")
        }
        Strategy::Asynchronous | Strategy::BreadthFirst { .. } => config.to_string(),
    }
}

fn parts_of_stickers(options: &StickerOptions, distribution: Option<Distribution>, bound: &str) -> String {
    let StickerOptions { set, pruning, kernel, scheduler, .. } = options;
    let parts = format!("{set}, {kernel} kernel, scheduler {scheduler}, {bound}, pruning {pruning}");
    match distribution {
        Some(distribution) => format!("{parts}, ranks share the tree by {distribution}"),
        None => parts,
    }
}

/// An automaton, told apart from others by all that it says.
fn of_automaton(automaton: &Automaton) -> String {
    let mut hasher = DefaultHasher::new();
    automaton.hash(&mut hasher);
    format!("{} states, {:016x}", automaton.states(), hasher.finish())
}

/// A search that contradicts itself, or asks for an H48 table where there are only the tables `found`.
fn refused(error: StrategyError, config: &SearchConfig, found: &str) -> Failure {
    let (kernel, heuristic) = (config.kernel, &config.heuristic);
    match error {
        StrategyError::OneSided { reason: OneSidedReason::NoTable, .. } => {
            let hint = "`pdbgen h48 --level 3` builds one";
            let error = anyhow!("--kernel {kernel} asks for an H48 table, and there is only {found}; {hint}");
            Failure::new(Status::Table, error)
        }
        StrategyError::OneSided { reason: OneSidedReason::NotAsked, .. } => Failure::usage(format!(
            "--kernel {kernel} needs an H48 table; --heuristic {heuristic} uses none: choose --heuristic h48"
        )),
        StrategyError::OneSided { reason, .. } => Failure::usage(format!("--kernel {kernel}: {reason}")),
        error => Failure::usage(error.to_string()),
    }
}
