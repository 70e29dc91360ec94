#!/usr/bin/env bash
# Builds the program as one file without dependencies, with the page in it that crates/web/build.sh
# built before, checks its size, and runs the tests of commands in an otherwise empty root folder.
#
#   .ci/static.sh            builds target/x86_64-unknown-linux-gnu/dist/pasang and tries it
#   .ci/static.sh build      builds it
#   .ci/static.sh aarch64    the same for aarch64: compared with this machine's output by `qemu-aarch64` (qemu-user)
#
# With PASANG_PROFILE=release the first two build in release/ a larger and slower one, in less time.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0 PASANG_PAGE=$PWD/target/pasang.html
most_bytes=10000000
host=$(rustc -vV | sed -n 's/^host: //p')

if [ "${1-}" = aarch64 ]; then
    # The linker and the C library: gcc-aarch64-linux-gnu and libc6-dev-arm64-cross.
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    RUSTFLAGS='-C target-feature=+crt-static' .ci/cross.sh aarch64-unknown-linux-gnu build --package pasang --features page --profile dist
    program=$PWD/target/cross/aarch64-unknown-linux-gnu/dist/pasang
else
    profile=${PASANG_PROFILE-dist}
    quick=()
    # What reads, counts and draws then compiles in a fifth of the time.
    [ "$profile" = dist ] || { most_bytes=30000000 && quick=(--config profile.release.package.pasang.opt-level=0); }
    RUSTFLAGS='-C target-feature=+crt-static -C strip=symbols' cargo build --locked --package pasang --features page --profile "$profile" --target "$host" "${quick[@]}"
    program=$PWD/target/$host/$profile/pasang
fi
bytes=$(wc -c <"$program")
echo "$bytes bytes"
[ "$bytes" -le "$most_bytes" ] || { echo "more than $most_bytes bytes" >&2; exit 1; }
! LC_ALL=C readelf --program-headers "$program" | grep -q INTERP || { echo "it wants a loader" >&2; exit 1; }
[ "${1-}" != build ] || exit 0

if [ "${1-}" = aarch64 ]; then
    asked='position moves c j
go positions 20000
word'
    own=$(cargo run --locked --quiet --release -- engine <<<"$asked")
    ! command -v qemu-aarch64 >/dev/null || [ "$(qemu-aarch64 "$program" engine <<<"$asked")" = "$own" ]
    exit 0
fi

# The tests work in temporary folders. These lie in the empty root and have the same paths inside,
# because there the root's own path leads back to the root.
root=$(mktemp -d /tmp/pasang-root-XXXXXX)
bin=$root.bin
clean() {
    umount "$root/proc" 2>/dev/null || true
    rm -rf "$root" "$bin"
}
trap clean EXIT
mkdir -p "$root/tmp" "$root/dev" "$root/proc" "$root$bin" "$bin"
ln -s / "$root$root"
cp "$program" "$root$bin/pasang"
# Files of any system, none of them a program or a library.
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/full" c 1 7
# One test reads the path of its folder, which has another name inside.
skip=(--skip an_experiment_becomes_jobs)
if mount -t proc proc "$root/proc" 2>/dev/null; then
    for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"; done
else
    # Without mounts there is no `/dev/stdin`, which these pass to the program.
    skip+=(--skip diagrams_are_read --skip rule_sets_are_listed --skip the_worked_examples --skip weights_that)
    echo "no /proc: without ${skip[*]}"
fi
# A working folder outside the root becomes the root. The interpreter itself starts sooner than a wrapper of it.
python=$(python3 -c 'import sys; print(sys.executable)')
cat >"$bin/pasang" <<END
#!/bin/sh
exec $python -IS -c 'import os, sys
here = os.getcwd()
os.chroot("$root")
os.chdir(here if os.path.isdir(here) else "/")
os.execv("$bin/pasang", ["pasang"] + sys.argv[1:])' "\$@"
END
chmod +x "$bin/pasang"
"$bin/pasang" page --out - | cmp - "$PASANG_PAGE"
printf 'setup: catalogue-05\nmoves: c h\n' | "$bin/pasang" review - --html /tmp/review.html
grep -q '^<meta name="game" data-positions="10000" content="' "$root/tmp/review.html"
# The test binary is that of the gate.
TMPDIR=$root/tmp PASANG_PROGRAM=$bin/pasang .ci/checked.sh cargo test --locked --release --test suite -- "${@:-commands::}" "${skip[@]}"
