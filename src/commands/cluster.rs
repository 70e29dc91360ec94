//! `pasang cluster slurm`: a Slurm script for the shards of an experiment and their merge.
//!
//! For other schedulers, docs/files.md describes `--shard`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::exit::{CommandResult, note, print, wrong};
use super::experiment_args::read_experiment;
use super::options::{seed, whole};
use super::run::{draw_seed, refuse_shards};
use crate::base::text::shell_word;
use crate::experiment::schedule::Shard;
use crate::results::FolderError;
use crate::results::folder::{EXPERIMENT, Folder};

const SCRIPT: &str = "slurm.sh";

#[derive(Clone, Debug, Subcommand)]
pub enum Cluster {
    /// Write a script that submits an array of shards, and their merge
    #[command(after_help = EXAMPLE)]
    Slurm(Slurm),
}

const EXAMPLE: &str = "\
Example:
  pasang cluster slurm ladder --shards 40 --out nodes -- --time=04:00:00 --mem=2G
  sh nodes/slurm.sh

The folder must be one that all nodes see, and so must the program. Given again after a failure or a
time limit, the script goes on with what is left. The results will be in nodes/results.";

#[derive(Clone, Debug, Args)]
pub struct Slurm {
    /// Experiment file, or a name in `pasang experiments list`
    #[arg(value_name = "EXPERIMENT.toml|NAME")]
    experiment: PathBuf,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=Shard::MAX))]
    #[arg(allow_negative_numbers = true)]
    shards: u64,
    /// Folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Random seed; overrides the file
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// sbatch options for every job
    #[arg(last = true, value_name = "OPTION", value_parser = sbatch_option)]
    sbatch: Vec<String>,
}

impl Cluster {
    pub fn run(self) -> CommandResult {
        let Cluster::Slurm(Slurm { experiment: path, shards, out, seed, sbatch }) = self;
        let mut experiment = read_experiment(Some(&path))?;
        experiment.seed = seed.or(experiment.seed);
        refuse_shards(&experiment, "--shards", true)?;
        let games = experiment.games * experiment.cell_count() as u64;
        if shards > games {
            let what = format!("--shards {shards} is more than the {games} {}", experiment.units());
            let help =
                "a shard should take minutes to hours: `pasang plan` says how long all of it takes";
            return Err(wrong(what, help));
        }
        if fs::read_dir(&out).is_ok_and(|mut files| files.next().is_some()) {
            return Err(
                FolderError::refused(&out, "holds other files; choose another --out").into()
            );
        }
        let seeded = experiment.with_seed(|| {
            let seed = draw_seed();
            note(format_args!("seed {seed}, drawn because none was given"));
            seed
        });
        let program = std::env::current_exe().context("cannot tell where this program is")?;
        let program = program.to_str().context("the program's path is no text")?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = Folder::at(&out);
        Folder::at(&out.join("logs")).create()?;
        folder.write(EXPERIMENT, seeded.to_toml().as_bytes())?;
        folder.write(SCRIPT, script(&name, shards, program, &sbatch).as_bytes())?;
        let there = out.join(SCRIPT);
        print(format_args!("sh {}\n", shell_word(&there.display().to_string())))
    }
}

/// Returns the script. Without arguments it submits itself twice: as the array and as the merge.
fn script(name: &str, shards: u64, program: &str, sbatch: &[String]) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    let name: String = name.chars().map(plain).collect();
    let args: String = sbatch.iter().map(|option| format!("#SBATCH {option}\n")).collect();
    let program = shell_word(program);
    format!(
        r#"#!/bin/sh
# Submits {shards} shards of {EXPERIMENT}, and the merge of them into `results`. Given again, it goes on.
#SBATCH --job-name=pasang-{name}
#SBATCH --open-mode=append
{args}set -eu
pasang={program}
case ${{1-submit}} in
submit)
    cd "$(dirname "$0")"
    shards=$(sbatch --parsable --array=1-{shards} --output=logs/shard-%a.log {SCRIPT} shard)
    echo "submitted the shards as job ${{shards%%;*}}"
    sbatch --dependency="afterok:${{shards%%;*}}" --kill-on-invalid-dep=yes \
        --output=logs/merge.log {SCRIPT} merge
    ;;
shard)
    exec "$pasang" run {EXPERIMENT} --shard "$SLURM_ARRAY_TASK_ID/{shards}" \
        --out "shards/$SLURM_ARRAY_TASK_ID" --threads "${{SLURM_CPUS_PER_TASK:-1}}"
    ;;
merge)
    exec "$pasang" merge shards/* --out results --threads "${{SLURM_CPUS_PER_TASK:-1}}"
    ;;
esac
"#
    )
}

/// Parses an sbatch option, which must fit on one line of the script.
fn sbatch_option(text: &str) -> Result<String, String> {
    let fits = text.starts_with('-') && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
        .ok_or_else(|| "expected an option of sbatch, as `--mem=2G`".to_owned())
}
