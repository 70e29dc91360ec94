#!/usr/bin/env bash
# Lets the working tree play an older commit: `match.sh COMMIT --rules brunei-slide --equal-time`.
# `pasang-workshop match --help` tells the options.
set -euo pipefail
cd "$(dirname "$0")/../.."

commit=${1:?give the commit of the older version}
shift
old=target/versions/old
[ -e "$old" ] || git worktree add --quiet --force --detach "$old" "$commit"
git -C "$old" checkout --quiet --force --detach "$commit"
cargo build --quiet --release --manifest-path "$old/Cargo.toml" --target-dir target/versions/build
cargo build --quiet --release -p pasang -p pasang-workshop
exec target/release/pasang-workshop match --old target/versions/build/release/pasang "$@"
