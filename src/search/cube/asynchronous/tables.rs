//! Tables and cubes as the kernels read them.

use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{CubeAlphabet, FaceTurn, MOVE_CUBIES};
use crate::heuristic::Manhattan;
use crate::prune::{Automaton, AutomatonState};

/// Bits of a move in a step.
const BITS: usize = 5;

/// The tables of a device: the moves of the cube, and the rules about successive moves.
pub struct Tables {
    /// The distances of the edges: 32 bytes for each slot.
    pub distances: Vec<u8>,
    /// Eight numbers for each of 18 moves: the edges and the corners that it carries.
    pub turns: Vec<u32>,
    /// The number of moves that each state of the automaton allows.
    pub allowed: Vec<u32>,
    /// A row for each state: the allowed moves with the states after them.
    pub steps: Vec<u32>,
    /// Length of a row.
    pub letters: u32,
}

impl Tables {
    /// The tables of a search.
    pub fn new(manhattan: &Manhattan, alphabet: &CubeAlphabet, automaton: &Automaton) -> Self {
        let letters = automaton.letters();
        let distances = manhattan.only_edges().expect("the bound is that of the edges").as_flattened().to_vec();
        let mut turns: Vec<u32> = alphabet.moves().iter().flat_map(|&m| turn(m)).collect();
        turns.resize(8 * FaceTurn::COUNT, 0);
        let (mut allowed, mut steps) = (Vec::new(), Vec::new());
        for state in (0..automaton.states()).map(|state| AutomatonState::new(state as u32)) {
            let moves = automaton.allowed(state);
            allowed.push(moves.len() as u32);
            steps.extend(moves.into_iter().map(|by| (automaton.next(state, by).index() << BITS | by.index()) as u32));
            steps.resize(allowed.len() * letters, 0);
        }
        Self { distances, turns, allowed, steps, letters: letters as u32 }
    }
}

/// A turn: where each of four edges and four corners comes from, where it goes, and how it is turned.
fn turn(m: FaceTurn) -> [u32; 8] {
    let cubies = &MOVE_CUBIES[m.index()];
    let edge = |to: usize| u32::from(cubies.edges[to]) | (to as u32) << 4 | u32::from(cubies.flips[to]) << (8 + 4);
    let corner = |to: usize| u32::from(cubies.corners[to]) | (to as u32) << 4 | u32::from(cubies.twists[to]) << 8;
    let edges = (0..EDGES).filter(|&to| usize::from(cubies.edges[to]) != to).map(edge);
    let corners = (0..CORNERS).filter(|&to| usize::from(cubies.corners[to]) != to).map(corner);
    let numbers: Vec<u32> = edges.chain(corners).collect();
    numbers.try_into().expect("a turn carries four edges and four corners")
}
