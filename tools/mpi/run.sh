#!/usr/bin/env bash
# mpirun for one machine, whoever you are and however few cores there are: `tools/mpi/run.sh -np 4 solve --preset ida-mpi4 CUBE`.
# Open MPI refuses to start as root, refuses more ranks than cores, ties each rank to one core, and waits without a pause. It also
# takes every exit status but 0 for a failure, and says that the job was aborted: for the statuses of `solve` that are answers (1, 3
# and 7) this message is left out. The exit status is that of mpirun, which is that of the first rank.
set -euo pipefail

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1

# Open MPI writes two blocks between lines of dashes. The first is held back until the second names the exit status.
# shellcheck disable=SC2016 # awk expands them
without_alarm='
function pass(text) { printf "%s", text; fflush() }
/^-+$/ && length > 40 {
    block = block $0 "\n"
    if (!inside) { inside = 1; next }
    inside = 0
    if (block ~ /exited with non-zero status/ && block ~ /Exit code: +[137]\n/) held = block = ""
    else if (block ~ /Primary job +terminated normally/) { held = held block; block = "" }
    else { pass(held block); held = block = "" }
    next
}
inside { block = block $0 "\n"; next }
{ pass(held $0 "\n"); held = "" }
END { pass(held block) }'

# An interrupt is for mpirun, whose last messages are still to be passed on.
exec mpirun "$@" 2> >(trap '' INT; exec awk "$without_alarm" >&2)
