//! What a rank does about work: what it asks for, what it gives away, and when it knows that nothing is left.
//!
//! A steward does no input or output, and reads no clock: it is told what arrives and what time it is, and acts on a [`Desk`]. So the
//! same code runs between processes, between threads, and in simulated time.

mod on_demand;
mod stealing;

use crate::search::ranks::message::Work;
use crate::search::ranks::pool::Supply;
use on_demand::OnDemand;
use stealing::Stealing;

/// Nanoseconds since the iteration began.
pub type Nanos = u64;

/// What a steward acts on.
pub trait Desk<P> {
    /// Sends a message to another rank.
    fn send(&mut self, to: usize, message: Work<P>);

    /// Puts pieces into the pool of this rank, behind those that are there.
    fn keep(&mut self, pieces: Vec<P>);

    /// Takes the older half of the pieces out of the pool.
    fn half(&mut self) -> Vec<P>;

    /// How much work this rank has.
    fn supply(&self) -> Supply;
}

/// The part that one rank takes in a distribution.
pub enum Steward<P> {
    /// Every rank has its pieces from the beginning.
    Fixed,
    /// The first rank gives out pieces.
    OnDemand(OnDemand<P>),
    /// Ranks take pieces from each other.
    Stealing(Stealing),
}

impl<P: Clone> Steward<P> {
    /// A rank that asks the first one for work; `pieces` is what the first one has to give.
    pub(in crate::search) fn on_demand(rank: usize, ranks: usize, pieces: Vec<P>) -> Self {
        Self::OnDemand(OnDemand::new(rank, ranks, pieces))
    }

    /// A rank that asks any other one for work.
    pub(in crate::search) fn stealing(rank: usize, ranks: usize) -> Self {
        Self::Stealing(Stealing::new(rank, ranks))
    }

    /// A message has arrived.
    pub fn received(&mut self, now: Nanos, from: usize, message: Work<P>, desk: &mut impl Desk<P>) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(steward) => steward.received(from, message, desk),
            Self::Stealing(steward) => steward.received(now, from, message, desk),
        }
    }

    /// Something may have changed. Returns the time at which to call again, if there is one.
    pub fn tick(&mut self, now: Nanos, desk: &mut impl Desk<P>) -> Option<Nanos> {
        match self {
            Self::Fixed => None,
            Self::OnDemand(steward) => {
                steward.tick(desk);
                None
            }
            Self::Stealing(steward) => steward.tick(now, desk),
        }
    }

    /// Whether no more pieces will come.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Fixed => true,
            Self::OnDemand(steward) => steward.is_over(),
            Self::Stealing(steward) => steward.is_over(),
        }
    }

    /// The search has ended early: nothing more is wanted.
    pub(super) fn abandon(&mut self) {
        match self {
            Self::Fixed => {}
            Self::OnDemand(steward) => steward.abandon(),
            Self::Stealing(steward) => steward.abandon(),
        }
    }
}
