//! Where cubes come from: arguments, a file, or standard input.

use super::lines::{Lines, blocks, cubes_of, exported, is_comment, is_rule};
use super::{Item, Items};
use crate::common::exit::{Failure, say};
use crate::common::text::printable;
use crate::flags::CubeArgs;
use cubepdb::{Algorithm, Cube, Format, Lowercase, MoveOptions, Size};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Stdin};
use std::iter::{once, once_with};
use std::path::{Path, PathBuf};

/// Moves that are the solved cube: no moves are a blank line, which is no cube.
pub const SOLVED: &str = "R R'";

/// A source of cubes.
pub struct Source<'a> {
    /// Cubes on the command line, or `-`.
    pub cubes: &'a [String],
    /// A file, or `-`.
    pub file: Option<&'a Path>,
    /// The notation, which determines where a cube ends.
    pub format: Format,
    /// The number of layers, and of the rows of a face.
    pub size: Size,
}

impl<'a> From<&'a CubeArgs> for Source<'a> {
    fn from(args: &'a CubeArgs) -> Self {
        Self { cubes: &args.cubes, file: args.file.as_deref(), format: args.notation.format, size: args.notation.size }
    }
}

impl Source<'_> {
    /// Returns whether cubes can be read without waiting for anybody: arguments, or a file that is no pipe.
    pub fn is_at_hand(&self) -> bool {
        !self.is_standard_input()
            && self.file.is_none_or(|path| path.metadata().is_ok_and(|metadata| metadata.is_file()))
    }

    /// Returns whether there is one cube, an argument.
    pub fn is_one_argument(&self) -> bool {
        let cubes = self.cubes;
        self.file.is_none() && !self.is_standard_input() && (cubes.len() == 1 || is_one_state(cubes))
    }

    /// Returns whether cubes are lines, of a file or of standard input.
    pub fn has_lines(&self) -> bool {
        self.file.is_some() || self.is_standard_input()
    }

    /// Returns whether cubes are read from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.file.map_or(self.cubes == ["-"], |path| path == Path::new("-"))
    }
}

/// The cubes of the command line. A file without any is mentioned.
pub fn items(source: &Source<'_>) -> Result<Items, Failure> {
    let mut cubes = all_items(source)?;
    let file = match source.file {
        Some(path) if path != Path::new("-") => path.display().to_string(),
        _ => "standard input".to_owned(),
    };
    let mut may_be_empty = source.has_lines();
    Ok(Box::new(std::iter::from_fn(move || {
        let cube = cubes.next();
        if cube.is_none() && may_be_empty {
            say(&format!("note: there is no cube in {file}"));
        }
        may_be_empty = false;
        cube
    })))
}

fn all_items(source: &Source<'_>) -> Result<Items, Failure> {
    let (format, size, may_wait) = (source.format, source.size, source.is_standard_input());
    match source.file {
        Some(path) if path == Path::new("-") => Ok(cubes_of(standard_input(), format, size, may_wait)),
        Some(path) => {
            let (name, path) = (path.display().to_string(), path.to_owned());
            let named = move |error: io::Error| io::Error::new(error.kind(), format!("cannot read {name}: {error}"));
            // A pipe is opened where its cubes are read: that may wait for whoever writes to it.
            let is_pipe = !source.is_at_hand() && path.exists();
            let opened = (!is_pipe).then(|| File::open(&path)).transpose().map_err(&named)?;
            let opened = once_with(move || opened.map_or_else(|| File::open(path), Ok));
            let cubes = opened.flat_map(move |file| match file {
                Ok(file) => cubes_of(BufReader::new(file), format, size, may_wait),
                Err(error) => Box::new(once(Err(error))),
            });
            Ok(Box::new(cubes.map(move |item| item.map_err(&named))))
        }
        None if source.cubes.is_empty() => Err(Failure::usage(
            "no cube given: write one as an argument, such as \"R U R' U'\", name a file with --file, or use - for \
             standard input",
        )),
        None if source.cubes == ["-"] => Ok(cubes_of(standard_input(), format, size, may_wait)),
        None => arguments(source),
    }
}

/// Standard input, readable by any thread: one read returns the available bytes.
fn standard_input() -> BufReader<Stdin> {
    BufReader::new(io::stdin())
}

/// The cubes on the command line. A blank argument is refused: it is an unset variable of a script more often than a
/// solved cube.
fn arguments(source: &Source<'_>) -> Result<Items, Failure> {
    let is_empty = |cube: &String| cube.as_bytes().split(|&byte| byte == b'\n').all(is_comment);
    if let Some(i) = source.cubes.iter().position(is_empty) {
        return Err(Failure::usage(format!(
            "argument {} is an empty text or a comment, not a cube; the solved cube is \"{SOLVED}\", for instance",
            i + 1
        )));
    }
    let joined = [source.cubes.join(" ")];
    let cubes = if is_one_state(source.cubes) { &joined[..] } else { source.cubes };
    let cubes: Vec<Vec<u8>> = cubes.iter().map(|cube| cube.clone().into_bytes()).collect();
    let format = source.format;
    if format.takes_lines() {
        let blocks =
            cubes.into_iter().flat_map(move |text| blocks(Lines::new(Cursor::new(text), format), is_rule, None));
        Ok(Box::new((1..).zip(blocks).map(move |(id, block)| block.map(|block| Item { id, format, ..block }))))
    } else {
        Ok(Box::new((1..).zip(cubes).map(move |(id, text)| Ok(exported(Item::new(id, 1, format, text))))))
    }
}

/// Returns whether arguments without quotes form six faces of nine facelets, twelve edges and eight corners, or six
/// labelled faces.
fn is_one_state(words: &[String]) -> bool {
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    let labelled = |word: &String| word.contains([':', '=']) && !word.contains('[');
    lengths == [9; 6]
        || lengths == [[2; 12].as_slice(), &[3; 8]].concat()
        || words.len() == 6 && words.iter().all(labelled)
}

/// Takes a single argument that is the name of a file, and no cube, for the file.
pub fn place_file(cubes: &mut Vec<String>, file: &mut Option<PathBuf>) {
    let [name] = &cubes[..] else { return };
    if file.is_none() && Path::new(name).is_file() && name.parse::<Cube>().is_err() {
        say(&format!("note: reading the cubes of the file {}", printable(name)));
        *file = Some(PathBuf::from(name));
        cubes.clear();
    }
}

/// Warns if the moves of one scramble seem to arrive as separate arguments: all of them are moves, and one is a single
/// move.
pub fn warn_of_missing_quotes(cubes: &[String]) {
    let options = MoveOptions { lowercase: Some(Lowercase::Wide), ..MoveOptions::default() };
    let counts: Option<Vec<usize>> =
        cubes.iter().map(|cube| Algorithm::parse(cube, Size::THREE, &options).ok().map(|turns| turns.len())).collect();
    if cubes.len() > 1 && counts.is_some_and(|counts| counts.contains(&1)) {
        say(&format!(
            "note: these are {} cubes, one for each argument; put quotes around a scramble: solve \"R U R' U'\"",
            cubes.len()
        ));
    }
}
