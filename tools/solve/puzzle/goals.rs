//! `solve goals`: the goals of the 3x3x3 that have names.

use crate::common::cli::wrapped;
use crate::common::exit::{Failure, Status};
use crate::common::nearest::hint;
use crate::common::output::stdout;
use crate::pictures::{Gallery, PictureArgs};
use clap::Args;
use cubepdb::TypedStickers;
use cubepdb::puzzles::{NAMED_GOALS, NamedGoal, PlacedGoal};
use std::io::Write;

/// Lists the goals that have names, or draws some of them.
///
/// A name is followed by the faces of its place, `cross:U` or `xcross:DFR`, or by `any`: then the nearest of all places
/// is found. Faces are those of the cube as it is held after the moves of a start.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve goals                                the names, and the places
  solve goals xcross:DFR eo --picture        what they are, unfolded
  solve goals --svg goal.svg                 a picture of each
  solve --goal cross \"R U F z2\"              the cross on the face below
  solve --goal cross:any --all \"R U F\"       the nearest crosses of all colours
  solve --goal cross+pair+pair \"R U F D2\"     a cross with two pairs
  solve --goal ll-auf --moves R,U,F \"R U R' U' R' F R F'\"")]
pub struct GoalsCommand {
    /// Goals, each with its place or without [default: all].
    #[arg(value_name = "GOAL")]
    goals: Vec<String>,
    #[command(flatten)]
    pictures: PictureArgs,
}

/// Lists goals, and draws them.
pub fn goals(command: &GoalsCommand) -> Result<Status, Failure> {
    let asked = match &command.goals[..] {
        [] => NAMED_GOALS.iter().map(|named| (named, named.places().swap_remove(0))).collect(),
        goals => goals.iter().map(|goal| found(goal)).collect::<Result<Vec<_>, _>>()?,
    };
    let gallery = Gallery::open(&command.pictures, asked.len() > 1)?;
    let (mut out, mut worst) = (stdout(), Status::Success);
    for (number, (named, placed)) in (1..).zip(asked) {
        let text = format!("  {:<8} {}", named.name, wrapped(named.description, 11, 11));
        writeln!(out, "{text}\n{:11}{}", "", wrapped(&places(named, !command.goals.is_empty()), 11, 11))?;
        worst = worst.max(gallery.draw_typed(number, &TypedStickers::of_goal(&placed))?);
    }
    Ok(worst)
}

/// The goal of a text, at the first of the places that are meant.
fn found(text: &str) -> Result<(&'static NamedGoal, PlacedGoal), Failure> {
    let name = text.split_once(':').map_or(text, |(name, _)| name);
    let named = NamedGoal::named(text).filter(|_| !text.contains('+')).ok_or_else(|| {
        if text.contains('+') {
            return Failure::usage(format!("`{text}`: goals are shown one by one; `solve --goal` joins them"));
        }
        let hint = hint(NamedGoal::nearest(name));
        Failure::usage(format!("there is no goal named `{name}`; `solve goals` lists them{hint}"))
    })?;
    let placed = named.at(text).map_err(Failure::usage)?;
    Ok((named, placed.into_iter().next().expect("there is a place")))
}

/// The most places that are listed unless a goal is asked for.
const FEW: usize = 6;

/// The places that a goal can be at, or some of many.
fn places(named: &NamedGoal, are_all_listed: bool) -> String {
    let all = named.places();
    let of = |is_usual: bool| -> Vec<&str> {
        all.iter().map(|placed| &*placed.place).filter(|place| named.is_usual(place) == is_usual).collect()
    };
    let (usual, others) = (of(true), of(false));
    if all.len() == 1 {
        return "the whole cube".to_owned();
    }
    let listed = |places: &[&str]| match are_all_listed || places.len() <= FEW {
        true => places.join(" "),
        false => format!("{} ... ({} places)", places[..FEW - 2].join(" "), places.len()),
    };
    match others.is_empty() {
        true => format!("at any of {}", listed(&usual)),
        false => format!("at {} if no place is named; at any, or {}", listed(&usual), listed(&others)),
    }
}
