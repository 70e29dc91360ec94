//! Scores of different bots against one another: a stronger bot in one seat hides the advantage of
//! the seat. `analysis/elo.py` ranks bots that did not meet.

use std::collections::BTreeSet;

use super::{ReportContext, section as made};
use crate::answer::ExperimentStats;
use crate::run::ScoreSum;
use crate::show::Table;
use crate::show::document::{Block, Section};
use crate::show::format::percent;
use pasang_core::base::text::listed;
use pasang_core::games::Seat;

/// The bots that met others under one rule set, in order of first occurrence.
pub(super) struct HeadToHead<'a> {
    rules: &'a str,
    /// Each bot with its score against others at a table of two.
    bots: Vec<(&'a str, ScoreSum)>,
    /// The pairs of first and second player that occurred.
    seated: BTreeSet<[&'a str; 2]>,
}

pub(super) fn head_to_heads<'a>(all: &'a ExperimentStats<'a>) -> Vec<HeadToHead<'a>> {
    let mut head_to_heads: Vec<HeadToHead<'a>> = Vec::new();
    for cell in &all.cells {
        let Some([first, second]) = cell.contest() else { continue };
        let (games, rules) = (cell.tally.games(), cell.labels.rules);
        let place = head_to_heads.iter().position(|head_to_head| head_to_head.rules == rules);
        let place = place.unwrap_or_else(|| {
            head_to_heads.push(HeadToHead { rules, bots: Vec::new(), seated: BTreeSet::new() });
            head_to_heads.len() - 1
        });
        head_to_heads[place].seated.insert([first, second]);
        let bots = &mut head_to_heads[place].bots;
        for (bot, seat) in [(first, Seat::FIRST), (second, Seat::SECOND)] {
            let twelfths = cell.tally.score(seat);
            match bots.iter_mut().find(|(it, _)| *it == bot) {
                Some((_, it)) => {
                    (it.games, it.twelfths) = (it.games + games, it.twelfths + twelfths)
                }
                None => bots.push((bot, ScoreSum { twelfths, games })),
            }
        }
    }
    head_to_heads
}

/// Names the bot with the highest score, in a sentence; bots with different numbers of games met
/// different opponents and are not ranked.
pub(super) fn best(head_to_head: &HeadToHead<'_>) -> Option<String> {
    let HeadToHead { rules, bots, .. } = head_to_head;
    let count = bots.len();
    if bots.iter().any(|(_, it)| it.games != bots[0].1.games) {
        return Some(format!(
            "{count} bots met different opponents under {rules}: their scores do not rank them."
        ));
    }
    let most = bots.iter().map(|(_, sums)| sums.twelfths).max()?;
    let best: Vec<_> = bots.iter().filter(|(_, sums)| sums.twelfths == most).collect();
    let names = listed(best.iter().map(|(bot, _)| (*bot).to_owned()), "and");
    let [how, whose] = match best.len() {
        1 => ["scored highest:", "its"],
        _ => ["tied for the highest score: each", "their"],
    };
    let (_, ScoreSum { games, .. }) = best[0];
    let score = percent(best[0].1.mean().unwrap_or(0.5));
    let but = match head_to_head.has_unswapped_pair() {
        true => ", but not in both seats, so strength and seat cannot be separated",
        false => "",
    };
    Some(format!(
        "Of {count} bots that met others under {rules} {names} {how} {score} % of {whose} {games} games against them{but}."
    ))
}

impl HeadToHead<'_> {
    /// Returns whether any pair of bots did not swap seats.
    fn has_unswapped_pair(&self) -> bool {
        self.seated.iter().any(|[one, other]| !self.seated.contains(&[*other, *one]))
    }
}

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let mut blocks = Vec::new();
    for head_to_head in &context.head_to_heads {
        let table = Table::of(&head_to_head.bots)
            .left("bot", |(bot, _)| *bot)
            .right("games", |(_, it)| it.games)
            .right("score %", |(_, it)| percent(it.mean().unwrap_or(0.5)))
            .done();
        blocks
            .push(Block::Table(format!("Games against other bots, {}", head_to_head.rules), table));
        if head_to_head.has_unswapped_pair() {
            let words =
                "Strength and seat cannot be separated: `swap = true` has bots change seats.";
            blocks.push(Block::Text(words.to_owned()));
        }
    }
    made("strength", "Strength of the bots", blocks)
}
