//! What each seat of a table's games is worth: by class and pattern, for the mean over players and for
//! one more.
//!
//! A class's games on a pattern are as many games as they are worth: fewer than were played if players
//! differ (beta-binomial variance, Williams 1975), if strengths had to be fitted, or if openings are not
//! balanced; more if games are drawn. docs/statistics.md has the method.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Statement;
use super::super::joint::Figure;
use super::cells::{Cell, Entry, Names, Shape, cells};
use super::effects::{Mean, OptionEffect, Told, effects};
use super::facts::{FactAnswer, facts};
use super::openings::{Opening, OpeningCell, openings};
use super::share::{self, Counts, DISTANCES, Share, logistic};
use super::skill::{Level, MOST_FITTED, Skill};
use super::{Columns, LEAST_GAMES, MOST_FAR, Table, TableError, printable, summed, wrong};

/// Answer on a table.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Number of seats.
    pub seats: usize,
    /// Games with a result.
    pub games: u64,
    /// Games without one, which are left out.
    pub without_result: u64,
    /// Games without ratings, likewise.
    pub without_rating: u64,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Seats of each class, over its patterns.
    pub classes: Vec<ClassAnswer>,
    /// Seats of each class on each pattern.
    pub rows: Vec<SeatRow>,
    /// Effects of the options of the rules on the first seat's score.
    pub options: Vec<OptionEffect>,
    /// Openings.
    pub openings: Vec<OpeningCell>,
    /// Facts.
    pub facts: Vec<FactAnswer>,
}

/// A seat of a class, over the patterns that it played.
#[derive(Clone, Debug)]
pub struct ClassAnswer {
    /// Class.
    pub class: String,
    /// Seat, from 1.
    pub seat: usize,
    /// Number of patterns.
    pub patterns: usize,
    /// Number of players; 0 if the table does not name them.
    pub players: usize,
    /// Number of games.
    pub games: u64,
    /// Mean score on these patterns.
    pub score: Share,
    /// Ends of the interval over such patterns; `None` if these are few.
    pub over_such: Option<[f64; 2]>,
    /// Difference from the first class on the patterns of both, and its ends; `None` for that class, and
    /// without common patterns.
    pub more_than_first: Option<[f64; 3]>,
    /// Numbers of patterns within 5 and 10 percentage points of even, beyond 10, and above even.
    pub counts: [Figure; 4],
    /// Reason why there is no interval.
    pub lack: Option<String>,
}

/// A seat of a class on a pattern.
#[derive(Clone, Debug)]
pub struct SeatRow {
    /// Pattern.
    pub pattern: String,
    /// Class.
    pub class: String,
    /// Seat, from 1.
    pub seat: usize,
    /// Number of games.
    pub games: u64,
    /// Number of players; 0 if the table does not name them.
    pub players: usize,
    /// Score.
    pub score: Share,
    /// Probability to be the nearest to even of its class; 0 with more than two seats.
    pub nearest: f64,
    /// Reason why there is no interval.
    pub lack: Option<String>,
}

/// Fewest games between equal players that those of unequal players must be worth.
const LEAST_WORTH: f64 = 3.0;
/// Fewest patterns that tell of others.
const LEAST_PATTERNS: usize = 5;
/// Values of the variance between players, as a part of that of a game: steps of its logarithm.
const BETWEEN: [f64; 16] = [
    1e-4, 7e-4, 1.1e-3, 1.8e-3, 2.9e-3, 4.6e-3, 7.4e-3, 0.012, 0.019, 0.03, 0.048, 0.077, 0.12,
    0.2, 0.32, 0.5,
];
/// That of single players, of whose like no game tells.
const OF_ONE: f64 = 0.0025;
/// Most cells and players by which it is estimated, evenly taken.
const MOST_CELLS: usize = 400;
const MOST_PLAYERS: usize = 100;

/// Games of a player on a pattern, and how many the seat won. Where the strengths of two are fitted, each
/// has a part by seat, so that seats that are exchanged give the same: twice the player's number and the
/// seat.
type Part = (i32, [f64; 2]);

