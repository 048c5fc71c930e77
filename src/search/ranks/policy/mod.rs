//! Work-distribution policies: the requests for work, the tasks given away, and the detection of termination.
//!
//! A policy does no input or output, and reads no clock: it is given the messages that arrive and the time, and acts on
//! an [`Environment`]. The same code therefore runs between processes, between threads, and in simulated time.

mod on_demand;
mod stealing;

use crate::search::ranks::message::Work;
use crate::search::ranks::pool::Supply;
use on_demand::OnDemand;
use stealing::Stealing;

/// Nanoseconds since the iteration began.
pub type Nanos = u64;

/// The environment that a policy acts on.
pub trait Environment<P> {
    /// Sends a message to another rank.
    fn send(&mut self, to: usize, message: Work<P>);

    /// Adds tasks to the pool of this rank, after those that it contains.
    fn keep(&mut self, tasks: Vec<P>);

    /// Removes the older half of the tasks from the pool.
    fn half(&mut self) -> Vec<P>;

    /// The amount of work that this rank has.
    fn supply(&self) -> Supply;
}

/// The policy of one rank in a distribution.
pub enum WorkPolicy<P> {
    /// Every rank has its tasks from the beginning.
    Fixed,
    /// The first rank distributes tasks on demand.
    OnDemand(OnDemand<P>),
    /// Ranks steal tasks from each other.
    Stealing(Stealing),
}

impl<P: Clone> WorkPolicy<P> {
    /// A rank that asks the first one for work; `tasks` are those that the first one can give.
    pub(in crate::search) fn on_demand(rank: usize, ranks: usize, tasks: Vec<P>) -> Self {
        Self::OnDemand(OnDemand::new(rank, ranks, tasks))
    }

    /// A rank that asks any other one for work.
    pub(in crate::search) fn stealing(rank: usize, ranks: usize) -> Self {
        Self::Stealing(Stealing::new(rank, ranks))
    }

    /// Handles a message that has arrived.
    pub fn received(&mut self, now: Nanos, from: usize, message: Work<P>, environment: &mut impl Environment<P>) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(policy) => policy.received(from, message, environment),
            Self::Stealing(policy) => policy.received(now, from, message, environment),
        }
    }

    /// Called when something may have changed. Returns the time at which to call again, if any.
    pub fn tick(&mut self, now: Nanos, environment: &mut impl Environment<P>) -> Option<Nanos> {
        match self {
            Self::Fixed => None,
            Self::OnDemand(policy) => {
                policy.tick(environment);
                None
            }
            Self::Stealing(policy) => policy.tick(now, environment),
        }
    }

    /// Returns whether no more tasks will come.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Fixed => true,
            Self::OnDemand(policy) => policy.is_over(),
            Self::Stealing(policy) => policy.is_over(),
        }
    }

    /// Ends the policy early: no more tasks are wanted.
    pub(super) fn abandon(&mut self) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(policy) => policy.abandon(),
            Self::Stealing(policy) => policy.abandon(),
        }
    }
}
