//! The experiment runner: makes searches and measures them.

use crate::args::{Cli, Measuring};
use crate::cases::Case;
use crate::common::clock::processor_time;
use crate::common::exit::{Failure, Status, say};
use crate::common::signals::Interrupt;
use crate::machine;
use crate::runs::Run;
use crate::text;
use anyhow::anyhow;
use cubepdb::{
    Cube, Metric, Pattern, Size, Solution, SolveError, Solver, SolverBuilder, Statistics, StopReason, Table, TableSpec,
    Threads,
    devices::DeviceOptions,
    plan::{Plan, Preset, SearchQuery},
};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The reason why an experiment ends early.
#[derive(Debug)]
pub enum Interruption {
    /// The user interrupted it.
    Interrupted,
    /// Something failed.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for Interruption {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

/// The expected result of a search.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// A solution.
    Solution,
    /// A solution of this length.
    Length(u8),
    /// The proof that there is no solution of at most this many moves.
    Nothing(u8),
}

/// A search to be measured.
pub struct Query<'a> {
    pub case: &'a str,
    pub method: String,
    pub plan: Plan,
    pub cube: Cube,
    pub expected: Expected,
    /// True if all shortest solutions are searched for: then the last length, too, is searched to its end.
    pub all: bool,
    pub threads: usize,
    /// Memory for its transposition table, or for breadth-first search.
    pub bytes: u64,
    /// Time after which it is given up.
    pub limit: Option<Duration>,
    /// Devices to search on, driven by a thread each.
    pub devices: Option<DeviceOptions>,
}

impl<'a> Query<'a> {
    /// The usual memory.
    pub const BYTES: u64 = 2 << 30;

    /// A query for the shortest solution of a case, by a preset or a similar configuration.
    pub fn new(case: &'a Case, method: impl Into<String>, plan: Plan, threads: usize) -> Self {
        let Case { name, cube, length } = case;
        let expected = Expected::Length(*length);
        Self {
            case: name,
            method: method.into(),
            plan,
            cube: cube.clone(),
            expected,
            all: false,
            threads,
            bytes: Self::BYTES,
            limit: None,
            devices: None,
        }
    }

    /// The longest solution that is looked for.
    fn deepest(&self) -> u8 {
        match self.expected {
            Expected::Nothing(depth) => depth,
            Expected::Solution | Expected::Length(_) => self.plan.metric().diameter(),
        }
    }

    /// The query as a solver is asked it.
    fn asked<'q>(&self) -> cubepdb::Query<'q> {
        let query = cubepdb::Query::new();
        let query = if self.all { query.all() } else { query };
        query.max_length(self.deepest())
    }
}

/// Runs experiments: holds the machine, the tables, and the measurements of the current experiment.
pub struct Runner {
    /// Numbers of threads to compare.
    pub threads: Vec<usize>,
    /// Number of threads that the machine runs at the same time.
    pub cores: usize,
    max_depth: Option<u8>,
    /// Small cases only.
    pub quick: bool,
    repeat: usize,
    best: bool,
    interrupt: Interrupt,
    corners: OnceCell<Arc<Table>>,
    pools: Pools,
    runs: RefCell<Vec<Run>>,
    /// The simulation parameters: numbers of ranks, latencies of messages, factors of the tree.
    pub simulated: (Vec<usize>, Vec<Duration>, Vec<u64>),
    /// Everything measured so far, by query: some belong to several experiments.
    known: RefCell<HashMap<String, Run>>,
}

impl Runner {
    /// Searches that are expected to take longer are skipped, unless a depth was given.
    const PATIENCE: f64 = 30.0;
    /// A shorter search is repeated.
    const SHORT: f64 = 0.1;
    const SHORT_REPEAT: usize = 5;
    /// Numbers of threads that are compared if none are chosen.
    pub const USUAL_THREADS: [usize; 5] = [1, 2, 4, 8, 16];

