#!/usr/bin/env bash
# Counts the instructions of a look-up in a search from both ends, with level 3 and AVX2, and fails if there are more than noted here.
# Callgrind counts them, so that no other work on the machine disturbs. Needs valgrind, which is installed on Debian as root.
# Arguments go to cargo. SOLVE_DIR=DIR takes the programs from there instead of building them.
set -euo pipefail
cd "$(dirname "$0")/.."

# With 96 look-ups in flight, and with 48, as where the nearest cache is small. Tests of flipped edges count, too, which leave out look-ups.
# Lower them with what is won; docs/performance.md says what was tried.
most() { if [ "$1" = 48 ]; then echo 210; else echo 202; fi; }
# A cube of 17 moves, and the longest of two proofs: what differs between them is one length.
cube="B2 L3 D1 F3 L1 U3 R3 D3 L1 F2 U2 D3 L2 B2 U3 F2 D2 B2 D2"
length=15

if ! command -v valgrind >/dev/null; then
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        apt-get update -qq && apt-get install -y -qq valgrind >/dev/null
    else
        echo "skipped: no valgrind" >&2
        exit 77
    fi
fi
if [ "$(uname -m)" != x86_64 ] || ! grep -qw avx2 /proc/cpuinfo; then
    echo "skipped: no AVX2" >&2
    exit 77
fi
if [ -z "${SOLVE_DIR:-}" ]; then
    cargo build --quiet --locked --release --bins "$@"
    SOLVE_DIR=${CARGO_TARGET_DIR:-target}/release
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$SOLVE_DIR/pdbgen" h48 --level 3 -o "$work/h48-3.pdb" >/dev/null 2>&1

# All instructions of a proof that no solution has at most $1 moves. No other thread looks for good solutions meanwhile.
instructions() {
    # The exit status says that there is no such solution.
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$SOLVE_DIR/solve" --pdb "$work/h48-3.pdb" --threads 1 --deterministic --max-depth "$1" --stats=json \
        "$cube" >"$work/out" 2>&1 || [ $? = 1 ]
    sed -n 's/.*Collected : //p' "$work/out"
}
before=$(instructions $((length - 1)))
after=$(instructions $length)
lookups=$(sed -n "s/.*\"bound\":$length,.*\"lookups\":\([0-9]*\).*/\1/p" "$work/out")
if [ -z "$before" ] || [ -z "$after" ] || [ -z "$lookups" ]; then
    cat "$work/out" >&2
    exit 1
fi
"$SOLVE_DIR/solve" --pdb "$work/h48-3.pdb" --max-depth 12 --stats "$cube" >"$work/out" 2>&1 || [ $? = 1 ]
in_flight=$(sed -n 's/.*two-sided, \([0-9]*\) look-ups.*/\1/p' "$work/out")
most=$(most "$in_flight")
each=$(((after - before + lookups / 2) / lookups))
echo "instructions a look-up: $each, of $lookups look-ups, $in_flight in flight"
[ "$each" -le "$most" ] || {
    echo "more than $most: see tests/instructions.sh" >&2
    exit 1
}
