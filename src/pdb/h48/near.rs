//! The cosets near the solved one, in lists without duplicates: breadth-first search on the level with all flips.

use super::list::{FLIPS, Found, List, Rank};
use crate::coord::H48;
use crate::cube::Cubies;
use crate::locks::Mutex;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way of computing neighbours from class to class.
pub(super) trait Neighbours: Sync {
    /// Adds edge parts in a class: all those at one depth more than the last, and others that are nearer.
    fn add(&self, near: &Near, class: u16, found: &mut Found);
}

/// The edge parts at each depth and in each class. A class whose corners are symmetric to themselves holds all variants
/// of an edge part.
#[derive(Debug)]
pub(super) struct Near(Vec<Vec<List>>);

impl Near {
    /// The solved coset alone.
    pub fn new() -> Self {
        let solved = H48::get().index(&Cubies::SOLVED);
        let mut found = Found::new();
        found.insert(Rank::from(solved.slices) * FLIPS as Rank + Rank::from(solved.flips));
        let mut lists: Vec<List> = (0..H48::CLASSES).map(|_| List::default()).collect();
        lists[usize::from(solved.class)] = found.take();
        Self(vec![lists])
    }

    /// The last depth.
    pub fn depth(&self) -> u8 {
        self.0.len() as u8 - 1
    }

    /// The edge parts of a class at the last depth.
    pub fn last(&self, class: u16) -> &List {
        self.list(self.depth(), class)
    }

    /// The edge parts of a class at a depth.
    pub fn list(&self, depth: u8, class: u16) -> &List {
        &self.0[usize::from(depth)][usize::from(class)]
    }

    /// Number of edge parts at the last depth, in all classes.
    pub fn last_count(&self) -> u64 {
        self.0.last().into_iter().flatten().map(|list| list.len() as u64).sum()
    }

    /// Continues to a depth, and reports each depth when it is reached. False if `stop` was raised before.
    pub fn deepen_to(
        &mut self,
        depth: u8,
        neighbours: &impl Neighbours,
        stop: &AtomicBool,
        mut report: impl FnMut(&Self),
    ) -> bool {
        let spare = Mutex::new(Vec::new());
        while self.depth() < depth {
            if !self.deepen(neighbours, &spare, stop) {
                return false;
            }
            report(self);
        }
        true
    }

    /// Goes one move deeper, on all threads of the rayon pool, with sets that are empty before and afterwards. Returns
    /// false and changes nothing if `stop` is raised.
    fn deepen(&mut self, neighbours: &impl Neighbours, spare: &Mutex<Vec<Found>>, stop: &AtomicBool) -> bool {
        let spare = || spare.lock().expect("nobody panics while it is held");
        let next = (0..H48::CLASSES as u16).into_par_iter().map(|class| {
            if stop.load(Ordering::Relaxed) {
                return List::default();
            }
            let idle = spare().pop();
            let mut found = idle.unwrap_or_else(Found::new);
            neighbours.add(self, class, &mut found);
            for depth in 0..=self.depth() {
                found.remove(self.list(depth, class));
            }
            let list = found.take();
            spare().push(found);
            list
        });
        let next = next.collect();
        let finished = !stop.load(Ordering::Relaxed);
        if finished {
            self.0.push(next);
        }
        finished
    }
}
