//! Small permutation puzzles: groups of at most a thousand elements, with every distance known.

use cubepdb::internals::{prune::automaton, puzzle::MoveIndexSet};
use cubepdb::{
    puzzles::MoveIndex,
    search::{Automaton, AutomatonState},
};
use fastrand::Rng;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Most points that are moved.
const MOST_POINTS: usize = 8;

/// The image of each point; points that a puzzle does not have are fixed.
pub type Permutation = [u8; MOST_POINTS];

const IDENTITY: Permutation = [0, 1, 2, 3, 4, 5, 6, 7];

/// `first`, then `second`.
fn then(first: &Permutation, second: &Permutation) -> Permutation {
    first.map(|image| second[usize::from(image)])
}

fn inverse(of: &Permutation) -> Permutation {
    let mut inverse = IDENTITY;
    of.iter().enumerate().for_each(|(point, &image)| inverse[usize::from(image)] = point as u8);
    inverse
}

fn power(of: &Permutation, exponent: usize) -> Permutation {
    (0..exponent).fold(IDENTITY, |product, _| then(&product, of))
}

fn order(of: &Permutation) -> usize {
    (1..).find(|&exponent| power(of, exponent) == IDENTITY).expect("every permutation has an order")
}

fn is_odd(of: &Permutation) -> bool {
    let inversions = (0..of.len()).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|&(i, j)| of[i] > of[j]);
    inversions.count() % 2 == 1
}

fn commute(a: &Permutation, b: &Permutation) -> bool {
    then(a, b) == then(b, a)
}

/// The powers of a generator that are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// All of them.
    Powers,
    /// The generator and its inverse.
    Quarters,
    /// The generator alone.
    OneWay,
}

/// The powers of one generator.
#[derive(Clone, Debug)]
pub struct Face {
    pub generator: Permutation,
    pub order: usize,
    /// Its moves: the first, second … power, or the generator and its inverse.
    pub letters: Vec<MoveIndex>,
}

/// A relabelling of the points that takes moves to moves.
pub struct Symmetry {
    /// The image of each state.
    pub states: Vec<u16>,
    /// The image of each move.
    pub letters: Vec<MoveIndex>,
}

/// A puzzle: states are permutations, state 0 is solved, a move is applied after the earlier ones.
pub struct Puzzle {
    pub seed: u64,
    pub turns: Turns,
    pub faces: Vec<Face>,
    pub states: usize,
    letters: usize,
    /// By state times the number of moves plus move.
    next: Vec<u16>,
    /// Moves to the solved state, by breadth-first search; [`Puzzle::NEVER`] if there are none.
    pub distance: Vec<u8>,
    /// A lower bound that depends only on the positions of two points.
    pub pattern: Vec<u8>,
    /// The parity of each state, if all moves are odd, so that it is that of all its solutions.
    pub parity: Option<Vec<bool>>,
    /// The first is the identity.
    pub symmetries: Vec<Symmetry>,
    /// For each state the least of its images, and the symmetry that leads there.
    pub class: Vec<(u16, usize)>,
    /// By face: its axis, if faces commute exactly with those of their own axis.
    pub axes: Option<Vec<usize>>,
}

impl Puzzle {
    /// The distance of a state that cannot be solved.
    pub const NEVER: u8 = u8::MAX;

    /// Most states.
    const LIMIT: usize = 1000;

    /// The puzzle of a seed.
    pub fn random(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        loop {
            let points = [4, 5, 5, 6, 6, 6, 7][random.usize(..7)];
            let turns =
                [Turns::Powers, Turns::Powers, Turns::Quarters, Turns::Quarters, Turns::OneWay][random.usize(..5)];
            let generators = random_generators(&mut random, points);
            let everything = points <= 5 && random.bool();
            if let Some(puzzle) = Self::new(seed, points, turns, &generators, everything) {
                return puzzle;
            }
        }
    }

    /// The puzzle with these generators, on all permutations of its points or on those that the moves make; `None` if
    /// it is too large, or two of its moves are the same.
    pub fn new(seed: u64, points: usize, turns: Turns, generators: &[Permutation], everything: bool) -> Option<Self> {
        let mut moves: Vec<Permutation> = Vec::new();
        let faces = generators
            .iter()
            .map(|generator| {
                let order = order(generator);
                let exponents: Vec<usize> = match turns {
                    Turns::Powers => (1..order).collect(),
                    Turns::Quarters if order > 2 => vec![1, order - 1],
                    Turns::Quarters | Turns::OneWay => vec![1],
                };
                let letters = (moves.len()..moves.len() + exponents.len()).map(MoveIndex::new).collect();
                moves.extend(exponents.into_iter().map(|exponent| power(generator, exponent)));
                Face { generator: *generator, order, letters }
            })
            .collect();
        let distinct: HashSet<_> = moves.iter().collect();
        if distinct.len() < moves.len() || moves.len() > 14 {
            return None;
        }
        let states = states(points, &moves, everything)?;
        Some(Self::of_states(seed, points, turns, faces, &moves, &states))
    }

