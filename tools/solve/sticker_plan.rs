//! Searches by stickers, of other sizes and of the 3x3x3 in other moves: the options that the flags select, and the
//! flags that do not apply.

use crate::args::SolveArgs;
use crate::common::exit::{Failure, say};
use crate::engine::PruneArg;
use crate::setup::{Plan, StickerPlan};
use cubepdb::internals::notation::Format;
use cubepdb::internals::nxn::{MoveKind, MoveSet, Size};
use cubepdb::internals::prune::table::TranspositionKind;
use cubepdb::internals::search::{
    Distribution, Kernel, Parts, Preset, SearchPlace, SearchQuery, StickerOptions, StickerParts, StickerPruning,
};

/// Returns whether the cubes are to be searched by their stickers.
pub fn is_asked(args: &SolveArgs) -> bool {
    args.cubes.notation.size != Size::THREE || args.moves.is_some() || preset(args).is_some()
}

/// The selected preset for cubes of any size.
fn preset(args: &SolveArgs) -> Option<StickerParts> {
    match Preset::find(args.setup.engine.preset.as_ref()?)?.parts {
        Parts::Stickers(parts) => Some(parts),
        Parts::Pieces(_) => None,
    }
}

/// The plan for one rank or several; an error names the flag that does not apply.
pub fn plan(args: &SolveArgs) -> Result<Plan, Failure> {
    let options = options(args)?;
    let of_preset = args.setup.engine.preset.as_deref().and_then(Preset::find).and_then(|preset| preset.distribution());
    // The other distributions are for trees with bounds, which these do not have.
    let distribution = args.setup.ranks.distribution(of_preset, Distribution::StaticPartition)?;
    Ok(Plan::Stickers(StickerPlan { options, distribution }))
}

/// The options; an error names the flag that does not apply.
fn options(args: &SolveArgs) -> Result<StickerOptions, Failure> {
    if let Some(flag) = other_flag(args) {
        let why = "goes with the usual search of the 3x3x3, not with --size and --moves";
        return Err(Failure::usage(format!("{flag} {why}: there, stickers are searched without tables")));
    }
    let (notation, engine, search) = (&args.cubes.notation, &args.setup.engine, &args.setup.search);
    if notation.size != Size::THREE && matches!(notation.format, Format::Reid | Format::Nissy | Format::Pieces) {
        let (size, format) = (notation.size, notation.format);
        return Err(Failure::usage(format!(
            "a {size} cube is written as moves, as facelets of any six letters, or in colours, not as `{format}`"
        )));
    }
    let usual = match preset(args) {
        Some(parts) => parts.options(notation.size),
        None => StickerOptions::new(notation.size, MoveKind::Wca),
    };
    if usual.query.all && search.max_depth.is_none() {
        let name = engine.preset.as_deref().unwrap_or_default();
        say(&format!(
            "note: the preset {name} finds all solutions and has no lower bound: with each length its tree grows by a factor of {}; \
             --max-depth limits it",
            usual.set.moves().len()
        ));
    }
    let kind = args.moves.unwrap_or(usual.set.kind);
    let query = SearchQuery {
        all: search.all || usual.query.all,
        slack: search.slack,
        max_depth: search.max_depth.unwrap_or(usual.query.max_depth),
        deterministic: search.deterministic,
    };
    let pruning = match engine.prune {
        None => usual.pruning,
        Some(PruneArg::None) => StickerPruning::None,
        Some(PruneArg::Rules | PruneArg::Automaton) => StickerPruning::Canonical,
    };
    let kernel = match engine.kernel {
        Some(Kernel::OneSided(kernel)) => kernel,
        // A two-sided one has been refused.
        Some(Kernel::Auto | Kernel::TwoSided(_)) | None => usual.kernel,
    };
    Ok(StickerOptions {
        set: MoveSet { kind, metric: engine.metric.unwrap_or(kind.usual_metric()), ..usual.set },
        query,
        pruning,
        kernel,
        scheduler: engine.scheduler(usual.scheduler)?,
        table: engine.heuristic.is_none(),
    })
}

/// A flag that only the usual search of the 3x3x3 has.
fn other_flag(args: &SolveArgs) -> Option<&'static str> {
    let engine = &args.setup.engine;
    // Without tables and distances of pieces it is `zero`, which turns off the exact distances of the 2x2x2.
    let has_bounds =
        engine.heuristic.as_ref().is_some_and(|bounds| bounds.needs_tables() || bounds.manhattan.is_some());
    let flags = [
        (args.setup.place() != SearchPlace::Threads, "--backend gpu"),
        (engine.preset.is_some() && preset(args).is_none(), "--preset"),
        (has_bounds, "--heuristic other than zero"),
        (engine.prune == Some(PruneArg::Automaton) || engine.automaton_depth.is_some(), "--prune automaton"),
        (engine.rules.is_some(), "--rules"),
        (engine.tt.is_some_and(|table| table != TranspositionKind::None), "--tt"),
        (engine.tt_depth.is_some(), "--tt-depth"),
        (engine.tt_symmetry, "--tt-symmetry"),
        (matches!(engine.kernel, Some(Kernel::TwoSided(_))), "a kernel that searches from both ends"),
        (!args.setup.tables.pdb.is_empty(), "--pdb"),
        (args.setup.tables.audit, "--audit"),
        (args.checkpoint.checkpoint.is_some(), "--checkpoint"),
    ];
    flags.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag)
}
