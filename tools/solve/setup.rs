//! What is made once for all cubes: threads, tables, and the solver.

use crate::common::exit::{Failure, Status};
use crate::fault::Workers;
use crate::flags::SetupArgs;
use crate::ranks::{self, Site, of_automaton};
use crate::staff::Staff;
use crate::tables::{Loaded, load};
use anyhow::anyhow;
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, Move};
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::h48::H48Level;
use cubepdb::search::{
    Control, Distribution, Goal, Kernel, Monitor, Outcome, Recipe, Solver, SolverOptions, TableSet, Team,
};
use std::time::{Duration, Instant};

/// Everything that a search needs beside the cube.
pub struct Setup {
    pub recipe: Recipe,
    pub staff: Staff,
    pub loaded: Loaded,
    /// How long it took to load, check and perhaps build the tables.
    pub loading: Duration,
    pub solver: Solver,
    /// The kernel that runs.
    pub kernel: Kernel,
    /// The H48 table that is asked from both ends of the search.
    pub both_ends: Option<H48Level>,
}

impl Setup {
    /// Names of the tables.
    pub fn table_names(&self) -> Vec<String> {
        self.loaded.tables.iter().map(|(spec, _)| spec.name()).collect()
    }

    /// Solves a cube on the workers of a job, or on all ranks.
    pub fn solve(&self, job: usize, cube: &Cubies, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
        ranks::solve(self, job, &(cube.corners, cube.twists, cube.edges, cube.flips), monitor)
    }
}

impl Site for Setup {
    type Args = SetupArgs;
    type Plan = Recipe;
    /// Pieces and their orientations, corners first.
    type Cube = ([u8; 8], [u8; 8], [u8; 12], [u8; 12]);
    type Move = Move;

    fn flags(args: &SetupArgs) -> &SetupArgs {
        args
    }

    fn plan(args: &SetupArgs) -> Result<Recipe, Failure> {
        let mut recipe = args.engine.recipe()?;
        recipe.distribution = args.ranks.distribution(recipe.distribution, Distribution::default())?;
        if recipe.breadth_first && args.search.all {
            return Err(Failure::usage("breadth-first search finds one solution, not --all of them"));
        }
        Ok(recipe)
    }

    fn new(args: &SetupArgs, mut recipe: Recipe, saved: bool, mut staff: Staff) -> Result<Self, Failure> {
        let search = &args.search;
        staff.crew.refuse_if_several(recipe.breadth_first, "breadth-first search is done by one rank")?;
        if staff.crew.is_alone() {
            recipe.distribution = None;
        }
        let goal = Goal {
            all: search.all,
            slack: search.slack,
            max_depth: search.max_depth.unwrap_or(recipe.metric.diameter().saturating_add(search.slack)),
            deterministic: search.deterministic,
        };
        let (cache, interrupt) = (args.tables.cache_directory(), &staff.interrupt);
        let mut options = args.engine.options(&recipe, goal, args.tables.max_memory, cache.as_deref(), interrupt)?;
        options.audit = args.tables.audit;
        // Each of several breadth-first searches gets its part of the memory.
        options.breadth_first = options.breadth_first.map(|bytes| bytes / search.jobs);
        let two_sided = is_two_sided(&recipe, &options, saved)?;
        let started = Instant::now();
        let machine = staff.crew.machine();
        let loaded = staff.pools[0].install(|| load(&args.tables, &recipe, two_sided, machine, interrupt))?;
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
        staff.divide()?;
        Ok(Self { recipe, staff, loaded, loading, solver, kernel, both_ends })
    }

    fn staff(&self) -> &Staff {
        &self.staff
    }

    fn staff_mut(&mut self) -> &mut Staff {
        &mut self.staff
    }

    fn goal(&self) -> &Goal {
        &self.solver.options().goal
    }

    fn particulars(&self, args: &SetupArgs) -> Vec<(&'static str, String)> {
        let both_ends = self.both_ends.map(|level| format!(" from both ends with h48-{level}")).unwrap_or_default();
        vec![
            ("search", format!("{}{both_ends}", self.recipe)),
            ("automaton", of_automaton(&self.solver.options().automaton)),
            ("--lookups", args.tables.lookups.to_string()),
            ("--tt-memory", args.engine.tt_memory.to_string()),
            ("--tt-symmetry", args.engine.tt_symmetry.to_string()),
            ("--check", format!("{:?}", args.tables.check)),
            ("--audit", args.tables.audit.to_string()),
        ]
    }

    fn loaded(&self) -> Option<&Loaded> {
        Some(&self.loaded)
    }

    fn distribution(&self) -> Option<Distribution> {
        self.recipe.distribution
    }

    fn search(
        &self,
        &(corners, twists, edges, flips): &Self::Cube,
        control: &Control<'_>,
        pool: &Threads,
        team: Option<&Team<'_>>,
    ) -> Outcome<Move> {
        let cube = Cubies { corners, twists, edges, flips };
        match team {
            Some(team) => self.solver.solve_together(&cube, control, &Workers(pool), team),
            None => self.solver.solve(&cube, control, &Workers(pool)),
        }
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
    H48Level::all().any(|level| recipe.heuristic.wants(&TableSpec::new(level, recipe.metric)))
}

/// There is no H48 table for a kernel that needs one, only what is `found`.
fn no_cosets(recipe: &Recipe, found: &str) -> Failure {
    let (kernel, heuristic) = (recipe.kernel, &recipe.heuristic);
    let hint = "`pdbgen h48 --level 3` builds one";
    let error = anyhow!("--kernel {kernel} asks an H48 table, and the heuristic {heuristic} has {found}; {hint}");
    Failure::new(Status::Table, error)
}
