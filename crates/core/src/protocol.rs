//! Line protocol by which other programs ask the bots for moves: a line in, lines out.
//!
//! It uses no streams, clocks or threads: [`ProtocolSession::respond`] answers each line at once. A caller with
//! threads passes a line to [`ProtocolSession::take`] and runs the [`PendingSearch`] that results from `go` on another
//! thread, so that it can be stopped. docs/protocol.md describes the commands.
//!
//! ```
//! use pasang_core::protocol::ProtocolSession;
//!
//! let mut session = ProtocolSession::new("mine 1.0", "search:nodes=500".parse()?, 0, |_| None);
//! assert_eq!(session.respond("isready"), "readyok");
//! assert_eq!(session.respond("position setup catalogue-01 moves c j"), "");
//! assert!(session.respond("go").starts_with("bestmove "));
//! # Ok::<(), pasang_core::base::diagnostic::Diagnostic>(())
//! ```

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::cancel::CancelToken;
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::random::{HIGHEST_SEED, SeedKey};
use crate::base::text::{Keyword, nearest, one_of, shortened};
use crate::board::{Point, draw};
use crate::games::game_record::GameRecord;
use crate::games::rules::{Game, GameKind};
use crate::games::setup::{self, Setup};
use crate::games::{Move, Outcome, Position};
use crate::players::bot::{Bot, BuiltinBot};
use crate::players::bots::{Analysis, BotSpec, Evaluation};
use crate::players::search::Limits;

/// Version of the protocol.
pub const VERSION: &str = "1";

/// Default rules.
pub const DEFAULT_RULES: &str = "brunei-slide";

/// Largest budget.
const MAX: u64 = 1_000_000_000;

/// Commands, each with its syntax.
const COMMANDS: [(&str, &str); 10] = [
    ("hello", "hello 1"),
    ("isready", "isready"),
    ("set", "set bot WORD|seed N"),
    (
        "position",
        "position word WORD|[rules NAME] [set TOGGLE=VALUE].. [setup NAME|rows ROWS] [moves MOVE ..]",
    ),
    ("state", "state"),
    ("board", "board"),
    ("word", "word"),
    ("go", "go [positions N] [milliseconds N]"),
    ("stop", "stop"),
    ("quit", "quit"),
];

/// Returns the default setup of a game.
pub fn default_setup(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Brunei => "catalogue-01",
        GameKind::Bell => "bell-chequer",
    }
}

/// Session of the protocol.
#[derive(Clone)]
pub struct ProtocolSession {
    name: String,
    bot: BotSpec,
    seed: u64,
    game: GameRecord,
    lacks: fn(u64) -> Option<String>,
    kept: KeptBot,
}

/// Bot of the last search. It begins anew with each search but keeps its
/// tables: allocating new ones takes longer than searching some thousand positions.
type KeptBot = Arc<Mutex<Option<BuiltinBot>>>;

/// Response to a line.
#[derive(Clone)]
pub enum Response {
    /// Text to print, unless it is empty.
    Say(String),
    /// Search to run, whose answer is to be printed.
    Think(Box<PendingSearch>),
    /// Request to stop the search that is running, which then answers with the best move found.
    Stop,
    /// End of the session.
    Quit,
}

/// Search that has not been run. The bot remembers nothing of earlier searches: the same position
/// with the same budget of positions has the same answer.
#[derive(Clone)]
pub struct PendingSearch {
    bot: BotSpec,
    most: u64,
    seed: u64,
    game: GameRecord,
    kept: KeptBot,
    /// Time limit.
    pub milliseconds: Option<u64>,
}

impl ProtocolSession {
    /// Creates a session at the default position. `name` is the program's name and version; `lacks`
    /// returns an error message if this many MiB for a bot's tables are not available.
    pub fn new(
        name: &str,
        bot: BotSpec,
        seed: u64,
        lacks: fn(u64) -> Option<String>,
    ) -> ProtocolSession {
        let game = game_of(&[]).unwrap_or_else(|why| unreachable!("{why}"));
        let (name, kept) = (name.to_owned(), KeptBot::default());
        ProtocolSession { name, bot, seed, game, lacks, kept }
    }

