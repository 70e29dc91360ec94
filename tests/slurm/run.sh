#!/usr/bin/env bash
# Runs the script of `pasang cluster slurm` under Slurm on this machine; rig.sh lists the
# requirements. The first argument is the program, by default the release build. The results must
# equal a single machine's, byte for byte, although a shard is killed on the way.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pasang=$(realpath "${1:-$here/../../target/release/pasang}")
. "$here/rig.sh"

# munge rejects a path with folders of other users.
place=$(mktemp -d /tmp/pasang-slurm-XXXXXX)
end() {
    local status=$?
    set +e
    kill "${killer-}" 2>/dev/null
    rig_stop
    if [ "$status" = 0 ]; then rm -rf "$place"; else echo "see $place"; fi
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    echo "FAILED: $*" >&2
    echo "-- queue" >&2
    squeue --array >&2 || true
    for log in "$place"/*/logs/*; do
        echo "-- $log" >&2
        tail -n 5 "$log" >&2
    done
    exit 1
}

# Waits until a command succeeds, at most a number of seconds.
until_so() {
    local seconds=$1 end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "waited $seconds s in vain: $*"
        sleep 0.05
    done
}

state() { scontrol show job "$1" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -n 1; }
is_in_state() { sleep 0.2; [ "$(state "$1")" = "$2" ]; }
# Extracts the job number of the merge from sbatch's output.
merge_of() { sed -n 's/^Submitted batch job \([0-9]*\)$/\1/p' "$1"; }

cd "$place"
begin=$SECONDS
rig_start "$place/rig"
echo "Slurm is up after $((SECONDS - begin)) s"

cat >array.toml <<'TOML'
title = "What a cluster does to four shards"
seed = 5
games = 100000
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy"]
TOML
"$pasang" run array.toml --out local >local.txt 2>local.err
"$pasang" cluster slurm array.toml --shards 4 --out "its array" -- --time=5 --mem=500M

# Kills the third shard after a few games.
plays_third() { [ "$(head -c 4096 "its array/shards/3/games.csv" | wc -l)" -gt 3 ]; } 2>/dev/null
process_of_third() { pgrep -f -- "--shard 3/4 --out shards/3"; }
(until_so 60 plays_third && kill -KILL "$(process_of_third)") &
killer=$!
sh "its array/slurm.sh" | tee submitted.txt
wait "$killer" || fail "the third shard was over too soon"
until_so 60 is_in_state "$(merge_of submitted.txt)" CANCELLED
[ ! -e "its array/results" ] || fail "three shards were merged"

# Submitted again, from anywhere, it resumes.
(cd / && sh "$place/its array/slurm.sh") | tee submitted.txt
until_so 60 is_in_state "$(merge_of submitted.txt)" COMPLETED
diff -r --exclude=run-info.json --exclude=.lock local "its array/results" >&2 || fail "the results differ"
"$pasang" verify --games 1000 "its array/results" | tail -n 1

echo "all as it should be, after $((SECONDS - begin)) s"
