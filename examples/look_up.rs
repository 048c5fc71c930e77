//! Opens a table and looks a cube up in it: the entry is a lower bound on the number of moves.
//!
//! ```sh
//! cargo run --release --example look_up -- edges.pdb "R U R' U' F2"
//! ```

use cubepdb::{Check, Cube, LoadMode, Table};
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
    println!("at least {} moves", lower_bound(Path::new(&path), &cube.parse()?)?);
    Ok(())
}

/// The best lower bound that a table has for a 3x3x3.
fn lower_bound(path: &Path, cube: &Cube) -> Result<u8, Box<dyn Error>> {
    let table = Table::open(path, LoadMode::Auto, Check::Full)?;
    // An entry is the least number of moves that solves its pieces, whatever becomes of the others. The same cube in
    // another orientation or in a mirror, and its inverse, take as many moves as the cube itself, but they have other
    // entries: each of the 96 is a lower bound, and the largest one counts.
    let images = cube.symmetric_images();
    Ok(images.iter().filter_map(|cube| table.lower_bound(cube)).max().ok_or("not a 3x3x3")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::{BuildOptions, EdgeSet, Metric, Pattern, TableSpec};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_table_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("edges.pdb");
        let spec = TableSpec::new(Pattern::Edges(EdgeSet::parse("UR,UF,UL,UB,FR").unwrap()), Metric::HalfTurn);
        Table::create(spec, &path, &BuildOptions::default(), &AtomicBool::new(false), &mut |_| ()).unwrap();
        for (cube, bound) in [("", 0), ("R", 1), ("R U", 2), ("L D", 2), ("R U R' U'", 4)] {
            assert_eq!(lower_bound(&path, &cube.parse().unwrap()).unwrap(), bound, "{cube}");
        }
    }
}