    /// A runner of the published experiments.
    pub fn of_experiments(cli: &Cli, interrupt: Interrupt) -> Self {
        let usual: &[usize] = if cli.quick { &[1, 2] } else { &Self::USUAL_THREADS };
        let runner = Self::new(&cli.measuring, usual, interrupt);
        Self { max_depth: cli.max_depth, quick: cli.quick, simulated: simulated(cli), ..runner }
    }

    /// A runner on the chosen numbers of threads, or else on the usual ones.
    pub fn new(measuring: &Measuring, usual: &[usize], interrupt: Interrupt) -> Self {
        let chosen = measuring.threads.iter().map(|&threads| threads as usize);
        let mut threads: Vec<usize> = if measuring.threads.is_empty() { usual.to_vec() } else { chosen.collect() };
        threads.sort_unstable();
        threads.dedup();
        Self {
            threads,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            max_depth: None,
            quick: false,
            repeat: measuring.repeat as usize,
            best: measuring.best,
            interrupt,
            corners: OnceCell::new(),
            pools: Pools::default(),
            runs: RefCell::default(),
            simulated: Default::default(),
            known: RefCell::default(),
        }
    }

    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The longest solutions to search for.
    pub fn deepest(&self, usual: u8, quick: u8) -> u8 {
        self.max_depth.unwrap_or(if self.quick { quick } else { usual })
    }

    /// Returns whether a search may take this many seconds.
    pub fn affordable(&self, seconds: f64) -> bool {
        self.max_depth.is_some() || seconds < if self.quick { 1.0 } else { Self::PATIENCE }
    }

    /// The machine and the settings, by name.
    pub fn described(&self) -> Vec<(&'static str, String)> {
        let mut lines = machine::described();
        let (often, short) = (self.repeat, self.repeat.max(Self::SHORT_REPEAT));
        let counts = if self.best { "the quickest" } else { "the median" };
        let often = if often == 1 { "once".to_owned() } else { format!("{often} times") };
        lines.push(("each search made", format!("{often}; {short} times below 0.1 s; {counts} counts")));
        lines
    }

    /// Takes the runs since the last call.
    pub fn take_runs(&self) -> Vec<Run> {
        self.runs.take()
    }

    /// Makes a search, several times if it is short, and keeps the measurement; a search that an earlier experiment has
    /// made is not repeated.
    ///
    /// # Errors
    /// If it is interrupted, the system refuses threads or memory, or the answer is not the one expected.
    pub fn ask(&self, query: &Query<'_>) -> Result<Run, Interruption> {
        let Query { case, method, plan, expected, all, threads, bytes, .. } = query;
        let key = format!("{case} {method} {plan:?} {expected:?} {all} {threads} {bytes}");
        let known = self.known.borrow().get(&key).cloned();
        let run = match known {
            Some(run) => run,
            None => self.measured(query)?,
        };
        let time = match (run.refused, run.is_finished()) {
            (Some(_), _) => "refused".to_owned(),
            (None, true) => text::seconds(run.seconds()),
            (None, false) => "given up".to_owned(),
        };
        say(&format!("  {case}, {method}, threads {threads}: {time}"));
        self.known.borrow_mut().insert(key, run.clone());
        self.runs.borrow_mut().push(run.clone());
        Ok(run)
    }

    fn measured(&self, query: &Query<'_>) -> Result<Run, Interruption> {
        let mut searches = vec![self.once(query)?];
        if !searches[0].is_finished() {
            return Ok(searches.swap_remove(0));
        }
        let short = searches[0].seconds() < Self::SHORT;
        let repeat = if short { self.repeat.max(Self::SHORT_REPEAT) } else { self.repeat };
        while searches.len() < repeat {
            searches.push(self.once(query)?);
        }
        searches.sort_by(|a, b| a.seconds().total_cmp(&b.seconds()));
        // Those that took too long have no time, and come last.
        let times: Vec<_> = searches.iter().flat_map(|run| run.times.clone()).collect();
        let chosen = if self.best { 0 } else { times.len() / 2 };
        Ok(Run { times, chosen, ..searches.swap_remove(chosen) })
    }

