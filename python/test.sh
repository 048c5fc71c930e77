#!/usr/bin/env bash
# Builds the Python module and tests it, in an environment of its own under target/. Needs Python 3.11 or newer with venv,
# and a package index for pip. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
target=${CARGO_TARGET_DIR:-$PWD/target}
environment=$target/python-environment
if ! [ -x "$environment/bin/maturin" ]; then
    "$python" -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' 'mypy>=1.11' 'numpy>=1.23' 'pytest>=8'
fi

# A development build, compiled in a minute, with every check on; what is tested is the wheel.
wheels=$target/python-wheels
rm -rf "$wheels"
CARGO_TARGET_DIR=$target "$environment/bin/maturin" build --quiet --locked --compatibility linux --out "$wheels"

# It needs nothing else: not NumPy, no table, no cache.
empty=$target/python-empty
rm -rf "$empty"
"$python" -m venv "$empty"
"$empty/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheels"/*.whl
solution=$(CUBEPDB_CACHE=$empty/cache "$empty/bin/python" -c "import cubepdb; print(cubepdb.solve(\"R U R' U' F2\"))")
[ "$solution" = "F2 U R U' R' (5f)" ]

"$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl

export MYPY_CACHE_DIR=$target/mypy
"$environment/bin/mypy" python/cubepdb tests
"$environment/bin/stubtest" --mypy-config-file pyproject.toml --allowlist tests/stubtest.txt --ignore-unused-allowlist cubepdb
timeout "${TIMEOUT:-900}" "$environment/bin/pytest" -p no:cacheprovider "$@"
