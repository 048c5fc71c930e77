//! Which flags do not go together with graphics cards, or without them.

use crate::common::cli::first_given;
use crate::common::exit::Failure;
use crate::engine::{EngineArgs, PruneArg};
use crate::flags::SetupArgs;
use cubepdb::{
    devices::DeviceOptions,
    plan::{Plan, Preset, SearchPlace},
};

/// Refuses flags that do not go together with the place of the search.
pub fn check(args: &SetupArgs) -> Result<(), Failure> {
    let place = args.place();
    if place == SearchPlace::Threads {
        return check_without(args);
    }
    let most = DeviceOptions::SEARCHES;
    if args.search.jobs > most as u64 {
        return Err(Failure::usage(format!(
            "--jobs {}: graphics cards search {most} cubes at a time",
            args.search.jobs
        )));
    }
    match flag_of_threads(args, place) {
        Some(flag) => Err(Failure::usage(format!("{flag} is for searches on threads, not for --backend gpu"))),
        None => Ok(()),
    }
}

/// Refuses lower bounds that devices do not compute, and flags that are for others than those.
pub fn check_plan(args: &SetupArgs, plan: &Plan) -> Result<(), Failure> {
    let place = plan.depth_first().place;
    if place == SearchPlace::Threads {
        return Ok(());
    }
    if !plan.is_for_devices() {
        return Err(Failure::usage(format!(
            "--backend gpu searches with an H48 table, or with --heuristic manhattan-edges alone, not with {}",
            plan.bounds
        )));
    }
    if plan.is_by_manhattan() && place == SearchPlace::DevicesAndThreads {
        return Err(Failure::usage(
            "--backend gpu+threads is for searches with an H48 table; with the Manhattan distance the cards search alone",
        ));
    }
    match args.devices.given_of_manhattan() {
        Some(flag) if !plan.is_by_manhattan() => {
            let message = format!("{flag} is for --preset gpu-manhattan; a search with an H48 table has none");
            Err(Failure::usage(message))
        }
        _ => Ok(()),
    }
}

/// Refuses flags about devices where threads search alone.
fn check_without(args: &SetupArgs) -> Result<(), Failure> {
    if let Some(preset) = preset(&args.engine).filter(Preset::runs_on_devices) {
        let name = preset.name;
        return Err(Failure::usage(format!(
            "the preset {name} is for --backend gpu; {name}-serial is the same search on one core"
        )));
    }
    match args.devices.given() {
        Some(flag) => Err(Failure::usage(format!("{flag} is for graphics cards: add --backend gpu"))),
        None => Ok(()),
    }
}

/// Refuses a checkpoint of a search whose subtrees lie on devices.
pub fn check_checkpoint(plan: &Plan) -> Result<(), Failure> {
    if plan.depth_first().place == SearchPlace::Threads || !plan.is_by_manhattan() {
        return Ok(());
    }
    Err(Failure::usage("--checkpoint is for searches with an H48 table, or on threads"))
}

/// A flag that only a search on threads has.
fn flag_of_threads(args: &SetupArgs, place: SearchPlace) -> Option<String> {
    let engine = &args.engine;
    let other_preset = preset(engine).filter(|preset| !preset.runs_on_devices());
    let flags = [
        (engine.kernel.is_some() && place == SearchPlace::Devices, "--kernel"),
        (engine.scheduler.is_some() || engine.workers.is_some(), "--scheduler"),
        (engine.tt.is_some() || engine.tt_depth.is_some() || engine.tt_symmetry, "--tt"),
        (matches!(engine.prune, Some(PruneArg::None | PruneArg::Automaton)), "--prune"),
        (engine.rules.is_some(), "--rules"),
        (engine.automaton_depth.is_some(), "--automaton-depth"),
    ];
    let flag = first_given(&flags).map(str::to_owned);
    other_preset.map(|preset| format!("--preset {}", preset.name)).or(flag)
}

fn preset(engine: &EngineArgs) -> Option<Preset> {
    engine.preset.as_deref().and_then(Preset::find)
}
