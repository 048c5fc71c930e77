#!/usr/bin/env bash
# Checks dependencies with cargo-deny (deny.toml), if it is installed: `cargo install cargo-deny --locked`. Known vulnerabilities
# are checked only where the advisory database can be fetched. `tests/supply_chain` checks the rest without cargo-deny.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo deny --version >/dev/null 2>&1; then
    echo "skipped: no cargo-deny" >&2
    exit
fi
for manifest in Cargo.toml python/Cargo.toml fuzz/Cargo.toml; do
    cargo deny --manifest-path "$manifest" --all-features check --config deny.toml licenses bans sources
done
