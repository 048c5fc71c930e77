//! Backtracking through a chain of stabilisers, for the elements that lead from one position to another.

use super::super::Position;
use super::chain::{Base, Chain};
use super::element::Element;
use super::generated::Group;

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
    let mut search = Backtrack { chain: group.chain(), from, to, enough, found: 0, steps_left: *steps_left };
    search.descend(0, &group.identity());
    *steps_left = search.steps_left;
    (search.steps_left > 0 || search.found >= enough).then_some(search.found)
}

struct Backtrack<'a> {
    chain: &'a Chain,
    from: &'a Position,
    to: &'a Position,
    enough: u64,
    found: u64,
    steps_left: u64,
}

impl Backtrack<'_> {
    /// Chooses images of the bases from a level on; `above` is what the levels before have chosen.
    fn descend(&mut self, level: usize, above: &Element) {
        if level == self.chain.levels() {
            let fits = |place| self.fits(place, above.place(place)) && self.is_turned(place, above, 0);
            self.found += u64::from((0..self.from.places()).all(fits));
            return;
        }
        let (chain, base) = (self.chain, self.chain.base(level));
        for (image, back) in chain.images(level) {
            if self.found >= self.enough || self.steps_left == 0 {
                return;
            }
            self.steps_left -= 1;
            let fits = match base {
                Base::Place(place) => self.fits(place, above.place(image)),
                Base::Orientation(place) => self.is_turned(place, above, image),
            };
            if fits {
                self.descend(level + 1, &back.inverse().then(above));
            }
        }
    }

    /// Returns whether pieces of the kind of one at a place in the first position are at a place in the second one.
    fn fits(&self, from: usize, to: usize) -> bool {
        self.from.look(from).kind() == self.to.look(to).kind()
    }

    /// Returns whether the piece that an element brings from a place is turned there as in the second position, with
    /// `more` orientations added before.
    fn is_turned(&self, place: usize, by: &Element, more: usize) -> bool {
        let turned = self.from.look(place).turned((more % usize::from(by.orientations(place))) as u8);
        turned.turned(by.twist(place)).orientation == self.to.orientation(by.place(place))
    }
}
