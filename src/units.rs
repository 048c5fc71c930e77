//! Sizes, times and counts on the command line and in messages.

use std::time::Duration;

/// Reads `512M`, `8G`, `1.5GiB`, `100000`: binary multiples.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{}` is not a size: write 512M or 8G", text.escape_default());
    let (number, unit) = split(text);
    let scale = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let value: f64 = number.parse().map_err(|_| wrong())?;
    let bytes = value * (1u64 << scale) as f64;
    // The first number beyond 64 bits; sizes have no sign.
    let is_size = value.is_sign_positive() && bytes < 2f64.powi(64);
    if is_size { Ok(bytes as u64) } else { Err(wrong()) }
}

/// Reads `60s`, `5m`, `1.5h`, `250ms`, `20us`, or a bare number of seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = |what: &str| format!("`{}` is not a time{what}", text.escape_default());
    let (number, unit) = split(text);
    let scale = match unit.as_str() {
        "us" => 1e-6,
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong(": write 60s, 5m or 1h")),
    };
    let seconds = number.parse::<f64>().map_err(|_| wrong(": write 60s, 5m or 1h"))?;
    Duration::try_from_secs_f64(seconds * scale).map_err(|_| wrong(" that a run could take"))
}

/// `1 move` or `2,000 moves`.
pub fn counted(n: impl Into<u128>, noun: &str) -> String {
    let n = n.into();
    format!("{} {noun}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// `on 2 threads`.
pub fn on_threads(threads: usize) -> String {
    format!("on {}", counted(threads as u128, "thread"))
}

/// `44.1 MB`, decimal.
pub fn size(bytes: u64) -> String {
    scaled(bytes as f64, &["B", "kB", "MB", "GB", "TB"])
}

/// `12.3 M`: a count.
pub fn count(n: f64) -> String {
    scaled(n, &["", "k", "M", "G", "T"]).trim_end().to_owned()
}

/// `88,179,840`: an exact count.
pub fn grouped(n: impl Into<u128>) -> String {
    grouped_digits(&n.into().to_string())
}

/// The same of any number of digits.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
        s => format!("{} h {} min", s as u64 / 3600, s as u64 / 60 % 60),
    }
}

/// An estimated time, to one or two digits: `0.8 s`, `12 s`, `4 min`, `2 h`.
pub fn about(duration: Duration) -> String {
    match duration.as_secs_f64() {
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 89.5 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

fn scaled(mut value: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{value:.0} {}", units[0]) } else { format!("{value:.1} {}", units[unit]) }
}

fn split(text: &str) -> (&str, String) {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].to_ascii_lowercase())
}

/// A text from outside as messages show it: its beginning as it is, but for characters that a terminal would obey, or
/// nobody sees.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    let is_hidden = |c: char| {
        let is_mark = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        c.is_control() || is_mark
    };
    let shown = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    text.chars().take(LONGEST).map(shown).chain([rest.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_as_they_are_unless_they_would_do_something() {
        assert_eq!(shown("R2' é 左 \"U\""), "R2' é 左 \"U\"");
        assert_eq!(shown("\u{1b}[2J\r\n\u{202e}"), "\\u{1b}[2J\\r\\n\\u{202e}");
        let long = "é".repeat(200);
        assert_eq!((shown(&long), shown(&format!("{long}R"))), (long.clone(), format!("{long}…")));
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0u8, 1, 2].map(|n| counted(n, "move")), ["0 moves", "1 move", "2 moves"]);
        assert_eq!(on_threads(1), "on 1 thread");
    }

    #[test]
    fn sizes_are_read_or_refused() {
        let sizes = ["0", "512M", "8g", "1.5GiB", "2 kb", "16777215T"].map(|text| parse_size(text).unwrap());
        assert_eq!(sizes, [0, 512 << 20, 8 << 30, 3 << 29, 2 << 10, 16_777_215 << 40]);
        for wrong in ["", "M", "-1", "-0", "-5G", "nan", "inf", "1e9", "16777216T", "99999999999999999999", "5X"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        let numbers = [0, 999, 1000, 1_234_567, 88_179_840, u64::MAX];
        let texts = ["0", "999", "1,000", "1,234,567", "88,179,840", "18,446,744,073,709,551,615"];
        assert_eq!(numbers.map(grouped), texts);
    }
}
