#!/usr/bin/env bash
# Runs Cargo for another target: wasm32 for the page, aarch64, Windows and macOS for a release.
#
#   .ci/cross.sh TARGET check -p pasang-core      any cargo command
#   .ci/cross.sh TARGET maturin build ..          maturin, which takes cargo's options
#   .ci/cross.sh TARGET zigbuild ..               linked by zig, for macOS; needs `pip install ziglang cargo-zigbuild`
#
# Windows is linked by gcc-mingw-w64-x86-64.
# Uses the toolchain's target if it has one. Otherwise, on Debian, unpacks its compiler with the
# library's source beside the toolchain (installed it would conflict) and builds the library too.
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
        # Always: an outdated package list names a compiler that is no longer available.
        apt-get update >/dev/null
        # Dependencies of the compiler: its own library, and LLVM.
        names=$(apt-cache depends --recurse --important rustc-web |
            grep -E '^(rustc-web|libstd-rust-web.*|libllvm[0-9]+)$' | sort -u)
        (cd "$root/debs" && apt-get download rust-web-src $names >/dev/null)
        for deb in "$root"/debs/*.deb; do dpkg -x "$deb" "$root"; done
        rm -r "$root/debs"
    fi
    host=$(rustc -vV | sed -n 's/^host: //p')
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
    export RUSTC=$root/usr/bin/rustc LD_LIBRARY_PATH=$root/usr/lib/$(uname -m)-linux-gnu
    # Only an unstable toolchain may build the library from source.
    export RUSTC_BOOTSTRAP=1
    more=(-Zbuild-std=std,panic_abort)
    # The page is loaded over a network: the library's small sorting and printing, a tenth of it.
    case $target in wasm32-*) more+=(-Zbuild-std-features=optimize_for_size) ;; esac
fi
# Otherwise zig takes the latest.
export MACOSX_DEPLOYMENT_TARGET=${MACOSX_DEPLOYMENT_TARGET-11.0}
program=cargo
if [ "$1" = maturin ]; then
    program=maturin
    shift
fi
exec $program "$@" "${more[@]}" --locked --target "$target" --target-dir target/cross
