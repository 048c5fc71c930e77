//! Lists of the edge parts of one class, two bytes each.

use crate::coord::H48;
use crate::prefetch::prefetch;

/// Number of flip patterns.
pub(super) const FLIPS: usize = 1 << H48::FLIPS;

/// The rank of an edge part among all: its slices, then its flips. Below 2^27.
pub(super) type Rank = u32;

/// The place of an edge part within its class at a level.
#[inline(always)]
pub(super) const fn local(level: u8, rank: Rank) -> u32 {
    rank >> H48::FLIPS << level | rank & ((1 << level) - 1)
}

/// Edge parts of one class, two bytes each.
///
/// Edge parts with the same slices form a *row*. Rows of the same length are together, so that a loop over the elements of a row
/// has the same number of turns for many rows: its end is predicted.
#[derive(Default, Debug)]
pub(super) struct List(Box<[Rows]>);

/// The rows of one length.
#[derive(Debug)]
struct Rows {
    length: usize,
    slices: Box<[u16]>,
    flips: Box<[u16]>,
}

impl List {
    /// Number of edge parts.
    pub fn len(&self) -> usize {
        self.0.iter().map(|rows| rows.flips.len()).sum()
    }

    /// Calls `visit` with the slices of each row, those of a row that soon follows, for which something can be read ahead, and all
    /// the flips.
    #[inline(always)]
    pub fn for_each_row(&self, mut visit: impl FnMut(usize, usize, &[u16])) {
        const AHEAD: usize = 6;
        for Rows { length, slices, flips } in &self.0 {
            for (i, flips) in flips.chunks_exact(*length).enumerate() {
                let ahead = slices.get(i + AHEAD).copied().unwrap_or(0);
                visit(slices[i].into(), ahead.into(), flips);
            }
        }
    }

    /// Calls `visit` with the slices and the flips of each edge part.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        for Rows { length, slices, flips } in &self.0 {
            if *length == 1 {
                slices.iter().zip(flips).for_each(|(&slices, &flips)| visit(slices.into(), flips.into()));
                continue;
            }
            for (&slices, flips) in slices.iter().zip(flips.chunks_exact(*length)) {
                flips.iter().for_each(|&flips| visit(slices.into(), flips.into()));
            }
        }
    }

    /// Calls `visit` with the rank of each edge part.
    #[inline(always)]
    pub fn for_each_rank(&self, mut visit: impl FnMut(Rank)) {
        self.for_each(|slices, flips| visit((slices * FLIPS + flips) as Rank));
    }
}

/// A set of edge parts of one class, from which lists are made: 9 MB.
#[derive(Debug)]
pub(super) struct Found {
    bits: Vec<u64>,
    /// For each slices, the words with elements.
    touched: Vec<u32>,
    /// Slices and length of each row of the list that is made.
    rows: Vec<(u16, u16)>,
    flips: Vec<u16>,
}

/// Words of a set for the elements with the same slices.
const ROW: usize = FLIPS / 64;

impl Found {
    /// Bytes of memory for a set, without the list that is taken from it.
    pub const BYTES: u64 = (H48::SLICES * (FLIPS / 8 + 4)) as u64;

    /// An empty set.
    pub fn new() -> Self {
        let (bits, touched) = (vec![0; H48::SLICES * ROW], vec![0; H48::SLICES]);
        Self { bits, touched, rows: Vec::new(), flips: Vec::new() }
    }

    /// Inserts the images of all edge parts of a list. Cost: memory is read ahead, as the set is larger than the near caches.
    #[inline(always)]
    pub fn insert_images(&mut self, list: &List, mut image: impl FnMut(usize, usize) -> Rank) {
        const AHEAD: usize = 16;
        let mut waiting = [0; AHEAD];
        let mut count = 0;
        list.for_each(|slices, flips| {
            let next = image(slices, flips);
            prefetch(&self.bits, next as usize / 64);
            let rank = std::mem::replace(&mut waiting[count % AHEAD], next);
            if count >= AHEAD {
                self.insert(rank);
            }
            count += 1;
        });
        waiting[..count.min(AHEAD)].iter().for_each(|&rank| self.insert(rank));
    }

