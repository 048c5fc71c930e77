# shellcheck shell=bash disable=SC2034
# To be sourced: a compiler for other targets.

# The package that another one depends on, whose name matches.
depends() {
    apt-cache depends "$1" | sed -n "s/.*Depends: \($2\)\$/\1/p" | head -1
}

# Unpacks Debian's compiler for the web in a directory, once, and makes cargo use it.
use_debians_compiler() {
    local root=$1/debian
    if [ ! -e "$root/rustc" ]; then
        local download standard
        download=$(mktemp -d)
        (
            cd "$download" || exit
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
    # Its linker is that of the Rust at hand.
    local linkers
    linkers=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
    export PATH=$PATH:$linkers RUSTC=$root/rustc RUSTC_BOOTSTRAP=1
    from_source=("-Zbuild-std=std,panic_unwind,panic_abort")
}

# Makes cargo compile for targets, with the standard libraries of rustup or, where they cannot be downloaded, on Debian, with those that
# Debian's compiler for the web compiles from its own source, unpacked below the directory $1. Then cargo needs the arguments
# ${from_source[@]+"${from_source[@]}"}.
rust_for() {
    local directory=$1
    shift
    from_source=()
    rustup target add "$@" >/dev/null 2>&1 || {
        command -v apt-get >/dev/null || return 1
        use_debians_compiler "$directory"
    }
}
