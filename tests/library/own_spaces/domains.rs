//! Domains that are no twisty puzzles, and plain searches of them.

use cubepdb::search::{Automaton, Key, MoveIndex, Space};
use std::collections::{BTreeSet, HashMap};

/// The 8-puzzle: nine numbers of four bits, 0 for the blank, which the moves bring up, left, right and down.
pub struct EightPuzzle {
    pub costs: [u8; 4],
}

pub const GOAL: u64 = 0x8_7654_3210;

pub fn digit(board: u64, cell: u8) -> u8 {
    (board >> (4 * cell) & 15) as u8
}

impl EightPuzzle {
    pub const UNIT: Self = Self { costs: [1; 4] };
    /// Moves of the blank to the right cost twice as much as those to the left.
    pub const WITH_COSTS: Self = Self { costs: [3, 1, 2, 3] };

    /// No move takes back the one before it.
    pub fn rules() -> Automaton {
        Automaton::avoiding(4, (0..4).map(|by| [by, 3 - by].map(MoveIndex::new)))
    }

    /// All states that can be reached from the goal, with their cost from there: by Dijkstra's algorithm on moves made
    /// backwards, with the number of cheapest move sequences to the goal.
    pub fn distances(&self) -> HashMap<u64, (u8, u64)> {
        let mut known: HashMap<u64, (u8, u64)> = HashMap::from([(GOAL, (0, 1))]);
        let mut open = BTreeSet::from([(0, GOAL)]);
        while let Some((cost, board)) = open.pop_first() {
            let ways = known[&board].1;
            for by in 0..4 {
                // The move that leads back.
                let Some(before) = self.child(&board, MoveIndex::new(3 - by)) else { continue };
                let total = cost + self.costs[by];
                match known.get_mut(&before) {
                    Some((least, others)) if *least == total => *others += ways,
                    Some((least, _)) if *least < total => {}
                    _ => {
                        if let Some((old, _)) = known.insert(before, (total, ways)) {
                            open.remove(&(old, before));
                        }
                        open.insert((total, before));
                    }
                }
            }
        }
        known
    }
}

impl Space for EightPuzzle {
    type Node = u64;

    fn child(&self, &board: &u64, by: MoveIndex) -> Option<u64> {
        let blank = (0..9).find(|&cell| digit(board, cell) == 0)?;
        let cell = match by.index() {
            0 if blank >= 3 => blank - 3,
            1 if blank % 3 > 0 => blank - 1,
            2 if blank % 3 < 2 => blank + 1,
            3 if blank < 6 => blank + 3,
            _ => return None,
        };
        let tile = u64::from(digit(board, cell));
        Some(board ^ tile << (4 * cell) ^ tile << (4 * blank))
    }

    fn cost(&self, by: MoveIndex) -> u8 {
        self.costs[by.index()]
    }

    /// The Manhattan distance, with the lower cost in each direction.
    fn bound(&self, &board: &u64) -> u8 {
        let [up, left, right, down] = self.costs;
        let of = |cell: u8| {
            let tile = digit(board, cell);
            let [rows, columns] = [(cell / 3).abs_diff(tile / 3), (cell % 3).abs_diff(tile % 3)];
            if tile == 0 { 0 } else { rows * up.min(down) + columns * left.min(right) }
        };
        (0..9).map(of).sum()
    }

    fn is_goal(&self, &board: &u64, _path: &[MoveIndex]) -> bool {
        board == GOAL
    }

    fn key_bits(&self) -> Option<u32> {
        Some(36)
    }

    fn key(&self, &board: &u64, _path: &[MoveIndex]) -> Key {
        board.into()
    }
}

/// Sixteen things in a row, two of which a move exchanges: 120 moves. All cost the same.
pub struct Exchanges {
    pub cost: u8,
}

impl Exchanges {
    pub const MOVES: usize = 120;

    fn pair(by: MoveIndex) -> (usize, usize) {
        let pairs = (0..16).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.into_iter().nth(by.index()).expect("there are 120 pairs")
    }

    /// As many moves as things, less one for each cycle.
    pub fn distance(&self, row: &[u8; 16]) -> u8 {
        let (mut seen, mut cycles) = ([false; 16], 0);
        for start in 0..16 {
            cycles += u8::from(!seen[start]);
            let mut place = start;
            while !std::mem::replace(&mut seen[place], true) {
                place = row[place].into();
            }
        }
        (16 - cycles) * self.cost
    }
}

impl Space for Exchanges {
    type Node = [u8; 16];

    fn child(&self, row: &[u8; 16], by: MoveIndex) -> Option<[u8; 16]> {
        let (mut child, (a, b)) = (*row, Self::pair(by));
        child.swap(a, b);
        Some(child)
    }

    fn cost(&self, _by: MoveIndex) -> u8 {
        self.cost
    }

    fn bound(&self, row: &[u8; 16]) -> u8 {
        let misplaced = row.iter().zip(0..).filter(|&(&thing, place)| thing != place).count() as u8;
        misplaced.div_ceil(2) * self.cost
    }

    fn is_goal(&self, row: &[u8; 16], _path: &[MoveIndex]) -> bool {
        row.is_sorted()
    }
}

/// A number of stones, from which a move takes as many as it says, between one and `moves`; exactly none may be left.
pub struct Stones {
    /// The least number that can be taken, less one.
    pub skipped: usize,
    pub dear: bool,
}

impl Space for Stones {
    type Node = usize;

    fn child(&self, &stones: &usize, by: MoveIndex) -> Option<usize> {
        stones.checked_sub(by.index() + 1 + self.skipped)
    }

    fn cost(&self, by: MoveIndex) -> u8 {
        if self.dear && by.index() == 0 { 2 } else { 1 }
    }

    fn bound(&self, &stones: &usize) -> u8 {
        if (1..=self.skipped).contains(&stones) { u8::MAX } else { u8::from(stones > 0) }
    }

    fn is_goal(&self, &stones: &usize, _path: &[MoveIndex]) -> bool {
        stones == 0
    }
}

/// A ring of eight numbers: turned by one either way, or four neighbours reversed.
pub struct TopSpin;

impl Space for TopSpin {
    type Node = [u8; 8];

    fn child(&self, ring: &[u8; 8], by: MoveIndex) -> Option<[u8; 8]> {
        let mut child = *ring;
        match by.index() {
            0 => child.rotate_left(1),
            1 => child.rotate_right(1),
            _ => child[..4].reverse(),
        }
        Some(child)
    }

    fn bound(&self, ring: &[u8; 8]) -> u8 {
        u8::from(!ring.is_sorted())
    }

    fn is_goal(&self, ring: &[u8; 8], _path: &[MoveIndex]) -> bool {
        ring.is_sorted()
    }

    fn key_bits(&self) -> Option<u32> {
        Some(24)
    }

    fn key(&self, ring: &[u8; 8], _path: &[MoveIndex]) -> Key {
        ring.iter().fold(0, |key, &number| key << 3 | Key::from(number))
    }
}
