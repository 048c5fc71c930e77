//! The search of one cube: the devices go on in launches, and the lengths that they have refuted are reported one after
//! the other.

use super::LENGTHS;
use super::card::{Card, Lengths};
use super::top::{Count, Leaf, Root, Top};
use crate::device::DeviceError;
use crate::heuristic::Expansion;
use crate::plan::SearchQuery;
use crate::puzzle::MoveIndex;
use crate::search::control::{Control, StopReason};
use crate::search::deepening::DepthLimitedSearch;
use crate::search::engine::one_sided::space::Space;
use crate::search::report::{Counters, Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::{panic, thread};

/// The engine: it begins with the first length that it is asked for.
pub struct AsynchronousEngine<'a> {
    root: Root<'a>,
    cards: &'a mut [Card],
    query: &'a SearchQuery,
    step: u8,
    control: &'a Control<'a>,
    /// There once the search has begun.
    top: Option<Top>,
    /// The length of the best solution, or one more than that of the longest that is looked for.
    best: AtomicU32,
}

impl<'a> AsynchronousEngine<'a> {
    /// An engine for the tree of `root`, on these devices.
    pub fn new(
        root: Root<'a>,
        cards: &'a mut [Card],
        query: &'a SearchQuery,
        step: u8,
        control: &'a Control<'a>,
    ) -> Self {
        Self { root, cards, query, step, control, top: None, best: AtomicU32::new(u32::MAX) }
    }

    /// Expands the top of the tree, and deals out its leaves.
    fn begin(&mut self, first: u8) -> Result<(), u32> {
        let last = self.query.max_depth.min(LENGTHS as u8 - 1);
        let wanted = self.cards.iter().map(|card| card.slots() as usize).sum();
        let top = self.top.insert(Top::new(&self.root, last, wanted));
        self.control.count_nodes(top.nodes());
        let is_solved = !top.solutions.is_empty();
        self.best = AtomicU32::new(u32::from(if is_solved { top.depth() } else { last + 1 }));
        // What is left of another cube is not taken for this one's, should a device fail.
        self.cards.iter_mut().for_each(Card::clear);
        let lengths = Lengths { first, step: self.step, last };
        let cards = self.cards.len();
        for (number, card) in self.cards.iter_mut().enumerate() {
            let leaves: Vec<Leaf> = top.leaves.iter().skip(number).step_by(cards).copied().collect();
            card.begin(&leaves, top.depth(), lengths, u32::from(last) + 1).map_err(|_| card.number())?;
        }
        Ok(())
    }

