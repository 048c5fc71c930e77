//! Pictures of cubes and of their solutions, on the terminal and in files.

use crate::common::exit::{Failure, Status};
use crate::common::output::{check_target, is_standard_output, stdout, write_file};
use crate::input::{Item, Items, Source};
use clap::{Args, ValueEnum};
use cubepdb::{
    Cube, Move, StorageError, TypedStickers,
    picture::{Palette, Scene, Style, TerminalColours, View, sheet, sheet_typed, terminal, terminal_typed},
};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Pixels per picture unit in a PNG.
const PNG_SCALE: f64 = 2.0;

/// Pictures of the cubes that a command reads or draws, in the colours that were typed, else with white on top.
#[derive(Clone, Debug, Args)]
pub struct PictureArgs {
    /// Show each cube unfolded: in colour on a terminal, otherwise in letters.
    ///
    /// NO_COLOR and CLICOLOR_FORCE override this; COLORTERM=truecolor means more than 256 colours.
    #[arg(long, help_heading = "Pictures")]
    pub picture: bool,
    /// Draw the cube into an SVG file, and where it is solved, its state after each move of its (first) solution.
    ///
    /// Each of several cubes has its own file, with its number before the extension: cube.svg becomes cube-1.svg,
    /// cube-2.svg and so on. Cubes from standard input are numbered even if there is only one: it is solved without
    /// waiting for the next.
    #[arg(long, value_name = "OUT", help_heading = "Pictures")]
    pub svg: Option<PathBuf>,
    /// The same as a PNG file.
    #[arg(long, value_name = "OUT", help_heading = "Pictures")]
    pub png: Option<PathBuf>,
    /// The view: solid (from the front, and turned over with D on top) or net (unfolded).
    #[arg(long, value_enum, value_name = "VIEW", default_value = "solid", help_heading = "Pictures")]
    pub view: ViewArg,
    /// Draw the letter of its face, or of the colour that was typed, on every sticker.
    #[arg(long, help_heading = "Pictures")]
    pub letters: bool,
    /// Replace existing files.
    #[arg(long, help_heading = "Pictures")]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewArg {
    Solid,
    Net,
}

/// A picture to draw.
pub struct Drawing {
    pub cube: Cube,
    /// The colours in which it was typed, or the usual ones.
    pub palette: Palette,
    /// The moves to show.
    pub word: Vec<Move>,
    pub heading: String,
}

impl Drawing {
    /// A cube and nothing else.
    pub fn of(cube: Cube, palette: Palette) -> Self {
        Self { cube, palette, word: Vec::new(), heading: String::new() }
    }
}

/// Refuses a picture on standard output, which is for solutions.
pub fn refuse_standard_output(out: &Path) -> Result<(), Failure> {
    match is_standard_output(out) {
        true => Err(Failure::usage("a picture is written to a file, not to `-`")),
        false => Ok(()),
    }
}

/// The destination of pictures.
pub struct Gallery {
    args: PictureArgs,
    colours: TerminalColours,
    /// True if files are numbered.
    several: bool,
}

impl Gallery {
    /// Checks that the pictures, or the first ones, can be written, before the searches begin.
    pub fn open(args: &PictureArgs, several: bool) -> Result<Self, Failure> {
        let variable = |name: &str| std::env::var(name).ok();
        let colours = terminal_colours(variable, stdout().is_terminal());
        let gallery = Self { args: args.clone(), colours, several };
        for out in [&args.svg, &args.png].into_iter().flatten() {
            refuse_standard_output(out)?;
            match check_target(&gallery.path(out, 1), args.force) {
                // The existing file only affects one cube.
                Err(StorageError::Exists { .. }) if several => {}
                checked => checked.map_err(Failure::of_output)?,
            }
        }
        Ok(gallery)
    }

    /// Opens the gallery for cubes that are read, which are counted only as far as necessary to see whether there are
    /// several. On standard input the second cube is not awaited: the user may expect the first answer before writing
    /// it.
    pub fn for_items(args: &PictureArgs, source: &Source<'_>, mut items: Items) -> Result<(Self, Items), Failure> {
        if args.svg.is_none() && args.png.is_none() || source.is_standard_input() {
            return Ok((Self::open(args, true)?, items));
        }
        let first: Vec<io::Result<Item>> = items.by_ref().take(2).collect();
        let gallery = Self::open(args, first.len() > 1)?;
        Ok((gallery, Box::new(first.into_iter().chain(items))))
    }

    /// Adds a text below the unfolded cube, if a picture is requested.
    pub fn captioned(&self, cube: &Cube, palette: &Palette, text: String) -> String {
        if !self.args.picture {
            return text;
        }
        format!("{}\n{text}", terminal(cube, palette, self.colours))
    }

