//! Definitions and patterns as text, in all formats.

use super::{Definition, DefinitionError, DefinitionFault, Position, TextPlace, kpuzzle, tws};

impl Definition {
    /// Reads a definition: as KPuzzle if it begins with a brace, and else as lines of the dialects of ksolve and
    /// twsearch (`.tws`).
    ///
    /// Moves named `x`, `y`, `z`, or with a name that ends in `v`, as `Uv` or `DFRv`, are rotations of the whole puzzle.
    ///
    /// # Errors
    /// At the first fault.
    pub fn read(text: &str) -> Result<Self, DefinitionError> {
        match text.trim_start_matches('\u{feff}').trim_start() {
            "" => Err(DefinitionFault::Empty.at(TextPlace::Whole)),
            json if json.starts_with('{') => kpuzzle::read(text.trim_start_matches('\u{feff}')),
            _ => tws::read(text.trim_start_matches('\u{feff}')),
        }
    }

    /// Reads a pattern of KPuzzle: a position, or what is known of one. Its pieces may have other numbers than those of
    /// the solved position.
    ///
    /// # Errors
    /// At the first fault.
    pub fn read_pattern(&self, text: &str) -> Result<Position, DefinitionError> {
        kpuzzle::read_pattern(&self.shape, text.trim_start_matches('\u{feff}'))
    }
}
