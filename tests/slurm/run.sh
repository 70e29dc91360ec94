#!/usr/bin/env bash
# Runs docs/slurm.sh under Slurm on this machine (rig.sh lists the requirements), and docs/ssh.sh
# with a stand-in for ssh. The first argument is the program, by default the release build. The
# results must equal those of a single run, byte for byte, although a shard is killed on the way.
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
is_idle() { sleep 0.2; [ -z "$(squeue --noheader)" ]; }
# Extracts the job number of the merge from sbatch's output.
merge_of() { sed -n 's/^Submitted batch job \([0-9]*\)$/\1/p' "$1"; }

cd "$place"
begin=$SECONDS
rig_start "$place/rig"
echo "Slurm is up after $((SECONDS - begin)) s"

cat >"an array.toml" <<'TOML'
title = "What a cluster does to four shards"
seed = 1
games = 4
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy"]
TOML
"$pasang" run "an array.toml" --games 100000 --seed 5 --out local >local.txt 2>local.err

# Prints a script of docs with what a user of it edits replaced: experiment, number of shards, resources.
edited() {
    local text wanted
    text=$(sed -e "s|first-player --games 1200 --seed 7|$2 --games 100000 --seed 5|" -e 's/shards=40/shards=4/' \
        -e 's/--time=04:00:00 --mem=2G --cpus-per-task=8/--time=5 --mem=500M --cpus-per-task=1/' "$here/../../docs/$1")
    for wanted in "${@:3}"; do
        grep -qF -e "$wanted" <<<"$text" || fail "docs/$1 is another script: no \`$wanted\` in: $text"
    done
    printf '%s\n' "$text"
}
is_local() { diff -r --exclude=run-info.json --exclude=.lock local "$1" >&2 || fail "the results differ"; }

mkdir "its array" bin
ln -s "$pasang" bin/pasang
export PATH=$place/bin:$PATH
edited slurm.sh "'../an array.toml'" 'an array.toml' 'shards=4 ' '--cpus-per-task=1' >"its array/fair.sh"

# Kills the third shard after a few games.
plays_third() { [ "$(head -c 4096 "its array/shards/3/games.csv" | wc -l)" -gt 3 ]; } 2>/dev/null
process_of_third() { pgrep -f -- "--shard 3/4 --out shards/3"; }
(until_so 60 plays_third && kill -KILL "$(process_of_third)") &
killer=$!
sh "its array/fair.sh" | tee submitted.txt
wait "$killer" || fail "the third shard was over too soon"
until_so 60 is_in_state "$(merge_of submitted.txt)" CANCELLED
until_so 60 is_idle
[ ! -e "its array/results" ] || fail "three shards were merged"
cp -rp "its array/shards" before

# Submitted again, from anywhere, it continues: finished shards stay, the third one goes on.
(cd / && sh "$place/its array/fair.sh") | tee submitted.txt
until_so 60 is_in_state "$(merge_of submitted.txt)" COMPLETED
is_local "its array/results"
"$pasang" verify --games 1000 "its array/results" | tail -n 1
for shard in 1 2 4; do
    diff -r "before/$shard" "its array/shards/$shard" >&2 || fail "shard $shard was played again"
done
kept=$(wc -l <before/3/games.csv)
cmp <(head -n "$kept" before/3/games.csv) <(head -n "$kept" "its array/shards/3/games.csv") >&2 ||
    fail "the third shard lost games"
[ "$(grep -c '"ended"' "its array/shards/3/run-info.json")" = 2 ] || fail "the third shard began anew"

# Submitted once more, it changes nothing: the merge refuses to replace results.
cp -rp "its array/results" merged
sh "its array/fair.sh" | tee submitted.txt
until_so 60 is_in_state "$(merge_of submitted.txt)" FAILED
diff -r merged "its array/results" >&2 || fail "finished results were changed"

# By ssh, whose stand-in checks that every host is asked once.
cat >bin/ssh <<'SH'
#!/bin/sh
echo "$2" >>hosts.txt
cd / && exec sh -c "$3"
SH
chmod +x bin/ssh
edited ssh.sh "array.toml" 'ssh ' 'array.toml' >by-ssh.sh
ln -s "an array.toml" array.toml
bash -eu by-ssh.sh >ssh.txt 2>&1 || { cat ssh.txt >&2; fail "by ssh"; }
[ "$(sort hosts.txt | xargs)" = "alpha beta gamma" ] || fail "the hosts asked: $(xargs <hosts.txt)"
is_local results

echo "all as it should be, after $((SECONDS - begin)) s"
