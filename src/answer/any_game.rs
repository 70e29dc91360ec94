//! The answer on Pasang's own games as that on any game's, and back: requirements and pages take the one,
//! pictures the other.

use pasang_balance::answer::{ClassLine, Figure, JointBalance, JointRow};
use pasang_balance::table::{Answer, ClassAnswer, SeatRow, Share};
use pasang_balance::{Normal, Statement};

use super::interval::Interval;

/// Returns the answer on two seats as pictures take it.
pub fn joint(answer: &Answer) -> JointBalance {
    let mut all = JointBalance::default();
    let normal = |it: &Share| {
        let middle = (it.mean * it.worth + 0.5) / (it.worth + 1.0);
        Normal { mean: it.mean, sd: (middle * (1.0 - middle) / (it.worth + 1.0)).sqrt() }
    };
    for it in &answer.rows {
        all.rows.push(JointRow {
            setup: it.pattern.clone(),
            stones: it.pattern.clone(),
            class: it.class.clone(),
            games: it.games,
            score: normal(&it.score),
            bounds: Some(it.score.interval()),
            statement: it.score.statement,
            nearest: it.nearest,
            ..JointRow::default()
        });
    }
    for it in &answer.classes {
        let rows = |end: bool| {
            let mut all = answer.rows.iter().enumerate().filter(|(_, row)| row.class == it.class);
            let found = if end { all.next_back() } else { all.next() };
            found.map_or(0, |it| it.0)
        };
        all.classes.push(ClassLine {
            class: it.class.clone(),
            score: Figure::new(it.score.mean, it.score.interval()),
            rows: rows(false)..rows(true) + 1,
            ..ClassLine::default()
        });
    }
    all
}

/// Returns an answer of ours as one on a table, for requirements and pages.
pub fn of_joint(all: &JointBalance) -> Answer {
    let is_one = all.classes.iter().all(|it| it.rules == all.classes[0].rules);
    let called = |class: &String, rules: &String| match is_one {
        true => class.clone(),
        false => format!("{class}, {rules}"),
    };
    let share = |score: Normal, ends: Interval, statement: Statement| {
        let mut share = Share::of(score);
        (share.low, share.high, share.statement) = (ends.low, ends.high, statement);
        share
    };
    let row = |it: &JointRow| SeatRow {
        pattern: it.setup.clone(),
        class: called(&it.class, &it.rules),
        seat: 1,
        games: it.games,
        players: 0,
        score: share(it.score, it.interval(), it.statement),
        nearest: it.nearest,
        lack: None,
    };
    let class = |it: &ClassLine| {
        let Figure { mean, low, high, .. } = it.score;
        let normal = Normal { mean, sd: ((high - low) / 3.92).max(1e-9) };
        ClassAnswer {
            class: called(&it.class, &it.rules),
            seat: 1,
            patterns: it.rows.len(),
            // A crew has several bots.
            players: 2,
            games: all.rows[it.rows.clone()].iter().map(|row| row.games).sum(),
            score: share(normal, Interval { low, high }, Statement::of(normal)),
            over_such: it.over_such.map(|it| [it.low, it.high]),
            more_than_first: it.more_than_first.map(|it| [it.mean, it.low, it.high]),
            counts: [it.within_5, it.within_10, it.beyond_10, it.first],
            lack: None,
        }
    };
    let rows: Vec<SeatRow> = all.rows.iter().filter(|it| it.games > 0).map(row).collect();
    let games = rows.iter().map(|it| it.games).sum();
    let classes = all.classes.iter().map(class).filter(|it| it.games > 0).collect();
    Answer { seats: 2, games, rows, classes, ..Answer::default() }
}