    /// Returns the game set by `position`.
    pub fn game(&self) -> &GameRecord {
        &self.game
    }

    /// Answers a line at once; a search ends with its budget of positions.
    pub fn respond(&mut self, line: &str) -> String {
        match self.take(line) {
            Response::Say(text) => text,
            Response::Think(task) => task.answer(&CancelToken::default()),
            Response::Stop | Response::Quit => String::new(),
        }
    }

    /// Returns whether a command affects the next search, and so waits until none is running.
    pub fn waits(line: &str) -> bool {
        let name = line.split_whitespace().next();
        name.is_some_and(|name| ["set", "position", "go"].contains(&name))
    }

    /// Takes a line and returns the response.
    pub fn take(&mut self, line: &str) -> Response {
        self.read(line).unwrap_or_else(|wrong| Response::Say(format!("error {wrong}")))
    }

    fn read(&mut self, line: &str) -> Result<Response, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, rest)) = words.split_first() else {
            return Ok(Response::Say(String::new()));
        };
        let say = |text: String| Ok(Response::Say(text));
        match (name, rest) {
            ("isready" | "state" | "board" | "word" | "stop" | "quit", [found, ..]) => {
                Err(format!("`{name}` stands alone, found `{}` behind it", shortened(found)))
            }
            ("isready", _) => say("readyok".to_owned()),
            ("state", _) => say(state(&self.game.last())),
            ("board", _) => say(board(&self.game.last())),
            ("word", _) => say(format!("word {}", self.game.last())),
            ("stop", _) => Ok(Response::Stop),
            ("quit", _) => Ok(Response::Quit),
            ("hello", [] | [VERSION]) => say(self.greeting()),
            ("hello", [found, ..]) => {
                let found = shortened(found);
                Err(format!("protocol `{found}` is not known: expected `hello {VERSION}`"))
            }
            ("set", ["bot", word]) => {
                let read = BotSpec::builtin(word);
                let bot = read.map_err(|why| format!("bot `{}`: {why}", shortened(word)))?;
                (self.lacks)(bot.hash()).map_or(Ok(()), Err)?;
                self.bot = bot;
                say(String::new())
            }
            ("set", ["seed", word]) => {
                self.seed = number("seed", word, 0..=HIGHEST_SEED)?;
                say(String::new())
            }
            ("set", [name, _]) => {
                let names = one_of(["bot", "seed"]);
                Err(format!("unknown option `{}`: expected {names}", shortened(name)))
            }
            ("set", _) => Err("expected `set bot WORD` or `set seed N`".to_owned()),
            ("position", _) => {
                self.game = game_of(rest)?;
                say(String::new())
            }
            ("go", _) => self.go(budget(rest)?).map(|task| Response::Think(Box::new(task))),
            _ => {
                let names = || COMMANDS.iter().map(|&(name, _)| name);
                let meant = match nearest(name, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("expected {}", one_of(COMMANDS.map(|(_, shape)| shape))),
                };
                Err(format!("unknown order `{}`: {meant}", shortened(name)))
            }
        }
    }

    fn greeting(&self) -> String {
        let ProtocolSession { name, bot, seed, .. } = self;
        let orders = COMMANDS.map(|(name, ..)| name).join(" ");
        format!("id {name}\noption bot {bot}\noption seed {seed}\norders {orders}\nhello {VERSION}")
    }

    fn go(&self, [positions, milliseconds]: [Option<u64>; 2]) -> Result<PendingSearch, String> {
        if self.game.last().outcome().is_some() {
            return Err("the game is over here: there is no move".to_owned());
        }
        // A time limit alone leaves the number of positions unlimited.
        let most = positions.or(milliseconds.map(|_| u64::MAX));
        Ok(PendingSearch {
            bot: most.map_or(self.bot, |most| self.bot.with_budget(most)),
            most: most.unwrap_or(u64::MAX),
            seed: self.seed,
            game: self.game.clone(),
            kept: self.kept.clone(),
            milliseconds,
        })
    }
}

