#!/usr/bin/env bash
# Makes what a release ships, in the directory named: the crates of the library and of the programs, and an archive of the programs with
# man pages and completions. All are tried: the crates are built from their own files alone, and solve a cube. Without a directory, only
# the sizes of the crates are checked.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -le 1 ] || {
    echo "usage: $0 [DIRECTORY]" >&2
    exit 2
}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
case $host in *windows*) exe=.exe ;; *) exe= ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is not committed is never shipped, but may be measured.
dirty=
[ $# = 1 ] || dirty=--allow-dirty
cargo package --locked --no-verify --package cubepdb --package cubepdb-cli ${dirty:+"$dirty"} --target-dir "$work/package"
crates=("cubepdb-$version" "cubepdb-cli-$version")
for crate in "${crates[@]}"; do
    file=$work/package/package/$crate.crate
    bytes=$(stat -c %s "$file" 2>/dev/null || stat -f %z "$file")
    [ "$bytes" -le 1000000 ] || {
        echo "the crate $crate has $bytes bytes, more than a megabyte" >&2
        exit 1
    }
done
[ $# = 1 ] || exit 0
mkdir -p "$1"
out=$(cd "$1" && pwd)
targets=$(mkdir -p "${CARGO_TARGET_DIR:-target}/package" && cd "${CARGO_TARGET_DIR:-target}/package" && pwd)
for crate in "${crates[@]}"; do
    tar -xzf "$work/package/package/$crate.crate" -C "$work"
    cp "$work/package/package/$crate.crate" "$out"
done
# Dependencies are those of its lock file, except the library, which is not in a registry yet.
(cd "$work/cubepdb-cli-$version" &&
    cargo build --release --bins --target-dir "$targets" --config "patch.crates-io.cubepdb.path = '../cubepdb-$version'")
export CUBEPDB_CACHE=$work/cache PATH=$targets/release:$PATH
[ "$(solve "R U R' U' F2")" = "F2 U R U' R' (5f)" ]

name=cubepdb-$version-$host
mkdir -p "$work/$name/completions"
cp "$targets/release/solve$exe" "$targets/release/pdbgen$exe" README.md LICENSE-APACHE LICENSE-MIT "$work/$name"
for program in solve pdbgen; do
    "$program" man --dir "$work/$name/man"
    for shell in bash zsh fish; do
        "$program" completions "$shell" >"$work/$name/completions/$program.$shell"
    done
done
tar -czf "$out/$name.tar.gz" -C "$work" "$name"
checksums() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}
(cd "$out" && checksums "$name.tar.gz" "${crates[@]/%/.crate}" >"$name.sha256")
ls -l "$out"
