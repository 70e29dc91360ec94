//! A gate: whether an answer shows what is required, shows the contrary, or neither.

use std::str::FromStr;

use super::super::{ALPHA, Size, Statement};
use super::answer::{Answer, SeatRow};
use super::effects::OptionEffect;
use super::share::Share;
use super::{LEAST_GAMES, TableError, wrong};
use pasang_core::base::text::{Keyword, listed, rounded};
use pasang_core::score::normal_quantile;

/// Requirement of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Gate {
    /// A seat's score, or the first of two, between two shares, on each pattern and in each class.
    Between {
        /// Seat, from 1; `None` for all.
        seat: Option<usize>,
        /// Lower end; relative to even if `is_around`.
        low: f64,
        /// Upper end.
        high: f64,
        /// `true` if ends are distances from even.
        is_around: bool,
    },
    /// No option changes the first seat's score by more.
    Options(f64),
}

pasang_core::keyword_enum! {
    /// Verdict of an answer on a requirement.
    pub enum Verdict ("verdict") {
        /// shown to hold
        Shown = "shown",
        /// shown not to hold
        Contrary = "contrary",
        /// neither is shown
        Open = "open",
    }
}

/// More games than this decide nothing in practice.
const MOST: f64 = 1e6;
const MOST_PLAYERS: usize = 200;
/// Least part of the games at hand that may decide what these leave open.
const MORE: f64 = 1.2;

const HELP: &str = "it is `within 10`, `first 45..55`, `seat 3 within 5`, `seat 2 20..30` or `no option beyond 3`, in percentage points and per cent";

impl FromStr for Gate {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Gate, TableError> {
        let refuse = || wrong(format!("`{text}` is no requirement"), HELP);
        let number = |it: &str| {
            let found = it.trim_end_matches('%').parse::<f64>().ok();
            found.filter(|it| (0.0..=100.0).contains(it)).map(|it| it / 100.0).ok_or_else(refuse)
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (seat, rest) = match words[..] {
            ["no", "option", "beyond", most] => return Ok(Gate::Options(number(most)?)),
            ["first", ref rest @ ..] => (Some(1), rest),
            ["second", ref rest @ ..] => (Some(2), rest),
            ["seat", seat, ref rest @ ..] => {
                let seat = seat.parse::<usize>().ok().filter(|it| *it > 0).ok_or_else(refuse)?;
                (Some(seat), rest)
            }
            ref rest => (None, rest),
        };
        match *rest {
            ["within", most] => {
                let most = number(most)?;
                Ok(Gate::Between { seat, low: -most, high: most, is_around: true })
            }
            [range] if seat.is_some() => {
                let (low, high) = range.split_once("..").ok_or_else(refuse)?;
                let (low, high) = (number(low)?, number(high)?);
                if low >= high {
                    return Err(refuse());
                }
                Ok(Gate::Between { seat, low, high, is_around: false })
            }
            _ => Err(refuse()),
        }
    }
}

/// Returns whether the size of each of several scores is shown, with a sentence; `None` stands for a score
/// of which nothing is known.
pub fn sizes(all: &[Option<Statement>], error: f64) -> (Verdict, String) {
    let found: Vec<Size> = all.iter().filter_map(|it| it.as_ref()?.size_at(error)).collect();
    let count = |size: &Size| found.iter().filter(|it| *it == size).count();
    let told = Size::ALL.iter().map(|size| (count(size), size)).filter(|it| it.0 > 0);
    let told = told.map(|(count, size)| format!("{count} {size}"));
    match all.len() - found.len() {
        0 => {
            let each = if all.len() > 1 { ", each alone" } else { "" };
            (Verdict::Shown, format!("Shown{each}: {}.", listed(told, "and")))
        }
        open => (Verdict::Open, format!("Open: {open} of {} sizes.", all.len())),
    }
}

/// A part of a requirement: the probability that it holds, and what would decide it.
struct Part {
    of: String,
    holds: f64,
    /// The probability of the contrary, on the more probable side.
    fails: f64,
    told: String,
    games: f64,
    /// Their name: an option's are those with its value.
    named: &'static str,
    /// Games that would decide it.
    needed: f64,
    /// Sentence on what would.
    would: String,
}

impl Share {
    /// Returns the games, and the players if these are not enough, with which an end of this distance
    /// would be decided with one-sided probability 1 - `alpha`; infinitely many players if players differ
    /// too much to tell, and `None` if no number would do.
    pub fn needed(
        &self,
        distance: f64,
        alpha: f64,
        games: u64,
        players: usize,
    ) -> Option<[f64; 2]> {
        let middle = (self.mean * self.worth + 0.5) / (self.worth + 1.0);
        let variance = middle * (1.0 - middle);
        let quantile = normal_quantile(alpha.clamp(1e-9, 0.5));
        // A nearer end may be near by chance.
        let distance = distance.max(0.5 * (variance / self.worth).sqrt());
        let wanted = (distance / quantile) * (distance / quantile);
        let of_players = if players > 0 { variance * self.between / players as f64 } else { 0.0 };
        let of_games = (variance / self.worth - of_players).max(0.0) * games as f64;
        let enough = if of_players < 0.8 * wanted {
            0
        } else {
            (players as f64 * of_players / wanted * 2.0).ceil() as usize
        };
        let of_more =
            if enough > 0 { of_players * players as f64 / enough as f64 } else { of_players };
        let least = (MORE * games as f64).max(LEAST_GAMES as f64);
        let found = (of_games / (wanted - of_more)).max(least);
        if enough > MOST_PLAYERS && of_players > 0.5 * variance / self.worth {
            return Some([found, f64::INFINITY]);
        }
        (distance > 0.0 && found < MOST && enough <= MOST_PLAYERS).then_some([found, enough as f64])
    }
}

/// Rounds a number of games up to two digits.
pub fn round(games: f64) -> u64 {
    let mut unit = 1.0;
    while games / unit >= 100.0 {
        unit *= 10.0;
    }
    ((games / unit).ceil() * unit) as u64
}

/// Says how many games, which have a name, would do.
pub fn enough(more: Option<[f64; 2]>, named: &str) -> String {
    match more {
        None => "more games would hardly decide it: it is at the limit".to_owned(),
        Some([_, f64::INFINITY]) => "more players would tell, more games hardly".to_owned(),
        Some([games, 0.0]) => format!("about {} {named} would decide it", round(games)),
        Some([games, players]) => {
            format!("about {} {named} by {players} players would decide it", round(games))
        }
    }
}

fn percent(of: f64) -> String {
    rounded(100.0 * of, 1)
}

impl Gate {
    /// Checks that games with a number of seats, and with or without options, may meet it.
    ///
    /// # Errors
    /// If they have no such seat, or no options.
    pub fn check(&self, seats: usize, has_options: bool) -> Result<(), TableError> {
        match *self {
            Gate::Options(_) if !has_options => Err(wrong(
                "no pattern has games with two values of an option",
                "name a table's columns of options, `--factor NAME`, or vary rules or options by design: `--vary`, `[factorial]`",
            )),
            Gate::Between { seat: Some(seat), .. } if seat > seats => Err(wrong(
                format!("there is no seat {seat}"),
                format!("the games have {seats} seats"),
            )),
            _ => Ok(()),
        }
    }

