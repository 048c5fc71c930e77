//! Pattern tables of a question, which are made while its positions are searched: a few sizes, one after the other.

use super::coset_table::CosetTable;
use super::pattern_bounds::{PatternBounds, PatternTable, value_of};
use super::table_cache::{Build, TableCache};
use super::turning_cube::TurningCube;
use crate::locks::Mutex;
use crate::pdb::h48::H48Level;
use crate::pdb::orbits::{Candidate, Candidates, DistanceTable, GivenTable, IndexError, PositionIndex};
use crate::pdb::snapshot::Unfinished;
use crate::puzzle::{Glasses, Question};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::repeat;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// The most positions of a pattern of each size.
const SIZES: [u64; 5] = [1 << 18, 1 << 21, 1 << 24, 1 << 27, 1 << 30];
/// Tables of one size that are usually chosen: so many of the largest candidates are made.
const USUAL_TABLES: usize = 3;
/// Candidates that are so many times smaller than the largest are made besides: they take little time.
const SMALL: f64 = 8.0;
/// Work of listing the coordinates of an index, in entries of a table.
const INDEX: f64 = 5e5;
/// Work of making an entry of a table, in nodes of a search, for each move.
const COST_OF_ENTRY: f64 = 0.045;
/// Work of loading an entry of a table from the cache, as a part of that of making it.
const LOADING: f64 = 0.02;

/// Pattern tables that several searches use and enlarge.
pub(super) struct GrowingPatterns {
    question: Arc<Question>,
    /// The candidates of each size.
    sizes: Vec<Vec<Candidate>>,
    /// The cube of the question, if it is about one, and the level of its table of cosets: that is the last size.
    cube: Option<(Arc<TurningCube>, H48Level)>,
    /// The factor by which a tree of the question grows with each move.
    branching: f64,
    /// Bytes that the tables made here may take.
    memory: u64,
    given: Given,
    /// Where tables are kept, if they are, and for each size whether the table of each candidate is there.
    cache: Option<Arc<dyn TableCache>>,
    cached: OnceLock<Vec<Vec<bool>>>,
    /// The tables of the sizes that were made so far; `None` where they take too much memory.
    made: Mutex<BTreeMap<usize, Option<TableBounds>>>,
}

/// Tables that were given to all searches.
#[derive(Default)]
struct Given {
    tables: Vec<Arc<PatternTable>>,
    /// The best of them.
    bounds: Option<Arc<PatternBounds>>,
    /// True if the bounds are exact.
    is_exact: bool,
    /// The last size that is not worth more than these, or 0.
    size: usize,
}

/// The bounds that tables give.
#[derive(Clone)]
pub(super) enum TableBounds {
    /// Of patterns.
    Patterns(Arc<PatternBounds>),
    /// Of cosets of a whole cube.
    Cosets(Arc<CosetTable>),
}

impl TableBounds {
    /// The number of moves that they are worth together with bounds that are at least `least` everywhere.
    pub fn value(&self, least: u8) -> f64 {
        match self {
            Self::Patterns(bounds) => bounds.value(least),
            Self::Cosets(table) => table.value(least),
        }
    }

    /// Those of patterns, if nobody else has them.
    pub fn into_patterns(self) -> Option<PatternBounds> {
        match self {
            Self::Patterns(bounds) => Arc::into_inner(bounds),
            Self::Cosets(_) => None,
        }
    }

    /// The tables of patterns.
    fn tables(&self) -> impl Iterator<Item = &Arc<PatternTable>> {
        let patterns = match self {
            Self::Patterns(bounds) => Some(bounds),
            Self::Cosets(_) => None,
        };
        patterns.into_iter().flat_map(|bounds| bounds.tables())
    }
}

/// The tables of a question, for those who want to know of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeTables {
    /// Pattern tables: the number of positions of each, the best table first.
    Patterns(Vec<u64>),
    /// A table of H48 cosets, of this level, for the turns of the question.
    Cosets(H48Level),
}

/// The tables of one search.
#[derive(Default)]
pub(super) struct Patterns {
    /// The number of their size, from 1; 0 if there are none.
    pub size: usize,
    /// The bounds, if there are any.
    pub bounds: Option<TableBounds>,
    /// True if their bounds are exact.
    pub are_exact: bool,
}

/// The reason why a perimeter did not grow, or no tables were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotMade {
    /// They would take too much memory, or there is nothing beyond, or there are none of this size.
    Full,
    /// The search is to stop.
    Stopped,
}

