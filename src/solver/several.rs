//! The shortest solutions of several cubes of which one has to be solved: all of them are searched length by length.

use crate::cube::Cubies;
use crate::nxn::Turn;
use crate::plan::SearchQuery;
use crate::prune::table::TableStatistics;
use crate::search::{Answer, IterationReport, Outcome, StopReason};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Answers a query for whichever of the cubes has the shortest solution. `search` looks for solutions of a cube that have
/// one of some lengths.
///
/// # Errors
/// The first that `search` returns.
pub(super) fn search_several<E>(
    cubes: &[Cubies],
    query: &SearchQuery,
    mut search: impl FnMut(&Cubies, RangeInclusive<u8>) -> Result<Outcome<Turn>, E>,
) -> Result<Outcome<Turn>, E> {
    let mut next: Vec<u8> = vec![0; cubes.len()];
    let mut found: Vec<Vec<Turn>> = Vec::new();
    let mut iterations = BTreeMap::new();
    let mut incomplete = None;
    let mut transpositions = None;
    'lengths: loop {
        let length = next.iter().copied().min().unwrap_or(u8::MAX);
        let last = match found.first() {
            Some(_) if !query.all => break,
            Some(shortest) => query.max_depth.min((shortest.len() as u8).saturating_add(query.slack)),
            None => query.max_depth,
        };
        if length > last || length == u8::MAX {
            break;
        }
        for (cube, next) in cubes.iter().zip(&mut next).filter(|(_, next)| **next == length) {
            let outcome = search(cube, length..=length)?;
            outcome.iterations.into_iter().for_each(|iteration| add(&mut iterations, iteration));
            transpositions = outcome.transpositions.or(transpositions);
            *next = length + 1;
            match outcome.answer {
                Answer::Solved(solutions) => {
                    found.extend(solutions);
                    incomplete = outcome.incomplete;
                }
                Answer::NoSolution => *next = outcome.lower_bound.max(length + 1),
                Answer::Stopped(reason) => {
                    *next = length;
                    incomplete = Some(reason);
                }
            }
            if incomplete.is_some() || !query.all && !found.is_empty() {
                break 'lengths;
            }
        }
    }
    Ok(outcome(found, next, query, iterations.into_values().collect(), incomplete, transpositions))
}

fn outcome(
    found: Vec<Vec<Turn>>,
    next: Vec<u8>,
    query: &SearchQuery,
    iterations: Vec<IterationReport>,
    incomplete: Option<StopReason>,
    transpositions: Option<TableStatistics>,
) -> Outcome<Turn> {
    let proven = next.into_iter().min().unwrap_or(u8::MAX).min(query.max_depth.saturating_add(1));
    let lower_bound = found.first().map_or(proven, |shortest| shortest.len() as u8);
    let (answer, incomplete) = match incomplete {
        Some(reason) if found.is_empty() => (Answer::Stopped(reason), None),
        _ if found.is_empty() => (Answer::NoSolution, None),
        incomplete => (Answer::Solved(found), incomplete),
    };
    Outcome { answer, lower_bound, iterations, incomplete, transpositions }
}

/// Adds the search of another cube to that of a length.
fn add(iterations: &mut BTreeMap<u8, IterationReport>, iteration: IterationReport) {
    match iterations.get_mut(&iteration.bound) {
        Some(sum) => {
            sum.counters += iteration.counters;
            sum.scheduler += iteration.scheduler;
            sum.completed &= iteration.completed;
            sum.time += iteration.time;
        }
        None => {
            iterations.insert(iteration.bound, iteration);
        }
    }
}
