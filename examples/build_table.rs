//! Builds a small table, writes it as a file, and proves every entry of the file exact.
//!
//! ```sh
//! cargo run --release --example build_table -- edges.pdb
//! ```

use cubepdb::backend::Threads;
use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{Check, LoadMode, TableFile};
use cubepdb::pdb::generate::{Event, GenerateOptions, generate};
use cubepdb::pdb::verify::verify;
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
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
    let threads = Threads::new(available_parallelism()?.get())?;
    // Builders and the prover run on the threads of the pool that they are called in.
    let depth = threads.install(|| build_and_prove(&path))?;
    println!("{}: every entry is proven, the deepest state takes {depth} moves", path.display());
    Ok(())
}

/// Builds the table of five edges, 3,041,280 entries, and gives the largest distance in it.
pub fn build_and_prove(path: &Path) -> Result<u8, Box<dyn Error + Send + Sync>> {
    // What a table is: the pieces that it knows, and the moves that count one.
    let edges = EdgeSet::parse("UR,UF,UL,UB,FR")?;
    let spec = TableSpec::new(Pattern::Edges(edges), MetricKind::HalfTurn);

    // Another thread may raise this flag to end a long build in order; a checkpoint is saved then.
    let stop = AtomicBool::new(false);
    let mut report = |event: Event<'_>| {
        if let Event::Level { depth, count, .. } = event {
            println!("{count:>9} entries at depth {depth}");
        }
    };
    // The file appears under its name when it is complete. One that is there is not overwritten: that is an error.
    generate(&spec, path, &GenerateOptions::default(), &stop, &mut report)?;

    // Read it back as any program would: checksums tell damage, the proof tells a wrong entry.
    let file = TableFile::open(path)?;
    let table = file.load(LoadMode::Auto, Check::Full)?;
    let proof = verify(&spec, &table, Some(file.header().distribution()), &stop, &|_| ())?;
    let deepest = proof.distribution.iter().rposition(|&entries| entries > 0);
    Ok(deepest.expect("the solved state is in every table") as u8)
}
