//! Breadth-first search with whole positions as keys, level by level: for puzzles without an index.

use super::distances::{Distances, DistancesError, Level, Limits};
use super::key_code::KeyCode;
use super::shards::{Sent, Shards, Source};
use super::steps::Steps;
use crate::puzzle::{Position, Question};
use std::ops::ControlFlow;

/// Counts the positions at each depth until all are found or the memory is used up. `report` is called after each depth.
///
/// If each move has one that undoes it, and all cost the same, only two depths and the next one are in memory; otherwise
/// all depths are. Memory is 1.3 to 1.9 times the bytes of the keys, plus the buffers of the threads.
///
/// # Errors
/// If a position is too large for a key.
pub fn frontier(
    question: &Question,
    limits: &Limits,
    report: &(dyn Fn(Level) -> ControlFlow<()> + Sync),
) -> Result<Distances, DistancesError> {
    let steps = Steps::new(question);
    let code = KeyCode::new(question, &steps).ok_or(DistancesError::Key)?;
    let search = Frontier { question, limits, report, steps, code };
    match search.code.words() {
        1 => search.run::<1>(),
        2 => search.run::<2>(),
        3 => search.run::<3>(),
        4 => search.run::<4>(),
        5 => search.run::<5>(),
        6 => search.run::<6>(),
        7..=8 => search.run::<8>(),
        9..=12 => search.run::<12>(),
        13..=24 => search.run::<24>(),
        25..=64 => search.run::<64>(),
        _ => Err(DistancesError::Key),
    }
}

struct Frontier<'a> {
    question: &'a Question,
    limits: &'a Limits,
    report: &'a (dyn Fn(Level) -> ControlFlow<()> + Sync),
    steps: Steps,
    code: KeyCode,
}

impl Frontier<'_> {
    fn run<const W: usize>(&self) -> Result<Distances, DistancesError> {
        let costs = usize::from(self.steps.most_cost());
        let drops_old = costs == 1 && self.steps.turns.iter().all(|turn| turn.is_closed());
        let mut shards = Shards::<W>::new(costs, drops_old);
        for target in self.question.goal().targets() {
            let symbols = self.code.symbols(target).ok_or(DistancesError::Targets)?;
            let key = self.code.pack(&symbols);
            if self.code.is_legal(&key) {
                shards.start(&key);
            }
        }
        let mut distances = Distances::new(Steps::unit(self.question));
        let mut depth = 0;
        loop {
            shards.settle();
            let positions = shards.len();
            if positions == 0 && shards.is_done() {
                distances.is_complete = true;
                distances.trim();
                return Ok(distances);
            }
            distances.counts.push(positions);
            if positions > 0 {
                distances.antipodes = self.some_positions(&shards);
            }
            let level = Level { depth: distances.depth(depth), positions };
            let is_deep = self.limits.most_depth.is_some_and(|most| distances.depth(depth + 1) > most);
            if (self.report)(level).is_break() || is_deep || !self.expand(&mut shards) {
                return Ok(distances);
            }
            shards.advance(self.limits.memory.saturating_sub(shards.memory()) / 2);
            depth += 1;
        }
    }

    /// Steps from all positions of the depth; `false` if the memory does not suffice.
    fn expand<const W: usize>(&self, shards: &mut Shards<W>) -> bool {
        let (mut begin, mut sent) = (Source::default(), Sent::default());
        while let Some(round) = shards.round(&mut begin) {
            let places = self.question.definition().shape.places();
            shards.send(&round, &mut sent, || vec![0; places], |symbols, key, send| self.images(symbols, key, send));
            if shards.memory_with(&sent) > self.limits.memory {
                return false;
            }
            shards.receive(&sent);
        }
        true
    }

    /// Calls `send` with each key that a step leads to, and the step's cost. The buffer is for the symbols.
    #[inline(always)]
    fn images<const W: usize>(&self, symbols: &mut [u8], key: &[u64; W], mut send: impl FnMut([u64; W], u8)) {
        self.code.unpack(key, symbols);
        for (number, step) in self.steps.all[..self.steps.moves].iter().enumerate() {
            let after = self.code.step(key, symbols, number);
            if self.code.is_legal(&after) {
                send(after, step.cost);
            }
        }
    }

    fn some_positions<const W: usize>(&self, shards: &Shards<W>) -> Vec<Position> {
        let mut symbols = vec![0; self.question.definition().shape.places()];
        let show = |key: &[u64; W]| {
            self.code.unpack(key, &mut symbols);
            self.code.position(&symbols)
        };
        shards.keys().take(self.limits.antipodes).map(show).collect()
    }
}
