//! How far a search is.

use cubepdb::SearchEvent;
use cubepdb::internals::clock::Instant;
use serde_json::{Value, json};
use std::time::Duration;

/// How far a search is, as programs read it.
pub struct Stand {
    pub bound: u8,
    pub tasks_done: u64,
    pub tasks: u64,
    pub nodes: u64,
    /// Nodes in a second.
    pub rate: f64,
    /// The time that this length will still take, if that can be said.
    pub left: Option<Duration>,
}

impl Stand {
    /// A line of `docs/schema/search-progress.json`.
    pub fn json(&self) -> Value {
        let Self { bound, tasks_done, tasks, nodes, rate, left } = self;
        json!({
            "bound": bound, "tasks_done": tasks_done, "tasks": tasks, "nodes": nodes, "nodes_per_second": rate,
            "seconds_left": left.map(|left| left.as_secs_f64()),
        })
    }
}

/// Estimates how fast a search goes, and how long a length will still take.
pub struct Estimate {
    started: Instant,
    /// The current iteration: its length, the time when it was first seen, and the number of subtrees finished then.
    pub iteration: (u8, Instant, u64),
}

impl Estimate {
    pub fn new() -> Self {
        let now = Instant::now();
        Self { started: now, iteration: (0, now, 0) }
    }

    /// The line for an event of a search, if it has one.
    pub fn line(&mut self, event: &SearchEvent<'_>) -> Option<Value> {
        let (length, tasks, nodes) = match *event {
            SearchEvent::Begun { length, nodes } => (length, (0, 0), nodes),
            SearchEvent::Progress { length, nodes, tasks_done, tasks } => (length, (tasks_done, tasks), nodes),
            _ => return None,
        };
        Some(self.stand(length, tasks, nodes).json())
    }

    /// The stand of a search of length `bound`, with so many subtrees, and so many nodes of all lengths.
    pub fn stand(&mut self, bound: u8, (tasks_done, tasks): (u64, u64), nodes: u64) -> Stand {
        if bound != self.iteration.0 || tasks == 0 {
            self.iteration = (bound, Instant::now(), tasks_done);
        }
        let rate = nodes as f64 / self.started.elapsed().as_secs_f64().max(1e-6);
        // The first subtrees are the largest ones: an estimate from few of them is far too long.
        let (_, first_seen, done_before) = self.iteration;
        let (spent, done_since) = (first_seen.elapsed(), tasks_done.saturating_sub(done_before));
        let share = (tasks - tasks_done.min(tasks)) as f64 / done_since.max(1) as f64;
        let is_clear = done_since > 0 && done_since >= tasks / 10 && spent > Duration::from_millis(200);
        Stand { bound, tasks_done, tasks, nodes, rate, left: is_clear.then(|| spent.mul_f64(share)) }
    }
}
