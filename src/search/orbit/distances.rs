//! The number of positions at each distance from a goal, and the farthest of them.

use super::byte_move::Node;
use super::encoding::{Encoding, TooLarge};
use super::layers::Layers;
use super::steps::InverseMoves;
use crate::pdb::orbits::{DistanceLimits, Distances, DistancesEnd, IndexSearch, Watch, choose_index, unless_raised};
use crate::puzzle::{Position, Question, SymmetryClasses};
use crate::storage::OutOfMemory;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The reason why positions cannot be counted.
#[derive(Debug, Error)]
pub enum DistancesError {
    /// Positions of the puzzle have more bytes than a search carries.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The system has less memory than the limit allows.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Counts the positions at each distance: in two bits each where all positions can be numbered and these bits fit into
/// the memory, otherwise whole, some 24 to 72 bytes each. Uses the threads of the current pool. `report` is called with
/// the counts so far after each distance; `stop` ends it within a moment.
///
/// # Errors
/// If positions of the puzzle have more bytes than a search carries, or the system has too little memory.
pub fn distances(
    question: &Question,
    limits: DistanceLimits,
    report: impl Fn(&[u64]) + Send,
    stop: &AtomicBool,
) -> Result<Distances, DistancesError> {
    if let Ok(index) = choose_index(question, limits, question.positions_upper_bound().as_ref(), false, stop) {
        let mut report = move |search: &IndexSearch<'_>| report(search.counts());
        let mut watch = Watch { report: &mut report, progress: &|_, _| {}, stop };
        return Ok(IndexSearch::new(&index)?.run(limits, &mut watch));
    }
    Ok(whole_distances(question, limits, None, report, stop)?)
}

/// Counts the positions at each distance, by breadth-first search from the goal with whole positions in memory: some 24
/// to 72 bytes each, and the classes of these if they are asked for. Uses the threads of the current pool. `report` is
/// called with the counts so far after each distance; `stop` is looked at several times a second.
///
/// # Errors
/// If positions of the puzzle have more bytes than a search carries.
pub fn whole_distances(
    question: &Question,
    limits: DistanceLimits,
    classes: Option<&SymmetryClasses>,
    report: impl Fn(&[u64]),
    stop: &AtomicBool,
) -> Result<Distances, TooLarge> {
    let encoding = Encoding::new(question)?;
    let work = Work { question, encoding: &encoding, limits, classes, report: &report, stop };
    Ok(match encoding.len() {
        0..=16 => work.run::<16>(),
        17..=32 => work.run::<32>(),
        33..=64 => work.run::<64>(),
        65..=128 => work.run::<128>(),
        129..=256 => work.run::<256>(),
        _ => work.run::<{ Encoding::MOST_BYTES }>(),
    })
}

struct Work<'a> {
    question: &'a Question,
    encoding: &'a Encoding,
    limits: DistanceLimits,
    classes: Option<&'a SymmetryClasses>,
    report: &'a dyn Fn(&[u64]),
    stop: &'a AtomicBool,
}

impl Work<'_> {
    fn run<const N: usize>(&self) -> Distances {
        let steps = InverseMoves::<N>::back(self.question, self.encoding);
        let targets: Vec<Node<N>> =
            self.question.goal().targets().iter().map(|target| self.encoding.node(target)).collect();
        let mut layers = Layers::new(&targets, &steps);
        let mut classes = Vec::new();
        let ended = loop {
            (self.report)(layers.counts());
            classes.extend(self.classes.map(|of| self.classes_at_last(&layers, of)));
            let made = layers.steps_to_next(&steps);
            // Each position that is made may be a new one.
            let needed = layers.bytes().saturating_add(made.saturating_mul(N as u64 + 8));
            if layers.is_complete(&steps) {
                break DistancesEnd::Complete;
            }
            if layers.counts().len() as u64 > u64::from(self.limits.most_cost) {
                break DistancesEnd::Cost;
            }
            if needed > self.limits.memory && layers.bytes_of_next(&steps) > self.limits.memory {
                break DistancesEnd::Memory { needed };
            }
            if layers.grow(&steps, || unless_raised(self.stop)).is_break() {
                break DistancesEnd::Stopped;
            }
        };
        let mut counts = layers.counts().to_vec();
        while counts.last() == Some(&0) {
            counts.pop();
        }
        classes.truncate(counts.len());
        Distances { antipodes: self.antipodes(&layers, counts.len() - 1), counts, classes, ended }
    }

    fn classes_at_last<const N: usize>(&self, layers: &Layers<N>, classes: &SymmetryClasses) -> u64 {
        let parts: Vec<&[Node<N>]> = layers.at(layers.counts().len() - 1).collect();
        let nodes = parts.into_par_iter().flat_map(<[Node<N>]>::par_iter);
        classes.number(nodes.map(|node| classes.weight(&self.encoding.position(node))).sum())
    }

    fn antipodes<const N: usize>(&self, layers: &Layers<N>, distance: usize) -> Vec<Position> {
        let mut last: Vec<Node<N>> = layers.at(distance).flatten().copied().collect();
        last.sort_unstable();
        last.iter().take(self.limits.antipodes).map(|node| self.encoding.position(node)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::orbits::Whole;
    use crate::puzzle::builtin;

    #[test]
    fn both_ways_count_the_same_and_the_memory_chooses() {
        let question = Question::usual(builtin("pyraminx-tipless").unwrap()).unwrap();
        let known = question.positions_upper_bound();
        let limits = DistanceLimits { most_cost: u32::MAX, memory: 1 << 30, antipodes: 5 };
        let never = AtomicBool::new(false);
        assert!(choose_index(&question, limits, known.as_ref(), false, &never).is_ok());
        let by_index = distances(&question, limits, |_| (), &never).unwrap();
        let whole = whole_distances(&question, limits, None, |_| (), &AtomicBool::new(false)).unwrap();
        assert_eq!((&by_index.counts, by_index.ended), (&whole.counts, DistancesEnd::Complete));

        let little = DistanceLimits { memory: 100_000, ..limits };
        let reason = choose_index(&question, little, known.as_ref(), false, &never).map(|_| ()).unwrap_err();
        assert!(matches!(reason, Whole::Memory { limit: 100_000, .. }), "{reason}");
        let found = distances(&question, little, |_| (), &never).unwrap();
        assert!(matches!(found.ended, DistancesEnd::Memory { .. }) && by_index.counts.starts_with(&found.counts));
        let few = DistanceLimits { most_cost: 2, ..limits };
        assert_eq!(choose_index(&question, few, known.as_ref(), false, &never).map(|_| ()), Err(Whole::Few));
        assert_eq!(distances(&question, limits, |_| (), &AtomicBool::new(true)).unwrap().ended, DistancesEnd::Stopped);
    }
}
