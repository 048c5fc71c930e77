//! All that the places of a question can show, numbered.

use super::super::{Look, Position, Question, Transformation};
use crate::closure::closure;
use std::ops::Range;

/// A piece in an orientation at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PlacedLook {
    place: u16,
    look: Look,
}

/// The looks that moves make of those of the goal, one by one, at places that do not always look the same.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// In ascending order.
    looks: Vec<PlacedLook>,
    /// The first look of each place, and the number of all.
    first: Vec<u32>,
}

impl Looks {
    /// The most looks.
    const MOST: usize = 1 << 16;

    /// The looks of a question; `None` if they are too many.
    pub fn new(question: &Question) -> Option<Self> {
        let target = &question.goal().targets()[0];
        let transformations = question.moves().moves().iter().map(|by| &by.transformation);
        let moves: Vec<_> = transformations.map(|by| (by, destinations(by))).collect();
        let images =
            |look: &PlacedLook| moves.iter().map(|(by, destinations)| look.after(by, destinations)).collect::<Vec<_>>();
        let mut found = closure((0..target.places()).map(|place| look(target, place)).collect(), Self::MOST, images)?;
        let mut count = vec![0; target.places()];
        found.iter().for_each(|look| count[usize::from(look.place)] += 1);
        found.retain(|look| count[usize::from(look.place)] > 1);
        found.sort_unstable();
        let place = |place| found.partition_point(|look| usize::from(look.place) < place) as u32;
        let first = (0..=target.places()).map(place).collect();
        Some(Self { looks: found, first })
    }

    /// Number of looks.
    pub fn len(&self) -> usize {
        self.looks.len()
    }

    /// The looks of a place: none if it always looks the same.
    pub fn of_place(&self, place: usize) -> Range<usize> {
        self.first[place] as usize..self.first[place + 1] as usize
    }

    /// The places that do not always look the same.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        (0..self.first.len() - 1).filter(|&place| !self.of_place(place).is_empty())
    }

    /// The place of a look.
    pub fn place(&self, look: u32) -> usize {
        usize::from(self.looks[look as usize].place)
    }

    /// The piece of a look.
    pub fn piece(&self, look: u32) -> u8 {
        self.looks[look as usize].look.piece
    }

    /// The look of a place in a position; `None` if it is none of these.
    pub fn shown(&self, position: &Position, place: usize) -> Option<u32> {
        let range = self.of_place(place);
        let number = self.looks[range.clone()].binary_search(&look(position, place)).ok()?;
        Some((range.start + number) as u32)
    }

    /// The looks of a position, place by place; `None` if one is none of these.
    pub fn of_position(&self, position: &Position) -> Option<Vec<u32>> {
        self.places().map(|place| self.shown(position, place)).collect()
    }

    /// Puts a look at its place.
    pub fn show(&self, look: u32, position: &mut Position) {
        let PlacedLook { place, look } = self.looks[look as usize];
        position.put(place.into(), look);
    }

    /// A transformation as a permutation of the looks.
    pub fn permutation(&self, by: &Transformation) -> Box<[u32]> {
        let destinations = destinations(by);
        let image = |look: &PlacedLook| {
            let image = look.after(by, &destinations);
            self.looks.binary_search(&image).expect("moves lead from looks to looks") as u32
        };
        self.looks.iter().map(image).collect()
    }
}

impl PlacedLook {
    fn after(self, by: &Transformation, destinations: &[u16]) -> Self {
        let place = destinations[usize::from(self.place)];
        Self { place, look: self.look.turned(by.twist(place.into())) }
    }
}

/// The look of a place.
fn look(position: &Position, place: usize) -> PlacedLook {
    PlacedLook { place: place as u16, look: position.look(place) }
}

/// The place that each piece goes to.
fn destinations(by: &Transformation) -> Vec<u16> {
    let mut destinations = vec![0; by.places()];
    (0..by.places()).for_each(|place| destinations[by.source(place)] = place as u16);
    destinations
}
