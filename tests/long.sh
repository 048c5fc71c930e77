#!/usr/bin/env bash
# Runs the whole of the test matrices that `cargo test` samples, a minute of random cubes, and what a release ships: all parts, or the ones
# named. CUBEPDB_EFFORT=N repeats what is random N times as often.
set -euo pipefail
cd "$(dirname "$0")/.."
export CUBEPDB_EFFORT=${CUBEPDB_EFFORT:-1}

[ $# -gt 0 ] || set -- lib library faults programs package
# The same build as that of the other tests of `.ci/run`.
features=()
! command -v mpicc >/dev/null || features=(--features mpi)

for part in "$@"; do
    echo "long matrices: $part" >&2
    case $part in
    lib) cargo test --locked "${features[@]}" --lib -- pdb:: prune:: search::cube ;;
    library) cargo test --locked "${features[@]}" --test library ;;
    faults) cargo test --locked "${features[@]}" --test faults ;;
    programs)
        cargo test --locked "${features[@]}" --test programs -- default_tables engine_cli fingerprint nxn_cli
        # `cargo run` would compile the library once more, with the features that `reproduce` asks for.
        cargo test --quiet --locked --workspace "${features[@]}" --test cli --no-run
        "${CARGO_TARGET_DIR:-target}/debug/reproduce" soak --small --minutes "$CUBEPDB_EFFORT" --seed 1
        ;;
    package) tools/package.sh "$(mktemp -d)" ;;
    *)
        echo "unknown part \`$part\`: lib, library, faults, programs or package" >&2
        exit 2
        ;;
    esac
done
