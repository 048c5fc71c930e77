//! One search of one puzzle with one configuration, and its expected result.

use super::automata::{Kind, Rules};
use super::puzzle::Puzzle;
use super::space::{Names, Small, all_solutions, first_solution, mix};
use cubepdb::internals::{
    prune::table::{TranspositionTable, build_table},
    search::{Control, Limits, Method, TranspositionPruning, Workers, solve},
};
use cubepdb::{
    Threads,
    plan::{OneSidedKernel, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Answer, Automaton, Counters, Executor, Outcome, Sequential, Space, TranspositionKind},
};
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::LazyLock;

static POOLS: LazyLock<[Threads; 2]> = LazyLock::new(|| [2, 4].map(|threads| Threads::new(threads).unwrap()));

/// A number of workers.
pub fn executor(workers: usize) -> &'static dyn Executor {
    match workers {
        1 => &Sequential,
        2 => &POOLS[0],
        4 => &POOLS[1],
        _ => unreachable!("1, 2 or 4 workers"),
    }
}

/// All schedulers with their default parameters, and with parameters that split small trees.
pub fn random_scheduler(random: &mut Rng) -> Scheduler {
    let scheduler = Scheduler::ALL[random.usize(..Scheduler::ALL.len())];
    if random.bool() { scheduler } else { scheduler.with_moves(random.u8(1..=3)) }
}

/// Lower bounds for all states.
pub fn random_bound(random: &mut Rng, puzzle: &Puzzle) -> Vec<u8> {
    match random.u8(..4) {
        0 => vec![0; puzzle.states],
        1 => puzzle.pattern.clone(),
        // Admissible, but not consistent.
        kind => {
            let most = if kind == 2 { 2 } else { 5 };
            let noisy = |&exact: &u8| exact.min(60).saturating_sub(random.u8(..=most));
            puzzle.distance.iter().map(noisy).collect()
        }
    }
}

/// A transposition table of some kind and size.
pub struct Table {
    pub table: Box<dyn TranspositionTable>,
    pub name: String,
    pub depth: u8,
}

pub fn random_table(random: &mut Rng, rules: &Rules, names: Names) -> Table {
    let contexts = match names {
        Names::Classes => rules.symmetric.clone().expect("symmetric contexts"),
        _ => rules.contexts.clone(),
    };
    let (kind, bytes) = match random.u8(..6) {
        0 => (TranspositionKind::Packed, 64),
        1 => (TranspositionKind::Packed, 64 << random.u8(1..4)),
        2 | 3 => (TranspositionKind::Packed, 1 << 16),
        4 => (TranspositionKind::Epoch, 1 << random.u8(10..16)),
        _ => (TranspositionKind::Dashmap, 1 << random.u8(10..16)),
    };
    let table = build_table(kind, bytes, 13, contexts).expect("memory for a small table");
    Table { table, name: format!("{kind} {bytes} {names:?}"), depth: random.u8(1..=8) }
}

/// The configuration of the search of one state.
#[derive(Clone)]
pub struct Case<'a> {
    pub automaton: &'a Automaton,
    pub start: u16,
    pub duplicates: Option<TranspositionPruning<'a>>,
    pub kernel: OneSidedKernel,
    pub scheduler: Scheduler,
    pub workers: usize,
    pub query: SearchQuery,
    pub lengths: (u8, u8),
    pub limits: Limits,
}

impl<'a> Case<'a> {
    /// One worker, one solution.
    pub fn plain(
        automaton: &'a Automaton,
        start: u16,
        duplicates: Option<TranspositionPruning<'a>>,
        max_depth: u8,
    ) -> Self {
        Self {
            automaton,
            start,
            duplicates,
            kernel: OneSidedKernel::Iterative,
            scheduler: Scheduler::Sequential,
            workers: 1,
            query: SearchQuery { max_depth, ..SearchQuery::default() },
            lengths: (0, 1),
            limits: Limits::default(),
        }
    }

    pub fn run<S: Space<Node = u16>>(&self, space: &S) -> Outcome<MoveIndex> {
        let Self { automaton, duplicates, kernel, scheduler, lengths, .. } = *self;
        let method = Method { automaton, duplicates, kernel, scheduler, lengths };
        Control::unwatched(self.limits, |control| {
            solve(space, self.start, &method, &self.query, &Workers::new(control, executor(self.workers)))
        })
    }

