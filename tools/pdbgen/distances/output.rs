//! Distances of positions as text, JSON, CSV and a picture.

use crate::args::DistancesArgs;
use crate::common::csv::{line, line_of};
use crate::common::exit::Failure;
use crate::common::output::{is_standard_output, stdout, write_target};
use crate::common::text::to_json;
use crate::common::units::{grouped, grouped_digits};
use crate::histogram::Histogram;
use crate::session::Session;
use cubepdb::{
    puzzles::{Distances, Order, Question, SymmetryClasses},
    record::DistancesRecord,
};
use std::fmt::Display;
use std::io::Write;

/// Writes them in the form that is asked for; `known` is the number of all positions.
pub fn write(
    session: &Session,
    args: &DistancesArgs,
    question: &Question,
    found: &Distances,
    known: Option<&Order>,
    classes: Option<&SymmetryClasses>,
) -> Result<(), Failure> {
    let definition = question.definition();
    if args.json {
        let sum: u64 = found.counts.iter().sum();
        let record = DistancesRecord {
            version: env!("CARGO_PKG_VERSION"),
            puzzle: definition.name.clone(),
            goal: args.puzzle.goal_text(),
            moves: question.moves().moves().iter().map(|by| by.name.clone()).collect(),
            // Where rules forbid moves, fewer are reached than there could be.
            states: found.is_complete().then(|| sum.to_string()).or_else(|| known.map(Order::to_string)),
            complete: found.is_complete(),
            counts: found.counts.clone(),
            classes: classes.map(|_| found.classes.clone()),
            symmetries: classes.map(|classes| classes.order() as u64),
            antipodes: found.antipodes.iter().map(|position| definition.write_pattern(position)).collect(),
        };
        writeln!(stdout(), "{}", to_json(&record))?;
    } else if args.csv {
        let columns = ["distance", "positions", "classes"];
        let shown = if classes.is_some() { 3 } else { 2 };
        let mut text = line(&columns[..shown]);
        for (distance, positions) in found.counts.iter().enumerate() {
            let classes = found.classes.get(distance).map(u64::to_string).unwrap_or_default();
            text += &line_of(&[&distance as &dyn Display, positions, &classes][..shown]);
        }
        write!(stdout(), "{text}")?;
    } else if args.svg.as_deref().is_none_or(|out| !is_standard_output(out)) {
        write!(stdout(), "{}", table(question, found, known, classes))?;
    }
    // The counts are there even if their picture cannot be written.
    match &args.svg {
        Some(out) => write_target(out, histogram(question, found).draw(args.scale).svg().as_bytes(), session.force),
        None => Ok(()),
    }
}

fn table(question: &Question, found: &Distances, known: Option<&Order>, classes: Option<&SymmetryClasses>) -> String {
    let sum: u64 = found.counts.iter().sum();
    let name = &question.definition().name;
    let mut text = match (found.is_complete(), known) {
        (true, _) => format!("{name}: {} positions, all of them\n", grouped(sum)),
        (false, Some(all)) => {
            let all = grouped_digits(&all.to_string());
            // Where rules forbid positions, not all of the group are some.
            let most = if question.illegal().is_empty() { "" } else { "at most " };
            format!("{name}: {} of {most}{all} positions\n", grouped(sum))
        }
        (false, None) => format!("{name}: {} positions so far\n", grouped(sum)),
    };
    if let Some(classes) = classes {
        match classes.order() as u64 {
            1 => text.push_str("and their classes under the identity alone\n"),
            order => text.push_str(&format!("and their classes under {} symmetries\n", grouped(order))),
        }
    }
    for (distance, &positions) in found.counts.iter().enumerate() {
        text.push_str(&format!("{distance:>5} {:>20}", grouped(positions)));
        if let Some(&classes) = found.classes.get(distance) {
            text.push_str(&format!(" {:>20}", grouped(classes)));
        }
        text.push('\n');
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
