//! The engine for any puzzle: the one-sided engine, with bounds that grow between two lengths.

use super::by_size::{BySize, LengthTree};
use super::patterns::{GrowingPatterns, NotMade, Patterns, TableBounds};
use super::perimeter::{Perimeter, Perimeters};
use crate::locks::Mutex;
use crate::prune::Automaton;
use crate::puzzle::{MoveIndex, Position, Shape};
use crate::search::control::Control;
use crate::search::deepening::{DepthLimitedSearch, Workers};
use crate::search::engine::one_sided::Method;
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::cell::LazyCell;
use std::ops::ControlFlow;
use std::sync::{Arc, TryLockError};
use std::thread;
use std::time::Duration;

/// Work of making a position for the perimeter, in nodes of a search.
const COST_OF_MAKING: u64 = 2;
/// Work that is always worth its time: a few milliseconds.
const SMALL: f64 = (1 << 16) as f64;
/// The time of a node with pattern tables, in nodes with a perimeter alone.
const TIME_WITH_PATTERNS: f64 = 4.0;
/// Times by which the next length has to take longer than the smallest pattern tables before these are made.
const TRIAL: f64 = 4.0;
/// Nodes of a length after which the time to find the symmetries of a question is short.
const MANY: u64 = if cfg!(test) { 1 << 5 } else { 1 << 20 };

/// Time between two looks whether another search still makes bounds.
const PAUSE: Duration = Duration::from_millis(1);

/// `Break` where the search is to stop.
type GoOn<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// The trees of a position.
pub(super) struct OrbitEngine<'a> {
    pub by_size: &'a dyn BySize,
    pub shape: &'a Shape,
    pub start: &'a Position,
    pub method: Method<'a>,
    pub all: bool,
    /// The rules about successive moves up to the symmetries of the start, if it has any; made when they are wanted.
    pub symmetric: LazyCell<Option<UpToSymmetry>, Box<dyn FnOnce() -> Option<UpToSymmetry> + 'a>>,
    /// True once a length has taken many nodes: from then on, lengths are searched up to symmetries.
    pub is_up_to_symmetry: bool,
    pub workers: &'a Workers<'a>,
    /// Held by the search that makes bounds for all.
    pub making: &'a Mutex<()>,
    /// The perimeter that all searches share; `None` for a search without bounds.
    pub growing: Option<&'a dyn Perimeters>,
    pub perimeter: Option<Arc<Perimeter>>,
    /// The pattern tables that all searches share; `None` for a search without them.
    pub growing_patterns: Option<&'a GrowingPatterns>,
    pub patterns: Patterns,
    /// The nodes of the last two lengths: none for one after which the bounds have grown or the rules have changed.
    pub nodes: [u64; 2],
    /// The factor by which the tree grows with each move.
    pub branching: f64,
    /// True if the perimeter cannot grow further.
    pub is_full: bool,
    /// True if larger pattern tables take too much memory.
    pub are_all: bool,
    /// True if neither earlier searches nor a cache may change which bounds there are.
    pub are_counts_compared: bool,
}

/// Rules about successive moves up to symmetries.
pub(super) struct UpToSymmetry {
    pub rules: Automaton,
    /// The number of symmetries: they leave about so many times fewer nodes.
    pub order: u64,
}

/// A way to make the bounds better.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Growth {
    Perimeter,
    /// The pattern tables of a size.
    Patterns(usize),
}

