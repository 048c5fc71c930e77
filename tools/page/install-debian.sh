#!/usr/bin/env bash
# Installs on Debian the browser in which the page of `solve serve` is tested. Does nothing where there is one, nor on relatives of Debian:
# the package of Ubuntu only asks for a snap.
set -euo pipefail

for browser in chromium google-chrome; do
    ! command -v "$browser" >/dev/null || exit 0
done
grep -qx 'ID=debian' /etc/os-release || exit 0
exec bash "$(dirname "$0")/../install-debian.sh" chromium
