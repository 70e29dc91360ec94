#!/bin/sh
# Submits shards of an experiment as an array of jobs, and a job that merges them.
#SBATCH --time=04:00:00 --mem=2G --cpus-per-task=8
#SBATCH --open-mode=append
# The number of a task is with PBS $PBS_ARRAY_INDEX, SGE $SGE_TASK_ID, LSF $LSB_JOBINDEX, Kubernetes $JOB_COMPLETION_INDEX.
set -eu
shards=40 threads=${SLURM_CPUS_PER_TASK:-1}
case ${1-submit} in
submit)
    cd "$(dirname "$0")" && mkdir -p logs
    array=$(sbatch --parsable --array="1-$shards" --output=logs/shard-%a.log "${0##*/}" shard)
    sbatch --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --output=logs/merge.log "${0##*/}" merge ;;
shard)
    exec pasang run first-player --games 1200 --seed 7 --threads "$threads" \
        --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "shards/$SLURM_ARRAY_TASK_ID" ;;
merge) exec pasang merge shards/* --out results --threads "$threads" ;;
esac
