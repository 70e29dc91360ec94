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
//! - Of a job that gets the signal `TERM`, Slurm writes into its errors that it was cancelled: the
//!   signal before the limit is another one. `scancel` sends `TERM`, and a job that somebody wants
//!   gone must not come back; it is in another state than `RUNNING` by then.
//! - A dependency that can no longer come true keeps a job waiting for ever unless told otherwise.
//! - Of a job that is queued again Slurm writes `error: .. CANCELLED .. DUE TO JOB REQUEUE` to where
//!   the job's errors go. So these have a file of their own, which is removed as long as nothing
//!   stands in it: what Slurm writes into it then is gone, and what is really wrong stays.
//! - The same shards submitted twice meet in their folders. `submit.sh` refuses to; where it could
//!   not know, the task that came second leaves the shard to the first, and is no failure that
//!   would take the merge with it.

use super::Ask;
use crate::base::words::shell_word;
use crate::experiment::Experiment;

/// The experiment's shards, one a task.
pub const SHARD: &str = "shard.sbatch";
/// Shards into results.
pub const MERGE: &str = "merge.sbatch";
/// Submits both.
pub const SUBMIT: &str = "submit.sh";

/// How the line begins that holds the number of shards.
pub(super) const SHARDS_LINE: &str = "shards=";

/// What a shard's script notes when it begins; whoever is killed says no more.
pub(super) const BEGUN: &str = "begun";

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
        match experiment.find {
            None => Order::Once,
            Some(_) => Order::Rounds,
        }
    }
}

/// The scripts for so many shards.
pub fn scripts(ask: &Ask, order: Order, shards: u64) -> [Script; 3] {
    let (merge, submit) = match order {
        Order::Once => (merge(ask), submit(ask, shards)),
        Order::Rounds => (merge_round(ask), submit_round(ask, shards)),
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
#SBATCH --error=logs/slurm-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@{notice}
{directives}
program={program}
# Of all shards, however many are submitted this time: SLURM_ARRAY_TASK_COUNT is another number.
{SHARDS_LINE}{shards}
shard=$SLURM_ARRAY_TASK_ID
{round}folder={folder}
# The task alone: SLURM_JOB_ID may be the number of the whole array as well.
task=${{SLURM_ARRAY_JOB_ID}}_$shard
# For `pasang cluster status`: what became of this turn.
turn=logs/shard-$shard.turn

# What Slurm has to say of the job goes elsewhere: it calls each turn that another one follows an
# error. A file in which nothing stands is removed.
exec 2>&1
slurm=logs/slurm-$shard.log
tidy() {{ [ -s "$slurm" ] || rm -f "$slurm"; }}

# What is played so far.
played() {{ (wc -c <"$folder/games.csv"; cksum <"$folder/tallies.json") 2>/dev/null; }}
is_done() {{ grep -qs '"finished": true' "$folder/manifest.json"; }}
# Whether another task is at work on this shard.
has_twin() {{
    local id index place
    while read -r id index place; do
        [ "$id" = "$task" ] || [ "$index" != "$shard" ] || [ "$place" != "$(pwd -P)" ] || return 0
    done < <(squeue --me --noheader --array --name="$SLURM_JOB_NAME" --states=RUNNING \
        --format='%i %K %Z' 2>/dev/null)
    return 1
}}

# Some time before the limit Slurm sends USR1 to this script, and only to this script. TERM, which
# it would call an error, it sends to what is cancelled.
near=
trap 'near=yes; kill -TERM "$run" 2>/dev/null' USR1
trap 'kill -TERM "$run" 2>/dev/null' TERM
before=$(played)
echo "$folder: {BEGUN}" >"$turn"
"$program" run experiment.toml {run}--shard "$shard/$shards" --out "$folder" \
    --threads "$SLURM_CPUS_PER_TASK" &
run=$!
# The signal ends `wait` before the program has ended.
wait "$run"; status=$?
while kill -0 "$run" 2>/dev/null; do wait "$run"; status=$?; done

why=
if [ "$status" = 143 ]; then
    # Stopped by the limit, the shard waits for another turn. Stopped by scancel it does not, be it
    # at that very moment, nor when the whole turn was too short for a single game.
    if [ -n "$near" ] && [ "$(squeue --noheader --jobs="$task" --format=%T)" = RUNNING ]; then
        if [ "$(played)" = "$before" ]; then
            why="no game was finished in the time limit: give a longer --time"
        else
            echo "the time limit is near: shard $shard waits for another turn, and goes on by itself"
            rm -f "$turn"
            tidy
            scontrol requeue "$task" && exit 0
            why="it could not be queued again"
        fi
    fi
elif [ "$status" != 0 ] && [ "$status" != 130 ]; then
    if has_twin || is_done; then
        echo "shard $shard was submitted twice: this job leaves it to the other one"
        tidy
        exit 0
    fi
    why="exit status $status"
fi
if [ -n "$why" ]; then
    echo "shard $shard failed: $why"
    echo "$folder: $why" >"$turn"
else
    rm -f "$turn"
fi
tidy
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

# Whether shards wait or are at work, which somebody submitted behind this merge.
are_queued() {{
    local index place
    while read -r index place; do
        [ "$index" = N/A ] || [ "$place" != "$(pwd -P)" ] || return 0
    done < <(squeue --me --noheader --array --name="$SLURM_JOB_NAME" \
        --states=PENDING,RUNNING,SUSPENDED --format='%K %Z' 2>/dev/null)
    return 1
}}
# For `pasang cluster status`: what became of the merge.
rm -f logs/merge.turn
failed() {{
    local status=$?
    if are_queued; then
        echo "some shards are still in the queue: the merge that was submitted with them follows"
        exit 0
    fi
    echo "exit status $status" >logs/merge.turn
    exit "$status"
}}
"#
    )
}

