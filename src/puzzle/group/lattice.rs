//! Subgroups of a product of cyclic groups, as lattices of whole numbers in echelon form.

use super::order::Order;

/// The subgroup that some vectors generate, whose entries count modulo a number for each column.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    moduli: Vec<u64>,
    /// For each column a vector of the subgroup that is 0 in the columns before; the entry of the column itself divides
    /// its modulus, and every vector of the subgroup that is 0 in the columns before has a multiple of it.
    pivots: Vec<Vec<u64>>,
}

impl Lattice {
    /// The subgroup of the vector of zeros alone.
    pub fn new(moduli: Vec<u64>) -> Self {
        let entry = |column: usize, other: usize| if other == column { moduli[column] } else { 0 };
        let columns = || 0..moduli.len();
        let pivots = columns().map(|column| columns().map(|other| entry(column, other)).collect()).collect();
        Self { moduli, pivots }
    }

    /// The subgroup with another vector: Euclid's algorithm, column by column.
    pub fn with(mut self, vector: &[u64]) -> Self {
        let mut vector: Vec<u64> = vector.iter().zip(&self.moduli).map(|(entry, modulus)| entry % modulus).collect();
        for column in 0..self.moduli.len() {
            while vector[column] != 0 {
                let pivot = &mut self.pivots[column];
                let times = pivot[column] / vector[column];
                pivot[column] %= vector[column];
                subtract(&mut pivot[column + 1..], times, &vector[column + 1..], &self.moduli[column + 1..]);
                std::mem::swap(pivot, &mut vector);
            }
        }
        self
    }

    /// Returns whether a vector is in the subgroup.
    pub fn contains(&self, vector: &[u64]) -> bool {
        let mut vector: Vec<u64> = vector.iter().zip(&self.moduli).map(|(entry, modulus)| entry % modulus).collect();
        self.pivots.iter().enumerate().all(|(column, pivot)| {
            let times = vector[column] / pivot[column];
            let is_multiple = vector[column].is_multiple_of(pivot[column]);
            subtract(&mut vector[column + 1..], times, &pivot[column + 1..], &self.moduli[column + 1..]);
            is_multiple
        })
    }

    /// The number of vectors.
    pub fn order(&self) -> Order {
        self.steps().zip(&self.moduli).map(|(step, modulus)| modulus / step).collect()
    }

    /// For each column, the greatest number that divides all entries of vectors that are 0 in the columns before.
    pub fn steps(&self) -> impl Iterator<Item = u64> {
        self.pivots.iter().enumerate().map(|(column, pivot)| pivot[column])
    }
}

/// Subtracts a vector so many times from another one.
fn subtract(from: &mut [u64], times: u64, vector: &[u64], moduli: &[u64]) {
    for ((from, entry), modulus) in from.iter_mut().zip(vector).zip(moduli) {
        *from = (*from + (modulus - entry % modulus) * (times % modulus)) % modulus;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All sums of vectors, one by one.
    fn sums(moduli: &[u64], vectors: &[Vec<u64>]) -> HashSet<Vec<u64>> {
        let mut known = HashSet::from([vec![0; moduli.len()]]);
        let mut open = vec![vec![0; moduli.len()]];
        while let Some(sum) = open.pop() {
            for vector in vectors {
                let next: Vec<u64> = (0..moduli.len()).map(|at| (sum[at] + vector[at]) % moduli[at]).collect();
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        known
    }

    #[test]
    fn subgroups_have_the_sums_of_their_vectors() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let moduli: Vec<u64> = (0..3).map(|_| [1, 2, 3, 4, 6, 12][random.usize(..6)]).collect();
            let mut vector = || moduli.iter().map(|&modulus| random.u64(..modulus)).collect::<Vec<u64>>();
            let vectors = [vector(), vector()];
            let known = sums(&moduli, &vectors);
            let lattice = Lattice::new(moduli.clone()).with(&vectors[0]).with(&vectors[1]);
            assert_eq!(lattice.order(), Order::one().times(known.len() as u64), "{moduli:?} {vectors:?}");
            for number in 0..moduli.iter().product::<u64>() {
                let of = vec![
                    number % moduli[0],
                    number / moduli[0] % moduli[1],
                    number / moduli[0] / moduli[1] % moduli[2],
                ];
                assert_eq!(lattice.contains(&of), known.contains(&of), "{moduli:?} {vectors:?} {of:?}");
            }
        }
    }
}
