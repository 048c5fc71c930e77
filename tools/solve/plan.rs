//! The plan that the flags ask for, on top of a preset or of the usual parts; an error names the flags that do not go
//! together.

use crate::args::SolveArgs;
use crate::common::cli::first_given;
use crate::common::exit::{Failure, say};
use crate::common::nearest::did_you_mean;
use crate::common::units::{grouped, size};
use crate::devices;
use crate::engine::{EngineArgs, PruneArg};
use crate::flags::SetupArgs;
use cubepdb::{
    Format, Metric, MoveKind, Size, available_memory,
    plan::{
        DepthFirst, Distribution, Engine, Kernel, MoveSet, Plan, Preset, Pruning, Puzzle, Scheduler, SearchPlace,
        SearchQuery, TranspositionOptions,
    },
    puzzles::Question,
};
use std::sync::Arc;

/// Bytes of a transposition table below which it is hardly of use: eight thousand states of eight bytes.
const USEFUL_TABLE: u64 = 64_000;

/// The plan of `solve`: for the pieces of a 3x3x3 or, for other sizes and moves, for stickers.
pub fn of_solve(args: &SolveArgs) -> Result<Plan, Failure> {
    let preset = preset(&args.setup.engine)?;
    let is_for_any_size = preset.is_some_and(|preset| preset.is_for_any_size());
    if args.cubes.notation.size == Size::THREE && args.kind().is_none() && !is_for_any_size {
        return of_pieces(&args.setup);
    }
    of_stickers(args, preset)
}

/// A plan for the pieces of a 3x3x3.
pub fn of_pieces(args: &SetupArgs) -> Result<Plan, Failure> {
    devices::check(args)?;
    let engine = &args.engine;
    let preset = preset(engine)?;
    let mut plan = match preset {
        Some(preset) if preset.is_for_any_size() => {
            return Err(Failure::usage(format!("the preset {} is for `solve` alone", preset.name)));
        }
        Some(preset) => preset.plan(Size::THREE),
        None => Plan::new(Metric::HalfTurn),
    };
    if let (Puzzle::Pieces { metric, .. }, Some(asked)) = (&mut plan.puzzle, engine.metric) {
        *metric = asked;
    }
    plan.query = query(args, &plan)?;
    plan.bounds = engine.heuristic.clone().unwrap_or(plan.bounds);
    plan.lookups = args.tables.lookups_per_table();
    plan.pruning = pruning(engine, &plan)?;
    plan.engine = match plan.engine {
        Engine::DepthFirst(parts) => Engine::DepthFirst(depth_first(args, parts, plan.pruning)?),
        Engine::BreadthFirst { .. } => breadth_first(args)?,
    };
    devices::check_plan(args, &plan)?;
    plan.distribution = args.ranks.distribution(plan.distribution, Distribution::default())?;
    Ok(plan)
}

/// A plan for stickers.
fn of_stickers(args: &SolveArgs, preset: Option<Preset>) -> Result<Plan, Failure> {
    let (notation, engine) = (&args.cubes.notation, &args.setup.engine);
    let saved = args.checkpoint.checkpoint.is_some().then_some("--checkpoint");
    let tables = (!args.setup.tables.pdb.is_empty()).then_some("--pdb");
    let inverse = args.inverse.then_some("--inverse");
    let placed = notation.before.is_some().then_some("--from, or --to,");
    if let Some(flag) = flag_of_pieces(&args.setup, preset).or(tables).or(saved).or(inverse).or(placed) {
        let why =
            "goes with the usual search of the 3x3x3, not with the search by stickers that --size and --moves ask for";
        let other = match notation.size {
            Size::THREE => String::new(),
            size => format!("; --puzzle {size} searches a cube of this size with tables of its own"),
        };
        return Err(Failure::usage(format!("{flag} {why}{other}")));
    }
    if notation.size != Size::THREE && matches!(notation.format, Format::Reid | Format::Nissy | Format::Pieces) {
        let (size, format) = (notation.size, notation.format);
        return Err(Failure::usage(format!(
            "a {size} cube is written as moves, as facelets of any six letters, or in colours, not as `{format}`"
        )));
    }
    let mut plan = match preset {
        Some(preset) => preset.plan(notation.size),
        None => Plan::of(Puzzle::stickers(notation.size, MoveKind::Wca)),
    };
    if let Puzzle::Stickers(set) = plan.puzzle {
        let kind = args.kind().unwrap_or(set.kind);
        let metric = engine.metric.unwrap_or(kind.usual_metric());
        plan.puzzle = Puzzle::Stickers(MoveSet { kind, metric, ..set });
        if let Some(Preset { name, .. }) = preset.filter(|_| plan.query.all && args.setup.search.max_depth.is_none()) {
            say(&format!(
                "note: the preset {name} finds all solutions and has no lower bound: with each length its tree grows by a factor of \
                 {}; --max-depth limits it",
                set.moves().len()
            ));
        }
    }
    plan = with_parts(&args.setup, plan)?;
    // The other distributions are for trees with bounds, which these do not have.
    plan.distribution = args.setup.ranks.distribution(plan.distribution, Distribution::StaticPartition)?;
    Ok(plan)
}

