//! Numbers as text.

pub use crate::common::units::grouped;

/// `7.31 ms`, `12.3 s`: three digits.
pub fn seconds(value: f64) -> String {
    match value {
        v if v < 1e-3 => format!("{} µs", three_digits(v * 1e6)),
        v if v < 1.0 => format!("{} ms", three_digits(v * 1e3)),
        v => format!("{} s", three_digits(v)),
    }
}

/// Three digits, or more where there are more before the point.
pub fn three_digits(value: f64) -> String {
    match value.abs() {
        v if v < 10.0 => format!("{value:.2}"),
        v if v < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// `12.3 %`.
pub fn percent(part: f64) -> String {
    format!("{} %", three_digits(part * 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(
            [0.000_123_4, 0.012_34, 1.234, 56.78, 1234.0].map(seconds),
            ["123 µs", "12.3 ms", "1.23 s", "56.8 s", "1234 s"]
        );
        assert_eq!(percent(0.1234), "12.3 %");
    }
}
