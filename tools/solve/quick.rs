//! Good solutions at once: `--quick`, and where a search for shortest ones is stopped.

use crate::args::SolveArgs;
use crate::common::cli::first_given;
use crate::common::exit::Failure;
use crate::communicator::BackendArg;
use cubepdb::{Cube, Metric, Move, Quick, Size, Threads, internals::solver::BestSoFar, search::Outcome};
use std::ffi::OsString;
use std::iter;
use std::sync::atomic::AtomicBool;

/// The words of a command line, with a number after `--quick` as the value of the flag: other words are cubes.
pub fn joined(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut words = words.peekable();
    iter::from_fn(move || {
        let mut word = words.next()?;
        let is_number = |next: &OsString| next.to_str().is_some_and(|text| text.parse::<u8>().is_ok());
        if word == "--quick" && words.peek().is_some_and(is_number) {
            word.push("=");
            word.push(words.next().expect("there is one"));
        }
        Some(word)
    })
}

/// Gives each thread a cube.
///
/// # Errors
/// If a flag does not go with `--quick`.
pub fn place(args: &mut SolveArgs) -> Result<(), Failure> {
    if args.quick.is_none() {
        return Ok(());
    }
    if let Some(flag) = other_flag(args) {
        let hint = match args.puzzle.goal.is_empty() {
            true => "",
            false => "; for a goal, --timeout prints the best one so far",
        };
        return Err(Failure::usage(format!(
            "{flag} does not go with --quick, which is for good solutions of a 3x3x3 in half turns{hint}"
        )));
    }
    let search = &mut args.setup.search;
    search.jobs = search.jobs.max(search.threads.unwrap_or_else(|| Threads::usual() as u64));
    Ok(())
}

/// A flag that is for other searches.
fn other_flag(args: &SolveArgs) -> Option<&'static str> {
    let (search, engine) = (&args.setup.search, &args.setup.engine);
    let flags = [
        (args.asks_question(), "a question about a puzzle, a goal, moves or costs"),
        (args.cubes.notation.size != Size::THREE, "--size"),
        (engine.metric == Some(Metric::QuarterTurn), "--metric qtm"),
        (search.sort, "--sort"),
        (search.all, "--all"),
        (args.checkpoint.checkpoint.is_some(), "--checkpoint"),
        (args.iterations.is_some(), "--iterations"),
        (args.count_only, "--count-only"),
        (search.max_depth.is_some(), "--max-depth"),
        (search.max_nodes.is_some(), "--max-nodes"),
        (engine.preset.is_some(), "--preset"),
        (args.setup.ranks.ranks.is_some(), "--ranks"),
        (!matches!(args.setup.ranks.backend, None | Some(BackendArg::Threads)), "--backend"),
        (engine.heuristic.is_some(), "--heuristic"),
    ];
    first_given(&flags)
}

/// The outcome for a cube, if a good solution is asked for.
pub fn outcome(args: &SolveArgs, cube: &Cube, interrupt: &AtomicBool) -> Option<Outcome<Move>> {
    let quick = Quick::new().interrupt(interrupt);
    let quick = args.quick?.map_or(quick, |most| quick.at_most(most.into()));
    let quick = args.setup.search.timeout.map_or(quick, |time| quick.time_limit(time));
    Some(quick.outcome(cube.pieces()?))
}

/// The good solutions beside a search for a shortest one, unless nobody wants them: of at most so many moves, and the
/// same ones each time, if that is asked for. The search ends with a shortest one of them unless it is counted, saved
/// or shared: then it is a whole one.
pub fn beside(
    args: &SolveArgs,
    ranks: usize,
    new: impl FnOnce(Option<u8>, bool) -> Option<BestSoFar>,
) -> Option<BestSoFar> {
    let search = &args.setup.search;
    let best = (!args.count_only).then(|| new(search.max_depth, search.max_nodes.is_some()))??;
    let is_whole = args.counts() || args.checkpoint.checkpoint.is_some() || args.explain || ranks > 1;
    Some(if is_whole { best } else { best.ending_search() })
}
