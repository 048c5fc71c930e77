//! Whole positions as keys of a few words, and what steps do to them.

use super::lens::kinds;
use super::steps::Steps;
use crate::puzzle::{Position, Question, Shape};

/// Packs positions into words, and unpacks them into a byte for the piece and orientation at each place.
#[derive(Clone, Debug)]
pub struct KeyCode {
    shape: Shape,
    /// What each byte means, orbit by orbit: piece, orientation and period.
    symbols: Vec<Vec<(u8, u8, u8)>>,
    /// The word, the shift and the mask of each place.
    fields: Vec<(usize, u32, u64)>,
    words: usize,
    steps: Vec<StepCode>,
    /// Symbols after twists, 256 for each.
    twisted: Vec<[u8; 256]>,
    /// For each rule a place, and whether each symbol is forbidden there.
    rules: Vec<(usize, [bool; 256])>,
}

/// What a step does to a key.
#[derive(Clone, Debug)]
struct StepCode {
    /// The bits that it leaves.
    kept: Vec<u64>,
    /// The places that it changes.
    changes: Vec<Change>,
}

/// The place that a symbol comes from, the table that twists it, and where it goes to.
#[derive(Clone, Copy, Debug)]
struct Change {
    source: u16,
    table: u16,
    word: u16,
    shift: u16,
}

impl KeyCode {
    /// The highest bit of the first word is set in every key.
    const TAKEN: u64 = 1 << 63;

    /// The code for a question; `None` if an orbit has more than 256 different pieces with their orientations.
    pub fn new(question: &Question, steps: &Steps) -> Option<Self> {
        let (shape, base) = (&question.definition().shape, question.goal().base());
        let symbols: Vec<Vec<(u8, u8, u8)>> = (0..shape.orbits().len())
            .map(|orbit| {
                let kinds = kinds(shape, base, orbit).into_iter();
                kinds.flat_map(|kind| (0..kind.period).map(move |turn| (kind.piece, turn, kind.period))).collect()
            })
            .collect();
        if symbols.iter().any(|symbols| symbols.len() > 256) {
            return None;
        }
        let (fields, words) = fields(shape, &symbols);
        let mut code = Self {
            shape: shape.clone(),
            symbols,
            fields,
            words,
            steps: Vec::new(),
            twisted: vec![std::array::from_fn(|symbol| symbol as u8)],
            rules: Vec::new(),
        };
        code.add_steps(steps);
        code.add_rules(question);
        Some(code)
    }

    fn add_steps(&mut self, steps: &Steps) {
        for step in &steps.all[..steps.moves] {
            let by = &step.transformation;
            let mut code = StepCode { kept: vec![u64::MAX; self.words], changes: Vec::new() };
            for to in 0..self.shape.places() {
                let (word, shift, mask) = self.fields[to];
                let table = self.twist_table(self.shape.orbit_of(to), by.twist(to));
                if mask > 0 && (by.source(to) != to || table > 0) {
                    code.kept[word] &= !(mask << shift);
                    let (source, word) = (by.source(to) as u16, word as u16);
                    code.changes.push(Change { source, table, word, shift: shift as u16 });
                }
            }
            self.steps.push(code);
        }
    }

