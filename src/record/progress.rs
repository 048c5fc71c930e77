//! Progress of searches.

use crate::clock::Instant;
use crate::notation::Algorithm;
use serde::Serialize;
use std::time::Duration;

/// Where the search for one cube is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchProgress {
    /// The length that is searched.
    pub bound: u8,
    /// No solution is shorter: proven. Below `bound` where longer solutions are wanted, too.
    pub lower_bound: u8,
    /// Subtrees that are done.
    pub tasks_done: u64,
    /// Subtrees that are known; 0 if that cannot be said.
    pub tasks: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes in a second, on average.
    pub nodes_per_second: f64,
    /// Seconds that it will still take, if that can be said.
    pub seconds_left: Option<f64>,
    /// The best solution so far, if one is known. It need not be a shortest one.
    pub best: Option<BestRecord>,
}

/// A solution that may be replaced by a shorter one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BestRecord {
    /// Its moves.
    pub length: usize,
    /// The solution.
    #[cfg_attr(test, schemars(regex(pattern = r"^\S+( \S+)*$")))]
    pub solution: String,
}

/// Where several searches at a time are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BatchProgress {
    /// Cubes that are done.
    pub done: u64,
    /// The cubes that are being searched.
    pub in_work: Vec<InWork>,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes in a second, on average.
    pub nodes_per_second: f64,
}

/// A cube that is being searched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InWork {
    /// Number of the cube.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub id: u64,
    /// The length that is searched.
    pub bound: u8,
}

/// Estimates how fast a search goes, and how long a length will still take.
pub struct Estimate {
    started: Instant,
    /// The current iteration: its length, the time when it was first seen, and the number of subtrees finished then.
    pub iteration: (u8, Instant, u64),
    /// No solution is shorter: proven.
    lower_bound: u8,
    /// The best solution so far.
    best: Option<BestRecord>,
}

impl Default for Estimate {
    fn default() -> Self {
        Self::new()
    }
}

impl Estimate {
    /// The estimate of a search that begins now.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { started: now, iteration: (0, now, 0), lower_bound: 0, best: None }
    }

    /// That of another search for the same cube: it begins now, with all that is known.
    pub fn of_next_search(self) -> Self {
        Self { lower_bound: self.lower_bound, best: self.best, ..Self::new() }
    }

    /// Takes note of a solution if it is the best so far; its length is in the metric of the search.
    pub fn better(&mut self, solution: &Algorithm, length: usize) {
        if self.best.as_ref().is_none_or(|best| length < best.length) {
            self.best = Some(BestRecord { length, solution: solution.to_string() });
        }
    }

    /// The progress of a search of length `bound`, with so many subtrees, and so many nodes of all lengths.
    pub fn progress(
        &mut self,
        (bound, lower_bound): (u8, u8),
        (tasks_done, tasks): (u64, u64),
        nodes: u64,
    ) -> SearchProgress {
        if bound != self.iteration.0 || tasks == 0 {
            self.iteration = (bound, Instant::now(), tasks_done);
        }
        self.lower_bound = self.lower_bound.max(lower_bound);
        let nodes_per_second = nodes as f64 / self.started.elapsed().as_secs_f64().max(1e-6);
        // The first subtrees are the largest ones: an estimate from few of them is far too long.
        let (_, first_seen, done_before) = self.iteration;
        let (spent, done_since) = (first_seen.elapsed(), tasks_done.saturating_sub(done_before));
        let share = (tasks - tasks_done.min(tasks)) as f64 / done_since.max(1) as f64;
        let is_clear = done_since > 0 && done_since >= tasks / 10 && spent > Duration::from_millis(200);
        let seconds_left = is_clear.then(|| spent.mul_f64(share).as_secs_f64());
        SearchProgress {
            bound,
            lower_bound: self.lower_bound,
            tasks_done,
            tasks,
            nodes,
            nodes_per_second,
            seconds_left,
            best: self.best.clone(),
        }
    }
}
