#!/usr/bin/env bash
# Measures the graphics cards of this machine: their memory, look-ups a second by level beside it, the public sets, and whether
# node counts are those of the processor. Takes some minutes; prints a report that can be kept as it is.
#
#     tools/gpu/measure.sh TABLES [SOLVE]
#
# TABLES: a directory with tables h48-*.pdb. SOLVE: the program, by default `solve` in the PATH. In the environment, DEVICE=0
# chooses a card, LIMIT=60s is the time for each cube, CUBES=20 how many of each set are solved, COUNTED=5 how many are counted.
set -euo pipefail

tables=${1:?a directory with tables h48-*.pdb}
solve=${2:-solve}
device=${DEVICE:-0}
limit=${LIMIT:-60s}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

heading() { printf '\n## %s\n\n' "$*"; }

# The first cubes of a set.
cubes() {
    "$solve" instances "$1" | grep -v '^#' | sed -n "1,$2p" >"$temporary/cubes"
    [ -s "$temporary/cubes" ]
}

# A search of a set on the card: cubes, median and worst time of one, and look-ups a second from the first cube to the last.
on_card() {
    local name=$1 jobs=$2
    shift 2
    "$solve" --backend gpu --device "$device" --jobs "$jobs" --timeout "$limit" --output jsonl --stats \
        --progress none "$@" \
        >"$temporary/records" 2>"$temporary/errors" || [ $? = 7 ] || { cat "$temporary/errors" >&2; return 1; }
    python3 - "$name" "$temporary/records" "$jobs" <<'PYTHON'
import json, statistics, sys
name, path, jobs = sys.argv[1], sys.argv[2], int(sys.argv[3])
records = [json.loads(line) for line in open(path)]
solved = [r for r in records if r["status"] == "solved"]
seconds = [r["seconds"] for r in records]
# Cubes that are searched together begin together, as long as there are no more than jobs.
free = [0.0] * jobs
for second in seconds:
    free[free.index(min(free))] += second
rates = [sum(r[what] for r in records) / max(*free, 1e-9) / 1e6 for what in ("lookups", "nodes")]
lengths = sum(r["length"] for r in solved)
print(f"{name:<26} {len(solved):>3} of {len(records):>3} solved, {lengths:>5} moves  median {statistics.median(seconds):9.4f} s"
      f"  worst {max(seconds):9.4f} s  {rates[0]:9.1f} M look-ups/s {rates[1]:9.1f} M nodes/s")
PYTHON
}

heading "The machine"
uname -srm
grep -m1 'model name' /proc/cpuinfo || true
"$solve" --version
"$solve" devices

heading "Random reads of lines, and copies to the card"
"$solve" devices --measure

# shellcheck disable=SC2045 # by size; the names have no blanks
for table in $(ls -S "$tables"/h48-*.pdb); do
    level=$(basename "$table" .pdb)
    heading "$level, $(stat -L -c %s "$table") bytes"
    for set in random15 random16 random17 random18 nissy20 superflip; do
        cubes "$set" "${CUBES:-20}"
        on_card "$set, one by one" 1 --pdb "$table" --file "$temporary/cubes" || break
        on_card "$set, 16 at a time" 16 --pdb "$table" --file "$temporary/cubes" || break
    done
    # Lengths that are refuted are searched to their ends by both.
    cubes random15 "${COUNTED:-5}"
    for place in gpu threads; do
        "$solve" --backend "$place" --pdb "$table" --all --progress none --iterations "$temporary/$place.csv" \
            --file "$temporary/cubes" >/dev/null 2>"$temporary/errors" || { cat "$temporary/errors" >&2; exit 1; }
        cut -d, -f1-5 "$temporary/$place.csv" >"$temporary/$place"
        rm "$temporary/$place.csv"
    done
    if cmp -s "$temporary/gpu" "$temporary/threads"; then
        echo "node counts: those of the processor, for all lengths of $(wc -l <"$temporary/cubes") cubes"
    else
        echo "node counts: NOT those of the processor"
        diff "$temporary/gpu" "$temporary/threads" | head
        exit 1
    fi
done

heading "The Manhattan distance of the edges, a subtree for each work item"
for moves in 8 9 10 11; do
    python3 - "$moves" >"$temporary/cubes" <<'PYTHON'
import random, sys
random.seed(3)
faces = []
while len(faces) < int(sys.argv[1]):
    face = random.choice("URFDLB")
    # Opposite faces are three apart.
    if not faces or "URFDLB".index(face) % 3 != "URFDLB".index(faces[-1]) % 3:
        faces.append(face)
print(" ".join(face + random.choice(["", "2", "'"]) for face in faces))
PYTHON
    on_card "$moves moves" 1 --preset gpu-manhattan --file "$temporary/cubes" || break
done
