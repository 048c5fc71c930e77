//! Iterative deepening: one loop for all engines, which proves one length after the other impossible until it finds the
//! shortest solutions.

use crate::clock::Instant;
use crate::heuristic::Expansion;
use crate::plan::SearchQuery;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::{Journal, Resumed};
use crate::search::control::{Control, Examination};
use crate::search::executor::Executor;
use crate::search::outcome::{Answer, Outcome};
use crate::search::ranks::Team;
use crate::search::report::{IterationReport, Searched, TaskReport};
use std::collections::HashSet;
use std::mem;
use std::time::Duration;

/// Searches the trees of one position, one length at a time.
pub(super) trait DepthLimitedSearch {
    /// Searches the tree of one length: all move sequences of exactly `bound` moves, except those that cannot be or
    /// need not be solutions. `unsolved`: whether no shorter solution is known.
    ///
    /// In the report, `complete` is false if a part of the tree was left out; then there has to be a solution, or the
    /// control has stopped the search. `overshoot` is how far the least f-value over the bound exceeds it, 1 if that is
    /// not known. The default, [`Expansion::NOTHING_CUT`], states that there are no longer sequences, and ends the
    /// search.
    ///
    /// The engine tells the control how many nodes it has searched, and leaves when the control says so.
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched;

    /// The normal form of a solution, see [`Space::normal_form`](super::Space::normal_form).
    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>>;

    /// Prepares the search of the next length. Returns the [scores](Self::scores) if that has changed them. Not called
    /// for a length that an earlier run has begun: the scores are then those that it began with.
    fn begin(&mut self) -> Option<Vec<u16>> {
        None
    }

    /// The scores of all root tasks of the last length that was searched to its end, by their numbers: what a resumed
    /// search needs to go on in the same order. Empty for an engine that keeps none.
    fn scores(&self) -> Vec<u16> {
        Vec::new()
    }

    /// Takes up the [scores](Self::scores) that an earlier run had after the length `bound`.
    fn resume(&mut self, _bound: u8, _scores: &[u16]) {}
}

/// The workers of a search, who watches it, and what is known before it begins.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Limits and progress.
    pub control: &'a Control<'a>,
    /// The threads of this process.
    pub executor: &'a dyn Executor,
    /// Knows which tasks are finished, and keeps what is found in them.
    pub(super) journal: Option<&'a Journal<'a>>,
    /// Other ranks that search with this one: they share the tasks.
    pub(super) team: Option<&'a Team<'a>>,
    /// The least length that is not yet proven impossible: shorter ones are not searched.
    pub(super) from: u8,
}

impl<'a> Workers<'a> {
    /// The threads of this process, for all lengths.
    pub fn new(control: &'a Control<'a>, executor: &'a dyn Executor) -> Self {
        Self { control, executor, journal: None, team: None, from: 0 }
    }

    /// Together with other ranks, if there are any: each of them asks for the same search at the same time, with the
    /// same options and tables, and all get the same outcome; what each rank did by itself is known to the first. The
    /// team distributes the tree, whatever the scheduler, and the first rank keeps the limit of nodes for all of them.
    /// If one fails, all panic.
    #[must_use]
    pub fn with_team(self, team: Option<&'a Team<'a>>) -> Self {
        Self { team, ..self }
    }

    /// Where all lengths below `from` are known to be impossible.
    #[must_use]
    pub fn from_length(self, from: u8) -> Self {
        Self { from, ..self }
    }

    /// The examination of solutions: of all of them where ranks have to agree. A checkpoint has all that were found,
    /// and a search that is resumed from it examines them again.
    pub(super) fn examination(&self) -> Examination<'a> {
        Examination::new(self.control, self.team.is_some())
    }
}

