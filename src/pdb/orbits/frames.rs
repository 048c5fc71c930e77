//! Names of arrangements as cells, by which as many steps as possible leave cells as they are.

use super::part::Part;
use super::steps::Steps;
use std::collections::HashMap;

/// The arrangement that each cell is, for each value of the host. Along a tree of steps from value to value,
/// arrangements that lead to each other are the same cell: first along the steps of the longest turn, so that it leaves
/// nearly all cells, and then along others that lead farther.
#[derive(Clone, Debug)]
pub struct Frames {
    cells: usize,
    /// The arrangement of each cell, for each value.
    arrangements: Vec<u16>,
}

impl Frames {
    /// Names arrangements, of which `image` is what each becomes by a step under a host value.
    pub fn new<'a>(host: &Part, steps: &Steps, cells: usize, image: impl Fn(usize, usize) -> &'a [u16]) -> Self {
        let mut units: Vec<_> = steps.turns.iter().map(|turn| (turn.order, turn.unit)).collect();
        units.sort_unstable();
        let mut frames: Vec<Option<Vec<u16>>> = vec![None; host.len()];
        // Values, and the steps by which they were reached: depth first, and at first along the longest turn.
        let mut stack: Vec<(usize, Option<(usize, usize)>)> =
            (0..host.len()).rev().map(|value| (value, None)).collect();
        while let Some((value, by)) = stack.pop() {
            if frames[value].is_some() {
                continue;
            }
            frames[value] =
                Some(match by.and_then(|(before, step)| Some((frames[before].as_ref()?, image(before, step)))) {
                    None => (0..cells as u16).collect(),
                    Some((frame, image)) => frame.iter().map(|&number| image[usize::from(number)]).collect(),
                });
            stack.extend(units.iter().map(|&(_, step)| (host.image(value, step), Some((value, step)))));
        }
        Self { cells, arrangements: frames.into_iter().flatten().flatten().collect() }
    }

    /// The images of cells under each action, `stride` for each of them, and the action of each step for each value.
    pub fn actions<'a>(
        &self,
        host: &Part,
        steps: &Steps,
        stride: usize,
        image: impl Fn(usize, usize) -> &'a [u16],
    ) -> (Vec<u16>, Vec<u32>) {
        let (mut images, mut actions) = (Vec::new(), Vec::new());
        let mut numbers: HashMap<Vec<u16>, u32> = HashMap::new();
        for value in 0..host.len() {
            for step in 0..steps.all.len() {
                let mut named = vec![0; self.cells];
                let frame = self.frame(host.image(value, step));
                frame.iter().enumerate().for_each(|(cell, &number)| named[usize::from(number)] = cell as u16);
                let image = image(value, step);
                let mut action: Vec<u16> =
                    self.frame(value).iter().map(|&number| named[usize::from(image[usize::from(number)])]).collect();
                action.resize(stride, 0);
                let next = numbers.len() as u32;
                let number = *numbers.entry(action).or_insert_with_key(|action| {
                    images.extend_from_slice(action);
                    next
                });
                actions.push(number);
            }
        }
        (images, actions)
    }

    /// The arrangement that a cell is under a host value.
    pub fn arrangement(&self, value: usize, cell: usize) -> usize {
        usize::from(self.frame(value)[cell])
    }

    /// The cell of an arrangement under a host value.
    pub fn cell(&self, value: usize, arrangement: usize) -> Option<usize> {
        self.frame(value).iter().position(|&number| usize::from(number) == arrangement)
    }

    fn frame(&self, value: usize) -> &[u16] {
        &self.arrangements[value * self.cells..(value + 1) * self.cells]
    }
}
