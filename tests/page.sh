#!/usr/bin/env bash
# Tests the page of `solve serve` in chromium or Chrome, without a window: types of its scripts, then what people do
# with it, and then the page without a server and the package for npm, where Rust's target wasm32-unknown-unknown is
# there. Needs Node.js with npm, and a browser; CHROMIUM=PATH names another one. `served` or `alone` runs one of the two;
# other arguments go to cargo. PICTURES=DIR keeps pictures for documents; CUBEPDB_EFFORT=1 builds the larger table in the
# browser, too.
set -euo pipefail
cd "$(dirname "$0")/.."

chromium=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
if ! command -v npm >/dev/null || [ -z "$chromium" ]; then
    echo "skipped: no Node.js with npm, or no chromium" >&2
    exit 77
fi
targets=${CARGO_TARGET_DIR:-target}
place=$targets/page
mkdir -p "$place"
cp tests/page/package.json tests/page/package-lock.json "$place"
(cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
# Modules are looked for beside the tests.
ln -sfn "$(cd "$place" && pwd)/node_modules" tests/page/node_modules
trap 'rm -f tests/page/node_modules' EXIT
for types in tsconfig tsconfig.worker tsconfig.node; do
    tests/page/node_modules/.bin/tsc --project "tests/page/$types.json"
done
targets=$(mkdir -p "$targets" && cd "$targets" && pwd)
export CHROMIUM=$chromium

# The page of `solve serve`. Arguments go to cargo.
served() {
    # As the tests of the programs build it: `cargo build` would compile everything once more, with the features of fewer packages.
    if command -v mpicc >/dev/null; then
        set -- --features mpi "$@"
    fi
    cargo test --quiet --locked --workspace --no-run --test programs "$@"
    SOLVE=$targets/debug/solve node --test --test-reporter=spec tests/page/page.test.mjs
}

# The page without a server, and the package for npm.
alone() {
    (cd web && cargo fmt --check)
    bash web/build.sh || {
        [ $? = 3 ] || exit 1
        echo "skipped: the page without a server, since there is no Rust for it" >&2
        return 77
    }
    WEB=$targets/web node --test --test-reporter=spec tests/page/web.test.mjs
    NPM=$targets/npm node --test --test-reporter=spec tests/page/npm.test.mjs
}

case ${1:-} in
served | alone)
    page=$1
    shift
    "$page" "$@"
    ;;
*)
    served "$@"
    alone
    ;;
esac
