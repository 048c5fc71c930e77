//! Additive pattern databases of the 15-puzzle: the least number of moves of some tiles that brings them home, wherever
//! the blank is. Moves of other tiles are free, so values of patterns without a common tile may be added (R. E. Korf
//! and A. Felner, "Disjoint pattern database heuristics", 2002).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The cells beside a cell, as a bit mask. Cells are numbered row by row.
pub const BESIDE: [u16; 16] = {
    let mut masks = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        let bit = 1u32 << cell;
        let right = if cell % 4 < 3 { bit << 1 } else { 0 };
        let left = if cell % 4 > 0 { bit >> 1 } else { 0 };
        masks[cell] = (bit << 4 | bit >> 4 | left | right) as u16;
        cell += 1;
    }
    masks
};

/// By set of empty cells and cell in it: the number of the connected region that the cell is in. There are eight at
/// most.
static REGIONS: LazyLock<Vec<[u8; 16]>> = LazyLock::new(|| (0..=u16::MAX).map(regions).collect());

fn regions(empty: u16) -> [u8; 16] {
    let (mut numbers, mut left, mut number) = ([0; 16], empty, 0);
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let grown = cells(region).fold(region, |grown, cell| grown | BESIDE[cell] & empty);
            if grown == region {
                break;
            }
            region = grown;
        }
        cells(region).for_each(|cell| numbers[cell] = number);
        number += 1;
        left &= !region;
    }
    numbers
}

/// The cells of a set, in ascending order.
fn cells(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The moves that a tile needs to reach its cell if nothing is in its way. A tile belongs in the cell of its number.
fn manhattan(tile: u8, cell: u8) -> u8 {
    (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)
}

/// The table of one pattern: four bits for each placement of its tiles, half of the moves beyond the Manhattan
/// distance.
pub struct PatternTable {
    tiles: Vec<u8>,
    entries: Vec<u8>,
}

impl PatternTable {
    /// The number of placements of so many tiles: 57,657,600 for seven, 518,918,400 for eight.
    pub fn placements(tiles: usize) -> usize {
        (0..tiles).map(|placed| 16 - placed).product()
    }

    /// Builds a table by breadth-first search from the goal over the placements of the tiles, each with the regions of
    /// empty cells in which the blank can be. Takes 3.5 bytes for each placement: 1.8 GB for eight tiles.
    pub fn build(tiles: &[u8], threads: usize) -> Self {
        let count = Self::placements(tiles.len());
        let mut search = Search {
            tiles,
            entries: vec![0; count.div_ceil(2)],
            seen: vec![0; count],
            now: (0..count).map(|_| AtomicU8::new(0)).collect(),
            next: (0..count).map(|_| AtomicU8::new(0)).collect(),
        };
        let occupied = tiles.iter().fold(0, |set, &tile| set | 1u16 << tile);
        search.now[index(tiles.iter().copied())] = AtomicU8::new(1 << REGIONS[usize::from(!occupied)][0]);
        let mut depth = 0;
        while search.level(depth, threads) {
            depth += 1;
        }
        Self { tiles: tiles.to_vec(), entries: search.entries }
    }

    /// The tiles of the pattern.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The least number of moves of the pattern's tiles, which lie in these cells.
    #[inline]
    pub fn distance(&self, cell_of: impl Fn(u8) -> u8) -> u8 {
        let index = index(self.tiles.iter().map(|&tile| cell_of(tile)));
        let extra = self.entries[index / 2] >> (index % 2 * 4) & 15;
        2 * extra + self.tiles.iter().map(|&tile| manhattan(tile, cell_of(tile))).sum::<u8>()
    }
}

/// The index of a placement, which is perfect: each cell as a digit among the cells that earlier tiles have left.
#[inline]
fn index(placement: impl Iterator<Item = u8>) -> usize {
    let (mut index, mut radix, mut used) = (0, 16, 0u32);
    for cell in placement {
        let earlier = (used & ((1 << cell) - 1)).count_ones();
        index = index * radix + usize::from(cell) - earlier as usize;
        radix -= 1;
        used |= 1 << cell;
    }
    index
}

/// The placement of an index, in the first cells of the array.
fn placement(mut index: usize, tiles: usize) -> [u8; 16] {
    let mut digits = [0; 16];
    for placed in (0..tiles).rev() {
        digits[placed] = index % (16 - placed);
        index /= 16 - placed;
    }
    let (mut placement, mut left) = ([0; 16], u16::MAX);
    for placed in 0..tiles {
        let cell = cells(left).nth(digits[placed]).expect("a digit is below the number of cells left");
        placement[placed] = cell as u8;
        left ^= 1 << cell;
    }
    placement
}

/// A breadth-first search, with a bit for each region in which the blank can be.
struct Search<'a> {
    tiles: &'a [u8],
    entries: Vec<u8>,
    /// By placement: the regions reached with fewer moves.
    seen: Vec<u8>,
    /// Those reached with the moves of this level, and with one more.
    now: Vec<AtomicU8>,
    next: Vec<AtomicU8>,
}

impl Search<'_> {
    /// Placements that a thread takes at a time: an even number, as two share a byte of the table.
    const CHUNK: usize = 1 << 16;

    /// Goes through the placements of one level; returns whether there were any.
    fn level(&mut self, depth: u8, threads: usize) -> bool {
        let Self { tiles, entries, seen, now, next } = self;
        let chunks = entries.chunks_mut(Self::CHUNK / 2).zip(seen.chunks_mut(Self::CHUNK));
        let chunks = std::sync::Mutex::new(chunks.zip(now.chunks(Self::CHUNK)).enumerate());
        let take = || chunks.lock().expect("no thread panics").next();
        let work = || {
            let mut any = false;
            while let Some((number, ((entries, seen), now))) = take() {
                for (place, (seen, now)) in seen.iter_mut().zip(now).enumerate() {
                    let fresh = now.swap(0, Relaxed) & !*seen;
                    if fresh == 0 {
                        continue;
                    }
                    any = true;
                    let placement = placement(number * Self::CHUNK + place, tiles.len());
                    if *seen == 0 {
                        let direct: u8 = tiles.iter().zip(placement).map(|(&tile, cell)| manhattan(tile, cell)).sum();
                        assert!(depth - direct < 32, "half of what is beyond the Manhattan distance fits four bits");
                        entries[place / 2] |= ((depth - direct) / 2) << (place % 2 * 4);
                    }
                    *seen |= fresh;
                    slide(placement, tiles.len(), fresh, next);
                }
            }
            any
        };
        let any = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().any(|worker| worker.join().expect("no thread panics"))
        });
        std::mem::swap(now, next);
        any
    }
}

/// Marks the placements after each slide of a tile into one of these regions, with the region that its old cell is in.
fn slide(mut placement: [u8; 16], tiles: usize, from: u8, marks: &[AtomicU8]) {
    let occupied = placement[..tiles].iter().fold(0, |set, &cell| set | 1u16 << cell);
    let regions = &REGIONS[usize::from(!occupied)];
    for tile in 0..tiles {
        let cell = placement[tile];
        for to in cells(BESIDE[usize::from(cell)] & !occupied).filter(|&to| from >> regions[to] & 1 == 1) {
            let empty = !occupied ^ 1 << cell ^ 1 << to;
            placement[tile] = to as u8;
            let region = REGIONS[usize::from(empty)][usize::from(cell)];
            let mark = &marks[index(placement[..tiles].iter().copied())];
            if mark.load(Relaxed) >> region & 1 == 0 {
                mark.fetch_or(1 << region, Relaxed);
            }
        }
        placement[tile] = cell;
    }
}
