#!/usr/bin/env bash
# Checks or rewrites the results kept beside the experiments: `check` plays them again and compares
# every byte, `keep` replaces them. Without names: all of them, which takes hours on two cores. With
# PASANG_PLAYED=DIR games are played in DIR/NAME, where an interrupted run, or a cluster's, resumes.
#
#   experiments/results.sh check|keep [NAME ..]
#
# Kept are the files of `pasang run`, and its output as summary.md. Journals of more than 450,000 bytes are
# left out, with the report and the tables that no document reads, as for ladder-strong: `pasang verify` makes
# all of them again. `match` rates the games of ladder-levels.
set -euo pipefail
cd "$(dirname "$0")"

pasang=${PASANG:-$PWD/../target/release/pasang}
exact=${PASANG_EXACT:-$PWD/../target/release/pasang-exact}
most_bytes=450000
what=${1:-}
shift || true
case $what in
check | keep) ;;
*)
    sed -n 's/^#   //p' "$0" >&2
    exit 2
    ;;
esac
if [ $# -eq 0 ]; then
    for kept in results/*/; do set -- "$@" "$(basename "$kept")"; done
fi
new=$(mktemp -d)

leave_out() {
    local folder=$1 file
    shift
    for file in "$@"; do rm -f "$folder/$file"; done
}

# Counts a folder's games by cell alone, or by pair of first moves: `counted FOLDER cell|pair`.
counted() {
    python3 - "$@" <<'SCRIPT'
import hashlib, json, pathlib, sys

folder = pathlib.Path(sys.argv[1])
counts, manifest, compact = folder / "counts.jsonl", folder / "manifest.json", {"separators": (",", ":")}
lines = [json.loads(line) for line in counts.open()]
for line in lines:
    games = [[*pair, list(players.values())] for *pair, players in line["openings"]]
    if sys.argv[2] == "cell":
        games = [["", "", sum((counts for *_, counts in games), [])]]
    line["openings"] = [[*pair, {"all": [sum(it) for it in zip(*counts)]}] for *pair, counts in games]
text = "".join(json.dumps(line, **compact) + "\n" for line in lines)
known = hashlib.sha256(counts.read_bytes()).hexdigest()
counts.write_text(text)
manifest.write_text(manifest.read_text().replace(known, hashlib.sha256(text.encode()).hexdigest()))
SCRIPT
}

play() {
    local name=$1
    {
        printf '# %s\n\n' "$(sed -n 's/^title *= *"\(.*\)"$/\1/p' "$name.toml")"
        printf 'What `pasang run experiments/%s.toml --full` prints:\n\n```text\n' "$name"
        "$pasang" run "$name.toml" --full --out "${PASANG_PLAYED:-$new}/$name" 2>"$new/$name.stderr" ||
            { cat "$new/$name.stderr" >&2; return 1; }
        case $name in
        profile-*)
            echo
            "$pasang" --quiet profile --full "${PASANG_PLAYED:-$new}/$name"
            ;;
        disputed-rules) "$pasang" --quiet profile "${PASANG_PLAYED:-$new}/$name" >/dev/null ;;
        esac
        printf '```\n'
    } >"$new/summary.md"
    [ -z "${PASANG_PLAYED:-}" ] || cp -r "$PASANG_PLAYED/$name" "$new/$name"
    mv "$new/summary.md" "$new/$name/"
    rm -f "$new/$name/run-info.json" "$new/$name/.lock"
    case $name in
    against-perfect-play) "$exact" --quiet judge "$new/$name" --stones 22 >/dev/null ;;
    strong-endings)
        "$exact" --quiet judge "$new/$name" --stones 28 >/dev/null
        leave_out "$new/$name" report.html branching.csv seats.csv openings.csv columns.csv balance.csv datapackage.json
        ;;
    esac
    # By pattern, what the answer rests on: the other tables of so many patterns are large.
    case $name in
    symmetry-*)
        python3 ../analysis/symmetry.py "$new/$name" --table >"$new/symmetry.csv"
        mv "$new/symmetry.csv" "$new/$name/"
        leave_out "$new/$name" openings.csv columns.csv balance.csv datapackage.json
        ;;
    esac
    # `match` rates its games; no document reads the rest.
    [ "$name" != ladder-levels ] || leave_out "$new/$name" report.html branching.csv seats.csv openings.csv
    # The tables of ladder-strong are large, its journal is not; profiles are kept for profile.csv.
    local is_slim=false
    case $name in
    ladder-strong | balance-256k | balance-1m | solved-7-master | profile-*) is_slim=true ;;
    quick | ladder-levels) ;;
    *) [ "$(wc -c <"$new/$name/games.csv")" -le "$most_bytes" ] || is_slim=true ;;
    esac
    if $is_slim; then
        # The counts have the openings.
        leave_out "$new/$name" games.csv seats.csv openings.csv
        leave_out "$new/$name" branching.csv report.html
        case $name in
        profile-*) leave_out "$new/$name" balance.csv cells.csv columns.csv counts.jsonl profile.html ;;
        # Their cells have few games each; the effects rest on all of them.
        disputed-rules)
            leave_out "$new/$name" cells.csv profile.html
            counted "$new/$name" cell
            ;;
        disputed-rules*) leave_out "$new/$name" cells.csv counts.jsonl profile.html ;;
        # Nobody asks for their columns.
        balance-toggles | balance-reply-* | balance-heldout | balance-unseen)
            leave_out "$new/$name" columns.csv
            counted "$new/$name" pair
            ;;
        openings-* | balance-256k | balance-1m | balance-unsymmetric | solved-*) leave_out "$new/$name" columns.csv datapackage.json ;;
        esac
    fi
    # Its games are played again in a minute.
    [ "$name" != quick ] || leave_out "$new/$name" games.csv branching.csv seats.csv openings.csv
}

# `pasang verify` does not cover the summaries: their digests stand beside the folders.
trap 'rm -rf "$new"; [ "$what" != keep ] || (cd results && sha256sum -- */summary.md >SHA256SUMS)' EXIT
for name in "$@"; do
    begin=$SECONDS
    play "$name"
    case $what in
    keep)
        rm -rf "results/$name"
        mkdir -p results
        mv "$new/$name" "results/$name"
        ;;
    check)
        # Without a journal, report and summary may be from an earlier version.
        ignored=()
        [ -e "results/$name/games.csv" ] || [ "$name" = quick ] || ignored=(-I '"report.html": ' -x summary.md)
        # Kept counts may be coarser: `pasang verify` compares them.
        ! grep -q '"all"' "results/$name/counts.jsonl" 2>/dev/null || ignored+=(-I '"counts.jsonl": ' -x counts.jsonl)
        diff -r "${ignored[@]}" "results/$name" "$new/$name" >"$new/$name.diff" || {
            head -c 2000 "$new/$name.diff"
            echo "experiments/results/$name is not what the experiment makes" >&2
            exit 1
        }
        rm -rf "${new:?}/$name"
        ;;
    esac
    echo "$name: $what done, $((SECONDS - begin)) s"
done
