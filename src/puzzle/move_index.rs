//! Moves as indices: all that a search knows of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A move of some puzzle, by its place in the order in which the search tries them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MoveIndex(u8);

impl MoveIndex {
    /// The most moves that an alphabet may have: a set of them fits two machine words.
    pub const LIMIT: usize = 128;

    /// The move index at a place below [`MoveIndex::LIMIT`].
    ///
    /// # Panics
    /// If the place is too high.
    #[inline(always)]
    pub const fn new(place: usize) -> Self {
        assert!(place < Self::LIMIT);
        Self(place as u8)
    }

    /// The place in the order.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for MoveIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of move indices as a bit mask: bit `i` stands for move index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MoveIndexSet(u128);

impl MoveIndexSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The first `count` move indices.
    pub const fn first(count: usize) -> Self {
        assert!(count <= MoveIndex::LIMIT);
        if count == MoveIndex::LIMIT { Self(u128::MAX) } else { Self((1 << count) - 1) }
    }

    /// The set with a move added.
    #[inline(always)]
    pub const fn with(self, by: MoveIndex) -> Self {
        Self(self.0 | 1 << by.0)
    }

    /// The set without a move.
    #[inline(always)]
    pub const fn without(self, by: MoveIndex) -> Self {
        Self(self.0 & !(1 << by.0))
    }

    /// The moves in both sets.
    #[inline(always)]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the move is in the set.
    #[inline(always)]
    pub const fn contains(self, by: MoveIndex) -> bool {
        self.0 >> by.0 & 1 == 1
    }

    /// Returns whether every move of this set is in the other.
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Number of moves in the set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bit mask.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with this bit mask.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }
}

impl IntoIterator for MoveIndexSet {
    type Item = MoveIndex;
    type IntoIter = Letters;

    #[inline(always)]
    fn into_iter(self) -> Letters {
        Letters(self.0)
    }
}

impl FromIterator<MoveIndex> for MoveIndexSet {
    fn from_iter<I: IntoIterator<Item = MoveIndex>>(letters: I) -> Self {
        letters.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for MoveIndexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The moves of a [`MoveIndexSet`], in ascending order.
#[derive(Clone, Debug)]
pub struct Letters(u128);

impl Iterator for Letters {
    type Item = MoveIndex;

    #[inline(always)]
    fn next(&mut self) -> Option<MoveIndex> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(MoveIndex(place))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Letters {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_the_last_place_too() {
        let all = MoveIndexSet::first(MoveIndex::LIMIT);
        assert_eq!(all.len(), 128);
        assert_eq!(all.into_iter().map(MoveIndex::index).collect::<Vec<_>>(), (0..128).collect::<Vec<_>>());
        let last = MoveIndex::new(127);
        assert!(all.contains(last) && !all.without(last).contains(last));
        assert_eq!(MoveIndexSet::first(127).with(last), all);
        assert!(MoveIndexSet::first(127).is_subset(all) && !all.is_subset(MoveIndexSet::first(127)));
    }
}
