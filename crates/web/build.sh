#!/usr/bin/env bash
# Builds the page: `target/pasang.html`, one file with everything in it.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Removes the build machine's paths; all browsers since 2023 support SIMD. Inlining less costs no time, and saves 12 kB.
export RUSTFLAGS="-C target-feature=+simd128 -C llvm-args=-inline-threshold=20 --remap-path-prefix=$PWD=pasang \
--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$(rustc --print sysroot)=rust"
.ci/cross.sh wasm32-unknown-unknown build --quiet --package pasang-web --profile dist
# Compresses as gzip does, by 22 kB better.
zopfli=target/tools/zopfli
$zopfli/bin/python -c 'import zopfli' 2>/dev/null ||
    { python3 -m venv $zopfli && $zopfli/bin/pip install --quiet zopfli==0.4.3; }
$zopfli/bin/python crates/web/bundle.py target/cross/wasm32-unknown-unknown/dist/pasang_web.wasm target/pasang.html
