//! An experiment on a cluster: a folder of scripts for Slurm that a person can read, and a look at
//! how far its shards are.
//!
//! The program schedules nothing: Slurm does. A folder holds
//!
//! ```text
//! experiment.toml   the experiment with nothing left open
//! shard.sbatch      one shard; a job array runs it for each
//! merge.sbatch      shards into results
//! submit.sh         submits both, the second to wait for the first
//! logs/             what the jobs print
//! shards/I          the results folder of shard I
//! results           the one folder that a single machine would have written
//! ```
//!
//! An experiment whose next games depend on earlier results is played in rounds: each is an array
//! of its own, whose shards are in `rounds/R/I`; the job that merges them into `results` decides
//! what the next round plays, and submits it.

mod ask;
mod folder;
mod limit;
mod queue;
mod scripts;
mod size;
mod spent;
mod status;

pub use ask::Ask;
pub use folder::{ClusterFolder, MOST_SHARDS};
pub use limit::Limit;
pub use queue::Queue;
pub use scripts::{Order, scripts};
pub use size::Size;
pub use status::{Status, status};
