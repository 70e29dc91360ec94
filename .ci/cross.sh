#!/usr/bin/env bash
# Cargo for another target than this machine's: wasm32 for the page, aarch64 for a release, and whether the program
# compiles for macOS and Windows.
#
#   .ci/cross.sh TARGET check -p pasang-core      any cargo command
#
# Where the toolchain has the target, that is used. Else, on Debian, its compiler with the library's
# source is unpacked beside the toolchain (installed it would be in its way) and builds the library too.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
target=$1
shift
more=()
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    root=$PWD/target/tools/rust-web
    if [ ! -x "$root/usr/bin/rustc" ]; then
        rm -rf "$root" && mkdir -p "$root/debs"
        # Always: a list of months ago has a compiler that is too old, which the updates replaced.
        apt-get update >/dev/null
        # What the compiler itself needs: its own library, and LLVM.
        names=$(apt-cache depends --recurse --important rustc-web |
            grep -E '^(rustc-web|libstd-rust-web.*|libllvm[0-9]+)$' | sort -u)
        (cd "$root/debs" && apt-get download rust-web-src $names >/dev/null)
        for deb in "$root"/debs/*.deb; do dpkg -x "$deb" "$root"; done
        rm -r "$root/debs"
    fi
    host=$(rustc -vV | sed -n 's/^host: //p')
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
    export RUSTC=$root/usr/bin/rustc LD_LIBRARY_PATH=$root/usr/lib/$(uname -m)-linux-gnu
    # The library is built from source, which only an unfixed toolchain may.
    export RUSTC_BOOTSTRAP=1
    more=(-Zbuild-std=std,panic_abort)
fi
exec cargo "$@" "${more[@]}" --locked --target "$target" --target-dir target/cross
