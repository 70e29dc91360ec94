#!/usr/bin/env bash
# The program as one file that needs nothing beside it: builds it, holds its size against what README
# promises, and gives it the tests of commands in a root folder in which nothing else is.
#
#   .ci/static.sh            builds target/x86_64-unknown-linux-gnu/dist/pasang and tries it
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
most_bytes=10000000
host=$(rustc -vV | sed -n 's/^host: //p')

RUSTFLAGS='-C target-feature=+crt-static' cargo build --locked --profile dist --target "$host"
program=$PWD/target/$host/dist/pasang
bytes=$(wc -c <"$program")
echo "$bytes bytes"
[ "$bytes" -le "$most_bytes" ] || { echo "more than $most_bytes bytes" >&2; exit 1; }
! LC_ALL=C readelf --program-headers "$program" | grep -q INTERP || { echo "it wants a loader" >&2; exit 1; }

# The tests work in temporary folders. These lie in the empty root, where they are found by the same
# paths, for there the root's own path leads back to the root.
root=$(mktemp -d /tmp/pasang-root-XXXXXX)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/tmp" "$root$(dirname "$root")" "$root/dev"
ln -s / "$root$root"
cp "$program" "$root/pasang"
# What programs expect of any system.
mknod -m 666 "$root/dev/null" c 1 3 && mknod -m 666 "$root/dev/full" c 1 7
mkdir "$root.bin"
trap 'rm -rf "$root" "$root.bin"' EXIT
# `chroot` begins at the root: the folder that the caller is in is gone to within.
cat >"$root.bin/pasang" <<END
#!/bin/sh
exec python3 -c 'import os, sys
here = os.getcwd()
os.chroot("$root")
os.chdir(here)
os.execv("/pasang", ["pasang"] + sys.argv[1:])' "\$@"
END
chmod +x "$root.bin/pasang"
TMPDIR=$root/tmp PASANG_PROGRAM=$root.bin/pasang cargo test --locked --test suite -- "${@:-commands::}"