/// Searches one length after the other until the query is answered. `first` is the first length that is possible,
/// `step` the distance to the next: 2 where all solutions have the same parity.
pub(super) fn deepen(
    engine: &mut dyn DepthLimitedSearch,
    (first, step): (u8, u8),
    query: &SearchQuery,
    workers: &Workers<'_>,
) -> Outcome<MoveIndex> {
    let &Workers { control, journal, from, .. } = workers;
    control.set_deterministic(query.deterministic);
    let mut resumed = journal.map_or_else(Resumed::default, Journal::resumed);
    let mut iterations = resumed.iterations;
    iterations.iter().for_each(|iteration| control.report_iteration(iteration));
    let mut solutions = Solutions::known(resumed.solutions);
    let mut incomplete = None;
    let mut last = query.last_length(&solutions.sequences);
    // Never a length of the other parity, whatever was proven of it.
    let start = resumed.next.unwrap_or(first);
    let mut bound = start.saturating_add(from.saturating_sub(start).div_ceil(step).saturating_mul(step));
    if !iterations.is_empty() || !resumed.scores.is_empty() {
        engine.resume(iterations.last().map_or(bound, |iteration| iteration.bound), &resumed.scores);
    }
    // The largest number stands for no length.
    while bound <= last && bound < u8::MAX {
        let started = Instant::now();
        control.begin(bound, solutions.sequences.len());
        let scores = if mem::take(&mut resumed.is_begun) { None } else { engine.begin() };
        if let Some((journal, scores)) = journal.zip(scores) {
            journal.prepared(scores);
        }
        let earlier = journal.map_or(Duration::ZERO, |journal| journal.begin(bound));
        let (found, scheduler) = engine.search(bound, solutions.sequences.is_empty());
        let TaskReport { solutions: sequences, counters, overshoot, mut complete } = found;
        let mut examination = workers.examination();
        solutions.add(|sequence| engine.normal_form(sequence), sequences, query.all, &mut examination);
        complete &= examination.ended.is_none();
        let iteration =
            IterationReport { bound, counters, scheduler, completed: complete, time: earlier + started.elapsed() };
        last = query.last_length(&solutions.sequences);
        let next = next_length(bound, step, overshoot, solutions.sequences.is_empty());
        // A search for one solution that has it is over: going on from here would find nothing to do.
        let is_over = !query.all && !solutions.sequences.is_empty();
        if let Some(journal) = journal.filter(|_| complete && !is_over) {
            journal.close(&iteration, &solutions.sequences, next, engine.scores());
        }
        control.report_iteration(&iteration);
        iterations.push(iteration);
        if !complete && !is_over {
            incomplete = examination.ended.or_else(|| control.stop_reason());
            assert!(incomplete.is_some(), "a tree is left early for a reason");
            break;
        }
        if query.deterministic && !complete && control.is_over() {
            // A task before the one with the solution may have been skipped.
            incomplete = control.stop_reason();
        }
        bound = next;
    }
    if let Some(journal) = journal.filter(|_| incomplete.is_some()) {
        journal.save();
    }
    // All lengths below `bound` are proven impossible, or were searched after the shortest solution was known.
    let sequences = solutions.sequences;
    let lower_bound = sequences.first().map_or(bound.min(last.saturating_add(1)), |sequence| sequence.len() as u8);
    let answer = match incomplete {
        _ if !sequences.is_empty() => Answer::Solved(sequences),
        Some(reason) => Answer::Stopped(reason),
        None => Answer::NoSolution,
    };
    let incomplete = incomplete.filter(|_| matches!(answer, Answer::Solved(_)));
    Outcome { answer, lower_bound, iterations, incomplete, transpositions: None }
}

/// The next length worth searching: the least f-value that was cut off, if it is more than a step away.
pub(super) fn next_length(bound: u8, step: u8, overshoot: u8, unsolved: bool) -> u8 {
    match overshoot {
        // A finite tree that was searched completely has no longer sequences.
        Expansion::NOTHING_CUT if unsolved => u8::MAX,
        Expansion::NOTHING_CUT => bound.saturating_add(step),
        overshoot => bound.saturating_add(overshoot.max(1).div_ceil(step).saturating_mul(step)),
    }
}

/// The solutions so far, shortest first, each once.
#[derive(Default)]
struct Solutions {
    sequences: Vec<Vec<MoveIndex>>,
    known: HashSet<Vec<MoveIndex>>,
}

impl Solutions {
    /// The solutions known from earlier runs.
    fn known(sequences: Vec<Vec<MoveIndex>>) -> Self {
        Self { known: sequences.iter().cloned().collect(), sequences }
    }