    fn of_states(
        seed: u64,
        points: usize,
        turns: Turns,
        faces: Vec<Face>,
        moves: &[Permutation],
        states: &[Permutation],
    ) -> Self {
        let numbers: HashMap<Permutation, u16> =
            states.iter().zip(0..).map(|(&state, number)| (state, number)).collect();
        let next: Vec<u16> = states.iter().flat_map(|state| moves.iter().map(|by| numbers[&then(state, by)])).collect();
        let symmetries: Vec<Symmetry> = all_permutations(points)
            .filter_map(|relabelling| symmetry(&relabelling, moves, states, &numbers))
            .collect();
        let class = (0..states.len())
            .map(|state| {
                let images = symmetries.iter().enumerate().map(|(number, symmetry)| (symmetry.states[state], number));
                images.min().expect("the identity is a symmetry")
            })
            .collect();
        let distance = distances(&next, moves.len(), 0);
        let parity = moves.iter().all(is_odd).then(|| states.iter().map(is_odd).collect());
        let axes = axes(&faces);
        let pattern = pattern(&next, moves.len(), states);
        Self {
            seed,
            turns,
            faces,
            states: states.len(),
            letters: moves.len(),
            next,
            distance,
            pattern,
            parity,
            symmetries,
            class,
            axes,
        }
    }

    /// Number of moves.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The state after a move.
    #[inline(always)]
    pub fn after(&self, state: u16, by: MoveIndex) -> u16 {
        self.next[usize::from(state) * self.letters + by.index()]
    }

    /// The face that a move turns.
    pub fn face(&self, letter: MoveIndex) -> usize {
        self.faces.iter().position(|face| face.letters.contains(&letter)).expect("every letter turns a face")
    }

    /// The power of its generator that a move is.
    pub fn exponent(&self, letter: MoveIndex) -> usize {
        let face = &self.faces[self.face(letter)];
        match face.letters.iter().position(|&own| own == letter) {
            Some(1) if self.turns == Turns::Quarters => face.order - 1,
            place => place.expect("the letter is the face's own") + 1,
        }
    }

    /// Returns whether two faces commute.
    pub fn commute(&self, a: usize, b: usize) -> bool {
        commute(&self.faces[a].generator, &self.faces[b].generator)
    }
}

/// The puzzle that an automaton learns from: the moves made from the solved state.
impl automaton::ImplicitGraph for Puzzle {
    type Position = u16;

    fn letters(&self) -> usize {
        self.letters
    }

    fn start(&self) -> u16 {
        0
    }

    fn step(&self, position: &u16, letter: MoveIndex) -> u16 {
        self.after(*position, letter)
    }

    fn key(&self, position: &u16) -> u128 {
        u128::from(*position)
    }
}

/// Two to five generators. Some commute, and some are images of each other, so that there are symmetries.
fn random_generators(random: &mut Rng, points: usize) -> Vec<Permutation> {
    let count = random.usize(2..=4);
    let mut generators = vec![random_permutation(random, points)];
    while generators.len() < count {
        let last = *generators.last().expect("there is a first");
        let new = match random.u8(..8) {
            0..3 => random_permutation(random, points),
            // The image of the last under a relabelling of the points.
            3..5 => {
                let relabelling = random_permutation(random, points);
                then(&then(&inverse(&relabelling), &last), &relabelling)
            }
            // One that commutes with the last, if a random search finds one.
            _ => {
                let tries = (0..200).map(|_| random_permutation(random, points));
                tries.into_iter().find(|new| commute(new, &last)).unwrap_or_else(|| random_permutation(random, points))
            }
        };
        generators.push(new);
    }
    if random.bool() {
        add_images(random, points, &mut generators);
    }
    generators
}

/// Adds images under a relabelling, until it maps every generator to one of them, or there are too many.
fn add_images(random: &mut Rng, points: usize, generators: &mut Vec<Permutation>) {
    let relabelling = random_permutation(random, points);
    let mut done = 0;
    while let Some(generator) = generators.get(done).filter(|_| generators.len() < 5) {
        let image = then(&then(&inverse(&relabelling), generator), &relabelling);
        if !generators.contains(&image) {
            generators.push(image);
        }
        done += 1;
    }
}

fn random_permutation(random: &mut Rng, points: usize) -> Permutation {
    loop {
        let mut permutation = IDENTITY;
        random.shuffle(&mut permutation[..points]);
        if permutation != IDENTITY {
            return permutation;
        }
    }
}

fn all_permutations(points: usize) -> impl Iterator<Item = Permutation> {
    let count: usize = (1..=points).product();
    (0..count).map(move |mut number| {
        let mut rest: Vec<u8> = (0..points as u8).collect();
        let mut permutation = IDENTITY;
        for place in &mut permutation[..points] {
            *place = rest.remove(number % rest.len());
            number /= rest.len() + 1;
        }
        permutation
    })
}

/// The solved state and all others that moves lead to; or all permutations.
fn states(points: usize, moves: &[Permutation], everything: bool) -> Option<Vec<Permutation>> {
    if everything {
        return Some(all_permutations(points).collect());
    }
    let mut states = vec![IDENTITY];
    let mut known = HashSet::from([IDENTITY]);
    let mut done = 0;
    while let Some(&state) = states.get(done) {
        done += 1;
        for new in moves.iter().map(|by| then(&state, by)) {
            if known.insert(new) {
                states.push(new);
            }
        }
        if states.len() > Puzzle::LIMIT {
            return None;
        }
    }
    Some(states)
}

