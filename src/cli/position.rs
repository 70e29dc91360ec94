//! The options by which a command is told a position, and the way from them to it.

use std::path::PathBuf;

use clap::Args;

use crate::base::fault::{Fault, Faults, Source};
use crate::games::rules::{self, Kind, Named, Work};
use crate::games::setup;
use crate::games::{Game, find_move};

/// Which position is meant.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Start from this setup [default: catalogue-01, or bell-chequer under rules of Bell]
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "position")]
    setup: Option<String>,
    /// Play by these rules
    #[arg(long, value_name = "NAME|FILE", default_value = "brunei-slide")]
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
    /// What comes of it.
    type Output;

    /// Does it.
    fn at<G: Game>(self, game: &G, position: G::Position) -> Self::Output;
}

impl PositionArgs {
    /// Does work at the position that is meant.
    ///
    /// # Errors
    /// All that is wrong with the first option that is wrong.
    pub fn at<W: AtPosition>(&self, work: W) -> Result<W::Output, Faults> {
        let Named { mut rules, .. } = rules::find(&self.rules)?;
        rules::set_all(&mut rules, &self.set)?;
        let default_setup = match rules.kind() {
            Kind::Brunei => "catalogue-01",
            Kind::Bell => "bell-chequer",
        };
        let setup = self.setup.as_deref().unwrap_or(default_setup);
        rules.play(Reach { args: self, setup, work })
    }
}

/// Finds the position once the game is known.
struct Reach<'a, W> {
    args: &'a PositionArgs,
    setup: &'a str,
    work: W,
}

impl<W: AtPosition> Work for Reach<'_, W> {
    type Output = Result<W::Output, Faults>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let start = match &self.args.position {
            Some(path) => game.read_diagram(&Source::read(path)?)?,
            None => {
                let setup = setup::find(self.setup, None)?;
                if let Some(why) = game.refuses(setup.stones) {
                    let what = format!("setup `{}` cannot be played: {why}", setup.name);
                    return Err(Source::new(self.setup, "").faults(vec![Fault::whole(what)]));
                }
                game.start(setup.stones)
            }
        };
        Ok(self.work.at(game, play_all(game, start, &self.args.after)?))
    }
}

/// Plays moves, a word each.
pub(super) fn play_all<G: Game>(
    game: &G,
    start: G::Position,
    moves: &str,
) -> Result<G::Position, Faults> {
    let mut position = start;
    for (number, word) in (1..).zip(moves.split_whitespace()) {
        position = match find_move(game, &position, word) {
            Ok(mv) => game.play(&position, mv),
            Err(refusal) => {
                let start = word.as_ptr() as usize - moves.as_ptr() as usize;
                let what = format!("move {number}, `{word}`, is not legal");
                let fault = Fault::at(start..start + word.len(), what, refusal.instead());
                return Err(Source::new("--after", moves).faults(vec![fault]));
            }
        };
    }
    Ok(position)
}
