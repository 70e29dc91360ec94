//! What another program may say to the engine: a line, read.

use crate::base::words::{nearest, one_of, shortened};
use crate::commands::options::{bot, whole};
use crate::experiment::HIGHEST_SEED;
use crate::players::bots::BotSpec;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Who is there.
    Hello,
    /// Whether all that was said is done.
    IsReady,
    /// Another bot.
    Bot(BotSpec),
    /// Other random numbers.
    Seed(u64),
    /// Another position.
    Position(Asked),
    /// Whose turn it is, and what may be played.
    State,
    /// A move, found with this budget, or with the bot's own.
    Go {
        /// So many positions or playouts at most.
        positions: Option<u64>,
        /// So long at most.
        milliseconds: Option<u64>,
    },
    /// The best move found so far.
    Stop,
    /// The end.
    Quit,
}

/// A position, as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The name of the rules.
    pub rules: Option<String>,
    /// Toggles that are not as in these, each as `TOGGLE=VALUE`.
    pub set: Vec<String>,
    /// What the game starts from.
    pub board: Board,
    /// The moves so far.
    pub moves: Vec<String>,
}

/// What a game starts from, as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Board {
    /// The setup that goes with the rules.
    #[default]
    Usual,
    /// A setup's name.
    Setup(String),
    /// Rows of stones.
    Rows(String),
}

/// Every order, with what stands behind it.
pub const ORDERS: [(&str, &str); 8] = [
    ("hello", "hello 1"),
    ("isready", "isready"),
    ("set", "set bot WORD|seed N"),
    (
        "position",
        "position [rules NAME] [set TOGGLE=VALUE].. [setup NAME|rows ROWS] [moves MOVE ..]",
    ),
    ("state", "state"),
    ("go", "go [positions N] [milliseconds N]"),
    ("stop", "stop"),
    ("quit", "quit"),
];

/// The largest budget.
const MOST: u64 = 1_000_000_000;

impl Order {
    /// Reads a line; nothing where it is empty.
    pub fn read(line: &str) -> Result<Option<Order>, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, rest)) = words.split_first() else { return Ok(None) };
        let alone = |order| match rest {
            [] => Ok(Some(order)),
            [found, ..] => {
                Err(format!("`{name}` stands alone, found `{}` behind it", shortened(found)))
            }
        };
        match name {
            "hello" => match rest {
                [] | [super::PROTOCOL] => Ok(Some(Order::Hello)),
                [found, ..] => {
                    let found = shortened(found);
                    let own = super::PROTOCOL;
                    Err(format!("protocol `{found}` is not known: expected `hello {own}`"))
                }
            },
            "isready" => alone(Order::IsReady),
            "state" => alone(Order::State),
            "stop" => alone(Order::Stop),
            "quit" => alone(Order::Quit),
            "set" => set(rest).map(Some),
            "position" => position(rest).map(|asked| Some(Order::Position(asked))),
            "go" => go(rest).map(Some),
            _ => {
                let names = || ORDERS.iter().map(|&(name, _)| name);
                let meant = match nearest(name, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("expected {}", one_of(ORDERS.map(|(_, shape)| shape))),
                };
                Err(format!("unknown order `{}`: {meant}", shortened(name)))
            }
        }
    }
}

fn set(rest: &[&str]) -> Result<Order, String> {
    let shown = |value| format!("`{}`", shortened(value));
    match rest {
        ["bot", word] => {
            bot(word).map(Order::Bot).map_err(|why| format!("bot {}: {why}", shown(word)))
        }
        ["seed", number] => whole(0..=HIGHEST_SEED)(number)
            .map(Order::Seed)
            .map_err(|why| format!("seed {}: {why}", shown(number))),
        [name, _] => {
            let names = ["bot", "seed"];
            Err(format!("unknown option {}: expected {}", shown(name), one_of(names)))
        }
        _ => Err("expected `set bot WORD` or `set seed N`".to_owned()),
    }
}

fn go(mut rest: &[&str]) -> Result<Order, String> {
    let (mut positions, mut milliseconds) = (None, None);
    while let [name, tail @ ..] = rest {
        let place = match *name {
            "positions" => &mut positions,
            "milliseconds" => &mut milliseconds,
            _ => {
                let expected = one_of(["positions", "milliseconds"]);
                return Err(format!("unknown budget `{}`: expected {expected}", shortened(name)));
            }
        };
        if place.is_some() {
            return Err(format!("`{name}` is given twice: once is enough"));
        }
        let number = tail.first().copied().unwrap_or("");
        let read = whole(1..=MOST)(number);
        *place = Some(read.map_err(|why| format!("{name} `{}`: {why}", shortened(number)))?);
        rest = &tail[1..];
    }
    Ok(Order::Go { positions, milliseconds })
}

fn position(mut rest: &[&str]) -> Result<Asked, String> {
    let mut asked = Asked::default();
    while let [name, tail @ ..] = rest {
        if *name == "moves" {
            asked.moves = tail.iter().map(|&word| word.to_owned()).collect();
            break;
        }
        let names = ["rules", "set", "setup", "rows", "moves"];
        if !names.contains(name) {
            let expected = one_of(names);
            return Err(format!("unknown part `{}`: expected {expected}", shortened(name)));
        }
        let Some((&value, tail)) = tail.split_first() else {
            return Err(format!("`{name}` has nothing behind it"));
        };
        let value = value.to_owned();
        match *name {
            "set" => asked.set.push(value),
            "rules" if asked.rules.is_none() => asked.rules = Some(value),
            "setup" if asked.board == Board::Usual => asked.board = Board::Setup(value),
            "rows" if asked.board == Board::Usual => asked.board = Board::Rows(value),
            "rules" => return Err("`rules` is given twice: once is enough".to_owned()),
            _ => return Err("a game starts from one `setup` or from `rows`".to_owned()),
        }
        rest = tail;
    }
    Ok(asked)
}
