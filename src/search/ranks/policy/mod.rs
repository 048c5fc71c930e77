//! What a rank does about work: what it asks for, what it gives away, and when it knows that nothing is left.
//!
//! A policy does no input or output, and reads no clock: it is told what arrives and what time it is, and acts on a [`Environment`]. So the
//! same code runs between processes, between threads, and in simulated time.

mod on_demand;
mod stealing;

use crate::search::ranks::message::Work;
use crate::search::ranks::pool::Supply;
use on_demand::OnDemand;
use stealing::Stealing;

/// Nanoseconds since the iteration began.
pub type Nanos = u64;

/// What a policy acts on.
pub trait Environment<P> {
    /// Sends a message to another rank.
    fn send(&mut self, to: usize, message: Work<P>);

    /// Puts tasks into the pool of this rank, behind those that are there.
    fn keep(&mut self, tasks: Vec<P>);

    /// Takes the older half of the tasks out of the pool.
    fn half(&mut self) -> Vec<P>;

    /// How much work this rank has.
    fn supply(&self) -> Supply;
}

/// The part that one rank takes in a distribution.
pub enum WorkPolicy<P> {
    /// Every rank has its tasks from the beginning.
    Fixed,
    /// The first rank gives out tasks.
    OnDemand(OnDemand<P>),
    /// Ranks take tasks from each other.
    Stealing(Stealing),
}

impl<P: Clone> WorkPolicy<P> {
    /// A rank that asks the first one for work; `tasks` is what the first one has to give.
    pub(in crate::search) fn on_demand(rank: usize, ranks: usize, tasks: Vec<P>) -> Self {
        Self::OnDemand(OnDemand::new(rank, ranks, tasks))
    }

    /// A rank that asks any other one for work.
    pub(in crate::search) fn stealing(rank: usize, ranks: usize) -> Self {
        Self::Stealing(Stealing::new(rank, ranks))
    }

    /// A message has arrived.
    pub fn received(&mut self, now: Nanos, from: usize, message: Work<P>, environment: &mut impl Environment<P>) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(policy) => policy.received(from, message, environment),
            Self::Stealing(policy) => policy.received(now, from, message, environment),
        }
    }

    /// Something may have changed. Returns the time at which to call again, if there is one.
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

    /// Whether no more tasks will come.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Fixed => true,
            Self::OnDemand(policy) => policy.is_over(),
            Self::Stealing(policy) => policy.is_over(),
        }
    }

    /// The search has ended early: nothing more is wanted.
    pub(super) fn abandon(&mut self) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(policy) => policy.abandon(),
            Self::Stealing(policy) => policy.abandon(),
        }
    }
}