    /// Inserts an edge part.
    #[inline(always)]
    pub fn insert(&mut self, rank: Rank) {
        self.bits[rank as usize / 64] |= 1 << (rank % 64);
        self.touched[rank as usize / FLIPS] |= 1 << (rank as usize / 64 % ROW);
    }

    /// Removes all edge parts of a list.
    pub fn remove(&mut self, list: &List) {
        list.for_each_rank(|rank| self.bits[rank as usize / 64] &= !(1 << (rank % 64)));
    }

    /// Makes a list of all elements and removes them.
    pub fn take(&mut self) -> List {
        let Self { bits, touched, rows, flips } = self;
        rows.clear();
        flips.clear();
        for (slices, touched) in touched.iter_mut().enumerate().filter(|(_, touched)| **touched != 0) {
            let start = flips.len();
            for number in ones(std::mem::take(touched).into()) {
                let word = std::mem::take(&mut bits[slices * ROW + number]);
                flips.extend(ones(word).map(|bit| (number * 64 + bit) as u16));
            }
            rows.push((slices as u16, (flips.len() - start) as u16));
        }
        by_length(rows, flips)
    }
}

/// The numbers of the bits that are 1, in ascending order.
fn ones(mut rest: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = rest.trailing_zeros() as usize;
        rest &= rest.checked_sub(1)?;
        Some(lowest)
    })
}

/// A list of rows, given the slices and the length of each, and the flips of all.
fn by_length(rows: &[(u16, u16)], flips: &[u16]) -> List {
    let mut counts = vec![0; FLIPS + 1];
    rows.iter().for_each(|&(_, length)| counts[usize::from(length)] += 1);
    let mut places = vec![usize::MAX; FLIPS + 1];
    let mut all: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for (length, &rows) in counts.iter().enumerate().skip(1).filter(|(_, rows)| **rows > 0) {
        places[length] = all.len();
        all.push((Vec::with_capacity(rows), Vec::with_capacity(rows * length)));
    }
    let mut rest = flips;
    for &(slices, length) in rows.iter().filter(|(_, length)| *length > 0) {
        let (row, after) = rest.split_at(length.into());
        let (all_slices, all_flips) = &mut all[places[usize::from(length)]];
        all_slices.push(slices);
        all_flips.extend_from_slice(row);
        rest = after;
    }
    let rows = |(slices, flips): (Vec<u16>, Vec<u16>)| Rows {
        length: flips.len() / slices.len(),
        slices: slices.into(),
        flips: flips.into(),
    };
    List(all.into_iter().map(rows).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_list_has_the_elements_of_its_set() {
        let mut random = fastrand::Rng::with_seed(14);
        let mut found = Found::new();
        let ranks = (H48::SLICES * FLIPS) as Rank;
        for elements in [0, 1, 40, 3_000, 300_000] {
            let mut expected: BTreeSet<Rank> = (0..elements).map(|_| random.u32(..ranks)).collect();
            if elements > 1 {
                expected.extend([0, ranks - 1]);
            }
            expected.iter().for_each(|&rank| found.insert(rank));
            let list = found.take();
            let mut listed = Vec::new();
            list.for_each_rank(|rank| listed.push(rank));
            assert_eq!(list.len(), expected.len());
            listed.sort_unstable();
            assert!(listed.iter().eq(&expected));
            // What is removed is not listed, and a set can be used again.
            let (odd, even): (Vec<Rank>, Vec<Rank>) = listed.iter().partition(|&rank| rank % 2 == 1);
            odd.iter().for_each(|&rank| found.insert(rank));
            let odd = found.take();
            expected.iter().for_each(|&rank| found.insert(rank));
            found.remove(&odd);
            let mut left = Vec::new();
            found.take().for_each_rank(|rank| left.push(rank));
            left.sort_unstable();
            assert_eq!(left, even);
            assert_eq!(found.take().len(), 0);
        }
    }
}
