//! Solving one cube after the other, all threads on each.

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::common::exit::{Failure, Status, say};
use crate::common::progress::{Progress, ProgressMode};
use crate::common::signals::Interrupt;
use crate::common::units;
use crate::input::{Item, Items, Source, items};
use crate::output::{Record, Run, Writer};
use crate::tables::{Loaded, cache_directory, load};
use anyhow::anyhow;
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, Move};
use cubepdb::prune::table::TableStatistics;
use cubepdb::search::scheduler::SchedulerStatistics;
use cubepdb::search::{Answer, Control, Goal, Limits, Monitor, Outcome, Recipe, Solver, StopReason, TableSet};
use serde_json::json;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Everything that a search needs beside the cube.
struct Batch<'a> {
    args: &'a SolveArgs,
    solver: Solver,
    pool: &'a Threads,
    interrupt: Interrupt,
    loaded: &'a Loaded,
    checkpoint: Option<Checkpoint>,
}

/// Solves what the command line asks for; the status is the worst of all cubes.
pub fn solve_all(args: &SolveArgs) -> Result<Status, Failure> {
    let source = Source { cubes: &args.cubes, file: args.file.as_deref(), format: args.notation.format };
    let items = items(&source)?;
    let interrupt = Interrupt::listen()?;
    let threads = match args.threads {
        Some(threads) => threads as usize,
        None => std::thread::available_parallelism()?.get().min(Threads::MAX),
    };
    let recipe = args.engine.recipe()?;
    let goal = Goal {
        all: args.all,
        slack: args.slack,
        max_depth: args.max_depth.unwrap_or(recipe.metric.diameter().saturating_add(args.slack)),
        deterministic: args.deterministic,
    };
    if recipe.breadth_first && args.all {
        return Err(Failure::usage("breadth-first search finds one solution, not --all of them"));
    }
    let (checkpoint, items) = first_of(args, &recipe, items)?;
    let pool = Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))?;
    let started = Instant::now();
    let loaded = pool.install(|| load(args, &recipe, &interrupt))?;
    let cache = cache_directory().ok();
    let options = args.engine.options(&recipe, goal, args.max_memory, cache.as_deref(), &interrupt)?;
    if args.stats {
        say(&format!("search: {recipe}"));
        say(&format!("automaton: {} states, {} bytes", options.automaton.states(), options.automaton.bytes()));
        print_tables(&loaded, started.elapsed());
    }
    warn_of_missing_quotes(&args.cubes);
    let mut tables = TableSet::new(&loaded.tables, args.lookups.max(1));
    if let Some(pieces) = recipe.heuristic.manhattan {
        tables = tables.with_manhattan(recipe.metric, pieces);
    }
    let solver = Solver::new(options, tables).map_err(|error| Failure::new(Status::Memory, error))?;
    let mut batch = Batch { args, solver, pool: &pool, interrupt, loaded: &loaded, checkpoint };
    let names: Vec<String> = loaded.tables.iter().map(|(spec, _)| spec.name()).collect();
    let run = Run { args, metric: recipe.metric, threads, tables: &names };
    let mut writer = Writer::new(io::stdout().lock(), args.output)?;
    let mut worst = Status::Success;
    for item in items {
        let (record, status) = batch.solve_item(&run, &item?)?;
        if let Some(path) = loaded.changed() {
            let error = anyhow!("{} was changed while in use: cube {} is not proven", path.display(), record.id());
            return Err(Failure::new(Status::Limit, error));
        }
        writer.write(&record)?;
        if let Some(checkpoint) = batch.checkpoint.take() {
            checkpoint.close(status);
        }
        worst = worst.max(status);
        if batch.interrupt.flag().load(Ordering::Relaxed) {
            return Ok(batch.interrupt.status());
        }
    }
    Ok(worst)
}

/// The file for checkpoints, if one is asked for: then there may be one cube only.
fn first_of(args: &SolveArgs, recipe: &Recipe, mut items: Items) -> Result<(Option<Checkpoint>, Items), Failure> {
    if args.checkpoint.checkpoint.is_none() {
        return Ok((None, items));
    }
    let first = items.by_ref().take(2).collect::<io::Result<Vec<Item>>>()?;
    let checkpoint = args.checkpoint.open(recipe, &first)?;
    Ok((checkpoint, Box::new(first.into_iter().map(Ok))))
}

/// Moves of one scramble that arrive as arguments of their own are cubes of their own: probably not what was meant.
fn warn_of_missing_quotes(cubes: &[String]) {
    let single = |cube: &String| cube.chars().count() <= 3 && cube.starts_with(|c: char| c.is_ascii_alphabetic());
    if cubes.len() > 1 && cubes.iter().all(single) {
        say(&format!("note: these are {} cubes of one move each; put quotes around a scramble", cubes.len()));
    }
}

