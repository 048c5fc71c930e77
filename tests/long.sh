#!/usr/bin/env bash
# Runs the whole of the test matrices that `cargo test` samples, a minute of random cubes, and what a release ships: all parts, or the ones
# named. CUBEPDB_EFFORT=N repeats what is random N times as often.
set -euo pipefail
cd "$(dirname "$0")/.."
export CUBEPDB_EFFORT=${CUBEPDB_EFFORT:-1}

[ $# -gt 0 ] || set -- lib library faults programs soak package

# Tests of one binary whose names contain one of these words; all of them without words. The same build as that of the other tests of
# `.ci/run`.
run() {
    local binary=$1
    shift
    if command -v mpicc >/dev/null; then
        cargo test --locked --workspace --features mpi "$binary" -- "$@"
    else
        cargo test --locked --workspace "$binary" -- "$@"
    fi
}

for part in "$@"; do
    echo "long matrices: $part" >&2
    case $part in
    lib) run --lib pdb:: prune:: search::cube search::orbit::tests::spaces ;;
    library) run --test=library ;;
    faults) run --test=faults ;;
    programs) run --test=programs pdbgen_cli default_tables engine_cli fingerprint nxn_cli devices_cli command_line::every_example ;;
    soak)
        # `cargo run` would compile the library once more, with the features that `reproduce` asks for. The test makes sure that it is there.
        run --test=cli --list >/dev/null
        "${CARGO_TARGET_DIR:-target}/debug/reproduce" soak --small --minutes "$CUBEPDB_EFFORT" --seed 1
        ;;
    package) tools/package.sh "$(mktemp -d)" ;;
    *)
        echo "unknown part \`$part\`: $(sed -n 's/^    \([a-z-]*\)).*/\1/p' "$0" | tr '\n' ' ')" >&2
        exit 2
        ;;
    esac
done
