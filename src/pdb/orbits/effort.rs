//! The work of making an index: how much there may be, and whether it is still wanted.

use std::ops::ControlFlow;

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
