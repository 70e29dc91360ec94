//! `pasang play`: an interactive game in the terminal, against bots or with other people.

use std::path::PathBuf;

use clap::Args;

use super::options::{seed, whole};
use super::position::PositionArgs;
use crate::run::draw_seed;
use crate::show::session::{Session, Table, builtin_bot, turns};
use crate::text::diagnostic::STDIN;
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::positions::Requested;
use pasang_core::base::random::HIGHEST_SEED;
use pasang_core::games::game_record::GameRecord;
use pasang_core::players::bots::BotSpec;

/// Default bot of the engine: strong, and answers at once.
pub(super) const DEFAULT_BOT: &str = "search:nodes=100000,solve=16";

/// Default level: a gentle one.
const DEFAULT_LEVEL: &str = "easy";

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang play --setup catalogue-07 --bot search:depth=4 --seat 2"
)]
pub struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Continue a game written by `save`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "set", "position"])]
    load: Option<PathBuf>,
    /// Bot in all other seats [default: the file's, or easy]
    ///
    /// beginner, easy, medium, good, strong, expert, strongest, or a bot with options.
    #[arg(long, value_name = "BOT", value_parser = BotSpec::builtin)]
    bot: Option<BotSpec>,
    /// Your seat; seat 1 moves first [default: the file's free seat, or 1]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=4))]
    seat: Option<u8>,
    /// Your name in the saved game
    #[arg(long, value_name = "NAME", conflicts_with = "two", value_parser = own_name)]
    name: Option<String>,
    /// Play without bots: people sit in all seats
    #[arg(long, conflicts_with_all = ["bot", "seat"])]
    two: bool,
    /// Random seed of the bots [default: the file's, or drawn and printed]
    #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Do not explain the rules as they come up
    #[arg(long)]
    brief: bool,
}

impl Play {
    pub fn run(self) -> CommandResult {
        let after = self.position.after();
        let game = match &self.load {
            Some(path) => crate::text::read_game_record(path)?,
            None => {
                let Requested { setup, start, .. } = self.position.one()?;
                GameRecord { setup, ..GameRecord::new_unchecked(start, Vec::new()) }
            }
        };
        let table = self.table(&game)?;
        Session::new(game, table, self.brief, self.takes_stdin()).run(&after)
    }

    fn takes_stdin(&self) -> bool {
        let loads = self.load.as_deref().is_some_and(|path| path.as_os_str() == STDIN);
        loads || self.position.takes_stdin()
    }

    /// Determines bot, seat and seed from the options, else from the headers of the loaded file.
    ///
    /// # Errors
    /// If there is no such seat, or the file has another name there.
    fn table(&self, game: &GameRecord) -> Result<Table, CommandError> {
        let seats = game.start.seats();
        if let Some(seat) = self.seat.filter(|&seat| seat > seats) {
            let what = format!("`--seat {seat}`: {seats} play by these rules");
            return Err(wrong(what, format!("give a seat from 1 to {seats}")));
        }
        let bot = |word: &str| word.parse().ok().filter(|bot: &BotSpec| !bot.is_external());
        let seated: Vec<(u8, Option<&str>)> =
            turns(&game.start).map(|(seat, turn)| (seat.number(), game.player(turn))).collect();
        let free = seated.iter().find(|(_, name)| name.and_then(bot).is_none());
        let seat = self.seat.or(free.map(|(seat, _)| *seat)).unwrap_or(1);
        let own = seated.iter().find_map(|(at, name)| name.filter(|_| *at == seat));
        if let (Some(name), Some(own)) = (&self.name, own.filter(|own| bot(own).is_none()))
            && name != own
        {
            let what = format!("`--name {name}`: in the file player {seat} is {own}");
            return Err(wrong(what, "leave `--name` out, or take another seat by `--seat`"));
        }
        let mut others = seated.iter().filter(|(at, _)| *at != seat);
        let other = others.find_map(|(_, name)| name.and_then(bot));
        let said = game.about.iter().find(|(key, _)| *key == "seed");
        let said = said.and_then(|(_, seed)| seed.parse().ok());
        let seed = self.seed.or(said.filter(|&seed| seed <= HIGHEST_SEED));
        Ok(Table {
            bot: self.bot.or(other).unwrap_or_else(|| builtin_bot(DEFAULT_LEVEL)),
            seat: Some(seat).filter(|_| !self.two),
            name: self.name.clone(),
            seed: seed.unwrap_or_else(draw_seed),
        })
    }
}

/// Reads a person's name. By a name of a bot, a loaded game would seat the bot.
fn own_name(word: &str) -> Result<String, String> {
    match word.parse::<BotSpec>() {
        Ok(_) => Err("a bot is called so; expected another name".to_owned()),
        Err(_) if word.trim().is_empty() => Err("expected a name".to_owned()),
        Err(_) => Ok(word.to_owned()),
    }
}
