//! The search for symmetries: images of places and of moves are tried, and all that follows is followed.

use super::actions::{Actions, numbered};
use super::looks::Looks;
use crate::closure::closure;

/// No image yet.
const NONE: u32 = u32::MAX;

/// The structure that symmetries have to respect.
pub(super) struct Task<'a> {
    pub looks: &'a Looks,
    pub actions: &'a Actions,
    /// The look of each place in the first target, and in the one that it is to become; [`NONE`] at places that always
    /// look the same.
    pub from: &'a [u32],
    pub to: &'a [u32],
    /// Returns whether a rule forbids each look.
    pub is_forbidden: &'a [bool],
    /// Returns whether a permutation of looks is a symmetry.
    pub is_symmetry: &'a dyn Fn(&[u32]) -> bool,
    /// Steps of work that are left.
    pub work: &'a mut u64,
}

/// The reason why a search ends early: the work is too much.
pub(super) struct TooMuch;

/// A part of a symmetry: images, and what has which image.
struct Search<'a, 'b> {
    task: &'b mut Task<'a>,
    looks: Pairs,
    places: Pairs,
    actions: Pairs,
    /// The kind of each place: places that a symmetry leads to each other have equal ones.
    kinds: Vec<u32>,
}

/// A part of a bijection.
struct Pairs {
    images: Vec<u32>,
    origins: Vec<u32>,
    /// All that has an image, in the order in which it got it.
    known: Vec<u32>,
}

/// Something without an image.
#[derive(Clone, Copy)]
enum Item {
    /// An action, and a look with an image that it changes.
    Action(u32, u32),
    Place(u32),
}

/// The extent of what was known at some time.
type Mark = [usize; 3];

impl<'a> Task<'a> {
    /// Adds symmetries that keep the first target, of which all that do are products.
    ///
    /// # Errors
    /// If that is too much work: some are missing then.
    pub fn generators(&mut self, found: &mut Vec<Box<[u32]>>) -> Result<(), TooMuch> {
        self.search().chain(found)
    }

    /// A symmetry that leads from the first target to the other one, if there is any.
    ///
    /// # Errors
    /// If finding one is too much work.
    pub fn any(&mut self) -> Result<Option<Box<[u32]>>, TooMuch> {
        self.search().first()
    }

    fn search(&mut self) -> Search<'a, '_> {
        let kinds = kinds(self.looks, self.actions);
        let pairs = |len: usize| Pairs { images: vec![NONE; len], origins: vec![NONE; len], known: Vec::new() };
        let (looks, places) = (pairs(self.looks.len()), pairs(self.from.len()));
        let actions = pairs(self.actions.all().len());
        Search { looks, places, actions, kinds, task: self }
    }
}

impl Search<'_, '_> {
    /// Adds symmetries of which all are products that extend what is known, where each thing is its own image. Those
    /// that keep more are found first, and of images that they lead to each other one is tried.
    fn chain(&mut self, found: &mut Vec<Box<[u32]>>) -> Result<(), TooMuch> {
        let Some(item) = self.next_item() else { return Ok(()) };
        let mark = self.mark();
        self.pair(item, item.number());
        let deeper = self.chain(found);
        self.forget(mark);
        deeper?;
        let mut orbit = self.orbit(item, found);
        for candidate in self.candidates(item) {
            if !orbit.contains(&candidate)
                && let Some(one) = self.attempt(item, candidate)?
            {
                found.push(one);
                orbit = self.orbit(item, found);
            }
        }
        Ok(())
    }

