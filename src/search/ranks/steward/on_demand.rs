//! The first rank has all pieces and gives them out to those that ask.

use crate::search::ranks::message::Work;
use crate::search::ranks::steward::Desk;
use std::collections::VecDeque;

/// Into so many parts for each rank the remaining pieces are divided, of which a rank gets one at most.
const PARTS: usize = 4;

pub struct OnDemand<P> {
    /// What is left; empty on all ranks but the first.
    pieces: VecDeque<P>,
    is_first: bool,
    ranks: usize,
    /// Whether the first rank has been asked and has not answered.
    asked: bool,
    over: bool,
}

impl<P> OnDemand<P> {
    pub(super) fn new(rank: usize, ranks: usize, pieces: Vec<P>) -> Self {
        Self { over: rank == 0 && pieces.is_empty(), pieces: pieces.into(), is_first: rank == 0, ranks, asked: false }
    }

    pub(super) fn received(&mut self, from: usize, message: Work<P>, desk: &mut impl Desk<P>) {
        match message {
            Work::Ask(count) => {
                let pieces = self.next(count);
                desk.send(from, Work::Give(pieces));
            }
            Work::Give(pieces) => {
                self.asked = false;
                self.over |= pieces.is_empty();
                desk.keep(pieces);
            }
            _ => {}
        }
    }

    /// Asks in time: when half of the pieces in reserve are taken.
    pub(super) fn tick(&mut self, desk: &mut impl Desk<P>) {
        let wanted = desk.supply().wanted();
        if self.over || wanted == 0 {
            return;
        }
        if self.is_first {
            let pieces = self.next(wanted);
            desk.keep(pieces);
        } else if !self.asked {
            self.asked = true;
            desk.send(0, Work::Ask(wanted));
        }
    }

    /// The next pieces: no large part of what is left, so that at the end no rank has many while others have none.
    fn next(&mut self, count: usize) -> Vec<P> {
        let fair = self.pieces.len().div_ceil(PARTS * self.ranks);
        let pieces = self.pieces.drain(..count.min(fair)).collect();
        self.over |= self.is_first && self.pieces.is_empty();
        pieces
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn abandon(&mut self) {
        self.pieces.clear();
        self.over = true;
    }
}