    fn once(&self, query: &Query<'_>) -> Result<Run, Interruption> {
        let solver = self.solver(query)?;
        let asked = query.asked();
        let limited = match query.limit {
            Some(time) => asked.time_limit(time),
            None => asked,
        };
        let processor = processor_time();
        let answer = solver.run(&query.cube, &limited.interrupt(self.interrupt.flag()));
        let processor = (processor_time() - processor).as_secs_f64();
        let (answer, statistics) = answered(answer)?;
        let refused = check(query, &answer)?;
        let Statistics { time, work, scheduler, transpositions: table, ref iterations, .. } = statistics;
        let started = Instant::now();
        drop(solver);
        let freed = if table.is_some() { started.elapsed().as_secs_f64() } else { 0.0 };
        let whole = iterations.iter().filter(|iteration| iteration.completed);
        Ok(Run {
            case: query.case.to_owned(),
            method: query.method.clone(),
            threads: query.threads,
            chosen: 0,
            times: if matches!(answer, Answered::Stopped(_)) { Vec::new() } else { vec![time.as_secs_f64()] },
            length: match answer {
                Answered::Solved(length) => Some(length),
                _ => None,
            },
            processor,
            nodes: work.nodes,
            whole: whole.fold((0, 0.0), |(nodes, time), iteration| (nodes + iteration.nodes, time + iteration.seconds)),
            last: iterations.last().map_or(0, |iteration| iteration.nodes),
            scheduler,
            table,
            freed,
            refused,
        })
    }

    /// A solver for a query, with the table that it needs.
    fn solver(&self, query: &Query<'_>) -> Result<Solver, Interruption> {
        let asked = SearchQuery { max_depth: query.deepest(), all: query.all, ..SearchQuery::default() };
        let plan = query.plan.clone().with_query(asked).with_memory(query.bytes);
        let needs_tables = plan.bounds.needs_tables();
        let builder = Solver::builder().plan(plan).threads(query.threads);
        let builder = if needs_tables { builder.table(self.corners()?) } else { builder };
        let builder = match &query.devices {
            Some(devices) => builder.devices(devices.clone()),
            None => builder,
        };
        builder.open().map_err(|error| Interruption::Failed(Failure::new(Status::Memory, error)))
    }

    /// The corner table for half turns, the only one that the presets use, built at the first use.
    pub fn corners(&self) -> Result<Arc<Table>, Interruption> {
        if let Some(corners) = self.corners.get() {
            return Ok(corners.clone());
        }
        let corners = table(TableSpec::new(Pattern::Corners, Metric::HalfTurn), self.interrupt.flag())?;
        Ok(self.corners.get_or_init(|| corners).clone())
    }

    pub fn pool(&self, threads: usize) -> Result<Rc<Threads>, Interruption> {
        self.pools.of(threads)
    }

    /// A solver in half turns with these tables, with at most so many look-ups in each table of edges, on all cores.
    pub fn with_tables(&self, tables: Vec<Arc<Table>>, lookups: usize) -> Result<Solver, Interruption> {
        let plan = Plan { lookups, ..Plan::new(Metric::HalfTurn) };
        let builder = tables.into_iter().fold(Solver::builder().plan(plan).threads(self.cores), SolverBuilder::table);
        builder.open().map_err(|error| Interruption::Failed(Failure::new(Status::Memory, error)))
    }

    /// The cost of a search for a solution of at most `depth` moves, or of the proof that there is none.
    pub fn cost(&self, solver: &Solver, cube: &Cube, depth: u8) -> Result<Statistics, Interruption> {
        let query = cubepdb::Query::new().max_length(depth).interrupt(self.interrupt.flag());
        match answered(solver.run(cube, &query))? {
            (Answered::Stopped(_), _) => Err(Interruption::Interrupted),
            (_, statistics) => Ok(statistics),
        }
    }
}

