//! The children of a node that remain after pruning.

/// Cost and outcome of expanding one or more nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Table entries read.
    pub lookups: u64,
    /// Moves that are not possible.
    pub impossible: u64,
    /// Excess of the least bound of the pruned children over the budget; [`Expansion::NOTHING_CUT`] if none was pruned.
    pub overshoot: u8,
}

impl Expansion {
    /// No child was pruned.
    pub const NOTHING_CUT: u8 = u8::MAX;
    /// Nothing was read, and no child pruned.
    pub const NOTHING: Self = Self { lookups: 0, impossible: 0, overshoot: Self::NOTHING_CUT };

    /// Combines this expansion with another one.
    pub fn and(self, other: Self) -> Self {
        Self {
            lookups: self.lookups + other.lookups,
            impossible: self.impossible + other.impossible,
            overshoot: self.overshoot.min(other.overshoot),
        }
    }
}

/// Decides which children are within a budget, and records the least bound of the others.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    budget: u8,
    least: u8,
}

impl Cut {
    /// A cut that keeps children that may need `budget` moves.
    #[inline(always)]
    pub fn new(budget: u8) -> Self {
        Self { budget, least: u8::MAX }
    }

    /// Returns whether a child with this bound is kept.
    #[inline(always)]
    pub fn keeps(&mut self, bound: u8) -> bool {
        if bound <= self.budget {
            return true;
        }
        self.least = self.least.min(bound);
        false
    }

    /// Excess over the budget of the least bound that was not kept.
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
