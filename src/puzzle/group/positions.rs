//! Numbers of positions that moves reach.

use super::super::Question;
use super::backtrack::{MOST_STEPS, elements_between};
use super::invariants::{Invariant, reached};
use super::order::Order;
use super::seen::{Seen, with_unseen};

impl Question {
    /// The number of positions from which moves lead to the goal, as it sees them: exactly, but for rules that forbid
    /// some of them.
    ///
    /// It is the order of the group divided by the number of elements that do not change a target, for each set of
    /// targets between which moves lead. `None` if such sets have different numbers, or if a number takes too many
    /// steps to find: identical pieces or hidden orientations in a group that keeps more than pieces in their
    /// components, parities of permutations and sums of orientations.
    pub fn positions_upper_bound(&self) -> Option<Order> {
        let sets = self.sets_of_targets()?;
        let mut numbers = sets.iter().map(Seen::positions);
        let first = numbers.next()??;
        numbers.all(|number| number.as_ref() == Some(&first)).then(|| first.clone().times(sets.len() as u64))
    }
}

impl Seen {
    /// The number of positions that moves reach from this one, as they are seen.
    fn positions(&self) -> Option<Order> {
        let group = self.group()?;
        if self.is_labelled() {
            return Some(group.order().clone());
        }
        if !group.keeps_only_invariants() {
            let unseen = elements_between(&group, self.position(), self.position(), u64::MAX, &mut { MOST_STEPS })?;
            return group.order().clone().divided_by(&Order::one().times(unseen));
        }
        // Of all transformations that are not seen, those in the group have numbers of invariants that moves reach.
        let invariants = Invariant::all(self.shape());
        let reached = reached(self.shape(), &invariants, self.generators());
        let both = with_unseen(reached.clone(), &self.unseen(&invariants));
        group.order().clone().times_order(&both.order()).divided_by(&self.unseen_order().times_order(&reached.order()))
    }
}