    /// The number of the table for a twist: 0 if it changes nothing.
    fn twist_table(&mut self, orbit: usize, twist: u8) -> u16 {
        let symbols = &self.symbols[orbit];
        let twisted = |&(piece, turn, period): &(u8, u8, u8)| {
            let turn = ((u16::from(turn) + u16::from(twist)) % u16::from(period)) as u8;
            symbols.iter().position(|&known| known == (piece, turn, period)).expect("all turns are listed")
        };
        let mut table: [u8; 256] = std::array::from_fn(|symbol| symbol as u8);
        symbols.iter().zip(&mut table).for_each(|(symbol, image)| *image = twisted(symbol) as u8);
        let number = self.twisted.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.twisted.push(table);
            self.twisted.len() - 1
        });
        number as u16
    }

    fn add_rules(&mut self, question: &Question) {
        for rule in question.illegal() {
            let mut forbidden = [false; 256];
            let symbols = &self.symbols[self.shape.orbit_of(rule.place)];
            symbols.iter().zip(&mut forbidden).for_each(|(symbol, is)| *is = rule.pieces.contains(&symbol.0));
            self.rules.push((rule.place, forbidden));
        }
    }

    /// Number of words of a key.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The symbols of a position; `None` if it has pieces that the goal's base does not have.
    pub fn symbols(&self, position: &Position) -> Option<Vec<u8>> {
        (0..self.shape.places())
            .map(|place| {
                let symbol = (position.piece(place), position.orientation(place), position.period(place));
                let symbols = &self.symbols[self.shape.orbit_of(place)];
                symbols.iter().position(|&known| known == symbol).map(|number| number as u8)
            })
            .collect()
    }

    /// The position with these symbols.
    pub fn position(&self, symbols: &[u8]) -> Position {
        let meaning = |(place, &symbol): (usize, &u8)| self.symbols[self.shape.orbit_of(place)][usize::from(symbol)];
        let meanings: Vec<_> = symbols.iter().enumerate().map(meaning).collect();
        let (pieces, orientations) = meanings.iter().map(|meaning| (meaning.0, meaning.1)).unzip();
        let periods = meanings.iter().map(|meaning| meaning.2).collect();
        Position::new(&self.shape, pieces, orientations, periods).expect("symbols of this shape")
    }

    /// Packs symbols into a key, which is never 0.
    #[inline(always)]
    pub fn pack<const W: usize>(&self, symbols: &[u8]) -> [u64; W] {
        let mut key = [0; W];
        for (&(word, shift, _), &symbol) in self.fields.iter().zip(symbols) {
            key[word] |= u64::from(symbol) << shift;
        }
        key[0] |= Self::TAKEN;
        key
    }

    /// Unpacks a key.
    #[inline(always)]
    pub fn unpack<const W: usize>(&self, key: &[u64; W], symbols: &mut [u8]) {
        for (&(word, shift, mask), symbol) in self.fields.iter().zip(symbols) {
            *symbol = (key[word] >> shift & mask) as u8;
        }
    }

    /// The key after a step; `symbols` are those of the key.
    #[inline(always)]
    pub fn step<const W: usize>(&self, key: &[u64; W], symbols: &[u8], step: usize) -> [u64; W] {
        let code = &self.steps[step];
        let mut after = *key;
        after.iter_mut().zip(&code.kept).for_each(|(word, kept)| *word &= kept);
        for change in &code.changes {
            let symbol = self.twisted[usize::from(change.table)][usize::from(symbols[usize::from(change.source)])];
            after[usize::from(change.word)] |= u64::from(symbol) << change.shift;
        }
        after
    }

    /// Returns whether no rule forbids the position of a key.
    #[inline(always)]
    pub fn is_legal<const W: usize>(&self, key: &[u64; W]) -> bool {
        !self.rules.iter().any(|(place, forbidden)| {
            let (word, shift, mask) = self.fields[*place];
            forbidden[(key[word] >> shift & mask) as usize]
        })
    }
}

/// Where each place's symbol is, and the number of words.
fn fields(shape: &Shape, symbols: &[Vec<(u8, u8, u8)>]) -> (Vec<(usize, u32, u64)>, usize) {
    let (mut word, mut free, mut fields) = (0, 63, Vec::new());
    for place in 0..shape.places() {
        let bits = usize::BITS - (symbols[shape.orbit_of(place)].len() - 1).leading_zeros();
        if bits > free {
            (word, free) = (word + 1, 64);
        }
        fields.push((word, (if word == 0 { 63 } else { 64 }) - free, (1 << bits) - 1));
        free -= bits;
    }
    (fields, word + 1)
}
