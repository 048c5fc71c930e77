#!/usr/bin/env bash
# Type-checks the programs for other systems, and the library for WebAssembly: all of them, or the targets named. Nothing is linked or run. A target's standard library comes from rustup; where it cannot be
# downloaded, on Debian, it is compiled by Debian's compiler for the web, which comes with its own source and is unpacked below
# the build directory.
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

# The package that another one depends on, whose name matches.
depends() {
    apt-cache depends "$1" | sed -n "s/.*Depends: \($2\)\$/\1/p" | head -1
}

# Unpacks Debian's compiler for the web, once, and makes cargo use it.
use_debians_compiler() {
    local root=$CARGO_TARGET_DIR/debian
    if [ ! -e "$root/rustc" ]; then
        local download standard
        download=$(mktemp -d)
        (
            cd "$download"
            apt-get update -qq
            standard=$(depends libstd-rust-web-dev 'libstd-rust-web-[0-9.]*')
            apt-get download -qq rustc-web "$standard" libstd-rust-web-dev rust-web-src "$(depends "$standard" 'libllvm[0-9]*')" \
                2>/dev/null
            for package in *.deb; do
                dpkg -x "$package" "$root"
            done
        )
        rm -r "$download"
        mkdir -p "$root/usr/lib/rustlib/src"
        ln -s "$root"/usr/src/rustc-* "$root/usr/lib/rustlib/src/rust"
        printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$root/usr/lib/$(uname -m)-linux-gnu" "$root/usr/bin/rustc" >"$root/rustc"
        chmod +x "$root/rustc"
    fi
    export RUSTC=$root/rustc RUSTC_BOOTSTRAP=1
    from_source=(-Zbuild-std=std,panic_unwind)
}

from_source=()
if ! rustup target add "${targets[@]}" >/dev/null 2>&1; then
    if ! command -v apt-get >/dev/null; then
        echo "skipped: rustup cannot download the standard libraries of ${targets[*]}" >&2
        exit
    fi
    use_debians_compiler
fi
for target in "${targets[@]}"; do
    echo "type check: $target" >&2
    case $target in
    wasm32-*) what=(--lib --no-default-features) ;;
    *) what=(--bins) ;;
    esac
    cargo check --locked "${from_source[@]}" --target "$target" "${what[@]}"
done
