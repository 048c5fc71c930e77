//! `pdbgen distances`: the number of positions of a puzzle at each distance from its goal.

use crate::args::DistancesArgs;
use crate::common::csv::Csv;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::{check_targets, stdout};
use crate::common::puzzle::{ask, powers};
use crate::common::units::{counted, grouped, size};
use crate::histogram::Histogram;
use crate::session::Session;
use crate::text::to_json;
use cubepdb::internals::{
    puzzle::{Order, Question},
    search::{DistanceLimits, Distances, DistancesEnd, distances},
    storage::{available_memory, write_file},
};
use cubepdb::record::DistancesRecord;
use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;

/// The most farthest positions that are written.
const ANTIPODES: usize = 20;

/// Counts and writes them.
pub fn run(session: &Session, args: &DistancesArgs) -> Result<Status, Failure> {
    check_targets(args.svg.iter().map(std::path::PathBuf::as_path), session.force)?;
    let question = ask(&args.puzzle, args.moves.as_deref(), powers(args.metric), "3x3x3")?;
    let memory = session.max_memory.unwrap_or_else(|| available_memory() / 10 * 9);
    let most_cost = args.max_depth.unwrap_or(u32::MAX);
    let limits = DistanceLimits { most_cost, memory, antipodes: ANTIPODES };
    let progress = session.progress(1);
    let report = |counts: &[u64]| {
        let (depth, last) = (counts.len() - 1, counts.last().copied().unwrap_or(0));
        progress.event(
            &format!("distance {depth}: {}", counted(last, "position")),
            &serde_json::json!({ "distance": depth, "positions": last }),
        );
    };
    let go_on = || match session.interrupt.is_raised() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let found = session.pool.install(|| distances(&question, limits, report, go_on)).map_err(Failure::usage)?;
    progress.finish();
    let known = question.positions_upper_bound();
    write(session, args, &question, &found, known.as_ref())?;
    match found.ended {
        DistancesEnd::Complete | DistancesEnd::Cost => Ok(Status::Success),
        DistancesEnd::Stopped => Ok(session.interrupt.status()),
        DistancesEnd::Memory { needed } => {
            let (needed, memory) = (size(needed), size(memory));
            say(&format!(
                "the next distance may take {needed} of memory, and {memory} are allowed: counted as far as shown"
            ));
            Ok(Status::Memory)
        }
    }
}

fn write(
    session: &Session,
    args: &DistancesArgs,
    question: &Question,
    found: &Distances,
    known: Option<&Order>,
) -> Result<(), Failure> {
    let definition = question.definition();
    if let Some(out) = &args.svg {
        write_file(out, histogram(question, found).draw(args.scale).svg().as_bytes(), session.force)
            .map_err(Failure::of_output)?;
    }
    if args.json {
        let record = DistancesRecord {
            puzzle: definition.name.clone(),
            goal: args.puzzle.goal_text(),
            moves: question.moves().moves().iter().map(|by| by.name.clone()).collect(),
            states: known.map(Order::to_string),
            complete: found.is_complete,
            counts: found.counts.clone(),
            antipodes: found.antipodes.iter().map(|position| definition.write_pattern(position)).collect(),
        };
        writeln!(stdout(), "{}", to_json(&record)?)?;
    } else if args.csv {
        let mut csv = Csv::new(&["distance", "positions"]);
        for (distance, positions) in found.counts.iter().enumerate() {
            csv.row(&[&distance as &dyn Display, positions]);
        }
        write!(stdout(), "{}", csv.into_text())?;
    } else if args.svg.is_none() {
        write!(stdout(), "{}", table(question, found, known))?;
    }
    Ok(())
}

fn table(question: &Question, found: &Distances, known: Option<&Order>) -> String {
    let sum: u64 = found.counts.iter().sum();
    let name = &question.definition().name;
    let mut text = match (found.is_complete, known) {
        (true, _) => format!("{name}: {} positions, all of them\n", grouped(sum)),
        (false, Some(all)) => format!("{name}: {} of {all} positions\n", grouped(sum)),
        (false, None) => format!("{name}: {} positions so far\n", grouped(sum)),
    };
    for (distance, &positions) in found.counts.iter().enumerate() {
        text.push_str(&format!("{distance:>5} {:>20}\n", grouped(positions)));
    }
    text
}

fn histogram<'a>(question: &Question, found: &'a Distances) -> Histogram<'a> {
    let sum: u64 = found.counts.iter().sum();
    let weighted: f64 = found.counts.iter().enumerate().map(|(distance, &count)| distance as f64 * count as f64).sum();
    let mean = weighted / sum as f64;
    Histogram {
        title: question.definition().name.clone(),
        axis: "distance from the goal".to_owned(),
        note: format!("{} positions, mean {mean:.4}", grouped(sum)),
        counts: &found.counts,
        names: (0..found.counts.len()).map(|distance| distance.to_string()).collect(),
        mean,
    }
}
