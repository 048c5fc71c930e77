//! Steps: the moves the other way round, by which a search goes from the goal to positions farther from it.

use crate::puzzle::{Question, Transformation, gcd};

/// The steps that are powers of one transformation.
#[derive(Clone, Debug)]
pub struct StepFamily {
    /// The number of the transformation itself among the steps; it may be a product of moves that is no move.
    pub unit: usize,
    /// The steps: exponents and numbers.
    pub powers: Vec<(u64, usize)>,
    /// The order of the transformation.
    pub order: u64,
}

impl StepFamily {
    /// Returns whether all powers but the identity are steps.
    pub fn is_full(&self) -> bool {
        self.powers.len() as u64 == self.order - 1
    }

    /// Returns whether each step can be undone by another one.
    pub fn is_closed(&self) -> bool {
        self.powers.iter().all(|power| self.powers.iter().any(|other| power.0 + other.0 == self.order))
    }

    /// The number of the step with an exponent.
    pub fn step(&self, exponent: u64) -> Option<usize> {
        self.powers.iter().find(|power| power.0 == exponent).map(|power| power.1)
    }
}

/// All steps of a question.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The inverse of each move, and then transformations that are only units of turns.
    pub all: Vec<Transformation>,
    /// The steps that undo moves, as powers.
    pub turns: Vec<StepFamily>,
}

impl Steps {
    /// The steps of a question's moves.
    pub fn new(question: &Question) -> Self {
        let shape = &question.definition().shape;
        let moves = question.moves();
        let mut all: Vec<_> = moves.moves().iter().map(|by| by.transformation.inverse(shape)).collect();
        let mut turns = Vec::new();
        for generator in moves.generators() {
            let exponents = || generator.moves.clone().map(|number| (moves.moves()[number].exponent, number));
            // A power that is a product of moves: others may lead to positions that moves do not.
            let least = exponents().fold(generator.order, |divisor, power| gcd(divisor, power.0));
            let powers: Vec<(u64, usize)> = exponents().map(|(exponent, number)| (exponent / least, number)).collect();
            let unit = powers.iter().find(|power| power.0 == 1).map_or(all.len(), |power| power.1);
            if unit == all.len() {
                let exponent = i64::try_from(least).expect("a divisor of an exponent that was read");
                all.push(generator.transformation.power(shape, exponent).inverse(shape));
            }
            turns.push(StepFamily { unit, powers, order: generator.order / least });
        }
        Self { all, turns }
    }
}
