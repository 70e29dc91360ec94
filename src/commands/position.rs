//! The options by which a command is told a position, and the way from them to it.

use std::path::{Path, PathBuf};

use clap::Args;
use pasang_core::protocol::{USUAL_RULES, usual_setup};

use crate::base::fault::{Faults, STDIN, Source, read_text};
use crate::games::rules::{Kind, Named, Rules};
use crate::games::written::{Start, read_moves};
use crate::players::{Game, Work};

/// Which position is meant.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Start from this setup [default: catalogue-01, or bell-chequer under rules of Bell]
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "position")]
    setup: Option<String>,
    /// Play by these rules
    #[arg(long, value_name = "NAME|FILE", default_value = USUAL_RULES)]
    rules: String,
    /// Change a toggle of the rules, as `stuck=score-decides`; may be given several times. `pasang
    /// rules show NAME` lists the toggles, docs/rules.md their values
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Start from this diagram
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES", default_value = "")]
    after: String,
}

/// Something to be done with a position of a game, whichever it is.
pub trait AtPosition {
    type Output;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Self::Output;
}

impl PositionArgs {
    pub fn at<W: AtPosition>(&self, work: W) -> Result<W::Output, Faults> {
        let rules = self.rules()?;
        rules.play(Reach { args: self, kind: rules.kind(), work })
    }

    pub fn rules(&self) -> Result<Rules, Faults> {
        let Named { mut rules, .. } = crate::read::rules::find(&self.rules)?;
        crate::read::rules::set_all(&mut rules, &self.set)?;
        Ok(rules)
    }

    pub fn start(&self, kind: Kind) -> Result<Start, Faults> {
        match &self.position {
            Some(path) => Ok(Start::Diagram(read_text(path)?)),
            None => Ok(Start::Setup(crate::read::setups::find(self.setup(kind), None)?)),
        }
    }

    fn setup(&self, kind: Kind) -> &str {
        self.setup.as_deref().unwrap_or(usual_setup(kind))
    }

    /// What the game starts from, as it is called on the command line.
    pub fn name(&self, kind: Kind) -> String {
        match &self.position {
            Some(path) => path.display().to_string(),
            None => self.setup(kind).to_owned(),
        }
    }

    pub fn after(&self) -> Source {
        Source::new("--after", self.after.as_str())
    }

    /// Whether stdin is read for the setup or the diagram, and so has nothing more to say.
    pub fn takes_stdin(&self) -> bool {
        let named = [self.setup.as_deref(), self.position.as_deref().and_then(Path::to_str)];
        named.into_iter().flatten().any(|name| name.trim_start_matches("mirror:") == STDIN)
    }
}

/// Finds the position once the game is known.
struct Reach<'a, W> {
    args: &'a PositionArgs,
    kind: Kind,
    work: W,
}

impl<W: AtPosition> Work for Reach<'_, W> {
    type Output = Result<W::Output, Faults>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let start = self.args.start(self.kind)?.position(game, self.args.setup(self.kind))?;
        let moves = read_moves(game, &start, &self.args.after())?;
        let last = moves.into_iter().fold(start, |position, mv| game.play(&position, mv));
        Ok(self.work.at(game, last))
    }
}
