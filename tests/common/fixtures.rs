//! Table files that many tests read. Each is built once by the `pdbgen` of this build, for all test binaries.

use crate::{clean, program, temporary};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::xxh3_128;

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
        clean(&mut pdbgen);
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

/// Bytes of the header of a table file.
const HEADER_LENGTH: usize = 4096;

/// Changes the header of a table file, and corrects the hash of the specification and its own hash.
pub fn edit_header(path: &Path, edit: impl FnOnce(&mut [u8])) {
    let mut header = vec![0; HEADER_LENGTH];
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    file.read_exact(&mut header).unwrap();
    edit(&mut header);
    let length = usize::from(header[116]) + usize::from(header[117]) * 256;
    let identity = xxh3_128(&header[320..320 + length]);
    header[32..48].copy_from_slice(&identity.to_le_bytes());
    rehash(&mut header);
    file.rewind().unwrap();
    file.write_all(&header).unwrap();
}

/// Corrects the hash of a header.
pub fn rehash(header: &mut [u8]) {
    let hash = xxh3_128(&header[..HEADER_LENGTH - 16]);
    header[HEADER_LENGTH - 16..HEADER_LENGTH].copy_from_slice(&hash.to_le_bytes());
}