    /// The first symmetry that extends what is known, if there is any.
    fn first(&mut self) -> Result<Option<Box<[u32]>>, TooMuch> {
        let Some(item) = self.next_item() else {
            let images = &self.looks.images;
            return Ok((self.task.is_symmetry)(images).then(|| Box::from(&images[..])));
        };
        for candidate in self.candidates(item) {
            if let Some(found) = self.attempt(item, candidate)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// As [`first`](Self::first), with an image of something.
    fn attempt(&mut self, item: Item, image: u32) -> Result<Option<Box<[u32]>>, TooMuch> {
        let mark = self.mark();
        let found = if self.pair(item, image) { self.first() } else { Ok(None) };
        self.forget(mark);
        if *self.task.work == 0 { Err(TooMuch) } else { found }
    }

    /// Something without an image: an action that changes a look that has one, or a place.
    fn next_item(&self) -> Option<Item> {
        let actions = self.task.actions;
        let mut free = actions.base.iter().filter(|&&action| self.actions.images[action] == NONE);
        let action = free.find_map(|&action| {
            let images = &actions.all()[action].images;
            let moved = self.looks.known.iter().find(|&&look| images[look as usize] != look)?;
            Some(Item::Action(action as u32, *moved))
        });
        let place = || self.task.looks.places().find(|&place| self.places.images[place] == NONE);
        action.or_else(|| Some(Item::Place(place()? as u32)))
    }

    /// The candidates for the image of something.
    fn candidates(&self, item: Item) -> Vec<u32> {
        match item {
            Item::Action(action, look) => {
                let (all, image) = (self.task.actions.all(), self.looks.images[look as usize]);
                let fits = |&candidate: &u32| {
                    let by = &all[candidate as usize];
                    by.images[image as usize] != image && by.kind == all[action as usize].kind
                };
                (0..all.len() as u32).filter(fits).collect()
            }
            Item::Place(place) => {
                let fits = |&candidate: &usize| self.kinds[candidate] == self.kinds[place as usize];
                self.task.looks.places().filter(fits).map(|place| place as u32).collect()
            }
        }
    }

    /// All images of something under products of symmetries.
    fn orbit(&self, item: Item, symmetries: &[Box<[u32]>]) -> Vec<u32> {
        let (looks, actions) = (self.task.looks, self.task.actions);
        let image = |images: &[u32], of: u32| match item {
            Item::Action(..) => actions.image(images, of as usize).expect("symmetries lead actions to actions") as u32,
            Item::Place(_) => looks.place(images[looks.of_place(of as usize).start]) as u32,
        };
        let of_all = |&of: &u32| symmetries.iter().map(|images| image(images, of)).collect::<Vec<_>>();
        closure(vec![item.number()], usize::MAX, of_all).expect("there is no limit")
    }

    fn mark(&self) -> Mark {
        [&self.looks, &self.places, &self.actions].map(|pairs| pairs.known.len())
    }

    fn forget(&mut self, mark: Mark) {
        for (pairs, len) in [&mut self.looks, &mut self.places, &mut self.actions].into_iter().zip(mark) {
            pairs.forget(len);
        }
    }

    /// Gives something an image, and follows what follows from it; `false` if that cannot be.
    fn pair(&mut self, item: Item, image: u32) -> bool {
        match item {
            Item::Action(action, _) => self.pair_actions(action, image),
            Item::Place(place) => {
                let before = self.looks.known.len();
                self.pair_looks(self.task.from[place as usize], self.task.to[image as usize]) && self.follow(before)
            }
        }
    }

    /// Makes an action the image of another one; `false` if that cannot be.
    fn pair_actions(&mut self, action: u32, image: u32) -> bool {
        if !self.actions.pair(action, image) {
            return false;
        }
        let before = self.looks.known.len();
        (0..before).all(|known| self.follow_one(self.looks.known[known], action, image)) && self.follow(before)
    }

    /// Makes a look the image of another one, and so their places; `false` if that cannot be.
    fn pair_looks(&mut self, look: u32, image: u32) -> bool {
        *self.task.work = self.task.work.saturating_sub(1);
        if self.looks.images[look as usize] == image {
            return true;
        }
        let is_forbidden = |look: u32| self.task.is_forbidden[look as usize];
        if is_forbidden(look) != is_forbidden(image) || !self.looks.pair(look, image) {
            return false;
        }
        let [place, to] = [look, image].map(|look| self.task.looks.place(look));
        if self.places.images[place] == to as u32 {
            return true;
        }
        self.kinds[place] == self.kinds[to]
            && self.places.pair(place as u32, to as u32)
            && self.pair_looks(self.task.from[place], self.task.to[to])
    }

    /// Follows all looks from the one with this number on through all actions that have images.
    fn follow(&mut self, mut next: usize) -> bool {
        while next < self.looks.known.len() {
            let look = self.looks.known[next];
            for number in 0..self.actions.known.len() {
                let action = self.actions.known[number];
                if !self.follow_one(look, action, self.actions.images[action as usize]) {
                    return false;
                }
            }
            next += 1;
        }
        *self.task.work > 0
    }

    fn follow_one(&mut self, look: u32, action: u32, image: u32) -> bool {
        let (of_look, all) = (self.looks.images[look as usize], self.task.actions.all());
        let [next, to] = [(action, look), (image, of_look)].map(|(by, look)| all[by as usize].images[look as usize]);
        self.pair_looks(next, to)
    }
}

impl Item {
    /// Its number among actions or places.
    fn number(self) -> u32 {
        match self {
            Self::Action(number, _) | Self::Place(number) => number,
        }
    }
}

impl Pairs {
    /// Adds a pair; `false` if one of the two has another partner.
    fn pair(&mut self, of: u32, image: u32) -> bool {
        let (to, from) = (&mut self.images[of as usize], &mut self.origins[image as usize]);
        if *to == NONE && *from == NONE {
            (*to, *from) = (image, of);
            self.known.push(of);
            return true;
        }
        *to == image
    }

    fn forget(&mut self, len: usize) {
        for of in self.known.drain(len..) {
            let image = std::mem::replace(&mut self.images[of as usize], NONE);
            self.origins[image as usize] = NONE;
        }
    }
}

/// The kind of each place, as a number: how many looks it has, and what kinds of actions change how many of them.
fn kinds(looks: &Looks, actions: &Actions) -> Vec<u32> {
    let mut known = Vec::new();
    let places = looks.places().last().map_or(0, |last| last + 1);
    let of_place = |place: usize| {
        let range = looks.of_place(place);
        let changed = |images: &[u32]| range.clone().filter(|&look| images[look] != look as u32).count();
        let mut kinds: Vec<_> = actions.all().iter().map(|by| (by.kind, changed(&by.images))).collect();
        kinds.retain(|&(_, changed)| changed > 0);
        kinds.sort_unstable();
        numbered(&mut known, (range.len(), kinds))
    };
    (0..places).map(of_place).collect()
}