/// Breadth-first search backwards from one state: the oracle.
fn distances(next: &[u16], letters: usize, goal: u16) -> Vec<u8> {
    let states = next.len() / letters;
    let mut before: Vec<Vec<u16>> = vec![Vec::new(); states];
    next.iter().enumerate().for_each(|(place, &to)| before[usize::from(to)].push((place / letters) as u16));
    let mut distance = vec![Puzzle::NEVER; states];
    distance[usize::from(goal)] = 0;
    let mut queue = vec![goal];
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        for &from in &before[usize::from(state)] {
            if distance[usize::from(from)] == Puzzle::NEVER {
                distance[usize::from(from)] = distance[usize::from(state)] + 1;
                queue.push(from);
            }
        }
    }
    distance
}

/// For each state the least distance of all states with the first two points in the same positions: a pattern database.
/// States that cannot be solved do not count.
fn pattern(next: &[u16], letters: usize, states: &[Permutation]) -> Vec<u8> {
    let distance = distances(next, letters, 0);
    // A move acts on the positions of all points alike, so the positions alone form a puzzle.
    let mut least: HashMap<[u8; 2], u8> = HashMap::new();
    for (state, &distance) in states.iter().zip(&distance) {
        let places = [state[0], state[1]];
        least.entry(places).and_modify(|least| *least = distance.min(*least)).or_insert(distance);
    }
    let bound = states.iter().map(|state| least[&[state[0], state[1]]]);
    bound.map(|bound| if bound == Puzzle::NEVER { 60 } else { bound }).collect()
}

/// The symmetry of a relabelling, if it maps moves to moves.
fn symmetry(
    relabelling: &Permutation,
    moves: &[Permutation],
    states: &[Permutation],
    numbers: &HashMap<Permutation, u16>,
) -> Option<Symmetry> {
    let back = inverse(relabelling);
    let image = |of: &Permutation| then(&then(&back, of), relabelling);
    let letters = moves.iter().map(|by| moves.iter().position(|other| *other == image(by)).map(MoveIndex::new));
    let letters = letters.collect::<Option<Vec<_>>>()?;
    Some(Symmetry { states: states.iter().map(|state| numbers[&image(state)]).collect(), letters })
}

/// The axis of each face, if commuting is an equivalence.
fn axes(faces: &[Face]) -> Option<Vec<usize>> {
    let commutes = |a: usize, b: usize| commute(&faces[a].generator, &faces[b].generator);
    let axis =
        |face: usize| (0..faces.len()).find(|&other| commutes(face, other)).expect("a face commutes with itself");
    let axes: Vec<usize> = (0..faces.len()).map(axis).collect();
    let all = (0..faces.len()).all(|a| (0..faces.len()).all(|b| commutes(a, b) == (axes[a] == axes[b])));
    all.then_some(axes)
}

/// Number of nodes made and expanded by a search to one length without a transposition table: a count independent of
/// the library's kernels.
pub fn tree(puzzle: &Puzzle, automaton: &Automaton, bound: &[u8], start: u16, length: u8) -> (u64, u64) {
    fn below(
        puzzle: &Puzzle,
        automaton: &Automaton,
        bound: &[u8],
        (node, state): (u16, AutomatonState),
        remaining: u8,
        counts: &mut (u64, u64),
    ) {
        if remaining == 0 || bound[usize::from(node)] > remaining {
            return;
        }
        let letters: MoveIndexSet = automaton.allowed(state);
        counts.0 += letters.len() as u64;
        counts.1 += 1;
        for by in letters {
            let child = (puzzle.after(node, by), automaton.next(state, by));
            below(puzzle, automaton, bound, child, remaining - 1, counts);
        }
    }
    let mut counts = (0, 0);
    below(puzzle, automaton, bound, (start, AutomatonState::START), length, &mut counts);
    counts
}

/// Calls `each` with every accepted sequence of one length that leads to the solved state, in move order.
pub fn solutions(
    puzzle: &Puzzle,
    automaton: &Automaton,
    start: u16,
    length: u8,
    each: &mut dyn FnMut(&[MoveIndex]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn below(
        puzzle: &Puzzle,
        automaton: &Automaton,
        (node, state): (u16, AutomatonState),
        remaining: u8,
        word: &mut Vec<MoveIndex>,
        each: &mut dyn FnMut(&[MoveIndex]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if puzzle.distance[usize::from(node)] > remaining {
            return ControlFlow::Continue(());
        }
        if remaining == 0 {
            return each(word);
        }
        for by in automaton.allowed(state) {
            word.push(by);
            let child = (puzzle.after(node, by), automaton.next(state, by));
            below(puzzle, automaton, child, remaining - 1, word, each)?;
            word.pop();
        }
        ControlFlow::Continue(())
    }
    let root = (start, AutomatonState::START);
    below(puzzle, automaton, root, length, &mut Vec::new(), each)
}
