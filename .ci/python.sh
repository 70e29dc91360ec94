#!/usr/bin/env bash
# Builds the Python wheel, installs it in a fresh virtual environment, and tests it there: the type stubs against fresh
# ones, the module, its documents and the notebooks.
#
#   .ci/python.sh            all
#   .ci/python.sh stubs      writes crates/python/python/pasang/_native.pyi anew
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
folder=$PWD/target/python
stubs=crates/python/python/pasang/_native.pyi
rm -rf "$folder" && mkdir -p "$folder"
python3 -m venv "$folder/venv"
export PATH=$folder/venv/bin:$PATH
requirements=crates/python/tests/requirements.txt
pip install --quiet "$(grep '^maturin' $requirements)"
# The rest is unpacked while the module compiles.
if [ "${1-}" != stubs ]; then
    pip install --quiet --requirement $requirements &
    installing=$!
fi

# build.sh fills it; maturin wants it to be there.
mkdir -p crates/python/data
# Of the package the module has the tables of results: they need not be quick, and compile in a fifth of the time so.
quick=(--config profile.release.package.pasang.opt-level=0)
maturin generate-stubs --locked --quiet --profile release "${quick[@]}" --features stubs --manifest-path crates/python/Cargo.toml --out "$folder/stubs"
fresh=$folder/_native.pyi
python crates/python/stubs.py "$folder/stubs/pasang/_native.pyi" "$fresh"
if [ "${1-}" = stubs ]; then
    cp "$fresh" "$stubs"
    exit 0
fi
diff -u "$stubs" "$fresh" || { echo "stubs are out of date: .ci/python.sh stubs" >&2; exit 1; }

crates/python/build.sh "$folder/wheel" "${quick[@]}"
wait $installing
pip install --quiet --no-deps "$folder"/wheel/*.whl
[ "$(pasang --version)" = "$("${CARGO_TARGET_DIR:-target}/release/pasang" --version)" ]
cd crates/python/tests
# Notebooks first: they take longest. The training of one takes minutes; here it has a small budget.
PASANG_BUDGET=small python -m pytest --quiet -p no:cacheprovider --numprocesses 2 --dist worksteal --nbmake \
    --nbmake-timeout 400 ../../../analysis/notebooks .
