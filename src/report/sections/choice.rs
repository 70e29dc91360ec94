//! What was decided while games were played: what the first player scores where both choose their first
//! moves.

use super::lead::{MOST_SENTENCES, MOST_TOLD};
use super::{Asked, section as made};
use crate::base::words::{Choice as _, counted};
use crate::report::document::{Block, Section};
use crate::report::words::{ends, named, percent, short};
use crate::stats::Verdict;
use crate::stats::choice::{Choice, Chooser, Value};
use crate::stats::table::{Kind, Table};

/// What is known of the cells that have games, with their numbers.
fn values<'c>(asked: &Asked<'_>, choice: &'c Choice) -> Vec<(usize, &'c Chooser, Value)> {
    let each = choice.cells.iter().enumerate();
    let played = each.filter(|&(number, _)| asked.cells[number].tally.games() > 0);
    let value = |number: usize| choice.value(number, asked.cells[number].tally);
    played.map(|(number, chooser)| (number, chooser, value(number))).collect()
}

/// A sentence a cell, or one for all setups under a rule set.
pub(super) fn sentences(asked: &Asked<'_>, choice: &Choice) -> Vec<String> {
    let values = values(asked, choice);
    if values.len() > MOST_SENTENCES {
        let groups = asked.groups.iter().take(MOST_TOLD);
        return groups.map(|group| {
            let is_of = |number: usize| group.cells.iter().any(|&(cell, _)| cell == number);
            let verdicts = values.iter().filter(|it| is_of(it.0)).map(|(number, _, value)| {
                value.verdict(asked.cells[*number].terms.within)
            });
            let verdicts: Vec<Verdict> = verdicts.collect();
            let number = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
            format!(
                "Under {} between {} players, where both choose their first moves, {} of {} are shown to favour \
                 the first player, {} the second, {} to be even; for {} the games do not tell.",
                group.rules,
                group.bots,
                number(Verdict::First),
                counted(verdicts.len() as u64, "setup"),
                number(Verdict::Second),
                number(Verdict::Balanced),
                number(Verdict::Undecided)
            )
        }).collect();
    }
    let sentence = |(number, chooser, value): &(usize, &Chooser, Value)| {
        let cell = &asked.cells[*number];
        let who = match value.verdict(cell.terms.within) {
            Verdict::First => "the first player is ahead".to_owned(),
            Verdict::Second => "the second player is ahead".to_owned(),
            Verdict::Balanced => {
                format!("nobody is ahead by more than {} points", short(cell.terms.within))
            }
            _ => "nobody is shown to be ahead".to_owned(),
        };
        format!(
            "On {} between {} players under {}, where both choose their first moves, {who}: the first player \
             scores {} % by {}, with {} answered by {}, and from {} to {} % by endlessly many.",
            cell.labels.setup,
            cell.labels.bots,
            cell.labels.rules,
            percent(value.estimate),
            counted(cell.tally.games(), "game"),
            chooser.words(&value.best[..1]),
            chooser.reply_words(value, 1),
            percent(value.joint.low),
            percent(value.joint.high)
        )
    };
    values.iter().map(sentence).collect()
}

pub(super) fn section(asked: &Asked<'_>, choice: &Choice) -> Option<Section> {
    let mut table = Table::shown(&[
        ("cell", Kind::Word),
        ("games", Kind::Figure),
        ("first %", Kind::Figure),
        ("interval", Kind::Word),
        ("verdict", Kind::Word),
        ("best", Kind::Word),
        ("reply", Kind::Word),
        ("of the pair", Kind::Figure),
        ("may be best", Kind::Figure),
        ("losing", Kind::Word),
    ]);
    for (number, chooser, value) in values(asked, choice) {
        let cell = &asked.cells[number];
        table.row([
            named(cell),
            cell.tally.games().to_string(),
            percent(value.estimate),
            ends(value.joint),
            value.verdict(cell.terms.within).word().to_owned(),
            chooser.words(&value.best[..1]),
            chooser.reply_words(&value, 1),
            value.games.to_string(),
            chooser.words(&value.best).split('/').count().to_string(),
            chooser.words(&value.losing),
        ]);
    }
    let sure = short(1.0 - choice.terms.alpha);
    let notes = vec![
        format!(
            "The first player takes the first move whose best reply leaves most, the second replies so that \
             least is left, and the bots play all other moves. Games went where the doubt was. Intervals and \
             verdicts of all cells hold together at {sure} %, whenever games ended; choice.csv has each cell's own \
             interval, too."
        ),
        format!(
            "Best, reply, of the pair: the first moves that the score is of, and how many games have them; may be \
             best: how many first moves are not shown to be worse than another; losing: those that are shown to \
             leave less than one half. In a cell all of these hold together at {sure} %. On stones that are their \
             own mirror image, of two pairs that mirror each other one is played, and named with the other."
        ),
    ];
    let blocks = vec![Block::Table(String::new(), table), Block::Notes(notes)];
    made("choice", "The score where both choose", blocks)
}