    /// Runs all devices until they have refuted a length, or have found that there is nothing shorter than a known
    /// solution of this length, or have to stop.
    fn run(&mut self, bound: u8) {
        let open = AtomicUsize::new(self.cards.iter().filter(|card| !card.has_finished(bound)).count());
        let together =
            Together { bound, deterministic: self.query.deterministic, best: &self.best, open, control: self.control };
        if let [card] = &mut *self.cards {
            return together.drive(card);
        }
        thread::scope(|scope| {
            let drive = |card| scope.spawn(|| together.drive(card));
            let threads: Vec<_> = self.cards.iter_mut().map(drive).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap_or_else(|fault| panic::resume_unwind(fault)));
        });
    }

    /// The solutions of a length that are known.
    fn solutions(&self, top: &Top, length: u32) -> Vec<Vec<MoveIndex>> {
        let mut sequences = top.solutions.clone();
        for (number, card) in self.cards.iter().enumerate() {
            let sequence = |(leaf, moves): (usize, Vec<MoveIndex>)| {
                let mut sequence = top.path(leaf * self.cards.len() + number);
                sequence.extend(moves);
                sequence
            };
            let found: Result<Vec<_>, DeviceError> =
                card.solutions(length).map(|found| found.into_iter().map(sequence).collect());
            match found {
                Ok(found) if found.iter().all(|sequence| self.solves(sequence)) => sequences.extend(found),
                // It says that it has a solution.
                _ => self.control.stop_for(StopReason::Device { number: card.number() }),
            }
        }
        sequences
    }

    fn solves(&self, sequence: &[MoveIndex]) -> bool {
        sequence.iter().fold(self.root.cube, |cube, &by| self.root.space.after(&cube, by)).is_solved()
    }

    /// The report of a length. If it was not searched to its end, nodes of longer ones count with it: the devices were
    /// ahead.
    fn report(&self, top: &Top, bound: u8) -> TaskReport {
        let best = self.best.load(Ordering::Relaxed);
        let is_solved = best <= u32::from(bound);
        let complete = !is_solved && self.cards.iter().all(|card| card.has_finished(bound));
        let last = if complete { bound } else { LENGTHS as u8 - 1 };
        let mut sum = top.count(bound);
        self.cards
            .iter()
            .flat_map(|card| (bound..=last).map(|length| card.count(length)))
            .for_each(|count| sum += count);
        let Count { nodes, expanded, least } = sum;
        let overshoot = if least == u32::MAX { Expansion::NOTHING_CUT } else { (least - u32::from(bound)) as u8 };
        let solutions = if is_solved { self.solutions(top, best) } else { Vec::new() };
        TaskReport { solutions, counters: Counters { nodes, expanded, ..Counters::default() }, overshoot, complete }
    }
}

impl DepthLimitedSearch for AsynchronousEngine<'_> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        if usize::from(bound) >= LENGTHS {
            return (TaskReport::default(), SchedulerStatistics::default());
        }
        if self.top.is_none()
            && let Err(number) = self.begin(bound)
        {
            self.control.stop_for(StopReason::Device { number });
        }
        let leaves = self.top.as_ref().map_or(0, |top| top.leaves.len() as u64);
        self.control.set_task_count(leaves);
        self.run(bound);
        let top = self.top.as_ref().expect("the search has begun");
        (self.report(top, bound), SchedulerStatistics { subtrees: leaves, ..SchedulerStatistics::default() })
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.root.space.normal_form(solution)
    }
}

/// State that the threads of all devices share while one length is being refuted.
struct Together<'a> {
    bound: u8,
    deterministic: bool,
    best: &'a AtomicU32,
    /// Devices that have not yet searched all their subtrees to the length.
    open: AtomicUsize,
    control: &'a Control<'a>,
}

impl Together<'_> {
    /// Where the same solution is wanted every time, all of its length are looked for.
    fn margin(&self) -> u32 {
        self.deterministic.into()
    }

    /// The best length that is known, if the length that is searched is still open.
    fn best(&self) -> Option<u32> {
        let best = self.best.load(Ordering::Relaxed);
        let is_open = self.open.load(Ordering::Relaxed) > 0 && u32::from(self.bound) < best + self.margin();
        (is_open && self.control.count_nodes(0)).then_some(best)
    }

    /// Runs a device until the length is settled; it searches longer ones while others are not done.
    fn drive(&self, card: &mut Card) {
        let mut done = card.done(self.bound);
        let mut is_open = !card.has_finished(self.bound);
        self.control.add_finished_tasks(done.into());
        while let Some(best) = self.best() {
            let nodes = card.nodes();
            let is_idle = card.is_idle(best, self.margin());
            if is_idle && !is_open {
                return;
            }
            // An idle device has searched all its subtrees to every length that is not beaten.
            if is_idle || card.advance(best, self.margin()).is_err() {
                return self.control.stop_for(StopReason::Device { number: card.number() });
            }
            self.best.fetch_min(card.best(), Ordering::Relaxed);
            self.control.count_nodes(card.nodes() - nodes);
            self.control.add_finished_tasks((card.done(self.bound) - done).into());
            done = card.done(self.bound);
            if is_open && card.has_finished(self.bound) {
                is_open = false;
                self.open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}
