//! Table files that many tests read. Each is built once by the `pdbgen` of this build, for all test binaries.

use crate::{program, temporary};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

/// The corner table.
pub const CORNERS: &str = "corners";
/// The corner table of quarter turns.
pub const CORNERS_QTM: &str = "corners --metric qtm";
/// A table of five edges.
pub const EDGES: &str = "edges --pieces UR,UF,DL,FR,BL";
/// A table of five edges, of quarter turns.
pub const EDGES_QTM: &str = "edges --pieces UR,UF,DL,FR,BL --metric qtm";
/// The smallest H48 table.
pub const COSETS: &str = "h48 --level 0";
/// The smallest H48 table, of quarter turns.
pub const COSETS_QTM: &str = "h48 --level 0 --metric qtm";

/// The table that `pdbgen` builds with these arguments. Tests must not change the file: copy it first.
///
/// The directory is named after the program's size and modification time, so a new build of the program builds new
/// tables. A file lock lets the first process build while the others wait.
pub fn table(arguments: &str) -> PathBuf {
    let pdbgen = program("pdbgen");
    let program = fs::metadata(&pdbgen).unwrap_or_else(|error| panic!("{}: {error}", pdbgen.display()));
    let changed = program.modified().unwrap().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let directory = temporary().join(format!("tables-{}-{changed}", program.len()));
    fs::create_dir_all(&directory).unwrap();
    let table = directory.join(arguments.replace([' ', ','], "-")).with_extension("pdb");
    if table.exists() {
        return table;
    }
    let lock = File::create(table.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if !table.exists() {
        // The file has another name until it is complete: a killed process leaves no partial table.
        let partial = table.with_extension("partial");
        let mut pdbgen = Command::new(pdbgen);
        std::env::vars_os().for_each(|(name, _)| {
            if name.as_encoded_bytes().starts_with(b"CUBEPDB_") {
                pdbgen.env_remove(name);
            }
        });
        pdbgen.args(arguments.split(' ')).args(["--progress", "none", "--force", "-o"]).arg(&partial);
        assert!(pdbgen.stdout(Stdio::null()).status().unwrap().success(), "pdbgen {arguments}");
        fs::rename(&partial, &table).unwrap();
    }
    table
}

/// Links tables into a directory under the given names.
pub fn link(directory: &Path, tables: &[(&str, &str)]) {
    fs::create_dir_all(directory).unwrap();
    for (arguments, name) in tables {
        fs::hard_link(table(arguments), directory.join(name)).unwrap();
    }
}
