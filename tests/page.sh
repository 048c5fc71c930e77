#!/usr/bin/env bash
# Tests the page of `solve serve` in Debian's chromium, without a window: types of its scripts, then what people do with it. Needs
# Node.js with npm, and chromium; CHROMIUM=PATH names another one. PICTURES=DIR keeps pictures for documents.
set -euo pipefail
cd "$(dirname "$0")/.."

chromium=${CHROMIUM:-$(command -v chromium || true)}
if ! command -v npm >/dev/null || [ -z "$chromium" ]; then
    echo "skipped: no Node.js with npm, or no chromium" >&2
    exit 0
fi
targets=${CARGO_TARGET_DIR:-target}
place=$targets/page
mkdir -p "$place"
cp tests/page/package.json tests/page/package-lock.json "$place"
(cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
# Modules are looked for beside the tests.
ln -sfn "$(cd "$place" && pwd)/node_modules" tests/page/node_modules
trap 'rm -f tests/page/node_modules' EXIT
tests/page/node_modules/.bin/tsc --project tests/page/tsconfig.json
# As the tests of the programs build it: `cargo build` would compile everything once more, with the features of fewer packages.
cargo test --quiet --locked --no-run --test programs "$@"
SOLVE=$(cd "$targets" && pwd)/debug/solve CHROMIUM=$chromium node --test --test-reporter=spec tests/page/page.test.mjs
