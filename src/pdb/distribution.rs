//! Numbers of entries of a table at each depth.

use rayon::prelude::*;

/// Number of entries at each depth; index 15 counts entries without one.
pub type Distribution = [u64; 16];

/// Largest depth that some entry has; 0 if none has any.
pub fn max_depth(distribution: &Distribution) -> u8 {
    (0..15).rev().find(|&depth| distribution[usize::from(depth)] > 0).unwrap_or(0)
}

/// Mean depth of the entries that have one; 0 if none has any.
pub fn mean(distribution: &Distribution) -> f64 {
    mean_of(&distribution[..15])
}

/// Mean depth, given the number of entries at each one; 0 if there are none.
pub fn mean_of(counts: &[u64]) -> f64 {
    let sum: u128 = counts.iter().zip(0u128..).map(|(&n, depth)| u128::from(n) * depth).sum();
    let entries: u128 = counts.iter().map(|&n| u128::from(n)).sum();
    if entries == 0 { 0.0 } else { sum as f64 / entries as f64 }
}

/// Counts the entries of a packed table by value, in parallel.
pub fn count(table: &[u8], entries: u64) -> Distribution {
    let mut distribution = table
        .par_chunks(1 << 16)
        .map(|chunk| {
            let mut bytes = [0u64; 256];
            chunk.iter().for_each(|&byte| bytes[usize::from(byte)] += 1);
            let mut values = [0; 16];
            for (byte, n) in bytes.into_iter().enumerate() {
                values[byte % 16] += n;
                values[byte / 16] += n;
            }
            values
        })
        .reduce(|| [0; 16], |a, b| std::array::from_fn(|value| a[value] + b[value]));
    if entries % 2 == 1 {
        // The last half byte is not an entry.
        distribution[usize::from(table[(entries / 2) as usize] >> 4)] -= 1;
    }
    distribution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_entries_have_no_part_in_the_mean() {
        let mut distribution = [0; 16];
        assert_eq!((mean(&distribution), max_depth(&distribution)), (0.0, 0));
        distribution[..4].copy_from_slice(&[1, 2, 0, 1]);
        distribution[15] = 1000;
        assert_eq!((mean(&distribution), max_depth(&distribution)), (1.25, 3));
    }

    #[test]
    fn large_counts_do_not_overflow() {
        let mut distribution = [0; 16];
        distribution[14] = u64::MAX;
        assert_eq!(mean(&distribution), 14.0);
    }

    #[test]
    fn the_half_byte_behind_an_odd_number_of_entries_is_not_counted() {
        let counts = count(&[0x10, 0x72], 3);
        assert_eq!(counts[..8], [1, 1, 1, 0, 0, 0, 0, 0]);
    }
}
