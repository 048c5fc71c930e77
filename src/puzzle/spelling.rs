//! Short sequences for what names stand for: formats write names as sequences.

use super::{Definition, NamedMove, Transformation};
use std::collections::HashMap;

/// The powers of a move that sequences are made of, at most: those of the shorter way round.
const MOST_POWERS: u64 = 12;

/// The most steps of a search for a sequence of three moves.
const MOST_STEPS: usize = 100_000_000;

/// Powers of moves, rotations and names, of which sequences are made.
pub struct Speller<'a> {
    definition: &'a Definition,
    powers: Vec<(String, Transformation)>,
    index: HashMap<Transformation, usize>,
}

impl<'a> Speller<'a> {
    /// The powers of the moves and rotations of a definition.
    pub fn new(definition: &'a Definition) -> Self {
        let mut speller = Self { definition, powers: Vec::new(), index: HashMap::new() };
        definition.moves.iter().chain(&definition.rotations).for_each(|named| speller.add(named));
        speller
    }

    /// Lets sequences have another name.
    pub fn add(&mut self, named: &NamedMove) {
        let order = named.transformation.order(&self.definition.shape);
        for exponent in 1..=(order / 2).clamp(1, MOST_POWERS) {
            let amount = if exponent == 1 { String::new() } else { exponent.to_string() };
            let exponent = exponent as i64;
            for (sign, exponent) in [("", exponent), ("'", -exponent)] {
                let power = named.transformation.power(&self.definition.shape, exponent);
                if !self.index.contains_key(&power) {
                    self.index.insert(power.clone(), self.powers.len());
                    self.powers.push((format!("{}{amount}{sign}", named.name), power));
                }
            }
        }
    }

    /// A sequence of at most three moves that does the same; two, if there are very many moves and places.
    pub fn spell(&self, target: &Transformation) -> Option<Vec<&str>> {
        let shape = &self.definition.shape;
        if target.is_identity() {
            return Some(Vec::new());
        }
        let name = |transformation| self.index.get(&transformation).map(|&index| self.powers[index].0.as_str());
        if let Some(name) = name(target.clone()) {
            return Some(vec![name]);
        }
        // What is left after the first move, and after the first two.
        let rest = |from: &Transformation, first: &Transformation| first.inverse(shape).then(shape, from);
        let left: Vec<_> = self.powers.iter().map(|(name, first)| (name.as_str(), rest(target, first))).collect();
        if let Some(found) = left.iter().find_map(|(first, left)| Some(vec![*first, name(left.clone())?])) {
            return Some(found);
        }
        if left.len().saturating_pow(2).saturating_mul(shape.places()) > MOST_STEPS {
            return None;
        }
        left.iter().find_map(|(first, left)| {
            self.powers.iter().find_map(|(second, by)| Some(vec![*first, second.as_str(), name(rest(left, by))?]))
        })
    }
}
