//! Definitions and patterns as text, in all formats.

use super::{Definition, DefinitionError, tws};

impl Definition {
    /// Reads a definition: as KPuzzle if it begins with a brace, and else as lines of the dialects of ksolve and
    /// twsearch (`.tws`).
    ///
    /// # Errors
    /// At the first fault.
    pub fn read(text: &str) -> Result<Self, DefinitionError> {
        tws::read(text)
    }
}