impl GrowingPatterns {
    /// The tables of a question, none but those that are given; `None` if its positions have no index: some moves are
    /// forbidden, or do not cost 1. `cube` is the cube of the question, if tables of cosets may be made for it.
    pub fn new(
        question: &Arc<Question>,
        branching: f64,
        memory: u64,
        given: Vec<GivenTable>,
        cube: Option<Arc<TurningCube>>,
    ) -> Option<Self> {
        (PositionIndex::check(question).is_ok() && branching > 1.0).then_some(())?;
        let candidates = Candidates::new(question);
        let mut sizes: Vec<Vec<Candidate>> = Vec::new();
        // The smallest ones may turn out to take too much as well.
        for most in SIZES.into_iter().filter(|&most| most == SIZES[0] || most / 2 <= memory) {
            let mut all = candidates.within(most as f64);
            all.sort_by(|one, other| other.size.total_cmp(&one.size));
            let largest = |size: &[Candidate]| size.first().map_or(0.0, |candidate| candidate.size);
            if largest(&all) > sizes.last().map_or(0.0, |before| largest(before)) {
                let small = largest(&all) / SMALL;
                let is_made = |(number, own): &(usize, Candidate)| *number < USUAL_TABLES || own.size <= small;
                sizes.push(all.into_iter().enumerate().filter(is_made).map(|(_, own)| own).collect());
            }
        }
        let made = Mutex::new(BTreeMap::new());
        let (question, none) = (question.clone(), Given::default());
        let cube = cube.and_then(|cube| CosetTable::level_within(&cube, memory).map(|level| (cube, level)));
        let (cache, cached) = (None, OnceLock::new());
        let mut all = Self { question, sizes, cube, branching, memory, given: none, cache, cached, made };
        if !given.is_empty() {
            all.take(given);
        }
        Some(all)
    }

    /// Begins with these tables.
    fn take(&mut self, given: Vec<GivenTable>) {
        let is_exact = given.iter().any(GivenTable::is_exact);
        let table = |given: GivenTable| {
            let (glasses, table, order) = given.into_parts();
            Arc::new(PatternTable::new(glasses, table, &order))
        };
        let tables: Vec<_> = given.into_iter().map(table).collect();
        let bounds = self.best_of(&tables);
        let (value, growth) = (bounds.value(0), bounds.growth());
        let is_worth_less = |&size: &usize| {
            let is_pattern = !self.is_whole(size) && !self.is_of_cosets(size);
            is_pattern && self.expected_value(size, 0, growth) <= value
        };
        let size = self.sizes().take_while(is_worth_less).last().unwrap_or(0);
        self.given = Given { tables, bounds: Some(Arc::new(bounds)), is_exact, size };
    }

    /// Keeps tables in a cache.
    pub fn keep_in(&mut self, cache: Arc<dyn TableCache>) {
        self.cache = Some(cache);
    }

    /// The tables that each search begins with.
    pub fn given(&self) -> Patterns {
        let Given { bounds, is_exact, size, .. } = &self.given;
        Patterns { size: *size, bounds: bounds.clone().map(TableBounds::Patterns), are_exact: *is_exact }
    }

    /// A number by which two processes recognise that they have the same tables.
    pub fn identity(&self, patterns: &Patterns) -> u64 {
        let mut all = DefaultHasher::new();
        match &patterns.bounds {
            Some(TableBounds::Cosets(table)) => table.level().to_string().hash(&mut all),
            bounds => {
                for table in bounds.iter().flat_map(TableBounds::tables) {
                    let question = self.question.through(table.glasses()).expect("it was seen through them before");
                    question.identity().hash(&mut all);
                }
            }
        }
        all.finish()
    }