/// Returns the players of parts.
fn players(parts: &[Part]) -> BTreeSet<i32> {
    parts.iter().map(|it| it.0 >> 1).collect()
}

/// A seat in a cell: what its games are worth.
struct Known {
    level: Level,
    /// Variance of its log odds that is due to the strengths.
    of_skill: f64,
    parts: Vec<Part>,
}

/// A class's games, and how they are read.
struct Class<'t> {
    cells: Vec<Cell<'t>>,
    skill: Skill,
    /// By cell and seat told.
    known: Vec<Vec<Known>>,
    players: usize,
    /// Probabilities of the values of the variance between players, and what it is worth with players
    /// in several seats.
    between: Vec<(f64, f64)>,
    lack: Option<String>,
    is_rotated: bool,
}

/// Returns the logarithm of the probability of a player's games, with a beta distribution of players.
fn log_part([games, won]: [f64; 2], [a, b]: [f64; 2]) -> f64 {
    let beta = |a: f64, b: f64| libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    beta(a + won, b + games - won) - beta(a, b)
}

/// Returns the parts without what is a player's on all patterns.
fn without(parts: &[Part], whole: &Known) -> Vec<Part> {
    let deviation = |player: i32| {
        let found = whole.parts.binary_search_by_key(&player, |it| it.0);
        found.map_or(0.0, |at| whole.parts[at].1[1] / whole.parts[at].1[0] - whole.level.share)
    };
    let rest = |&(player, [games, won]): &Part| {
        (player, [games, (won - games * deviation(player)).clamp(0.0, games)])
    };
    parts.iter().map(rest).collect()
}

/// Returns the probabilities of the variances between players, from the players' games in several cells.
fn between(cells: &[Vec<Part>]) -> Vec<f64> {
    let told: Vec<&Vec<Part>> = cells.iter().filter(|it| it.len() > 1).collect();
    if told.is_empty() {
        let one = BETWEEN.iter().position(|it| *it > OF_ONE);
        return (0..BETWEEN.len()).map(|at| f64::from(u8::from(Some(at) == one))).collect();
    }
    // Of the logarithm of players' whole variance, with that of their games, each value is as likely: as
    // in Student's distribution, few players tell it badly.
    let parts = || told.iter().copied().flatten();
    let of_games = parts().count() as f64 / parts().map(|it| it.1[0]).sum::<f64>();
    let mut logs = BETWEEN.map(|it| (libm::log(it / (it + of_games)), 0.0));
    let step = told.len().div_ceil(MOST_CELLS).max(1);
    for cell in told.iter().step_by(step) {
        let all = players(cell);
        let step = all.len().div_ceil(MOST_PLAYERS);
        let taken: BTreeSet<i32> = all.into_iter().step_by(step).collect();
        let own: Vec<&Part> = cell.iter().filter(|it| taken.contains(&(it.0 >> 1))).collect();
        let sum = |at: usize| own.iter().map(|it| it.1[at]).sum::<f64>();
        let [games, won] = [sum(0), sum(1)];
        let middle = (won + 0.5) / (games + 1.0);
        // Where all games were won each player has half a loss: else players who win all and players who lose
        // all would be as likely, however many games say otherwise.
        let half = if won <= 0.0 || won >= games { 0.5_f64 } else { 0.0 };
        let lacking = |[games, won]: [f64; 2]| {
            let half = half.min(0.5 * games);
            [games, won.clamp(half, games - half)]
        };
        for (log, of) in logs.iter_mut().zip(BETWEEN) {
            let worth: f64 =
                own.iter().map(|it| it.1[0] / (1.0 + (it.1[0] - 1.0).max(0.0) * of)).sum();
            let sd = 1.0 / ((worth + 1.0) * middle * (1.0 - middle)).sqrt();
            let at = |step: i32| {
                let odds = libm::log(middle / (1.0 - middle)) + 0.5 * f64::from(step) * sd;
                let [share, rest] = [logistic(odds), logistic(-odds)];
                let parameters = [share, rest].map(|it| (it * (1.0 / of - 1.0)).max(1e-9));
                let own = own.iter().map(|it| log_part(lacking(it.1), parameters)).sum::<f64>();
                own + 0.5 * libm::log((share * rest).max(1e-300))
            };
            let all: Vec<f64> = (-7..=7).map(at).collect();
            let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = all.iter().map(|it| libm::exp(it - most)).sum();
            log.1 += most + libm::log(sum * sd);
        }
    }
    let logs = logs.map(|(prior, told)| prior + told);
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = logs.map(|it| libm::exp(it - most));
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|it| it / sum).collect()
}

