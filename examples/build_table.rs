//! Builds a small table, writes it as a file, and proves every entry of the file exact.
//!
//! ```sh
//! cargo run --release --example build_table -- edges.pdb
//! ```

use cubepdb::{BuildEvent, BuildOptions, EdgeSet, Metric, Pattern, Table, TableSpec, with_threads};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let path = std::env::args_os().nth(1).map_or_else(|| "edges.pdb".into(), PathBuf::from);
    // Building, opening and proving run on the threads of the pool in which they are called.
    let depth = with_threads(available_parallelism()?.get(), || build_and_prove(&path))??;
    println!("{}: every entry is proven, the deepest state takes {depth} moves", path.display());
    Ok(())
}

/// Builds the table of five edges, 3,041,280 entries, and returns the largest distance in it.
fn build_and_prove(path: &Path) -> Result<usize, Box<dyn Error + Send + Sync>> {
    // A table is specified by its pieces and by the moves that count as one.
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR")?;
    let spec = TableSpec::new(Pattern::Edges(edges), Metric::HalfTurn);

    // Another thread may raise this flag to end a long build in an orderly way; a checkpoint is saved then.
    let stop = AtomicBool::new(false);
    let mut report = |event: BuildEvent<'_>| {
        if let BuildEvent::Level { depth, count, .. } = event {
            println!("{count:>9} entries at depth {depth}");
        }
    };
    // The file appears under its name when it is complete, and is read back with all checksums. An existing file is not
    // overwritten: that is an error.
    let table = Table::create(spec, path, &BuildOptions::default(), &stop, &mut report)?;
    // Checksums detect damage, the proof detects wrong entries.
    table.verify(&stop)?;
    Ok(table.distribution().len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_built_and_proven() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("edges.pdb");
        assert_eq!(build_and_prove(&path).unwrap(), 9);
        assert!(build_and_prove(&path).unwrap_err().to_string().contains("exists"), "nothing is overwritten");
    }
}