    /// The numbers of the sizes: 1 is that of the smallest tables.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        1..=self.sizes.len() + usize::from(self.cube.is_some())
    }

    /// Returns whether a size is that of the table of cosets.
    pub fn is_of_cosets(&self, size: usize) -> bool {
        size > self.sizes.len()
    }

    /// The candidates of a size.
    fn candidates(&self, size: usize) -> &[Candidate] {
        self.sizes.get(size - 1).map_or(&[], Vec::as_slice)
    }

    /// The factor by which a tree of the question grows with each move.
    pub fn branching(&self) -> f64 {
        self.branching
    }

    /// The moves that the tables of a size are worth, about, as [`PatternBounds::value`] counts them: the numbers of
    /// positions grow by the same factor with each distance, and the bounds of the largest tables depend little on each
    /// other.
    pub fn expected_value(&self, size: usize, least: u8, growth: f64) -> f64 {
        if let Some((_, level)) = self.cube_of(size) {
            return CosetTable::expected_value(*level, self.branching, least);
        }
        let sizes = || self.candidates(size).iter().take(USUAL_TABLES).map(|candidate| candidate.size);
        let targets = self.question.goal().targets().len() as f64;
        // The share of positions that are at most so far away.
        let within = |size: f64, distance: usize| {
            let of_tree = (0..=distance).map(|moves| targets * growth.powi(moves as i32)).sum::<f64>();
            (of_tree / size).min(1.0)
        };
        let all = |distance: usize| sizes().map(|size| within(size, distance)).product::<f64>();
        let (mut shares, mut before) = (Vec::new(), 0.0);
        // No bound is greater. Tables of a few positions tell nothing of the growth.
        while before < 1.0 && shares.len() <= u8::MAX.into() {
            let share = all(shares.len());
            shares.push(share - before);
            before = share;
        }
        value_of(&shares, self.branching, least)
    }

    /// The work of making the tables of a size, in nodes of a search.
    pub fn cost(&self, size: usize) -> f64 {
        self.cost_less(size, &[])
    }

    /// As [`cost`](Self::cost), less what the cache saves.
    pub fn cost_with_cache(&self, size: usize) -> f64 {
        let all = || self.sizes.iter().map(|candidates| self.are_cached(candidates)).collect();
        self.cost_less(size, self.cached.get_or_init(all).get(size - 1).map_or(&[], Vec::as_slice))
    }

    /// The work of making the tables of a size, and of loading those that are in the cache.
    fn cost_less(&self, size: usize, are_cached: &[bool]) -> f64 {
        if let Some((cube, level)) = self.cube_of(size) {
            return CosetTable::cost(cube, *level);
        }
        let are_cached = are_cached.iter().copied().chain(repeat(false));
        let entries = self.candidates(size).iter().zip(are_cached).map(|(candidate, is_cached)| {
            let part = if is_cached { LOADING } else { 1.0 };
            candidate.size * part + INDEX
        });
        entries.sum::<f64>() * COST_OF_ENTRY * self.question.moves().len() as f64
    }

    /// For each candidate, true if its table is in the cache.
    fn are_cached(&self, candidates: &[Candidate]) -> Vec<bool> {
        let Some(cache) = &self.cache else { return Vec::new() };
        let of = Candidates::new(&self.question);
        let question = |candidate| self.question.through(&of.glasses(candidate));
        candidates.iter().map(|candidate| question(candidate).is_ok_and(|question| cache.has(&question))).collect()
    }

    /// The cube, if a size is that of its table.
    fn cube_of(&self, size: usize) -> Option<&(Arc<TurningCube>, H48Level)> {
        self.cube.as_ref().filter(|_| self.is_of_cosets(size))
    }

    /// Returns whether the tables of a size are a single one of all that the goal shows: its bounds are exact.
    pub fn is_whole(&self, size: usize) -> bool {
        self.candidates(size).iter().any(|candidate| candidate.is_whole())
    }

    /// Memory of the largest tables so far, in bytes.
    pub fn bytes(&self) -> u64 {
        match self.so_far().bounds {
            Some(TableBounds::Cosets(table)) => table.bytes(),
            bounds => bounds.iter().flat_map(TableBounds::tables).map(|table| table.bytes()).sum(),
        }
    }

    /// The largest tables so far.
    pub fn tables(&self) -> MadeTables {
        match self.so_far().bounds {
            Some(TableBounds::Cosets(table)) => MadeTables::Cosets(table.level()),
            bounds => {
                let tables = bounds.iter().flat_map(TableBounds::tables);
                MadeTables::Patterns(tables.map(|table| table.positions()).collect())
            }
        }
    }

    /// The largest tables that earlier searches have made, or those that were given.
    pub fn so_far(&self) -> Patterns {
        let made = self.made.lock().expect("nobody panics here");
        let last = made.iter().rev().find_map(|(&size, bounds)| Some((size, bounds.clone()?)));
        last.map_or_else(|| self.given(), |(size, bounds)| self.patterns(size, bounds))
    }

    /// The tables of a size, which are made unless an earlier search has made them or they are in the cache: what was
    /// made besides does not change which ones they are. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If there are none, or `go_on` says that the search is to stop.
    pub fn of_size(&self, size: usize, go_on: &(dyn Fn() -> ControlFlow<()> + Sync)) -> Result<Patterns, NotMade> {
        if let Some((cube, level)) = self.cube_of(size) {
            return self.once(size, &|| match CosetTable::new(cube, *level, self.branching, go_on) {
                Ok(table) => Ok(Some(TableBounds::Cosets(Arc::new(table)))),
                Err(Unfinished::Interrupted { .. }) => Err(NotMade::Stopped),
                Err(Unfinished::Memory(_)) => Ok(None),
            });
        }
        let make = |_: &Question, index| {
            let stop = AtomicBool::new(false);
            // It is never lowered again: several threads ask.
            let progress = |_, _| {
                if go_on().is_break() {
                    stop.store(true, Relaxed);
                }
            };
            DistanceTable::build(index, &stop, &progress)
        };
        match &self.cache {
            Some(cache) => self.of_size_by(size, &|question, index| cache.load_or_make(question, index, &make), go_on),
            None => self.of_size_by(size, &make, go_on),
        }
    }

    /// As [`of_size`](Self::of_size), with a way to make each table and without the cache.
    ///
    /// # Errors
    /// If there are none, or a build was stopped.
    pub fn of_size_by(
        &self,
        size: usize,
        build: &Build<'_>,
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Patterns, NotMade> {
        self.once(size, &|| Ok(self.make(size, build, go_on)?.map(|bounds| TableBounds::Patterns(Arc::new(bounds)))))
    }

    /// The bounds of a size, which are made unless they were made before.
    fn once(&self, size: usize, make: &dyn Fn() -> Result<Option<TableBounds>, NotMade>) -> Result<Patterns, NotMade> {
        let made = || self.made.lock().expect("nobody panics here");
        let known = made().get(&size).cloned();
        let bounds = match known {
            Some(known) => known,
            None => {
                let bounds = make()?;
                made().insert(size, bounds.clone());
                bounds
            }
        };
        Ok(self.patterns(size, bounds.ok_or(NotMade::Full)?))
    }

    fn patterns(&self, size: usize, bounds: TableBounds) -> Patterns {
        Patterns { size, bounds: Some(bounds), are_exact: self.is_whole(size) || self.given.is_exact }
    }

    /// Makes the tables of all candidates of a size, and keeps the best of them and of those that were given; `None` if
    /// there are none.
    fn make(
        &self,
        size: usize,
        build: &Build<'_>,
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<PatternBounds>, NotMade> {
        let order: Vec<usize> = (0..self.question.moves().len()).collect();
        let of = Candidates::new(&self.question);
        // An index may take much memory itself. Sizes are estimates: two entries take a byte.
        let may_fit = |candidate: &&Candidate| candidate.size / 8.0 <= self.memory as f64;
        let candidates = self.candidates(size).par_iter().filter(may_fit);
        let seen = candidates.map(|candidate| self.seen_through(of.glasses(candidate), go_on));
        let seen = seen.collect::<Result<Vec<_>, NotMade>>()?;
        let (mut tables, mut left) = (self.given.tables.clone(), self.memory);
        for (glasses, question, index) in seen.into_iter().flatten() {
            if DistanceTable::memory_needed(&index) > left {
                continue;
            }
            let table = match self.known(&glasses) {
                Some(known) => known,
                None => match build(&question, index) {
                    Ok(Some(table)) => Arc::new(PatternTable::new(glasses, table, &order)),
                    Ok(None) => return Err(NotMade::Stopped),
                    Err(_) => continue,
                },
            };
            left = left.saturating_sub(table.bytes());
            tables.push(table);
        }
        let bounds = self.best_of(&tables);
        Ok((bounds.len() > 0).then_some(bounds))
    }

    /// The best of some tables.
    fn best_of(&self, tables: &[Arc<PatternTable>]) -> PatternBounds {
        let (question, moves) = (&self.question, self.question.moves().len());
        let target = &question.goal().targets()[0];
        PatternBounds::best_of(tables, &question.definition().shape, target, moves, self.branching)
    }

    /// The table of these glasses, if it is among those of another size.
    fn known(&self, glasses: &Glasses) -> Option<Arc<PatternTable>> {
        let made = self.made.lock().expect("nobody panics here");
        let mut tables = made.values().flatten().flat_map(|bounds| bounds.tables());
        tables.find(|table| table.glasses() == glasses).cloned()
    }

    /// The index of the positions that glasses show, if there is one, and a search can carry its coordinates.
    fn seen_through(
        &self,
        glasses: Glasses,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Option<(Glasses, Question, PositionIndex)>, NotMade> {
        let Ok(question) = self.question.through(&glasses) else { return Ok(None) };
        match PositionIndex::new_while(&question, go_on) {
            Ok(index) if index.values() <= PatternBounds::MOST_VALUES => Ok(Some((glasses, question, index))),
            Err(IndexError::Stopped) => Err(NotMade::Stopped),
            _ => Ok(None),
        }
    }

    /// The questions of the candidates of a size.
    pub fn questions(&self, size: usize) -> Vec<Question> {
        let of = Candidates::new(&self.question);
        let seen = |candidate| self.question.through(&of.glasses(candidate)).ok();
        self.candidates(size).iter().filter_map(seen).collect()
    }
}
