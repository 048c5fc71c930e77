//! Scenes as PNG.

use super::Rgb;
use super::font::{FONT_HEIGHT, GLYPH_WIDTH, RASTER};
use super::scene::{Anchor, Area, Label, Scene, Shape};
use noto_sans_mono_bitmap::{FontWeight, RasterizedChar, get_raster};
use thiserror::Error;
use tiny_skia::{
    Color, ColorU8, FillRule, FilterQuality, LineJoin, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform,
};

/// The largest picture, in pixels: 400 MB while it is drawn.
const MOST_PIXELS: f64 = 1e8;

/// Pixels above the base line of the font.
const BASE_LINE: f64 = 25.0;

/// An error: the picture would have too many pixels, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a picture of {width} x {height} pixels cannot be drawn: at least one and at most {} in all", MOST_PIXELS as u64)]
pub struct TooLarge {
    /// Columns.
    pub width: u64,
    /// Rows.
    pub height: u64,
}

impl Scene {
    /// The picture as a PNG file of eight bits a channel, with `scale` pixels for a unit.
    ///
    /// # Errors
    /// If it would have more than 10^8 pixels, or none.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, TooLarge> {
        let [columns, rows] = [self.width, self.height].map(|length| (length * scale).ceil());
        let too_large = TooLarge { width: columns as u64, height: rows as u64 };
        if !(columns >= 1.0 && rows >= 1.0 && columns * rows <= MOST_PIXELS) {
            return Err(too_large);
        }
        let mut pixels = Pixmap::new(columns as u32, rows as u32).ok_or(too_large)?;
        let Rgb(red, green, blue) = self.ground;
        pixels.fill(Color::from_rgba8(red, green, blue, 255));
        let transform = Transform::from_scale(scale as f32, scale as f32);
        for shape in &self.shapes {
            match shape {
                Shape::Area(area) => draw_area(&mut pixels, area, transform),
                Shape::Label(label) => draw_label(&mut pixels, label, transform),
            }
        }
        // Encoding into memory can fail only because of the size.
        pixels.encode_png().map_err(|_| too_large)
    }
}

fn draw_area(pixels: &mut Pixmap, area: &Area, transform: Transform) {
    let mut builder = PathBuilder::new();
    for polygon in &area.polygons {
        for (i, &[x, y]) in polygon.iter().enumerate() {
            let (x, y) = (x as f32, y as f32);
            if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
    }
    let Some(path) = builder.finish() else { return };
    let paint = paint(area.fill);
    pixels.fill_path(&path, &paint, FillRule::Winding, transform, None);
    if area.rounding > 0.0 {
        let pen = Stroke { width: 2.0 * area.rounding as f32, line_join: LineJoin::Round, ..Stroke::default() };
        pixels.stroke_path(&path, &paint, &pen, transform, None);
    }
}

/// Draws a label in Noto Sans Mono: its pixels, in the size of the label.
fn draw_label(pixels: &mut Pixmap, label: &Label, transform: Transform) {
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => label.width() / 2.0,
        Anchor::End => label.width(),
    };
    let weight = if label.bold { FontWeight::Bold } else { FontWeight::Regular };
    let unit = label.size / FONT_HEIGHT;
    let (left, top) = (label.at[0] - before, label.at[1] - BASE_LINE * unit);
    let pen = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    for (c, column) in label.text.chars().zip(0..) {
        let glyph = [c, '?'].into_iter().find_map(|c| get_raster(c, weight, RASTER));
        let Some(glyph) = glyph.and_then(|glyph| picture(&glyph, label.fill)) else { continue };
        let left = left + f64::from(column) * GLYPH_WIDTH * unit;
        let place = transform.pre_translate(left as f32, top as f32).pre_scale(unit as f32, unit as f32);
        pixels.draw_pixmap(0, 0, glyph.as_ref(), &pen, place, None);
    }
}

/// A character in a colour, on a transparent background.
fn picture(glyph: &RasterizedChar, Rgb(red, green, blue): Rgb) -> Option<Pixmap> {
    let mut picture = Pixmap::new(glyph.width() as u32, glyph.height() as u32)?;
    for (pixel, &ink) in picture.pixels_mut().iter_mut().zip(glyph.pixels()) {
        *pixel = ColorU8::from_rgba(red, green, blue, ink).premultiply();
    }
    Some(picture)
}

