//! Sizes, times and counts in messages.

use std::time::Duration;

/// `44.1 MB`, decimal.
pub fn size(bytes: u64) -> String {
    scaled(bytes as f64, &["B", "kB", "MB", "GB", "TB"])
}

/// `12.3 M`: a count.
pub fn count(n: f64) -> String {
    scaled(n, &["", "k", "M", "G", "T"]).trim_end().to_owned()
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