fn merge(ask: &Ask) -> String {
    merge_head(
        ask,
        "All shards into `results`, the folder that a single machine would have written.",
    ) + r#"
if [ -e results ]; then
    echo "there are results already: nothing to merge"
    exit 0
fi
# What a merge that was killed left behind.
rm -rf results.part
"$program" merge shards/* --out results.part --threads "$SLURM_CPUS_PER_TASK" &&
    mv results.part results || failed
echo "and from now on in results"
"#
}

fn merge_round(ask: &Ask) -> String {
    merge_head(ask, "Adds a round to `results`, and submits the next one, if there is one.")
        + r#"
round=$1
next=$((round + 1))
is_finished() { grep -qs '"finished": true' results/manifest.json; }
# Whoever has merged the round has made this folder; its shards may be reading the results.
if [ -e "rounds/$next" ] || is_finished; then
    echo "round $round is in the results already: nothing to merge"
    exit 0
fi
"$program" merge rounds/"$round"/* --out results --threads "$SLURM_CPUS_PER_TASK" || failed
if is_finished; then
    echo "round $round was the last one"
elif mkdir "rounds/$next"; then
    sh submit.sh "$next" || failed
fi
"#
}

fn submit(ask: &Ask, shards: u64) -> String {
    submit_with(
        "# sh submit.sh          all shards, and behind them the merge\n\
         # sh submit.sh 3,7-9    these shards, and the merge\n\
         # sh submit.sh merge    the merge alone\n",
        &format!("name={}\nwhat=${{1:-1-{shards}}}\nround=\n", ask.name),
    )
}

/// The script that submits a round: its jobs are called after it, so that those of other rounds are
/// nobody's business.
fn submit_round(ask: &Ask, shards: u64) -> String {
    submit_with(
        "# sh submit.sh            round 1: all its shards, and behind them the merge\n\
         # sh submit.sh 2          round 2\n\
         # sh submit.sh 2 3,7-9    these shards of round 2, and the merge\n\
         # sh submit.sh 2 merge    the merge of round 2 alone\n",
        &format!("round=${{1:-1}}\nname={}-$round\nwhat=${{2:-1-{shards}}}\n", ask.name),
    )
}

/// The second job waits for the first to end well, and for whatever shards of an earlier
/// submission are still at work: they have its name.
fn submit_with(usage: &str, words: &str) -> String {
    format!(
        r##"#!/bin/sh
{usage}cd "$(dirname "$0")" || exit
{words}
# Slurm numbers shards by their index; a job that is none has N/A. Where Slurm does not tell what
# is queued, nothing is said.
twice=$(squeue --me --noheader --array --name="$name" --format='%K %Z' 2>/dev/null |
    here=$(pwd -P) what=$what awk '
        BEGIN {{ what = ENVIRON["what"]; sub(/%.*/, "", what); pieces = split(what, piece, ",") }}
        function is_meant(index_of,    i, step, ends) {{
            if (index_of == "N/A" || what == "merge") return index_of == "N/A" && what == "merge"
            for (i = 1; i <= pieces; i++) {{
                split(piece[i] ":1", step, ":")
                split(step[1] "-" step[1], ends, "-")
                if (index_of >= ends[1] + 0 && index_of <= ends[2] + 0 &&
                    (index_of - ends[1]) % step[2] == 0) return 1
            }}
            return 0
        }}
        substr($0, length($1) + 2) == ENVIRON["here"] && is_meant($1) {{
            if (++count <= 5) named = named " " $1
        }}
        END {{
            if (what == "merge" && count) print "the merge"
            else if (count) print "shards" named (count > 5 ? " and " count - 5 " more" : "")
        }}')
if [ -n "$twice" ]; then
    echo "submitted already, and still in the queue: $twice" >&2
    echo "nothing is submitted; \`pasang cluster status\` says what is left to submit" >&2
    exit 1
fi

behind=singleton
if [ "$what" != merge ]; then
    array=$(sbatch --parsable --job-name="$name" --array="$what" {SHARD} $round) || exit
    behind=afterok:${{array%%;*}},singleton
fi
sbatch --job-name="$name" --dependency="$behind" {MERGE} $round || {{
    echo "the merge is not submitted: \`pasang cluster status\` says how to" >&2
    exit 1
}}
"##
    )
}
