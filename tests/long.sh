#!/usr/bin/env bash
# Runs the whole of the test matrices that `cargo test` samples, a minute of random cubes, and what a release ships: all parts, the ones named, or
# with `turn` the one whose turn it is at this commit. CUBEPDB_EFFORT=N repeats what is random N times as often.
set -euo pipefail
cd "$(dirname "$0")/.."
export CUBEPDB_EFFORT=${CUBEPDB_EFFORT:-1}

parts=("$@")
if [ $# = 0 ]; then
    parts=(lib library faults programs package)
elif [ "$1" = turn ]; then
    commit=$(git rev-parse HEAD 2>/dev/null || echo 0000000)
    all=(lib library faults programs package)
    parts=("${all[16#${commit:0:7} % 5]}")
fi
# The same build as that of the other tests of `.ci/run`.
features=()
command -v mpicc >/dev/null && features=(--features mpi)

for part in "${parts[@]}"; do
    echo "long matrices: $part" >&2
    case $part in
    lib) cargo test --locked "${features[@]}" --lib -- pdb:: prune:: search::cube ;;
    library) cargo test --locked "${features[@]}" --test library ;;
    faults) cargo test --locked "${features[@]}" --test faults ;;
    programs)
        cargo test --locked "${features[@]}" --test programs -- default_tables engine_cli fingerprint nxn_cli
        cargo run --quiet --locked --profile test -p cubepdb-reproduce -- soak --small --minutes "$CUBEPDB_EFFORT" --seed 1
        ;;
    package) tools/package.sh "$(mktemp -d)" ;;
    *)
        echo "unknown part \`$part\`: lib, library, faults, programs, package or turn" >&2
        exit 2
        ;;
    esac
done