impl Known {
    fn of(cell: &Cell<'_>, seat: usize, skill: &Skill) -> Known {
        let level = skill.level(&cell.entries, seat);
        let mut parts = BTreeMap::<i32, [f64; 2]>::new();
        for entry in cell.entries.iter().filter(|_| !skill.is_rated) {
            let offset = skill.offset(entry, seat);
            let of_skill = logistic(level.odds + offset) - logistic(level.odds);
            let won = entry.seats[seat][0] - entry.games * of_skill;
            let is_of_both = skill.is_fitted() && entry.seats.len() == 2;
            for seat in if is_of_both { 0..2 } else { seat..seat + 1 } {
                // A player of all seats, or who sits in this one.
                let Some(player) = entry.sitting.get(seat).or(entry.sitting.first()) else { break };
                let by_seat = if is_of_both { seat as i32 } else { 0 };
                let sum = parts.entry(2 * player + by_seat).or_default();
                *sum = [sum[0] + entry.games, sum[1] + won];
            }
        }
        parts.values_mut().for_each(|it| it[1] = it[1].clamp(0.0, it[0]));
        Known {
            level,
            of_skill: skill.variance(cell, seat, level.odds),
            parts: parts.into_iter().collect(),
        }
    }
}

impl<'t> Class<'t> {
    fn of(cells: Vec<Cell<'t>>, shape: &Shape) -> Result<Class<'t>, TableError> {
        let skill = Skill::of(&cells, &shape.told, shape.is_rated).map_err(|count| {
            wrong(
                format!("{count} players of unequal strength, and {MOST_FITTED} are the most whose strengths are fitted"),
                "give their ratings as `rating_1` and so on, or make several tables of it",
            )
        })?;
        let of_cell = |cell: &Cell<'t>| {
            shape.told.iter().map(|&seat| Known::of(cell, seat, &skill)).collect::<Vec<Known>>()
        };
        let mut known: Vec<Vec<Known>> = cells.iter().map(of_cell).collect();
        let spread = dispersion(&cells, &known, &skill, shape);
        for it in known.iter_mut().flatten() {
            it.level.games /= spread;
            it.parts.iter_mut().for_each(|it| it.1 = it.1.map(|it| it / spread));
        }
        // Games of each player by seat.
        let entries = || cells.iter().flat_map(|it| &it.entries).filter(|_| !shape.is_rated);
        let sat = entries().flat_map(|entry| {
            (0..).zip(entry.sitting).map(|(seat, player)| ((*player, seat), [entry.games]))
        });
        let sat: Vec<((i32, usize), [f64; 1])> = summed(sat);
        let seats = || sat.chunk_by(|one, other| one.0.0 == other.0.0);
        let is_fixed = !shape.is_rated
            && entries().all(|it| it.sitting.len() > 1)
            && seats().all(|it| it.len() == 1);
        let lack = is_fixed.then(|| {
            "each player sits in one seat only, so that seat and skill cannot be told apart: let them change seats"
                .to_owned()
        });
        let is_rotated = skill.is_fitted()
            && !shape.is_rated
            && seats().all(|it| it.len() == shape.seats && it.iter().all(|sum| sum.1 == it[0].1));
        let players = seats().count();
        let mut class =
            Class { players, skill, known, cells, between: Vec::new(), lack, is_rotated };
        class.between = class.between(shape);
        Ok(class)
    }