impl OrbitEngine<'_> {
    /// Takes the bounds that earlier searches have made, where nobody compares counts, and makes those that are always
    /// worth their time; returns the first length that is possible with them.
    pub fn first_length(&mut self) -> u8 {
        if !self.are_counts_compared {
            self.patterns = self.growing_patterns.map(GrowingPatterns::so_far).unwrap_or_default();
            self.perimeter = self.growing.and_then(Perimeters::so_far);
        }
        let is_small = |patterns: &GrowingPatterns| patterns.sizes().next().is_some_and(|size| patterns.is_whole(size));
        let has_less = self.patterns.size == 0 && !self.patterns.are_exact;
        if has_less && self.growing_patterns.is_some_and(is_small) {
            self.make_patterns(1);
        }
        if !self.patterns.are_exact && (self.perimeter.is_some() || self.grow()) {
            self.prepare();
        }
        self.agree();
        let perimeter = self.start_bound();
        let tables = match &self.patterns.bounds {
            Some(TableBounds::Patterns(bounds)) => {
                bounds.values(self.shape, self.start).map(|values| bounds.bound(&values))
            }
            // Read with the first length.
            Some(TableBounds::Cosets(_)) | None => None,
        };
        perimeter.max(tables.unwrap_or(0))
    }

    /// The distance within which all positions are known.
    fn depth(&self) -> u64 {
        self.perimeter.as_ref().map_or(0, |perimeter| perimeter.depth().into())
    }

    /// Takes the smallest bounds that one of the ranks has: each of them cuts the tree into tasks by itself, and
    /// they have to come to the same ones.
    fn agree(&mut self) {
        let Some(team) = self.workers.team else { return };
        let own = self.perimeter.as_ref().map_or(0, |perimeter| u64::from(perimeter.depth()) + 1);
        let least = team.least(own);
        if least < own {
            let smaller = |depth| self.growing?.of(depth as u8);
            self.perimeter = least.checked_sub(1).map(|depth| smaller(depth).expect("perimeters grow step by step"));
        }
        let Some(growing) = self.growing_patterns else { return };
        let least = team.least(self.patterns.size as u64) as usize;
        if least < self.patterns.size {
            self.patterns = growing.given();
            if least > self.patterns.size {
                self.make_patterns(least);
            }
        }
        // A rank with less memory may have made others of the same size.
        let identity = growing.identity(&self.patterns);
        let [least, greatest] = [team.least(identity), !team.least(!identity)];
        if least != greatest {
            self.patterns = growing.given();
        }
    }

    /// Adds a distance to the perimeter, or makes the first one; returns whether it has grown.
    fn grow(&mut self) -> bool {
        let Some(growing) = self.growing else { return false };
        let depth = self.perimeter.as_ref().map(|perimeter| perimeter.depth());
        let larger = self.alone(|go_on| growing.beyond(depth, go_on));
        self.is_full |= larger.as_ref().is_err_and(|&why| why == NotMade::Full);
        larger.map(|larger| self.perimeter = Some(larger)).is_ok()
    }

    /// Makes the pattern tables of a size; returns whether there are any.
    fn make_patterns(&mut self, size: usize) -> bool {
        let Some(growing) = self.growing_patterns else { return false };
        let made = self.alone(|go_on| growing.of_size(size, go_on));
        self.are_all |= made.as_ref().is_err_and(|&why| why == NotMade::Full);
        made.map(|made| self.patterns = made).is_ok()
    }

    /// Makes bounds on the threads of the executor: parallel iterators use these. While one search does, others wait,
    /// and not on these threads: one that waits for a part of its work may begin that of another search.
    fn alone<R: Send>(&self, make: impl Fn(GoOn<'_>) -> Result<R, NotMade> + Sync) -> Result<R, NotMade> {
        let &Workers { control, executor, .. } = self.workers;
        let _alone = loop {
            match self.making.try_lock() {
                Err(TryLockError::WouldBlock) if go_on(control).is_break() => return Err(NotMade::Stopped),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                taken => break taken.expect("nobody panics here"),
            }
        };
        let result = Mutex::new(Err(NotMade::Stopped));
        executor.within(&|| *result.lock().expect("nobody panics here") = make(&|| go_on(control)));
        result.into_inner().expect("nobody panics here")
    }

    /// The bound of the start by the perimeter.
    fn start_bound(&self) -> u8 {
        self.by_size.bound(self.start, self.perimeter.as_deref())
    }

    /// The bound of all positions that are not in the perimeter.
    fn perimeter_bound(&self) -> u8 {
        self.perimeter.as_ref().map_or(0, |perimeter| perimeter.most_bound())
    }

    /// The moves that the time of nodes with pattern tables costs.
    fn price(&self) -> f64 {
        self.growing_patterns.map_or(0.0, |growing| TIME_WITH_PATTERNS.log(growing.branching()))
    }

    /// The moves that all bounds are worth less that price, with a perimeter of this bound.
    fn worth(&self, perimeter: u8) -> f64 {
        let patterns = self.patterns.bounds.as_ref().map_or(0.0, |bounds| bounds.value(perimeter) - self.price());
        f64::from(perimeter).max(patterns)
    }

    /// Searches up to symmetries from now on if the last length had many nodes. Ranks agree: they count the nodes of
    /// all.
    fn use_symmetries(&mut self) {
        let last = self.nodes[1];
        if self.is_up_to_symmetry || last < MANY {
            return;
        }
        self.is_up_to_symmetry = true;
        if let Some(symmetric) = &*self.symmetric {
            self.nodes = [0, last / symmetric.order];
        }
    }

    /// The method of the next length.
    fn method(&self) -> Method<'_> {
        let symmetric = self.is_up_to_symmetry.then(|| self.symmetric.as_ref()).flatten();
        Method { automaton: symmetric.map_or(self.method.automaton, |symmetric| &symmetric.rules), ..self.method }
    }

    /// The tables, if they are worth the time beside the perimeter.
    fn better_bounds(&self) -> Option<TableBounds> {
        let perimeter = self.perimeter_bound();
        let is_better = self.patterns.are_exact || self.worth(perimeter) > f64::from(perimeter);
        self.patterns.bounds.clone().filter(|_| is_better)
    }

    /// Makes the bounds better as long as that is expected to cost less than it saves in the search of the next length.
    fn prepare(&mut self) {
        let [before, last] = self.nodes;
        // With other bounds than before, the last two lengths tell nothing of the growth.
        let branching = if before == 0 { self.branching } else { last as f64 / before as f64 }.max(2.0);
        let mut expected = last as f64 * branching;
        while let Some(growth) = self.best_growth(expected, branching) {
            let before = self.worth(self.perimeter_bound());
            let has_grown = match growth {
                Growth::Perimeter => self.grow(),
                Growth::Patterns(size) => self.make_patterns(size),
            };
            if go_on(self.workers.control).is_break() {
                return;
            }
            if has_grown {
                self.nodes = [last, 0];
                // The search ends some moves earlier.
                expected /= branching.powf((self.worth(self.perimeter_bound()) - before).max(0.0));
            }
        }
    }

    /// The way to make the bounds better after which least work is left, if one costs less than the next length. As
    /// long as the perimeter is worth growing, it is preferred to pattern tables, since what it is worth is known
    /// beforehand.
    fn best_growth(&self, expected: f64, branching: f64) -> Option<Growth> {
        // Of a start within the perimeter, nearly always the distance is known, so that nothing pays beforehand.
        let least = if self.start_bound() < self.perimeter_bound() { 0.0 } else { SMALL };
        let is_worth_it = |&(_, cost, gain): &(Growth, f64, f64)| gain > 0.0 && cost <= expected.max(least);
        let perimeter = self.next_perimeter().filter(is_worth_it);
        let is_rival = |size| perimeter.is_none() || self.growing_patterns.is_some_and(|all| all.is_of_cosets(size));
        let tables = self.next_patterns().into_iter().filter(is_worth_it);
        let tables = tables.filter(|way| matches!(way.0, Growth::Patterns(size) if is_rival(size)));
        let left = |&(_, cost, gain): &(Growth, f64, f64)| cost + expected / branching.powf(gain);
        perimeter.into_iter().chain(tables).min_by(|one, other| left(one).total_cmp(&left(other))).map(|best| best.0)
    }

    /// The cost of the perimeter's next distance, and the moves by which bounds are then better.
    fn next_perimeter(&self) -> Option<(Growth, f64, f64)> {
        let is_over = self.is_full || self.patterns.are_exact;
        let perimeter = self.perimeter.as_ref().filter(|perimeter| !is_over && !perimeter.is_complete())?;
        let cost = perimeter.cost_of_next().saturating_mul(COST_OF_MAKING) as f64;
        let bound = self.perimeter_bound();
        Some((Growth::Perimeter, cost, self.worth(bound + 1) - self.worth(bound)))
    }

    /// The cost of the pattern tables of each larger size, and the moves by which bounds may then be better. The
    /// smallest ones tell what to expect of the others. A table of cosets leaves nothing to gain for those of pieces.
    fn next_patterns(&self) -> Vec<(Growth, f64, f64)> {
        let is_over = self.patterns.are_exact || self.are_all;
        let Some(growing) = self.growing_patterns.filter(|_| !is_over) else { return Vec::new() };
        let bound = self.perimeter_bound();
        let (is_known, growth) = match &self.patterns.bounds {
            Some(TableBounds::Patterns(bounds)) => (true, bounds.growth()),
            Some(TableBounds::Cosets(_)) => (true, growing.branching()),
            None => (false, growing.branching()),
        };
        let can_be_rated = |size: usize| is_known || growing.is_of_cosets(size);
        let gain = |size: usize| {
            if growing.is_whole(size) {
                f64::from(u8::MAX)
            } else if can_be_rated(size) {
                growing.expected_value(size, bound, growth) - self.price() - self.worth(bound)
            } else {
                1.0
            }
        };
        let with_cache = !self.are_counts_compared;
        let of_tables = |size| if with_cache { growing.cost_with_cache(size) } else { growing.cost(size) };
        let cost = |size: usize| if can_be_rated(size) { 1.0 } else { TRIAL } * of_tables(size);
        let has_cosets = growing.sizes().any(|size| growing.is_of_cosets(size));
        let is_tried = |size| if has_cosets { growing.is_of_cosets(size) } else { size == 1 || can_be_rated(size) };
        let sizes = growing.sizes().filter(|&size| size > self.patterns.size && is_tried(size));
        sizes.map(|size| (Growth::Patterns(size), cost(size), gain(size))).collect()
    }
}

