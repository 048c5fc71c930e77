//! Queries to a solver.

use crate::notation::Algorithm;
use crate::plan::{Plan, SearchQuery};
use crate::search::Limits;
use crate::storage::StorageError;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A query to a solver: by default one shortest solution, without limits.
///
/// ```
/// use cubepdb::{Query, SearchEvent};
/// use std::time::Duration;
///
/// let watch = |event: &SearchEvent<'_>| {
///     if let SearchEvent::Begun { length, .. } = event {
///         println!("searching solutions of {length} moves");
///     }
/// };
/// let query = Query::new().all().slack(1).time_limit(Duration::from_secs(60)).on_event(&watch);
/// # let _ = query;
/// ```
#[derive(Clone)]
#[must_use]
pub struct Query<'a> {
    pub(super) query: SearchQuery,
    pub(super) max_length: Option<u8>,
    pub(super) anytime: bool,
    pub(super) limits: Limits,
    interrupt: Option<&'a AtomicBool>,
    pub(super) observer: Option<&'a (dyn Fn(&SearchEvent<'_>) + Sync)>,
    /// The file in which the search is saved, the time between two saves, and whether it goes on from there.
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) checkpoint_every: Duration,
    pub(super) resume: bool,
}

/// An event during a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchEvent<'a> {
    /// The search for solutions of this length has begun: shorter ones do not exist, or the shortest are known.
    Begun {
        /// The length.
        length: u8,
        /// No solution is shorter than this; proven.
        lower_bound: u8,
        /// Nodes of all shorter lengths.
        nodes: u64,
    },
    /// Four times a second: the progress of the search.
    Progress {
        /// The length that is being searched.
        length: u8,
        /// No solution is shorter than this; proven.
        lower_bound: u8,
        /// Nodes of all lengths so far, a little behind.
        nodes: u64,
        /// Finished subtrees of this length.
        tasks_done: u64,
        /// Subtrees of this length; 0 if unknown.
        tasks: u64,
    },
    /// A better solution than before is known; it need not be a shortest one. Only with [`Query::anytime`].
    Better {
        /// The solution.
        solution: &'a Algorithm,
        /// Its length in the metric of the search.
        length: usize,
    },
    /// The search resumes from a checkpoint.
    Resumed,
    /// The search could not be saved, and continues.
    NotSaved(&'a StorageError),
}

impl<'a> Query<'a> {
    /// One shortest solution, without limits.
    pub fn new() -> Self {
        Self {
            query: SearchQuery::default(),
            max_length: None,
            anytime: false,
            limits: Limits::default(),
            interrupt: None,
            observer: None,
            checkpoint: None,
            checkpoint_every: Duration::from_secs(30),
            resume: false,
        }
    }

    /// Asks for all shortest solutions, once each up to the order of commuting moves.
    pub fn all(mut self) -> Self {
        self.query.all = true;
        self
    }

    /// Asks for all solutions that are up to `slack` moves longer than the shortest.
    pub fn slack(mut self, slack: u8) -> Self {
        (self.query.all, self.query.slack) = (true, slack);
        self
    }

    /// Ends the search, with a proof, beyond this length.
    pub fn max_length(mut self, length: u8) -> Self {
        self.max_length = Some(length);
        self
    }

    /// Asks for the same solution whatever the tables, the number of threads and their timing are. Its counts may
    /// differ, but for those of [completed](crate::record::Iteration::completed) lengths.
    pub fn deterministic(mut self) -> Self {
        self.query.deterministic = true;
        self
    }

    /// Also looks for good solutions of a 3x3x3 meanwhile, or of goals of it by all its face turns, which takes about a
    /// sixteenth of one core. They are events; and a search that is stopped before it has found any returns the best of
    /// them, which is perhaps not [optimal](crate::Solution::is_optimal), beside the bound that is proven. A search for
    /// one solution also ends as soon as it has proven that none is shorter than the best of them: how much of the last
    /// length it has searched then depends on time.
    pub fn anytime(mut self) -> Self {
        self.anytime = true;
        self
    }

    /// Stops after this time, which counts from when the search begins: tables that it needs from the first length on,
    /// as with a limit of nodes or a checkpoint, are loaded or built before.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops after about this number of nodes.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Stops where all solutions are asked for and those that were found take about this number of bytes: by default
    /// 2 GiB, and never more than half of what is free. Tables do not count among them.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Stops soon after another thread has set this flag: one of [`std::thread::scope`], which may borrow it.
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Calls `observer` for each event, from several threads. The answer waits for a call that is under way; if one
    /// panics, so does the query.
    pub fn on_event(mut self, observer: &'a (dyn Fn(&SearchEvent<'_>) + Sync)) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Saves the search of a 3x3x3, or of a puzzle by its definition, in this file every 30 seconds and when it is
    /// stopped. The file is removed when there is an answer.
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Self {
        self.checkpoint = Some(path.into());
        self
    }

    /// With a checkpoint: sets the time between two saves.
    pub fn checkpoint_every(mut self, every: Duration) -> Self {
        self.checkpoint_every = every;
        self
    }

    /// With a checkpoint: resumes from the file, if it exists. Otherwise an existing file is an error.
    pub fn resume(mut self) -> Self {
        self.resume = true;
        self
    }

    /// Returns whether the work must not depend on the time at which a table is there.
    pub(super) fn is_exact(&self) -> bool {
        self.limits.nodes.is_some() || self.checkpoint.is_some()
    }

    /// The flag that ends the search, or one that nobody raises.
    pub(super) fn interrupt_flag(&self) -> &AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.interrupt.unwrap_or(&NEVER)
    }

    /// The query about the next of several cubes: once it is interrupted, nobody waits for good solutions of the rest.
    pub(super) fn about_next(&self) -> Self {
        let is_over = self.interrupt_flag().load(Ordering::Relaxed);
        Self { anytime: self.anytime && !is_over, ..self.clone() }
    }

    /// The query of a search: as this one asks, or else the plan.
    pub(super) fn search_query(&self, plan: &Plan) -> SearchQuery {
        let max_depth = self.max_length.unwrap_or_else(|| plan.puzzle.max_depth(self.query.slack));
        SearchQuery { max_depth, ..self.query }
    }
}

impl Default for Query<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { query, max_length, limits, checkpoint, .. } = self;
        f.debug_struct("Query")
            .field("goal", query)
            .field("max_length", max_length)
            .field("limits", limits)
            .field("checkpoint", checkpoint)
            .finish_non_exhaustive()
    }
}