/// A plan for a puzzle by its definition.
pub fn of_puzzle(args: &SolveArgs, question: Arc<Question>) -> Result<Plan, Failure> {
    let engine = &args.setup.engine;
    if let Some(flag) = flag_of_pieces(&args.setup, None) {
        return Err(Failure::usage(format!(
            "{flag} is for the usual search of cubes: a puzzle by its definition, with its goal and moves, has tables of its own"
        )));
    }
    if let Some(flag) = flag_of_cubes(args) {
        return Err(Failure::usage(format!(
            "{flag} is for whole cubes, not for questions with --puzzle, --goal, --to, --moves or --cost"
        )));
    }
    if let Some(name) = &engine.preset {
        return Err(Failure::usage(format!("the preset {name} is for cubes, not for a puzzle by its definition")));
    }
    let mut plan = with_parts(&args.setup, Plan::of(Puzzle::Defined(question)))?;
    plan.distribution = args.setup.ranks.distribution(None, Distribution::default())?;
    Ok(plan)
}

/// The plan of a search without tables of cubes, with what is asked for.
fn with_parts(args: &SetupArgs, mut plan: Plan) -> Result<Plan, Failure> {
    plan.query = query(args, &plan)?;
    plan.bounds = args.engine.heuristic.clone().unwrap_or(plan.bounds);
    plan.pruning = match args.engine.prune {
        None => plan.pruning,
        Some(PruneArg::None) => Pruning::None,
        Some(PruneArg::Rules | PruneArg::Automaton) => Pruning::Canonical,
    };
    plan.engine = Engine::DepthFirst(depth_first(args, plan.depth_first(), plan.pruning)?);
    Ok(plan)
}

/// The preset that is asked for by name.
fn preset(engine: &EngineArgs) -> Result<Option<Preset>, Failure> {
    let Some(name) = &engine.preset else { return Ok(None) };
    Preset::find(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
        let (all, hint) = (names.join(", "), did_you_mean(name, names));
        Failure::usage(format!("unknown preset `{name}`: there are {all}{hint}"))
    })
}

fn query(args: &SetupArgs, plan: &Plan) -> Result<SearchQuery, Failure> {
    let search = &args.search;
    if let Some(depth) = search.max_depth.filter(|&depth| plan.question().is_none() && depth > Puzzle::MAX_DEPTH) {
        let most = Puzzle::MAX_DEPTH;
        return Err(Failure::usage(format!("--max-depth {depth} is more than {most}, the most for cubes")));
    }
    Ok(SearchQuery {
        all: search.all || plan.query.all,
        slack: search.slack,
        max_depth: search.max_depth.unwrap_or(plan.puzzle.max_depth(search.slack)),
        deterministic: search.deterministic,
    })
}

fn pruning(engine: &EngineArgs, plan: &Plan) -> Result<Pruning, Failure> {
    if engine.automaton_depth.is_some() && engine.prune != Some(PruneArg::Automaton) && engine.rules.is_none() {
        return Err(Failure::usage("--automaton-depth needs --prune automaton or --rules"));
    }
    Ok(match engine.prune {
        _ if engine.rules.is_some() => Pruning::OwnRules,
        Some(PruneArg::None) => Pruning::None,
        Some(PruneArg::Rules) => Pruning::Canonical,
        Some(PruneArg::Automaton) if plan.query.all => {
            say("note: a learned automaton leaves out solutions; with --all, the canonical rules are used instead");
            Pruning::Canonical
        }
        Some(PruneArg::Automaton) => Pruning::Learned { depth: engine.learned_depth(plan.metric()) },
        // The rules of a preset may be for the other metric.
        None if plan.pruning.fits(plan.metric()) => plan.pruning,
        None => Pruning::Canonical,
    })
}

/// The parts of iterative deepening, where a preset has `usual` ones.
fn depth_first(args: &SetupArgs, usual: DepthFirst, pruning: Pruning) -> Result<DepthFirst, Failure> {
    let engine = &args.engine;
    Ok(DepthFirst {
        kernel: engine.kernel.unwrap_or(usual.kernel),
        scheduler: scheduler(engine, usual.scheduler)?,
        transpositions: transpositions(engine, usual.transpositions, pruning)?,
        place: args.place(),
    })
}

