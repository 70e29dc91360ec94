//! A bot that is another program, asked over the line protocol of docs/protocol.md.
//!
//! It may be slow, crash, hang, print rubbish or want to cheat. Whatever it does wrong ends the run with a
//! message; the games before that one are kept, and the run can be gone on with.

mod wire;

use self::wire::{Trouble, Wire};
use crate::base::halt::Halt;
use crate::base::random::Stream;
use crate::experiment::Engine;
use crate::games::{Chosen, Ruled, find_move};
use crate::players::Game;
use crate::players::bots::{Bot, BotSpec};

/// The bot of a seat: one of the program, or one of these engines. One that is not among them gives
/// up at once.
pub(super) fn seated<G: Game>(bot: BotSpec, engines: &[Engine]) -> Box<dyn Bot<G>> {
    let name = if let BotSpec::Outside(name) = bot { Some(name) } else { None };
    match engines.iter().find(|engine| Some(engine.name) == name) {
        Some(engine) => Box::new(Remote::new(engine)),
        None => bot.make(),
    }
}

/// One that plays. It is started with its first game.
struct Remote {
    engine: Engine,
    wire: Option<Wire>,
    start: String,
    /// The moves so far, a blank before each.
    moves: String,
    /// Whether it has been told of this game's random numbers.
    is_seeded: bool,
    halt: Halt,
}

impl Remote {
    fn new(engine: &Engine) -> Remote {
        Remote {
            engine: engine.clone(),
            wire: None,
            start: String::new(),
            moves: String::new(),
            is_seeded: false,
            halt: Halt::default(),
        }
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        let (engine, limit) = (&self.engine, self.engine.limit());
        let mut wire = Wire::start(&engine.command)?;
        wire.say("hello 1")?;
        wire.greet(limit, &self.halt)?;
        for (key, value) in &engine.options {
            wire.say(&format!("set {key} {value}"))?;
        }
        // Whatever is wrong with an option is said before this.
        wire.say("isready")?;
        wire.wait("readyok", limit, &self.halt)?;
        self.halt.meet(engine.name.as_str(), &wire.id);
        self.wire = Some(wire);
        Ok(())
    }

    fn at_this_place(&self, what: &str) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves" };
        format!("{what}; it was asked at: {}{moves}{}", self.start, self.moves)
    }

    /// Has the run stop, where it is not that somebody wants it to.
    fn halts(&mut self, trouble: Trouble, was_asked: bool) {
        self.wire = None;
        if let Trouble::Wrong(what) = trouble {
            let name = self.engine.name;
            let what = if was_asked { self.at_this_place(&what) } else { what };
            self.halt.fail(format!("engine `{name}`: {what}"));
        }
    }

    fn ask(&mut self, stream: &mut Stream) -> Result<String, Trouble> {
        let limit = self.engine.limit();
        let wire = self.wire.as_mut().ok_or_else(|| Trouble::wrong("it is not there"))?;
        if !self.is_seeded && wire.takes_seeds {
            wire.say(&format!("set seed {}", stream.below_u64(SEEDS)))?;
        }
        self.is_seeded = true;
        let moves = if self.moves.is_empty() { "" } else { " moves" };
        wire.say(&format!("position {}{moves}{}", self.start, self.moves))?;
        wire.say(&self.engine.go())?;
        let answer = wire.wait("bestmove", limit, &self.halt)?;
        let mv = answer.split_whitespace().nth(1);
        mv.map(str::to_owned).ok_or_else(|| Trouble::wrong("it says `bestmove` without a move"))
    }
}

/// Seeds that every engine can read: what the protocol's `set seed` takes goes further.
const SEEDS: u64 = 1 << 53;

impl<G: Ruled> Bot<G> for Remote {
    fn set_halt(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }

    fn start_from(&mut self, start: &str) {
        self.start = start.to_owned();
        self.moves.clear();
        self.is_seeded = false;
    }

    fn follow(&mut self, game: &G, position: &G::Position, mv: G::Move) {
        self.moves.push(' ');
        self.moves += &game.word(position, mv);
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        if legal.is_empty() || self.halt.is_set() {
            return None;
        }
        if self.wire.is_none()
            && let Err(trouble) = self.begin()
        {
            self.halts(trouble, false);
            return None;
        }
        let asked = self.ask(stream).and_then(|word| {
            let mv = find_move(game, position, &word).map_err(|refusal| {
                let shown: String = word.chars().take(40).collect();
                let shown = shown.escape_debug();
                Trouble::wrong(format!("`{shown}` is not legal: {}", refusal.instead()))
            })?;
            Ok(mv)
        });
        match asked {
            Ok(mv) => {
                let rank = legal.iter().position(|&it| it == mv)? as u32;
                Some(Chosen { mv, rank, of: legal.len() as u32 })
            }
            Err(trouble) => {
                self.halts(trouble, true);
                None
            }
        }
    }
}
