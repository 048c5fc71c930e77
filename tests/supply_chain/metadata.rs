//! What `cargo metadata` says of the packages that are on this machine.

use super::lock::Version;
use serde_json::Value;
use std::env;
use std::path::Path;
use std::process::Command;

/// A package, ours or another one.
pub struct Package {
    pub name: String,
    /// What of it runs while it is built, as `crates.txt` has it.
    pub runs: String,
    pub licence: Option<String>,
    pub rust_version: Option<Version>,
    /// Names and versions of what it depends on, but for packages of this repository.
    pub requirements: Vec<(String, String)>,
    version: String,
}

/// The packages of all manifests, as far as they have been downloaded: those of the library and the programs without
/// features are there in any case. That lock files are current is part of what cargo checks.
pub fn all(repository: &Path) -> Vec<Package> {
    let of = |directory: &str, features: &[&str]| ask(&repository.join(directory).join("Cargo.toml"), features);
    let own = of("", &["--all-features"]).or_else(|| of("", &[]));
    let mut packages = own.expect("this test was built from these crates");
    for directory in ["python", "fuzz"].iter().filter(|directory| repository.join(directory).exists()) {
        packages.extend(of(directory, &[]).unwrap_or_default());
    }
    packages
}

/// `None` if crates are missing on this machine.
fn ask(manifest: &Path, features: &[&str]) -> Option<Vec<Package>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", &host()]);
    let output = cargo.args(features).arg("--manifest-path").arg(manifest).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        assert!(is_about_downloads(&complaint), "{}: {complaint}", manifest.display());
        return None;
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    Some(metadata["packages"].as_array().unwrap().iter().map(Package::of).collect())
}

/// Whether nothing is wrong but that crates were not downloaded.
fn is_about_downloads(complaint: &str) -> bool {
    let marks = ["--offline was specified", "you're using offline mode"];
    marks.iter().any(|mark| complaint.contains(mark)) && !complaint.contains("--locked was passed")
}

/// The platform that is compiled for.
fn host() -> String {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo names its platform").to_owned()
}

impl Package {
    fn of(package: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let has = |kind: &str| {
            let targets = package["targets"].as_array().unwrap().iter();
            targets.flat_map(|target| target["kind"].as_array().unwrap()).any(|of_target| of_target == kind)
        };
        let runs = match (has("custom-build"), has("proc-macro")) {
            (false, false) => "-",
            (true, false) => "build",
            (false, true) => "macro",
            (true, true) => "build+macro",
        };
        let dependencies = package["dependencies"].as_array().unwrap().iter().filter(|of| of["path"].is_null());
        Self {
            name: text(&package["name"]).unwrap(),
            runs: runs.to_owned(),
            licence: text(&package["license"]),
            rust_version: text(&package["rust_version"]).map(|version| Version::parse(&version)),
            requirements: dependencies.map(|of| (text(&of["name"]).unwrap(), text(&of["req"]).unwrap())).collect(),
            version: text(&package["version"]).unwrap(),
        }
    }
}

/// A package of ours promises the same Rust as the library, runs nothing while it is built, states the least version of
/// whatever it depends on, and, if it is handed out, has the version and the licence of the library.
pub fn check_own(package: &Package) {
    let name = &package.name;
    assert_eq!(package.rust_version, Some(Version::parse(env!("CARGO_PKG_RUST_VERSION"))), "{name}");
    assert_eq!(package.runs, "-", "{name}");
    for (of, requirement) in &package.requirements {
        let is_full = requirement.strip_prefix('^').is_some_and(|least| least.split('.').count() == 3);
        assert!(is_full, "{name}: {of} = \"{requirement}\" does not state the least version in full");
    }
    if package.version != "0.0.0" {
        assert_eq!(package.version, env!("CARGO_PKG_VERSION"), "{name}");
        assert_eq!(package.licence.as_deref(), Some(env!("CARGO_PKG_LICENSE")), "{name}");
    }
}

#[test]
fn what_is_missing_is_told_from_what_is_wrong() {
    for (complaint, expected) in [
        ("error: failed to download `a v1.0.0`: attempting to make an HTTP request, but --offline was specified", true),
        ("error: no matching package named `a` found. As a reminder, you're using offline mode (--offline)", true),
        ("error: cannot update the lock file, as --locked was passed; remove it and use --offline instead", false),
        ("error: failed to parse manifest", false),
    ] {
        assert_eq!(is_about_downloads(complaint), expected, "{complaint}");
    }
}
