//! `pasang play`: a person plays a game in the terminal, against a bot or with other people.

mod hint;
mod lessons;
mod reading;
mod session;
mod talk;
mod telling;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clap::Args;

use self::session::{Begun, Next, Session};
use self::talk::Talk;
use self::telling::Table;
use super::ended::{Done, Stop, wrong};
use super::options::whole;
use super::position::PositionArgs;
use super::run::draw_seed;
use crate::base::words::shell_word;
use crate::experiment::HIGHEST_SEED;
use crate::games::rules::Work;
use crate::games::{Game, Seat};
use crate::players::bots::BotSpec;
use pasang_core::protocol::bot;

/// Strong, and answers at once.
pub(super) const USUAL_BOT: &str = "search:nodes=100000,solve=16";

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang play --setup catalogue-07 --bot search:depth=4 --seat 2"
)]
pub struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "set", "position"])]
    load: Option<PathBuf>,
    /// Who plays in all other seats
    #[arg(long, value_name = "BOT", default_value = USUAL_BOT, value_parser = bot)]
    bot: BotSpec,
    /// Sit here; whoever sits at 1 moves first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u8>(1..=4))]
    #[arg(allow_negative_numbers = true)]
    seat: u8,
    /// Play without a bot: people sit in all seats
    #[arg(long, visible_alias = "people", conflicts_with_all = ["bot", "seat"])]
    two: bool,
    /// The same seed and the same moves make the same game [default: one is drawn, and told]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Leave out the rules, which are otherwise told as they come up
    #[arg(long)]
    brief: bool,
}

/// What is printed when somebody leaves at once: how to go on.
pub type Parting = Arc<Mutex<String>>;

impl Play {
    /// Plays until somebody leaves.
    pub fn run(self) -> Done {
        let mut begun = self.begun()?;
        let table = Table {
            person: if self.two { None } else { Seat::numbered(self.seat) },
            bot: self.bot,
            seed: self.seed.unwrap_or_else(draw_seed),
            drawn: self.seed.is_none(),
            brief: self.brief,
            options: self.table_words(),
        };
        let parting = Parting::default();
        #[cfg(unix)]
        hear(parting.clone())?;
        let mut talk = Talk::new(self.takes_stdin());
        loop {
            let rules = begun.rules;
            let sit = Sit { begun: &begun, table: &table, talk: &mut talk, parting: &parting };
            match rules.play(sit)? {
                Next::Leave => return Ok(()),
                Next::Another(other) => begun = *other,
            }
        }
    }

    /// The game that is meant.
    fn begun(&self) -> Result<Begun, Stop> {
        let after = self.position.after();
        let begun = match &self.load {
            Some(path) => Begun::load(path, after)?,
            None => {
                let rules = self.position.rules()?;
                let kind = rules.kind();
                let options = self.position.to_words();
                Begun {
                    rules,
                    start: self.position.start(kind)?,
                    name: self.position.name(kind),
                    moves: vec![after],
                    options: (!self.takes_stdin()).then_some(options),
                    loaded: 0,
                }
            }
        };
        let seats = begun.rules.seats();
        if self.seat > seats {
            let what = format!("`--seat {}`: {seats} play by these rules", self.seat);
            return Err(wrong(what, format!("give a seat from 1 to {seats}")));
        }
        Ok(begun)
    }

    fn takes_stdin(&self) -> bool {
        let loads = self.load.as_deref().and_then(std::path::Path::to_str);
        self.position.takes_stdin() || loads.is_some_and(talk::is_stdin)
    }

    /// The options that say who plays, as a shell reads them back.
    fn table_words(&self) -> String {
        let mut words = String::new();
        if self.two {
            words += " --two";
        }
        let bot = self.bot.to_string();
        if bot != USUAL_BOT {
            words += &format!(" --bot {}", shell_word(&bot));
        }
        if self.seat != 1 {
            words += &format!(" --seat {}", self.seat);
        }
        if self.brief {
            words += " --brief";
        }
        words
    }
}

/// Sits down to a game, whichever it is.
struct Sit<'a> {
    begun: &'a Begun,
    table: &'a Table,
    talk: &'a mut Talk,
    parting: &'a Parting,
}

impl Work for Sit<'_> {
    type Output = Result<Next, Stop>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let Sit { begun, table, talk, parting } = self;
        Session::new(game, begun, table, talk, parting)?.run()
    }
}

/// Lets Ctrl-C, and the signal to terminate, end the game at once, with a word on how to go on.
#[cfg(unix)]
fn hear(parting: Parting) -> Result<(), Stop> {
    use anyhow::Context;
    use signal_hook::consts::{SIGINT, SIGTERM};

    let cannot = "cannot listen to signals";
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]).context(cannot)?;
    let listen = move || {
        if let Some(number) = signals.forever().next() {
            let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
            super::ended::complain(format_args!("\n{words}"));
            signal_hook::low_level::exit(128 + number);
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(listen);
    thread.context(cannot)?;
    Ok(())
}
