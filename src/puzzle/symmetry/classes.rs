//! Positions up to symmetry: how many classes some positions are of.

use super::super::{Position, Question};
use super::actions::conjugate;
use super::symmetries::Symmetries;
use std::collections::HashMap;

/// Counts classes of positions that are images of each other, by Burnside's lemma: their number is the mean number of
/// positions that a symmetry leaves as they are. Of conjugate symmetries one is asked.
#[derive(Clone, Debug)]
pub struct SymmetryClasses {
    symmetries: Symmetries,
    /// A symmetry of each class of conjugate ones, and the number of these.
    conjugates: Vec<(usize, u64)>,
}

impl SymmetryClasses {
    /// The classes of the positions of a question; `None` if its places have too many looks.
    pub fn of(question: &Question) -> Option<Self> {
        let symmetries = Symmetries::of(question)?;
        let conjugates = conjugates(&symmetries);
        Some(Self { symmetries, conjugates })
    }

    /// Number of symmetries.
    pub fn order(&self) -> usize {
        self.symmetries.order()
    }

    /// The number of symmetries that leave a position as it is, as a mean over its class.
    ///
    /// # Panics
    /// If no moves lead from the position to the goal.
    pub fn weight(&self, position: &Position) -> u64 {
        // Goals that no moves lead to each other have the identity alone, and looks that are not numbered.
        if self.order() == 1 {
            return 1;
        }
        let (shown, by_place) = self.symmetries.shown(position).expect("moves lead to the goal");
        let fixing = self.conjugates.iter().filter(|&&(of, _)| self.symmetries.fixes(of, &shown, &by_place));
        fixing.map(|&(_, count)| count).sum()
    }

    /// The number of classes of some positions, by the sum of their weights. The positions are all images of each
    /// other's.
    ///
    /// # Panics
    /// If the sum is that of no set of whole classes.
    pub fn number(&self, weights: u64) -> u64 {
        let order = self.order() as u64;
        assert!(weights.is_multiple_of(order), "classes of positions are whole");
        weights / order
    }
}

/// A symmetry of each class of conjugate ones, and the number of these.
fn conjugates(symmetries: &Symmetries) -> Vec<(usize, u64)> {
    let [elements, generators] = symmetries.permutations();
    let numbers: HashMap<&[u32], usize> =
        elements.iter().zip(0..).map(|(images, number)| (&**images, number)).collect();
    let mut is_known = vec![false; elements.len()];
    let mut classes = Vec::new();
    for first in 0..elements.len() {
        if std::mem::replace(&mut is_known[first], true) {
            continue;
        }
        let (mut class, mut next) = (vec![first], 0);
        while let Some(&of) = class.get(next) {
            for by in generators {
                let other = numbers[&*conjugate(&elements[of], by)];
                if !std::mem::replace(&mut is_known[other], true) {
                    class.push(other);
                }
            }
            next += 1;
        }
        classes.push((first, class.len() as u64));
    }
    classes
}