    /// Adds the solutions of one length in their normal forms. A sequence that passes through the goal is a shorter
    /// solution followed by more moves. One that has no normal form, since a shorter one does the same, is left out
    /// only if a shorter one is known: otherwise no solution would look like a proof that there is none. Those that are
    /// not examined any more are left out.
    fn add(
        &mut self,
        normal_form: impl Fn(Vec<MoveIndex>) -> Option<Vec<MoveIndex>>,
        found: Vec<Vec<MoveIndex>>,
        all: bool,
        examination: &mut Examination<'_>,
    ) {
        // The first sequence in move order, not in the order of the normal forms: it is the one that is always found.
        let found = if all { found } else { found.into_iter().min().into_iter().collect() };
        let shortest = self.sequences.first().map_or(usize::MAX, Vec::len);
        let examined = found.into_iter().take_while(|_| examination.goes_on());
        let normal = examined.filter_map(|word| match normal_form(word.clone()) {
            None if shortest >= word.len() => Some(word),
            normal => normal,
        });
        let mut new: Vec<_> =
            normal.filter(|sequence| !(0..sequence.len()).any(|end| self.known.contains(&sequence[..end]))).collect();
        new.sort();
        new.dedup();
        self.known.extend(new.iter().cloned());
        self.sequences.append(&mut new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::checkpoint::Saving;
    use crate::search::checkpoint::tests::Memory;
    use crate::search::control::{Limits, Monitor, StopReason};
    use crate::search::executor::Sequential;
    use crate::search::statistics::SchedulerStatistics;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    /// The least that an engine has to do. There is one solution of each of these lengths: one move, repeated.
    struct Repeated<'a> {
        lengths: [u8; 2],
        control: &'a Control<'a>,
        interrupt: &'a AtomicBool,
        /// The length at which a person interrupts the search.
        interrupted_at: u8,
        searched: Vec<u8>,
    }

    impl DepthLimitedSearch for Repeated<'_> {
        fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
            self.searched.push(bound);
            self.interrupt.store(bound == self.interrupted_at, Ordering::Relaxed);
            let complete = self.control.count_nodes(1);
            let found = self.lengths.iter().position(|&length| length == bound && complete);
            let solutions = found.map(|by| vec![MoveIndex::new(by); usize::from(bound)]).into_iter().collect();
            (TaskReport { solutions, overshoot: 1, complete, ..TaskReport::default() }, SchedulerStatistics::default())
        }

        fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
            Some(solution)
        }
    }

    #[test]
    fn lengths_are_searched_until_the_query_is_answered() {
        let usual = SearchQuery { max_depth: 9, ..SearchQuery::default() };
        let found =
            |lengths: &[usize]| Answer::Solved(lengths.iter().map(|&n| vec![MoveIndex::new(n / 7); n]).collect());
        let interrupted = || Answer::Stopped(StopReason::Interrupt);
        for (query, (first, step, from), interrupted_at, searched, answer, lower_bound) in [
            (usual, (3, 1, 0), 0, vec![3, 4, 5], found(&[5]), 5),
            (usual, (3, 2, 0), 0, vec![3, 5], found(&[5]), 5),
            (usual, (6, 1, 0), 0, vec![6, 7], found(&[7]), 7),
            // Shorter lengths are known to be impossible, in one case with the other parity.
            (usual, (1, 1, 4), 0, vec![4, 5], found(&[5]), 5),
            (usual, (1, 2, 4), 0, vec![5], found(&[5]), 5),
            (usual, (3, 2, 2), 0, vec![3, 5], found(&[5]), 5),
            (SearchQuery { all: true, slack: 2, ..usual }, (4, 1, 0), 0, vec![4, 5, 6, 7], found(&[5, 7]), 5),
            (SearchQuery { max_depth: 4, ..usual }, (2, 1, 0), 0, vec![2, 3, 4], Answer::NoSolution, 5),
            (usual, (2, 1, 0), 4, vec![2, 3, 4], interrupted(), 4),
        ] {
            let (told, interrupt) = (Arc::new(Mutex::new(Vec::new())), AtomicBool::new(false));
            let bounds = told.clone();
            let monitor = Monitor::observed_by(move |iteration| bounds.lock().unwrap().push(iteration.bound));
            let control = Control::new(Limits::default(), &monitor, &interrupt);
            let workers = Workers { from, ..Workers::new(&control, &Sequential) };
            let (control, interrupt, none) = (&control, &interrupt, Vec::new());
            let mut engine = Repeated { lengths: [5, 7], control, interrupt, interrupted_at, searched: none };
            let outcome = deepen(&mut engine, (first, step), &query, &workers);
            assert_eq!(engine.searched, searched);
            assert_eq!((outcome.answer, outcome.lower_bound), (answer, lower_bound), "{searched:?}");
            assert_eq!(outcome.iterations.len(), searched.len());
            assert_eq!(*told.lock().unwrap(), searched);
        }
    }

    /// Finds a solution in a tree that it searches to its end, though a limit is reached meanwhile.
    struct JustInTime<'a>(&'a Control<'a>);

    impl DepthLimitedSearch for JustInTime<'_> {
        fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
            assert!(!self.0.count_nodes(100));
            let solutions = vec![vec![MoveIndex::new(0); usize::from(bound)]];
            (TaskReport { solutions, overshoot: 1, ..TaskReport::default() }, SchedulerStatistics::default())
        }

        fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
            Some(solution)
        }
    }

    #[test]
    fn a_limit_at_the_end_of_the_last_tree_changes_nothing() {
        let monitor = Monitor::default();
        let interrupt = AtomicBool::new(false);
        for deterministic in [false, true] {
            let query = SearchQuery { max_depth: 5, deterministic, ..SearchQuery::default() };
            let control = Control::new(Limits { nodes: Some(9), ..Limits::default() }, &monitor, &interrupt);
            let sink = Memory::default();
            let saving = Saving { sink: &sink, every: Duration::ZERO, resume: None, failed: &|_| () };
            let journal = Journal::new(saving, String::new(), 18).unwrap();
            let workers = Workers { journal: Some(&journal), ..Workers::new(&control, &Sequential) };
            let outcome = deepen(&mut JustInTime(&control), (5, 1), &query, &workers);
            assert_eq!(outcome.answer, Answer::Solved(vec![vec![MoveIndex::new(0); 5]]));
            assert_eq!(outcome.incomplete, None);
            // The answer of a search for one solution is not saved as a part of it.
            journal.inspect(|progress| assert_eq!(progress.solutions, [] as [Vec<MoveIndex>; 0]));
        }
    }

    /// Adds solutions, all of which are examined.
    fn add(
        solutions: &mut Solutions,
        normal_form: impl Fn(Vec<MoveIndex>) -> Option<Vec<MoveIndex>>,
        found: Vec<Vec<MoveIndex>>,
        all: bool,
    ) {
        Control::unwatched(Limits::default(), |control| {
            solutions.add(normal_form, found, all, &mut Examination::new(control, true));
        });
    }

    /// A normal form that reverses the sequence.
    fn reversed(sequence: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(sequence.into_iter().rev().collect())
    }

    /// The later sequences found depend on the timing of the workers; the first one does not.
    #[test]
    fn one_solution_is_the_first_sequence_found_and_not_the_first_normal_form() {
        let sequence = |letters: [usize; 2]| letters.map(MoveIndex::new).to_vec();
        for found in
            [vec![sequence([0, 9])], vec![sequence([1, 2]), sequence([0, 9])], vec![sequence([0, 9]), sequence([8, 0])]]
        {
            let mut solutions = Solutions::default();
            add(&mut solutions, reversed, found.clone(), false);
            assert_eq!(solutions.sequences, [sequence([9, 0])], "{found:?}");
        }
    }

    /// An engine may be wrong about what can be shortened.
    #[test]
    fn a_solution_is_dropped_only_for_a_shorter_one_that_is_known() {
        let word = |length: usize| vec![MoveIndex::new(0); length];
        for all in [false, true] {
            let mut solutions = Solutions::default();
            add(&mut solutions, |_| None, vec![word(3)], all);
            assert_eq!(solutions.sequences, [word(3)], "nothing is shorter");
            let other = vec![MoveIndex::new(1); 4];
            add(&mut solutions, |_| None, vec![other], all);
            assert_eq!(solutions.sequences, [word(3)]);
        }
    }

    #[test]
    fn lengths_are_skipped_only_where_bounds_allow_it() {
        assert_eq!(next_length(7, 1, 1, true), 8);
        assert_eq!(next_length(7, 2, 1, true), 9);
        assert_eq!(next_length(7, 2, 3, true), 11);
        assert_eq!(next_length(7, 1, 3, true), 10);
        assert_eq!(next_length(7, 1, Expansion::NOTHING_CUT, true), u8::MAX);
        assert_eq!(next_length(7, 1, Expansion::NOTHING_CUT, false), 8);
        assert_eq!(next_length(250, 2, 99, true), u8::MAX);
    }
}
