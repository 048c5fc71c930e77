//! Letters as strokes, for pictures without fonts.
//!
//! The pen moves over a grid: `y` is 0 at the top of a capital, 10 on the base line, and lower-case letters begin at 3.
//! `M` lifts the pen, `L` draws a line, `Q` a parabola towards its first point and ending in the second one. Numbers
//! are tenths of a capital's height.

/// Tenths of a capital's height in the height of a font.
pub const UNITS: f64 = 14.0;
/// The gap between two letters.
const GAP: f64 = 2.4;
/// Width of a blank.
const BLANK: f64 = 3.0;

/// A letter: its width without the gap, and its strokes.
pub struct Glyph {
    /// Width on the grid.
    pub width: f64,
    /// Moves of the pen.
    pub pen: &'static str,
}

/// The glyph for a character that has no strokes of its own.
const BOX: Glyph = Glyph { width: 5.0, pen: "M0 0 L5 0 L5 10 L0 10 L0 0" };

/// The glyph of a character; none for a blank.
pub fn glyph(c: char) -> Option<Glyph> {
    let (width, pen) = match c {
        ' ' => return None,
        '0' => (6.0, "M3 0 Q6 0 6 5 Q6 10 3 10 Q0 10 0 5 Q0 0 3 0"),
        '1' => (3.0, "M0 2.2 L3 0 L3 10"),
        '2' => (6.0, "M0.2 2.6 Q0.4 0 3 0 Q5.8 0 5.8 2.8 Q5.8 4.6 3.5 6.7 L0 10 L6 10"),
        '3' => (6.0, "M0.4 1.2 Q1.2 0 2.9 0 Q5.6 0 5.6 2.4 Q5.6 4.7 2.4 4.7 Q6 4.7 6 7.3 Q6 10 2.9 10 Q0.8 10 0 8.6"),
        '4' => (6.4, "M4.8 10 L4.8 0 L0 7 L6.4 7"),
        '5' => (6.0, "M5.6 0 L0.9 0 L0.4 4.7 Q1.4 3.7 3 3.7 Q6 3.7 6 6.8 Q6 10 2.9 10 Q0.9 10 0 8.6"),
        '6' => (6.0, "M5.5 1.2 Q4.7 0 3.2 0 Q0 0 0 6.2 Q0 10 3 10 Q6 10 6 6.9 Q6 4 3.1 4 Q0.4 4 0 6.4"),
        '7' => (6.0, "M0 0 L6 0 L2.2 10"),
        '8' => (
            6.0,
            "M3 4.7 Q0.4 4.7 0.4 2.3 Q0.4 0 3 0 Q5.6 0 5.6 2.3 Q5.6 4.7 3 4.7 Q0 4.7 0 7.3 Q0 10 3 10 Q6 10 6 7.3 Q6 4.7 3 4.7",
        ),
        '9' => (6.0, "M0.5 8.8 Q1.3 10 2.8 10 Q6 10 6 3.8 Q6 0 3 0 Q0 0 0 3.1 Q0 6 2.9 6 Q5.6 6 6 3.6"),
        'A' => (7.0, "M0 10 L3.5 0 L7 10 M1.2 6.7 L5.8 6.7"),
        'B' => (6.0, "M0 4.7 L3 4.7 Q5.6 4.7 5.6 2.3 Q5.6 0 3 0 L0 0 L0 10 L3.2 10 Q6 10 6 7.3 Q6 4.7 3 4.7"),
        'C' => (6.8, "M6.6 2.2 Q5.8 0 3.6 0 Q0 0 0 5 Q0 10 3.6 10 Q6 10 6.8 7.6"),
        'D' => (6.6, "M0 0 L2.6 0 Q6.6 0 6.6 5 Q6.6 10 2.6 10 L0 10 L0 0"),
        'E' => (5.4, "M5.4 0 L0 0 L0 10 L5.4 10 M0 4.7 L4.8 4.7"),
        'F' => (5.2, "M5.2 0 L0 0 L0 10 M0 4.8 L4.6 4.8"),
        'G' => (6.8, "M6.6 2.2 Q5.8 0 3.6 0 Q0 0 0 5 Q0 10 3.6 10 Q6.6 10 6.8 6.8 L6.8 5.4 L4 5.4"),
        'H' => (6.2, "M0 0 L0 10 M6.2 0 L6.2 10 M0 4.7 L6.2 4.7"),
        'I' => (0.6, "M0.3 0 L0.3 10"),
        'J' => (4.4, "M4.4 0 L4.4 7.2 Q4.4 10 2.1 10 Q0.2 10 0 7.6"),
        'K' => (6.0, "M0 0 L0 10 M5.8 0 L0 6.2 M2.1 4.2 L6 10"),
        'L' => (5.0, "M0 0 L0 10 L5 10"),
        'M' => (7.6, "M0 10 L0 0 L3.8 8 L7.6 0 L7.6 10"),
        'N' => (6.2, "M0 10 L0 0 L6.2 10 L6.2 0"),
        'O' => (7.2, "M3.6 0 Q7.2 0 7.2 5 Q7.2 10 3.6 10 Q0 10 0 5 Q0 0 3.6 0"),
        'P' => (5.8, "M0 10 L0 0 L3 0 Q5.8 0 5.8 2.8 Q5.8 5.5 3 5.5 L0 5.5"),
        'Q' => (7.2, "M3.6 0 Q7.2 0 7.2 5 Q7.2 10 3.6 10 Q0 10 0 5 Q0 0 3.6 0 M4.4 7.4 L7 10.6"),
        'R' => (6.0, "M0 10 L0 0 L3 0 Q5.8 0 5.8 2.7 Q5.8 5.3 3 5.3 L0 5.3 M3.1 5.3 L6 10"),
        'S' => (6.0, "M5.6 2.1 Q5 0 2.9 0 Q0.3 0 0.3 2.4 Q0.3 4.2 3 4.9 Q6 5.6 6 7.5 Q6 10 3 10 Q0.6 10 0 7.7"),
        'T' => (6.4, "M0 0 L6.4 0 M3.2 0 L3.2 10"),
        'U' => (6.2, "M0 0 L0 6.6 Q0 10 3.1 10 Q6.2 10 6.2 6.6 L6.2 0"),
        'V' => (6.8, "M0 0 L3.4 10 L6.8 0"),
        'W' => (9.6, "M0 0 L2.4 10 L4.8 1 L7.2 10 L9.6 0"),
        'X' => (6.6, "M0 0 L6.6 10 M6.6 0 L0 10"),
        'Y' => (6.6, "M0 0 L3.3 5 L6.6 0 M3.3 5 L3.3 10"),
        'Z' => (6.2, "M0 0 L6.2 0 L0 10 L6.2 10"),
        'a' => (
            4.8,
            "M0.3 4.4 Q0.9 3 2.6 3 Q4.8 3 4.8 5.2 L4.8 10 M4.8 6 L2.6 6.1 Q0 6.3 0 8.2 Q0 10 2 10 Q4.4 10 4.8 7.6",
        ),
        'b' => (5.0, "M0 0 L0 10 M0 6.5 Q0 3 2.6 3 Q5 3 5 6.5 Q5 10 2.6 10 Q0 10 0 6.5"),
        'c' => (4.6, "M4.5 4.5 Q3.9 3 2.5 3 Q0 3 0 6.5 Q0 10 2.5 10 Q4 10 4.6 8.4"),
        'd' => (5.0, "M5 0 L5 10 M5 6.5 Q5 3 2.4 3 Q0 3 0 6.5 Q0 10 2.4 10 Q5 10 5 6.5"),
        'e' => (4.9, "M0 6.4 L4.9 6.4 Q4.9 3 2.5 3 Q0 3 0 6.5 Q0 10 2.6 10 Q4.1 10 4.8 8.6"),
        'f' => (3.6, "M3.6 0.1 Q1.4 -0.4 1.4 2 L1.4 10 M0 3.2 L3.4 3.2"),
        'g' => {
            (5.0, "M5 3 L5 10.4 Q5 13 2.4 13 Q0.8 13 0.3 11.9 M5 6.4 Q5 3 2.4 3 Q0 3 0 6.4 Q0 9.8 2.4 9.8 Q5 9.8 5 6.4")
        }
        'h' => (4.6, "M0 0 L0 10 M0 6 Q0.3 3 2.5 3 Q4.6 3 4.6 5.6 L4.6 10"),
        'i' => (0.6, "M0.3 3 L0.3 10 M0.3 0.2 L0.3 0.5"),
        'j' => (1.8, "M1.5 3 L1.5 11 Q1.5 13 0 12.9 M1.5 0.2 L1.5 0.5"),
        'k' => (4.6, "M0 0 L0 10 M4.4 3 L0 7.4 M1.7 5.9 L4.6 10"),
        'l' => (0.6, "M0.3 0 L0.3 10"),
        'm' => (8.0, "M0 3 L0 10 M0 6 Q0.2 3 2.2 3 Q4 3 4 5.4 L4 10 M4 6 Q4.2 3 6.2 3 Q8 3 8 5.4 L8 10"),
        'n' => (4.6, "M0 3 L0 10 M0 6 Q0.3 3 2.5 3 Q4.6 3 4.6 5.6 L4.6 10"),
        'o' => (5.2, "M2.6 3 Q5.2 3 5.2 6.5 Q5.2 10 2.6 10 Q0 10 0 6.5 Q0 3 2.6 3"),
        'p' => (5.0, "M0 3 L0 13 M0 6.5 Q0 3 2.6 3 Q5 3 5 6.5 Q5 10 2.6 10 Q0 10 0 6.5"),
        'q' => (5.0, "M5 3 L5 13 M5 6.5 Q5 3 2.4 3 Q0 3 0 6.5 Q0 10 2.4 10 Q5 10 5 6.5"),
        'r' => (2.8, "M0 3 L0 10 M0 6.2 Q0.3 3.1 2.8 3.1"),
        's' => {
            (4.4, "M4.1 4.4 Q3.6 3 2.2 3 Q0.2 3 0.2 4.7 Q0.2 5.9 2.2 6.4 Q4.4 6.9 4.4 8.2 Q4.4 10 2.2 10 Q0.5 10 0 8.5")
        }
        't' => (3.2, "M1.2 0.8 L1.2 8 Q1.2 10.2 3.2 9.8 M0 3.2 L3.1 3.2"),
        'u' => (4.6, "M4.6 3 L4.6 10 M4.6 7 Q4.3 10 2.1 10 Q0 10 0 7.4 L0 3"),
        'v' => (5.0, "M0 3 L2.5 10 L5 3"),
        'w' => (7.4, "M0 3 L1.9 10 L3.7 3.6 L5.5 10 L7.4 3"),
        'x' => (5.0, "M0 3 L5 10 M5 3 L0 10"),
        'y' => (5.0, "M0 3 L2.6 10 M5 3 L2.4 10.6 Q1.6 13 0.2 12.9"),
        'z' => (4.6, "M0 3 L4.6 3 L0 10 L4.6 10"),
        '\u{b5}' => (4.6, "M0 3 L0 13 M0 7.4 Q0 10 2.1 10 Q4.3 10 4.6 7 M4.6 3 L4.6 10"),
        '\'' => (0.6, "M0.3 0 L0.3 2.8"),
        '"' => (2.4, "M0.3 0 L0.3 2.8 M2.1 0 L2.1 2.8"),
        '(' => (2.2, "M2.2 -0.6 Q-1.6 5.4 2.2 11.6"),
        ')' => (2.2, "M0 -0.6 Q3.8 5.4 0 11.6"),
        '[' => (2.0, "M2 -0.6 L0 -0.6 L0 11.6 L2 11.6"),
        ']' => (2.0, "M0 -0.6 L2 -0.6 L2 11.6 L0 11.6"),
        '-' => (3.4, "M0 6 L3.4 6"),
        '_' => (5.0, "M0 11.6 L5 11.6"),
        '+' => (5.6, "M2.8 3 L2.8 8.6 M0 5.8 L5.6 5.8"),
        '=' => (5.6, "M0 4.4 L5.6 4.4 M0 7.2 L5.6 7.2"),
        '*' => (4.4, "M2.2 0 L2.2 5 M0 1.2 L4.4 3.8 M4.4 1.2 L0 3.8"),
        '/' => (4.0, "M4 -0.6 L0 11"),
        '%' => (
            8.4,
            "M7 0 L1.4 10 M1.8 0 Q3.6 0 3.6 2.3 Q3.6 4.6 1.8 4.6 Q0 4.6 0 2.3 Q0 0 1.8 0 M6.6 5.4 Q8.4 5.4 8.4 7.7 Q8.4 10 6.6 10 Q4.8 10 4.8 7.7 Q4.8 5.4 6.6 5.4",
        ),
        '.' => (0.6, "M0.3 9.6 L0.3 10"),
        ',' => (1.0, "M0.7 9.6 L0.7 10.2 L0 12"),
        ':' => (0.6, "M0.3 9.6 L0.3 10 M0.3 4 L0.3 4.4"),
        ';' => (1.0, "M0.7 9.6 L0.7 10.2 L0 12 M0.7 4 L0.7 4.4"),
        '<' => (5.0, "M5 3 L0 6 L5 9"),
        '>' => (5.0, "M0 3 L5 6 L0 9"),
        '!' => (0.6, "M0.3 0 L0.3 6.8 M0.3 9.6 L0.3 10"),
        '?' => (5.0, "M0 2.2 Q0.4 0 2.6 0 Q5 0 5 2.4 Q5 3.8 3.7 4.8 Q2.5 5.6 2.5 7 M2.5 9.6 L2.5 10"),
        _ => return Some(BOX),
    };
    Some(Glyph { width, pen })
}