/// Returns whether the search is to go on.
fn go_on(control: &Control<'_>) -> ControlFlow<()> {
    if control.count_nodes(0) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

impl DepthLimitedSearch for OrbitEngine<'_> {
    fn begin(&mut self) -> Option<Vec<u16>> {
        self.use_symmetries();
        self.prepare();
        self.agree();
        // A search that stops meanwhile has not made all that it would have.
        (!self.workers.control.is_over()).then(|| self.scores())
    }

    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        if self.workers.journal.is_some() && self.workers.control.is_over() {
            // With bounds that are worse than those it was to have, nothing of the tree may be saved.
            return (TaskReport { complete: false, ..TaskReport::default() }, SchedulerStatistics::default());
        }
        let &mut Self { shape, start, all, workers, .. } = self;
        let (method, perimeter, tables) = (&self.method(), self.perimeter.as_deref(), self.better_bounds());
        let found =
            self.by_size.search(&LengthTree { shape, start, perimeter, tables, method, all, workers, bound, unsolved });
        self.nodes = [self.nodes[1], found.0.counters.nodes];
        found
    }

    /// The bounds, the nodes that decide how far they grow next, and the rules, sixteen bits at a time.
    fn scores(&self) -> Vec<u16> {
        let [before, last] = self.nodes;
        let numbers = [self.depth(), self.patterns.size as u64, before, last, u64::from(self.is_up_to_symmetry)];
        numbers.into_iter().flat_map(|number| (0..4).map(move |part| (number >> (16 * part)) as u16)).collect()
    }

    fn resume(&mut self, _bound: u8, scores: &[u16]) {
        let numbers: Vec<u64> = scores
            .chunks(4)
            .map(|parts| parts.iter().rev().fold(0, |number, &part| number << 16 | u64::from(part)))
            .collect();
        let [depth, size, before, last, ref rules @ ..] = numbers[..] else { return };
        self.nodes = [before, last];
        // Earlier versions asked the nodes each time, and saved no more.
        self.is_up_to_symmetry =
            rules.first().map_or(before.max(last) >= MANY, |&is_up_to_symmetry| is_up_to_symmetry > 0);
        let has_size = |growing: &GrowingPatterns| growing.sizes().contains(&(size as usize));
        // Those that were given are there.
        if size > self.patterns.size as u64 && self.growing_patterns.is_some_and(has_size) {
            self.make_patterns(size as usize);
        }
        while self.depth() < depth && self.grow() {}
        let Workers { control, journal, .. } = self.workers;
        if (self.depth() < depth || (self.patterns.size as u64) < size) && !control.is_over() {
            journal.expect("scores are those of a journal").refuse_for_memory();
            control.abandon();
        }
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
