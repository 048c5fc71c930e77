//! The choice of the coordinates of an index: its layout in rows and cells.

use super::cells::Cells;
use super::effort::Effort;
use super::index_error::IndexError;
use super::lens::{Kind, Lens, Shown, kinds};
use super::part::{Part, reachable};
use super::remainder::Remainder;
use super::steps::Steps;
use crate::puzzle::{Position, Question};

/// The coordinates of an index.
pub struct IndexLayout {
    /// The parts whose product are the rows.
    pub parts: Vec<Part>,
    /// True if the cells depend on the last part.
    pub has_host: bool,
    /// The cells.
    pub cells: Cells,
}

/// The most values of a part that is listed.
const MOST_VALUES: usize = 1 << 20;
/// The most combinations of values for which it is looked whether all can be reached.
const MOST_COMBINATIONS: usize = 1 << 21;
/// The least values of a part that is good cells alone.
const LEAST_CELLS: f64 = 1024.0;
/// The most cells that are made of a remainder: many actions share the cache.
const REMAINDER_CELLS: u64 = 5040;
/// The most cells that are made by joining parts.
const JOINED_CELLS: usize = 1 << 14;

/// Chooses the coordinates for a question.
pub fn layout(question: &Question, steps: &Steps, effort: &mut Effort<'_>) -> Result<IndexLayout, IndexError> {
    let targets = question.goal().targets();
    let mut views = views(question);
    // The largest is split into rows and cells if it cannot be listed, or if nothing else makes good cells.
    views.sort_by(|a, b| b.bound().total_cmp(&a.bound()));
    let has_cells = views.iter().any(|view| (LEAST_CELLS..=Cells::MOST as f64).contains(&view.bound()));
    let is_too_large = |view: &View| view.bound() > if has_cells { MOST_VALUES } else { Cells::MOST } as f64;
    let (mut parts, mut split) = (Vec::new(), None);
    for view in views {
        if split.is_none() && is_too_large(&view) {
            split = split_view(question, &view, steps, targets, effort);
            if split.is_some() {
                continue;
            }
        }
        let part = Part::new(vec![view.lens(question)], steps, targets, MOST_VALUES, effort);
        let orbit = &question.definition().shape.orbits()[view.orbit].name;
        let part = part.ok_or_else(|| too_much(orbit, effort))?;
        if part.len() > 1 {
            parts.push(part);
        }
    }
    join_dependent(&mut parts, steps, targets, effort);
    let has_host = split.is_some();
    let cells = match split {
        Some((host, cells)) => {
            parts.push(host);
            cells
        }
        None => {
            let cells = take_cells(&mut parts, steps, targets, effort);
            Cells::of_part(cells.ok_or_else(|| too_much("orbits together", effort))?, steps)
        }
    };
    match effort.is_stopped() {
        true => Err(IndexError::Stopped),
        false => Ok(IndexLayout { parts, has_host, cells }),
    }
}

/// The error where something cannot be listed.
fn too_much(orbit: &str, effort: &Effort<'_>) -> IndexError {
    match () {
        () if effort.is_stopped() => IndexError::Stopped,
        () if effort.is_exhausted() => IndexError::TooMuchWork,
        () => IndexError::TooLarge { orbit: orbit.to_owned() },
    }
}

/// The part of an orbit that is seen without regard to the rest.
struct View {
    orbit: usize,
    kinds: Vec<Kind>,
    shown: Shown,
    with_orientations: bool,
}

impl View {
    fn lens(&self, question: &Question) -> Lens {
        self.lens_of(question, vec![self.shown; self.kinds.len()])
    }

    fn lens_of(&self, question: &Question, shown: Vec<Shown>) -> Lens {
        let shape = &question.definition().shape;
        Lens::new(shape, question.goal().base(), self.orbit, shown, self.with_orientations)
    }

    /// Number of all values, reachable or not.
    fn bound(&self) -> f64 {
        bound(&self.kinds, 0, self.shown == Shown::Apart, self.with_orientations)
    }
}

/// Number of ways to put pieces, and some blanks, at as many places.
fn bound(kinds: &[Kind], blanks: usize, is_apart: bool, with_orientations: bool) -> f64 {
    let factorial = |n: usize| (1..=n).map(|factor| factor as f64).product::<f64>();
    let places = kinds.iter().map(|kind| kind.count).sum::<usize>() + blanks;
    let mut ways = if is_apart { factorial(places) / factorial(blanks) } else { 1.0 };
    for kind in kinds {
        if is_apart {
            ways /= factorial(kind.count);
        }
        if with_orientations {
            ways *= f64::from(kind.period).powi(kind.count as i32);
        }
    }
    ways
}

/// The views of all orbits: arrangement and orientations are two if all pieces have the same period.
fn views(question: &Question) -> Vec<View> {
    let (shape, base) = (&question.definition().shape, question.goal().base());
    let mut views = Vec::new();
    for orbit in 0..shape.orbits().len() {
        let kinds = kinds(shape, base, orbit);
        let has_one_period = kinds.iter().all(|kind| kind.period == kinds[0].period);
        let mut add = |shown, with_orientations| {
            views.push(View { orbit, kinds: kinds.clone(), shown, with_orientations });
        };
        if !has_one_period {
            add(Shown::Apart, true);
            continue;
        }
        if kinds.len() > 1 {
            add(Shown::Apart, false);
        }
        if kinds[0].period > 1 {
            add(Shown::Alike, true);
        }
    }
    views
}

