//! Good solutions beside a search for shortest ones.

use super::by_face_turns::ByFaceTurns;
use super::goal_of_cube::GoalOfCube;
use super::lock;
use super::quick::{Quick, turns};
use crate::clock::Instant;
use crate::cube::{Cubies, Metric, Shorter, shorter_solutions};
use crate::notation::{Algorithm, Cube};
use crate::nxn::Move;
use crate::plan::SearchQuery;
use crate::puzzle::{MoveIndex, Questions, Start};
use crate::search::{Answer, Monitor, Outcome, StopReason};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, Builder};
use std::time::Duration;

/// The time before good solutions are looked for: most searches are over by then.
const SOON: Duration = Duration::from_millis(100);
/// The time after which those who look for them rest.
const SLICE: Duration = Duration::from_millis(100);
/// The time for which they then rest, since the search needs the core. It does not depend on how long they took: they
/// may have waited for a core most of the time.
const REST: Duration = Duration::from_millis(1500);

/// The best solution of a 3x3x3 that is known while a search for shortest ones lasts, and the answer of one that is
/// stopped before it has found any.
pub struct BestSoFar {
    cube: Cubies,
    /// The goals of a question about the cube: less than all of a solution may be enough.
    goal: Option<GoalOfCube>,
    metric: Metric,
    /// The longest one that is of use.
    longest: usize,
    /// True if all solutions are wanted: one of them is no whole answer.
    all: bool,
    deterministic: bool,
    /// True if it must be the same one each time.
    is_exact: bool,
    /// True if the search may end with it.
    ends_search: bool,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    best: Option<Algorithm>,
    /// True if nobody was told of it.
    is_news: bool,
    /// True if [`look`](BestSoFar::look) was called.
    is_looked_for: bool,
}

impl BestSoFar {
    /// No solution so far; `None` for other sizes. It may have at most `longest` moves, if that is given. With `exact`,
    /// or in a deterministic query, it does not depend on time: it is found when the search is over.
    pub fn new(cube: &Cube, metric: Metric, query: &SearchQuery, longest: Option<u8>, exact: bool) -> Option<Self> {
        Some(Self::of((*cube.pieces()?, None), metric, query, longest, exact))
    }

    /// As [`new`](Self::new), for questions about a 3x3x3 by all its face turns: each solution ends where it leads to a
    /// goal. `None` if not all pieces of the start are known.
    pub(super) fn of_questions(
        cube: &Arc<ByFaceTurns>,
        (questions, start): (&Questions, &Start),
        query: &SearchQuery,
        longest: Option<u8>,
        exact: bool,
    ) -> Option<Self> {
        let (goal, pieces) = GoalOfCube::of(cube, questions, start)?;
        Some(Self::of((pieces, Some(goal)), cube.metric(), query, longest, exact))
    }

    fn of(
        (cube, goal): (Cubies, Option<GoalOfCube>),
        metric: Metric,
        query: &SearchQuery,
        longest: Option<u8>,
        exact: bool,
    ) -> Self {
        let SearchQuery { all, deterministic, .. } = *query;
        Self {
            cube,
            goal,
            metric,
            longest: longest.map_or(usize::MAX, usize::from),
            all,
            deterministic,
            is_exact: exact || deterministic,
            ends_search: false,
            known: Mutex::default(),
        }
    }

    /// The search is over when it has proven that none is shorter than the best one, if a single solution is wanted.
    /// Its last length is then not searched to an end.
    #[must_use]
    pub fn ending_search(self) -> Self {
        Self { ends_search: !self.all, ..self }
    }

    /// Does a search while another thread looks for good solutions, for a sixteenth of its time once it has one.
    pub fn beside<R>(&self, monitor: &Monitor, search: impl FnOnce() -> R) -> R {
        if self.is_exact {
            return search();
        }
        let (over, wait) = channel::<()>();
        thread::scope(|scope| {
            let look = move || self.improve(monitor, &wait);
            let _ = Builder::new().name("good solutions".to_owned()).spawn_scoped(scope, look);
            let result = search();
            drop(over);
            result
        })
    }

