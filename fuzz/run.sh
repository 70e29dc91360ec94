#!/usr/bin/env bash
# Gives every reader any text, each target in turn: `run.sh 5` for 5 seconds each, `run.sh 1000000 inputs`
# for so many inputs in all. The first text that a reader cannot bear ends it, and is kept in
# `fuzz/artifacts`. What was found out about the readers is kept in `fuzz/corpus`, for the next time.
#
# It needs `cargo-fuzz`, and works with the stable toolchain: without a sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

amount=${1:?give a number of seconds a target, or of inputs in all and the word inputs}
targets=(experiment setup diagram journal moves bot)
case ${2-seconds} in
    seconds) limit=-max_total_time=$amount ;;
    inputs) limit=-runs=$(((amount + ${#targets[@]} - 1) / ${#targets[@]})) ;;
    *) echo "no such unit: $2" >&2; exit 2 ;;
esac

# Texts to begin with, that each reader takes.
seeds() {
    case $1 in
        experiment) echo experiments/quick.toml experiments/most-balanced.toml tests/data/experiments/sound/*.toml ;;
        setup) echo setups/*.txt ;;
        *) echo fuzz/seeds/"$1"/* ;;
    esac
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in "${targets[@]}"; do
    mkdir -p "fuzz/corpus/$target"
    # shellcheck disable=SC2046 # they are several
    cp $(seeds "$target") "fuzz/corpus/$target"
    if ! cargo fuzz run --sanitizer none "$target" -- "$limit" -print_final_stats=1 \
        -timeout=20 -rss_limit_mb=4096 </dev/null >"$log" 2>&1; then
        tail -n 60 "$log" >&2
        exit 1
    fi
    printf '%s: %s inputs\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
done
