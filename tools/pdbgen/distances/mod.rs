//! `pdbgen distances`: the number of positions of a puzzle at each distance from its goal.

mod checkpoint;
mod indexed;
mod output;
mod within;

pub use within::Within;

use crate::args::DistancesArgs;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_targets, stdout};
use crate::common::progress::Progress;
use crate::common::puzzle::{ask, powers};
use crate::common::units::{counted, size};
use crate::session::Session;
use anyhow::anyhow;
use cubepdb::internals::{
    pdb::orbits::{Whole, choose_index},
    search::whole_distances,
};
use cubepdb::{
    available_memory,
    puzzles::{DistanceLimits, Distances, DistancesEnd, Question, SymmetryClasses},
    record::BuildProgress,
};
use std::io::Write;
use std::path::Path;

/// The most farthest positions that are written.
const ANTIPODES: usize = 20;

/// Counts and writes them.
pub fn run(session: &Session, args: &DistancesArgs) -> Result<Status, Failure> {
    check_targets(args.svg.iter().map(Path::new), args.checkpoint.checkpoint.as_deref(), session.force)?;
    let question = ask(&args.puzzle, args.moves.moves.as_deref(), powers(args.moves.metric), "3x3x3")?;
    let memory = session.max_memory.unwrap_or_else(|| available_memory() / 10 * 9);
    let most_cost = args.max_depth.unwrap_or(u32::MAX);
    let limits = DistanceLimits { most_cost, memory, antipodes: ANTIPODES };
    let known = question.positions_upper_bound();
    let progress = session.progress(1);
    let classes = classes(args, &question)?;
    let is_saved = args.checkpoint.checkpoint.is_some();
    let stop = session.interrupt.flag();
    let chosen = session.pool.install(|| choose_index(&question, limits, known.as_ref(), is_saved, stop));
    session.end_if_interrupted();
    let write = |found: &Distances| {
        progress.finish();
        output::write(session, args, &question, found, known.as_ref(), classes.as_ref())?;
        Ok(stdout().flush()?)
    };
    let found = match chosen {
        Ok(index) => indexed::count(session, args, &index, limits, classes.as_ref(), &progress, &write)?,
        Err(reason) => {
            checkpoint::refuse_without_index(args, &reason)?;
            if matches!(reason, Whole::Memory { .. }) {
                say(&format!("note: {reason}: whole positions are counted as far as they fit"));
            }
            let report = |counts: &[u64]| tell(&progress, counts);
            let count = || whole_distances(&question, limits, classes.as_ref(), report, stop);
            let found = session.pool.install(count).map_err(Failure::usage)?;
            write(&found)?;
            found
        }
    };
    match found.ended {
        DistancesEnd::Complete | DistancesEnd::Cost => Ok(Status::Success),
        DistancesEnd::Stopped => {
            if !is_saved {
                say("interrupted: counted as far as shown");
            }
            Ok(session.interrupt.status())
        }
        DistancesEnd::Memory { needed } => {
            let (needed, memory) = (size(needed), size(memory));
            say(&format!(
                "the next distance may take {needed} of memory, and {memory} are allowed: counted as far as shown"
            ));
            Ok(Status::Memory)
        }
    }
}

/// The classes of positions up to symmetry, if they are asked for.
fn classes(args: &DistancesArgs, question: &Question) -> Result<Option<SymmetryClasses>, Failure> {
    if !args.classes {
        return Ok(None);
    }
    let none =
        || Failure::new(Status::Usage, anyhow!("--classes: the places of this puzzle can look in too many ways"));
    SymmetryClasses::of(question).ok_or_else(none).map(Some)
}

/// Reports the last of these distances.
pub fn tell(progress: &Progress, counts: &[u64]) {
    let (depth, last) = (counts.len() - 1, counts.last().copied().unwrap_or(0));
    let text = format!("distance {depth}: {}", counted(last, "position"));
    progress.event(&text, &BuildProgress::Distance { distance: depth as u64, positions: last });
}
