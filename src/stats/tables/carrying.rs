//! The tables of what carries over: `agreement.csv`, `parts.csv`, `lasting.csv`, `axis.csv` and
//! `choosing.csv`.

use crate::base::words::Choice;
use crate::stats::carrying::agreement::Agreement;
use crate::stats::carrying::axis::Axis;
use crate::stats::carrying::choosing::Choosing;
use crate::stats::carrying::lasting::Lasting;
use crate::stats::carrying::parts::{Of, Parts};
use crate::stats::columns::{Kind, MEAN, SHARE, Table, decimal};

/// The columns of `agreement.csv`.
pub fn agreement<'r>() -> Table<'r, &'r Agreement> {
    const NONE: &str = "it cannot be told, see `method`";
    let reliability = |at: usize| move |row: &&'r Agreement| row.reliability[at];
    Table::new(
        "agreement.csv",
        "One row for each two bots under one rule set, and for each two rule sets under one bot: how alike \
         the setups' scores are.",
    )
    .word("between", "what is compared: `bots` or `rules`", |row: &&'r Agreement| row.between.word())
    .word("of", "the rule set, or the bot, that both have", |row| row.of.as_str())
    .word("first", "the one", |row| row.two[0].as_str())
    .word("second", "the other", |row| row.two[1].as_str())
    .whole("setups", "how many setups", |row| row.patterns)
    .column("seen", MEAN, "the correlation of the scores of the games that were played", |row| row.seen)
    .empty("the setups all have one score")
    .share("reliability_first", "the part of the variance of the first's scores that is not chance", {
        reliability(0)
    })
    .empty(NONE)
    .share("reliability_second", "the same of the second", reliability(1))
    .empty(NONE)
    .column("correlation", MEAN, "the correlation of the true scores, from -1 to 1", |row| row.truth)
    .empty(NONE)
    .ends("correlation", MEAN, "its interval at 95 % for this row alone", |row| row.interval)
    .word("method", "how that was made, or why there is none", |row| row.method)
}

/// A part of the variance under one rule set.
pub struct PartRow<'r> {
    parts: &'r Parts,
    part: Of,
    place: usize,
}

impl<'r> PartRow<'r> {
    /// The rows of some rule sets, one by one.
    pub fn all(all: &'r [Parts]) -> impl Iterator<Item = PartRow<'r>> {
        let of_one = |parts: &'r Parts| {
            Of::ALL.iter().enumerate().map(move |(place, &part)| PartRow { parts, part, place })
        };
        all.iter().flat_map(of_one)
    }
}

/// The columns of `parts.csv`.
pub fn parts<'r>() -> Table<'r, PartRow<'r>> {
    Table::new(
        "parts.csv",
        "One row a rule set and part: to what the variance of a game's score belongs.",
    )
    .word("rules", "the rule set", |row: &PartRow<'r>| row.parts.rules.as_str())
    .whole("bots", "how many bots", |row| row.parts.rungs)
    .whole("setups", "how many setups", |row| row.parts.patterns)
    .word("part", "to what it belongs", |row| row.part.word())
    .share("share", "its share of the variance", |row| row.parts.shares[row.place].0)
    .ends("share", SHARE, "its interval at 95 % for this row alone", |row| {
        Some(row.parts.shares[row.place].1)
    })
}

