//! Which of the bots that met is better: one answer for `pasang match` and for reports.

use serde_json::json;

use super::Table;
use super::format::{percent, short, with_sign};
use crate::answer::confidence_sequence::{confidence_sequence, paired_confidence_sequence};
use crate::answer::interval::Interval;
use crate::answer::rating::{Meeting, Ratings, elo_of, expected_score, rate, superiority};
use crate::answer::{ALPHA, ExperimentStats};
use crate::experiment::meetings::contestant_of;
use crate::run::{PairCounts, ScoreSum, TWELFTHS};
use pasang_core::base::text::{listed, rounded, wrapped};
use pasang_core::games::Seat;

/// Bots within this many Elo of each other are about equal.
const ALIKE: f64 = 20.0;

/// The games of bots that met.
pub struct Standings {
    pub bots: Vec<String>,
    /// Wins, draws and losses by bot.
    pub results: Vec<[u64; 3]>,
    meetings: Vec<Meeting>,
    /// Pairs of games of the first of two bots.
    pub pairs: PairCounts,
    /// Setups and rules.
    pub place: String,
    /// The number of different games, if they are few.
    few_games: Option<u64>,
}

impl Standings {
    /// Counts the games between contestants: crews, and bots of no crew. `None` if no two met.
    pub fn of(all: &ExperimentStats<'_>) -> Option<Standings> {
        let (mut bots, mut results) = (Vec::<String>::new(), Vec::<[u64; 3]>::new());
        let (mut meetings, mut distinct, mut has_few_games) = (Vec::new(), 0, false);
        let mut pairs = PairCounts::default();
        for (cell, pair) in all.cells.iter().filter_map(|cell| Some((cell, cell.contest()?))) {
            let [first, second] = pair.map(|bot| {
                let name = contestant_of(&all.contestants, bot);
                bots.iter().position(|it| it == name).unwrap_or_else(|| {
                    bots.push(name.to_owned());
                    results.push([0; 3]);
                    bots.len() - 1
                })
            });
            let tally = cell.tally;
            let [wins, losses] = [Seat::FIRST, Seat::SECOND].map(|seat| tally.wins(seat));
            for (bot, won, lost) in [(first, wins, losses), (second, losses, wins)] {
                let result = &mut results[bot];
                *result = [result[0] + won, result[1] + tally.draws(), result[2] + lost];
            }
            let of_cell = all.seat_pairs.get(cell.number).copied().flatten().unwrap_or_default();
            for (score, count) in of_cell.into_iter().enumerate() {
                pairs[if first == 0 { score } else { 4 - score }] += count;
            }
            meetings.push(Meeting { first, second, sum: tally.sum(Seat::FIRST) });
            distinct += cell.distinct.map_or(0, |it| it.games);
            has_few_games |= cell.has_few_games();
        }
        if meetings.is_empty() {
            return None;
        }
        let names = [all.names(|cell| cell.labels.setup), all.names(|cell| cell.labels.rules)];
        let [setups, rules] =
            names.map(|names| listed(names.into_iter().map(str::to_owned), "and"));
        let place = format!("{setups} ({rules})");
        let few_games = has_few_games.then_some(distinct);
        Some(Standings { bots, results, meetings, pairs, place, few_games })
    }

    /// Rates the bots; this takes a while for many.
    pub fn ratings(&self) -> Ratings {
        rate(self.bots.len(), &self.meetings)
    }

    pub fn score_of(&self, bot: usize) -> ScoreSum {
        let [wins, draws, losses] = self.results[bot];
        ScoreSum { twelfths: TWELFTHS * wins + TWELFTHS / 2 * draws, games: wins + draws + losses }
    }

    /// Returns the games of the first of two bots, its score, and the ends of its confidence sequence.
    pub fn estimate(&self) -> (ScoreSum, [f64; 3]) {
        let sum = self.score_of(0);
        let Interval { low, high } = match self.is_paired() {
            true => paired_confidence_sequence(&self.pairs, ALPHA),
            false => confidence_sequence(sum.twelfths, sum.games, ALPHA),
        };
        (sum, [sum.mean().unwrap_or(0.5), low, high])
    }

