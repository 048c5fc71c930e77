//! Closures: all that follows from some things.

use std::collections::HashSet;
use std::hash::Hash;

/// Some different things and all that follows from them by their images, breadth first; `None` if these are more than
/// `most`.
pub(crate) fn closure<T: Clone + Eq + Hash, I: IntoIterator<Item = T>>(
    mut all: Vec<T>,
    most: usize,
    images: impl Fn(&T) -> I,
) -> Option<Vec<T>> {
    let mut known: HashSet<T> = all.iter().cloned().collect();
    let mut next = 0;
    while let Some(one) = all.get(next) {
        let new: Vec<T> = images(one).into_iter().filter(|image| known.insert(image.clone())).collect();
        all.extend(new);
        next += 1;
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}
