#!/usr/bin/env bash
# Runs the whole of the test matrices that `cargo test` samples, a minute of random cubes, and what a release ships: all parts, or the ones
# named. CUBEPDB_EFFORT=N repeats what is random N times as often.
set -euo pipefail
cd "$(dirname "$0")/.."
export CUBEPDB_EFFORT=${CUBEPDB_EFFORT:-1}

[ $# -gt 0 ] || set -- lib library faults programs soak package
# The same build as that of the other tests of `.ci/run`.
features=()
! command -v mpicc >/dev/null || features=(--features mpi)

# Tests of one binary whose names contain one of these words; all of them without words.
run() {
    cargo test --locked --workspace "${features[@]}" "$1" -- "${@:2}"
}
# Classes of faults by their numbers. The numbers that documents promise are compared where all classes run.
classes() {
    local class
    for class in "$@"; do
        run --test=faults "${class}_"
    done
}

for part in "$@"; do
    echo "long matrices: $part" >&2
    case $part in
    lib) run --lib pdb:: prune:: search::cube ;;
    lib-tables) run --lib pdb:: ;;
    lib-pruning) run --lib prune:: ;;
    lib-searches) run --lib search::cube ;;
    library) run --test=library ;;
    library-puzzles) run --test=library small_puzzles ;;
    library-engines) run --test=library schedulers presets ranks static_partition ;;
    library-answers) run --test=library optimal cosets all_solutions ;;
    library-files) run --test=library checkpoints fuzz_replay table_files ;;
    faults) run --test=faults ;;
    faults-files) classes 01 02 03 04 05 06 07 08 09 10 11 12 17 33 ;;
    faults-calls) classes 13 14 27 ;;
    faults-signals) classes 15 16 ;;
    faults-rest) classes 18 19 20 21 22 23 24 25 26 28 29 30 31 32 34 ;;
    programs) run --test=programs default_tables engine_cli fingerprint nxn_cli devices_cli ;;
    programs-searches) run --test=programs fingerprint devices_cli ;;
    programs-tables) run --test=programs default_tables engine_cli nxn_cli ;;
    soak)
        # `cargo run` would compile the library once more, with the features that `reproduce` asks for.
        cargo test --quiet --locked --workspace "${features[@]}" --test cli --no-run
        "${CARGO_TARGET_DIR:-target}/debug/reproduce" soak --small --minutes "$CUBEPDB_EFFORT" --seed 1
        ;;
    package) tools/package.sh "$(mktemp -d)" ;;
    *)
        echo "unknown part \`$part\`: $(sed -n 's/^    \([a-z-]*\)).*/\1/p' "$0" | tr '\n' ' ')" >&2
        exit 2
        ;;
    esac
done
