#!/usr/bin/env bash
# The scripts of `pasang cluster slurm`, run by a real Slurm on this machine: see rig.sh for what
# is wanted. Give the program as the first argument, or none for the release build. Whatever the
# cluster does to the shards, the results must be those of one machine, byte for byte.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pasang=$(realpath "${1:-$here/../../target/release/pasang}")
. "$here/rig.sh"

# No folder above is one of others' that munge would be right not to trust.
place=$(mktemp -d /tmp/pasang-slurm-XXXXXX)
end() {
    local status=$?
    set +e
    # Whoever still waits for a shard.
    kill "${killer-}" "${stopper-}" 2>/dev/null
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

# Waits until a command ends well, at most so many seconds.
until_so() {
    local seconds=$1 end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "waited $seconds s in vain: $*"
        sleep 0.02
    done
}

is_queued() { squeue --noheader --format=%i | grep -q .; }
is_idle() { sleep 0.3; ! is_queued; }
state() { scontrol show job "$1" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -n 1; }
is_in_state() { sleep 0.2; [ "$(state "$1")" = "$2" ]; }
# The number of the last job submitted, and so of the merge, out of what sbatch said.
job() { sed -n 's/^Submitted batch job \([0-9]*\)$/\1/p'; }
same() {
    diff -r --exclude=run-info.json --exclude=.lock "$1" "$2" >&2 || fail "$1 and $2 differ"
}
# A shard that has begun to play; its process is then known.
plays() { [ -s "pids/$1" ] && [ "$(head -c 4096 "$folder/shards/$1/games.csv" | wc -l)" -gt 3 ]; } 2>/dev/null
# The signal to terminate, 15, has arrived at a process that is stopped.
is_told() {
    local pending
    pending=$(sed -n 's/^ShdPnd:\s*//p' "/proc/$1/status")
    ((16#$pending >> 14 & 1))
}

cd "$place"
begin=$SECONDS
rig_start "$place/rig"
echo "Slurm is up after $((SECONDS - begin)) s"

# The program as the nodes find it: it notes the shard's process, and is that process.
mkdir pids
cat >program <<PROGRAM
#!/bin/bash
[[ "\$*" =~ shards/([0-9]+)\ --threads ]] && echo \$\$ >"$place/pids/\${BASH_REMATCH[1]}"
exec "$pasang" "\$@"
PROGRAM
chmod +x program

cat >array.toml <<'TOML'
title = "What a cluster does to four shards"
seed = 5
games = 100000
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy"]
TOML
"$pasang" run array.toml --out local >local.txt 2>local.err

echo "== four shards: one is killed, one meets its time limit"
folder=array
# These two wait from the start on, each for its shard.
(until_so 60 plays 3 && kill -KILL "$(cat pids/3)") &
killer=$!
# The last task of an array has the array's own number: it must come back alone.
(until_so 60 plays 4 && kill -STOP "$(cat pids/4)") &
stopper=$!
"$pasang" cluster slurm array.toml --shards 4 --out array --time 1 --program "$place/program" \
    --submit >submitted.txt || fail "cannot submit"
cat submitted.txt
# What is queued is not submitted again.
if sh array/submit.sh 2>refused.txt; then fail "submitted twice"; fi
grep '^submitted already, and still in the queue: shards' refused.txt || fail "no word of it"
merge=$(job <submitted.txt)
wait "$killer" && wait "$stopper" || fail "a shard was over too soon"
first_merge=$merge
# Two are done, the third lies there as it was killed, the fourth is still at work.
is_as_expected() {
    sleep 0.2
    "$pasang" cluster status array >status.txt
    grep -qx 'done  *2: 1-2' status.txt &&
        grep -qx 'failed  *1: 3 (exit status 137 with [0-9]* of 100000 games played: see array/logs/shard-3.log)' status.txt &&
        grep -qx 'queued  *1: 4' status.txt
}
until_so 60 is_as_expected
cat status.txt
submit_the_rest() {
    local command
    command=$(tail -n 1 status.txt)
    [ "$command" = "  sh $place/array/submit.sh 3" ] || fail "the command is \`$command\`"
    # It is right wherever it is given.
    merge=$(cd / && bash -c "$command" | job)
    [ -n "$merge" ] || fail "no merge was submitted"
}
# It is submitted while the fourth is at work, and killed once more.
rm pids/3
(until_so 60 plays 3 && kill -KILL "$(cat pids/3)") &
killer=$!
submit_the_rest
second_merge=$merge
wait "$killer" || fail "shard 3 was over too soon"

# The fourth shard still cannot go on: the signal before the limit finds it so.
until_so 90 is_told "$(cat pids/4)"
kill -CONT "$(cat pids/4)"
echo "shard 4 was told to stop after $((SECONDS - begin)) s"
until_so 60 is_in_state "$first_merge" CANCELLED
until_so 10 is_in_state "$second_merge" CANCELLED
until_so 10 is_idle
echo "both merges were cancelled"
"$pasang" cluster status array | tee status.txt
grep -q '^done .* 1-2, 4$' status.txt || fail "the others are not done"
submit_the_rest
until_so 60 is_in_state "$merge" COMPLETED
until_so 10 is_idle
"$pasang" cluster status array | tee status.txt
grep -qx 'merged: see array/results' status.txt || fail "the status does not say so"
grep -q '^stopped with [0-9]* of 100000 games' array/logs/shard-4.log || fail "shard 4 was not stopped"
[ "$(grep -c '^results are in' array/logs/shard-4.log)" = 1 ] || fail "shard 4 did not go on"
[ "$(grep -c '^results are in' array/logs/shard-1.log)" = 1 ] || fail "shard 1 was queued again, too"
# That it was queued again is no error, and its log says what it was.
grep -q '^the time limit is near: shard 4 waits for another turn' array/logs/shard-4.log ||
    fail "shard 4 does not say why it stopped"
if grep -i error array/logs/shard-4.log; then fail "there are errors in the log of shard 4"; fi
if ls array/logs | grep -v '^shard-[1-4].log$' | grep -vx merge.log; then fail "more logs than expected"; fi
grep -q '^played .* core hours$' status.txt || fail "no core hours"
same local array/results
"$pasang" verify --games 1000 array/results | tail -n 1

echo "== a shard that somebody cancels does not come back"
folder=gone
rm pids/*
sed 's/100000/400000/' array.toml >gone.toml
"$pasang" cluster slurm gone.toml --shards 1 --out gone --program "$place/program" --submit >submitted.txt
merge=$(job <submitted.txt)
until_so 60 plays 1
scancel $((merge - 1))
until_so 60 is_in_state "$merge" CANCELLED
until_so 60 is_idle
grep -q '^stopped with' gone/logs/shard-1.log || fail "the shard was not stopped cleanly"
[ "$(state $((merge - 1)))" = CANCELLED ] || fail "the shard came back"

echo "== three rounds, each decided when the one before it is merged"
cat >rounds.toml <<'TOML'
title = "Which of four setups is most balanced?"
seed = 11
setups = ["catalogue-01", "catalogue-02", "catalogue-03", "catalogue-09"]
rules = ["brunei-slide"]
bots = ["greedy"]

[find]
target = "most-balanced"
within = 0.01
confidence = 0.9
batch = 500
max-games = 1500
TOML
"$pasang" run rounds.toml --out local-rounds >local.txt 2>local.err
"$pasang" cluster slurm rounds.toml --shards 3 --out rounds --program "$pasang" --submit >submitted.txt
# Submitted twice all the same, where Slurm does not say what is queued: both arrays play, and the
# merges must not go down with whichever comes second.
# Where jobs run, it does say so: they inherit the path.
mkdir -p deaf && cat >deaf/squeue <<SH && chmod +x deaf/squeue
#!/bin/sh
[ -n "\$SLURM_JOB_ID" ] && exec $(command -v squeue) "\$@"
exit 1
SH
PATH=$place/deaf:$PATH sh rounds/submit.sh >submitted-again.txt || fail "cannot submit twice"
is_merged() { sleep 0.5; "$pasang" cluster status rounds >status.txt && grep -q '^merged' status.txt; }
until_so 90 is_merged
until_so 10 is_idle
cat status.txt
[ "$(ls rounds/rounds | wc -l)" = 3 ] || fail "there are other than three rounds"
same local-rounds rounds/results

echo "all as it should be, after $((SECONDS - begin)) s"
