//! The font of labels.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster_width};

/// The font: pixels of a glyph, and of the font's height.
pub(super) const RASTER: RasterHeight = RasterHeight::Size32;
pub(super) const GLYPH_WIDTH: f64 = get_raster_width(FontWeight::Regular, RASTER) as f64;
pub(super) const FONT_HEIGHT: f64 = 24.0;

/// Returns the width of a text whose font is one unit high.
pub(super) fn width(text: &str) -> f64 {
    text.chars().count() as f64 * GLYPH_WIDTH / FONT_HEIGHT
}
