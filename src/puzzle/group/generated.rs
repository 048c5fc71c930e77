//! Groups: everything that sequences of moves do.

use super::super::{Definition, Shape, Transformation};
use super::chain::Chain;
use super::element::Element;
use super::invariants::order_of_all;
use super::order::Order;
use super::random_elements::RandomElements;
use super::selection::{Selection, components};

/// The group that transformations generate.
///
/// It is found by the method of Schreier and Sims, from random elements, and then proven: by the number of
/// transformations that keep what the generators keep, if that is the order that was found; by Schreier's lemma
/// otherwise.
///
/// C. C. Sims, "Computational methods in the study of permutation groups", 1970; J. S. Leon, "On an algorithm for
/// finding a base and a strong generating set for a group given by generating permutations", 1980, for random elements.
#[derive(Clone, Debug)]
pub struct Group {
    /// The same puzzle with an orbit for each component.
    all: Selection,
    chain: Chain,
    order: Order,
    keeps_only_invariants: bool,
}

impl Group {
    /// Number of random elements in a row that are already there before a proof is tried.
    const KNOWN_IN_A_ROW: usize = 20;

    /// The group that some transformations generate.
    ///
    /// Most puzzles take a millisecond, those with 200 places and more some ten. A few moves of such a large puzzle may
    /// take seconds: where components depend on each other in more than invariants, the proof is by Schreier's lemma.
    /// `None` if that takes too long.
    ///
    /// # Panics
    /// If a transformation is none of the shape.
    pub fn generated(shape: &Shape, generators: &[Transformation]) -> Option<Self> {
        let all = Selection::all(shape, components(shape, generators));
        let generators: Vec<Transformation> =
            generators.iter().map(|by| all.transformation(by).expect("a transformation of the shape")).collect();
        let elements: Vec<Element> = generators.iter().map(|by| Element::of(all.shape(), by)).collect();
        let most = order_of_all(all.shape(), &generators);
        let mut chain = from_random_elements(Element::identity(all.shape()), &elements, &most);
        let is_proven = chain.order() == most
            || bound_by_orbits(all.shape(), &generators).is_some_and(|most| chain.order() == most)
            || chain.complete();
        let order = chain.order();
        let keeps_only_invariants = order == most;
        is_proven.then_some(Self { all, chain, order, keeps_only_invariants })
    }

    /// The number of elements.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Returns whether a transformation is in the group: whether moves can do it.
    pub fn contains(&self, by: &Transformation) -> bool {
        let by = self.all.transformation(by);
        by.is_some_and(|by| self.chain.contains(Element::of(self.all.shape(), &by)))
    }

    /// Returns whether the group has every transformation that keeps pieces in their components and has parities and
    /// sums of orientations like a product of generators.
    pub(super) fn keeps_only_invariants(&self) -> bool {
        self.keeps_only_invariants
    }

    /// The chain of stabilisers. Places are in the order of their components.
    pub(super) fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The element that changes nothing.
    pub(super) fn identity(&self) -> Element {
        Element::identity(self.all.shape())
    }
}

impl Definition {
    /// The group of all its moves, without rotations and regardless of rules, see [`Group::generated`].
    pub fn group(&self) -> Option<Group> {
        let moves: Vec<Transformation> = self.moves.iter().map(|by| by.transformation.clone()).collect();
        Group::generated(&self.shape, &moves)
    }
}

/// A chain that holds random elements, until its order is the greatest possible or no more elements are new.
fn from_random_elements(identity: Element, generators: &[Element], most: &Order) -> Chain {
    let mut chain = Chain::new(identity);
    generators.iter().for_each(|by| {
        chain.insert(by.clone());
    });
    if chain.levels() == 0 {
        return chain;
    }
    let mut random = RandomElements::new(generators);
    let mut known = 0;
    while known < Group::KNOWN_IN_A_ROW && chain.order() != *most {
        known = if chain.insert(random.next()) { 0 } else { known + 1 };
    }
    chain
}

/// A bound of the order: elements act on each orbit like one of the group of the orbit, and keep the relations of all
/// invariants. `None` if there is one orbit only.
fn bound_by_orbits(shape: &Shape, generators: &[Transformation]) -> Option<Order> {
    if shape.orbits().len() < 2 {
        return None;
    }
    let mut product = order_of_all(shape, generators);
    for orbit in 0..shape.orbits().len() {
        let alone = Selection::all(shape, vec![shape.range(orbit).collect()]);
        let generators: Vec<Transformation> =
            generators.iter().map(|by| alone.transformation(by).expect("orbits stay apart")).collect();
        // As many times fewer elements as the group of the orbit has.
        let found = Group::generated(alone.shape(), &generators)?.order;
        product = product.times_order(&found).divided_by(&order_of_all(alone.shape(), &generators))?;
    }
    Some(product)
}
