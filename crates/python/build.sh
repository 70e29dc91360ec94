#!/usr/bin/env bash
# Builds the Python wheel: the module, and the program beside it.
#
#   crates/python/build.sh FOLDER [OPTION..]      for this machine, with options of Cargo; the program of Cargo's folder, built if it is not there; needs `pip install maturin`
#   crates/python/build.sh FOLDER --zig [TARGET]  for manylinux2014, x86_64 or aarch64 (default: this machine's), optimised
#                                                 and static as in a release, or for windows, x86_64-macos or aarch64-macos;
#                                                 needs `pip install maturin ziglang cargo-zigbuild`
set -euo pipefail
# Names Apple's library that Arrow's time zones call, for a linker on another system: `chrono` asks for it.
frameworks() {
    local folder=$PWD/target/frameworks
    mkdir -p "$folder/CoreFoundation.framework"
    cat >"$folder/CoreFoundation.framework/CoreFoundation.tbd" <<'END'
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ _CFRelease, _CFStringGetBytes, _CFStringGetCStringPtr, _CFStringGetLength, _CFTimeZoneCopySystem, _CFTimeZoneGetName, _CFTimeZoneResetSystem ]
...
END
    echo "$folder"
}
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
data=crates/python/data/scripts
rm -rf "$data" && mkdir -p "$data"
if [ "${2-}" = --zig ]; then
    # The program of a release.
    unset CARGO_TARGET_DIR
    system=${3-$(uname -m)}
    target=$system-unknown-linux-gnu more=(--zig)
    case $system in
    "$(uname -m)") .ci/static.sh build ;;
    windows) target=x86_64-pc-windows-gnu more=() && .ci/windows.sh dist ;;
    *-macos) target=${system%-macos}-apple-darwin && .ci/macos.sh "${system%-macos}" ;;
    *) .ci/static.sh "$system" ;;
    esac
    program=target/cross/$target/dist/pasang
    [ "$system" != "$(uname -m)" ] || program=target/$target/dist/pasang
    [ "$system" != windows ] || program=$program.exe
    # maturin refuses what needs a newer glibc than 2.17.
    [[ $target != *linux* ]] || more+=(--compatibility manylinux2014)
    # zig strips for macOS as it links, and signs then.
    if [[ $target == *darwin ]]; then
        export CARGO_PROFILE_DIST_STRIP=none RUSTFLAGS="-C link-arg=-s -C strip=none -C link-arg=-F$(frameworks)"
    fi
    cp "$program" "$data"
    # The interpreter's `bin` has zig and maturin.
    .ci/cross.sh "$target" maturin build --quiet "${more[@]}" --profile dist --manifest-path crates/python/Cargo.toml --out "$folder"
    if [[ $target == *darwin ]]; then
        python3 -m zipfile -e "$(ls -t "$folder"/*.whl | head -n 1)" target/frameworks/wheel
        .ci/signed.py target/frameworks/wheel/pasang/_native.abi3.so
    fi
else
    cargo build --locked --quiet --release --bin pasang
    # Windows has its own separators there, escaped.
    target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/; s/\\\\/\//g')
    program=$target/release/pasang
    [ ! -e "$program.exe" ] || program=$program.exe
    cp "$program" "$data"
    # With the feature of `.ci/python.sh`, which then compiles the module once.
    maturin build --locked --quiet --release "${@:2}" --features stubs --manifest-path crates/python/Cargo.toml --out "$folder"
fi
