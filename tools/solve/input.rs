//! Where cubes come from: arguments, a file, or standard input, one cube a line.

use crate::args::SolveArgs;
use crate::common::exit::Failure;
use cubepdb::notation::MAX_INPUT_BYTES;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// One cube as it was given.
pub struct Item {
    /// Its number, from 1: the line, or the argument.
    pub id: u64,
    /// The text, without line end. Longer lines are cut one byte past what a cube may have.
    pub text: Vec<u8>,
}

/// The cubes that the command line asks for.
pub fn items(args: &SolveArgs) -> Result<Box<dyn Iterator<Item = io::Result<Item>>>, Failure> {
    match &args.file {
        Some(path) if path == Path::new("-") => Ok(Box::new(lines(io::stdin().lock()))),
        Some(path) => {
            let file = File::open(path)
                .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
            let name = path.display().to_string();
            let named = move |error: io::Error| io::Error::new(error.kind(), format!("cannot read {name}: {error}"));
            Ok(Box::new(lines(BufReader::new(file)).map(move |item| item.map_err(&named))))
        }
        None if args.cubes.is_empty() => Err(Failure::usage(
            "no cube given: write one as an argument, such as \"R U R' U'\", name a file with --file, or use - for \
             standard input",
        )),
        None if args.cubes == ["-"] => Ok(Box::new(lines(io::stdin().lock()))),
        None => {
            let joined = [args.cubes.join(" ")];
            let cubes = if is_one_state(&args.cubes) { &joined[..] } else { &args.cubes[..] };
            let cubes: Vec<Vec<u8>> = cubes.iter().map(|cube| cube.clone().into_bytes()).collect();
            Ok(Box::new((1..).zip(cubes).map(|(id, text)| Ok(Item { id, text }))))
        }
    }
}

/// Six faces of nine facelets, or twelve edges and eight corners, that came without quotes around them.
fn is_one_state(words: &[String]) -> bool {
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    lengths == [9; 6] || lengths == [[2; 12].as_slice(), &[3; 8]].concat()
}

/// Reads lines without ever holding more of one than a cube may have.
fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<Item>> {
    let mut id = 0;
    std::iter::from_fn(move || {
        let mut text = Vec::new();
        id += 1;
        match reader.by_ref().take(MAX_INPUT_BYTES as u64 + 1).read_until(b'\n', &mut text) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        if text.last() == Some(&b'\n') {
            text.pop();
        } else if text.len() > MAX_INPUT_BYTES
            && let Err(error) = skip_line(&mut reader)
        {
            return Some(Err(error));
        }
        Some(Ok(Item { id, text }))
    })
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}