    /// Returns the names of two bots of which each began equally often: else their scores tell of the seats,
    /// too, and answer no question about their strength.
    pub fn both(&self) -> Option<[&str; 2]> {
        let [one, other] = self.bots.as_slice() else { return None };
        let begun = |bot: usize| {
            let own = self.meetings.iter().filter(|it| it.first == bot);
            own.map(|it| it.sum.games).sum::<u64>()
        };
        (begun(0) == begun(1)).then_some([one, other])
    }

    /// Says which of two bots is better, if their confidence sequence does.
    pub fn better(&self) -> Option<String> {
        let [one, other] = self.both()?;
        let (_, [_, low, high]) = self.estimate();
        let is_over = |elo: f64| low > expected_score(elo);
        let is_under = |elo: f64| high < expected_score(elo);
        if is_over(0.0) {
            return Some(format!("{one} is better than {other}"));
        }
        if is_under(0.0) {
            return Some(format!("{other} is better than {one}"));
        }
        let is_alike = is_over(-ALIKE) && is_under(ALIKE);
        is_alike.then(|| format!("{one} and {other} are within {ALIKE} Elo of each other"))
    }

    /// Answers the question about two bots, `answer` if there is one, with the figures behind it.
    pub fn told(&self, answer: Option<String>) -> String {
        let why = match self.both() {
            Some(_) => "not decided",
            None => "they did not begin equally often, so strength and seat cannot be separated",
        };
        let open = || format!("{} against {}: {why}", self.bots[0], self.bots[1]);
        format!("{}. {}", answer.unwrap_or_else(open), self.so_far())
    }

    /// Asks and answers which of two bots is better, and what moving first is worth; `None` for more bots, or
    /// if one began more games.
    pub fn headline(&self) -> Option<[String; 2]> {
        self.both()?;
        let better = format!("Which is better? {}", self.told(self.better()));
        Some([better, first_move(self.ratings().first_move)])
    }

    /// Returns whether all games of two bots are in pairs of one opening.
    fn is_paired(&self) -> bool {
        self.bots.len() == 2 && 2 * self.pairs.iter().sum::<u64>() == self.score_of(0).games
    }

    /// Describes the state of a match of two in a line.
    pub fn in_brief(&self) -> String {
        let (_, scores) = self.estimate();
        let [score, low, high] = scores.map(percent);
        let [elo, elo_low, elo_high] = scores.map(elo_words);
        format!("{score} % ({low} to {high}), Elo {elo} ({elo_low} to {elo_high})")
    }

    /// Describes the state of a match of two.
    fn so_far(&self) -> String {
        let (sum, scores) = self.estimate();
        let [score, elo] = [scores.map(percent), scores.map(elo_words)]
            .map(|[mean, low, high]| format!("{mean} ({low} to {high})"));
        let repeated = self.few_games.map_or_else(String::new, |games| {
            format!(" Only {games} games are different: they say less than it seems.")
        });
        let (place, bot, games) = (&self.place, &self.bots[0], sum.games);
        format!(
            "On {place} {bot} scores {score} % of {games} games, Elo {elo}; these 95 % intervals hold however often \
             one looks while games are played.{repeated}"
        )
    }
}

/// Question about the first of two bots.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Which is better, or that both are about equal.
    Better,
    /// That it is stronger by more than the first of these, or by less than the second.
    Elo([f64; 2]),
    /// That the interval of its score is at most this wide.
    Width(f64),
}

impl Question {
    /// Answers the question, if the confidence sequence of two bots does.
    pub fn answer(self, standings: &Standings) -> Option<String> {
        let [one, other] = standings.both()?;
        let (_, [_, low, high]) = standings.estimate();
        let is_over = |elo: f64| low > expected_score(elo);
        let is_under = |elo: f64| high < expected_score(elo);
        match self {
            Question::Better => standings.better(),
            Question::Elo([elo, _]) if is_over(elo) => {
                Some(told(one, ["more", "less"], elo, other))
            }
            Question::Elo([_, elo]) if is_under(elo) => {
                Some(told(one, ["less", "more"], elo, other))
            }
            Question::Width(most) if high - low <= most => {
                let narrow = "the interval is narrow enough";
                let open = || format!("{one} against {other}: {narrow}");
                Some(standings.better().map_or_else(open, |it| format!("{it}; {narrow}")))
            }
            Question::Elo(_) | Question::Width(_) => None,
        }
    }
}

