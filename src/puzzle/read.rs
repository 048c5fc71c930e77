//! Definitions and patterns as text, in all formats.

use super::{Definition, DefinitionError, DefinitionFault, NamedMove, Position, TextPlace, kpuzzle, tws};
use crate::units::shown;

impl Definition {
    /// Reads a definition: as KPuzzle if it begins with a brace, and else as lines of the dialects of ksolve and
    /// twsearch (`.tws`).
    ///
    /// Moves named `x`, `y`, `z`, or by faces in capital letters with a `v` behind them, as `Uv` or `F_Rv`, are
    /// rotations of the whole puzzle.
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

    /// The definition as `.tws`, of which [`read`](Self::read) makes an equal one. Orbits that a move does not change
    /// are left out, and so are orientations that are all 0.
    ///
    /// # Errors
    /// If the format cannot express something: orientations that are known in part, a name that would be read as
    /// something else, or one that stands for no sequence of up to three moves.
    pub fn to_tws(&self) -> Result<String, DefinitionError> {
        self.checked(".tws", tws::write(self))
    }

    /// The definition as KPuzzle, of which [`read`](Self::read) makes an equal one.
    ///
    /// # Errors
    /// If the format cannot express something: pieces that must not be at a place, a name that would be read as
    /// something else, or one that stands for no sequence of up to three moves.
    pub fn to_kpuzzle(&self) -> Result<String, DefinitionError> {
        self.checked("KPuzzle", kpuzzle::write(self))
    }

    /// A position of this puzzle as a pattern of KPuzzle, of which [`read_pattern`](Self::read_pattern) makes an equal
    /// one.
    pub fn write_pattern(&self, position: &Position) -> String {
        kpuzzle::write_pattern(&self.shape, position) + "\n"
    }

    /// The text that was written, unless it would be read as another definition.
    fn checked(&self, format: &'static str, written: Result<String, String>) -> Result<String, DefinitionError> {
        let unwritable = |why| DefinitionFault::Unwritable { format, why }.at(TextPlace::Whole);
        let text = written.map_err(unwritable)?;
        match Self::read(&text) {
            Ok(read) if read == *self => Ok(text),
            Ok(read) => Err(unwritable(difference(self, &read))),
            Err(error) => Err(unwritable(error.to_string())),
        }
    }
}

/// A sentence on the difference of a definition from what would be read.
fn difference(definition: &Definition, read: &Definition) -> String {
    let name = |named: &NamedMove| named.name.clone();
    let moves = |of: &Definition| of.moves.iter().map(name).collect::<Vec<_>>();
    if let Some(other) = moves(definition).iter().find(|name| !moves(read).contains(name)) {
        return format!("the move {other} would be read as a rotation of the whole puzzle");
    }
    if let Some(other) = moves(read).iter().find(|name| !moves(definition).contains(name)) {
        return format!("the rotation {other} would be read as a move");
    }
    format!("it would be read as another definition of {}", shown(&definition.name))
}
