#!/usr/bin/env bash
# Checks the dependencies of all packages against deny.toml with cargo-deny, which is built in a minute where it is not installed.
# Known vulnerabilities are checked where the advisory database can be fetched.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=${CARGO_TARGET_DIR:-target}/tools
export PATH=$PWD/$tools/bin:$tools/bin:$PATH
command -v cargo-deny >/dev/null || cargo install --quiet --locked --debug --root "$tools" cargo-deny --version 0.20.2

checks=(bans licenses sources)
if cargo deny fetch db >/dev/null 2>&1; then
    checks+=(advisories)
else
    echo "skipped: advisories, since their database cannot be fetched" >&2
fi
cargo deny --workspace --config deny.toml check --deny unmatched-skip "${checks[@]}"
for package in python fuzz web; do
    # Exceptions are for the main package.
    cargo deny --manifest-path "$package/Cargo.toml" --config deny.toml check --allow unmatched-skip "${checks[@]}"
done
