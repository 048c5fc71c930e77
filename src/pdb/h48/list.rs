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

/// Edge parts of one class, two bytes each and some.
///
/// Edge parts with the same slices form *rows*. Rows of the same length are together, so that a loop over the elements
/// of a row has the same number of turns for many rows: its end is predicted. A short list consists of rows of one.
#[derive(Default, Debug)]
pub(super) struct List(Box<[Rows]>);

/// The rows of one length.
#[derive(Debug)]
pub(super) struct Rows {
    length: usize,
    slices: Box<[u16]>,
    flips: Box<[u16]>,
}

impl Rows {
    /// The slices of each row, those of a row that soon follows, for which something can be read ahead, and all the
    /// flips.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, &[u16])> {
        const AHEAD: usize = 6;
        let ahead = self.slices.iter().skip(AHEAD).chain(std::iter::repeat(&0));
        let both = self.slices.iter().zip(ahead).map(|(&slices, &ahead)| (usize::from(slices), usize::from(ahead)));
        both.zip(self.flips.chunks_exact(self.length)).map(|((slices, ahead), flips)| (slices, ahead, flips))
    }
}

impl List {
    /// A list of elements, given the slices and the flips of each, those with the same slices in a row.
    fn new(slices: &[u16], flips: &[u16]) -> Self {
        if slices.is_empty() {
            return Self::default();
        }
        if slices.len() < H48::SLICES / 4 {
            return Self([Rows { length: 1, slices: slices.into(), flips: flips.into() }].into());
        }
        let mut counts = vec![0; FLIPS + 1];
        slices.chunk_by(|a, b| a == b).for_each(|row| counts[row.len()] += 1);
        let room = |(length, &rows): (usize, &usize)| (Vec::with_capacity(rows), Vec::with_capacity(rows * length));
        let mut of_length: Vec<(Vec<u16>, Vec<u16>)> = counts.iter().enumerate().map(room).collect();
        let mut rest = flips;
        for row in slices.chunk_by(|a, b| a == b) {
            let (all_slices, all_flips) = &mut of_length[row.len()];
            all_slices.push(row[0]);
            all_flips.extend_from_slice(rest.split_off(..row.len()).expect("each element has both"));
        }
        let rows = |(length, (slices, flips)): (usize, (Vec<u16>, Vec<u16>))| Rows {
            length,
            slices: slices.into(),
            flips: flips.into(),
        };
        Self(of_length.into_iter().enumerate().map(rows).filter(|rows| !rows.slices.is_empty()).collect())
    }

    /// Number of edge parts.
    pub fn len(&self) -> usize {
        self.0.iter().map(|rows| rows.flips.len()).sum()
    }

    /// The rows, those of the same length together.
    pub fn rows(&self) -> &[Rows] {
        &self.0
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
    /// For each word, a bit that is 1 if the word has had an element.
    touched: Vec<u64>,
    /// The numbers of these words while a list is made, and the slices and the flips of its elements.
    words: Vec<u32>,
    slices: Vec<u16>,
    flips: Vec<u16>,
}

/// Words of a set for the elements with the same slices.
const ROW: usize = FLIPS / 64;

/// Words that tell which words of a set have had an element.
const TOUCHED: usize = (H48::SLICES * ROW).div_ceil(64);

impl Found {
    /// Bytes of memory for a set, without the list that is taken from it.
    pub const BYTES: u64 = (H48::SLICES * ROW * 8 + TOUCHED * 8) as u64;

    /// An empty set.
    pub fn new() -> Self {
        let (bits, touched) = (vec![0; H48::SLICES * ROW], vec![0; TOUCHED]);
        Self { bits, touched, words: Vec::new(), slices: Vec::new(), flips: Vec::new() }
    }

    /// Inserts the images of all edge parts of a list. Cost: memory is read ahead, as the set is larger than the near
    /// caches.
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
        self.touched[rank as usize / (64 * 64)] |= 1 << (rank / 64 % 64);
    }

    /// Removes all edge parts of a list.
    pub fn remove(&mut self, list: &List) {
        list.for_each_rank(|rank| self.bits[rank as usize / 64] &= !(1 << (rank % 64)));
    }

    /// Makes a list of all elements and removes them.
    pub fn take(&mut self) -> List {
        let Self { bits, touched, words, slices, flips } = self;
        words.clear();
        slices.clear();
        flips.clear();
        for (number, touched) in touched.iter_mut().enumerate().filter(|(_, touched)| **touched != 0) {
            words.extend(ones(std::mem::take(touched)).map(|bit| (number * 64 + bit) as u32));
        }
        const AHEAD: usize = 16;
        for (i, &word) in words.iter().enumerate() {
            prefetch(bits, words.get(i + AHEAD).copied().unwrap_or(0) as usize);
            for bit in ones(std::mem::take(&mut bits[word as usize])) {
                slices.push((word as usize / ROW) as u16);
                flips.push((word as usize % ROW * 64 + bit) as u16);
            }
        }
        List::new(slices, flips)
    }
}

/// The numbers of the bits that are 1, in ascending order.
#[inline(always)]
pub(super) fn ones(mut rest: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = rest.trailing_zeros() as usize;
        rest &= rest.checked_sub(1)?;
        Some(lowest)
    })
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
