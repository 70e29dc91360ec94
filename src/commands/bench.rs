//! `pasang bench`: a fixed workload, its speed, and a fingerprint of the games played.

use clap::Args;

use super::options::listen;
use crate::run::benchmark::{FINGERPRINT, measure};
use crate::text::failure::CommandResult;
use crate::text::messages::{complain, print};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang bench")]
pub struct Bench {}

impl Bench {
    /// Runs the workload on one thread and prints the measurements.
    pub fn run(self) -> CommandResult {
        let interrupt = listen()?;
        let (rows, fingerprint) = measure(interrupt.cancel());
        print(rows)?;
        match fingerprint {
            Some(fingerprint) => {
                print(format_args!("fingerprint {fingerprint}\n"))?;
                let error = || anyhow::anyhow!("this program plays other games than its version");
                if fingerprint == FINGERPRINT { Ok(()) } else { Err(error().into()) }
            }
            None => {
                complain("stopped before all was measured");
                interrupt.ends()
            }
        }
    }
}
