//! Stub.
use super::Done;
/// stub
#[derive(Debug, clap::Subcommand)]
pub enum Setups {
    /// stub
    List,
}
impl Setups {
    /// stub
    pub fn run(self) -> Done { Ok(()) }
}