    /// Estimates how players differ on a pattern: by what is theirs on all patterns, and beyond that.
    fn between(&self, shape: &Shape) -> Vec<(f64, f64)> {
        match self.players {
            0 => return vec![(0.0, 1.0)],
            1 => return vec![(OF_ONE, 1.0)],
            _ => (),
        }
        let all: Vec<usize> = (0..self.cells.len()).collect();
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        let mut parts = 0;
        for place in 0..shape.told.len() {
            let known = self.mean(&all, place, false).0;
            parts += known.parts.len();
            rest.extend(self.known.iter().map(|it| without(&it[place].parts, &known)));
            whole.push(known.parts);
        }
        let of_all = between(&whole);
        // Patterns that each player met.
        let met = rest.iter().map(Vec::len).sum::<usize>() as f64 / parts as f64;
        if met < 1.5 {
            return self.values().into_iter().zip(of_all).collect();
        }
        let own = between(&rest);
        let mut sums = vec![0.0; BETWEEN.len()];
        for (one, by) in BETWEEN.iter().zip(of_all) {
            for (other, with) in BETWEEN.iter().zip(&own) {
                let sum = one + other * (1.0 - 1.0 / met);
                let place = BETWEEN.iter().position(|it| *it >= 0.8 * sum);
                sums[place.unwrap_or(BETWEEN.len() - 1)] += by * with;
            }
        }
        self.values().into_iter().zip(sums).collect()
    }

    /// Returns the variances between players as seats have them: unequal players' add up.
    fn values(&self) -> Vec<f64> {
        let seats = self.cells[0].entries[0].seats.len() as f64;
        let by = if self.skill.is_fitted() { seats / (seats - 1.0) } else { 1.0 };
        BETWEEN.iter().map(|it| (it * by).min(0.9)).collect()
    }

    /// Returns what counts tell of a seat, under each value of the variance between players.
    fn counts(&self, known: &Known, between: &[(f64, f64)]) -> Vec<Counts> {
        let Level { share, games, .. } = known.level;
        let middle = (share * games + 0.5) / (games + 1.0);
        let of_skill = middle * (1.0 - middle) * known.of_skill;
        let count = |&(of, weight): &(f64, f64)| {
            if known.parts.is_empty() {
                return Counts { weight, ..Counts::of(share, games / (1.0 + games * of_skill)) };
            }
            let (mut won, mut all) = (0.0, 0.0);
            for (_, [games, of_won]) in &known.parts {
                let by = 1.0 / (1.0 + (games - 1.0).max(0.0) * of);
                (won, all) = (won + by * of_won, all + by * games);
            }
            if self.skill.is_fitted() {
                let played: f64 = known.parts.iter().map(|it| it.1[0]).sum();
                (won, all) = (share * all * games / played, all * games / played);
            }
            let worth = all / (1.0 + all * of_skill);
            Counts { weight, between: of, ..Counts::of((won / all).clamp(0.0, 1.0), worth) }
        };
        between.iter().map(count).collect()
    }

    /// Returns the mean of a seat over patterns, as if they were one.
    fn mean(&self, cells: &[usize], seat: usize, has_between: bool) -> (Known, Vec<(f64, f64)>) {
        let count = cells.len() as f64;
        let all = || cells.iter().map(|&at| &self.known[at][seat]);
        let share = all().map(|it| it.level.share).sum::<f64>() / count;
        let worth = 1.0 / all().map(|it| 1.0 / (count * count * it.level.games)).sum::<f64>();
        // Patterns that differ leave less variance to their games.
        let middle = |it: &Known| (it.level.share * it.level.games + 1.0) / (it.level.games + 2.0);
        let variance = all().map(|it| middle(it) * (1.0 - middle(it))).sum::<f64>() / count;
        let whole = all().map(middle).sum::<f64>() / count;
        let games = worth * (whole * (1.0 - whole) / variance).max(1.0);
        let of_skill = all().map(|it| it.of_skill).sum::<f64>() / count;
        let mut parts = BTreeMap::<i32, [f64; 2]>::new();
        for it in all() {
            // Each pattern counts alike.
            let by = games / count / it.level.games;
            for (player, [games, won]) in &it.parts {
                let sum = parts.entry(*player).or_default();
                let rest = won - games * it.level.share;
                *sum = [sum[0] + by * games, sum[1] + by * rest];
            }
        }
        for [games, won] in parts.values_mut() {
            *won = (*won + *games * share).clamp(0.0, *games);
        }
        let odds = libm::log(whole / (1.0 - whole));
        let known = Known {
            level: Level { share, games, odds },
            of_skill,
            parts: parts.into_iter().collect(),
        };
        let values = match self.players {
            // A single pattern has one answer.
            2.. if has_between && cells.len() > 1 => {
                self.values().into_iter().zip(between(std::slice::from_ref(&known.parts))).collect()
            }
            _ => self.between.clone(),
        };
        (known, values)
    }

