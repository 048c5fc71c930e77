//! Backtracking through a chain of stabilisers, for the elements that lead from one position to another.

use super::super::Position;
use super::chain::Chain;
use super::generated::Group;
use super::permutation::{Permutation, Points};

/// The most images that are tried for an answer, a fraction of a second.
pub(super) const MOST_STEPS: u64 = 200_000;

/// The number of elements of a group that lead from a position to another one, counted up to `enough`; `None` if that
/// takes more steps than are left. The orbits of the positions are the components of the group.
pub(super) fn elements_between(
    group: &Group,
    from: &Position,
    to: &Position,
    enough: u64,
    steps_left: &mut u64,
) -> Option<u64> {
    let (chain, points) = group.chain();
    let mut search = Backtrack { chain, points, from, to, enough, found: 0, steps_left: *steps_left };
    search.descend(0, &Permutation::identity(points.count()));
    *steps_left = search.steps_left;
    (search.steps_left > 0 || search.found >= enough).then_some(search.found)
}

struct Backtrack<'a> {
    chain: &'a Chain,
    points: &'a Points,
    from: &'a Position,
    to: &'a Position,
    enough: u64,
    found: u64,
    steps_left: u64,
}

impl Backtrack<'_> {
    /// Chooses images of the points from a level on; `above` is what the levels before have chosen.
    fn descend(&mut self, level: usize, above: &Permutation) {
        if level == self.chain.levels() {
            let fits = (0..self.from.places()).all(|place| {
                let point = self.points.first(place);
                self.fits(point, above.image(point))
            });
            self.found += u64::from(fits);
            return;
        }
        let (chain, base) = (self.chain, self.chain.base(level));
        for (image, back) in chain.images(level) {
            if self.found >= self.enough || self.steps_left == 0 {
                return;
            }
            self.steps_left -= 1;
            if self.fits(base, above.image(image)) {
                self.descend(level + 1, &back.inverse().then(above));
            }
        }
    }

    /// Returns whether the piece at a point of the first position is at the image in the second one.
    fn fits(&self, point: u32, image: u32) -> bool {
        let ((from, one), (to, other)) = (self.points.place(point), self.points.place(image));
        let period = self.from.period(from);
        let sum = |orientation: u8, more: u8| (u16::from(orientation) + u16::from(more)) % u16::from(period);
        self.from.piece(from) == self.to.piece(to)
            && period == self.to.period(to)
            && sum(self.from.orientation(from), other) == sum(self.to.orientation(to), one)
    }
}
