//! The program and the machine that an answer comes from.

use serde::Serialize;
use std::collections::BTreeMap;

/// The program and the machine that an answer comes from, as far as a program tells; the version is in the field
/// search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProvenanceRecord {
    /// The commit of the sources that a release build was made of, with `-dirty` behind it if files had been changed;
    /// null if it is not known, and of other builds.
    pub commit: Option<String>,
    /// The processor; null if the system does not tell.
    pub processor: Option<String>,
    /// The vector instructions that searches use: AVX-512, AVX2 or portable.
    pub lanes: &'static str,
    /// The words of the command line.
    pub command: Vec<String>,
    /// The checksum of the entries of each table of the field tables that has a file, as `pdbgen info` shows it.
    pub checksums: BTreeMap<String, String>,
}