    /// Says why games have no interval, and what would do.
    fn lack(&self, games: u64, level: &Level) -> Option<String> {
        let few = || {
            format!(
                "{games} of at least {LEAST_GAMES} games; about 100 tell a score to 10 percentage points"
            )
        };
        let unequal = "the stronger player nearly always wins, whatever the seat: let players of about equal strength meet";
        let is_unequal = self.skill.is_fitted() && level.games < LEAST_WORTH;
        self.lack
            .clone()
            .or_else(|| (games < LEAST_GAMES).then(few))
            .or_else(|| is_unequal.then(|| unequal.to_owned()))
    }

    /// Returns the interval over such patterns, of which these are a sample.
    fn over_such(&self, cells: &[usize], seat: usize, score: &Share) -> Option<[f64; 2]> {
        let count = cells.len() as f64;
        if cells.len() < LEAST_PATTERNS {
            return None;
        }
        let shares = || cells.iter().map(|&at| self.known[at][seat].level.share);
        let square = |it: f64| (it - score.mean) * (it - score.mean);
        let between = shares().map(square).sum::<f64>() / (count - 1.0) / count;
        // Student's quantile, nearly (Cornish and Fisher 1938).
        let wider = 1.0 + (1.96 * 1.96 + 1.0) / (4.0 * (count - 1.0));
        let middle = (score.mean * score.worth + 0.5) / (score.worth + 1.0);
        let variance = middle * (1.0 - middle);
        let worth = variance / (variance / score.worth + between) / (wider * wider);
        let (told, _) = share::known(&[Counts::of(score.mean, worth)], 0.5, false);
        Some([told.low.min(score.low), told.high.max(score.high)])
    }
}

