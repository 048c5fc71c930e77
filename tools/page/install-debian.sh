#!/usr/bin/env bash
# Installs on Debian the browser in which the page of `solve serve` is tested. Does nothing where it is there.
set -euo pipefail

exec bash "$(dirname "$0")/../install-debian.sh" chromium
