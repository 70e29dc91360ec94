#!/usr/bin/env bash
# Builds the program for macOS, as a release has it, with the page that crates/web/build.sh built before, and checks
# its signature: it cannot run here. Needs `pip install ziglang cargo-zigbuild`.
#
#   .ci/macos.sh aarch64     target/cross/aarch64-apple-darwin/dist/pasang
#   .ci/macos.sh x86_64
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1-apple-darwin
# zig strips as it links, and signs then: a strip afterwards would break the signature. Without the flag Cargo asks for
# one in spite of the profile.
export PASANG_PAGE=$PWD/target/pasang.html CARGO_PROFILE_DIST_STRIP=none RUSTFLAGS='-C link-arg=-s -C strip=none'
.ci/cross.sh "$target" zigbuild --quiet --profile dist --package pasang --features page
.ci/signed.py "target/cross/$target/dist/pasang"
