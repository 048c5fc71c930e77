//! Cells: the coordinate of an index that runs fastest, on which a step acts by one of a few permutations.

use super::effort::Effort;
use super::frames::Frames;
use super::part::Part;
use super::remainder::Remainder;
use super::rows::WORD;
use super::steps::Steps;
use super::strings::Strings;
use crate::puzzle::Position;
use std::collections::HashMap;

/// The fastest coordinate of an index. All cells under one value of the other coordinates are a row.
#[derive(Clone, Debug)]
pub struct Cells {
    len: usize,
    /// Number of images for each action: a multiple of the cells in a word of marks.
    stride: usize,
    steps: usize,
    /// The image of each cell under each action; 0 behind the last cell.
    images: Vec<u16>,
    /// The action of each step, for each value of the part that the cells depend on.
    actions: Vec<u32>,
    /// The actions that leave each cell as it is.
    is_still: Vec<bool>,
    content: Content,
}

/// The meaning of cells.
#[derive(Clone, Debug)]
enum Content {
    /// The values of a part.
    Part(Part),
    /// The arrangement of the pieces that another part does not show, and the names of arrangements as cells.
    Remainder(Box<Remainder>, Strings, Option<Frames>),
}

impl Cells {
    /// The most cells.
    pub const MOST: usize = 1 << 16;
    /// The most images in a table: 256 MB.
    const MOST_IMAGES: usize = 1 << 27;
    /// The most images in a table for which cells are named anew: 16 MB.
    const MOST_FRAMED: usize = 1 << 23;

    /// The values of a part.
    ///
    /// # Panics
    /// If they are more than [`Cells::MOST`].
    pub fn of_part(part: Part, steps: &Steps) -> Self {
        assert!(part.len() <= Self::MOST);
        let stride = part.len().next_multiple_of(WORD);
        let steps = steps.all.len();
        let mut images = vec![0; steps * stride];
        for (step, images) in images.chunks_exact_mut(stride).enumerate() {
            images
                .iter_mut()
                .take(part.len())
                .enumerate()
                .for_each(|(cell, image)| *image = part.image(cell, step) as u16);
        }
        let actions = (0..steps as u32).collect();
        Self::new(part.len(), stride, steps, images, actions, Content::Part(part))
    }

    fn new(len: usize, stride: usize, steps: usize, images: Vec<u16>, actions: Vec<u32>, content: Content) -> Self {
        let is_still =
            |images: &[u16]| images[..len].iter().enumerate().all(|(cell, &image)| cell == usize::from(image));
        let is_still = images.chunks_exact(stride).map(is_still).collect();
        Self { len, stride, steps, images, actions, is_still, content }
    }

    /// The arrangements of the pieces that a part does not show; `None` if there are too many, or too many actions.
    pub fn of_remainder(
        remainder: Remainder,
        host: &Part,
        steps: &Steps,
        targets: &[Position],
        effort: &mut Effort<'_>,
    ) -> Option<Self> {
        let mut numbers: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut actions = Vec::with_capacity(host.len() * steps.all.len());
        for value in 0..host.len() {
            effort.list(steps.all.len()).then_some(())?;
            for step in 0..steps.all.len() {
                let key = remainder.action(host, value, step, steps);
                let next = numbers.len() as u32;
                actions.push(*numbers.entry(key).or_insert(next));
            }
        }
        let mut keys = vec![Vec::new(); numbers.len()];
        numbers.into_iter().for_each(|(key, number)| keys[number as usize] = key);
        let mut contents = Strings::new(remainder.width());
        for target in targets {
            contents.insert(&remainder.content(host, target)?);
        }
        let (mut by_cell, mut moved, mut next) = (Vec::<u16>::new(), vec![0; remainder.width()], 0);
        while next < contents.len() {
            effort.list(keys.len()).then_some(())?;
            for key in &keys {
                remainder.act(contents.get(next), key, &mut moved);
                by_cell.push(contents.insert(&moved) as u16);
            }
            next += 1;
            if contents.len() > Self::MOST || contents.len() * keys.len() > Self::MOST_IMAGES {
                return None;
            }
        }
        let len = contents.len();
        let stride = len.next_multiple_of(WORD);
        let mut images = vec![0; keys.len() * stride];
        for (action, images) in images.chunks_exact_mut(stride).enumerate() {
            let own = by_cell.iter().skip(action).step_by(keys.len());
            images.iter_mut().zip(own).for_each(|(image, &own)| *image = own);
        }
        let mut frames = None;
        if actions.len() * stride <= Self::MOST_FRAMED {
            let found = Frames::new(host, steps, len, |value, step| {
                &images[actions[value * steps.all.len() + step] as usize * stride..][..len]
            });
            (images, actions) = found.actions(host, steps, stride, |value, step| {
                &images[actions[value * steps.all.len() + step] as usize * stride..][..len]
            });
            frames = Some(found);
        }
        let content = Content::Remainder(Box::new(remainder), contents, frames);
        Some(Self::new(len, stride, steps.all.len(), images, actions, content))
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The images of all cells, and some zeros, under a step, where the part that they depend on has this value (0 if
    /// they do not).
    #[inline(always)]
    pub fn images(&self, value: usize, step: usize) -> &[u16] {
        self.images_of(self.action(value, step) as usize)
    }

    /// The action of a step where the part that the cells depend on has this value.
    #[inline(always)]
    pub fn action(&self, value: usize, step: usize) -> u32 {
        self.actions[value * self.steps + step]
    }

    /// Number of actions.
    pub fn actions(&self) -> usize {
        self.is_still.len()
    }

    /// The images of all cells, and some zeros, under an action.
    #[inline(always)]
    pub fn images_of(&self, action: usize) -> &[u16] {
        &self.images[action * self.stride..(action + 1) * self.stride]
    }

    /// Returns whether a step leaves each cell as it is, where the part that they depend on has this value.
    #[inline(always)]
    pub fn is_still(&self, value: usize, step: usize) -> bool {
        self.is_still[self.action(value, step) as usize]
    }

    /// The numbers that say what steps do to cells.
    pub fn tables(&self) -> impl Iterator<Item = u64> {
        let images = self.images.iter().map(|&image| u64::from(image));
        images.chain(self.actions.iter().map(|&action| u64::from(action)))
    }

    /// The cell of a position, if it can be reached.
    pub fn cell(&self, host: Option<&Part>, position: &Position) -> Option<usize> {
        match &self.content {
            Content::Part(part) => part.value(position),
            Content::Remainder(remainder, contents, frames) => {
                let number = contents.find(&remainder.content(host?, position)?)? as usize;
                Some(frames.as_ref().map_or(Some(number), |frames| frames.cell(host?.value(position)?, number))?)
            }
        }
    }

    /// Writes a cell into a position.
    pub fn show(&self, cell: usize, host: Option<(&Part, usize)>, position: &mut Position) {
        match (&self.content, host) {
            (Content::Part(part), _) => part.show(cell, position),
            (Content::Remainder(remainder, contents, frames), Some((host, value))) => {
                let number = frames.as_ref().map_or(cell, |frames| frames.arrangement(value, cell));
                remainder.show(host, value, contents.get(number), position);
            }
            (Content::Remainder(..), None) => unreachable!("a remainder has a host"),
        }
    }

    /// Number of bytes in memory.
    pub fn memory(&self) -> u64 {
        2 * self.images.len() as u64 + 4 * self.actions.len() as u64
    }
}
