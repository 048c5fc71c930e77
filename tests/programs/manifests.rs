//! The properties that the packages of this repository share.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The packages of a manifest and its workspace, as `cargo metadata` describes them.
fn packages(manifest: &Path) -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]).arg(manifest);
    let metadata: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// All declare the same Rust version and give the minimum version of each dependency in full; those that are published
/// have one version and one licence.
#[test]
fn packages_agree_on_rust_versions_and_licences() {
    let root = cubepdb_testing::root();
    let manifests = ["Cargo.toml", "python/Cargo.toml", "fuzz/Cargo.toml"].map(|manifest| root.join(manifest));
    for package in manifests.iter().filter(|manifest| manifest.exists()).flat_map(|manifest| packages(manifest)) {
        let name = &package["name"];
        assert_eq!(package["rust_version"], env!("CARGO_PKG_RUST_VERSION"), "{name}");
        if package["version"] != "0.0.0" {
            assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
            assert_eq!(package["license"], env!("CARGO_PKG_LICENSE"), "{name}");
        }
        for dependency in package["dependencies"].as_array().unwrap().iter().filter(|of| of["path"].is_null()) {
            let requirement = dependency["req"].as_str().unwrap();
            let is_full = requirement.strip_prefix('^').is_some_and(|least| least.split('.').count() == 3);
            assert!(
                is_full,
                "{name}: {} = \"{requirement}\" does not state the least version in full",
                dependency["name"]
            );
        }
    }
}
