//! `pasang cluster`: an experiment as jobs for a cluster.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::asked::read_experiment;
use super::ended::{Done, Stop, ended, note};
use super::options::whole;
use super::plan::{shard_in_words, warn_if_short};
use super::run::draw_seed;
use crate::base::fault::{Fault, Source};
use crate::base::halt::Halt;
use crate::base::terminal::is_lively;
use crate::base::words::shell_word;
use crate::experiment::memory;
use crate::experiment::{Experiment, HIGHEST_SEED};
use crate::tasks::cluster::{
    Ask, ClusterFolder, Limit, MOST_SHARDS, Order, Queue, Size, Status, scripts, status,
};
use crate::tasks::plan::plan;

/// How long a little is played to see how long shards will take.
const CALIBRATION: Duration = Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 400 });

/// What to do with a cluster.
#[derive(Debug, Subcommand)]
pub enum Cluster {
    /// Write a folder of scripts for Slurm: a job array of shards, and a job that merges them
    #[command(after_help = "The folder must be one that all nodes see, and so must the program.")]
    Slurm(Box<Slurm>),
    /// Say which shards are done, and print the command that submits the rest
    Status {
        /// The folder that `pasang cluster slurm` has written
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// The options of `pasang cluster slurm`.
#[derive(Clone, Debug, clap::Args)]
pub struct Slurm {
    /// The experiment
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// Split it into so many shards
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    shards: u64,
    /// The folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Use this seed, whatever the file says
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,
    /// A job that takes longer is stopped, queued again, and goes on
    #[arg(long, value_name = "LIMIT", default_value = "04:00:00")]
    time: Limit,
    /// Stop a job so many seconds before its limit [default: 120, or a quarter of a short limit]
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(1..=65535))]
    #[arg(allow_negative_numbers = true)]
    notice: Option<u64>,
    /// Memory a job
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    mem: Size,
    /// Processors a job, each plays
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    cpus: u16,
    /// Which part of the cluster [default: the cluster's]
    #[arg(long, value_name = "NAME", value_parser = one_word)]
    partition: Option<String>,
    /// One more option for sbatch, as `--sbatch=--account=history`; may be repeated
    #[arg(long, value_name = "OPTION", value_parser = sbatch_option, allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// The program: a path that the nodes see, too, or a name in their PATH [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<String>,
    /// Submit the jobs, too
    #[arg(long)]
    submit: bool,
}

impl Cluster {
    /// Does it.
    ///
    /// # Errors
    /// When the folder is for something else, or files cannot be read or written.
    pub fn run(self) -> Done {
        match self {
            Cluster::Slurm(slurm) => slurm.run(),
            Cluster::Status { folder, json } => {
                let cluster = ClusterFolder::open(&folder)?;
                print(&status(cluster, Queue::look(&folder))?, json)
            }
        }
    }
}

impl Slurm {
    fn run(self) -> Done {
        let mut experiment = read_experiment(Some(&self.experiment))?;
        experiment.seed = self.seed.or(experiment.seed);
        self.refuse_nonsense(&experiment)?;
        let program = match &self.program {
            Some(program) => find(program)?,
            None => own_path()?,
        };
        let out = &self.out;
        let mut drawn = None;
        let draw = || *drawn.insert(draw_seed());
        let experiment = ClusterFolder::settle(out, experiment, self.shards, draw)?;
        let stem = self.experiment.file_stem().unwrap_or_default().to_string_lossy();
        let cpus = usize::from(self.cpus);
        let ask = Ask {
            name: Ask::job_name(&stem),
            program,
            notice: self.notice.unwrap_or_else(|| self.time.notice()),
            time: self.time,
            memory: self.mem,
            cpus: self.cpus,
            partition: self.partition,
            more: self.sbatch,
        };
        let scripts = scripts(&ask, Order::of(&experiment), self.shards);
        let cluster = ClusterFolder::write(out, experiment, self.shards, &scripts)?;

        let mut stdout = std::io::stdout().lock();
        let names = scripts.each_ref().map(|script| script.name).join(", ");
        let seed = drawn.map(|seed| {
            format!(
                "seed {seed}, drawn because none was given
"
            )
        });
        let wrote = format!(
            "wrote {}: experiment.toml, {names}
",
            out.display()
        );
        let told = stdout.write_all((seed.unwrap_or_default() + &wrote).as_bytes());
        let told = told.map_err(Stop::from).and_then(|()| foretell(&cluster, cpus, &mut stdout));
        if self.submit {
            // Who reads nothing has asked for the jobs all the same.
            return ended(told, submit(out).map_err(Stop::from));
        }
        told?;
        let script = script_word(out);
        writeln!(stdout, "to submit them:\n  sh {script}")?;
        Ok(stdout.flush()?)
    }

    /// Refuses numbers that a cluster would choke on.
    fn refuse_nonsense(&self, experiment: &Experiment) -> Result<(), Stop> {
        let refuse = |what: String, help: &str| {
            let fault = Fault::whole(what).help(help);
            Err(Stop::Wrong(Source::new("", "").faults(vec![fault])))
        };
        let shards = self.shards;
        if shards > MOST_SHARDS {
            return refuse(
                format!(
                    "--shards {shards} is more than {MOST_SHARDS}, the highest number that clusters give an array's task"
                ),
                "take fewer shards with more --cpus each: 1000 shards of 8 are 8,000 processors",
            );
        }
        let (a_cell, all) = match experiment.find {
            None => (experiment.games, experiment.units()),
            Some(find) => (find.batch, "games of a round"),
        };
        let games = a_cell * experiment.cell_count() as u64;
        if shards > games {
            return refuse(
                format!("--shards {shards} is more than the {games} {all}"),
                "a shard should take minutes to hours: `pasang plan --shards N` says how long",
            );
        }
        let tables = memory::a_thread(experiment) * u64::from(self.cpus);
        if self.mem.mebibytes().is_some_and(|room| room < tables) {
            return refuse(
                format!("--mem {} is too little for the bots' tables of {tables} MiB", self.mem),
                "give more --mem, fewer --cpus, or the bots a smaller `hash`",
            );
        }
        if shards == 1 && Order::of(experiment) == Order::Rounds {
            return refuse(
                "--shards 1 with `[find]` makes a job of every round for nothing".to_owned(),
                "take two shards or more, or `pasang run` in a job of your own",
            );
        }
        if self.notice.is_some_and(|notice| notice >= self.time.seconds()) {
            return refuse(
                format!("--time {} is over before the notice", self.time),
                "give a longer --time or a shorter --notice",
            );
        }
        Ok(())
    }
}

