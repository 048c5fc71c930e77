//! Solves the 15-puzzle with additive pattern databases: a search of a space of one's own, with nothing of the cube.
//!
//! ```sh
//! cargo run --release --example fifteen_puzzle              # ten of Korf's hundred instances
//! cargo run --release --example fifteen_puzzle -- all 6-6-3 # all of them, with larger tables
//! cargo run --release --example fifteen_puzzle -- all 7-8   # with tables of 290 MB, which take minutes and 1.8 GB
//! ```

mod tables;

use cubepdb::Threads;
use cubepdb::search::{Answer, Automaton, Key, MoveIndex, Search, Space};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use tables::{BESIDE, PatternTable};

/// The hundred instances of R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search",
/// Artificial Intelligence 27 (1985), table 1: the tiles row by row as hexadecimal digits, 0 for the blank, and the
/// length of a shortest solution. The goal has the blank in the first cell.
const INSTANCES: &str = include_str!("korf.txt");

/// The tiles of each pattern, by the name that the partition has in papers.
const PARTITIONS: [(&str, &[&[u8]]); 3] = [
    ("5-5-5", &[&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]]),
    ("6-6-3", &[&[4, 5, 8, 9, 12, 13], &[6, 7, 10, 11, 14, 15], &[1, 2, 3]]),
    ("7-8", &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
];

/// The moves of the blank, as steps between cells: up, left, right and down.
const STEPS: [i8; 4] = [-4, -1, 1, 4];

/// The tiles in their own cells.
const GOAL: u64 = 0xfedc_ba98_7654_3210;

/// A board: sixteen numbers of four bits each, twice, and the distances of the patterns as the board lies and mirrored.
#[derive(Clone, Copy)]
struct Board {
    /// By cell: the tile in it.
    tiles: u64,
    /// By tile: its cell. Tile 0 is the blank.
    cells: u64,
    distances: [[u8; 3]; 2],
}

fn digit(numbers: u64, place: u8) -> u8 {
    (numbers >> (4 * place) & 15) as u8
}

/// A cell or tile, mirrored along the diagonal through the blank's cell. The mirrored goal is the goal.
fn mirrored(place: u8) -> u8 {
    place % 4 * 4 + place / 4
}

/// The 15-puzzle, with a table for each pattern.
struct FifteenPuzzle {
    tables: Vec<PatternTable>,
    /// By tile: the number of its pattern.
    pattern: [usize; 16],
}

impl FifteenPuzzle {
    fn new(partition: &[&[u8]], threads: usize) -> Self {
        let tables: Vec<_> = partition.iter().map(|tiles| PatternTable::build(tiles, threads)).collect();
        let mut pattern = [0; 16];
        for (number, table) in tables.iter().enumerate() {
            table.tiles().iter().for_each(|&tile| pattern[usize::from(tile)] = number);
        }
        Self { tables, pattern }
    }

    fn board(&self, tiles: u64) -> Board {
        let cells = (0..16).fold(0, |cells, cell| cells | u64::from(cell) << (4 * digit(tiles, cell)));
        let mut board = Board { tiles, cells, distances: [[0; 3]; 2] };
        (1..16).for_each(|tile| self.look_up(&mut board, tile));
        board
    }

    /// Brings the distances up to date of the two patterns that see a tile.
    #[inline]
    fn look_up(&self, board: &mut Board, tile: u8) {
        let pattern = self.pattern[usize::from(tile)];
        board.distances[0][pattern] = self.tables[pattern].distance(|tile| digit(board.cells, tile));
        let pattern = self.pattern[usize::from(mirrored(tile))];
        let cell_of = |tile| mirrored(digit(board.cells, mirrored(tile)));
        board.distances[1][pattern] = self.tables[pattern].distance(cell_of);
    }

    /// Which moves may follow each other: no move takes back the one before it.
    fn rules() -> Automaton {
        Automaton::avoiding(4, (0..4).map(|by| [by, 3 - by].map(MoveIndex::new)))
    }
}

impl Space for FifteenPuzzle {
    type Node = Board;

    #[inline]
    fn child(&self, board: &Board, by: MoveIndex) -> Option<Board> {
        let blank = digit(board.cells, 0);
        let cell = blank.wrapping_add_signed(STEPS[by.index()]);
        if cell > 15 || BESIDE[usize::from(blank)] >> cell & 1 == 0 {
            return None;
        }
        let tile = digit(board.tiles, cell);
        let mut child = *board;
        child.tiles ^= u64::from(tile) << (4 * cell) | u64::from(tile) << (4 * blank);
        child.cells ^= u64::from(cell ^ blank) << (4 * tile) | u64::from(cell ^ blank);
        self.look_up(&mut child, tile);
        Some(child)
    }

