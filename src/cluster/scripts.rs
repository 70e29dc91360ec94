//! The scripts, as they are written into the folder.
//!
//! Each odd line in them answers something that Slurm was seen to do:
//!
//! - Its count of an array's tasks is that of one submission, so a single shard submitted again
//!   would see 1: the number of shards is written into the script.
//! - Without a plugin that binds tasks, a task of one processor sees all of its node: the number
//!   of threads is the allocation's.
//! - The signal before the time limit goes to nobody unless asked for, and then, with `B:`, to the
//!   script alone, which is deaf while a program runs in its foreground.
//! - A job that reaches its limit is not queued again: the script asks for it, by the task's own
//!   name, since the number of the last task of an array is also that of the whole array.
//! - `scancel` sends the same signal as the limit does; a job that somebody wants gone must not
//!   come back, and is in another state than `RUNNING` by then.
//! - A dependency that can no longer come true keeps a job waiting for ever unless told otherwise.

use super::Ask;
use crate::experiment::Experiment;
use crate::words::shell_word;

/// The experiment's shards, one a task.
pub const SHARD: &str = "shard.sbatch";
/// Shards into results.
pub const MERGE: &str = "merge.sbatch";
/// Submits both.
pub const SUBMIT: &str = "submit.sh";

/// How the line begins that holds the number of shards.
pub(super) const SHARDS_LINE: &str = "shards=";

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub text: String,
}

/// In which order the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All at once.
    Once,
    /// In rounds, each decided when the one before it is merged.
    Rounds,
}

impl Order {
    /// The order of an experiment's games.
    pub fn of(experiment: &Experiment) -> Order {
        match experiment.adaptive {
            None => Order::Once,
            Some(_) => Order::Rounds,
        }
    }
}

/// The scripts for so many shards.
pub fn scripts(ask: &Ask, order: Order, shards: u64) -> [Script; 3] {
    let (merge, submit) = match order {
        Order::Once => (merge(ask), submit(shards)),
        Order::Rounds => (merge_round(ask), submit_round(shards)),
    };
    [
        Script { name: SHARD, text: shard(ask, order, shards) },
        Script { name: MERGE, text: merge },
        Script { name: SUBMIT, text: submit },
    ]
}

fn shard(ask: &Ask, order: Order, shards: u64) -> String {
    let Ask { name, notice, .. } = ask;
    let (program, directives) = (shell_word(&ask.program), ask.directives());
    let (what, submits, round, folder, run) = match order {
        Order::Once => (
            "shard of experiment.toml",
            " submits all\n# of them, and the merge.",
            "",
            "shards/$shard",
            "",
        ),
        Order::Rounds => (
            "shard of a round of experiment.toml",
            "\n# submits the first round, and each round the next.",
            "round=$1\n# Who plays in a round depends on all rounds before it.\n\
             after=(); [ \"$round\" = 1 ] || after=(--after results)\n",
            "rounds/$round/$shard",
            "\\\n    --round \"$round\" \"${after[@]}\" ",
        ),
    };
    format!(
        r#"#!/bin/bash
# One {what}, played on from wherever it was stopped. `sh submit.sh`{submits}
#SBATCH --job-name={name}
#SBATCH --array=1-{shards}
#SBATCH --output=logs/shard-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:TERM@{notice}
{directives}
program={program}
# Of all shards, however many are submitted this time: SLURM_ARRAY_TASK_COUNT is another number.
{SHARDS_LINE}{shards}
shard=$SLURM_ARRAY_TASK_ID
{round}folder={folder}
# The task alone: SLURM_JOB_ID may be the number of the whole array as well.
task=${{SLURM_ARRAY_JOB_ID}}_$shard

# What is played so far.
played() {{ (wc -c <"$folder/games.csv"; cksum <"$folder/tallies.json") 2>/dev/null; }}

# Some time before the limit Slurm sends TERM to this script, and only to this script.
trap 'kill -TERM "$run" 2>/dev/null' TERM
before=$(played)
"$program" run experiment.toml {run}--shard "$shard/$shards" --out "$folder" \
    --threads "$SLURM_CPUS_PER_TASK" &
run=$!
# The signal ends `wait` before the program has ended.
wait "$run"; status=$?
while kill -0 "$run" 2>/dev/null; do wait "$run"; status=$?; done

# Stopped by the limit, the shard waits for another turn. Stopped by scancel it does not, nor when
# the whole turn was too short for a single game.
if [ "$status" = 143 ] && [ "$(squeue --noheader --jobs="$task" --format=%T)" = RUNNING ]; then
    if [ "$(played)" = "$before" ]; then
        echo "no game was finished in the time limit: give a longer --time" >&2
    else
        scontrol requeue "$task" && exit 0
    fi
fi
exit "$status"
"#
    )
}

/// What both kinds of merge begin with.
fn merge_head(ask: &Ask, what: &str) -> String {
    let Ask { name, .. } = ask;
    let (program, directives) = (shell_word(&ask.program), ask.directives());
    format!(
        r#"#!/bin/bash
# {what}
#SBATCH --job-name={name}
#SBATCH --output=logs/merge.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
{directives}
program={program}
# Every shard's journal is open at once.
ulimit -n "$(ulimit -H -n)"
"#
    )
}

fn merge(ask: &Ask) -> String {
    merge_head(
        ask,
        "All shards into `results`, the folder that a single machine would have written.",
    ) + r#"if [ -e results ]; then
    echo "there are results already: nothing to merge"
    exit 0
fi
# What a merge that was killed left behind.
rm -rf results.part
"$program" merge shards/* --out results.part --threads "$SLURM_CPUS_PER_TASK" &&
    mv results.part results && echo "and from now on in results"
"#
}

fn merge_round(ask: &Ask) -> String {
    merge_head(ask, "Adds a round to `results`, and submits the next one, if there is one.")
        + r#"round=$1
next=$((round + 1))
"$program" merge rounds/"$round"/* --out results --threads "$SLURM_CPUS_PER_TASK" || exit
if grep -q '"finished": true' results/manifest.json; then
    echo "round $round was the last one"
elif mkdir "rounds/$next"; then
    # Whoever makes the folder submits the round, so that no round is submitted twice.
    sh submit.sh "$next"
fi
"#
}

/// The second job waits for the first to end well, and for whatever shards of an earlier
/// submission are still at work: they have its name.
fn submit(shards: u64) -> String {
    format!(
        r#"#!/bin/sh
cd "$(dirname "$0")" && array=$(sbatch --parsable --array="${{1:-1-{shards}}}" {SHARD}) || exit
sbatch --dependency="afterok:${{array%%;*}},singleton" {MERGE}
"#
    )
}

/// The same for one round.
fn submit_round(shards: u64) -> String {
    format!(
        r#"#!/bin/sh
cd "$(dirname "$0")" && array=$(sbatch --parsable --array="${{2:-1-{shards}}}" {SHARD} "${{1:-1}}") || exit
sbatch --dependency="afterok:${{array%%;*}},singleton" {MERGE} "${{1:-1}}"
"#
    )
}