/// Thread pools, each made when it is first needed.
#[derive(Default)]
pub struct Pools(RefCell<HashMap<usize, Rc<Threads>>>);

impl Pools {
    pub fn of(&self, threads: usize) -> Result<Rc<Threads>, Interruption> {
        let mut pools = self.0.borrow_mut();
        if let Some(pool) = pools.get(&threads) {
            return Ok(pool.clone());
        }
        let pool = Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))?;
        Ok(pools.entry(threads).or_insert(Rc::new(pool)).clone())
    }
}

/// Builds a table in memory.
pub fn table(spec: TableSpec, stop: &AtomicBool) -> Result<Arc<Table>, Interruption> {
    Table::build(spec, None, stop).map(Arc::new).map_err(|error| match stop.load(Ordering::Relaxed) {
        true => Interruption::Interrupted,
        false => Interruption::Failed(Failure::new(Status::Memory, error)),
    })
}

fn simulated(cli: &Cli) -> (Vec<usize>, Vec<Duration>, Vec<u64>) {
    let usual: &[u64] =
        if cli.quick { &[1, 16, 256] } else { &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] };
    let mut ranks = if cli.ranks.is_empty() { usual.to_vec() } else { cli.ranks.clone() };
    ranks.sort_unstable();
    ranks.dedup();
    let ranks = ranks.into_iter().map(|ranks| ranks as usize).collect();
    let latencies =
        if cli.latency.is_empty() { [5, 50].map(Duration::from_micros).to_vec() } else { cli.latency.clone() };
    let scales = match cli.scale.as_slice() {
        [] if cli.quick => vec![1],
        [] => vec![1, 169, 28_561],
        chosen => chosen.to_vec(),
    };
    (ranks, latencies, scales)
}

/// The plan of a preset.
pub fn preset(name: &str) -> Plan {
    Preset::find(name).unwrap_or_else(|| panic!("{name} is a preset")).plan(Size::THREE)
}

/// The end of a search.
enum Answered {
    /// A solution of so many moves.
    Solved(u8),
    NoSolution,
    Stopped(StopReason),
}

/// The end of a search, and its cost.
fn answered(answer: Result<Solution, SolveError>) -> Result<(Answered, Statistics), Interruption> {
    match answer {
        Ok(solution) => Ok((Answered::Solved(solution.length() as u8), solution.statistics().clone())),
        Err(SolveError::NoSolution { statistics, .. }) => Ok((Answered::NoSolution, *statistics)),
        Err(SolveError::Stopped { reason, statistics, .. }) => Ok((Answered::Stopped(reason), *statistics)),
        Err(error) => Err(Interruption::Failed(Failure::new(Status::Internal, error))),
    }
}

/// Checks the answer; returns the bytes that the search would have needed, if it was refused for lack of memory.
fn check(query: &Query<'_>, answer: &Answered) -> Result<Option<u64>, Interruption> {
    let wrong = match (answer, query.expected) {
        (Answered::Stopped(StopReason::Memory { needed, .. }), _) => return Ok(Some(*needed)),
        (Answered::Stopped(StopReason::Time), _) => return Ok(None),
        (Answered::Stopped(_), _) => return Err(Interruption::Interrupted),
        (Answered::Solved(_), Expected::Solution) => None,
        (Answered::Solved(length), Expected::Length(expected)) if *length == expected => None,
        (Answered::Solved(length), _) => Some(format!("a solution of {length} moves")),
        (Answered::NoSolution, Expected::Nothing(_)) => None,
        (Answered::NoSolution, Expected::Solution | Expected::Length(_)) => Some("no solution".to_owned()),
    };
    let Query { case, method, expected, .. } = query;
    let failed = |found: String| anyhow!("{method} found {found} for {case}, where {expected:?} is right");
    wrong.map_or(Ok(None), |found| Err(Interruption::Failed(Failure::new(Status::Internal, failed(found)))))
}