/// The transposition table, where a preset has a `usual` one.
fn transpositions(
    engine: &EngineArgs,
    usual: Option<TranspositionOptions>,
    pruning: Pruning,
) -> Result<Option<TranspositionOptions>, Failure> {
    let mut table = engine.tt.map_or(usual, TranspositionOptions::new);
    if engine.tt_depth.is_some() && engine.tt.is_none() && table.is_none() {
        return Err(Failure::usage("--tt-depth needs a table: --tt packed"));
    }
    if engine.tt_symmetry && table.is_none() {
        return Err(Failure::usage("--tt-symmetry needs a table: --tt packed"));
    }
    if engine.tt_symmetry && pruning != Pruning::Canonical {
        return Err(Failure::usage(format!("--tt-symmetry needs the canonical rules, not {pruning}")));
    }
    if let Some(table) = &mut table {
        table.depth = engine.tt_depth.unwrap_or(table.depth);
        (table.bytes, table.symmetry) = (engine.tt_memory, engine.tt_symmetry);
        if table.bytes < USEFUL_TABLE && table.depth > 0 {
            let (given, states) = (size(table.bytes), grouped(table.bytes / 8));
            say(&format!(
                "warning: --tt-memory {given} has room for {states} states at most, fewer than a search soon stores; 1M is a good start"
            ));
        }
    }
    Ok(table)
}

/// Breadth-first search, which no flag chooses, but a preset.
fn breadth_first(args: &SetupArgs) -> Result<Engine, Failure> {
    let engine = &args.engine;
    let has_parts = engine.kernel.is_some() || engine.scheduler.is_some() || engine.tt.is_some();
    if has_parts || engine.heuristic.is_some() || engine.prune.is_some() || engine.rules.is_some() {
        let parts = "no kernel, no scheduler, no table, no heuristic and no pruning";
        return Err(Failure::usage(format!("breadth-first search has {parts}")));
    }
    let memory = args.tables.max_memory.unwrap_or_else(|| available_memory() / 10 * 9);
    Ok(Engine::BreadthFirst { memory: Some(memory) })
}

fn scheduler(engine: &EngineArgs, usual: Scheduler) -> Result<Scheduler, Failure> {
    let scheduler = engine.scheduler.unwrap_or(usual);
    let Some(workers) = engine.workers else { return Ok(scheduler) };
    let shares = Scheduler::StaticPartition { workers: Some(workers) };
    match scheduler {
        // The number of a preset gives way, not one that was written beside this one.
        Scheduler::StaticPartition { workers: Some(_) } if engine.scheduler.is_some_and(|asked| asked != shares) => {
            Err(Failure::usage(format!("--workers {workers} and --scheduler {scheduler} say different things")))
        }
        Scheduler::StaticPartition { .. } => Ok(shares),
        _ => Err(Failure::usage(format!("--workers needs --scheduler static, not {scheduler}"))),
    }
}

/// A flag about cubes: their notation, their pictures, and how their trees are shared.
fn flag_of_cubes(args: &SolveArgs) -> Option<&'static str> {
    let (notation, pictures) = (&args.cubes.notation, &args.pictures);
    let flags = [
        (notation.size != Size::THREE && args.puzzle.puzzle.is_some(), "--size"),
        (!matches!(notation.format, Format::Auto | Format::Moves), "--format"),
        (notation.lowercase.is_some(), "--lowercase"),
        (notation.niss && !args.is_3x3x3(), "--niss"),
        (pictures.picture, "--picture"),
        (pictures.svg.is_some(), "--svg"),
        (pictures.png.is_some(), "--png"),
        (args.link, "--link"),
        (args.explain, "--explain"),
        (args.explain_svg.is_some(), "--explain-svg"),
        (args.setup.tables.asked_lookups().is_some(), "--lookups"),
    ];
    let given = first_given(&flags);
    given.or_else(|| args.setup.devices.given())
}

/// A flag that only the usual search of the 3x3x3 has.
fn flag_of_pieces(args: &SetupArgs, preset: Option<Preset>) -> Option<&'static str> {
    let engine = &args.engine;
    // Without tables and distances of pieces it is `zero`.
    let has_bounds =
        engine.heuristic.as_ref().is_some_and(|bounds| bounds.needs_tables() || bounds.manhattan.is_some());
    let flags = [
        (args.place() != SearchPlace::Threads, "--backend gpu"),
        (preset.is_some_and(|preset| !preset.is_for_any_size()), "--preset"),
        (has_bounds, "--heuristic other than zero"),
        (engine.prune == Some(PruneArg::Automaton) || engine.automaton_depth.is_some(), "--prune automaton"),
        (engine.rules.is_some(), "--rules"),
        (engine.tt_symmetry, "--tt-symmetry"),
        (matches!(engine.kernel, Some(Kernel::TwoSided(_))), "a kernel that searches from both ends"),
    ];
    first_given(&flags)
}
