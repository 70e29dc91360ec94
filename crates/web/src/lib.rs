//! Interface of the page: the core's line protocol, and some commands of the page's own, behind
//! three exported functions.
//!
//! The page calls [`room`] for a buffer, writes a command there as UTF-8, and calls [`answer`],
//! which returns the address of the answer; [`length`] returns its length. There are no imports,
//! and no memory to free: both texts lie in buffers that stay. After a panic the state is not
//! reliable: the page creates a new instance.
//!
//! # The page's own commands
//!
//! | command | answer |
//! |---|---|
//! | `catalogue` | all named levels, crews, rules, toggles and setups, a line each, fields separated by tabs |
//! | `setup NAME` | a setup by its name, which may be a generated one as `fourfold-7-100` |
//! | `read`, followed by lines with a text of games | the first game: its headers, its `position` |
//! | `chance POSITIONS` | the evaluation of the position by a search of this size: see [`look`] |
//! | `review POSITIONS` | the review of the position's game: see [`look`] |
//! | `level SEATS`, followed by lines with a text of games | the level of who had these seats: `level`, its name, and the bounds of its 95 % interval, in Elo |
//! | `games CREW SEED INDEX ..` | games of a crew with these rules and setup: see [`fair`] |
//! | `balance CLASS CREW SUM .. CREW SUM ..` | what these games say about the setup: see [`fair`] |
//! | `levels CREW SUM .. CREW SUM ..` | what the games of several crews say together: see [`fair`] |
//! | `qr`, followed by a line of text | the QR code of the text, rows of `1` and `0` with `/` between: see [`qr`] |
//! | `table-form LANGUAGE` | the form for a table of any game's results, as HTML |
//! | `table LANGUAGE`, followed by lines and a file | what a table of any game's results says, as HTML: see [`any_game`] |
//! | `card`, followed by lines of text | the card of a pattern, as SVG: see [`fair::card`] |

pub mod any_game;
pub mod fair;
pub mod look;
pub mod qr;

use std::sync::{Mutex, MutexGuard, PoisonError};

use pasang_balance::joint::{CLASSES, ClassComponents, Condition};
use pasang_core::base::diagnostic::Source;
use pasang_core::base::text::Keyword;
use pasang_core::games::ToggleType;
use pasang_core::games::rules::{GameKind, preset, presets, source_of, toggles};
use pasang_core::games::setup::{self, Setup};
use pasang_core::players::bots::LEVELS;
use pasang_core::protocol::ProtocolSession;
use pasang_core::{CancelToken, GameRecord, Move, Seat, level};

/// State that stays between two calls.
#[derive(Default)]
struct Buffers {
    order: Vec<u8>,
    answer: String,
    web: Option<Web>,
}

static BUFFERS: Mutex<Buffers> =
    Mutex::new(Buffers { order: Vec::new(), answer: String::new(), web: None });

fn buffers() -> MutexGuard<'static, Buffers> {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the buffer for a command with this number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let order = &mut buffers().order;
    order.clear();
    order.resize(bytes, 0);
    order.as_mut_ptr()
}

/// Runs the command in the buffer and returns the address of its answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let Buffers { order, answer, web } = &mut *buffers();
    *answer = match order.strip_prefix(b"table ") {
        Some(table) => any_game::told(table),
        None => web.get_or_insert_default().answer(&String::from_utf8_lossy(order)),
    };
    answer.as_ptr()
}

/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    buffers().answer.len()
}

/// Session of the page.
pub struct Web {
    session: ProtocolSession,
}

impl Default for Web {
    fn default() -> Web {
        let Ok(bot) = "search:nodes=4000,solve=12".parse() else { unreachable!("a bot's word") };
        Web { session: ProtocolSession::new("pasang.html", bot, 0, |_| None) }
    }
}

impl Web {
    /// Answers a command in one or more lines; an error begins with `error`.
    pub fn answer(&mut self, order: &str) -> String {
        let (line, text) = order.split_once('\n').unwrap_or((order, ""));
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match *words {
            ["catalogue"] => Ok(catalogue()),
            ["setup", name] => {
                setup::by_name(name).map(|it| shown(&it)).map_err(|why| why.to_string())
            }
            ["read"] => read(text),
            ["level", seats] => level_of(seats, text),
            ["chance", positions] => look::looked(&self.session, positions, false),
            ["review", positions] => look::looked(&self.session, positions, true),
            ["games", crew, seed, ref indices @ ..] => {
                fair::games(&self.session, crew, seed, indices)
            }
            ["balance", class, ref words @ ..] => fair::balance(&self.session, class, words),
            ["levels", ref words @ ..] => fair::levels(&self.session, words),
            ["table-form", language] => Ok(any_game::form(language)),
            ["card"] => fair::card(text),
            ["qr"] => qr::rows(text),
            _ => return without_commands(&self.session.respond(line)),
        };
        done.unwrap_or_else(|why| without_commands(&format!("error {}", why.replace('\n', " "))))
    }
}

