//! A lock that is granted in the order in which it is asked for.
//!
//! Those who drive a device ask for it again as soon as they have let go. The locks of the standard library would often
//! give it to the same one, and another search would wait beyond its limits.

use crate::locks::{Condvar, Mutex, MutexGuard};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// A lock that is granted in the order in which it is asked for.
#[derive(Default)]
pub struct FairLock<T> {
    value: Mutex<T>,
    /// Number of turns that were asked for, and of those that have ended; only the first changes without the lock.
    asked: AtomicU64,
    ended: AtomicU64,
    /// Told when a turn has ended.
    next: Condvar,
}

/// Access to the value, until it is dropped.
pub struct FairLockGuard<'a, T> {
    lock: &'a FairLock<T>,
    value: MutexGuard<'a, T>,
}

const POISONED: &str = "nobody panics in a turn";

impl<T> FairLock<T> {
    /// Waits until all who asked earlier have had their turn.
    ///
    /// # Panics
    /// If there was a panic in another turn.
    pub fn lock(&self) -> FairLockGuard<'_, T> {
        let mine = self.asked.fetch_add(1, Ordering::Relaxed);
        let value = self.value.lock().expect(POISONED);
        let is_earlier = |_: &mut T| self.ended.load(Ordering::Relaxed) != mine;
        let value = self.next.wait_while(value, is_earlier).expect(POISONED);
        FairLockGuard { lock: self, value }
    }

    /// Returns whether there was a panic in a turn.
    pub fn is_poisoned(&self) -> bool {
        self.value.is_poisoned()
    }
}

impl<T> Deref for FairLockGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for FairLockGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Drop for FairLockGuard<'_, T> {
    fn drop(&mut self) {
        // The lock is let go after this.
        self.lock.ended.fetch_add(1, Ordering::Relaxed);
        self.lock.next.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    #[test]
    fn turns_are_taken_in_order() {
        let (lock, is_over) = (FairLock::<Vec<usize>>::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            // They ask again at once, and hold the lock nearly all the time.
            for number in 0..3 {
                let (lock, is_over) = (&lock, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) {
                        let mut order = lock.lock();
                        order.push(number);
                        is_over.fetch_or(order.len() >= 300, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_micros(200));
                    }
                });
            }
        });
        let order = lock.lock();
        // Once all wait, nobody is passed over; a thread that the system holds up may miss some turns.
        let had = |number| order.iter().filter(|&&had| had == number).count();
        assert!((0..3).all(|number| had(number) > 50), "{:?}", *order);
    }
}
