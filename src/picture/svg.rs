//! Scenes as SVG.

use super::Rgb;
use super::scene::{Anchor, Area, Label, Point, Scene, Shape};
use std::fmt::{Result, Write};

impl Scene {
    /// The picture as a self-contained SVG 1.1 file.
    pub fn svg(&self) -> String {
        let [w, h] = [self.width, self.height].map(number);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             font-family=\"system-ui,'Segoe UI',Arial,sans-serif\">\n<title>{}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
            escaped(&self.title),
            hex(self.ground)
        );
        for shape in &self.shapes {
            // Writing to a string does not fail.
            let _ = match shape {
                Shape::Area(area) => write_area(&mut svg, area),
                Shape::Label(label) => write_label(&mut svg, label),
            };
        }
        svg + "</svg>\n"
    }
}

fn write_area(svg: &mut String, area: &Area) -> Result {
    let fill = hex(area.fill);
    write!(svg, "<path fill=\"{fill}\"")?;
    if area.rounding > 0.0 {
        let width = number(2.0 * area.rounding);
        write!(svg, " stroke=\"{fill}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"")?;
    }
    svg.push_str(" d=\"");
    area.polygons.iter().try_for_each(|polygon| write_polygon(svg, polygon))?;
    match &area.hint {
        Some(hint) => writeln!(svg, "\"><title>{}</title></path>", escaped(hint)),
        None => writeln!(svg, "\"/>"),
    }
}

/// Writes lines between corners rounded to the written precision: sums of rounded steps would drift.
fn write_polygon(svg: &mut String, polygon: &[Point]) -> Result {
    for (i, point) in polygon.iter().enumerate() {
        let [x, y] = point.map(number);
        write!(svg, "{}{x} {y}", if i == 0 { 'M' } else { 'L' })?;
    }
    write!(svg, "Z")
}

fn write_label(svg: &mut String, label: &Label) -> Result {
    let ([x, y], size, fill) = (label.at.map(number), number(label.size), hex(label.fill));
    write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\"")?;
    if label.bold {
        svg.push_str(" font-weight=\"bold\"");
    }
    svg.push_str(match label.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    });
    writeln!(svg, ">{}</text>", escaped(&label.text))
}

/// A length with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text between tags: characters that XML 1.0 does not allow at all are replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.001, 1.0, 2.5, 1.0 / 3.0, 100.0, -4.25];
        assert_eq!(numbers.map(number), ["0", "0", "1", "2.5", "0.33", "100", "-4.25"]);
    }

    #[test]
    fn a_small_scene() {
        let mut area = Area::rectangle([1.0, 1.0], [3.0, 2.0], Rgb(255, 0, 16)).rounded(0.5);
        area.hint = Some("a<b".to_owned());
        let label = Label::new([2.0, 3.5], "R' & U", 1.5, Rgb::BLACK).anchored(Anchor::Middle).bold();
        let shapes = vec![area.into(), label.into()];
        let scene = Scene { width: 4.0, height: 4.0, title: "\u{1b}t".to_owned(), ground: Rgb::WHITE, shapes };
        let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\" viewBox=\"0 0 4 4\" role=\"img\" \
font-family=\"system-ui,'Segoe UI',Arial,sans-serif\">
<title>\u{fffd}t</title>
<rect width=\"4\" height=\"4\" fill=\"#ffffff\"/>
<path fill=\"#ff0010\" stroke=\"#ff0010\" stroke-width=\"1\" stroke-linejoin=\"round\" \
d=\"M1 1L3 1L3 2L1 2Z\"><title>a&lt;b</title></path>
<text x=\"2\" y=\"3.5\" font-size=\"1.5\" fill=\"#000000\" font-weight=\"bold\" text-anchor=\"middle\">R' &amp; U</text>
</svg>
";
        assert_eq!(scene.svg(), expected);
    }
}