/// Removes advice to type a command from an error: a player on a page has no shell.
fn without_commands(answer: &str) -> String {
    if !answer.starts_with("error ") {
        return answer.to_owned();
    }
    let plain = |advice: &str| match advice.find("`pasang ").or(advice.find("CONTRIBUTING")) {
        None => Some(advice.to_owned()),
        // `did you mean ..? The command ..` and `a board has .., as the command ..`.
        Some(at) => {
            let end = advice[..at].rfind("? ").map(|end| end + 1).or(advice[..at].rfind(", "));
            end.map(|end| advice[..end].to_owned())
        }
    };
    answer.split("; ").filter_map(plain).collect::<Vec<_>>().join("; ")
}

/// Formats a setup in a line, its rows separated by `/`.
fn shown(setup: &Setup) -> String {
    let rows = setup.board().trim_end().replace('\n', "/");
    format!("setup\t{}\t{}\t{rows}", setup.name, setup.origin.word())
}

fn catalogue() -> String {
    let level = |(name, bot): (&str, &str)| format!("level\t{name}\t{bot}");
    let mut lines: Vec<String> = LEVELS.map(level).to_vec();
    // The classes for which the model of all strengths has figures of a pattern.
    let is_known = |class: &&ClassComponents| {
        preset("brunei-slide").is_some_and(|it| Condition::known_mean(class.name, &it).is_some())
    };
    lines.extend(CLASSES.iter().filter(is_known).map(|class| format!("crew\t{}", class.name)));
    for named in presets() {
        let settings =
            named.rules.toggles().into_iter().map(|it| format!("\t{}={}", it.name, it.word));
        let (name, kind) = (&named.name, named.rules.kind());
        let settings: String = settings.collect();
        lines.push(format!("rules\t{name}\t{kind}\t{}{settings}", source_of(name)));
    }
    for kind in [GameKind::Brunei, GameKind::Bell] {
        for (name, shape) in toggles(kind) {
            let values = match shape {
                ToggleType::Words(words) => {
                    words.iter().map(|(word, meaning)| format!("\t{word}={meaning}")).collect()
                }
                ToggleType::Flag(meanings) => {
                    format!("\tfalse={}\ttrue={}", meanings[0], meanings[1])
                }
                ToggleType::Number { least, most, odd } => {
                    let step = if odd.is_some() { 2 } else { 1 };
                    format!("\t{least}..{most}..{step}")
                }
                ToggleType::Points | ToggleType::Decimal { .. } => "\tpoints".to_owned(),
            };
            lines.push(format!("toggle\t{kind}\t{name}{values}"));
        }
    }
    lines.extend(setup::builtins().iter().map(shown));
    lines.join("\n")
}

/// Parses the first game of a text: returns its headers, a line each, and the `position` that it
/// leads to.
fn read(text: &str) -> Result<String, String> {
    let games =
        GameRecord::parse_all(&Source::new("the text", text)).map_err(|why| why.to_string())?;
    let Some(game) = games.first() else { return Err("there is no game in it".to_owned()) };
    let mut lines: Vec<String> =
        game.about.iter().map(|(key, value)| format!("{key}\t{value}")).collect();
    lines.push(match &game.setup {
        Some(setup) => shown(setup),
        None => format!("word\t{}", game.start),
    });
    lines.push(format!("position {}", game.start.rules().in_an_order()));
    let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
    lines.push(format!("moves\t{}", moves.join(" ")));
    Ok(lines.join("\n"))
}

/// Estimates the level of a player from the games of a text, in which the player's seats are the
/// digits of a word.
fn level_of(seats: &str, text: &str) -> Result<String, String> {
    let games =
        GameRecord::parse_all(&Source::new("the text", text)).map_err(|why| why.to_string())?;
    let mut choices = Vec::new();
    for (game, digit) in games.iter().zip(seats.chars()).filter(|(game, _)| level::is_rated(game)) {
        let seat = if digit == '1' { Seat::FIRST } else { Seat::SECOND };
        choices.extend(level::choices(game, seat, &CancelToken::default()).unwrap_or_default());
    }
    let level = level::estimate(&choices);
    if level.says_little() {
        return Err("these moves say little".to_owned());
    }
    let [low, high] = level.interval.map(|end| end.map_or("-".to_owned(), |elo| elo.to_string()));
    Ok(format!("level {} {low} {high}", level::nearest(level.elo)))
}
