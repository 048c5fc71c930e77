//! The work of making an index: how much there may be, and whether it is still wanted.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The answer of a flag to the question whether work goes on.
pub fn unless_raised(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Work that is left. It is counted, not timed, so that a question always has the same index.
pub struct Effort<'a> {
    listing: u64,
    combining: u64,
    go_on: &'a dyn Fn() -> ControlFlow<()>,
    is_stopped: bool,
}

impl<'a> Effort<'a> {
    /// The most images of values of parts and cells that are found: seconds.
    const LISTING: u64 = 1 << 28;
    /// The most images of combinations that are found while it is looked which parts depend on each other: about a
    /// second.
    const COMBINING: u64 = 1 << 26;
    /// It is asked whether the work is still wanted once in so many images.
    const ASKED: u64 = 1 << 14;

    /// All the work that there may be, as long as `go_on` does not break it off.
    pub fn new(go_on: &'a dyn Fn() -> ControlFlow<()>) -> Self {
        Self { listing: Self::LISTING, combining: Self::COMBINING, go_on, is_stopped: false }
    }

    /// Counts images of a value or a cell; returns whether the work may go on.
    pub fn list(&mut self, images: usize) -> bool {
        let left = take(&mut self.listing, images);
        self.may_go_on(left)
    }

    /// Counts images of a combination of values; returns whether the work may go on.
    pub fn combine(&mut self, images: usize) -> bool {
        let left = take(&mut self.combining, images);
        self.may_go_on(left)
    }

    /// Returns whether somebody wants no more.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns whether there is no work left for listing.
    pub fn is_exhausted(&self) -> bool {
        self.listing == 0
    }

    fn may_go_on(&mut self, [before, left]: [u64; 2]) -> bool {
        if before / Self::ASKED != left / Self::ASKED {
            self.is_stopped |= (self.go_on)().is_break();
        }
        left > 0 && !self.is_stopped
    }
}

/// The work that was left, and that is left after so many images.
fn take(left: &mut u64, images: usize) -> [u64; 2] {
    let before = *left;
    *left = before.saturating_sub(images as u64);
    [before, *left]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_it_is_used_up_or_stopped() {
        let stop = AtomicBool::new(false);
        let go_on = || unless_raised(&stop);
        let mut effort = Effort::new(&go_on);
        let steps = (0..1000).take_while(|_| effort.list(1 << 20)).count();
        assert_eq!(steps as u64, Effort::LISTING / (1 << 20) - 1);
        assert!(effort.is_exhausted() && !effort.is_stopped() && effort.combine(1));
        stop.store(true, Ordering::Relaxed);
        assert!(!effort.combine(1 << 20) && effort.is_stopped());
    }
}
