//! The result of `[choice]`: the first player's score when both players choose their first moves
//! (maximin).

use super::scores::forests;
use super::verdicts::{MAX_TOLD, favoured, who};
use super::{Group, ReportContext, section as made};
use crate::base::text::plural;
use crate::report::document::{Block, Section};
use crate::report::format::{ends, named, percent, short, verdict};
use crate::stats::maximin::{CellValue, End, Maximin};
use crate::stats::{CellStats, Table};

/// The largest number of cells with a sentence each; more are summarized by rule set.
const MAX_SENTENCES: usize = 6;

/// Returns a sentence for each cell, or one for all setups under a rule set.
pub(super) fn sentences(context: &ReportContext<'_>, choice: &Maximin) -> Vec<String> {
    if choice.cells.len() > MAX_SENTENCES {
        let of_group = |group: &Group<'_>| {
            let (rules, bots) = (group.rules, group.bots);
            let under = format!("With best openings under {rules} between {bots} players");
            favoured(&under, context, group)
        };
        return context.groups.iter().take(MAX_TOLD).map(of_group).collect();
    }
    let played = context.all.cells.iter().filter(|cell| cell.tally.games() > 0);
    let sentence = |cell: &CellStats<'_>| {
        let it = CellValue::of(choice, cell);
        let ([first, reply], value, within) = (it.pair(), &it.value, cell.inference.within);
        let on = format!(
            "{}, {}, {}, best openings: {}",
            cell.labels.setup,
            cell.labels.bots,
            cell.labels.rules,
            who(Some(it.verdict()), within)
        );
        if value.unplayed > 0 {
            let pairs = it.design.openings.pairs();
            return format!(
                "{on}, with no game yet of {} of {pairs} opening pairs.",
                value.unplayed
            );
        }
        format!(
            "{on}: the first player scores {} % with {first} answered by {reply} ({} of {}; joint 95 % CI {} to {}).",
            percent(value.estimate),
            value.games,
            plural(cell.tally.games(), "game"),
            percent(value.joint.low),
            percent(value.joint.high)
        )
    };
    played.map(sentence).collect()
}

/// Describes the best first move so far, the reply to it, and the number of other moves that are
/// not significantly worse; no move if none is significantly worse than another.
pub(super) fn best(choice: &Maximin, cell: &CellStats<'_>) -> String {
    let it = CellValue::of(choice, cell);
    if it.value.best.len() > 1 && it.all_may_be_best() {
        return "not known yet".to_owned();
    }
    let [first, reply] = it.pair();
    let others = match it.best().split('/').count() {
        1 => String::new(),
        2 => "; or one other".to_owned(),
        many => format!("; or {} others", many - 1),
    };
    format!("{first}, then {reply}{others}")
}

pub(super) fn section(context: &ReportContext<'_>, choice: &Maximin) -> Option<Section> {
    let played = context.all.cells.iter().filter(|cell| cell.tally.games() > 0);
    let table = Table::of(played.map(|cell| CellValue::of(choice, cell)))
        .left("cell", |it| named(it.cell))
        .right("games", |it| it.cell.tally.games())
        .right("first %", |it| (it.value.unplayed == 0).then(|| percent(it.value.estimate)))
        .left("joint 95 % CI", |it| ends(it.value.joint))
        .left("verdict", |it| verdict(Some(it.verdict())))
        .left("best", |it| it.pair()[0].clone())
        .left("reply", |it| it.pair()[1].clone())
        .right("of the pair", |it| it.value.games)
        .right("may be best", |it| match it.all_may_be_best() {
            true => "any".to_owned(),
            false => it.best().split('/').count().to_string(),
        })
        .left("losing", CellValue::refuted)
        .left("ended", |it| match it.design.end {
            None => "not yet",
            Some(End::Narrow) => "narrow enough",
            Some(End::MostGames) => "most games",
        })
        .done();
    let sure = short(1.0 - choice.stopping.alpha);
    let notes = vec![
        format!(
            "Maximin: the first player takes the column whose best reply leaves most, the second replies so that \
             least is left, and the bots play all other moves. Games were allocated adaptively. The confidence \
             sequences and verdicts of all cells hold simultaneously at {sure} %, whenever games ended; choice.csv \
             has each cell's own interval, too."
        ),
        format!(
            "Best, reply, of the pair: the opening of the value, and its number of games; may be best: the number of \
             first moves that are not significantly worse than another; losing: those whose value is \
             significantly below one half. In a cell all of these hold simultaneously at {sure} %. On a pattern that \
             is its own mirror image one of two mirrored pairs is played and named. Ended: the interval is as \
             narrow as asked, or the limit of games is reached."
        ),
    ];
    let tables = vec![Block::Table(String::new(), table)];
    let blocks = vec![Block::Charts(forests(context), tables), Block::Notes(notes)];
    made("choice", "Value with best openings (maximin)", blocks)
}
