//! Text of others, as it is shown.

pub use cubepdb::internals::notation::printable;

use serde::Serialize;

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