/// Returns the variance of a game's score as a part of that of a game won or lost: draws make it less.
fn dispersion(cells: &[Cell<'_>], known: &[Vec<Known>], skill: &Skill, shape: &Shape) -> f64 {
    let (mut found, mut most) = (1.0, 1.0);
    for (cell, known) in cells.iter().zip(known) {
        for (&seat, known) in shape.told.iter().zip(known) {
            for entry in &cell.entries {
                let offset = skill.offset(entry, seat);
                let share = if offset == 0.0 {
                    known.level.share
                } else {
                    logistic(known.level.odds + offset)
                };
                let [won, squares] = entry.seats[seat];
                found += squares - 2.0 * share * won + entry.games * share * share;
                most += entry.games * share * (1.0 - share);
            }
        }
    }
    // Of shares that are fitted to them, games vary less.
    let count: f64 = cells.iter().flat_map(|it| &it.entries).map(|it| it.games).sum();
    let freedom = (count - cells.len() as f64).max(1.0) / count;
    (found / most / freedom).clamp(0.05, 1.0)
}

/// Returns the probability of each to be the nearest to even, from those of its distances.
fn nearest(of: &[Vec<f64>]) -> Vec<f64> {
    let beyond = |own: &Vec<f64>, at: usize| {
        let before = at.checked_sub(1).map_or(0.0, |at| own[at]);
        libm::log((1.0 - 0.5 * (before + own[at])).max(1e-300))
    };
    let all: Vec<f64> =
        (0..DISTANCES).map(|at| of.iter().map(|own| beyond(own, at)).sum()).collect();
    let chance = |own: &Vec<f64>| {
        let part = |at: usize| {
            let before = at.checked_sub(1).map_or(0.0, |at| own[at]);
            (own[at] - before) * libm::exp(all[at] - beyond(own, at))
        };
        (0..DISTANCES).map(part).sum::<f64>()
    };
    let chances: Vec<f64> = of.iter().map(chance).collect();
    let sum: f64 = chances.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    chances.into_iter().map(|it| it / sum).collect()
}

impl Answer {
    /// Returns the number of patterns.
    pub fn pattern_count(&self) -> usize {
        let mut all: Vec<&String> = self.rows.iter().map(|it| &it.pattern).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }

    /// Returns the effects of options by their size, the largest first.
    pub fn strongest_options(&self) -> Vec<&OptionEffect> {
        let mut all: Vec<&OptionEffect> = self.options.iter().collect();
        all.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        all
    }

    /// Returns the rows by the distance of their scores from even, the farthest first.
    pub fn farthest(&self) -> Vec<&SeatRow> {
        let mut all: Vec<&SeatRow> = self.rows.iter().collect();
        let distance = |it: &SeatRow| (it.score.mean - 1.0 / self.seats as f64).abs();
        all.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        all
    }

    /// Returns the number of rows whose size is open, and the games and the players that would tell the
    /// size of half of them; `None` if no number would.
    pub fn open_sizes(&self) -> (usize, Option<[f64; 2]>) {
        let open = self.rows.iter().filter(|it| it.score.statement.size().is_none());
        let needed = |it: &SeatRow| {
            let distance = ((it.score.mean - 1.0 / self.seats as f64).abs() - 0.1).abs();
            it.score.needed(distance, 0.05, it.games, it.players)
        };
        let mut all: Vec<[f64; 2]> = open.clone().filter_map(needed).collect();
        all.sort_by(|a, b| a[0].total_cmp(&b[0]));
        (open.count(), all.get(all.len() / 2).copied())
    }

    /// Returns the first moves, class by class and pattern by pattern.
    pub fn first_moves(&self) -> Vec<Opening<'_>> {
        let of_cell = |cell| {
            let OpeningCell { pattern, class, design, summary }: &OpeningCell = cell;
            design.firsts.iter().zip(&summary.firsts).map(move |(mv, it)| Opening {
                pattern,
                class,
                word: &mv.words[0],
                effect: [it.effect.mean, it.effect.interval.low, it.effect.interval.high],
                value: it.value.mean,
                best: it.best,
            })
        };
        self.openings.iter().flat_map(of_cell).collect()
    }

    /// Returns the first moves, those that are the most surely far from the others first.
    pub fn surest_openings(&self) -> Vec<Opening<'_>> {
        let mut all = self.first_moves();
        all.sort_by(|a, b| b.sure().total_cmp(&a.sure()));
        all
    }

    pub(super) fn of(table: Table) -> Result<Answer, TableError> {
        if table.sums.is_empty() {
            let what = match [table.without_result, table.without_rating] {
                [0, 0] => "the table has no rows".to_owned(),
                [some, 0] => format!("none of the {some} games has a result"),
                [one, other] => {
                    format!("none of the {} games has a result and ratings", one + other)
                }
            };
            return Err(wrong(what, "give it at least five games"));
        }
        let seats = table.seats;
        let told = if seats == 2 { vec![0] } else { (0..seats).collect() };
        let is_rated = !table.columns.seated[super::RATINGS].is_empty();
        let shape = Shape { seats, told, is_rated };
        let names = Names::of(&table);
        let mut answer = Answer {
            seats,
            games: table.sums.values().map(|it| it.games).sum(),
            without_result: table.without_result,
            without_rating: table.without_rating,
            notes: notes(&table),
            ..Answer::default()
        };
        let mut classes = Vec::new();
        for number in 0..names.classes.len() as u32 {
            let sums = table.sums.range([number, 0, 0, 0, 0]..[number + 1, 0, 0, 0, 0]);
            let cells = cells(sums, &names.sittings, seats);
            if cells.is_empty() {
                continue;
            }
            let class = Class::of(cells, &shape)?;
            answer.add(&class, (number, classes.first()), &shape, &names);
            if class.is_rotated {
                answer
                    .notes
                    .push("Seats rotate: each player sits equally often in each.".to_owned());
            }
            let adjusted = |entry: &Entry<'_>, known: f64, odds: f64| {
                let offset = class.skill.offset(entry, 0);
                let of_skill = if offset == 0.0 { 0.0 } else { logistic(odds + offset) - known };
                (entry.seats[0][0] / entry.games - of_skill).clamp(0.0, 1.0)
            };
            let of_options = |at: usize, entry: &Entry<'_>| {
                let level = &class.known[at][0].level;
                adjusted(entry, level.share, level.odds)
            };
            let means = |(at, cell): (usize, &Cell<'_>)| {
                let score = |it: &Entry<'_>| it.games * of_options(at, it);
                let of = |it: &Entry<'_>| (it.combo, [it.games, score(it), it.played as f64]);
                summed(cell.entries.iter().map(of)).into_iter().map(Mean::of_scores).collect()
            };
            let patterns: Vec<Vec<Mean>> = class.cells.iter().enumerate().map(means).collect();
            let name = &names.classes[number as usize];
            answer.options.extend(effects(
                &patterns,
                &names.options,
                &names.factors,
                name,
                Told::Score,
            ));
            classes.push(class);
        }
        let varying: BTreeSet<&str> = answer.options.iter().map(|it| &*it.option).collect();
        if !varying.is_empty() {
            let all = varying.into_iter().collect::<Vec<_>>().join(", ");
            answer.notes.push(format!("Each score is a mean over the values of {all}."));
        }
        let of_classes: Vec<&[Cell<'_>]> = classes.iter().map(|it| &*it.cells).collect();
        if seats == 2 && names.openings.len() > 1 {
            match openings(&of_classes, &names) {
                Some(found) => answer.openings = found,
                None => answer.notes.push("Openings are left out: they are too many.".to_owned()),
            }
        }
        answer.facts = facts(&table, &names);
        let is_untold = |it: &&String| answer.facts.iter().all(|of| of.fact != **it);
        let untold = names.facts.iter().filter(is_untold);
        answer.notes.extend(untold.map(|it| format!("No game tells `{it}`.")));
        let is_same = |it: &&String| answer.options.iter().all(|of| of.option != **it);
        let same = names.factors.iter().filter(is_same);
        answer.notes.extend(
            same.map(|it| format!("On no pattern are there two values of `{it}` to compare.")),
        );
        Ok(answer)
    }

    /// Adds the rows and the lines of a class; the first is given, if it is another.
    fn add(
        &mut self,
        class: &Class<'_>,
        (number, first): (u32, Option<&Class<'_>>),
        shape: &Shape,
        names: &Names,
    ) {
        let (even, has_players) = (1.0 / shape.seats as f64, class.players > 1);
        let name = &names.classes[number as usize];
        let all: Vec<usize> = (0..class.cells.len()).collect();
        for (place, &seat) in shape.told.iter().enumerate() {
            let (from, mut distances) = (self.rows.len(), Vec::new());
            for (cell, known) in class.cells.iter().zip(&class.known) {
                let known = &known[place];
                let counts = class.counts(known, &class.between);
                let (score, near) = share::known(&counts, even, has_players);
                distances.push(near);
                self.rows.push(SeatRow {
                    pattern: names.patterns[cell.pattern as usize].clone(),
                    class: name.clone(),
                    seat: seat + 1,
                    games: cell.games,
                    players: players(&known.parts).len(),
                    nearest: 0.0,
                    lack: class.lack(cell.games, &known.level),
                    score,
                });
            }
            if shape.seats == 2 {
                let rows = self.rows[from..].iter_mut();
                rows.zip(nearest(&distances)).for_each(|(row, it)| row.nearest = it);
            }
            self.rows[from..]
                .iter_mut()
                .filter(|it| it.lack.is_some())
                .for_each(|it| it.score.untell());
            let statements: Vec<Statement> =
                self.rows[from..].iter().map(|it| it.score.likely).collect();
            let of = |chance: fn(&Statement) -> f64| {
                Figure::count_chances(&statements.iter().map(chance).collect::<Vec<_>>())
            };
            let (known, between) = class.mean(&all, place, true);
            let (score, _) = share::known(&class.counts(&known, &between), even, has_players);
            let games = class.cells.iter().map(|it| it.games).sum();
            let mut line = ClassAnswer {
                class: name.clone(),
                seat: seat + 1,
                patterns: class.cells.len(),
                players: class.players,
                games,
                over_such: class.over_such(&all, place, &score),
                more_than_first: first.and_then(|first| difference(first, class, place)),
                counts: [
                    of(|it| it.within[0]),
                    of(|it| it.within[1]),
                    of(|it| 1.0 - it.within[1]),
                    of(|it| it.first),
                ],
                lack: class.lack(games, &known.level),
                score,
            };
            if line.lack.is_some() {
                (line.over_such, line.more_than_first) = (None, None);
                line.score.untell();
            }
            self.classes.push(line);
        }
    }
}