/// The columns of `lasting.csv`.
pub fn lasting<'r>() -> Table<'r, &'r Lasting> {
    const NONE: &str = "no bots are pooled: the strongest two do not agree on the setups";
    let joined = |words: Vec<String>| words.join("/");
    Table::new(
        "lasting.csv",
        "One row a rule set and setup: what is said of it by all bots of the rule set, the weakest first.",
    )
    .word("rules", "the rule set", |row: &&'r Lasting| row.rules.as_str())
    .word("setup", "the setup", |row| row.setup.as_str())
    .word("across", "`lasting`, `contradicted` or `open`", |row| row.across.word())
    .word("verdict", "the verdict that lasts", |row| row.verdict.map(|it| it.word()))
    .empty("none lasts")
    .word("from", "from which bot on it lasts", |row| row.from.as_deref())
    .empty("none lasts")
    .word("verdicts", "the verdict with each bot, joined by `/`", move |row| {
        joined(row.verdicts.iter().map(|it| it.word().to_owned()).collect())
    })
    .word("scores", "the first player's score with each bot, in %, joined by `/`", move |row| {
        joined(row.scores.iter().map(|score| decimal(100.0 * score, 1)).collect())
    })
    .word("pooled_from", "the weakest of the bots whose games are pooled: from it on all agree on the setups, or it was named", |row| {
        row.pooled.as_ref().map(|it| it.from.as_str())
    })
    .empty(NONE)
    .whole("pooled_bots", "how many of these there are", |row| {
        row.pooled.as_ref().map(|it| it.rungs)
    })
    .empty(NONE)
    .whole("pooled_games", "how many games they have", |row| row.pooled.as_ref().map(|it| it.games))
    .empty(NONE)
    .share("pooled_score", "the mean of the first player's scores with these", |row| {
        row.pooled.as_ref().map(|it| it.score)
    })
    .empty(NONE)
    .ends(
        "pooled_score",
        SHARE,
        "its interval, at 95 % for all setups of the rule set together",
        |row| row.pooled.as_ref().map(|it| it.interval),
    )
    .word("pooled_verdict", "what that interval says", |row| {
        row.pooled.as_ref().map(|it| it.verdict.word())
    })
    .empty(NONE)
}

/// The columns of `axis.csv`.
pub fn axis<'r>() -> Table<'r, &'r Axis> {
    const ELO: Kind = Kind::Decimal(2);
    Table::new(
        "axis.csv",
        "One row a rule set, and below it one for each setup: how the first player's score goes with the \
         bots' strength.",
    )
    .word("rules", "the rule set", |row: &&'r Axis| row.rules.as_str())
    .word("setup", "the setup", |row| row.setup.as_deref())
    .empty("all setups together")
    .whole("bots", "how many bots of known strength", |row| row.rungs)
    .column("elo_weakest", ELO, "the strength of the weakest", |row| row.elo[0])
    .unit("Elo")
    .column("elo_strongest", ELO, "the strength of the strongest", |row| row.elo[1])
    .unit("Elo")
    .share("slope", "how much more the first player scores for a hundred Elo", |row| row.slope.0)
    .ends("slope", SHARE, "its interval at 95 % for this row alone", |row| Some(row.slope.1))
    .column("beyond_elo", ELO, "a strength above all of these", |row| row.beyond())
    .unit("Elo")
    .share("beyond_score", "the first player's score there, if the line went on", |row| {
        row.extrapolated.0
    })
    .ends("beyond_score", SHARE, "its interval at 95 %, if the line went on", |row| {
        Some(row.extrapolated.1)
    })
}

/// The columns of `choosing.csv`.
pub fn choosing<'r>() -> Table<'r, &'r Choosing> {
    Table::new(
        "choosing.csv",
        "One row a rule set and bot: what the first two moves are worth where both choose the best by the \
         games of other bots.",
    )
    .word("rules", "the rule set", |row: &&'r Choosing| row.rules.as_str())
    .word("bots", "the bot whose games say what the chosen moves are worth", |row| {
        row.bots.as_str()
    })
    .word("chosen_by", "the bots whose games chose them, joined by `/`", |row| {
        row.chosen_by.join("/")
    })
    .whole("setups", "how many setups", |row| row.patterns)
    .share("drawn_score", "the first player's score where the first moves are drawn", |row| row.drawn)
    .share("chosen_score", "the first player's score where both choose", |row| row.chosen.0)
    .ends("chosen_score", SHARE, "its interval at 95 % for this row alone", |row| Some(row.chosen.1))
    .whole(
        "first_ahead",
        "on how many setups the chosen moves score more than a half by the games that chose",
        |row| row.first_ahead,
    )
    .whole("second_ahead", "on how many less", |row| row.second_ahead)
}
