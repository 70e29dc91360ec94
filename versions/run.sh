#!/usr/bin/env bash
# Lets two versions of the program play each other, or solve the same positions: `run.sh COMMIT match
# --rules brunei-slide --equal-time`, with the version of COMMIT as the old one and the working tree
# as the new one. `run.sh COMMIT --help` tells the options.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=${1:?give the commit of the old version, then `match` or `solve` with their options}
shift
old=target/versions/old
[ -e "$old" ] || git worktree add --quiet --force --detach "$old" "$commit"
git -C "$old" checkout --quiet --force --detach "$commit"
# Two packages of one name must differ in version to stand in one lock file.
sed -i '0,/^version = .*/s//version = "0.0.0"/' "$old/Cargo.toml"
CARGO_TERM_COLOR=never cargo build --quiet --release --manifest-path versions/Cargo.toml \
    --target-dir target/versions/build
exec target/versions/build/release/versions "$@"
