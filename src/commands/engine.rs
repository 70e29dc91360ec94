//! `pasang engine`: other programs ask our bots for moves, line by line on stdin and stdout.
//! docs/protocol.md says what is understood and what is answered.

mod order;
mod standing;
mod thinking;

use std::io::{self, BufRead, Read, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use self::order::{ORDERS, Order};
use self::standing::Standing;
use self::thinking::{Answered, Think};
use super::ended::Done;
use super::options::{bot, whole};
use crate::base::halt::Halt;
use crate::base::memory;
use crate::experiment::HIGHEST_SEED;
use crate::players::bots::BotSpec;

/// The version of the protocol.
const PROTOCOL: &str = "1";

/// A line has no more bytes, so that nobody fills the memory with one.
const LONGEST: u64 = 1 << 16;

/// The options of `pasang engine`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  echo 'go positions 10000' | pasang engine --bot search:depth=4"
)]
pub struct Engine {
    /// Who thinks, until the other program says otherwise
    #[arg(long, value_name = "BOT", default_value = super::play::USUAL_BOT, value_parser = bot)]
    bot: BotSpec,
    /// What the bot draws its random numbers from
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
}

/// What there may be to answer to.
enum Event {
    /// A line.
    Line(String),
    /// One that cannot be read, and why.
    Unreadable(&'static str),
    /// No line comes any more.
    End,
    /// The bot has a move.
    Thought(Answered),
}

/// What is being thought about.
struct Thinking {
    halt: Halt,
    /// When it is enough.
    until: Option<Instant>,
}

impl Engine {
    /// Answers line by line, until the other program leaves.
    pub fn run(self) -> Done {
        let (send, events) = channel();
        let ears = send.clone();
        let listen = move || hear(&ears);
        thread::Builder::new().spawn(listen).context("cannot start a thread")?;
        let Engine { bot, seed } = self;
        Desk { bot, seed, standing: Standing::default(), send, thinking: None }.serve(&events)
    }
}

/// Reads stdin line by line.
fn hear(send: &Sender<Event>) {
    let mut stdin = io::stdin().lock();
    let mut is_rest = false;
    loop {
        let mut bytes = Vec::new();
        let read = (&mut stdin).take(LONGEST).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST;
        let event = match String::from_utf8(bytes) {
            _ if is_rest => None,
            _ if !is_whole => Some(Event::Unreadable("the line has more than 65536 bytes")),
            Ok(line) => Some(Event::Line(line)),
            Err(_) => Some(Event::Unreadable("the line is no UTF-8")),
        };
        is_rest = !is_whole;
        if event.is_some_and(|event| send.send(event).is_err()) {
            return;
        }
    }
    // Where nobody listens any more the program has ended.
    let _ = send.send(Event::End);
}

/// Where orders are taken and answered.
struct Desk {
    bot: BotSpec,
    seed: u64,
    standing: Standing,
    send: Sender<Event>,
    thinking: Option<Thinking>,
}

impl Desk {
    fn serve(&mut self, events: &Receiver<Event>) -> Done {
        let mut has_ended = false;
        while !(has_ended && self.thinking.is_none()) {
            match self.next(events) {
                Event::Line(line) => {
                    if !self.take(line.trim())? {
                        break;
                    }
                }
                Event::Unreadable(why) => answer(&format!("error {why}"))?,
                Event::End => has_ended = true,
                Event::Thought(answered) => {
                    self.thinking = None;
                    // What stopped the thread, as a lack of memory, stops the program.
                    answer(&answered.unwrap_or_else(|thrown| resume_unwind(thrown)))?;
                }
            }
        }
        Ok(())
    }

    /// Waits for what happens next; what is thought about is stopped in time.
    fn next(&self, events: &Receiver<Event>) -> Event {
        if let Some(Thinking { halt, until: Some(until) }) = &self.thinking {
            let left = until.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => halt.set(),
                event => return event.unwrap_or(Event::End),
            }
        }
        events.recv().unwrap_or(Event::End)
    }

    /// Does what a line says, and says whether to go on.
    fn take(&mut self, line: &str) -> Result<bool, super::ended::Stop> {
        let order = match Order::read(line) {
            Ok(Some(order)) => order,
            Ok(None) => return Ok(true),
            Err(wrong) => return answer(&format!("error {wrong}")).map(|()| true),
        };
        let said = match order {
            Order::Quit => return Ok(false),
            Order::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.halt.set();
                }
                Ok(String::new())
            }
            Order::Hello => Ok(self.greeting()),
            Order::IsReady => Ok("readyok".to_owned()),
            Order::State => Ok(self.standing.in_words()),
            _ if self.thinking.is_some() => {
                Err("the bot is thinking: send `stop`, and wait for `bestmove`".to_owned())
            }
            Order::Bot(bot) => match memory::lacks(bot.hash()) {
                None => {
                    self.bot = bot;
                    Ok(String::new())
                }
                Some(what) => Err(what),
            },
            Order::Seed(seed) => {
                self.seed = seed;
                Ok(String::new())
            }
            Order::Position(asked) => Standing::new(asked).map(|standing| {
                self.standing = standing;
                String::new()
            }),
            Order::Go { positions, milliseconds } => self.go(positions, milliseconds)?,
        };
        match said {
            Ok(said) if said.is_empty() => {}
            Ok(said) => answer(&said)?,
            Err(wrong) => answer(&format!("error {wrong}"))?,
        }
        Ok(true)
    }

    fn greeting(&self) -> String {
        let orders = ORDERS.map(|(name, ..)| name).join(" ");
        format!(
            "id pasang {}\noption bot {}\noption seed {}\norders {orders}\nhello {PROTOCOL}",
            env!("PASANG_VERSION"),
            self.bot,
            self.seed,
        )
    }

    /// Begins to think.
    fn go(
        &mut self,
        positions: Option<u64>,
        milliseconds: Option<u64>,
    ) -> Result<Result<String, String>, super::ended::Stop> {
        if self.standing.is_over() {
            return Ok(Err("the game is over here: there is no move".to_owned()));
        }
        // Where time is the budget there is no other, unless it is told.
        let most = positions.or(milliseconds.map(|_| u64::MAX));
        let halt = Halt::default();
        let think = Think {
            bot: most.map_or(self.bot, |most| self.bot.with_budget(most)),
            most: most.unwrap_or(u64::MAX),
            seed: self.seed,
            standing: self.standing.clone(),
            halt: halt.clone(),
        };
        let until =
            milliseconds.and_then(|it| Instant::now().checked_add(Duration::from_millis(it)));
        let send = self.send.clone();
        let work = move || {
            let _ = send.send(Event::Thought(think.answered()));
        };
        thread::Builder::new().spawn(work).context("cannot start a thread")?;
        self.thinking = Some(Thinking { halt, until });
        Ok(Ok(String::new()))
    }
}

/// Says a line, or several, at once.
fn answer(text: &str) -> Done {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
