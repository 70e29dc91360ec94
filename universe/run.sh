#!/usr/bin/env bash
# Small patterns solved whole: `keep` solves them and keeps the files, `check` solves those of side 5
# again and compares every byte, with the digests of all.
#
#   universe/run.sh check|keep [PATTERNS]
#
# `keep` goes on with the patterns of side 7 where it stopped, up to so many of the order drawn with
# seed 1 (of all 924) under slide, which takes hours, and to five by the other rules; a pair of first moves is given 64
# million positions.
set -euo pipefail
cd "$(dirname "$0")"

pasang=${PASANG:-$PWD/../target/release/pasang-exact}
what=${1:-}
patterns=${2:-40}
rules=(brunei-slide brunei-jump pasang-emas)
# On side 5 besides: how much the columns matter from which the second player may choose.
five=("${rules[@]}" slide-any-other jump-any-other)
named() { if [ -f "$1.toml" ]; then echo "$1.toml"; else echo "$1"; fi; }
case $what in
keep)
    for rule in "${five[@]}"; do
        "$pasang" universe --side 5 --rules "$(named "$rule")" --out "fourfold-5-$rule.csv"
    done
    for rule in "${rules[@]}"; do
        "$pasang" universe --side 7 --rules "$rule" --sample 1 --patterns "$patterns" \
            --nodes 64000000 --out "fourfold-7-$rule.csv"
        patterns=5
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
    echo "the solved patterns are as they were"
    ;;
*)
    sed -n 's/^#   //p' "$0" >&2
    exit 2
    ;;
esac
