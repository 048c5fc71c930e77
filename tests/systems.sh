#!/usr/bin/env bash
# Type-checks the programs for other systems, and the library for WebAssembly: all of them, or the targets named. Nothing is linked or
# run.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- aarch64-apple-darwin x86_64-pc-windows-gnu aarch64-unknown-linux-gnu wasm32-unknown-unknown
targets=("$@")

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/systems
mkdir -p "$CARGO_TARGET_DIR"
if ! command -v pkg-config >/dev/null && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq pkg-config
fi
# The C code of zstd needs a C compiler for the target, which a type check can do without: it finds this description of an
# installed library instead.
printf 'Name: libzstd\nDescription: for type checks\nVersion: 1.5.7\nLibs:\nCflags:\n' >"$CARGO_TARGET_DIR/libzstd.pc"
export ZSTD_SYS_USE_PKG_CONFIG=1 PKG_CONFIG_ALLOW_CROSS=1 PKG_CONFIG_PATH=$CARGO_TARGET_DIR
export RUSTFLAGS="-D warnings"

. tools/rust-for.sh
if ! rust_for "$CARGO_TARGET_DIR" "${targets[@]}"; then
    echo "skipped: rustup cannot download the standard libraries of ${targets[*]}" >&2
    exit 77
fi
for target in "${targets[@]}"; do
    echo "type check: $target" >&2
    case $target in
    wasm32-*) what=(--lib --no-default-features) ;;
    *) what=(--bins) ;;
    esac
    cargo check --locked ${from_source[@]+"${from_source[@]}"} --target "$target" "${what[@]}"
done