fn elo_words(score: f64) -> String {
    elo_of(score).map_or("unbounded".to_owned(), signed_elo)
}

pub fn signed_elo(elo: f64) -> String {
    with_sign(rounded(elo, 0))
}

pub fn elo_range(Interval { low, high }: Interval) -> String {
    format!("{} to {}", signed_elo(low), signed_elo(high))
}

/// States what moving first is worth.
fn first_move((elo, interval): (f64, Interval)) -> String {
    format!("Moving first is worth {} Elo ({}).", signed_elo(elo), elo_range(interval))
}

/// Formats the answer about two bots, and the table of all.
pub fn text(of: &Standings, answer: Option<String>, width: usize) -> String {
    let (is_of_two, ratings) = (of.bots.len() == 2, of.ratings());
    let mut text = String::new();
    if is_of_two {
        text = wrapped(&of.told(answer), width) + "\n";
    }
    let mut order: Vec<usize> = (0..of.bots.len()).collect();
    let elo = |bot: usize| ratings.players[bot].elo;
    order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
    let result = |place: usize| move |bot: &usize| of.results[*bot][place];
    let mut table = Table::of(order)
        .left("bot", |&bot| of.bots[bot].as_str())
        .right("games", |&bot| of.score_of(bot).games)
        .right("wins", result(0))
        .right("draws", result(1))
        .right("losses", result(2))
        .right("score %", |&bot| percent(of.score_of(bot).mean().unwrap_or(0.5)))
        .right("Elo", |&bot| signed_elo(elo(bot)));
    // Two may have stopped by their result, so that no interval of a fixed sample holds.
    if !is_of_two {
        table = table
            .left("95 % CI", |&bot| elo_range(ratings.players[bot].interval))
            .right("best %", |&bot| short(ratings.players[bot].best));
    }
    let told = if is_of_two { "" } else { "; best: the probability of being the strongest" };
    let first = first_move(ratings.first_move);
    let note = format!("{first} Elo: above the mean of these bots{told}.");
    text + &table.done().text(width) + &wrapped(&note, width)
}

pub fn to_json(of: &Standings, answer: Option<String>) -> serde_json::Value {
    let ratings = of.ratings();
    let bots = of.bots.iter().enumerate().map(|(bot, name)| {
        let ([wins, draws, losses], rating) = (of.results[bot], ratings.players[bot]);
        json!({ "bot": name, "wins": wins, "draws": draws, "losses": losses, "elo": rating.elo,
                "elo_low": rating.interval.low, "elo_high": rating.interval.high, "best": rating.best })
    });
    let (elo, Interval { low, high }) = ratings.first_move;
    let sequence = (of.bots.len() == 2).then(|| {
        let (sum, scores) = of.estimate();
        let ([_, low, high], [elo, elo_low, elo_high]) = (scores, scores.map(elo_of));
        json!({ "games": sum.games, "score": sum.mean(), "low": low, "high": high,
                "elo": elo, "elo_low": elo_low, "elo_high": elo_high, "los": superiority(sum), "pairs": of.pairs, "answer": answer })
    });
    json!({ "bots": bots.collect::<Vec<_>>(), "first_move": { "elo": elo, "low": low, "high": high },
            "match": sequence, "place": of.place })
}

/// States that a difference is beyond an Elo: `more` and `less` for a positive one and a negative one.
fn told(one: &str, [of_stronger, of_weaker]: [&str; 2], elo: f64, other: &str) -> String {
    match elo {
        0.0 if of_stronger == "more" => format!("{one} is stronger than {other}"),
        0.0 => format!("{one} is weaker than {other}"),
        elo if elo < 0.0 => format!("{one} is {of_weaker} than {} Elo weaker than {other}", -elo),
        elo => format!("{one} is {of_stronger} than {elo} Elo stronger than {other}"),
    }
}
