#!/usr/bin/env bash
# Solves small patterns: `keep` solves them and keeps the files, `check` solves those of side 5 again and compares every
# byte, with the digests of all.
#
#   universe/run.sh check|keep [PATTERNS]
#
# `keep` continues the patterns of side 7 where it stopped: under slide up to PATTERNS (110 by default) of the random
# order of all 924 with seed 1, under jump up to 13 and by the other rules five, with 64 million positions for each
# opening: a minute a pattern.
set -euo pipefail
cd "$(dirname "$0")"

pasang=${PASANG:-$PWD/../target/release/pasang-exact}
what=${1:-}
patterns=${2:-110}
rules=(brunei-slide brunei-jump pasang-emas)
# On side 5 also the effect of more reply columns.
five=("${rules[@]}" slide-any-other jump-any-other)
named() { if [ -f "$1.toml" ]; then echo "$1.toml"; else echo "$1"; fi; }
case $what in
keep)
    for rule in "${five[@]}"; do
        "$pasang" universe --side 5 --rules "$(named "$rule")" --out "fourfold-5-$rule.csv"
    done
    for rule in "brunei-slide $patterns" "brunei-jump 13" "pasang-emas 5"; do
        read -r name patterns <<<"$rule"
        "$pasang" universe --side 7 --rules "$name" --sample 1 --patterns "$patterns" \
            --nodes 64000000 --outcome --out "fourfold-7-$name.csv"
    done
    sha256sum fourfold-*.csv >SHA256SUMS
    ;;
check)
    new=$(mktemp -d)
    trap 'rm -rf "$new"' EXIT
    sha256sum --quiet --check SHA256SUMS
    for rule in "${five[@]}"; do
        "$pasang" universe --side 5 --rules "$(named "$rule")" --out "$new/$rule.csv" >"$new/said"
        cmp "fourfold-5-$rule.csv" "$new/$rule.csv"
    done
    echo "the solved patterns are unchanged"
    ;;
*)
    sed -n 's/^#   //p' run.sh >&2
    exit 2
    ;;
esac
