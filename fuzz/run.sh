#!/usr/bin/env bash
# Fuzzes every parser in turn: `run.sh 5` for 5 seconds each, `run.sh 1000000 inputs` for that many
# inputs in all; further arguments select targets. The first failing input ends it and is kept in
# `fuzz/artifacts`. The corpus is kept in `fuzz/corpus` for the next time.
#
# It works with the stable toolchain, without a sanitizer: Rust instruments the code as `cargo fuzz --sanitizer none`
# would, which need not be installed. Short runs use a profile that compiles faster, long ones the optimized profile.
set -euo pipefail
cd "$(dirname "$0")/.."

amount=${1:?give a number of seconds a target, or of inputs in all and the word inputs}
unit=${2-seconds}
shift $(($# < 2 ? $# : 2))
targets=("${@:-}")
[ $# -gt 0 ] || targets=(experiment setup diagram journal moves game table bot)

# Inputs of a target per thousand: most go where they are fastest.
declare -A share=([experiment]=4 [setup]=21 [diagram]=20 [journal]=35 [moves]=320 [game]=10 [table]=2 [bot]=588)

profile=release folder=release
[ "$unit" != seconds ] || profile=dev folder=debug

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

# A target of its own, for build scripts need no instruments.
host=$(rustc -vV | sed -n 's/^host: //p')
sanitizer=-sanitizer-coverage
RUSTFLAGS="--cfg fuzzing -C passes=sancov-module -C llvm-args=$sanitizer-level=4 -C llvm-args=$sanitizer-inline-8bit-counters \
-C llvm-args=$sanitizer-pc-table -C llvm-args=$sanitizer-trace-compares -C llvm-args=-simplifycfg-branch-fold-threshold=0" \
    cargo build --quiet --locked --manifest-path fuzz/Cargo.toml --target-dir fuzz/target --target "$host" --profile $profile "${targets[@]/#/--bin=}"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in "${targets[@]}"; do
    limit=$(limit "$target")
    corpus=fuzz/corpus/$target artifacts=fuzz/artifacts/$target
    mkdir -p "$corpus" "$artifacts"
    # shellcheck disable=SC2046 # they are several
    cp $(seeds "$target") "$corpus"
    if ! "fuzz/target/$host/$folder/$target" "$limit" "-artifact_prefix=$artifacts/" -print_final_stats=1 -timeout=20 \
        -rss_limit_mb=4096 "$corpus" </dev/null >"$log" 2>&1; then
        tail -n 60 "$log" >&2
        exit 1
    fi
    printf '%s: %s inputs\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
done
