//! The tables of `docs/node-counts.md`: some of their cells, computed again by the commands that they are shown with.

use crate::effort::{is_due, is_full};
use crate::transcript::document;
use crate::{fixtures, program};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const UP: &str = "edges --pieces UR,UF,UL,UB,FR,FL";
const DOWN: &str = "edges --pieces DR,DF,DL,DB,BR,BL";
const LARGE: &str = "h48 --level 3";

/// The tables of the document; the large one only where it is asked.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node-counts");
    let _ = std::fs::remove_dir_all(&directory);
    let small =
        [(fixtures::CORNERS, "corners.pdb"), (UP, "up.pdb"), (DOWN, "down.pdb"), (fixtures::COSETS, "h48-0.pdb")];
    fixtures::link(&directory, &small);
    if is_full() {
        fixtures::link(&directory, &[(LARGE, "h48-3.pdb")]);
    }
    directory
});

/// A table, and the flags of the search that made it.
struct Shown {
    flags: Vec<String>,
    /// The bound of each column.
    bounds: Vec<u8>,
    /// The name of each row, and its counts.
    rows: Vec<(String, Vec<u64>)>,
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().replace(',', "")).collect()
}

/// All tables, each below its command.
fn tables(document: &str) -> Vec<Shown> {
    let mut tables: Vec<Shown> = Vec::new();
    for line in document.lines() {
        if let Some((_, command)) = line.split_once(" | solve --pdb tables ") {
            let flags = command.split(" --max-depth ").next().unwrap();
            let flags = flags.split(' ').map(str::to_owned).collect();
            tables.push(Shown { flags, bounds: Vec::new(), rows: Vec::new() });
        } else if let Some(table) = tables.last_mut().filter(|_| line.starts_with("| ")) {
            let (name, rest) = cells(line).split_first().map(|(name, rest)| (name.clone(), rest.to_vec())).unwrap();
            if table.bounds.is_empty() {
                table.bounds = rest.iter().map(|cell| cell.strip_prefix("bound ").unwrap().parse().unwrap()).collect();
            } else {
                table.rows.push((name, rest.iter().map(|cell| cell.parse().unwrap()).collect()));
            }
        }
    }
    tables
}

/// Nodes of a set by cube, from 1, and bound, up to some bound.
fn counted(set: &str, flags: &[String], bound: u8) -> BTreeMap<(usize, u8), u64> {
    let instances = program::solve().args(["instances", set]).output().unwrap().stdout;
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("nodes.csv");
    let mut solve = program::solve();
    solve.arg("--pdb").arg(&*TABLES).args(flags).args(["--max-depth", &bound.to_string(), "--file", "-", "-q"]);
    let output = solve.arg("--iterations").arg(&file).write_stdin(instances).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{set} {flags:?}: {}", String::from_utf8_lossy(&output.stderr));
    let rows = std::fs::read_to_string(&file).unwrap();
    let rows = rows.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    rows.map(|row| {
        assert_eq!(row[6], "true", "{row:?}");
        ((row[0].parse().unwrap(), row[1].parse().unwrap()), row[2].parse().unwrap())
    })
    .collect()
}

#[test]
fn node_counts_are_those_of_the_document() {
    let tables = tables(&document("docs/node-counts.md"));
    let (of_korf, of_sets): (Vec<_>, Vec<_>) = tables.iter().partition(|table| table.rows[0].0 == "1");
    assert_eq!((of_korf.len(), of_sets.len()), (5, 5));
    let is_there = |table: &&&Shown| is_full() || !table.flags.contains(&"h48-3".to_owned());
    for table in of_korf.iter().filter(is_there) {
        let bound = table.bounds[0];
        let found = counted("korf10", &table.flags, bound);
        let (all, cubes) = table.rows.split_last().unwrap();
        for (cube, (name, counts)) in (1..).zip(cubes) {
            assert_eq!(name, &cube.to_string());
            assert_eq!(found.get(&(cube, bound)).copied().unwrap_or(0), counts[0], "{:?}, cube {cube}", table.flags);
        }
        assert_eq!((all.0.as_str(), cubes.len()), ("all", 10));
        for column in 0..table.bounds.len() {
            assert_eq!(all.1[column], cubes.iter().map(|(_, counts)| counts[column]).sum::<u64>());
        }
    }
    for table in of_sets.iter().filter(is_there) {
        let bound = table.bounds[0];
        assert_eq!(table.rows.len(), 12);
        for (number, (set, counts)) in table.rows.iter().enumerate() {
            if is_due(number + 1, 6) {
                let found = counted(set, &table.flags, bound);
                let sum: u64 = found.iter().filter(|((_, length), _)| *length == bound).map(|(_, nodes)| nodes).sum();
                assert_eq!(sum, counts[0], "{:?}, {set}", table.flags);
            }
        }
    }
}
