#!/usr/bin/env bash
# Tries what the gate cannot: the tests and the games of Windows or macOS, on such a system.
#
#   .ci/other.sh             the tests, and the fingerprint
#   .ci/other.sh wheel       the Python wheel: built, installed and tested in a fresh virtual environment
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1-}" = wheel ]; then
    python -m venv target/venv
    [ -d target/venv/bin ] && bin=target/venv/bin || bin=target/venv/Scripts
    export PATH=$PWD/$bin:$PATH
    python -m pip install --quiet "$(grep '^maturin' crates/python/tests/requirements.txt)" pytest numpy abi3audit
    crates/python/build.sh target/wheel
    abi3audit --strict target/wheel/*.whl
    python -m pip install --quiet target/wheel/*.whl
    [ "$(pasang --version)" = "$(target/release/pasang --version)" ]
    python -m pytest --quiet crates/python/tests/test_positions.py
    exit 0
fi
cargo test --locked --release
# Ends with an error for another fingerprint.
target/release/pasang bench
