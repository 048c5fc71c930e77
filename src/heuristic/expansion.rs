//! What is left of the children of a node.

/// What making the children of a node cost and told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Table entries read.
    pub lookups: u64,
    /// By how much the least bound of the children that were left out exceeds the budget; [`Expansion::NOTHING_CUT`] if
    /// none was left out.
    pub overshoot: u8,
}

impl Expansion {
    /// No child was left out.
    pub const NOTHING_CUT: u8 = u8::MAX;

    /// Adds another look at the same children.
    pub fn and(self, other: Self) -> Self {
        Self { lookups: self.lookups + other.lookups, overshoot: self.overshoot.min(other.overshoot) }
    }
}

/// Decides which children are within a budget, and notes the least bound of the others.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    budget: u8,
    least: u8,
}

impl Cut {
    /// For children that may need `budget` moves.
    #[inline(always)]
    pub fn new(budget: u8) -> Self {
        Self { budget, least: u8::MAX }
    }

    /// Whether a child with this bound is kept.
    #[inline(always)]
    pub fn keeps(&mut self, bound: u8) -> bool {
        if bound <= self.budget {
            return true;
        }
        self.least = self.least.min(bound);
        false
    }

    /// By how much the least bound that was not kept exceeds the budget.
    #[inline(always)]
    pub fn overshoot(&self) -> u8 {
        if self.least == u8::MAX { Expansion::NOTHING_CUT } else { self.least - self.budget }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_excess_of_what_is_cut() {
        for budget in 0..=30 {
            for bounds in [[0, 1, 2], [5, 30, 7], [31, 40, 33], [12, 12, 12]] {
                let mut cut = Cut::new(budget);
                let kept: Vec<bool> = bounds.iter().map(|&bound| cut.keeps(bound)).collect();
                assert_eq!(kept, bounds.map(|bound| bound <= budget));
                let least = bounds.iter().filter(|&&bound| bound > budget).map(|bound| bound - budget).min();
                assert_eq!(cut.overshoot(), least.unwrap_or(Expansion::NOTHING_CUT));
            }
        }
    }
}
