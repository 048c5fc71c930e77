//! Text for programs.

/// JSON in which every control character is escaped: JSON asks for that below U+0020 only, and U+009B commands a terminal as well.
/// Such characters can be nowhere but in strings.
pub fn harmless(json: String) -> String {
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
        let json = harmless(serde_json::to_string(text).unwrap());
        assert!(!json.contains(|c: char| c.is_control()), "{json:?}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