    /// Looks for better and better ones until the search is over, or none can be better.
    fn improve(&self, monitor: &Monitor, wait: &Receiver<()>) {
        let lasts = |pause| wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout);
        if !lasts(SOON) {
            return;
        }
        let (mut since, mut has_one) = (None, false);
        shorter_solutions(&self.cube, |told| {
            if let Shorter::Found(moves) = told {
                // Also one that is too long to be of use.
                has_one = true;
                self.offer(turns(moves));
            }
            // The first time also made tables.
            let busy = since.get_or_insert_with(Instant::now).elapsed();
            let length = self.lock().best.as_ref().map(|best| best.length(self.metric));
            if let (true, Some(length)) = (self.ends_search, length) {
                monitor.known.store(length as u8, Ordering::Relaxed);
            }
            // None is shorter than what is proven, and those that are too long are of no use.
            let least = usize::from(monitor.lower_bound.load(Ordering::Relaxed));
            let is_last = length.is_some_and(|length| length <= least) || least > self.longest;
            let rests = busy >= SLICE && has_one;
            let goes_on = !is_last && lasts(if rests { REST } else { Duration::ZERO });
            if rests {
                since = Some(Instant::now());
            }
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// Finds one in milliseconds, if none is known: for where no other thread can be started.
    pub fn look(&self) {
        if self.is_exact || std::mem::replace(&mut self.lock().is_looked_for, true) {
            return;
        }
        self.find();
    }

    fn find(&self) {
        if let Answer::Solved(solutions) = Quick::new().outcome(&self.cube).answer {
            solutions.into_iter().for_each(|moves| self.offer(moves));
        }
    }

    fn offer(&self, moves: Vec<Move>) {
        let needed = match &self.goal {
            Some(goal) => goal.part_of(&moves),
            None => Some(moves),
        };
        let Some(moves) = needed.map(Algorithm::from) else { return };
        let mut known = self.lock();
        let length = moves.length(self.metric);
        let is_better = known.best.as_ref().is_none_or(|best| length < best.length(self.metric));
        if length <= self.longest && is_better {
            (known.best, known.is_news) = (Some(moves), true);
        }
    }

    /// The best one, if it is better than at the last call.
    pub fn news(&self) -> Option<Algorithm> {
        let mut known = self.lock();
        let is_news = std::mem::take(&mut known.is_news);
        known.best.clone().filter(|_| is_news)
    }

    /// The metric that its length is in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The outcome of the search; if it was stopped, with the best solution in the place of none, unless a device has
    /// failed.
    pub fn in_place_of_none(&self, outcome: Outcome<Move>) -> Outcome<Move> {
        self.in_place_of_none_as(outcome, <[Move]>::to_vec)
    }

    /// The same in moves of the questions.
    ///
    /// # Panics
    /// If it is of no questions.
    pub fn in_place_of_none_by_moves(&self, outcome: Outcome<MoveIndex>) -> Outcome<MoveIndex> {
        let goal = self.goal.as_ref().expect("it was made of questions");
        self.in_place_of_none_as(outcome, |turns| goal.moves(turns))
    }

    fn in_place_of_none_as<M>(&self, outcome: Outcome<M>, moves: impl Fn(&[Move]) -> Vec<M>) -> Outcome<M> {
        let Answer::Stopped(reason) = outcome.answer else { return outcome };
        if matches!(reason, StopReason::Device { .. }) {
            return outcome;
        }
        if self.lock().best.is_none() {
            self.find();
        }
        let Some(best) = self.lock().best.clone() else { return outcome };
        // What is as short as the proven bound is a shortest one, whatever has stopped the search.
        let is_shortest = best.length(self.metric) == usize::from(outcome.lower_bound) && !self.deterministic;
        let answer = Answer::Solved(vec![moves(&best)]);
        Outcome { answer, incomplete: Some(reason).filter(|_| self.all || !is_shortest), ..outcome }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }
}
