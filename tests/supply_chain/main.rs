//! What this project is built from: which crates, from where, under which licences, and what of them runs while it is built.
//!
//! The lock files are read as they are, so that these tests say the same on every platform and need nothing downloaded;
//! `cargo metadata` is asked, offline, whether what `crates.txt` states of them is so: of all crates that this test was built from, and of others
//! (those of other packages and features) as far as they have been downloaded; `cargo fetch --locked` brings them all.

mod licence;
mod lock;
mod metadata;

use licence::{ALLOWED, is_allowed};
use lock::{Locked, Version, lock_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Faults of earlier versions that may not come back with an older crate.
const FLOORS: [(&str, &str, &str); 8] = [
    ("crossbeam-deque", "0.8.1", "RUSTSEC-2021-0093"),
    ("crossbeam-epoch", "0.9.20", "RUSTSEC-2026-0204"),
    ("dashmap", "5.1.0", "RUSTSEC-2022-0002"),
    ("lock_api", "0.4.2", "RUSTSEC-2020-0070"),
    ("memmap2", "0.9.12", "RUSTSEC-2026-0186"),
    ("pyo3", "0.24.1", "RUSTSEC-2025-0020"),
    ("smallvec", "1.6.1", "RUSTSEC-2021-0003"),
    ("tracing-subscriber", "0.3.20", "RUSTSEC-2025-0055"),
];

/// Crates that are there in versions that do not go together, and who asks for the older one.
const TWICE: [(&str, &str); 6] = [
    ("embedded-io", "postcard"),
    ("getrandom", "boon, for tests"),
    ("miniz_oxide", "png, for pictures"),
    ("r-efi", "boon, for tests"),
    ("shlex", "bindgen, for mpi"),
    ("syn", "divan's macros, and bindgen"),
];

/// Our own packages: the only ones that come from no registry.
const OWN: [&str; 3] = ["cubepdb", "cubepdb-fuzz", "cubepdb-python"];

/// The default registry, as lock files name it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What `crates.txt` states of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stated {
    /// `-`, `build`, `macro` or `build+macro`.
    runs: String,
    licence: String,
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn stated() -> BTreeMap<String, Stated> {
    let lines = include_str!("crates.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, rest) = line.split_once(' ').expect("a name");
            let (runs, licence) = rest.trim_start().split_once(' ').expect("what runs");
            (name.to_owned(), Stated { runs: runs.to_owned(), licence: licence.trim_start().to_owned() })
        })
        .collect()
}

/// The crates of all lock files that are not ours.
fn others() -> Vec<Locked> {
    let all = lock_files(repository()).into_iter().flat_map(|(_, packages)| packages);
    all.filter(|package| !OWN.contains(&package.name.as_str())).collect()
}

#[test]
fn every_crate_is_known_and_none_is_listed_in_vain() {
    let (stated, locked) = (stated(), others());
    let names: BTreeSet<&str> = locked.iter().map(|package| package.name.as_str()).collect();
    let unknown: Vec<_> = names.iter().filter(|name| !stated.contains_key(**name)).collect();
    assert!(unknown.is_empty(), "new crates, to be looked at and listed in crates.txt: {unknown:?}");
    // Without the package for fuzzing, what it needs is listed nevertheless.
    if lock_files(repository()).len() == OWN.len() {
        let stale: Vec<_> = stated.keys().filter(|name| !names.contains(name.as_str())).collect();
        assert!(stale.is_empty(), "listed in crates.txt, and in no lock file: {stale:?}");
    }
}

#[test]
fn every_crate_comes_from_the_default_registry_with_a_checksum() {
    for package in others() {
        assert_eq!(package.source.as_deref(), Some(REGISTRY), "{}", package.name);
        assert!(package.checksum.is_some_and(|sum| sum.len() == 64), "{} has no checksum", package.name);
    }
    for (path, packages) in lock_files(repository()) {
        let own: Vec<_> = packages.iter().filter(|package| package.source.is_none()).collect();
        assert!(!own.is_empty() && own.iter().all(|p| OWN.contains(&p.name.as_str())), "{}", path.display());
    }
}

#[test]
fn no_version_is_older_than_its_floor_or_not_yet_released() {
    for package in others() {
        assert!(!package.version.is_pre_release(), "{} {}", package.name, package.version);
        for (_, floor, fault) in FLOORS.iter().filter(|(name, ..)| *name == package.name) {
            let floor = Version::parse(floor);
            assert!(package.version >= floor, "{} {}: {fault} was mended in {floor}", package.name, package.version);
        }
    }
    let names: BTreeSet<String> = others().into_iter().map(|package| package.name).collect();
    assert!(FLOORS.iter().all(|(name, ..)| names.contains(*name)), "a floor for a crate that is not there");
}

#[test]
fn no_crate_is_there_twice_but_for_those_that_are_named() {
    let mut twice = BTreeSet::new();
    for (path, packages) in lock_files(repository()) {
        let mut families: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for package in &packages {
            families.entry(&package.name).or_default().insert(package.version.family());
        }
        for (name, families) in families.into_iter().filter(|(_, families)| families.len() > 1) {
            let is_named = TWICE.iter().any(|(named, _)| *named == name);
            assert!(is_named, "{}: {name} is there as {families:?}", path.display());
            twice.insert(name.to_owned());
        }
    }
    assert_eq!(twice.len(), TWICE.len(), "named, and there only once");
}

#[test]
fn every_licence_is_an_allowed_one() {
    for (name, Stated { licence, .. }) in stated() {
        assert_eq!(is_allowed(&licence), Ok(true), "{name}: {licence}");
    }
}

/// `deny.toml` is for those who have cargo-deny: it allows the same.
#[test]
fn cargo_deny_is_told_the_same_licences() {
    let text = fs::read_to_string(repository().join("deny.toml")).unwrap();
    let list = text.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
    let told: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(told, ALLOWED.into_iter().collect());
}

/// What cargo says of the crates that are on this machine, for this platform: all that this test was built from at least.
#[test]
fn what_is_stated_of_crates_is_so() {
    let stated = stated();
    let oldest = Version::parse(env!("CARGO_PKG_RUST_VERSION"));
    let mut seen = BTreeSet::new();
    for package in metadata::all(repository()) {
        let name = package.name.clone();
        if OWN.contains(&name.as_str()) {
            metadata::check_own(&package);
            continue;
        }
        let of_cargo = Stated { runs: package.runs, licence: package.licence.unwrap_or_default() };
        let of_list = stated.get(&name);
        assert_eq!(of_list, Some(&of_cargo), "{name}: crates.txt and the crate itself");
        assert!(package.rust_version.is_none_or(|needs| needs <= oldest), "{name} needs a newer Rust than {oldest}");
        let wild: Vec<_> = package.requirements.iter().filter(|(_, requirement)| requirement == "*").collect();
        assert!(wild.is_empty(), "{name} takes any version of {wild:?}");
        seen.insert(name);
    }
    assert!(seen.len() > 100, "only {} crates were looked at", seen.len());
}