/// Plays a little, and says how long shards will take on so many processors, and all of them.
fn foretell(cluster: &ClusterFolder, cpus: usize, stdout: &mut impl Write) -> Done {
    // The jobs get the memory that they ask for; here there may be less.
    if memory::check(&cluster.experiment, 1).is_err() {
        return Ok(());
    }
    if is_lively(&std::io::stderr()) {
        note("playing a little, to see how long a shard will take");
    }
    // What is written is there already, and it takes less than a second.
    let Some(plan) = plan(&cluster.experiment, cpus, CALIBRATION, &Halt::default()) else {
        return Ok(());
    };
    let shard = plan.shard(cluster.shards);
    write!(stdout, "{}", shard_in_words(&plan, &shard))?;
    stdout.flush()?;
    warn_if_short(&shard, cpus);
    Ok(())
}

/// The program that is meant by `--program`, as scripts in another folder call it: a name is looked
/// for in `PATH` and stays one; a path becomes one from the root.
fn find(program: &str) -> Result<String, Stop> {
    let refuse = |what: String, help: &str| {
        let fault = Fault::whole(what).help(help);
        Err(Stop::Wrong(Source::new("", "").faults(vec![fault])))
    };
    let leave_out = "leave out --program to use this program where it is, or give the path of one \
                     that this machine and the nodes see";
    if !program.contains('/') {
        let path = std::env::var_os("PATH").unwrap_or_default();
        if std::env::split_paths(&path).any(|folder| is_program(&folder.join(program))) {
            return Ok(program.to_owned());
        }
        return refuse(format!("--program {program}: there is no such program in PATH"), leave_out);
    }
    let path = std::path::absolute(program).unwrap_or_else(|_| program.into());
    if !path.exists() {
        return refuse(format!("--program {program}: there is no such file"), leave_out);
    }
    if !is_program(&path) {
        return refuse(format!("--program {program}: it is no file that can be run"), leave_out);
    }
    in_a_script(path)
}

/// Whether a file is there that can be run.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    fn may_run(found: &std::fs::Metadata) -> bool {
        std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0
    }
    #[cfg(not(unix))]
    fn may_run(_: &std::fs::Metadata) -> bool {
        true
    }
    path.metadata().is_ok_and(|found| found.is_file() && may_run(&found))
}

/// A path as a script can hold it.
fn in_a_script(path: PathBuf) -> Result<String, Stop> {
    path.into_os_string().into_string().map_err(|path| {
        let shown = path.display();
        let what = format!("`{shown}` cannot be written into a script: give another --program");
        Stop::Failed(anyhow::anyhow!(what))
    })
}

/// Where this program is.
fn own_path() -> Result<String, Stop> {
    in_a_script(std::env::current_exe().context("cannot tell where this program is")?)
}

/// The script that submits the jobs, for a shell that may be in any folder.
fn script_word(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    shell_word(&folder.join("submit.sh").display().to_string())
}

/// Submits the jobs; Slurm says on stdout which they are.
fn submit(folder: &Path) -> anyhow::Result<()> {
    let script = folder.join("submit.sh");
    let ended = Command::new("sh").arg(&script).status();
    let ended = ended.with_context(|| format!("cannot run `{}`", script.display()))?;
    if !ended.success() {
        let again = script_word(folder);
        bail!("`{}` failed: once its cause is gone, give `sh {again}`", script.display());
    }
    Ok(())
}

fn print(status: &Status, json: bool) -> Done {
    let mut stdout = std::io::stdout().lock();
    if json {
        writeln!(stdout, "{:#}", status.to_json())?;
        return Ok(());
    }
    write!(stdout, "{}", status.in_words())?;
    let moves = status.moves();
    if !moves.is_empty() {
        writeln!(stdout, "to move what is foreign out of the way:")?;
        moves.iter().try_for_each(|line| writeln!(stdout, "  {line}"))?;
    }
    match status.command() {
        Some(command) if status.is_only_to_merge() => {
            writeln!(stdout, "to submit the merge:\n  {command}")?;
        }
        Some(command) => {
            writeln!(stdout, "to submit the rest, and the merge:\n  {command}")?;
        }
        None if status.is_merged => writeln!(stdout, "merged: see {}", status.results().display())?,
        None => writeln!(stdout, "nothing to submit: the rest is in the queue")?,
    }
    Ok(stdout.flush()?)
}

/// A word that stands in a line of a script.
fn one_word(text: &str) -> Result<String, String> {
    let plain = !text.is_empty() && text.chars().all(|sign| sign.is_ascii_graphic());
    plain.then(|| text.to_owned()).ok_or_else(|| "expected a word without spaces".to_owned())
}

/// An option that stands in a line of its own in a script.
fn sbatch_option(text: &str) -> Result<String, String> {
    let fits = text.starts_with('-') && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
        .ok_or_else(|| "expected an option of sbatch, as `--account=history`".to_owned())
}
