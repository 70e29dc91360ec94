#!/usr/bin/env bash
# Makes the certificates of this folder again, and logs the time of each: `crates/exact/proofs/make.sh`, after
# `cargo build --release --package pasang-exact`. Times are of this machine, in log.csv; the survey is separate.
set -euo pipefail
cd "$(dirname "$0")"
pasang=../../../target/release/pasang-exact
echo 'certificate,positions looked at,seconds' >log.csv

# SETUP RULES MOVES..: proves a forced win by stuck after these moves; of a small board, the result.
prove() {
    local setup=$1 rules=$2
    shift 2
    local words=$* name begin said
    name=$setup-$rules${words:+-${words// /-}}
    begin=$(date +%s.%N)
    # No file is overwritten.
    rm -f "$name.txt"
    said=$("$pasang" prove --setup "$setup" --rules "$rules" --after "$words" ${words:+--stuck} \
        --nodes 40000000 --hash 256 --out "$name.txt")
    [[ $said == player* ]] || { echo "$name: $said" >&2; return 1; }
    LC_ALL=C awk -v name="$name" -v said="$said" -v begin="$begin" -v end="$(date +%s.%N)" 'BEGIN {
        split(said, words, " proved in "); split(words[2], count, " ")
        printf "%s,%d,%.2f\n", name, count[1], end - begin
    }' | tee -a log.csv
}

for second in e g; do prove catalogue-39 brunei-slide f "$second"; done
prove catalogue-20 brunei-slide a g
prove catalogue-20 brunei-slide e k
for second in b c d h i j; do prove catalogue-20 brunei-slide f "$second"; done
# No stone can jump into f there and capture: the player who takes f is stuck.
prove catalogue-20 brunei-jump f
for first in a b c d e; do prove catalogue-20 geoludie-jump "$first" f; done
for first in b c d e; do prove catalogue-20 geoludie "$first" f; done
for first in a b c d e; do prove catalogue-20 pasang-emas "$first" f; done
for second in a b c d h j; do prove catalogue-20 pasang-emas f "$second"; done
prove fourfold-5-1 brunei-slide
