//! The clock: that of the standard library, except in WebAssembly, which has none. There, the program around the
//! library sets one.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use web::{Instant, set_clock};

#[cfg(target_family = "wasm")]
mod web {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Returns the time since some moment, which never goes back.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock; only the first call has an effect. Without a clock, time stands still: time limits are never
    /// reached.
    pub fn set_clock(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment, as [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        /// The time from another moment to this one, or none if that is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment so much later; `None` if there is none.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }
}
