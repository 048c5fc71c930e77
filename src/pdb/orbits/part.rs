//! Parts of an index: sets of values on which the steps act, small enough for a table of all images.

use super::effort::Effort;
use super::lens::Lens;
use super::steps::Steps;
use super::strings::Strings;
use crate::puzzle::Position;

/// All that is seen through some lenses of positions that can be reached from the targets.
#[derive(Clone, Debug)]
pub struct Part {
    lenses: Vec<Lens>,
    views: Strings,
    steps: usize,
    /// The image of each value under each step.
    images: Vec<u32>,
}

impl Part {
    /// Lists all values by breadth-first search from the targets; `None` if they are more than `most`, or too much
    /// work.
    pub fn new(
        lenses: Vec<Lens>,
        steps: &Steps,
        targets: &[Position],
        most: usize,
        effort: &mut Effort<'_>,
    ) -> Option<Self> {
        let width = lenses.iter().map(Lens::width).sum();
        let mut views = Strings::new(width);
        for target in targets {
            views.insert(&see(&lenses, target)?);
        }
        let (mut images, mut turned, mut next) = (Vec::new(), vec![0; width], 0);
        while next < views.len() {
            for step in &steps.all {
                let (view, mut begin) = (views.get(next), 0);
                for lens in &lenses {
                    let range = begin..begin + lens.width();
                    lens.turn(&view[range.clone()], step, &mut turned[range]);
                    begin += lens.width();
                }
                images.push(views.insert(&turned));
            }
            next += 1;
            if !effort.list(steps.all.len()) || views.len() > most {
                return None;
            }
        }
        Some(Self { lenses, views, steps: steps.all.len(), images })
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.views.len()
    }

    /// The lenses.
    pub fn lenses(&self) -> &[Lens] {
        &self.lenses
    }

    /// The image of a value under a step.
    #[inline(always)]
    pub fn image(&self, value: usize, step: usize) -> usize {
        self.images[value * self.steps + step] as usize
    }

    /// The images of all values under all steps.
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The bytes that are seen.
    pub fn view(&self, value: usize) -> &[u8] {
        self.views.get(value)
    }

    /// The value of a position, if it can be reached.
    pub fn value(&self, position: &Position) -> Option<usize> {
        self.views.find(&see(&self.lenses, position)?).map(|value| value as usize)
    }

    /// Writes a value into a position.
    pub fn show(&self, value: usize, position: &mut Position) {
        let mut view = self.view(value);
        for lens in &self.lenses {
            let (own, rest) = view.split_at(lens.width());
            lens.show(own, position);
            view = rest;
        }
    }

    /// Number of bytes in memory.
    pub fn memory(&self) -> u64 {
        self.views.memory() + 4 * self.images.len() as u64
    }
}

/// All that is seen through some lenses.
fn see(lenses: &[Lens], position: &Position) -> Option<Vec<u8>> {
    let mut view = Vec::new();
    lenses.iter().all(|lens| lens.see(position, &mut view)).then_some(view)
}

/// Number of combinations of values of some parts that can be reached from those of the targets; `None` if it is too
/// much work to find out. It takes a byte for every combination, and time for those that are reached.
pub fn reachable(parts: &[&Part], targets: &[Position], effort: &mut Effort<'_>) -> Option<usize> {
    let all: usize = parts.iter().map(|part| part.len()).product();
    let (mut seen, mut found, mut stack) = (vec![false; all], 0, Vec::new());
    let join = |values: &mut dyn Iterator<Item = usize>| {
        parts.iter().zip(values).fold(0, |sum, (part, value)| sum * part.len() + value)
    };
    let starts: Vec<usize> = targets
        .iter()
        .map(|target| join(&mut parts.iter().map(|part| part.value(target).expect("targets are values"))))
        .collect();
    let mut visit = |state: usize, stack: &mut Vec<usize>| {
        if !std::mem::replace(&mut seen[state], true) {
            found += 1;
            stack.push(state);
        }
    };
    starts.into_iter().for_each(|state| visit(state, &mut stack));
    let mut values = vec![0; parts.len()];
    while let Some(mut state) = stack.pop() {
        effort.combine(parts[0].steps).then_some(())?;
        for (value, part) in values.iter_mut().zip(parts).rev() {
            (*value, state) = (state % part.len(), state / part.len());
        }
        for step in 0..parts[0].steps {
            let mut images = parts.iter().zip(&values).map(|(part, &value)| part.image(value, step));
            visit(join(&mut images), &mut stack);
        }
    }
    Some(found)
}
