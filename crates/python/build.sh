#!/usr/bin/env bash
# Builds the Python wheel: the module, and the program beside it.
#
#   crates/python/build.sh FOLDER                 for this machine; the program of Cargo's folder, built if it is not there; needs `pip install maturin`
#   crates/python/build.sh FOLDER --zig [TARGET]  for manylinux2014, x86_64 or aarch64 (default: this machine's), optimised
#                                                 and static as in a release; needs `pip install maturin ziglang`
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
data=crates/python/data/scripts
rm -rf "$data" && mkdir -p "$data"
if [ "${2-}" = --zig ]; then
    target=${3-$(uname -m)}-unknown-linux-gnu
    # The static program that .ci/static.sh builds and tries.
    unset CARGO_TARGET_DIR
    case $target in
    "$(uname -m)"-*) .ci/static.sh build && program=target/$target/dist/pasang ;;
    *) .ci/static.sh "${target%%-*}" && program=target/cross/$target/dist/pasang ;;
    esac
    cp "$program" "$data/pasang"
    # The interpreter's `bin` has zig and maturin, which refuses what needs a newer glibc than 2.17.
    .ci/cross.sh "$target" maturin build --quiet --zig --compatibility manylinux2014 --profile dist \
        --manifest-path crates/python/Cargo.toml --out "$folder"
else
    cargo build --locked --quiet --release --bin pasang
    target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
    cp "$target/release/pasang" "$data/pasang"
    # With the feature of `.ci/python.sh`, which then compiles the module once.
    maturin build --locked --quiet --release --features stubs --manifest-path crates/python/Cargo.toml --out "$folder"
fi
