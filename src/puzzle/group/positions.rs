//! Numbers of positions that moves reach.

use super::super::{Question, Transformation};
use super::backtrack::{MOST_STEPS, elements_between};
use super::invariants::{Invariant, reached};
use super::order::Order;
use super::seen::{Seen, with_unseen};

impl Question {
    /// The number of positions that moves reach from the solved position, as the goal sees them: exactly, but for rules
    /// that forbid some of them.
    ///
    /// It is the order of the group divided by the number of elements that do not change the solved position. `None` if
    /// that number takes too many steps to find: identical pieces or hidden orientations in a group that keeps more
    /// than pieces in their components, parities of permutations and sums of orientations.
    pub fn positions_upper_bound(&self) -> Option<Order> {
        let moves: Vec<&Transformation> = self.moves().moves().iter().map(|by| &by.transformation).collect();
        let seen = Seen::new(&self.definition().shape, &moves, self.goal().base());
        let group = seen.group();
        if seen.is_labelled() {
            return Some(group.order().clone());
        }
        if !group.keeps_only_invariants() {
            let unseen = elements_between(&group, seen.position(), seen.position(), u64::MAX, &mut { MOST_STEPS })?;
            return group.order().clone().divided_by(&Order::one().times(unseen));
        }
        // Of all transformations that are not seen, those in the group have numbers of invariants that moves reach.
        let invariants = Invariant::all(seen.shape());
        let reached = reached(seen.shape(), &invariants, seen.generators());
        let both = with_unseen(reached.clone(), &seen.unseen(&invariants));
        group.order().clone().times_order(&both.order()).divided_by(&seen.unseen_order().times_order(&reached.order()))
    }
}