    /// Returns whether the answer has the right length, or correctly says that there is none.
    pub fn is_optimal(&self, puzzle: &Puzzle, outcome: &Outcome<MoveIndex>) -> bool {
        let distance = puzzle.distance[usize::from(self.start)];
        match &outcome.answer {
            Answer::Solved(words) => {
                let end = |word: &[MoveIndex]| word.iter().fold(self.start, |state, &by| puzzle.after(state, by));
                words[0].len() == usize::from(distance)
                    && distance <= self.query.max_depth
                    && outcome.lower_bound == distance
                    && words.iter().all(|word| end(word) == 0)
            }
            Answer::NoSolution => distance > self.query.max_depth && outcome.lower_bound > self.query.max_depth,
            Answer::Stopped(_) => self.limits.nodes.is_some() && outcome.lower_bound <= distance,
        }
    }
}

/// The searches of one puzzle with one automaton, one bound and several initial states. Node counts are kept for
/// comparison.
pub struct Group<'a> {
    puzzle: &'a Puzzle,
    rules: &'a Rules,
    bound: Vec<u8>,
    names: Names,
    /// Largest number of sequences of each length.
    words: Vec<u128>,
    trees: HashMap<(u16, u8), (u64, u64)>,
    pub instances: u64,
}

impl<'a> Group<'a> {
    pub fn new(random: &mut Rng, puzzle: &'a Puzzle, rules: &'a Rules) -> Self {
        let names = if rules.symmetric.is_some() && random.bool() { Names::Classes } else { Names::Exact };
        let words = rules.automaton.words(24);
        let bound = random_bound(random, puzzle);
        Self { puzzle, rules, bound, names, words, trees: HashMap::new(), instances: 0 }
    }

    /// The longest length to search, for about `budget` sequences.
    fn longest(&self, budget: u128) -> u8 {
        let mut sum = 0;
        let affordable = self.words.iter().take_while(|&&count| {
            sum += count;
            sum <= budget
        });
        (affordable.count() - 1) as u8
    }

    /// Searches several initial states with several configurations, some of them with a shared table.
    pub fn search(&mut self, random: &mut Rng, searches: usize) {
        // Without bounds most sequences are visited; tables and bounds let the search go deeper.
        let budget = if self.bound.iter().all(|&bound| bound == 0) { 5000 } else { 20_000 };
        let longest = self.longest(budget);
        let near: Vec<u16> = (0..self.puzzle.states as u16)
            .filter(|&state| self.puzzle.distance[usize::from(state)] <= longest || random.u8(..16) == 0)
            .collect();
        let mut table = random_table(random, self.rules, self.names);
        for _ in 0..searches {
            if random.u8(..3) == 0 {
                table = random_table(random, self.rules, self.names);
            }
            let start = near[random.usize(..near.len())];
            self.one(random, start, longest, &table);
        }
    }

