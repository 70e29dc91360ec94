//! What was decided while games were played: what the first player scores where both choose their first
//! moves.

use super::scores::forests;
use super::verdicts::{MOST_TOLD, favoured, who};
use super::{Asked, Group, section as made};
use crate::base::words::{Choice as _, counted};
use crate::report::document::{Block, Section};
use crate::report::words::{ends, named, percent, short};
use crate::stats::choice::{Choice, End, verdict};
use crate::stats::table::{Kind, Table};
use crate::stats::{Counted, Measured};

/// So many cells have a sentence each; of more a table says it better.
const MOST_SENTENCES: usize = 6;

/// A sentence a cell, or one for all setups under a rule set.
pub(super) fn sentences(asked: &Asked<'_>, choice: &Choice) -> Vec<String> {
    if choice.cells.len() > MOST_SENTENCES {
        let of_group = |group: &Group<'_>| {
            let (rules, bots) = (group.rules, group.bots);
            let under = format!(
                "Where both choose their first moves, under {rules} between {bots} players"
            );
            favoured(&under, group, |number, cell| {
                Some(verdict(&choice.value(number, cell.tally), cell.terms.within))
            })
        };
        return asked.groups.iter().take(MOST_TOLD).map(of_group).collect();
    }
    let played = asked.cells.iter().enumerate().filter(|(_, cell)| cell.tally.games() > 0);
    let sentence = |(number, cell): (usize, &Counted<'_>)| {
        let (chooser, value) = (&choice.cells[number], choice.value(number, cell.tally));
        let within = cell.terms.within;
        let on = format!(
            "On {} between {} players under {}, where both choose their first moves, {}",
            cell.labels.setup,
            cell.labels.bots,
            cell.labels.rules,
            who(Some(verdict(&value, within)), within)
        );
        if value.unplayed > 0 {
            let pairs = chooser.starts.pairs();
            return format!("{on}: {} of {pairs} pairs of them have no game yet.", value.unplayed);
        }
        format!(
            "{on}: the first player scores {} % with {} answered by {}, in {} of {}, and from {} to {} % by \
             endlessly many.",
            percent(value.estimate),
            one_of(&chooser.starts.words(&value.best[..1])),
            one_of(&chooser.starts.reply_words(&value, 1)),
            value.games,
            counted(cell.tally.games(), "game"),
            percent(value.joint.low),
            percent(value.joint.high)
        )
    };
    played.map(sentence).collect()
}

/// The first move that is best so far, the reply to it, and how many others are not shown to be worse;
/// where none is shown to be, nothing is advised.
pub(super) fn best(choice: &Choice, number: usize, cell: &Counted<'_>) -> String {
    let (chooser, value) = (&choice.cells[number], choice.value(number, cell.tally));
    if value.best.len() > 1 && value.best.len() == chooser.starts.firsts.len() {
        return "not known yet".to_owned();
    }
    let [first, reply] =
        [chooser.starts.words(&value.best[..1]), chooser.starts.reply_words(&value, 1)];
    let others = match chooser.starts.words(&value.best).split('/').count() {
        1 => String::new(),
        2 => "; or one other".to_owned(),
        many => format!("; or {} others", many - 1),
    };
    format!("{}, then {}{others}", one_of(&first), one_of(&reply))
}

/// One of a move and its mirror image: with the reply that is named it stands on one side.
fn one_of(words: &str) -> &str {
    words.split('/').next().unwrap_or_default()
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
        ("ended", Kind::Word),
    ]);
    for (number, cell) in asked.cells.iter().enumerate().filter(|(_, it)| it.tally.games() > 0) {
        let (chooser, value) = (&choice.cells[number], choice.value(number, cell.tally));
        table.row([
            named(cell),
            cell.tally.games().to_string(),
            if value.unplayed > 0 { String::new() } else { percent(value.estimate) },
            ends(value.joint),
            verdict(&value, cell.terms.within).word().to_owned(),
            one_of(&chooser.starts.words(&value.best[..1])).to_owned(),
            one_of(&chooser.starts.reply_words(&value, 1)).to_owned(),
            value.games.to_string(),
            match value.best.len() == chooser.starts.firsts.len() {
                true => "any".to_owned(),
                false => chooser.starts.words(&value.best).split('/').count().to_string(),
            },
            chooser.starts.words(&value.losing),
            match chooser.end {
                None => "not yet",
                Some(End::Narrow) => "narrow enough",
                Some(End::MostGames) => "most games",
            }
            .to_owned(),
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
             own mirror image, of two pairs that mirror each other one is played and named. Ended: the interval is as \
             narrow as asked, or the most games are played."
        ),
    ];
    let score = |number: usize, cell: &Counted<'_>| {
        let value = choice.value(number, cell.tally);
        let measured =
            Measured { mean: value.estimate, interval: Some(value.joint), method: "anytime" };
        Some((measured, Some(verdict(&value, cell.terms.within))))
    };
    let tables = vec![Block::Table(String::new(), table)];
    let blocks = vec![Block::Drawn(forests(asked, &score), tables), Block::Notes(notes)];
    made("choice", "The score where both choose", blocks)
}
