//! Orders of groups: products of small numbers, which may be too large for a machine word.

use std::collections::BTreeMap;
use std::fmt;

/// A number of any size without large prime factors: the order of a group, or the number of its positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// The exponent of each prime factor, at least 1.
    exponents: BTreeMap<u64, u32>,
}

impl Order {
    /// The number 1.
    pub fn one() -> Self {
        Self::default()
    }

    /// The number times a small one.
    ///
    /// # Panics
    /// If the small number is 0.
    pub(super) fn times(mut self, factor: u64) -> Self {
        for prime in primes_of(factor) {
            *self.exponents.entry(prime).or_insert(0) += 1;
        }
        self
    }

    /// The product.
    pub(super) fn times_order(mut self, other: &Self) -> Self {
        for (&prime, exponent) in &other.exponents {
            *self.exponents.entry(prime).or_insert(0) += exponent;
        }
        self
    }

    /// The quotient, if it is whole.
    pub(super) fn divided_by(mut self, other: &Self) -> Option<Self> {
        for (prime, exponent) in &other.exponents {
            let left = self.exponents.get_mut(prime)?;
            *left = left.checked_sub(*exponent)?;
        }
        self.exponents.retain(|_, exponent| *exponent > 0);
        Some(self)
    }

    /// The number, rounded to the nearest that a floating-point number can be; infinity if it is too large for one.
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().expect("digits")
    }

    /// The number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        self.factors().try_fold(1u128, |product, factor| product.checked_mul(u128::from(factor)))
    }

    /// The prime factors, each as often as it occurs.
    fn factors(&self) -> impl Iterator<Item = u64> {
        self.exponents.iter().flat_map(|(&prime, &exponent)| std::iter::repeat_n(prime, exponent as usize))
    }
}

/// The product of some numbers.
impl FromIterator<u64> for Order {
    fn from_iter<I: IntoIterator<Item = u64>>(factors: I) -> Self {
        factors.into_iter().fold(Self::one(), Self::times)
    }
}

/// Writes the number in decimal.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BLOCK: u128 = 1_000_000_000;
        // Blocks of nine digits, the lowest first.
        let mut blocks: Vec<u64> = vec![1];
        for factor in self.factors() {
            let mut carry = 0u128;
            for block in &mut blocks {
                carry += u128::from(*block) * u128::from(factor);
                *block = (carry % BLOCK) as u64;
                carry /= BLOCK;
            }
            while carry > 0 {
                blocks.push((carry % BLOCK) as u64);
                carry /= BLOCK;
            }
        }
        let lower = blocks.iter().rev().skip(1).map(|block| format!("{block:09}"));
        let digits = blocks.last().map_or(0, |&block| block).to_string() + &lower.collect::<String>();
        f.pad_integral(true, "", &digits)
    }
}

/// The prime factors of a number, each as often as it occurs.
fn primes_of(mut number: u64) -> Vec<u64> {
    assert!(number > 0, "an order is not 0");
    let mut primes = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        while number.is_multiple_of(prime) {
            primes.push(prime);
            number /= prime;
        }
        prime += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_printed_in_decimal() {
        let factorial: Order = (1..=30).collect();
        assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
        assert_eq!(factorial.to_u128(), Some(265_252_859_812_191_058_636_308_480_000_000));
        assert_eq!(factorial.to_f64(), 265_252_859_812_191_058_636_308_480_000_000.0);
        assert_eq!((1..=40).collect::<Order>().to_u128(), None);
        assert_eq!(Order::one().to_string(), "1");
        assert_eq!(Order::one().times(1_000_000_007).times(1_000_000_000).to_string(), "1000000007000000000");
    }

    #[test]
    fn quotients_are_whole_or_none() {
        let factorial: Order = (1..=10).collect();
        assert_eq!(factorial.clone().divided_by(&(1..=9).collect()), Some(Order::one().times(10)));
        assert_eq!(factorial.clone().divided_by(&Order::one().times(11)), None);
        assert_eq!(Order::one().times_order(&factorial), factorial);
    }
}
