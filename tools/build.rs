//! Records the commit that a release build is made of, so that results can tell it: from the environment, from what
//! Cargo notes in a packed crate, or from git.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CUBEPDB_COMMIT");
    // Builds for tests would be made again after every commit.
    if env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = env::var("CUBEPDB_COMMIT").ok();
    if let Some(commit) = commit.or_else(|| of_crate(&package)).or_else(|| of_checkout(&package)) {
        println!("cargo::rustc-env=CUBEPDB_COMMIT={commit}");
    }
}

/// The commit of a packed crate.
fn of_crate(package: &Path) -> Option<String> {
    let noted = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = noted.split_once("\"sha1\": \"")?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// The commit of a checkout of this repository, not of another one that this package lies in.
fn of_checkout(package: &Path) -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").arg("-C").arg(package).args(words).output().ok()?;
        let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
        Some(text.trim_end().to_owned())
    };
    let commit =
        git(&["rev-parse", "HEAD"]).filter(|_| git(&["rev-parse", "--show-prefix"]).as_deref() == Some("tools/"))?;
    // What may change the answer of git, or be changed without it.
    let of_git = ["HEAD", "logs/HEAD"].map(|name| git(&["rev-parse", "--path-format=absolute", "--git-path", name]));
    let sources =
        [".", "../src", "../Cargo.toml", "../Cargo.lock"].map(|name| package.join(name).display().to_string());
    for path in of_git.into_iter().flatten().chain(sources).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let is_dirty = git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|changed| !changed.is_empty());
    Some(if is_dirty { format!("{commit}-dirty") } else { commit })
}
