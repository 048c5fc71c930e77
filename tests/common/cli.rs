//! Cubes, corner tables and records that tests of the programs share.

use crate::fixtures;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Cubes that take seven to ten moves.
pub const CUBES: [&str; 10] = [
    "R U F2 L B D' R2 U'",
    "F R U' L2 D B2 L' F'",
    "U2 R' F L D2 B' U R",
    "L B2 D R' U F2 D' L'",
    "B U' L F' R2 D L' U2",
    "D R2 B' L U' F D2 R'",
    "R U R' F2 L D' B U2 L",
    "F' D2 L U B' R D F2 U'",
    "U L' D F B2 R U' L2 D'",
    "R' F D' L2 U B R' D2 F U",
];

/// A cube that takes hours with the corner table alone.
pub const HARD: &str = "LD FU BD FL BU LB UR FR UL RD RB FD BUR BRD DFL LFU DRF RUF DLB UBL";

/// The corner table.
pub fn corner_table() -> &'static Path {
    static TABLE: LazyLock<PathBuf> = LazyLock::new(|| fixtures::table(fixtures::CORNERS));
    &TABLE
}

/// Records of `--output jsonl`.
pub fn records(out: &[u8]) -> Vec<Value> {
    let lines = str::from_utf8(out).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Length and nodes of the completed iterations.
pub fn completed(record: &Value) -> Vec<(Value, Value)> {
    let iterations = record["iterations"].as_array().expect("--stats tells");
    let completed = iterations.iter().filter(|iteration| iteration["completed"] == true);
    completed.map(|iteration| (iteration["bound"].clone(), iteration["nodes"].clone())).collect()
}