impl Batch<'_> {
    fn solve_item<'r>(&self, run: &Run<'r>, item: &Item) -> Result<(Record<'r>, Status), Failure> {
        let cube = match item.cube(&self.args.notation) {
            Ok(cube) => cube,
            Err(fault) => {
                // The sentence is in the result; people also get the place shown.
                say(&format!("cube {}: {}{}", item.id, fault.error, fault.below()));
                return Ok((run.invalid(item.id, &item.text, &fault.error), Status::InvalidCube));
            }
        };
        let started = Instant::now();
        let outcome = self.search(&cube)?;
        let seconds = started.elapsed().as_secs_f64();
        let table = self.solver.table_statistics();
        if self.args.stats {
            print_iterations(&outcome);
            print_scheduler(&outcome);
            if let Some(table) = &table {
                print_table_of_states(table);
            }
        }
        let stopped = |reason| match reason {
            StopReason::Interrupt => self.interrupt.status(),
            StopReason::Memory { .. } => Status::Memory,
            StopReason::Time | StopReason::Nodes => Status::Limit,
        };
        let status = match &outcome.answer {
            Answer::Solved(_) => outcome.incomplete.map_or(Status::Success, stopped),
            Answer::NoSolution => Status::NoSolution,
            Answer::Stopped(reason) => stopped(*reason),
        };
        Ok((run.searched(item.id, &item.text, &outcome, table, seconds), status))
    }

    /// Searches in the pool while this thread shows progress.
    fn search(&self, cube: &Cubies) -> Result<Outcome<Move>, Failure> {
        let monitor = Monitor::default();
        let limits = Limits { time: self.args.timeout, nodes: self.args.max_nodes };
        let control = Control::new(limits, &monitor, self.interrupt.flag());
        let (done, wait) = channel::<()>();
        std::thread::scope(|scope| {
            let mut display = Display::new(self.args.progress);
            if !display.progress.is_hidden() {
                let monitor = &monitor;
                // Without a thread to spare there is no progress to see, and no harm done.
                let _ = Builder::new().spawn_scoped(scope, move || {
                    while wait.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout) {
                        display.update(monitor);
                    }
                    display.progress.finish();
                });
            }
            let outcome = match &self.checkpoint {
                Some(checkpoint) => checkpoint.solve(&self.solver, cube, &control, self.pool, self.loaded),
                None => Ok(self.solver.solve(cube, &control, self.pool)),
            };
            drop(done);
            outcome
        })
    }
}

/// Progress of one search.
struct Display {
    progress: Progress,
    started: Instant,
    /// The current iteration: its length, when it was first seen, and how many subtrees were done then.
    iteration: (u8, Instant, u64),
}

impl Display {
    fn new(mode: ProgressMode) -> Self {
        let now = Instant::now();
        Self { progress: Progress::new(mode, 1), started: now, iteration: (0, now, 0) }
    }

    fn update(&mut self, monitor: &Monitor) {
        let bound = monitor.bound.load(Ordering::Relaxed);
        let (done, tasks) = (monitor.tasks_done.load(Ordering::Relaxed), monitor.tasks.load(Ordering::Relaxed));
        if bound != self.iteration.0 || tasks == 0 {
            self.iteration = (bound, Instant::now(), done);
        }
        let nodes = monitor.nodes.load(Ordering::Relaxed);
        let rate = nodes as f64 / self.started.elapsed().as_secs_f64();
        // An iteration that was first seen just now tells nothing yet.
        let (_, first_seen, done_before) = self.iteration;
        let (spent, done_since) = (first_seen.elapsed(), done.saturating_sub(done_before));
        let share = (tasks - done.min(tasks)) as f64 / done_since.max(1) as f64;
        let left = (done_since > 0 && spent > Duration::from_millis(200)).then(|| spent.mul_f64(share));
        let of_tasks = if tasks > 0 { format!("{done} of {tasks}") } else { done.to_string() };
        let left_text = left.map_or(String::new(), |left| format!(", about {} left for it", units::time(left)));
        let text = format!("length {bound}: {of_tasks} subtrees, {} nodes/s{left_text}", units::count(rate));
        self.progress.set(done, tasks.max(1));
        self.progress.event(
            &text,
            &json!({
                "bound": bound, "tasks_done": done, "tasks": tasks, "nodes": nodes, "nodes_per_second": rate,
                "seconds_left": left.map(|left| left.as_secs_f64()),
            }),
        );
    }
}

fn print_tables(loaded: &Loaded, time: Duration) {
    for (file, (spec, memory)) in loaded.files.iter().zip(&loaded.tables) {
        let path = file.path();
        let kind = if memory.is_mapped() { "mapped" } else { "copied" };
        let (huge, whole) = (units::size(memory.huge_page_bytes()), units::size(memory.len() as u64));
        say(&format!("table {spec}: {}, {kind}, {huge} of {whole} in huge pages", path.display()));
    }
    say(&format!("tables ready after {}", units::time(time)));
}

fn print_iterations(outcome: &Outcome<Move>) {
    say("length        nodes     expanded      lookups     time   nodes/s");
    for i in &outcome.iterations {
        let rate = units::count(i.counters.nodes as f64 / i.time.as_secs_f64());
        let (counters, time) = (&i.counters, units::time(i.time));
        let note = if i.completed { "" } else { "  (left early)" };
        say(&format!(
            "{:>6} {:>12} {:>12} {:>12} {time:>8} {rate:>9}{note}",
            i.bound, counters.nodes, counters.expanded, counters.lookups
        ));
    }
}

/// What the schedulers of all iterations did.
fn print_scheduler(outcome: &Outcome<Move>) {
    let sum = outcome.iterations.iter().fold(SchedulerStatistics::default(), |mut sum, iteration| {
        sum += iteration.scheduler;
        sum
    });
    let live = if sum.live_peak > 0 { format!(", at most {} nodes alive", sum.live_peak) } else { String::new() };
    let waited = units::time(sum.waited());
    say(&format!("subtrees: {}, steals: {}, workers waited {waited} in all{live}", sum.subtrees, sum.steals));
}

/// What the table of states did for all cubes so far.
fn print_table_of_states(table: &TableStatistics) {
    let TableStatistics { hits, stale, inserts, replaced, raised, refused, cas_retries, chained, entries, bytes } =
        *table;
    say(&format!(
        "table of states: {entries} entries, {}; {inserts} inserts ({chained} chained, {replaced} in the place of another, \
         {cas_retries} compare-and-swap retries), {raised} raised, {refused} refused; {hits} hits, {stale} stale",
        units::size(bytes)
    ));
}
