//! Work for several workers: items in parts, so that each takes what is its own.

use rayon::prelude::*;

/// Work behind a pointer.
type Boxed<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does some work for each of these on the threads of the current pool.
pub(super) fn for_each<'a, T: Send + 'a>(items: impl Iterator<Item = T>, work: &'a (dyn Fn(T) + Sync)) {
    run(items.map(|item| Box::new(move || work(item)) as Boxed<'a>).collect());
}

/// Apart from the generic function, so that the compiler translates the parallel iterator once, not for each length of
/// positions.
fn run(all: Vec<Boxed<'_>>) {
    all.into_par_iter().for_each(|work| work());
}

/// Items that a worker has sorted into parts.
pub(super) struct Parts<T> {
    items: Vec<T>,
    /// The end of each part.
    ends: Vec<u32>,
}

impl<T: Copy> Parts<T> {
    /// No items, and no parts.
    pub const fn none() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }

    /// Sorts items into so many parts; each comes with the number of its part.
    pub fn sorted(items: &[(u32, T)], parts: usize) -> Self {
        let mut ends = vec![0; parts + 1];
        items.iter().for_each(|(part, _)| ends[*part as usize + 1] += 1);
        (1..=parts).for_each(|part| ends[part] += ends[part - 1]);
        let mut sorted: Vec<T> = items.iter().map(|(_, item)| *item).collect();
        for (part, item) in items {
            let next = &mut ends[*part as usize];
            sorted[*next as usize] = *item;
            *next += 1;
        }
        // The start of each part has become its end.
        ends.pop();
        Self { items: sorted, ends }
    }

    /// The items of a part.
    pub fn part(&self, number: usize) -> &[T] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }
}
