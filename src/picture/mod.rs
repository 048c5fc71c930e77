//! Pictures of cubes: on a terminal, as SVG, as PNG; and links to a page that plays a solution.
//!
//! [`terminal`] writes the unfolded cube as lines of text. [`sheet`] draws the cube, and its state after each move of a
//! sequence, as a [`Scene`]: areas and texts, which [`Scene::svg`] and [`Scene::png`] write. A scene may also hold
//! other drawings, such as the histograms of `pdbgen`.
//!
//! ```
//! use cubepdb::picture::{Style, TerminalColours, sheet, terminal};
//! use cubepdb::{Algorithm, Cube};
//!
//! let moves: Algorithm = "U R".parse()?;
//! let cube = Cube::SOLVED.apply(&moves)?;
//! let style = Style::default();
//! println!("{}", terminal(&cube, &style.palette, TerminalColours::None));
//!
//! let scene = sheet(&cube, &moves.inverse(), "R' U' (2f)", &style);
//! assert!(scene.svg().starts_with("<svg"));
//! assert!(scene.png(2.0)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colour;
mod font;
mod last_layer;
mod link;
mod net;
mod png;
mod scene;
mod sheet;
mod solid;
mod svg;
mod terminal;
mod tiles;
mod typed;

pub use colour::{Palette, Rgb};
pub use last_layer::last_layer;
pub use link::viewer_link;
pub use png::TooLarge;
pub use scene::{Anchor, Area, Label, Point, Scene, Shape};
pub use sheet::{Style, View, sheet, sheet_typed};
pub use terminal::{TerminalColours, terminal, terminal_typed};
