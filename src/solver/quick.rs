//! A good solution now, and better ones for as long as one waits.

use super::solution::{Solution, Statistics};
use crate::clock::Instant;
use crate::cube::{Cubies, FaceTurn, Metric, Shorter, normal_form, shorter_solutions};
use crate::notation::Cube;
use crate::nxn::Move;
use crate::record::{AnswerRecord, SearchRecord};
use crate::search::{Answer, Outcome, StopReason};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asks for a solution of a 3x3x3 that is found in milliseconds, and need not be a shortest one.
///
/// ```
/// use cubepdb::{Cube, Quick};
///
/// let cube = Cube::random(1).next().expect("there is no end");
/// let solution = Quick::new().solve(&cube).expect("it is a 3x3x3");
/// assert!(solution.length() <= Quick::LONGEST && !solution.is_optimal());
/// assert!(cube.apply(solution.moves())?.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Quick<'a> {
    most: Option<usize>,
    time: Option<Duration>,
    interrupt: Option<&'a AtomicBool>,
}

/// The first phases after which a solution is taken, if there is no other end.
const ENOUGH: u64 = 250;

impl<'a> Quick<'a> {
    /// The most face turns of a solution, if nothing else is asked for.
    pub const LONGEST: usize = 22;

    /// A solution of at most 22 face turns, the same one each time.
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes on until there is a solution of at most so many face turns. Where it is proven that there is none, as can
    /// be for up to twelve, the answer is one that would be given without this limit, and its lower bound is above the
    /// limit.
    pub fn at_most(self, moves: usize) -> Self {
        Self { most: Some(moves), ..self }
    }

    /// Looks for shorter ones for so long.
    pub fn time_limit(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Ends with the best solution so far once this is true.
    pub fn interrupt(self, interrupt: &'a AtomicBool) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Finds a solution, and a proven lower bound; `None` if the cube is no 3x3x3, or it is interrupted before there is
    /// one. A solution that is [incomplete](Solution::incomplete) is longer than was asked for.
    pub fn solve(&self, cube: &Cube) -> Option<Solution> {
        let started = Instant::now();
        let outcome = self.outcome(cube.pieces()?);
        let Answer::Solved(solutions) = outcome.answer.clone() else { return None };
        let statistics = Statistics::of(&outcome, started.elapsed(), SearchRecord::two_phase(1));
        let Outcome { lower_bound, incomplete, .. } = outcome;
        Some(Solution::new(solutions, Metric::HalfTurn, lower_bound, incomplete, statistics))
    }

    /// The record of a solution, with the text of the cube.
    pub fn record(text: &str, solution: &Solution) -> AnswerRecord {
        let metric = Metric::HalfTurn;
        let blank = AnswerRecord::new(text.as_bytes(), metric, 1, Vec::new(), SearchRecord::two_phase(1));
        let record = solution.statistics().written_to(blank);
        record.solved_cube(solution.all(), solution.incomplete(), solution.lower_bound())
    }

    /// As [`solve`](Self::solve): the outcome of a search whose solution may be longer than the lower bound.
    pub fn outcome(&self, cube: &Cubies) -> Outcome<Move> {
        let started = Instant::now();
        let (mut best, mut tried, mut stopped, mut least) = (None, 0, None, 0);
        let lower_bound = shorter_solutions(cube, |told| {
            match told {
                Shorter::Found(moves) => best = Some(moves.to_vec()),
                Shorter::Tried => tried += 1,
                Shorter::Proven(length) => least = length,
            }
            let is_interrupted = self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
            stopped = match self.time {
                _ if is_interrupted => Some(StopReason::Interrupt),
                Some(time) if best.is_some() && started.elapsed() >= time => Some(StopReason::Time),
                _ => None,
            };
            let length = best.as_ref().map_or(usize::MAX, Vec::len);
            // Where there is proven to be none that is as short as was asked for, the search ends as if nothing was
            // asked for.
            let is_enough = match self.most.filter(|&most| least <= most) {
                Some(most) => length <= most && tried >= ENOUGH,
                None => length <= Self::LONGEST && self.time.is_none() && tried >= ENOUGH,
            };
            if is_enough || stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let reaches = best.as_ref().is_some_and(|moves| self.most.is_none_or(|most| moves.len() <= most));
        let answer = match (best, stopped) {
            (Some(moves), _) => Answer::Solved(vec![turns(&moves)]),
            (None, Some(reason)) => Answer::Stopped(reason),
            (None, None) => unreachable!("every cube has a solution"),
        };
        let is_refuted = self.most.is_some_and(|most| lower_bound > most);
        let is_answered = |reason: &StopReason| reaches || is_refuted && *reason == StopReason::Time;
        let incomplete = stopped.filter(|reason| matches!(answer, Answer::Solved(_)) && !is_answered(reason));
        Outcome { answer, lower_bound: lower_bound as u8, iterations: Vec::new(), incomplete, transpositions: None }
    }
}

/// Face turns in their normal order.
pub(super) fn turns(moves: &[FaceTurn]) -> Vec<Move> {
    let moves = normal_form(moves, true).unwrap_or_else(|| moves.to_vec());
    moves.into_iter().map(|m| Move::outer(m.face(), m.quarters())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limit on the moves makes no answer longer.
    #[test]
    fn short_scrambles_are_searched_to_the_end_with_any_limit() {
        for (moves, length) in [("F U2 R", 3), ("R U R' U' F2", 5), ("R U F L D B", 6)] {
            let cube: Cube = moves.parse().unwrap();
            for quick in [Quick::new(), Quick::new().at_most(20), Quick::new().at_most(7)] {
                assert_eq!(quick.solve(&cube).unwrap().length(), length, "{moves}");
            }
        }
    }

    #[test]
    fn a_refuted_limit_does_not_lengthen_the_answer() {
        for cube in Cube::random(5).take(12) {
            let usual = Quick::new().solve(&cube).unwrap();
            for most in [0, 5, 7] {
                let limited = Quick::new().at_most(most).solve(&cube).unwrap();
                assert!(usize::from(limited.lower_bound()) > most && limited.incomplete().is_none());
                assert!(limited.length() <= usual.length(), "{cube}: {most}");
            }
        }
    }
}
