#!/usr/bin/env bash
# Runs a command of Cargo's that builds tests with overflow checks and debug assertions, and runs them in their full amounts:
#
#   .ci/checked.sh cargo test --release
#
# The program of `target/release` stays as it is.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# One folder for all that is compiled: dependencies, which are compiled without the checks, serve both.
export CARGO_TARGET_DIR=$root/target/checked CARGO_BUILD_BUILD_DIR=$root/target
export CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true PASANG_EXHAUSTIVE=1
exec "$@"