impl Share {
    /// Says that nothing is known.
    fn untell(&mut self) {
        (self.low, self.high, self.one_more) = (0.0, 1.0, None);
        self.statement = Statement { within: [0.1, 0.2], first: 0.5 };
        self.likely = self.statement;
    }
}

/// Returns how much more than a first class another scores on the patterns of both, with ends of the
/// interval (Newcombe 1998).
fn difference(first: &Class<'_>, other: &Class<'_>, place: usize) -> Option<[f64; 3]> {
    // Cells stand in the order of their patterns.
    let has = |class: &Class<'_>, cell: &Cell<'_>| {
        class.cells.binary_search_by_key(&cell.pattern, |it| it.pattern).is_ok()
    };
    let share = |class: &Class<'_>, than: &Class<'_>| {
        let cells = (0..class.cells.len()).filter(|&at| has(than, &class.cells[at]));
        let cells = Some(cells.collect::<Vec<_>>()).filter(|it| !it.is_empty())?;
        let (known, between) = class.mean(&cells, place, true);
        Some(share::known(&class.counts(&known, &between), 0.5, false).0)
    };
    let (one, two) = (share(first, other)?, share(other, first)?);
    let length = |a: f64, b: f64| (a * a + b * b).sqrt();
    let mean = two.mean - one.mean;
    Some([
        mean,
        mean - length(two.mean - two.low, one.high - one.mean),
        mean + length(two.high - two.mean, one.mean - one.low),
    ])
}

