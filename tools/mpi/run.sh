#!/usr/bin/env bash
# mpirun for one machine, whoever you are and however few cores there are: `tools/mpi/run.sh -np 4 solve --preset ida-mpi4 CUBE`.
# Open MPI refuses to start as root, refuses more ranks than cores, ties each rank to one core, and waits without a pause.
set -euo pipefail

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1

exec mpirun "$@"