/// The horizontal advance of a character, on the grid.
pub fn advance(c: char) -> f64 {
    GAP + glyph(c).map_or(BLANK, |glyph| glyph.width)
}

/// Width of a text whose font is one unit high.
pub fn width(text: &str) -> f64 {
    let advances: f64 = text.chars().map(advance).sum();
    (advances - GAP).max(0.0) / UNITS
}

/// A stroke of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// Goes to a place without drawing.
    Move([f64; 2]),
    /// Draws a line.
    Line([f64; 2]),
    /// Draws a parabola: towards the first point, to the second.
    Curve([f64; 2], [f64; 2]),
}

impl Glyph {
    /// The strokes of the glyph.
    pub fn strokes(&self) -> impl Iterator<Item = Stroke> {
        let mut words = self.pen.split([' ']).peekable();
        std::iter::from_fn(move || {
            let (command, x) = words.next()?.split_at(1);
            let mut next = || words.next().and_then(|word| word.parse().ok()).expect("glyphs are tested");
            let first = [x.parse().expect("glyphs are tested"), next()];
            Some(match command {
                "M" => Stroke::Move(first),
                "L" => Stroke::Line(first),
                _ => Stroke::Curve(first, [next(), next()]),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks all characters of names and titles, letters, digits and signs: each is within its width and starts with a
    /// lifted pen.
    #[test]
    fn glyphs_are_well_formed() {
        let signs = "'\"()[]-_+=*/%.,:;<>!?\u{b5}";
        for c in ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(signs.chars()) {
            let glyph = glyph(c).unwrap();
            assert_ne!(glyph.pen, BOX.pen, "{c}");
            let strokes: Vec<Stroke> = glyph.strokes().collect();
            assert!(matches!(strokes[0], Stroke::Move(_)) && strokes.len() > 1, "{c}");
            for stroke in strokes {
                let (Stroke::Move([x, y]) | Stroke::Line([x, y]) | Stroke::Curve(_, [x, y])) = stroke;
                assert!((0.0..=glyph.width).contains(&x) && (-0.7..=13.0).contains(&y), "{c}: {stroke:?}");
            }
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width(""), 0.0);
        assert_eq!(width("R") * UNITS, 6.0);
        assert!((width("R U") * UNITS - (6.0 + 6.2 + BLANK + 2.0 * GAP)).abs() < 1e-9);
    }
}
