//! What the jobs ask of the cluster.

use super::{Limit, Size};

/// What each job asks of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What the jobs are called.
    pub name: String,
    /// The program, as the cluster's nodes find it.
    pub program: String,
    /// How long a job may take before it is stopped and queued again.
    pub time: Limit,
    /// How many seconds before that limit it is told.
    pub notice: u64,
    /// How much memory.
    pub memory: Size,
    /// How many processors.
    pub cpus: u16,
    /// Which part of the cluster, where it is not the usual one.
    pub partition: Option<String>,
    /// More options of sbatch, as they are written there.
    pub more: Vec<String>,
}

impl Ask {
    /// A name for jobs made of an experiment's: Slurm shows it in columns, and scripts hold it.
    pub fn job_name(experiment: &str) -> String {
        let plain = |sign: char| match sign {
            sign if sign.is_ascii_alphanumeric() || "-_.".contains(sign) => sign,
            _ => '-',
        };
        format!("pasang-{}", experiment.chars().map(plain).collect::<String>())
    }

    /// The lines that both scripts begin with, behind what makes them different.
    pub(super) fn directives(&self) -> String {
        let Ask { time, memory, cpus, partition, more, .. } = self;
        let partition = partition.iter().map(|name| format!("--partition={name}"));
        let asked = [
            format!("--time={time}"),
            format!("--cpus-per-task={cpus}"),
            format!("--mem={memory}"),
        ];
        let all = asked.into_iter().chain(partition).chain(more.iter().cloned());
        all.map(|option| format!("#SBATCH {option}\n")).collect()
    }
}
