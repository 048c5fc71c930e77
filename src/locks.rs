//! The locks of the standard library.
//!
//! ThreadSanitizer does not see how they order what threads do if a thread has to wait: that happens inside the
//! standard library, which comes compiled without it. Under it (`--cfg thread_sanitizer`, see `tests/sanitizers.sh`),
//! every lock therefore says a second time, by an atomic of its own, what it orders: what was done before it was let go
//! comes before what is done after it was taken. That is what a lock promises, and no more: what is not done under the
//! lock is not ordered.

#[cfg(not(thread_sanitizer))]
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
#[cfg(thread_sanitizer)]
pub(crate) use visible::{Condvar, Mutex, MutexGuard};

#[cfg(thread_sanitizer)]
mod visible {
    use std::ops::{Deref, DerefMut};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{self, LockResult, PoisonError, TryLockError, TryLockResult, WaitTimeoutResult};
    use std::time::Duration;

    #[derive(Default)]
    pub(crate) struct Mutex<T> {
        inner: sync::Mutex<T>,
        order: AtomicBool,
    }

    pub(crate) struct MutexGuard<'a, T> {
        /// There until the guard is dropped or waits.
        held: Option<sync::MutexGuard<'a, T>>,
        order: &'a AtomicBool,
    }

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self { inner: sync::Mutex::new(value), order: AtomicBool::new(false) }
        }

        pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
            map(self.inner.lock(), |held| MutexGuard::taken(held, &self.order))
        }

        pub(crate) fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
            match self.inner.try_lock() {
                Ok(held) => Ok(MutexGuard::taken(held, &self.order)),
                Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
                Err(TryLockError::Poisoned(error)) => {
                    let guard = MutexGuard::taken(error.into_inner(), &self.order);
                    Err(TryLockError::Poisoned(PoisonError::new(guard)))
                }
            }
        }

        pub(crate) fn is_poisoned(&self) -> bool {
            self.inner.is_poisoned()
        }

        pub(crate) fn into_inner(self) -> LockResult<T> {
            self.inner.into_inner()
        }
    }

    impl<'a, T> MutexGuard<'a, T> {
        /// The lock has just been taken.
        fn taken(held: sync::MutexGuard<'a, T>, order: &'a AtomicBool) -> Self {
            order.load(Ordering::Acquire);
            Self { held: Some(held), order }
        }

        /// The lock is about to be let go.
        fn release(&mut self) -> Option<sync::MutexGuard<'a, T>> {
            let held = self.held.take()?;
            self.order.store(true, Ordering::Release);
            Some(held)
        }
    }

    impl<T> Drop for MutexGuard<'_, T> {
        fn drop(&mut self) {
            drop(self.release());
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.held.as_deref().expect("held until it is dropped")
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.held.as_deref_mut().expect("held until it is dropped")
        }
    }

    #[derive(Default)]
    pub(crate) struct Condvar(sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Self(sync::Condvar::new())
        }

        pub(crate) fn notify_one(&self) {
            self.0.notify_one();
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }

        pub(crate) fn wait_while<'a, T>(
            &self,
            mut guard: MutexGuard<'a, T>,
            mut condition: impl FnMut(&mut T) -> bool,
        ) -> LockResult<MutexGuard<'a, T>> {
            while condition(&mut guard) {
                let order = guard.order;
                let held = guard.release().expect("held until it is dropped");
                guard = map(self.0.wait(held), |held| MutexGuard::taken(held, order))?;
            }
            Ok(guard)
        }

        pub(crate) fn wait_timeout<'a, T>(
            &self,
            mut guard: MutexGuard<'a, T>,
            time: Duration,
        ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
            let order = guard.order;
            let held = guard.release().expect("held until it is dropped");
            map(self.0.wait_timeout(held, time), |(held, result)| (MutexGuard::taken(held, order), result))
        }
    }

    fn map<T, U>(result: LockResult<T>, taken: impl FnOnce(T) -> U) -> LockResult<U> {
        match result {
            Ok(guard) => Ok(taken(guard)),
            Err(error) => Err(PoisonError::new(taken(error.into_inner()))),
        }
    }
}
