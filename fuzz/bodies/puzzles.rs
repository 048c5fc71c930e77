//! Definitions of puzzles in both formats, and patterns.

use cubepdb::puzzles::{Definition, DefinitionError, builtin};

/// Reads the text as a definition and as a pattern: nothing may panic, and what is written is read back.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Definition::read(text) {
        Ok(definition) => definition_is_read_back(&definition),
        Err(error) => check_message(&error),
    }
    let cube = builtin("2x2x2").expect("a built-in puzzle");
    match cube.read_pattern(text) {
        Ok(position) => assert_eq!(cube.read_pattern(&cube.write_pattern(&position)), Ok(position)),
        Err(error) => check_message(&error),
    }
}

fn definition_is_read_back(definition: &Definition) {
    assert!(definition.is_legal(&definition.solved));
    for written in [definition.to_tws(), definition.to_kpuzzle()] {
        match written {
            Ok(text) => assert_eq!(Definition::read(&text).as_ref(), Ok(definition), "{text}"),
            Err(error) => check_message(&error),
        }
    }
    let solved = &definition.solved;
    assert_eq!(definition.read_pattern(&definition.write_pattern(solved)).as_ref(), Ok(solved));
}

/// Messages are one line.
fn check_message(error: &DefinitionError) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
}