    /// Draws a cube that cannot be solved, with its wrong stickers marked, if pictures are requested.
    pub fn draw_typed(&self, id: u64, typed: &TypedStickers) -> Result<Status, Failure> {
        if self.args.picture {
            writeln!(stdout(), "{}", terminal_typed(typed, self.colours))?;
        }
        Ok(reported(self.try_save(id, || sheet_typed(typed, "", &self.style()))))
    }

    /// Returns whether any picture is requested.
    pub fn is_asked(&self) -> bool {
        self.args.picture || self.args.svg.is_some() || self.args.png.is_some()
    }

    /// Draws the picture of a cube, if pictures are requested. The file is written whole or not at all; a failure is
    /// reported, and does not affect other cubes.
    #[must_use]
    pub fn save(&self, id: u64, drawing: &Drawing) -> Status {
        let style = Style { palette: drawing.palette, ..self.style() };
        reported(self.try_save(id, || sheet(&drawing.cube, &drawing.word, &drawing.heading, &style)))
    }

    fn try_save(&self, id: u64, scene: impl FnOnce() -> Scene) -> Result<(), Failure> {
        let PictureArgs { svg, png, force, .. } = &self.args;
        if svg.is_none() && png.is_none() {
            return Ok(());
        }
        let scene = scene();
        if let Some(out) = svg {
            write_file(&self.path(out, id), scene.svg().as_bytes(), *force).map_err(Failure::of_output)?;
        }
        if let Some(out) = png {
            let picture = scene.png(PNG_SCALE).map_err(|error| Failure::new(Status::Memory, error))?;
            write_file(&self.path(out, id), &picture, *force).map_err(Failure::of_output)?;
        }
        Ok(())
    }

    fn style(&self) -> Style {
        let view = match self.args.view {
            ViewArg::Solid => View::Solid,
            ViewArg::Net => View::Net,
        };
        Style { view, letters: self.args.letters, ..Style::default() }
    }

    /// The file for a cube.
    fn path(&self, out: &Path, id: u64) -> PathBuf {
        if self.several { numbered(out, id) } else { out.to_owned() }
    }
}

/// The status after an attempt to write a picture, whose failure is printed.
fn reported(saved: Result<(), Failure>) -> Status {
    let Err(failure) = saved else { return Status::Success };
    failure.report();
    failure.status
}

/// `cube.svg` becomes `cube-7.svg`.
fn numbered(out: &Path, id: u64) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{id}"));
    if let Some(ending) = out.extension() {
        name.push(OsStr::new("."));
        name.push(ending);
    }
    out.with_file_name(name)
}

/// The colours for standard output. Conventions: NO_COLOR (no-color.org) takes precedence over CLICOLOR_FORCE, and both
/// over the capabilities of the terminal.
fn terminal_colours(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> TerminalColours {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, values: &[&str]| variable(name).is_some_and(|value| values.contains(&value.as_str()));
    let forced = set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", &["0"]);
    let shown = forced || (is_terminal && !is("CLICOLOR", &["0"]) && !is("TERM", &["dumb"]));
    match shown && !set("NO_COLOR") {
        false => TerminalColours::None,
        true if is("COLORTERM", &["truecolor", "24bit"]) => TerminalColours::True,
        true => TerminalColours::Indexed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered_before_the_ending() {
        let name = |out: &str| numbered(Path::new(out), 7).to_string_lossy().into_owned();
        assert_eq!(["a/b.svg", "b", "a.b.png"].map(name), ["a/b-7.svg", "b-7", "a.b-7.png"]);
    }

    #[test]
    fn colours_follow_the_environment() {
        use TerminalColours::{Indexed, None, True};
        type Case<'a> = (&'a [(&'a str, &'a str)], bool, TerminalColours);
        let cases: [Case<'_>; 12] = [
            (&[], true, Indexed),
            (&[], false, None),
            (&[("COLORTERM", "truecolor")], true, True),
            (&[("COLORTERM", "24bit")], true, True),
            (&[("COLORTERM", "truecolor")], false, None),
            (&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")], true, None),
            (&[("NO_COLOR", "")], true, Indexed),
            (&[("CLICOLOR_FORCE", "1")], false, Indexed),
            (&[("CLICOLOR_FORCE", "0")], false, None),
            (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true, None),
            (&[("CLICOLOR", "0")], true, None),
            (&[("TERM", "dumb")], true, None),
        ];
        for (variables, is_terminal, expected) in cases {
            let find =
                |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(terminal_colours(find, is_terminal), expected, "{variables:?} {is_terminal}");
        }
    }
}