impl PendingSearch {
    /// Searches until it is done or cancelled, and returns the answer in one line.
    pub fn answer(&self, cancel: &CancelToken) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let same = kept.filter(|bot| bot.spec() == self.bot);
        let mut bot = same.unwrap_or_else(|| self.bot.build());
        bot.new_game();
        bot.set_cancel_token(cancel);
        let moves = self.game.moves.len() as u64;
        let mut rng = SeedKey::new(self.seed, &[b"engine"]).rng(moves);
        let analysis = bot.analyze_with(&self.game.last(), Limits::nodes(self.most), &mut rng);
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(bot);
        // `go` is refused if the game is over.
        analysis.map_or("error no move was found".to_owned(), |analysis| best(&analysis))
    }
}

fn budget(mut rest: &[&str]) -> Result<[Option<u64>; 2], String> {
    let names = ["positions", "milliseconds"];
    let mut budget = [None; 2];
    while let [name, tail @ ..] = rest {
        let Some(place) = names.iter().position(|known| known == name) else {
            let expected = one_of(names);
            return Err(format!("unknown budget `{}`: expected {expected}", shortened(name)));
        };
        if budget[place].is_some() {
            return Err(format!("`{name}` is given twice: once is enough"));
        }
        budget[place] = Some(number(name, tail.first().copied().unwrap_or(""), 1..=MAX)?);
        rest = &tail[1..];
    }
    Ok(budget)
}

fn number(name: &str, word: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let digits = !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit());
    let number = digits.then(|| word.parse().ok()).flatten();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (word, least, most) = (shortened(word), range.start(), range.end());
        format!("{name} `{word}`: expected a whole number from {least} to {most}")
    })
}

/// Parses the arguments of `position`.
fn game_of(mut rest: &[&str]) -> Result<GameRecord, String> {
    let (mut named, mut sets, mut board, mut moves) = (None, Vec::new(), None, Vec::new());
    while let [name, tail @ ..] = rest {
        if *name == "moves" {
            moves = tail.to_vec();
            break;
        }
        let names = ["word", "rules", "set", "setup", "rows", "moves"];
        if !names.contains(name) {
            let expected = one_of(names);
            return Err(format!("unknown part `{}`: expected {expected}", shortened(name)));
        }
        let Some((&value, tail)) = tail.split_first() else {
            return Err(format!("`{name}` has nothing behind it"));
        };
        match *name {
            "set" => sets.push(value),
            "rules" if named.is_none() => named = Some(value),
            "word" | "setup" | "rows" if board.is_none() => board = Some((*name, value)),
            "rules" => return Err("`rules` is given twice: once is enough".to_owned()),
            _ => {
                return Err("a game starts from one `word`, one `setup` or from `rows`".to_owned());
            }
        }
        rest = tail;
    }
    if let Some(("word", text)) = board {
        if named.is_some() || !sets.is_empty() {
            return Err("a `word` says its own rules: leave out `rules` and `set`".to_owned());
        }
        let start = text.parse().map_err(message_of)?;
        return played(None, start, &moves);
    }
    let name = named.unwrap_or(DEFAULT_RULES);
    let mut rules = Game::preset(name).map_err(message_of)?;
    if let Some((_, fault)) = rules.set_all(sets).into_iter().next() {
        return Err(message_of(fault));
    }
    // Other programs name no files of this machine.
    let by_name = |name: &str| setup::by_name(name).map_err(message_of);
    let setup = match board {
        None => by_name(default_setup(rules.kind()))?,
        Some(("rows", rows)) => in_rows(rows)?,
        Some((_, name)) => by_name(name)?,
    };
    let start = rules.start(&setup);
    let start = start.map_err(|why| format!("this setup cannot be played: {why}"))?;
    played(Some(setup), start, &moves)
}

