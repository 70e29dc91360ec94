//! Bots that are external programs, using the line protocol of docs/protocol.md.
//!
//! An engine may be slow, crash, hang, print rubbish or try to cheat. Any of its errors ends the
//! run with a message; the games before are kept, and the run can be resumed.

use std::time::{Duration, Instant};

use super::wire::{Heard, Manners, Wire};
use crate::experiment::Engine;
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::random::GameRng;
use pasang_core::board::draw;
use pasang_core::{Bot, Move, Position};

/// An external engine, started with its first game.
pub(super) struct ExternalEngine {
    engine: Engine,
    wire: Option<EngineWire>,
    /// The start of the game in the notation of the protocol; empty before its first move.
    start: String,
    /// The moves so far, each with a blank before it.
    moves: String,
    /// `true` if it was sent the seed of this game's random numbers.
    is_seeded: bool,
    cancel: CancelToken,
}

impl ExternalEngine {
    pub(super) fn new(engine: Engine) -> ExternalEngine {
        ExternalEngine {
            engine,
            wire: None,
            start: String::new(),
            moves: String::new(),
            is_seeded: false,
            cancel: CancelToken::default(),
        }
    }

    /// Keeps the first position of a game as its start.
    fn meet(&mut self, position: &Position) {
        if self.start.is_empty() {
            let board = draw(position.board_size(), |point| position.sign(point));
            self.start = position.rules().start_in_an_order(&board);
        }
    }

    fn begin(&mut self) -> Result<(), EngineError> {
        let (engine, limit) = (&self.engine, self.engine.limit());
        let mut wire = EngineWire::start(&engine.command)?;
        wire.say("hello 1")?;
        let hello = wire.wait("hello", limit.min(HELLO_TIMEOUT), &self.cancel)?;
        let protocol = hello.split_whitespace().nth(1).unwrap_or("none");
        if protocol != "1" {
            return Err(wrong(format!("its protocol is {protocol}, and 1 is wanted")));
        }
        for (key, value) in &engine.options {
            wire.say(&format!("set {key} {value}"))?;
        }
        // Errors about options arrive before the answer to this.
        wire.say("isready")?;
        wire.wait("readyok", limit, &self.cancel)?;
        self.cancel.meet(engine.name.as_str(), &wire.id);
        self.wire = Some(wire);
        Ok(())
    }

    /// Formats the position in the notation of the protocol.
    fn position(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves" };
        format!("{}{moves}{}", self.start, self.moves)
    }

    /// Fails the run with a message, unless it was merely cancelled.
    fn halts(&mut self, trouble: EngineError, was_asked: bool) {
        self.wire = None;
        if let EngineError::Wrong(what) = trouble {
            let place = was_asked.then(|| format!("; it was asked at: {}", self.position()));
            let (name, place) = (self.engine.name, place.unwrap_or_default());
            self.cancel.fail(format!("engine `{name}`: {what}{place}"));
        }
    }

    fn ask(&mut self, rng: &mut GameRng) -> Result<String, EngineError> {
        let (limit, position) = (self.engine.limit(), self.position());
        let wire = self.wire.as_mut().ok_or_else(|| wrong("it is not there"))?;
        if !self.is_seeded && wire.takes_seeds {
            wire.say(&format!("set seed {}", rng.below_u64(SEEDS)))?;
        }
        self.is_seeded = true;
        wire.say(&format!("position {position}"))?;
        wire.say(&self.engine.go())?;
        let answer = wire.wait("bestmove", limit, &self.cancel)?;
        let mv = answer.split_whitespace().nth(1);
        mv.map(str::to_owned).ok_or_else(|| wrong("it says `bestmove` without a move"))
    }
}

/// The range of seeds sent to engines: every engine can read them, though the protocol's `set seed`
/// allows more.
const SEEDS: u64 = 1 << 53;

impl Bot for ExternalEngine {
    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
    }

    fn new_game(&mut self) {
        self.start.clear();
        self.moves.clear();
        self.is_seeded = false;
    }

    fn on_move(&mut self, position: &Position, mv: Move) {
        self.meet(position);
        self.moves += &format!(" {mv}");
    }

    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        if self.cancel.is_cancelled() {
            return None;
        }
        self.meet(position);
        if self.wire.is_none()
            && let Err(trouble) = self.begin()
        {
            self.halts(trouble, false);
            return None;
        }
        let answer = self.ask(rng).and_then(|word| {
            position.parse_move(&word).map_err(|refusal| {
                let shown: String = word.chars().take(40).collect();
                let shown = shown.escape_debug();
                wrong(format!("`{shown}` is not legal: {}", refusal.instead()))
            })
        });
        answer.map_err(|trouble| self.halts(trouble, true)).ok()
    }
}

/// Manners of talking to engines.
const MANNERS: Manners =
    Manners { longest: 1 << 16, buffered: 256, farewell: Some("quit"), keeps_stderr: false };

/// The time that a program has to answer as an engine.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);

enum EngineError {
    Stopped,
    Wrong(String),
}

fn wrong(what: impl Into<String>) -> EngineError {
    EngineError::Wrong(what.into())
}

/// The connection to an engine process.
struct EngineWire {
    wire: Wire,
    takes_seeds: bool,
    id: String,
}

impl EngineWire {
    fn start(command: &[String]) -> Result<EngineWire, EngineError> {
        let wire = Wire::start(command, MANNERS).map_err(wrong)?;
        Ok(EngineWire { wire, takes_seeds: false, id: String::new() })
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        self.wire.say(line).map_err(wrong)
    }

    /// Waits for a line that begins with a word, and stores what the engine says of itself before it;
    /// `Err` on an error line, all other lines are ignored.
    fn wait(
        &mut self,
        word: &str,
        limit: Duration,
        cancel: &CancelToken,
    ) -> Result<String, EngineError> {
        let until = Instant::now() + limit;
        let lacks = |what: &str| wrong(format!("no `{word}`: {what}"));
        loop {
            let line = match self.wire.hear(until, cancel) {
                Heard::Line(bytes) => plain(&bytes),
                Heard::TooLate => return Err(lacks("its time is up")),
                Heard::Ended(how) => return Err(lacks(&how)),
                Heard::Cancelled => return Err(EngineError::Stopped),
            };
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some(first), _) if first == word => return Ok(line),
                (Some("option"), Some("seed")) => self.takes_seeds = true,
                (Some("id"), _) => self.id = line.trim_start_matches("id").trim().to_owned(),
                (Some("error"), _) => return Err(wrong(format!("it says `{line}`"))),
                _ => {}
            }
            if Instant::now() >= until {
                return Err(lacks("its time is up"));
            }
        }
    }
}

/// Returns a line of an engine as text, also an invalid one, without control characters.
fn plain(bytes: &[u8]) -> String {
    let line = String::from_utf8_lossy(bytes);
    line.trim().chars().filter(|sign| !sign.is_control()).collect()
}
