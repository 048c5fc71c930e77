//! Pattern tables that outlive the process that made them.

use crate::pdb::orbits::{DistanceTable, PositionIndex};
use crate::puzzle::Question;
use crate::storage::OutOfMemory;

/// A way to make the table of a question over its index; `None` if it was stopped.
pub type Build<'a> = dyn Fn(&Question, PositionIndex) -> Result<Option<DistanceTable>, OutOfMemory> + 'a;

/// Keeps pattern tables from one process to the next. A cache saves the time of making them, and is never a reason for
/// a search to fail: what it cannot read or write is made, and not kept.
pub trait TableCache: Send + Sync {
    /// Returns whether the table of a question is there: loading it then takes much less time than making it. A file of
    /// its name is enough.
    fn has(&self, question: &Question) -> bool;

    /// Loads the table of exactly this question over its index or, if it is not there, makes and keeps it; `None` if
    /// making it was stopped. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If there is too little memory to make it.
    fn load_or_make(
        &self,
        question: &Question,
        index: PositionIndex,
        make: &Build<'_>,
    ) -> Result<Option<DistanceTable>, OutOfMemory>;
}
