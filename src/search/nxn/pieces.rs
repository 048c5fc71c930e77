//! The pieces of a cube of any size, from its stickers.
//!
//! The stickers of a cube and the pieces of its definition are two views of the same turns. So the places of stickers
//! are matched with pairs of a place and an orientation, in such a way that every turn of a layer does the same to
//! both: one pair is chosen, and all others follow. Which of several such matches is taken makes no difference, because
//! the solved cube is the same in both views.

use crate::nxn::{Move, Permutation, Size, Stickers};
use crate::puzzle::{Definition, Look, Position};

/// The match of stickers and pieces.
pub(super) struct StickerPieces {
    definition: Definition,
    /// For each place of a piece, and each of its orientations, its stickers: one for each orbit of stickers.
    stickers: Vec<Vec<Vec<usize>>>,
}

/// A turn as it acts on stickers and on pieces.
struct BothViews {
    /// For each sticker, the place where it comes from.
    sources: Vec<u16>,
    transformation: crate::puzzle::Transformation,
}

impl StickerPieces {
    /// Matches the stickers of a cube with the pieces of its definition.
    ///
    /// # Panics
    /// If the definition is not one of cubes of this size.
    pub fn new(definition: Definition, size: Size) -> Self {
        let n = size.layers();
        let layers = (0..3).flat_map(|face| (1..n).map(move |layer| Move::new(face, layer, layer, 1)));
        let mut turns: Vec<BothViews> = layers.map(|turn| view(&definition, size, turn, &turn.to_string())).collect();
        // U, R and F turn as y, x and z.
        let whole = ["y", "x", "z"].iter().enumerate();
        turns.extend(whole.map(|(face, name)| view(&definition, size, Move::new(face as u8, 1, n, 1), name)));
        let places = definition.shape.places();
        let mut matched = Self { definition, stickers: vec![Vec::new(); places] };
        let mut is_matched = vec![false; size.facelets()];
        while let Some(first) = is_matched.iter().position(|&is_matched| !is_matched) {
            matched.add(first, &turns, &mut is_matched);
        }
        matched
    }

    /// Matches all stickers that turns bring to the place of this one.
    fn add(&mut self, first: usize, turns: &[BothViews], is_matched: &mut [bool]) {
        let shape = &self.definition.shape;
        let found = (0..shape.places()).find_map(|place| follow(&self.definition, turns, (first, place)));
        let found = found.expect("every sticker is one of a piece");
        for place in (0..shape.places()).filter(|&place| !found[place].is_empty()) {
            found[place].iter().for_each(|&sticker| is_matched[sticker] = true);
            self.stickers[place].push(found[place].clone());
        }
    }

    /// The position of a cube; `None` if it has pieces that no cube has.
    pub fn position(&self, cube: &Stickers) -> Option<Position> {
        let solved = Stickers::solved(cube.size());
        let shape = &self.definition.shape;
        let mut seen = Vec::new();
        for (place, modulus) in (0..shape.places()).zip(shape.orientations()) {
            let homes = || shape.range(shape.orbit_of(place));
            let fits = |home: usize, turned: u8| {
                self.stickers[place].iter().zip(&self.stickers[home]).all(|(here, there)| {
                    let size = here.len();
                    (0..size).all(|side| {
                        let from = (side + size - usize::from(turned) % size) % size;
                        cube.colours()[here[side]] == solved.colours()[there[from]]
                    })
                })
            };
            let looks = homes().flat_map(|home| (0..modulus).map(move |turned| (home, turned)));
            let (home, turned) = looks.into_iter().find(|&(home, turned)| fits(home, turned))?;
            seen.push(Look { piece: self.definition.solved.piece(home), period: modulus, orientation: turned });
        }
        Position::new(shape, seen)
    }

    /// The definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }
}

fn view(definition: &Definition, size: Size, turn: Move, name: &str) -> BothViews {
    let transformation = definition.transformation_of(name).expect("a cube has all single layers and rotations");
    BothViews { sources: Permutation::of(size, turn).sources().to_vec(), transformation }
}

/// The stickers of each place by their orientation, if the sticker `first` is the one at `place` that is not turned;
/// `None` if the turns do not agree with that.
fn follow(definition: &Definition, turns: &[BothViews], (first, place): (usize, usize)) -> Option<Vec<Vec<usize>>> {
    let shape = &definition.shape;
    let moduli: Vec<u8> = shape.orientations().collect();
    let mut known: Vec<Option<(usize, u8)>> = vec![None; turns[0].sources.len()];
    known[first] = Some((place, 0));
    let mut open = vec![first];
    let mut found: Vec<Vec<Option<usize>>> = moduli.iter().map(|_| Vec::new()).collect();
    while let Some(sticker) = open.pop() {
        let (place, side) = known[sticker].expect("it was met");
        let sides = &mut found[place];
        sides.resize(usize::from(moduli[place]), None);
        if sides[usize::from(side)].replace(sticker).is_some_and(|other| other != sticker) {
            return None;
        }
        for turn in turns {
            let to = turn.sources.iter().position(|&source| usize::from(source) == sticker).expect("a permutation");
            let by = &turn.transformation;
            let place = (0..shape.places()).find(|&to| by.source(to) == place).expect("a permutation");
            let image = (place, (side + by.twist(place)) % moduli[place]);
            match known[to] {
                None => {
                    known[to] = Some(image);
                    open.push(to);
                }
                Some(other) if other == image => {}
                Some(_) => return None,
            }
        }
    }
    // A sticker of a piece of one orientation may stand for any; otherwise all sides have one.
    let complete = |sides: &Vec<Option<usize>>| sides.iter().copied().collect::<Option<Vec<usize>>>();
    found.iter().map(complete).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::nxn::{MoveKind, MoveSet};
    use crate::puzzle::builtin;

    #[test]
    fn positions_follow_the_stickers() {
        let mut random = fastrand::Rng::with_seed(8);
        for size in Size::all() {
            let pieces = StickerPieces::new(builtin(&size.to_string()).unwrap(), size);
            assert_eq!(pieces.position(&Stickers::solved(size)), Some(pieces.definition().solved.clone()));
            for kind in [MoveKind::Slices, MoveKind::Wca] {
                let set = MoveSet { size, kind, metric: Metric::HalfTurn };
                for length in 0..8 {
                    let sequence = set.random_sequence(length, &mut random);
                    let text = crate::nxn::LayerSequence(&sequence).to_string();
                    let by = pieces.definition().transformation_of(&text).unwrap();
                    let cube = Stickers::after(size, &sequence);
                    assert_eq!(pieces.position(&cube), Some(pieces.definition().solved.after(&by)), "{size}: {text}");
                }
            }
        }
    }
}
