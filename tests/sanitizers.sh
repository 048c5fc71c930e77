#!/usr/bin/env bash
# Runs tests under the sanitizers named (thread, address; both if none is), and fails upon any report. Works with a stable
# toolchain; the standard library is not instrumented. They share a target directory of their own: what runs in the compiler is
# compiled once, everything else with the flags of each. Models of the memory are left out: loom switches stacks, which
# sanitizers do not follow.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
targets=${CARGO_TARGET_DIR:-target}
export RUSTC_BOOTSTRAP=1
export TSAN_OPTIONS="suppressions=$PWD/tests/sanitizers.suppressions halt_on_error=1 exitcode=66 ${TSAN_OPTIONS:-}"
export ASAN_OPTIONS="detect_leaks=1 exitcode=66 ${ASAN_OPTIONS:-}"
# Fewer cases than usual: a sanitizer sees what a case touches, not what comes out of it.
export PROPTEST_CASES=16
# Most of the time is the compiler's: what the programs need is left out, and nothing is optimised. (An optimised library also has one
# function for alike ones, and its names are not those of the suppressions.)
export CARGO_PROFILE_TEST_OPT_LEVEL=0 CARGO_PROFILE_TEST_DEBUG=line-tables-only
plain_library=(--config profile.test.package.cubepdb.opt-level=0 --config profile.test.package.cubepdb.codegen-units=16)

# Tests of the library whose names contain one of these words.
check() {
    local sanitizer=$1
    shift
    RUSTFLAGS="-Zsanitizer=$sanitizer -Cunsafe-allow-abi-mismatch=sanitizer --cfg ${sanitizer}_sanitizer" \
        CARGO_TARGET_DIR=$targets/sanitizers \
        cargo test "${plain_library[@]}" --locked --package cubepdb --lib --no-default-features --target "$host" -- "$@"
}

[ $# -gt 0 ] || set -- thread address
for sanitizer in "$@"; do
    case $sanitizer in
    # Transposition tables, builders of small tables, schedulers, ranks as threads. What waits for a pool of rayon from outside is left
    # out: it does so on a lock of the standard library, which the sanitizer does not see. So is what takes more than a minute:
    # the search from both ends, which the sanitizer is silent about, and H48 tables, which it was not tried on.
    thread) check thread prune::table race_tests --skip from_both_ends ;;
    # The islands of unsafe code: vectors, memory of tables, builders, chains, look-ups ahead of time.
    address) check address prune::table cube::simd storage::memory build::orders build::race_tests heuristic::h48 heuristic::edges \
        orbit::tests::moves_in_registers orbit::tests::a_perimeter ;;
    *)
        echo "usage: $0 [thread] [address]" >&2
        exit 2
        ;;
    esac
done
