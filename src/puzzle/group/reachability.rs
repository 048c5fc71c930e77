//! Positions from which a goal can be reached.

use super::super::{Position, Question, Transformation};
use super::backtrack::{MOST_STEPS, elements_between};
use super::generated::Group;
use super::invariants::{Invariant, reached, values};
use super::lattice::Lattice;
use super::reason::{Broken, misplaced, not_in_group};
use super::seen::{Seen, with_unseen};

/// The answer to the question if moves lead from a start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// They do.
    Yes,
    /// They do not, for this reason.
    No(String),
    /// It is not known.
    Unknown,
}

impl Question {
    /// The most targets that are tried to reach.
    const MOST_TARGETS_TRIED: usize = 10_000;

    /// The most sets of targets that are told apart.
    const MOST_SETS: usize = 100;

    /// A target of each set of targets between which moves lead, regardless of rules, as it is seen; `None` if they are
    /// very many, or if identical pieces take too many steps to tell.
    pub(super) fn sets_of_targets(&self) -> Option<Vec<Seen>> {
        let targets = self.goal().targets();
        let mut sets: Vec<Test<'_>> = Vec::new();
        for target in targets.iter().take(Self::MOST_TARGETS_TRIED) {
            let found = sets
                .iter_mut()
                .map(|set| set.target(target, false))
                .find(|found| !matches!(found, Reachability::No(_)));
            match found {
                Some(Reachability::Unknown) => return None,
                Some(_) => {}
                None => sets.push(Test::new(self, target)),
            }
            if sets.len() > Self::MOST_SETS {
                return None;
            }
        }
        (targets.len() <= Self::MOST_TARGETS_TRIED).then(|| sets.into_iter().map(|set| set.seen).collect())
    }

    /// Returns whether moves lead from a position to one of the goal's, without a search for them. `start` is numbered
    /// as in the solved position, or as in the goal.
    ///
    /// `No` is always proven, and gives the reason; if the goal has several positions, the reason for the first of
    /// them. `Yes` is proven too: if the puzzle has rules that make moves impossible, which a group knows nothing of,
    /// the answer is `Unknown` instead, as it is where identical pieces or the group take too many steps, and if none
    /// of the first 10,000 positions of a goal with more can be reached.
    pub fn reachable(&self, start: &Position) -> Reachability {
        let start = match self.goal().seen(self.definition(), start) {
            Ok(start) => start,
            Err(error) => return Reachability::No(error.to_string()),
        };
        let targets = self.goal().targets();
        if targets.contains(&start) {
            return Reachability::Yes;
        }
        let mut test = Test::new(self, &start);
        let (mut reason, mut is_known) = (None, targets.len() <= Self::MOST_TARGETS_TRIED);
        for target in targets.iter().take(Self::MOST_TARGETS_TRIED) {
            match test.target(target, reason.is_none()) {
                Reachability::Yes if self.illegal().is_empty() => return Reachability::Yes,
                Reachability::No(first) => reason = reason.or(Some(first)),
                Reachability::Yes | Reachability::Unknown => is_known = false,
            }
        }
        reason.filter(|_| is_known).map_or(Reachability::Unknown, Reachability::No)
    }
}

/// Tests of targets that may be reached from a start.
struct Test<'a> {
    question: &'a Question,
    seen: Seen,
    invariants: Vec<Invariant>,
    unseen: Vec<Vec<u64>>,
    /// The numbers of invariants that moves reach, and of what is not seen.
    reached: Lattice,
    /// The group, once it is needed; `None` in it if it takes too long.
    group: Option<Option<Group>>,
    /// The steps that are left to tell identical pieces, for all targets together.
    steps_left: u64,
}

impl<'a> Test<'a> {
    fn new(question: &'a Question, start: &Position) -> Self {
        let moves: Vec<&Transformation> = question.moves().moves().iter().map(|by| &by.transformation).collect();
        let seen = Seen::new(&question.definition().shape, &moves, start);
        let invariants = Invariant::all(seen.shape());
        let unseen = seen.unseen(&invariants);
        let reached = with_unseen(reached(seen.shape(), &invariants, seen.generators()), &unseen);
        Self { question, seen, invariants, unseen, reached, group: None, steps_left: MOST_STEPS }
    }

    /// Returns whether a target can be reached, regardless of rules. The reason may be left empty.
    fn target(&mut self, target: &Position, with_reason: bool) -> Reachability {
        if let Some(places) = self.seen.misplaced(target) {
            return Reachability::No(misplaced(self.question.definition(), places));
        }
        let target = self.seen.other(target).expect("the pieces are the same");
        let by = self.seen.towards(&target).expect("the pieces are the same");
        let wanted = values(self.seen.shape(), &self.invariants, &by);
        if !self.reached.contains(&wanted) {
            return Reachability::No(if with_reason { self.broken(&wanted) } else { String::new() });
        }
        let Some(group) = self.group.get_or_insert_with(|| self.seen.group()) else { return Reachability::Unknown };
        let found = if group.keeps_only_invariants() {
            Some(true)
        } else if self.seen.is_labelled() {
            Some(group.contains(&by))
        } else {
            elements_between(group, self.seen.position(), &target, 1, &mut self.steps_left).map(|found| found > 0)
        };
        match found {
            Some(true) => Reachability::Yes,
            Some(false) => Reachability::No(not_in_group(group.order())),
            None => Reachability::Unknown,
        }
    }

    fn broken(&self, wanted: &[u64]) -> String {
        let (invariants, unseen) = (&self.invariants[..], &self.unseen[..]);
        let generators = self.seen.generators().iter();
        let moves: Vec<Vec<u64>> = generators.map(|by| values(self.seen.shape(), invariants, by)).collect();
        let shape = &self.seen.described(self.question.definition());
        Broken { shape, invariants, moves: &moves, unseen, wanted }.reason()
    }
}