/// Splits a view with too many values into some kinds of pieces, the host, and the arrangement of the others.
fn split_view(
    question: &Question,
    view: &View,
    steps: &Steps,
    targets: &[Position],
    effort: &mut Effort<'_>,
) -> Option<(Part, Cells)> {
    if view.shown != Shown::Apart {
        return None;
    }
    let in_host = host_kinds(view)?;
    let show = |is_host: bool| {
        in_host.iter().map(|&host| if host == is_host { Shown::Apart } else { Shown::Not }).collect::<Vec<_>>()
    };
    let host = Part::new(vec![view.lens_of(question, show(true))], steps, targets, MOST_VALUES, effort)?;
    let rest: Vec<usize> = (0..in_host.len()).filter(|&kind| !in_host[kind]).collect();
    let are_single =
        rest.iter().all(|&kind| view.kinds[kind].count == 1 && view.kinds[kind].period == view.kinds[rest[0]].period);
    let swapped = (are_single && rest.len() > 1).then(|| [rest[0] as u8, rest[1] as u8]);
    let remainder = Remainder::new(view.lens_of(question, show(false)), swapped, &host, steps, targets)?;
    let cells = Cells::of_remainder(remainder, &host, steps, targets, effort)?;
    Some((host, cells))
}

/// The kinds that the host shows, so that as many arrangements of the others as possible are cells.
fn host_kinds(view: &View) -> Option<Vec<bool>> {
    let kinds = &view.kinds;
    let candidates: Vec<Vec<bool>> = if kinds.len() <= 12 {
        (1..(1usize << kinds.len()) - 1)
            .map(|set| (0..kinds.len()).map(|kind| set >> kind & 1 == 1).collect())
            .collect()
    } else {
        (1..kinds.len()).map(|hosts| (0..kinds.len()).map(|kind| kind < hosts).collect()).collect()
    };
    let rate = |in_host: Vec<bool>| {
        let chosen = |is_host: bool| -> Vec<Kind> {
            kinds.iter().zip(&in_host).filter(|&(_, &host)| host == is_host).map(|(&kind, _)| kind).collect()
        };
        let (hosts, rest) = (chosen(true), chosen(false));
        let blanks = rest.iter().map(|kind| kind.count).sum();
        let cells = bound(&rest, 0, true, view.with_orientations);
        let values = bound(&hosts, blanks, true, view.with_orientations);
        (cells <= REMAINDER_CELLS as f64 && values <= MOST_VALUES as f64).then_some((cells, in_host))
    };
    candidates.into_iter().filter_map(rate).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, in_host)| in_host)
}

/// Joins parts of whose combinations not all can be reached, two or three at a time, as far as there is time for it.
fn join_dependent(parts: &mut Vec<Part>, steps: &Steps, targets: &[Position], effort: &mut Effort<'_>) {
    while let Some((chosen, joined)) = dependent(parts, steps, targets, effort) {
        chosen.iter().rev().for_each(|&part| drop(parts.remove(part)));
        if joined.len() > 1 {
            parts.push(joined);
        }
    }
}

/// Some parts of whose combinations not all can be reached, and what they are together.
fn dependent(
    parts: &[Part],
    steps: &Steps,
    targets: &[Position],
    effort: &mut Effort<'_>,
) -> Option<(Vec<usize>, Part)> {
    let pairs = (0..parts.len()).flat_map(|b| (0..b).map(move |a| vec![a, b]));
    let triples = (0..parts.len()).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| vec![a, b, c])));
    for chosen in pairs.chain(triples) {
        let together: Vec<&Part> = chosen.iter().map(|&part| &parts[part]).collect();
        let product = together.iter().try_fold(1usize, |product, part| product.checked_mul(part.len()));
        let Some(product) = product.filter(|&product| product <= MOST_COMBINATIONS) else { continue };
        if reachable(&together, targets, effort)? < product
            && let Some(joined) = join(&together, steps, targets, MOST_VALUES, effort)
        {
            return Some((chosen, joined));
        }
    }
    None
}

/// Some parts as one.
fn join(parts: &[&Part], steps: &Steps, targets: &[Position], most: usize, effort: &mut Effort<'_>) -> Option<Part> {
    let lenses = parts.iter().flat_map(|part| part.lenses().iter().cloned()).collect();
    Part::new(lenses, steps, targets, most, effort)
}

/// Takes out the parts that together are the best cells; `None` if it is too much work to list these.
fn take_cells(parts: &mut Vec<Part>, steps: &Steps, targets: &[Position], effort: &mut Effort<'_>) -> Option<Part> {
    let mut sets: Vec<(usize, Vec<usize>)> = vec![(1, Vec::new())];
    for (number, part) in parts.iter().enumerate() {
        let most = if sets.len() > 1 << 12 { 0 } else { sets.len() };
        for set in 0..most {
            let product = sets[set].0.saturating_mul(part.len());
            if product <= JOINED_CELLS || (sets[set].1.is_empty() && part.len() <= Cells::MOST) {
                let mut chosen = sets[set].1.clone();
                chosen.push(number);
                sets.push((product, chosen));
            }
        }
    }
    // One part that is larger is better than parts that are very small.
    let rate = |set: &(usize, Vec<usize>)| if set.0 <= JOINED_CELLS { set.0 } else { JOINED_CELLS / 8 };
    let best = sets.into_iter().max_by_key(rate).map(|set| set.1);
    let chosen = best.unwrap_or_default();
    let together: Vec<&Part> = chosen.iter().map(|&part| &parts[part]).collect();
    let cells = join(&together, steps, targets, Cells::MOST, effort)?;
    chosen.iter().rev().for_each(|&part| drop(parts.remove(part)));
    Some(cells)
}
