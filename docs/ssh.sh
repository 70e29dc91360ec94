#!/bin/sh
# Plays the shards of an experiment on machines that share this folder, one on each, and merges them.
set -eu
shard=0
for host in alpha beta gamma; do
    shard=$((shard + 1))
    ssh -n "$host" "cd '$PWD' && pasang run first-player --games 1200 --seed 7 --shard $shard/3 --out shards/$shard" &
done
wait
pasang merge shards/* --out results