fn paint(Rgb(red, green, blue): Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

#[cfg(test)]
mod tests {
    use super::super::{Palette, Style, View, sheet};
    use super::*;
    use crate::nxn::{Move, Size, Stickers};

    /// Width, height, and the colour of each pixel of a PNG.
    fn decoded(png: &[u8]) -> (usize, usize, Vec<Rgb>) {
        let pixels = Pixmap::decode_png(png).unwrap();
        let colours = pixels.pixels().iter().map(|pixel| Rgb(pixel.red(), pixel.green(), pixel.blue())).collect();
        (pixels.width() as usize, pixels.height() as usize, colours)
    }

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene { width: 20.0, height: 10.0, title: String::new(), ground: Rgb(1, 2, 3), shapes }
    }

    #[test]
    fn areas_have_their_places_and_colours() {
        let (red, blue) = (Rgb(255, 0, 0), Rgb(0, 0, 255));
        let plain = Area::rectangle([2.0, 2.0], [6.0, 6.0], red);
        let wider = Area::rectangle([12.0, 4.0], [14.0, 6.0], blue).rounded(2.0);
        let (width, height, pixels) = decoded(&scene(vec![plain.into(), wider.into()]).png(3.0).unwrap());
        assert_eq!((width, height), (60, 30));
        let at = |x: f64, y: f64| pixels[(y * 3.0) as usize * width + (x * 3.0) as usize];
        let ground = Rgb(1, 2, 3);
        assert_eq!([at(2.1, 2.1), at(5.9, 5.9), at(1.9, 3.0), at(6.1, 3.0)], [red, red, ground, ground]);
        // The colour extends two units further on each side, but not in the corners.
        assert_eq!([at(13.0, 5.0), at(10.4, 5.0), at(15.7, 5.0), at(10.2, 2.2)], [blue, blue, blue, ground]);
    }

    #[test]
    fn labels_are_drawn_where_they_are_anchored() {
        let columns = |anchor: Anchor| {
            let label = Label::new([10.0, 8.0], "L", 7.0, Rgb::WHITE).anchored(anchor);
            let (width, _, pixels) = decoded(&scene(vec![label.into()]).png(10.0).unwrap());
            let inked = (0..width).filter(|x| pixels.iter().skip(*x).step_by(width).any(|&pixel| pixel == Rgb::WHITE));
            let inked: Vec<usize> = inked.collect();
            (inked[0] as f64 / 10.0, inked[inked.len() - 1] as f64 / 10.0)
        };
        let [start, middle, end] = [Anchor::Start, Anchor::Middle, Anchor::End].map(columns);
        let width = Label::new([0.0; 2], "L", 7.0, Rgb::WHITE).width();
        assert!(start.0 >= 10.0 && start.0 < start.1 - 1.0 && start.1 <= 10.0 + width, "{start:?}");
        for (moved, by) in [(middle, width / 2.0), (end, width)] {
            assert!((start.0 - moved.0 - by).abs() < 0.2 && (start.1 - moved.1 - by).abs() < 0.2, "{moved:?}");
        }
    }

    /// All characters of titles, digits and signs have a picture of their own.
    #[test]
    fn characters_are_drawn() {
        let rows = |text: &str, bold| {
            let label = Label { bold, ..Label::new([4.0, 8.0], text, 7.0, Rgb::WHITE) };
            decoded(&scene(vec![label.into()]).png(4.0).unwrap()).2
        };
        let mut drawn: Vec<_> = ('!'..='~').chain(['\u{b5}']).map(|c| rows(&c.to_string(), false)).collect();
        let count = drawn.len();
        assert_eq!((rows("\u{2192}", false), rows("a", true) == rows("a", false)), (rows("?", false), false));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!((drawn.len(), drawn.contains(&rows(" ", false))), (count, false));
    }

    #[test]
    fn stickers_of_a_cube_have_the_colours_of_their_faces() {
        let cube = Stickers::after(Size::THREE, &[Move::outer(1, 1)]);
        for view in [View::Net, View::Solid] {
            let style = Style { view, ..Style::default() };
            let (width, _, pixels) = decoded(&sheet(&cube.clone().into(), &[], "", &style).png(1.0).unwrap());
            // The picture of a cube alone is 420 units wide, within a margin of 16.
            for tile in view.tiles(cube.size(), cube.colours(), [16.0; 2], 420.0).stickers {
                let [x, y] = [0, 1].map(|axis| tile.outline.iter().map(|p| p[axis]).sum::<f64>() / 4.0);
                assert_eq!(
                    pixels[y as usize * width + x as usize],
                    Palette::USUAL.colours[usize::from(tile.colour)],
                    "{view:?}"
                );
            }
        }
    }

    #[test]
    fn sizes_are_limited() {
        let scene = scene(vec![]);
        assert_eq!(scene.png(0.0), Err(TooLarge { width: 0, height: 0 }));
        assert_eq!(scene.png(1000.0), Err(TooLarge { width: 20_000, height: 10_000 }));
        assert!(scene.png(f64::NAN).is_err());
    }
}
