#!/usr/bin/env bash
# Builds the page that needs no server, as files for any web host, in target/web or the directory named; and the package
# for npm, of the same module, in target/npm. The Rust for it comes from rustup or, on Debian, from Debian's compiler for
# the web; where there is neither, the exit status is 3.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=${CARGO_TARGET_DIR:-target}
mkdir -p "$targets"
targets=$(cd "$targets" && pwd)
site=${1:-$targets/web}
npm=$targets/npm
rm -rf "$npm"
mkdir -p "$site/v1" "$npm"

. tools/rust-for.sh
rust_for "$targets" wasm32-unknown-unknown || exit 3
(cd web && cargo build --quiet --locked ${from_source[@]+"${from_source[@]}"} --target-dir "$targets" --release)
module=$targets/wasm32-unknown-unknown/release/cubepdb_web.wasm

cp tools/solve/serve/page/* web/page/* "$site"
cp "$module" "$site/cubepdb.wasm"
# The page asks here whether there is a server. There is none.
echo '{}' >"$site/v1/info"
# The page of a server has none of this.
sed '/<meta charset="utf-8">/r web/head.html' tools/solve/serve/page/index.html >"$site/index.html"
# The service worker keeps all files but itself. It changes when one of them does.
names=
for file in tools/solve/serve/page/* web/page/* cubepdb.wasm; do
    name=${file##*/}
    [ "$name" = offline.js ] || names="$names${names:+ }$name"
done
# shellcheck disable=SC2086  # names without spaces
version=$(cd "$site" && cksum $names | cksum | tr -s ' \t' '-')
sed "s/{files}/$names/; s/{version}/${version%-}/" web/page/offline.js >"$site/offline.js"

cp web/npm/* web/page/{module,requests,start,worker}.js LICENSE-* "$npm"
cp "$module" "$npm/cubepdb.wasm"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
sed "s/\"version\": \".*\"/\"version\": \"$version\"/" web/npm/package.json >"$npm/package.json"
