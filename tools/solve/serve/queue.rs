//! Searches wait for each other: two at a time would only slow each other down.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Searches that may wait.
const MOST: usize = 16;

/// The searches that wait, and the one that runs, in the order of their requests.
pub struct Queue {
    places: Mutex<Places>,
    /// Told when somebody has left.
    moved: watch::Sender<()>,
}

#[derive(Default)]
struct Places {
    order: Vec<u64>,
    next: u64,
}

/// A place in the queue, which is left when it is dropped.
pub struct Place {
    queue: Arc<Queue>,
    number: u64,
    moved: watch::Receiver<()>,
}

impl Queue {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { places: Mutex::default(), moved: watch::Sender::new(()) })
    }

    /// A place at the end; `None` if too many wait.
    pub fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut places = self.places();
        if places.order.len() > MOST {
            return None;
        }
        let number = places.next;
        places.next += 1;
        places.order.push(number);
        Some(Place { queue: self.clone(), number, moved: self.moved.subscribe() })
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Number of searches ahead.
    pub fn ahead(&self) -> usize {
        self.queue.places().order.iter().take_while(|&&number| number != self.number).count()
    }

    /// Waits until somebody has left.
    pub async fn moved(&mut self) {
        self.moved.changed().await.ok();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.places().order.retain(|&number| number != self.number);
        self.queue.moved.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_up_when_others_leave() {
        let queue = Queue::new();
        let [first, second, third] = std::array::from_fn(|_| queue.enter().unwrap());
        assert_eq!([&first, &second, &third].map(Place::ahead), [0, 1, 2]);
        drop(second);
        assert_eq!([&first, &third].map(Place::ahead), [0, 1]);
        drop(first);
        assert_eq!(third.ahead(), 0);
        let waiting: Vec<_> = std::iter::from_fn(|| queue.enter()).take(100).collect();
        assert_eq!(waiting.len(), MOST);
    }
}
