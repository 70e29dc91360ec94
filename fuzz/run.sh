#!/usr/bin/env bash
# Fuzzes every parser in turn: `run.sh 5` for 5 seconds each, `run.sh 1000000 inputs` for that many
# inputs in all; further arguments select targets. The first failing input ends it and is kept in
# `fuzz/artifacts`. The corpus is kept in `fuzz/corpus` for the next time.
#
# It needs `cargo-fuzz`, and works with the stable toolchain: without a sanitizer. Short runs use a
# profile that compiles faster, long ones the optimized profile.
set -euo pipefail
cd "$(dirname "$0")/.."

amount=${1:?give a number of seconds a target, or of inputs in all and the word inputs}
unit=${2-seconds}
shift $(($# < 2 ? $# : 2))
targets=("${@:-}")
[ $# -gt 0 ] || targets=(experiment setup diagram journal moves game table bot)

# Inputs of a target per thousand: most go where they are fastest.
declare -A share=([experiment]=4 [setup]=21 [diagram]=20 [journal]=35 [moves]=320 [game]=10 [table]=2 [bot]=588)

profile=(--release)
[ "$unit" != seconds ] || profile=(--dev)

limit() {
    case $unit in
        seconds) echo "-max_total_time=$amount" ;;
        inputs) echo "-runs=$((amount * ${share[$1]} / 1000))" ;;
        *) echo "no such unit: $unit" >&2; exit 2 ;;
    esac
}

# Valid seed inputs for each parser.
seeds() {
    case $1 in
        experiment) echo experiments/quick.toml experiments/balance-quick.toml tests/data/experiments/sound/*.toml ;;
        setup) echo setups/*.txt ;;
        *) echo fuzz/seeds/"$1"/* ;;
    esac
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in "${targets[@]}"; do
    limit=$(limit "$target")
    mkdir -p "fuzz/corpus/$target"
    # shellcheck disable=SC2046 # they are several
    cp $(seeds "$target") "fuzz/corpus/$target"
    if ! cargo fuzz run "${profile[@]}" --sanitizer none "$target" -- "$limit" -print_final_stats=1 \
        -timeout=20 -rss_limit_mb=4096 </dev/null >"$log" 2>&1; then
        tail -n 60 "$log" >&2
        exit 1
    fi
    printf '%s: %s inputs\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
done
