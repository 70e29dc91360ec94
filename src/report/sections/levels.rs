//! The answer on one pattern between players of all levels: a row each, with a bar.

use super::ReportContext;
use super::answer::{Answer, Figures, capital};
use super::balance::{BAR_HEAD, bar, best, compared, whole_percent};
use crate::report::document::Block;
use crate::report::format::{ends, percent};
use crate::stats::balance::BalanceVerdict;
use crate::stats::interval::{ALPHA, Interval};
use crate::stats::joint::JointRow;
use crate::stats::{CellStats, Table};

/// A level of players.
pub(super) struct Level {
    pub(super) class: String,
    pub(super) is_played: bool,
    pub(super) verdict: BalanceVerdict,
    /// The score with its interval.
    pub(super) score: (f64, Interval),
    /// The probabilities that an unseen bot scores within 5 and within 10 percentage points of even.
    pub(super) within: [f64; 2],
}

impl Level {
    /// Returns a level from the figures that its own crew found.
    pub(super) fn known(class: &str, figures: &Figures) -> Level {
        let Figures { verdict, score, within, .. } = *figures;
        Level { class: class.to_owned(), is_played: true, verdict, score, within }
    }

    fn of(row: &JointRow) -> Level {
        Level {
            class: row.class.clone(),
            is_played: row.games > 0,
            verdict: row.verdict,
            score: (row.score.mean, row.score.interval(ALPHA)),
            within: row.unseen.balanced(),
        }
    }
}

/// Returns the verdict in words, the same for both distances from even.
fn told(verdict: BalanceVerdict) -> &'static str {
    match verdict {
        BalanceVerdict::First => "the first player is favoured",
        BalanceVerdict::Second => "the second player is favoured",
        BalanceVerdict::Within5 | BalanceVerdict::Within10 => {
            "balanced within 10 percentage points"
        }
        BalanceVerdict::Inconclusive => "inconclusive",
    }
}

/// Names the levels of each verdict, from weak to strong.
pub(super) fn verdicts(levels: &[Level]) -> String {
    let is_same = |one: &Level, other: &Level| told(one.verdict) == told(other.verdict);
    let runs: Vec<&[Level]> = levels.chunk_by(is_same).collect();
    if let [only] = runs.as_slice() {
        let how = match only[0].verdict {
            BalanceVerdict::Within5 | BalanceVerdict::Within10 => "yes: ",
            BalanceVerdict::Inconclusive => "",
            _ => "no: ",
        };
        let all = if levels.len() > 1 { " at every level" } else { "" };
        return format!("{how}{}{all}", told(only[0].verdict));
    }
    let clause = |(at, run): (usize, &&[Level])| {
        let [from, to] = [&run[0], &run[run.len() - 1]].map(|it| it.class.as_str());
        let who = match at {
            _ if from == to => format!("for {from}"),
            0 => format!("up to {to}"),
            at if at + 1 == runs.len() => format!("from {from} on"),
            _ => format!("from {from} to {to}"),
        };
        format!("{who} {}", told(run[0].verdict))
    };
    runs.iter().enumerate().map(clause).collect::<Vec<_>>().join("; ")
}

/// Tabulates the levels.
pub(super) fn table(levels: &[Level]) -> Vec<Block> {
    let mut table = Table::of(levels);
    let is_predicted = levels.iter().any(|level| !level.is_played);
    table = table.left("players", |level| match level.is_played {
        true => level.class.clone(),
        false => format!("{} *", level.class),
    });
    let table = table
        .right("first player %", |level| percent(level.score.0))
        .left("95 % CI", |level| ends(level.score.1))
        .right("within 5", |level| whole_percent(level.within[0]))
        .right("within 10", |level| whole_percent(level.within[1]))
        .left(BAR_HEAD, |level| bar(level.score))
        .done();
    let predicted = if is_predicted { " *: predicted from the games of the others." } else { "" };
    let meaning = format!(
        "95 % CI: for the mean over bots of the level. Within 5, 10: the probability that an unseen bot comes that \
         near to 50 %.{predicted}"
    );
    vec![Block::Table(String::new(), table), Block::Note(meaning)]
}

/// Answers on one pattern under one rule set that several crews played, for all levels.
pub(super) fn answer(context: &ReportContext<'_>, cells: &[&CellStats<'_>]) -> Option<Answer> {
    let joint = context.all.joint.as_ref()?;
    let ([setup], [_]) = (context.setups.as_slice(), context.rules.as_slice()) else { return None };
    let crews = cells.iter().filter(|cell| cell.balance.is_some()).count();
    if crews < 2 || crews < cells.len() {
        return None;
    }
    let levels: Vec<Level> = joint.rows.iter().map(Level::of).collect();
    let words = vec![format!("Is {setup} fair? {}.", capital(&verdicts(&levels)))];
    // Crews are listed from weak to strong.
    let strongest = cells.last()?;
    let mut additional = vec![best(strongest.labels.bots, &Figures::of(strongest.balance?))];
    additional.extend(compared(context, strongest));
    Some(Answer { words, blocks: table(&levels), additional })
}
