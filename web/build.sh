#!/usr/bin/env bash
# Builds the page that needs no server, as files for any web host, in target/web or the directory named. The Rust for it comes from
# rustup or, on Debian, from Debian's compiler for the web; where there is neither, the exit status is 3.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=${CARGO_TARGET_DIR:-target}
mkdir -p "$targets"
targets=$(cd "$targets" && pwd)
site=${1:-$targets/web}
mkdir -p "$site/v1"

. tools/rust-for.sh
rust_for "$targets" wasm32-unknown-unknown || exit 3
(cd web && cargo build --quiet --locked ${from_source[@]+"${from_source[@]}"} --target-dir "$targets" --release)

cp tools/solve/serve/page/* web/page/* "$site"
cp "$targets/wasm32-unknown-unknown/release/cubepdb_web.wasm" "$site/cubepdb.wasm"
# The page asks here whether there is a server. There is none.
echo '{}' >"$site/v1/info"
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; base-uri 'none'; form-action 'none'"
sed -i "s|<meta charset=\"utf-8\">|&\n  <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" "$site/index.html"
