#!/usr/bin/env bash
# Installs on Debian what the tests of graphics cards need where there is no card: OpenCL, and PoCL, which runs kernels on the
# processor. Does nothing where both are there. A card needs the OpenCL part of its driver instead of PoCL.
set -euo pipefail

exec bash "$(dirname "$0")/../install-debian.sh" ocl-icd-libopencl1 pocl-opencl-icd