    #[inline]
    fn bound(&self, board: &Board) -> u8 {
        let [direct, mirrored] = board.distances.map(|distances| distances.iter().sum::<u8>());
        direct.max(mirrored)
    }

    fn is_goal(&self, board: &Board, _path: &[MoveIndex]) -> bool {
        board.tiles == GOAL
    }

    fn key_bits(&self) -> Option<u32> {
        Some(64)
    }

    fn key(&self, board: &Board, _path: &[MoveIndex]) -> Key {
        board.tiles.into()
    }
}

/// The instances with the lengths of their shortest solutions.
fn instances() -> impl Iterator<Item = (u64, usize)> {
    INSTANCES.lines().filter_map(|line| line.split_once(' ')).map(|(digits, length)| {
        let digits = digits.chars().filter_map(|digit| digit.to_digit(16)).zip(0..);
        let tiles = digits.fold(0, |tiles, (tile, cell)| tiles | u64::from(tile) << (4 * cell));
        (tiles, length.parse().expect("a length"))
    })
}

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut partition, mut count) = (PARTITIONS[0], 10);
    for word in std::env::args().skip(1) {
        match PARTITIONS.iter().find(|(name, _)| *name == word) {
            Some(&chosen) => partition = chosen,
            None if word == "all" => count = 100,
            None => return Err(format!("give `all`, 5-5-5, 6-6-3 or 7-8, not `{word}`").into()),
        }
    }
    let workers = std::thread::available_parallelism()?.get();
    let started = Instant::now();
    let puzzle = FifteenPuzzle::new(partition.1, workers);
    println!("tables {} after {:.1} s", partition.0, started.elapsed().as_secs_f64());
    let threads = Threads::new(workers)?;
    let search = Search::new(&puzzle, FifteenPuzzle::rules()).on(&threads);
    let (mut moves, mut nodes, started) = (0, 0, Instant::now());
    for (number, (tiles, length)) in (1..).zip(instances().take(count)) {
        let outcome = search.run(puzzle.board(tiles));
        let Answer::Solved(solutions) = &outcome.answer else { return Err("all instances can be solved".into()) };
        let found = solutions[0].len();
        if found != length {
            return Err(format!("instance {number} takes {length} moves, and not {found}").into());
        }
        println!("{number:3}: {length} moves, {} nodes", outcome.counters().nodes);
        moves += length;
        nodes += outcome.counters().nodes;
    }
    let seconds = started.elapsed().as_secs_f64();
    let [moves, average] = [moves as f64, nodes as f64].map(|sum| sum / count as f64);
    println!("mean {moves:.2} moves, {average:.0} nodes; {:.1} M nodes/s", nodes as f64 / seconds / 1e6);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_those_of_the_paper() {
        let all: Vec<_> = instances().collect();
        let lengths = || all.iter().map(|&(_, length)| length);
        assert_eq!((all.len(), lengths().min(), lengths().max()), (100, Some(41), Some(66)));
        assert_eq!(lengths().sum::<usize>(), 5305);
        for (tiles, length) in all {
            let all_tiles = (0..16).fold(0u16, |set, cell| set | 1 << digit(tiles, cell));
            assert_eq!(all_tiles, u16::MAX);
            // Every move changes the colour of the blank's cell and the parity of the permutation.
            let blank = (0..16).find(|&cell| digit(tiles, cell) == 0).unwrap();
            let pairs = (0..16).flat_map(|a| (0..a).map(move |b| digit(tiles, b) > digit(tiles, a)));
            let is_odd = pairs.filter(|&is_inverted| is_inverted).count() % 2;
            assert_eq!([usize::from(blank / 4 + blank % 4) % 2, is_odd], [length % 2; 2]);
        }
    }

    #[test]
    fn bounds_follow_the_moves_and_short_instances_are_solved() {
        let puzzle = FifteenPuzzle::new(PARTITIONS[0].1, 2);
        let mut board = puzzle.board(GOAL);
        assert_eq!(puzzle.bound(&board), 0);
        for step in 0..10_000usize {
            let by = MoveIndex::new(step * step * 7 / 3 % 4);
            let Some(child) = puzzle.child(&board, by) else { continue };
            assert_eq!(child.distances, puzzle.board(child.tiles).distances);
            assert_eq!(puzzle.bound(&child).abs_diff(puzzle.bound(&board)) % 2, 1);
            board = child;
        }
        let search = Search::new(&puzzle, FifteenPuzzle::rules());
        for (tiles, length) in instances().filter(|&(_, length)| length <= 44) {
            let outcome = search.run(puzzle.board(tiles));
            assert_eq!(usize::from(outcome.lower_bound), length);
        }
    }
}
