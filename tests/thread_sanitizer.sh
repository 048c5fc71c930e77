#!/usr/bin/env bash
# Runs the tests of the shared tables under ThreadSanitizer (or the sanitizer named), and fails upon any report. Works with
# a stable toolchain; the standard library is not instrumented. Takes a target directory of its own, since every crate is
# compiled with other flags. The models of the memory are left out: loom switches stacks, which sanitizers do not follow.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizer=${1:-thread}
target=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=$sanitizer -Cunsafe-allow-abi-mismatch=sanitizer"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/$sanitizer-sanitizer
export TSAN_OPTIONS="suppressions=$PWD/tests/thread_sanitizer.suppressions halt_on_error=1 exitcode=66 ${TSAN_OPTIONS:-}"
export ASAN_OPTIONS="detect_leaks=1 exitcode=66 ${ASAN_OPTIONS:-}"
export PROPTEST_CASES=16
# Most of the time is the compiler's.
export CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_TEST_DEBUG=line-tables-only

cargo test --locked --lib --target "$target" prune::table -- --skip loom_tests
