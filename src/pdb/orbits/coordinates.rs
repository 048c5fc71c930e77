//! The values that make up the number of a position, as a search carries them: each is that of a move's table.

use super::cells::Cells;
use super::index::PositionIndex;
use super::part::Part;
use crate::prefetch::prefetch;
use crate::puzzle::Position;

/// The tables of an index by which a move leads from the values of a position to those of the next one.
///
/// The values are those of the index's parts, and the cell. The images of a value under all moves are neighbours, so
/// that the children of a position need few lines of these tables.
#[derive(Debug)]
pub struct Coordinates {
    moves: usize,
    parts: Vec<PartMoves>,
    hosted: Option<HostedMoves>,
}

/// The moves of a value that depends on no other.
#[derive(Debug)]
struct PartMoves {
    images: Box<[u32]>,
    /// The number that one more of the value adds to the entry.
    stride: u64,
}

/// The moves of a cell that depends on the value of the last part.
#[derive(Debug)]
struct HostedMoves {
    /// The action of each move for each value.
    actions: Box<[u32]>,
    /// The image of each cell under each action.
    images: Box<[u16]>,
    stride: usize,
}

/// A move whose cell is still to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begun {
    entry: u64,
    image: u32,
}

impl Coordinates {
    /// The most values of a position that a search carries.
    pub const MOST_VALUES: usize = 12;

    /// The tables for an index, with numbers of entries in rows of some stride. `order` has the number that each move
    /// has in the index's question.
    pub fn new(index: &PositionIndex, order: &[usize], row_stride: u64) -> Self {
        let (parts, cells) = index.coordinates();
        let part = |(part, stride): (&Part, &u64)| PartMoves {
            images: inverse(part.len(), order, |value, step| part.image(value, step)),
            stride: stride * row_stride,
        };
        let mut tables: Vec<PartMoves> = parts.iter().zip(index.strides()).map(part).collect();
        let hosted = match index.host() {
            Some(host) => {
                let images = &tables.last().expect("the host is the last part").images;
                Some(HostedMoves::new(host, cells, order, images))
            }
            None => {
                let images = inverse(cells.len(), order, |cell, step| usize::from(cells.images(0, step)[cell]));
                tables.push(PartMoves { images, stride: 1 });
                None
            }
        };
        Self { moves: order.len(), parts: tables, hosted }
    }

    /// Number of values of a position.
    pub fn count(&self) -> usize {
        self.parts.len() + usize::from(self.hosted.is_some())
    }

    /// Number of bytes of the tables.
    pub fn memory(&self) -> u64 {
        let parts = self.parts.iter().map(|part| 4 * part.images.len()).sum::<usize>();
        let hosted = self.hosted.as_ref().map_or(0, |hosted| 4 * hosted.actions.len() + 2 * hosted.images.len());
        (parts + hosted) as u64
    }

    /// The values of a position of the index; `None` if it cannot be reached.
    pub fn values(&self, index: &PositionIndex, position: &Position) -> Option<Vec<u32>> {
        let (number, cells) = (index.index(position)?, index.cells() as u64);
        let mut values = Vec::new();
        index.split(number / cells, &mut values);
        values.push((number % cells) as usize);
        Some(values.into_iter().map(|value| value as u32).collect())
    }

    /// Writes the values of the next position, but for a cell that depends on another value: what that is read from is
    /// requested. Returns what [`finish`](Self::finish) needs.
    ///
    /// # Panics
    /// If the slices are too short, or a value is none.
    #[inline(always)]
    pub fn begin(&self, from: &[u32], to: &mut [u32], by: usize) -> Begun {
        let mut entry = 0;
        for ((part, from), to) in self.parts.iter().zip(from).zip(to.iter_mut()) {
            *to = part.images[*from as usize * self.moves + by];
            entry += u64::from(*to) * part.stride;
        }
        let Some(hosted) = &self.hosted else { return Begun { entry, image: 0 } };
        let host = self.parts.len() - 1;
        let action = hosted.actions[from[host] as usize * self.moves + by] as usize;
        let image = action * hosted.stride + from[host + 1] as usize;
        prefetch(&hosted.images, image);
        Begun { entry, image: image as u32 }
    }

    /// Writes the cell of the next position, if it depends on another value, and returns the number of its entry.
    #[inline(always)]
    pub fn finish(&self, begun: Begun, to: &mut [u32]) -> u64 {
        let Some(hosted) = &self.hosted else { return begun.entry };
        let cell = hosted.images[begun.image as usize];
        to[self.parts.len()] = cell.into();
        begun.entry + u64::from(cell)
    }

    /// Writes the values of the next position, and returns the number of its entry.
    ///
    /// # Panics
    /// As [`begin`](Self::begin).
    #[inline(always)]
    pub fn step(&self, from: &[u32], to: &mut [u32], by: usize) -> u64 {
        let begun = self.begin(from, to, by);
        self.finish(begun, to)
    }

    /// The number of the entry of a position with these values.
    pub fn entry(&self, values: &[u32]) -> u64 {
        let own: u64 = self.parts.iter().zip(values).map(|(part, &value)| u64::from(value) * part.stride).sum();
        own + self.hosted.as_ref().map_or(0, |_| u64::from(values[self.parts.len()]))
    }
}

impl HostedMoves {
    /// The tables for the cells of a host, the images of whose values under moves are given.
    fn new(host: &Part, cells: &Cells, order: &[usize], host_images: &[u32]) -> Self {
        let moves = order.len();
        let mut actions = vec![0; host.len() * moves];
        for (number, action) in actions.iter_mut().enumerate() {
            // The move undoes the step with its number, from the host's next value.
            *action = cells.action(host_images[number] as usize, order[number % moves]);
        }
        let (count, stride) = (cells.actions(), cells.len());
        let mut images = vec![0; count * stride];
        for action in 0..count {
            let own = &mut images[action * stride..(action + 1) * stride];
            for (cell, &image) in cells.images_of(action)[..stride].iter().enumerate() {
                own[usize::from(image)] = cell as u16;
            }
        }
        Self { actions: actions.into(), images: images.into(), stride }
    }
}

/// The images of values under moves, each of which undoes the step with its number in the order.
fn inverse(values: usize, order: &[usize], image: impl Fn(usize, usize) -> usize) -> Box<[u32]> {
    let mut images = vec![0; values * order.len()];
    for value in 0..values {
        for (by, &step) in order.iter().enumerate() {
            images[image(value, step) * order.len() + by] = value as u32;
        }
    }
    images.into()
}