    /// Makes one search, and checks everything known about its result.
    fn one(&mut self, random: &mut Rng, start: u16, longest: u8, table: &Table) {
        let Self { puzzle, rules, names, .. } = *self;
        let distance = puzzle.distance[usize::from(start)];
        let max_depth = match random.u8(..4) {
            0 => longest,
            1 => longest.min(distance.saturating_sub(1)),
            _ => longest.min(distance.saturating_add(random.u8(..2))),
        };
        let all = random.u8(..3) == 0;
        let canonical = (rules.kind == Kind::Free && puzzle.axes.is_some() && random.bool()).then_some(());
        let canonical = canonical.map(|()| super::automata::faces(puzzle, &|a, b| a < b));
        let space = Small {
            puzzle,
            bound: &self.bound,
            names,
            shuffled: (random.u8(..4) == 0).then(|| random.u64(..)),
            canonical: canonical.as_ref(),
        };
        let contexts = if names == Names::Classes { rules.symmetric.as_ref() } else { Some(&rules.contexts) };
        let contexts = contexts.expect("symmetric contexts");
        let uses_table = random.u8(..4) > 0;
        let duplicates = TranspositionPruning { table: &*table.table, contexts, depth: table.depth };
        let case = Case {
            automaton: &rules.automaton,
            start,
            duplicates: uses_table.then_some(duplicates),
            kernel: OneSidedKernel::ALL[random.usize(..2)],
            scheduler: random_scheduler(random),
            workers: [1, 1, 1, 1, 2, 4][random.usize(..6)],
            query: SearchQuery {
                all,
                slack: if all { random.u8(..3).saturating_sub(1) } else { 0 },
                max_depth,
                deterministic: !all && random.u8(..3) == 0,
            },
            lengths: self.lengths(random, start),
            // A search that ends early leaves a table that the next ones use.
            limits: Limits { nodes: (random.u8(..10) == 0).then(|| random.u64(1..200)), ..Limits::default() },
        };
        let outcome = case.run(&space);
        let table_name = if uses_table { &table.name } else { "none" };
        let described = || {
            format!(
                "CUBEPDB_SEED={} search {}: start {start} at {distance}, {:?} {:?}, table {table_name} depth {}, \
                 {} {} {} workers, {:?} from {:?}, limit {:?}, shuffled {:?}: {outcome:?}",
                puzzle.seed,
                self.instances,
                rules.kind,
                puzzle.turns,
                table.depth,
                case.kernel,
                case.scheduler,
                case.workers,
                case.query,
                case.lengths,
                case.limits.nodes,
                space.shuffled,
            )
        };
        assert!(case.is_optimal(puzzle, &outcome), "{}", described());
        if outcome.incomplete.is_none()
            && let Answer::Solved(words) = &outcome.answer
        {
            if all {
                let last = max_depth.min(distance.saturating_add(case.query.slack));
                // Where all lengths have one parity, the others are not searched.
                let expected = all_solutions(&space, &rules.automaton, start, (distance, last));
                assert_eq!(*words, expected, "{}", described());
            } else {
                assert_eq!(words.len(), 1, "{}", described());
                if case.query.deterministic && canonical.is_none() && space.shuffled.is_none() {
                    let first = first_solution(puzzle, &rules.automaton, start, distance);
                    assert_eq!(Some(&words[0]), first.as_ref(), "{}", described());
                }
            }
        }
        if !uses_table {
            for iteration in outcome.iterations.iter().filter(|iteration| iteration.completed) {
                let length = iteration.bound;
                let (automaton, bound) = (&rules.automaton, &self.bound);
                let counted = *self
                    .trees
                    .entry((start, length))
                    .or_insert_with(|| super::puzzle::tree(puzzle, automaton, bound, start, length));
                let counters = iteration.counters;
                assert_eq!((counters.nodes, counters.expanded), counted, "length {length}, {}", described());
            }
        }
        if !uses_table && case.workers == 1 && case.limits.nodes.is_none() {
            // The last iteration too, which ends in the midst of the tree if one solution is wanted.
            for kernel in OneSidedKernel::ALL {
                let other = Case { kernel, ..case.clone() }.run(&space);
                assert_eq!(other.answer, outcome.answer, "{kernel}, {}", described());
                let counted = |outcome: &Outcome<MoveIndex>| -> Vec<Counters> {
                    outcome.iterations.iter().map(|iteration| iteration.counters).collect()
                };
                assert_eq!(counted(&other), counted(&outcome), "{kernel}, {}", described());
            }
        }
        self.instances += 1;
    }

    /// The first length and the step to the next: steps of two where all solutions have the same parity.
    fn lengths(&self, random: &mut Rng, start: u16) -> (u8, u8) {
        let bound = self.bound[usize::from(start)];
        let first = if random.bool() { 0 } else { bound };
        match &self.puzzle.parity {
            Some(is_odd) if random.bool() => (first + u8::from((first % 2 == 1) != is_odd[usize::from(start)]), 2),
            _ => (first, 1),
        }
    }
}

/// Makes all searches of the puzzle of a seed; returns their number.
pub fn search_puzzle(seed: u64, kinds: &[Kind], searches: usize) -> u64 {
    let puzzle = Puzzle::random(seed);
    let mut random = Rng::with_seed(mix(seed, 1));
    let mut instances = 0;
    for &kind in kinds {
        let rules = Rules::new(&puzzle, kind);
        for _ in 0..3 {
            let mut group = Group::new(&mut random, &puzzle, &rules);
            group.search(&mut random, searches / (3 * kinds.len()));
            instances += group.instances;
        }
    }
    instances
}
