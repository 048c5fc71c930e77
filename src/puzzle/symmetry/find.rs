//! The finding of symmetries, each of which is checked in full.

use super::super::{Position, Question};
use super::actions::Actions;
use super::backtrack::{Task, TooMuch};
use super::looks::Looks;
use std::collections::HashSet;

/// The most steps of work: a fifth of a second or so.
const MOST_WORK: u64 = 1 << 23;
/// Of a goal with more targets, symmetries that keep the first one are looked for.
const MOST_TARGETS: usize = 64;

/// Symmetries of which all others are products, or some of them where finding all is too much work.
pub(super) fn generators(question: &Question, looks: &Looks, actions: &Actions) -> Vec<Box<[u32]>> {
    let targets = question.goal().targets();
    let by_place = |target: &Position| {
        let mut shown = vec![u32::MAX; target.places()];
        for place in looks.places() {
            shown[place] = looks.shown(target, place)?;
        }
        Some(shown)
    };
    let Some(shown) = targets.iter().map(by_place).collect::<Option<Vec<_>>>() else { return Vec::new() };
    let is_forbidden = forbidden(question, looks);
    let known: HashSet<&Position> = targets.iter().collect();
    let is_symmetry = |images: &[u32]| keeps(looks, actions, &known, images);
    let (mut found, mut work) = (Vec::new(), MOST_WORK);
    let images = if targets.len() > MOST_TARGETS { 1 } else { targets.len() };
    for (number, to) in shown[..images].iter().enumerate() {
        let (from, is_forbidden, is_symmetry) = (&shown[0], &is_forbidden, &is_symmetry);
        let mut task = Task { looks, actions, from, to, is_forbidden, is_symmetry, work: &mut work };
        let result = match number {
            0 => task.generators(&mut found),
            _ => task.any().map(|one| found.extend(one)),
        };
        if let Err(TooMuch) = result {
            break;
        }
    }
    found
}

/// Returns whether a rule forbids each look.
fn forbidden(question: &Question, looks: &Looks) -> Vec<bool> {
    let is_meant = |look: u32| {
        let (place, piece) = (looks.place(look), looks.piece(look));
        question.illegal().iter().any(|rule| rule.place == place && rule.pieces.contains(&piece))
    };
    (0..looks.len() as u32).map(is_meant).collect()
}

/// Returns whether a permutation of looks leads places to places, moves to moves of the same cost, and targets to
/// targets.
fn keeps(looks: &Looks, actions: &Actions, targets: &HashSet<&Position>, images: &[u32]) -> bool {
    let place = |look: usize| looks.place(images[look]);
    let keeps_place = |at: usize| {
        let of_place = looks.of_place(at);
        let to = place(of_place.start);
        of_place.len() == looks.of_place(to).len() && of_place.clone().all(|look| place(look) == to)
    };
    looks.places().all(keeps_place)
        && (0..actions.all().len()).all(|action| actions.image(images, action).is_some())
        && targets.iter().all(|target| moved(looks, images, target).is_some_and(|image| targets.contains(&image)))
}

/// The image of a position under a permutation of looks; `None` if it has other looks.
pub(super) fn moved(looks: &Looks, images: &[u32], position: &Position) -> Option<Position> {
    let mut moved = position.clone();
    for look in looks.of_position(position)? {
        looks.show(images[look as usize], &mut moved);
    }
    Some(moved)
}
