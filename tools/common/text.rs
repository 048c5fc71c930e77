//! Text of others: read within limits, and as it is shown.

pub use cubepdb::internals::notation::printable;

use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A record as JSON on one line, the fields in the order of their declaration. Every control character is escaped: JSON
/// requires it only below U+0020, but U+009B commands a terminal as well.
///
/// # Panics
/// If it is none of the project's records, which are plain data.
pub fn to_json(record: &(impl Serialize + ?Sized)) -> String {
    harmless(serde_json::to_string(record).expect("records are plain data"))
}

/// Escapes the control characters of JSON, which occur only in strings.
fn harmless(json: String) -> String {
    let commands = |c: char| ('\u{7f}'..='\u{9f}').contains(&c);
    if !json.contains(commands) {
        return json;
    }
    let escaped = |c: char| if commands(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    json.chars().map(escaped).collect()
}

/// The bytes of a file; `None` if there are more than `most`, of a device without end for example.
pub fn bytes_of(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stay_what_they_are() {
        let text = "R\u{9b}31m\u{7f} \u{1b} \u{a0} \"";
        let json = to_json(text);
        assert!(!json.contains(|c: char| c.is_control()), "{json:?}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
