#!/usr/bin/env bash
# Runs the kernels of devices under AddressSanitizer and UndefinedBehaviorSanitizer: compiled as C11, with work items one after the
# other, as in the tests of the library. Arguments go to cargo.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
libraries="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)"
cat >&2 <<END
kernels as C11, sanitizers: $libraries
END
# The test binary is not instrumented itself, and the test runner leaks on purpose.
runner=$(mktemp)
trap 'rm -f "$runner"' EXIT
cat >"$runner" <<END
#!/bin/sh
LD_PRELOAD="$libraries" ASAN_OPTIONS=detect_leaks=0:exitcode=66 exec "\$@"
END
chmod +x "$runner"
export "CARGO_TARGET_${host}_RUNNER=$runner"
export CUBEPDB_KERNEL_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all"
# With the features of the other tests of `.ci/run`: one build for all.
if command -v mpicc >/dev/null; then
    set -- --features mpi "$@"
fi
cargo test --locked --workspace --lib "$@" -- device:: \
    wavefront::tests::one_node wavefront::tests::no_solution wavefront::tests::several_cubes \
    asynchronous::tests::counts_do_not_depend
