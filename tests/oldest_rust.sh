#!/usr/bin/env bash
# Type-checks the library and the programs, without MPI, with the oldest Rust that Cargo.toml promises, in a build directory of its own. Needs
# rustup, and that Rust to be there or to be downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v rustup >/dev/null; then
    echo "skipped: no rustup" >&2
    exit 77
fi
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
rustup toolchain install "$oldest" --profile minimal >/dev/null 2>&1 || rustup run "$oldest" rustc --version >/dev/null
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/oldest-rust RUSTFLAGS="${RUSTFLAGS:-} -D warnings"
rustup run "$oldest" cargo check --locked --workspace "$@"
