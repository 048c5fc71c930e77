//! Opens a table and looks a cube up in it: at least so many moves are needed to solve it.
//!
//! ```sh
//! cargo run --release --example look_up -- edges.pdb "R U R' U' F2"
//! ```

use cubepdb::cube::{Cubies, Symmetry};
use cubepdb::notation::{Format, MoveOptions, parse_cube};
use cubepdb::pdb::Lookup;
use cubepdb::pdb::file::{Check, LoadMode, TableFile};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(cube)) = (args.next(), args.next()) else { return Err("give a table and a cube".into()) };
    // Moves, facelets, Reid's and nissy's forms and colours are told apart; an error says what is wrong, and where.
    let cube = parse_cube(&cube, Format::Auto, &MoveOptions::default())?;
    println!("at least {} moves", lower_bound(Path::new(&path), &cube)?);
    Ok(())
}

/// The best lower bound that a table has for a cube.
pub fn lower_bound(path: &Path, cube: &Cubies) -> Result<u8, Box<dyn Error>> {
    let file = TableFile::open(path)?;
    let table = file.load(LoadMode::Auto, Check::Full)?;
    let lookup = Lookup::new(&file.spec());
    // An entry is the least number of moves that brings its pieces home, whatever becomes of the others.
    let distance = |cube: &Cubies| lookup.value(&table, lookup.index(cube));

    // A cube turned round or mirrored, and its inverse, take as many moves as the cube itself, but they have other entries:
    // each of the 96 is a lower bound, and the largest one counts.
    let inverse = cube.inverse();
    let all = Symmetry::all().flat_map(|symmetry| [cube, &inverse].map(|cube| symmetry.of_cubies(cube)));
    Ok(all.map(|cube| distance(&cube)).max().expect("there are symmetries"))
}
