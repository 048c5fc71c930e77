#!/usr/bin/env bash
# Installs on Debian what a build with `--features mpi` needs beside Rust and a C compiler: Open MPI with its headers and
# launcher, and libclang, which reads the headers. About 350 MB. Does nothing where all of it is there.
set -euo pipefail

packages=(libopenmpi-dev openmpi-bin libclang-dev)
installed() { dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

missing=()
for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