/// Returns the game of these moves.
fn played(setup: Option<Setup>, start: Position, words: &[&str]) -> Result<GameRecord, String> {
    let (mut last, mut moves) = (start, Vec::new());
    for (number, word) in (1..).zip(words) {
        let mv = last.parse_move(word).map_err(|refusal| {
            let instead = refusal.instead();
            format!("move {number}, `{}`, is not legal: {instead}", shortened(word))
        })?;
        last.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(GameRecord { setup, ..GameRecord::new_unchecked(start, moves) })
}

/// Parses rows separated by `/`, the highest first, with any number of stones.
fn in_rows(rows: &str) -> Result<Setup, String> {
    let board = rows.replace('/', "\n");
    let text = format!("name: rows\nstones: any\n\n{board}\n");
    let first =
        |faults: Diagnostics| faults.list().first().cloned().map(message_of).unwrap_or_default();
    Setup::parse(&Source::new("rows", text)).map_err(first)
}

/// Returns the message in one line and without its place, since the client does not see the lines
/// that it counts.
fn message_of(fault: Diagnostic) -> String {
    fault.to_string().escape_debug().to_string()
}

fn state(position: &Position) -> String {
    let standing = standing(position);
    if position.outcome().is_some() {
        return format!("state {standing}");
    }
    let mut moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    moves.sort();
    format!("state {standing} moves {}", moves.join(" "))
}

/// Returns the player to move, or how the game ended, and the scores.
fn standing(position: &Position) -> String {
    let scores = position.format_scores();
    match position.outcome() {
        Some(Outcome { ending, winners }) => {
            format!("over {} winner {winners} score {scores}", ending.word())
        }
        None => format!("turn {} score {scores}", position.turn()),
    }
}

fn board(position: &Position) -> String {
    let size = position.board_size();
    let points = |name: &str, of: Vec<Point>| match of.is_empty() {
        true => String::new(),
        false => of.into_iter().fold(format!(" {name}"), |text, at| text + " " + &size.name(at)),
    };
    let line = |mv: Move| {
        let path = points("way", position.path(mv));
        let takes = points("takes", position.captures(mv).collect());
        format!("move {mv}{path}{takes} points {}\n", position.captured_points(mv))
    };
    let mut lines: Vec<String> = position.legal_moves().into_iter().map(line).collect();
    lines.sort();
    let rows = draw(size, |point| position.sign(point)).trim_end().replace('\n', "/");
    let (phase, standing) = (position.phase(), standing(position));
    format!("{}board {rows} phase {phase} {standing}", lines.concat())
}

fn best(analysis: &Analysis) -> String {
    let mut text = format!("bestmove {}", analysis.best_move);
    if let Some(evaluation) = analysis.evaluation {
        text += &format!(" value {}", format_evaluation(evaluation));
    }
    if analysis.nodes > 0 {
        text += &format!(" positions {}", analysis.nodes);
    }
    if !analysis.principal_variation.is_empty() {
        text += " line";
        analysis.principal_variation.iter().for_each(|mv| text += &format!(" {mv}"));
    }
    text
}

/// Formats an evaluation as `go` prints it: `points +1.25`, `stuck win`, `proved loss -3`.
pub fn format_evaluation(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Lead(hundredths) => {
            let sign = if hundredths < 0 { '-' } else { '+' };
            let (points, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
            format!("points {sign}{points}.{rest:02}")
        }
        Evaluation::Stuck { wins } => format!("stuck {}", if wins { "win" } else { "loss" }),
        Evaluation::Proven { result, margin } => {
            let result = ["loss", "draw", "win"][(result.signum() + 1) as usize];
            format!("proved {result} {margin:+}")
        }
        Evaluation::WinProbability(thousandths) => {
            format!("chance {}.{:03}", thousandths / 1000, thousandths % 1000)
        }
    }
}