/// Says what a reader should know of a table.
fn notes(table: &Table) -> Vec<String> {
    let mut notes = Vec::new();
    if table.zeros > 0 && table.seats == 2 {
        let is_last = table.sums.values().any(|it| it.seats.get(1).is_some_and(|it| it[0] > 0.0));
        if !is_last {
            notes.push(
                "`0` is read as a draw, and no game has a second winner: if seats count from 0, write first and second."
                    .to_owned(),
            );
        }
    }
    if table.far > 0 {
        let most = 10 * MOST_FAR;
        notes.push(format!(
            "Ratings that are farther than {most} from the mean of their game count as {most} from it, in {} games.",
            table.far
        ));
    }
    let Columns { passed, names, .. } = &table.columns;
    if !passed.is_empty() {
        let all = passed
            .iter()
            .map(|&at| format!("`{}`", printable(&names[at])))
            .collect::<Vec<_>>()
            .join(", ");
        notes.push(format!("Not read, as other columns have their meaning: {all}."));
    }
    let players = match table.players.0.len() {
        _ if table.has_crews => Some(
            "Beside a table a crew counts as one player; results folders alone tell how its bots differ.",
        ),
        1 => {
            Some("One player: others may differ by more than these games tell; four tell how much.")
        }
        _ => None,
    };
    notes.extend(players.map(str::to_owned));
    notes
}
