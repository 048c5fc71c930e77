#!/usr/bin/env bash
# Installs on Debian what a build with `--features mpi` needs beside Rust and a C compiler: Open MPI with its headers and
# launcher, and libclang, which reads the headers. About 350 MB. Does nothing where all of it is there.
set -euo pipefail

exec bash "$(dirname "$0")/../install-debian.sh" libopenmpi-dev openmpi-bin libclang-dev
