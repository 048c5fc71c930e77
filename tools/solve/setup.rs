//! What is made once for all cubes: threads, tables, and the solver.

use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::flags::SetupArgs;
use crate::jobs::shares;
use crate::ranks::{self, Crew};
use crate::tables::{Loaded, cache_directory, load};
use anyhow::anyhow;
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, Move};
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::h48::Level;
use cubepdb::search::{
    Control, Executor, Goal, Kernel, Limits, Monitor, Outcome, Recipe, Solver, SolverOptions, StopReason, TableSet,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Everything that a search needs beside the cube.
pub struct Setup {
    pub recipe: Recipe,
    /// Workers of this process.
    pub threads: usize,
    /// Workers of all ranks.
    pub all_threads: usize,
    /// The workers of each job.
    pub pools: Vec<Threads>,
    /// Those of the other ranks of this process.
    pub others: Vec<Threads>,
    /// The ranks that search together.
    pub crew: Arc<Crew>,
    pub loaded: Loaded,
    /// How long it took to load, check and perhaps build the tables.
    pub loading: Duration,
    pub solver: Solver,
    /// The kernel that runs.
    pub kernel: Kernel,
    /// The H48 table that is asked from both ends of the search.
    pub both_ends: Option<Level>,
    pub interrupt: Interrupt,
    limits: Limits,
}

/// The parts that the flags ask for, and whether they go together with what is searched for.
pub fn recipe(args: &SetupArgs) -> Result<Recipe, Failure> {
    let mut recipe = args.engine.recipe()?;
    recipe.distribution = args.ranks.distribution(&recipe)?;
    if recipe.breadth_first && args.search.all {
        return Err(Failure::usage("breadth-first search finds one solution, not --all of them"));
    }
    Ok(recipe)
}

impl Setup {
    /// Makes everything ready, `saved` for a search with checkpoints.
    pub fn new(
        args: &SetupArgs,
        mut recipe: Recipe,
        saved: bool,
        interrupt: Interrupt,
        crew: Arc<Crew>,
    ) -> Result<Self, Failure> {
        let search = &args.search;
        let (threads, jobs) = (threads(search.threads, crew.machine().processes)?, search.jobs as usize);
        for (asked, sentence) in [
            (jobs > 1, "--jobs solves several cubes at a time; several ranks search one cube together"),
            (recipe.breadth_first, "breadth-first search is done by one rank"),
        ] {
            crew.refuse_if_several(asked, sentence)?;
        }
        if crew.is_alone() {
            recipe.distribution = None;
        }
        let goal = Goal {
            all: search.all,
            slack: search.slack,
            max_depth: search.max_depth.unwrap_or(recipe.metric.diameter().saturating_add(search.slack)),
            deterministic: search.deterministic,
        };
        let pool = start(threads)?;
        let cache = cache_directory().ok();
        let mut options = args.engine.options(&recipe, goal, args.tables.max_memory, cache.as_deref(), &interrupt)?;
        // Each of several breadth-first searches gets its part of the memory.
        options.breadth_first = options.breadth_first.map(|bytes| bytes / jobs as u64);
        let two_sided = is_two_sided(&recipe, &options, saved)?;
        let started = Instant::now();
        let loaded = pool.install(|| load(&args.tables, &recipe, two_sided, crew.machine(), &interrupt))?;
        let loading = started.elapsed();
        let mut tables = TableSet::new(&loaded.tables, args.tables.lookups.max(1));
        if let Some(pieces) = recipe.heuristic.manhattan {
            tables = tables.with_manhattan(recipe.metric, pieces);
        }
        let solver = Solver::new(options, tables).map_err(|error| Failure::new(Status::Memory, error))?;
        let both_ends = solver.from_both_ends().filter(|_| two_sided);
        let kernel = both_ends.map_or(recipe.kernel.of_one_end(), |(kernel, _)| kernel);
        let both_ends = both_ends.map(|(_, level)| level);
        if is_for_both_ends(recipe.kernel) && both_ends.is_none() {
            let names: Vec<String> = loaded.tables.iter().map(|(spec, _)| spec.name()).collect();
            return Err(no_cosets(&recipe, &names.join(", ")));
        }
        let parts = jobs.max(crew.within_process());
        let mut pools = if parts == 1 {
            vec![pool]
        } else {
            drop(pool);
            shares(threads, parts).map(start).collect::<Result<_, _>>()?
        };
        let others = pools.split_off(jobs);
        let limits = Limits { time: search.timeout, nodes: search.max_nodes };
        let all_threads = pools.iter().chain(&others).map(Executor::workers).sum();
        Ok(Self {
            recipe,
            threads,
            all_threads,
            pools,
            others,
            crew,
            loaded,
            loading,
            solver,
            kernel,
            both_ends,
            interrupt,
            limits,
        })
    }

    /// Names of the tables.
    pub fn table_names(&self) -> Vec<String> {
        self.loaded.tables.iter().map(|(spec, _)| spec.name()).collect()
    }

    /// The limits of a search that begins now.
    pub fn control<'a>(&'a self, monitor: &'a Monitor) -> Control<'a> {
        Control::new(self.limits, monitor, self.interrupt.flag())
    }

    /// Solves a cube on the workers of a job, or on all ranks.
    pub fn solve(&self, job: usize, cube: &Cubies, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
        if !self.crew.is_alone() {
            return ranks::solve_together(self, cube, monitor);
        }
        Ok(self.solver.solve(cube, &self.control(monitor), &self.pools[job]))
    }

    /// The exit status for a search that was stopped.
    pub fn stopped(&self, reason: StopReason) -> Status {
        status_of(reason, &self.interrupt)
    }
}

/// The exit status for a search that was stopped.
pub fn status_of(reason: StopReason, interrupt: &Interrupt) -> Status {
    match reason {
        StopReason::Interrupt => interrupt.status(),
        StopReason::Memory { .. } => Status::Memory,
        StopReason::Time | StopReason::Nodes => Status::Limit,
    }
}

fn is_for_both_ends(kernel: Kernel) -> bool {
    matches!(kernel, Kernel::Batched | Kernel::Staged)
}

/// Whether an H48 table will be searched from both ends. If the kernel is one that knows nothing else, it has to be.
fn is_two_sided(recipe: &Recipe, options: &SolverOptions, saved: bool) -> Result<bool, Failure> {
    let reason = match options.two_sided() {
        Ok(_) if saved => "a search from both ends cannot be saved in a checkpoint".to_owned(),
        Ok(_) if is_for_both_ends(recipe.kernel) && !wants_cosets(recipe) => {
            return Err(no_cosets(recipe, "no such table"));
        }
        Ok(_) => return Ok(true),
        Err(reason) => reason.to_string(),
    };
    match recipe.kernel {
        kernel if is_for_both_ends(kernel) => Err(Failure::usage(format!("--kernel {kernel}: {reason}"))),
        _ => Ok(false),
    }
}

fn wants_cosets(recipe: &Recipe) -> bool {
    Level::all().any(|level| recipe.heuristic.wants(&TableSpec::new(level, recipe.metric)))
}

/// There is no H48 table for a kernel that needs one, only what is `found`.
fn no_cosets(recipe: &Recipe, found: &str) -> Failure {
    let (kernel, heuristic) = (recipe.kernel, &recipe.heuristic);
    let hint = "`pdbgen h48 --level 3` builds one";
    let error = anyhow!("--kernel {kernel} asks an H48 table, and the heuristic {heuristic} has {found}; {hint}");
    Failure::new(Status::Table, error)
}

/// Workers to be started: as many as there are cores for each process of this machine, unless a number is given.
pub fn threads(asked: Option<u64>, processes: usize) -> Result<usize, Failure> {
    Ok(match asked {
        Some(threads) => threads as usize,
        None => {
            let cores = std::thread::available_parallelism()?.get().min(Threads::MAX);
            (cores / processes).max(1)
        }
    })
}

/// Starts a pool of workers.
pub fn start(threads: usize) -> Result<Threads, Failure> {
    Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))
}
