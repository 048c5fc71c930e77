#!/usr/bin/env bash
# Makes what a release ships, in the directory named: the crate, and an archive of the programs with man pages and completions. Both are
# tried: the crate is built from its own files alone, and solves a cube. Without a directory, only the size of the crate is checked.
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
cargo package --locked --no-verify ${dirty:+"$dirty"} --target-dir "$work/package"
crate=$work/package/package/cubepdb-$version.crate
bytes=$(stat -c %s "$crate" 2>/dev/null || stat -f %z "$crate")
[ "$bytes" -le 1000000 ] || {
    echo "the crate has $bytes bytes, more than a megabyte" >&2
    exit 1
}
[ $# = 1 ] || exit 0
mkdir -p "$1"
out=$(cd "$1" && pwd)
tar -xzf "$crate" -C "$work"
cargo install --locked --path "$work/cubepdb-$version" --root "$work/root" --target-dir "${CARGO_TARGET_DIR:-target}/package" --no-track
export CUBEPDB_CACHE=$work/cache PATH=$work/root/bin:$PATH
[ "$(solve "R U R' U' F2")" = "F2 U R U' R' (5f)" ]

name=cubepdb-$version-$host
mkdir -p "$work/$name/completions"
cp "$work/root/bin/solve$exe" "$work/root/bin/pdbgen$exe" README.md LICENSE-APACHE LICENSE-MIT "$work/$name"
for program in solve pdbgen; do
    "$program" man --dir "$work/$name/man"
    for shell in bash zsh fish; do
        "$program" completions "$shell" >"$work/$name/completions/$program.$shell"
    done
done
tar -czf "$out/$name.tar.gz" -C "$work" "$name"
cp "$crate" "$out"
checksums() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}
(cd "$out" && checksums "$name.tar.gz" "cubepdb-$version.crate" >"$name.sha256")
ls -l "$out"
