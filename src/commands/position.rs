//! Options that specify a position.

use std::path::Path;

use clap::Args;

use crate::text::diagnostic::{Diagnostics, STDIN, Source, read_text};
use crate::text::failure::CommandResult;
use crate::text::messages::print;
use crate::text::positions;
use crate::text::positions::{Requested, RulesOptions};
use pasang_core::games::Position;

/// Options that specify a position.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Start from this setup [default: catalogue-01, for Bell bell-chequer]
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "position")]
    setup: Option<String>,
    /// Play by these rules [default: brunei-slide, or the position's own]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Set a toggle, as `stuck=score-decides`; may be repeated
    ///
    /// `pasang rules show NAME` lists the toggles, docs/rules.md their values.
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Start from this position: a word, a file, or `-` for stdin
    ///
    /// A file holds a diagram, or position words (docs/protocol.md), one per line.
    #[arg(long, value_name = "WORD|FILE")]
    position: Option<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
}

impl PositionArgs {
    /// Does the work at each position, after the moves of `--after`; a position of a list is printed
    /// as a heading. The work is given the text of a position of a list.
    pub fn each(
        &self,
        is_json: bool,
        mut work: impl FnMut(Position, Option<&str>) -> CommandResult,
    ) -> CommandResult {
        for (place, Requested { start, listed, .. }) in self.all()?.into_iter().enumerate() {
            if let Some(word) = listed.as_ref().filter(|_| !is_json) {
                let apart = if place > 0 { "\n" } else { "" };
                print(format_args!("{apart}{word}\n"))?;
            }
            let moves = start.read_moves(&self.after())?;
            work(moves.into_iter().fold(start, Position::after_unchecked), listed.as_deref())?;
        }
        Ok(())
    }

    /// Returns the only position; `Err` if several are given.
    pub fn one(&self) -> Result<Requested, Diagnostics> {
        positions::only(self.all()?)
    }

    fn all(&self) -> Result<Vec<Requested>, Diagnostics> {
        let options = RulesOptions { name: self.rules.clone(), set: self.set.clone() };
        let Some(position) = &self.position else {
            return Ok(vec![positions::find_setup(self.setup.as_deref(), &options)?]);
        };
        let source = match Position::is_like(position) {
            true => Source::new("--position", position.as_str()),
            false => read_text(Path::new(position))?,
        };
        let mut all = positions::read(&source, &options)?;
        if Position::is_like(position) {
            all.iter_mut().for_each(|it| it.listed = None);
        }
        Ok(all)
    }

    pub fn after(&self) -> Source {
        Source::new("--after", self.after.as_str())
    }

    /// Returns whether the setup or the position is read from stdin, which is then exhausted.
    pub fn takes_stdin(&self) -> bool {
        let named = [self.setup.as_deref(), self.position.as_deref()];
        named.into_iter().flatten().any(|name| name.trim_start_matches("mirror:") == STDIN)
    }
}