    /// Returns the verdict of an answer, with a sentence.
    ///
    /// # Errors
    /// If the answer has no such seat, or no options.
    pub fn verdict(&self, answer: &Answer) -> Result<(Verdict, String), TableError> {
        self.verdict_at(answer, ALPHA)
    }

    /// Returns the verdict with another error probability than 5 %.
    ///
    /// # Errors
    /// As [`Gate::verdict`].
    pub fn verdict_at(&self, answer: &Answer, error: f64) -> Result<(Verdict, String), TableError> {
        self.check(answer.seats, !answer.options.is_empty())?;
        let parts = match self {
            Gate::Options(most) => {
                let alpha = error / answer.options.len() as f64;
                answer.options.iter().map(|it| of_option(it, *most, alpha)).collect::<Vec<_>>()
            }
            &Gate::Between { seat, low, high, is_around } => {
                let (seat, ends) = match seat {
                    // Of two seats the answer has only the first.
                    Some(2) if answer.seats == 2 && is_around => (Some(1), [low, high]),
                    Some(2) if answer.seats == 2 => (Some(1), [1.0 - high, 1.0 - low]),
                    seat => (seat, [low, high]),
                };
                let even = if is_around { 1.0 / answer.seats as f64 } else { 0.0 };
                let rows: Vec<&SeatRow> = answer
                    .rows
                    .iter()
                    .filter(|it| seat.is_none_or(|seat| it.seat == seat))
                    .collect();
                let alpha = error / rows.len().max(1) as f64;
                rows.iter().map(|it| of_row(it, ends.map(|it| even + it), alpha)).collect()
            }
        };
        Ok(told(&parts, error))
    }
}

fn of_row(row: &SeatRow, [low, high]: [f64; 2], alpha: f64) -> Part {
    let mean = row.score.mean;
    let named = [(&row.pattern, ""), (&row.class, "")].map(|it| it.0.as_str());
    let names: Vec<&str> = named.into_iter().filter(|it| !it.is_empty()).collect();
    let mut of = if names.is_empty() { "the games".to_owned() } else { names.join(" between ") };
    if row.seat > 1 {
        of += &format!(", seat {}", row.seat);
    }
    let distance = (mean - low).min(high - mean).abs();
    let told = match &row.lack {
        Some(lack) => lack.clone(),
        None => format!(
            "{} % ({} to {})",
            percent(mean),
            percent(row.score.low),
            percent(row.score.high)
        ),
    };
    let chance = |low: f64, high: f64| row.score.chance(low, high);
    let [holds, fails] = match &row.lack {
        Some(_) => [0.5, 0.5],
        None => [chance(low, high), chance(0.0, low).max(chance(high, 1.0))],
    };
    let more = row.score.needed(distance, alpha, row.games, row.players);
    let needed = more.map_or(f64::INFINITY, |it| it[0]);
    // What is lacking says itself what would do.
    let named = "games";
    let would =
        if row.lack.is_some() { String::new() } else { format!("; {}", enough(more, named)) };
    Part { of, holds, fails, told, games: row.games as f64, named, needed, would }
}

fn of_option(it: &OptionEffect, most: f64, alpha: f64) -> Part {
    let half = 0.5 * (it.interval[1] - it.interval[0]);
    let sd = (half / normal_quantile(0.025)).max(1e-9);
    let tail = |x: f64| 0.5 * libm::erfc(x / sd / std::f64::consts::SQRT_2);
    let holds = tail(-most - it.effect) - tail(most - it.effect);
    let fails = tail(most - it.effect).max(tail(most + it.effect));
    let distance = (it.effect.abs() - most).abs();
    let wanted = distance / normal_quantile(alpha.min(0.5));
    let games = it.games as f64 * ((sd / wanted) * (sd / wanted)).max(MORE);
    let class = if it.class.is_empty() { String::new() } else { format!(" between {}", it.class) };
    let points = |of: f64| rounded(100.0 * of, 1);
    let named = "games with it";
    Part {
        of: format!("{} {} instead of {}{class}", it.option, it.value, it.than),
        holds,
        fails,
        told: format!(
            "{} percentage points ({} to {})",
            points(it.effect),
            points(it.interval[0]),
            points(it.interval[1])
        ),
        games: it.games as f64,
        named,
        needed: games,
        would: match it.is_of_patterns {
            true => {
                "; patterns differ in it: more of them would tell, more games hardly".to_owned()
            }
            false => format!("; {}", enough((games < MOST).then_some([games, 0.0]), named)),
        },
    }
}

/// Gives the verdict on all parts together.
fn told(parts: &[Part], error: f64) -> (Verdict, String) {
    let missing: f64 = parts.iter().map(|it| 1.0 - it.holds).sum();
    let worst = parts.iter().min_by(|a, b| a.holds.total_cmp(&b.holds));
    let Some(worst) = worst else {
        return (Verdict::Open, "Open: there is nothing to judge.".to_owned());
    };
    let count = parts.len();
    if missing <= error {
        let all = if count == 1 { String::new() } else { format!(", all {count}") };
        return (
            Verdict::Shown,
            format!("Shown{all}: the farthest is {}, {}.", worst.of, worst.told),
        );
    }
    let alpha = error / count as f64;
    // A wide interval makes a narrow range improbable: that is not the contrary.
    let fails = |it: &&Part| it.fails >= 1.0 - alpha;
    if let Some(worst) = parts.iter().filter(fails).max_by(|a, b| a.fails.total_cmp(&b.fails)) {
        let others = parts.iter().filter(fails).count();
        let others =
            if others > 1 { format!(", and of {} more", others - 1) } else { String::new() };
        return (
            Verdict::Contrary,
            format!("The contrary is shown of {}{others}: {}.", worst.of, worst.told),
        );
    }
    let open: Vec<&Part> = parts.iter().filter(|it| 1.0 - it.holds > alpha).collect();
    let most = open.iter().max_by(|a, b| a.needed.total_cmp(&b.needed));
    let Some(most) = most else {
        return (Verdict::Open, "Open: nearly shown; a few more games decide.".to_owned());
    };
    let of_all =
        if count == 1 { String::new() } else { format!(" ({} of {count} are open)", open.len()) };
    (
        Verdict::Open,
        format!(
            "Open{of_all}: {}, {}, after {} {}{}.",
            most.of, most.told, most.games, most.named, most.would
        ),
    )
}
