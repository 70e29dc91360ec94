#!/usr/bin/env bash
# Solves small patterns: `keep` solves them and keeps the files, `check` solves those of side 5 again and compares every
# byte, with the digests of all.
#
#   crates/exact/universe/run.sh check|keep [PATTERNS]
#
# `keep` continues the patterns of side 7 where it stopped, with 64 million positions for each opening, about half a
# minute a pattern (after half a turn three): under slide and jump up to PATTERNS (200 by default) of the random order of
# all 924 with seed 1, by the other rules five, 60 drawn from all patterns, and 60 with each of three symmetries.
set -euo pipefail
cd "$(dirname "$0")"

pasang=${PASANG:-$PWD/../../../target/release/pasang-exact}
what=${1:-}
patterns=${2:-200}
rules=(brunei-slide brunei-jump pasang-emas)
# On side 5 also the effect of more reply columns.
five=("${rules[@]}" slide-any-other jump-any-other)
# RULES FILE: random patterns of side 5, of any symmetry.
any_five() { "$pasang" universe --side 5 --any --sample 1 --patterns 400 --outcome --rules "$@"; }
# The same with exactly these symmetries.
groups=(mirror-column mirror-row half-turn)
named() { if [ -f "$1.toml" ]; then echo "$1.toml"; else echo "$1"; fi; }
case $what in
keep)
    for rule in "${five[@]}"; do
        "$pasang" universe --side 5 --rules "$(named "$rule")" --out "fourfold-5-$rule.csv"
    done
    for rule in brunei-slide brunei-jump; do any_five "$rule" --out "any-5-$rule.csv"; done
    for group in "${groups[@]}"; do any_five brunei-slide --symmetry "$group" --out "$group-5-brunei-slide.csv"; done
    seven() { "$pasang" universe --side 7 --sample 1 --nodes 64000000 --outcome --patterns "$@"; }
    seven "$patterns" --rules brunei-slide --out fourfold-7-brunei-slide.csv
    seven "$patterns" --rules brunei-jump --out fourfold-7-brunei-jump.csv
    seven 5 --rules pasang-emas --out fourfold-7-pasang-emas.csv
    seven 60 --any --rules brunei-slide --out any-7-brunei-slide.csv
    for group in "${groups[@]}"; do
        seven 60 --any --symmetry "$group" --rules brunei-slide --out "$group-7-brunei-slide.csv"
    done
    sha256sum *.csv >SHA256SUMS
    ;;
check)
    new=$(mktemp -d)
    trap 'rm -rf "$new"' EXIT
    sha256sum --quiet --check SHA256SUMS
    for rule in "${five[@]}"; do
        "$pasang" universe --side 5 --rules "$(named "$rule")" --out "$new/$rule.csv" >"$new/said"
        cmp "fourfold-5-$rule.csv" "$new/$rule.csv"
    done
    for rule in brunei-slide brunei-jump; do
        any_five "$rule" --out "$new/any-$rule.csv" >"$new/said"
        cmp "any-5-$rule.csv" "$new/any-$rule.csv"
    done
    for group in "${groups[@]}"; do
        any_five brunei-slide --symmetry "$group" --out "$new/$group.csv" >"$new/said"
        cmp "$group-5-brunei-slide.csv" "$new/$group.csv"
    done
    echo "the solved patterns are unchanged"
    ;;
*)
    sed -n 's/^#   //p' run.sh >&2
    exit 2
    ;;
esac
