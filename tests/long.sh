#!/usr/bin/env bash
# Runs the whole of the test matrices that `cargo test` samples, and a minute of random cubes. CUBEPDB_EFFORT=N repeats what is
# random N times as often.
set -euo pipefail
cd "$(dirname "$0")/.."
export CUBEPDB_EFFORT=${CUBEPDB_EFFORT:-1}

cargo test --locked --lib -- pdb:: prune:: search::cube
cargo test --locked --test library
cargo test --locked --test programs -- default_tables engine_cli nxn_cli
cargo test --locked --test faults
cargo run --quiet --locked --profile test -p cubepdb-reproduce -- soak --small --minutes "$CUBEPDB_EFFORT" --seed 1
